"""Celery tasks of bundles: each loads by id and calls the outbox."""

from celery import shared_task
from django.conf import settings

from portal.outbox import queue_again

LIMIT = settings.BUNDLE_TIME_LIMIT


@shared_task(time_limit=LIMIT, soft_time_limit=LIMIT - 10)
def make(bundle_id: int) -> None:
    from portal.bundles import outbox

    outbox.make(bundle_id)


@shared_task
def sweep() -> int:
    """Queue overdue bundles again: lost messages, expired leases, pauses that are over."""
    from portal.bundles import outbox

    outbox.fail_exhausted()
    return queue_again(outbox.overdue(), make)


@shared_task
def delete_expired() -> int:
    from portal.bundles import services

    return services.delete_expired()
