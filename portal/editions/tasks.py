"""Celery tasks of editions: their days, and the tests of drafts."""

import logging

from celery import shared_task

from portal.editions import publishing
from portal.errors import DomainError
from portal.outbox import queue_again

logger = logging.getLogger(__name__)


@shared_task
def keep_dates() -> None:
    """Bring due editions into force. A failure of one does not stop the others."""
    for edition in publishing.due():
        try:
            publishing.come_into_force(edition_id=edition.pk)
        except DomainError as error:
            logger.info("%s: %s", edition.pk, error)


@shared_task
def run_tests(run_id: int) -> None:
    from portal.editions import test_runs

    if test_runs.work_on(run_id):
        run_tests.delay(run_id)


@shared_task
def sweep_tests() -> int:
    """Queue runs again whose message was lost or whose worker died."""
    from portal.editions import test_runs

    test_runs.RUNS.fail_exhausted()
    return queue_again(test_runs.RUNS.overdue(), run_tests)
