"""Queues Celery tasks after the transaction commits."""

import logging
from typing import Any

from celery import Task
from django.db import transaction

logger = logging.getLogger(__name__)


def queue_on_commit(task: Task[..., Any], *args: Any) -> None:
    """Queue a task on commit. If the broker is down, the sweeper queues the row later."""

    def queue() -> None:
        try:
            task.delay(*args)
        except Exception:
            logger.exception("Could not queue %s%r; the sweeper will.", task.name, args)

    transaction.on_commit(queue)
