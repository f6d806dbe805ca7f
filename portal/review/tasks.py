"""What happens to approvals on their days."""

import logging
from collections.abc import Callable
from typing import Any

from celery import shared_task

from portal.errors import DomainError
from portal.review import clock, reminders, workflow
from portal.review.selectors import due_to_come_into_force, due_to_expire
from portal.submissions.models import Submission

logger = logging.getLogger(__name__)


@shared_task
def keep_dates() -> None:
    """Puts in force what is due and ends expired trials. A case that cannot move does not stop the others."""
    for submission in due_to_expire():
        _try_move(workflow.expire, submission)
    for submission, day in due_to_come_into_force():
        _try_move(workflow.come_into_force, submission, on=day)


@shared_task
def remind() -> int:
    """Reminds of what is due soon and tells of what is overdue."""
    return reminders.remind()


@shared_task
def recount_due_days() -> int:
    """Corrects the days that cases are due after an upgrade, a new target or a new public holiday."""
    return clock.recount_due_days()


def _try_move(move: Callable[..., object], submission: Submission, **arguments: Any) -> None:
    try:
        move(submission=submission, **arguments)
    except DomainError as error:
        logger.info("%s: %s", submission, error)
    except Exception:
        logger.exception("%s could not be moved; it will be tried again.", submission)
