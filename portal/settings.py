"""All settings, read from the environment. docs/production.md lists every variable.

Three ways to run:
  DEMO=1    what `make run` uses: embedded database and broker, demo accounts, plain http on this machine.
  DEBUG=1   a developer's machine: as DEMO, with Django's debug pages.
  neither   production: a missing or unsafe value stops the start, and every such value is named.
"""

import re
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from kombu import Queue

from portal.api_settings import *  # noqa: F403
from portal.environment import Environment, load_or_create, random_secret
from portal.log_lines import logging_settings
from portal.note_keys import COSIGNATURE, ED25519
from portal.schedule import SCHEDULE
from portal.sign_in_settings import *  # noqa: F403

BASE_DIR = Path(__file__).resolve().parent.parent

env = Environment()
DEBUG = env.flag("DEBUG")
DEMO = env.flag("DEMO")
PRODUCTION = not (DEBUG or DEMO)

# The product writes only under this folder, unless a variable below says otherwise.
DATA = Path(env.text("BAIZE_DATA") or BASE_DIR / "var").resolve()
KEYS = DATA / "keys"
PORT = env.number("PORT", 8000)

SECRET_KEY = env.text("SECRET_KEY")
if not SECRET_KEY and not PRODUCTION:
    SECRET_KEY = load_or_create(KEYS / "secret_key", random_secret).decode()
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or ([] if PRODUCTION else ["localhost", "127.0.0.1", "[::1]"])

# The public address, used in documents (QR code) and e-mails.
SITE_URL = (
    env.text("SITE_URL")
    or (f"https://{ALLOWED_HOSTS[0].lstrip('.')}" if PRODUCTION and ALLOWED_HOSTS else "")
    or f"http://127.0.0.1:{PORT}"
).rstrip("/")

# --- Applications: a part imports nothing that stands below it (tests/test_architecture.py) ---

DOMAIN = [
    "portal.accounts",
    "portal.sign_in",
    "portal.audit",
    "portal.scanning",
    "portal.editions",
    "portal.submissions",
    "portal.validation",
    "portal.sheets",
    "portal.register",
    "portal.documents",
    "portal.review",
    "portal.consultations",
    "portal.inspections",
    "portal.experts",
    "portal.notices",
    "portal.calendars",
    "portal.bundles",
    "portal.demo",
]
PAGES = ["portal.pages"]  # what the doors share: guards, forms, paging, wording, template tags
_DOORS = ("account_pages", "operator", "regulator", "expert_pages", "public", "api")
DOORS = [f"portal.{door}" for door in _DOORS]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "portal.apps.StaticFiles",
    "django.contrib.humanize",
    "django.contrib.sitemaps",
    "django_htmx",
    "csp",
    "axes",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "rest_framework",
    "drf_spectacular",
    "portal",
    *DOMAIN,
    *PAGES,
    *DOORS,
]

MIDDLEWARE = [
    "portal.middleware.RequestIdMiddleware",
    "portal.browser.BrowserMiddleware",
    "portal.languages.LanguageMiddleware",
    "portal.api.transport.RefuseApiByHttp",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "portal.pages.middleware.RejectNulMiddleware",
    "portal.pages.middleware.UnknownIdMiddleware",
    "portal.pages.send_once.SendOnceMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "portal.sign_in.middleware.SessionMiddleware",
    "portal.pages.unsent.RememberPersonMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "portal.pages.middleware.MethodNotAllowedPage",
    "allauth.account.middleware.AccountMiddleware",
    "portal.audit.refused_writes.RefusedWritesMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "portal.urls"
WSGI_APPLICATION = "portal.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "portal.context_processors.site",
            ],
        },
    },
]

# English, and the public pages also in French for Canada: portal/languages.py. "fr-ca" rather than "fr":
# Django's formats for it are Canada's, and another French could stand beside it.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr-ca", "Français")]
LANGUAGE_COOKIE_NAME = "language"  # set only when a visitor chooses one
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LOCALE_PATHS = [BASE_DIR / "locale"]
# Time zones are used: Django's default.
TIME_ZONE = "UTC"

# --- Database and shared cache ---

