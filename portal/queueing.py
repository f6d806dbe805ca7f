"""Hands work to the worker once the transaction that asks for it is safe."""

from __future__ import annotations

import logging
from typing import Any

from celery import Task
from django.db import transaction

logger = logging.getLogger(__name__)


def queue_on_commit(task: Task, *args: Any) -> None:
    """A broker that is away costs time, not work: the row is there, and the sweeper queues it again."""

    def queue() -> None:
        try:
            task.delay(*args)
        except Exception:
            logger.exception("Could not queue %s%r; the sweeper will.", task.name, args)

    transaction.on_commit(queue)
