"""Settings of the test suite: the product's own, on a throw-away data folder.

TEST_DATABASE=postgres runs the same tests on a throw-away PostgreSQL instead of SQLite.
"""

import atexit
import os
import shutil
import tempfile

from tests import services

data = tempfile.mkdtemp(prefix="baize-test-")
atexit.register(shutil.rmtree, data, ignore_errors=True)

# Nothing of the developer's own environment leaks into a test.
for name in ("DEBUG", "DATABASE_URL", "CACHE_URL", "STORAGE_URL", "EMAIL_URL", "ALLOWED_HOSTS", "SITE_URL"):
    os.environ.pop(name, None)
os.environ["DEMO"] = "1"
os.environ["BAIZE_DATA"] = data
os.environ["CELERY_BROKER_URL"] = "memory://"
if os.environ.get("TEST_DATABASE") == "postgres":
    os.environ["DATABASE_URL"] = services.shared_postgres()

from portal.settings import *  # noqa: E402, F403

ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
# A file, as in the product: threads of a live server share no connection with the test.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    DATABASES["default"]["TEST"] = {"NAME": f"{data}/test.sqlite3"}  # noqa: F405
    # Nothing here has to survive a power cut; tests/test_database.py tries the product's own options.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"  # noqa: F405
# The product's password hasher is slow on purpose.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# All tests come from one address; tests/portal/account_pages/test_account.py tries the limit itself.
SIGN_IN_TRIES = 100_000
# Hashed names need a collectstatic first; tests/test_static.py covers that step itself.
STORAGES = {
    **STORAGES,  # noqa: F405
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
# A test's editions are gone after it: ask every time.
PAGE_CACHE_CHECK_SECONDS = 0
# Tests count queries; tests/portal/accounts/test_jurisdictions.py tries the product's own time.
JURISDICTION_SECONDS = 3600