DATABASES = {"default": env.database("DATABASE_URL", f"sqlite:///{DATA / 'baize.sqlite3'}")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Shared by web and worker processes; holds the worker's heartbeat.
CACHES = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": env.text("CACHE_URL")}
        if env.text("CACHE_URL")
        else {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "portal_cache"}
    ),
    # The counts of portal/rate_limiter.py, shared by all web processes: without CACHE_URL in a file of this
    # machine, because a write to the database for each request would cost too much.
    "rates": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": env.text("CACHE_URL")}
        if env.text("CACHE_URL")
        else {
            "BACKEND": "portal.shared_counts.SharedCounts",
            "LOCATION": str(DATA / "rates.sqlite3"),
        }
    ),
}

# How soon, in seconds, a web process notices that an edition or a decision was published and renders anew.
PAGE_CACHE_CHECK_SECONDS = 1

# How soon, in seconds, every web process and worker sees a jurisdiction that another one changed.
JURISDICTION_SECONDS = 2

# --- Background work ---

CELERY_BROKER_URL = env.text("CELERY_BROKER_URL") or "filesystem://localhost//"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 100
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_TIMEOUT = 5
CELERY_TIMEZONE = TIME_ZONE
# Housekeeping and e-mails do not wait behind a hundred documents, and none of them behind a slow webhook
# receiver. A worker serves the queues in turn.
CELERY_TASK_QUEUES = [Queue("celery"), Queue("housekeeping"), Queue("mail"), Queue("webhooks")]
CELERY_TASK_DEFAULT_QUEUE = "celery"
CELERY_TASK_ROUTES = {
    **{key: {"queue": "mail"} for key in ("portal.notices.tasks.deliver", "portal.notices.tasks.send_reset")},
    "portal.notices.tasks.deliver_webhook": {"queue": "webhooks"},
    "portal.register.tasks.*": {"queue": "housekeeping"},
}
# Limits of every task without its own.
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_TASK_TIME_LIMIT = 120
# Seconds one document may take. Its lease is a little longer, so a lost one is retried soon after.
RENDER_TIME_LIMIT = env.number("RENDER_TIME_LIMIT", 60)
# Megabytes the renderer may use beyond what the worker has loaded.
RENDER_MEMORY_LIMIT = env.number("RENDER_MEMORY_LIMIT", 512)
# Seconds one bundle of a case may take, and days it can be downloaded.
BUNDLE_TIME_LIMIT = env.number("BUNDLE_TIME_LIMIT", 300)
BUNDLE_KEEP_DAYS = env.number("BUNDLE_KEEP_DAYS", 7)
CELERY_BEAT_SCHEDULE = SCHEDULE
# Held in memory: a crash could corrupt a schedule file, and short intervals need no persistence.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"

if CELERY_BROKER_URL.startswith("filesystem:"):
    # Messages are files: they survive a restart and need no server. One folder serves both directions.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(DATA / "broker" / "messages"),
        "data_folder_out": str(DATA / "broker" / "messages"),
        "control_folder": str(DATA / "broker" / "control"),
        "polling_interval": 0.1,
    }
    CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
    for folder in ("messages", "control"):
        (DATA / "broker" / folder).mkdir(parents=True, exist_ok=True)
elif CELERY_BROKER_URL.startswith("redis"):
    # The message of a lost worker is delivered again after this time, which is longer than any task may run.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": max(CELERY_TASK_TIME_LIMIT, RENDER_TIME_LIMIT, BUNDLE_TIME_LIMIT) + 60,
        "socket_timeout": 10,
        "socket_connect_timeout": 5,
    }

# --- Review ---

# Days before a query or condition is due when the operator is reminded.
REMIND_DAYS_BEFORE = env.number("REMIND_DAYS_BEFORE", 3)

# --- Consultations ---

# Days after a consultation closes until the e-mail addresses of those who commented are erased.
CONSULTATION_EMAIL_DAYS = env.number("CONSULTATION_EMAIL_DAYS", 90)

# --- Files ---

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": env.storage("STORAGE_URL", DATA / "files"),
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False
FILE_UPLOAD_PERMISSIONS = 0o640
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
# The largest file an operator can attach, in megabytes.
UPLOAD_MAX_MB = env.number("UPLOAD_MAX_MB", 20)
FILE_UPLOAD_HANDLERS = [
    "portal.upload_handlers.LimitUploadHandler",
    "portal.upload_handlers.InMemoryUploadHandler",
]
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000  # a layout has six per area

