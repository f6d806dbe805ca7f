"""The Celery application. Everything it needs is in settings, under CELERY_."""

import os
import signal
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

app = Celery("baize")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def on_worker_ready(**_: Any) -> None:
    if os.environ.get("BAIZE_SUPERVISED"):
        # Ctrl-C reaches the whole process group. The supervisor passes it on once; twice would abort running tasks.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    app.send_task("portal.tasks.worker_seen")
