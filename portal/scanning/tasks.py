"""Celery tasks of the scanner: each loads by id and calls work.py."""

from celery import shared_task

from portal.outbox import queue_again


@shared_task
def scan(scan_id: int) -> None:
    from portal.scanning import work

    work.scan(scan_id)


@shared_task
def sweep() -> int:
    """Queue files again whose message was lost, whose worker died, or that the scanner could not look at."""
    from portal.scanning import work

    return queue_again(work.overdue(), scan)
