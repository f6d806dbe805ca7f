"""Celery's way in: each task loads by id and calls the outbox."""

from celery import shared_task
from django.conf import settings

from portal.outbox import queue_again

RENDER_LIMIT = settings.RENDER_TIME_LIMIT


@shared_task(time_limit=RENDER_LIMIT, soft_time_limit=RENDER_LIMIT - 10)
def produce(document_id: int) -> None:
    from portal.documents import outbox  # WeasyPrint is loaded by the worker, not by the web process

    outbox.produce(document_id)


@shared_task
def sweep() -> int:
    """Queues again what is overdue: lost messages, dropped leases, pauses that are over."""
    from portal.documents import outbox

    outbox.fail_exhausted()
    return queue_again(outbox.overdue(), produce)
