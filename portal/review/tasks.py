"""What the calendar does to approvals."""

import logging
from collections.abc import Callable
from typing import Any

from celery import shared_task

from portal.errors import DomainError
from portal.review import reminders, workflow
from portal.review.selectors import due_to_come_into_force, due_to_expire
from portal.submissions.models import Submission

logger = logging.getLogger(__name__)


@shared_task
def keep_dates() -> None:
    """Puts in force what is due and ends trials that are over. A case that cannot move holds up no other."""
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
    """After an upgrade, a new target or a new public holiday the days that cases are due are right again."""
    return workflow.recount_due_days()


def _try_move(move: Callable[..., object], submission: Submission, **arguments: Any) -> None:
    try:
        move(submission=submission, **arguments)
    except DomainError as error:
        logger.info("%s: %s", submission, error)
    except Exception:
        logger.exception("%s could not be moved; it will be tried again.", submission)
