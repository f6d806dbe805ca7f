"""Celery tasks of sheets: each loads by id and calls work.py."""

from celery import shared_task

from portal.outbox import queue_again


@shared_task
def work(sheet_id: int) -> None:
    from portal.sheets.work import work_on

    if work_on(sheet_id):
        work.delay(sheet_id)


@shared_task
def sweep() -> int:
    """Queue sheets again whose message was lost or whose worker died."""
    from portal.sheets import work as working

    working.fail_exhausted()
    return queue_again(working.overdue(), work)
