"""The Celery application. Everything it needs is in settings, under CELERY_."""

import os
import signal
import warnings
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning  # type: ignore[attr-defined]  # missing in celery-types
from celery.signals import worker_ready

from portal.broker import register_transport

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

register_transport()
app = Celery("baize")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

SUPERVISED = bool(os.environ.get("BAIZE_SUPERVISED"))
if SUPERVISED:
    # `make run` as root in a container is expected; production uses its own user (docs/production.md).
    warnings.filterwarnings("ignore", category=SecurityWarning)


@worker_ready.connect
def on_worker_ready(**_: Any) -> None:
    if SUPERVISED:
        # Ctrl-C reaches the whole process group, and the supervisor forwards it too. A second signal
        # would make the worker drop its task.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    from django.db import connection

    from portal import health

    health.record_heartbeat()
    connection.close()
