"""Celery tasks of documents: each loads by id and calls the outbox."""

from celery import shared_task
from django.conf import settings

from portal.outbox import queue_again

RENDER_LIMIT = settings.RENDER_TIME_LIMIT


@shared_task(time_limit=RENDER_LIMIT, soft_time_limit=RENDER_LIMIT - 10)
def produce(document_id: int) -> None:
    from portal.documents import outbox  # keeps WeasyPrint out of the web process

    outbox.produce(document_id)


@shared_task
def sweep() -> int:
    """Queue overdue documents again: lost messages, expired leases, pauses that are over."""
    from portal.documents import outbox

    outbox.fail_exhausted()
    return queue_again(outbox.overdue(), produce)