# Uploads are kept back until clamd, unix:///run/clamav/clamd.ctl or tcp://127.0.0.1:3310, has seen them.
FILE_SCANNER = env.scanner("FILE_SCANNER")

# The key that signs documents and its certificate chain, both PEM. Demo mode creates its own.
SIGNING_KEY_FILE = env.text("SIGNING_KEY_FILE")
SIGNING_CERTIFICATE_FILE = env.text("SIGNING_CERTIFICATE_FILE")
SIGNING_KEY_PASSPHRASE = env.text("SIGNING_KEY_PASSPHRASE")
# The Ed25519 key (PEM) that signs the register's checkpoints, and the name of the log, which never changes.
LOG_KEY_FILE = env.text("LOG_KEY_FILE")
_HOST = urlsplit(SITE_URL).hostname if PRODUCTION else "demo.baize.example"
LOG_ORIGIN = env.text("LOG_ORIGIN") or f"{_HOST}/register/log"
# Who witnesses the log: public key and address of each. The demonstration witnesses itself.
LOG_WITNESSES = env.keys("LOG_WITNESSES", COSIGNATURE, https=PRODUCTION)
# Logs of others that this Baize witnesses: public key and address of each; the name and key it signs with.
WITNESS_LOGS = env.keys("WITNESS_LOGS", ED25519, https=PRODUCTION, needs_address=True)
WITNESS_KEY_FILE = env.text("WITNESS_KEY_FILE")
WITNESS_NAME = env.text("WITNESS_NAME") or f"{_HOST}/witness"

# --- E-mail ---

DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL") or f"Baize <baize@{urlsplit(SITE_URL).hostname}>"
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Outside production each message is written to a file.
globals().update(env.mail("EMAIL_URL", f"file://{DATA / 'mail'}"))

# --- Sign-in ---

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# Through which people of an organisation sign in where they work: portal/oidc_providers.py.
OIDC_PROVIDERS = env.providers("OIDC_PROVIDERS_FILE", https=PRODUCTION)
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
PASSWORD_RESET_TIMEOUT = 60 * 60 * 4

# A working day, and at most until the browser is closed or nothing was done for a while.
SESSION_COOKIE_AGE = 60 * 60 * 8
SESSION_IDLE_MINUTES = env.number("SESSION_IDLE_MINUTES", 120)
# Days from the first sign-in until people whose role does not demand it at once need a second factor.
SECOND_FACTOR_GRACE_DAYS = env.number("SECOND_FACTOR_GRACE_DAYS", 14)
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_AGE = None  # until the browser is closed, as the privacy page says
TRUSTED_COOKIE_NAME = "trusted"  # a browser that is not asked for the second factor at sign-in
PERSON_COOKIE_NAME = "person"  # says whose unsent entries a browser holds: portal/pages/unsent.py
MESSAGE_COOKIE_NAME = "messages"  # carries a message to the next page
MESSAGE_STORAGE = "portal.pages.message_cookie.MessageStorage"
CSRF_FAILURE_VIEW = "portal.account_pages.unsent.csrf_failure"

SIGN_IN_RECORD_DAYS = env.number("SIGN_IN_RECORD_DAYS", 90)  # of each attempt: who, when, from where
SIGN_IN_TRIES = 30  # sign-in and password forms from one address in a minute

# --- Content security policy and transport ---

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
        # No page has an inline script or style, so none needs a nonce. Text becomes markup only through the
        # policy of static/js/trusted-types.js, where browsers know such policies.
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["default"],
        "upgrade-insecure-requests": PRODUCTION,
    }
}
X_FRAME_OPTIONS = "DENY"
SECURITY_CONTACT = env.contacts("SECURITY_CONTACT")  # of /.well-known/security.txt
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True

