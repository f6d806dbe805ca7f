"""What the calendar does to approvals."""

import logging

from celery import shared_task

from portal.errors import DomainError
from portal.review import workflow
from portal.review.selectors import due_to_come_into_force, due_to_expire

logger = logging.getLogger(__name__)


@shared_task
def keep_dates() -> None:
    """Puts in force what is due and ends trials that are over. A case that cannot move holds up no other."""
    for submission in due_to_expire():
        _do(workflow.expire, submission=submission)
    for submission, day in due_to_come_into_force():
        _do(workflow.come_into_force, submission=submission, on=day)


def _do(move, **given) -> None:  # type: ignore[no-untyped-def]
    try:
        move(**given)
    except DomainError as error:
        logger.info("%s: %s", given["submission"], error)
