"""The web server's entry point: `gunicorn portal.wsgi`."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

# gunicorn restarts a failing worker for ever unless it exits with this code.
GUNICORN_APP_LOAD_ERROR = 4

try:
    application = get_wsgi_application()
except ImproperlyConfigured as problem:
    print(problem, file=sys.stderr)
    sys.exit(GUNICORN_APP_LOAD_ERROR)