# One proxy in front that sets X-Forwarded-Proto and X-Forwarded-For itself.
BEHIND_PROXY = env.flag("BEHIND_PROXY")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    # A browser takes a cookie of this prefix only over https, for this host alone and the whole of it.
    SESSION_COOKIE_NAME = "__Host-session"
    CSRF_COOKIE_NAME = "__Host-csrf"
    PERSON_COOKIE_NAME = "__Host-person"
    TRUSTED_COOKIE_NAME = "__Host-trusted"
    MESSAGE_COOKIE_NAME = "__Host-messages"
    LANGUAGE_COOKIE_NAME = "__Host-language"
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    CSRF_TRUSTED_ORIGINS = [SITE_URL]

# --- API ---

# Requests a minute by kind, for each token, else account, else address. API_RATES: compute=60
API_RATES = {"read": 600, "compute": 120, "write": 120, "verify": 10}
for _kind, _most in env.numbers("API_RATES").items():
    if _kind not in API_RATES:
        env.problem("API_RATES", f"names {_kind}; the kinds are {', '.join(API_RATES)}.")
    API_RATES[_kind] = _most

# --- Logs: one line each, on standard error, with the request's id, the account's id and the address ---

LOG_FORMAT = env.choice("LOG_FORMAT", "text", "json")
SYSLOG_ADDRESS = env.syslog("SYSLOG_ADDRESS")
LOGGING = logging_settings(env.text("LOG_LEVEL", "INFO").upper(), LOG_FORMAT, SYSLOG_ADDRESS)

# --- Refuse an unsafe start ---


def check_production() -> None:
    if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 5 or SECRET_KEY.startswith("django-insecure"):
        env.problem("SECRET_KEY", "is missing or too short; give at least 50 random characters.")
    if not ALLOWED_HOSTS:
        env.problem("ALLOWED_HOSTS", "is missing; name the hosts the portal answers to, with commas between.")
    elif "*" in ALLOWED_HOSTS:
        env.problem("ALLOWED_HOSTS", "is *, which answers to any host; name the hosts.")
    if not SITE_URL.startswith("https://") and ALLOWED_HOSTS:
        env.problem("SITE_URL", f"is {SITE_URL}; a portal in production is reached over https://.")
    if len(SITE_URL) > 107:  # the QR code on a sign has at most 300 bytes
        env.problem("SITE_URL", f"has {len(SITE_URL)} characters; signs of tables have room for 107.")
    required = {
        "DATABASE_URL": "postgresql://user:password@host:5432/baize",
        "CELERY_BROKER_URL": "redis://host:6379/0 or amqp://user:password@host//",
        "STORAGE_URL": "file:///srv/baize/files or s3://bucket?endpoint=https://host",
        "EMAIL_URL": "smtp://user:password@host:587?tls=1",
        "SIGNING_KEY_FILE": "the path of the PEM key that signs documents",
        "SIGNING_CERTIFICATE_FILE": "the path of its PEM certificate chain",
        "LOG_KEY_FILE": "the path of the PEM key (Ed25519) that signs the register's checkpoints",
    }
    for name, example in required.items():
        value = env.text(name)
        if not value:
            env.problem(name, f"is missing; give {example}.")
        elif name.endswith("_FILE") and not Path(value).is_file():
            env.problem(name, f"is {value}, but there is no such file.")
    for name, value in (("LOG_ORIGIN", LOG_ORIGIN), ("WITNESS_NAME", WITNESS_NAME)):
        if not re.fullmatch(r"[^\s+]{1,200}", value):
            env.problem(name, f"is {value!r}; give a name without spaces and plus signs.")
    if WITNESS_KEY_FILE and not Path(WITNESS_KEY_FILE).is_file():
        env.problem("WITNESS_KEY_FILE", f"is {WITNESS_KEY_FILE}, but there is no such file.")
    elif WITNESS_LOGS and not WITNESS_KEY_FILE:
        env.problem("WITNESS_KEY_FILE", "is missing; WITNESS_LOGS needs the PEM key (Ed25519) to sign with.")
    env.refuse_plain_connections("ALLOW_PLAIN")
    if CELERY_BROKER_URL.startswith("memory:"):
        env.problem("CELERY_BROKER_URL", "is memory://, which loses work when a process ends.")


if PRODUCTION:
    check_production()
if env.problems:
    raise ImproperlyConfigured(
        "Baize does not start with these settings:\n"
        + "".join(f"  - {problem}\n" for problem in env.problems)
        + "docs/production.md explains each. To try Baize on this machine, use `make run` or set DEMO=1."
    )
