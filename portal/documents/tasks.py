"""Celery's way in: each task loads by id and calls the outbox."""

from celery import shared_task
from django.conf import settings

RENDER_LIMIT = settings.RENDER_TIME_LIMIT
SWEEP_AT_MOST = 100


@shared_task(time_limit=RENDER_LIMIT, soft_time_limit=RENDER_LIMIT - 10)
def produce(document_id: int) -> None:
    from portal.documents import outbox  # WeasyPrint is loaded by the worker, not by the web process

    outbox.produce(document_id)


@shared_task
def sweep() -> int:
    """Queues again what is overdue: lost messages, dropped leases, pauses that are over."""
    from portal.documents import outbox

    outbox.abandon_spent()
    overdue = list(outbox.overdue().values_list("pk", flat=True)[:SWEEP_AT_MOST])
    for document_id in overdue:
        produce.apply_async((document_id,), expires=60)
    return len(overdue)
