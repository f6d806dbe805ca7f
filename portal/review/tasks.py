"""What happens to approvals on their days, and looking at them under another edition."""

import logging
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

from celery import shared_task

from portal.accounts.jurisdictions import forget
from portal.errors import DomainError
from portal.outbox import queue_again
from portal.queueing import queue_on_commit
from portal.review import clock, reminders, workflow
from portal.review.last_days import due_ends
from portal.review.selectors import due_to_come_into_force, due_to_expire
from portal.submissions.models import Submission

logger = logging.getLogger(__name__)


@shared_task
def keep_dates() -> None:
    """Ends what has had its last day and puts in force what is due.

    It goes by days, so that also after an outage each approval ends by what came first; on one day ends come
    before beginnings. A case that cannot move does not stop the others.
    """
    night = timedelta(days=1)
    due: list[tuple[date, int, Callable[[], None]]] = []
    for end in due_ends():
        move = partial(_try_move, workflow.end_as_planned, end.submission, end=end)
        due.append((end.last_day + night, 0, move))
    for submission in due_to_expire():
        if submission.in_force_to is not None:
            due.append((submission.in_force_to + night, 1, partial(_try_move, workflow.expire, submission)))
    for submission, day in due_to_come_into_force():
        due.append((day, 2, partial(_try_move, workflow.come_into_force, submission, on=day)))
    for _day, _place, make in sorted(due, key=lambda each: each[:2]):
        make()


@shared_task
def remind() -> int:
    """Reminds of what is due soon and tells of what is overdue."""
    return reminders.remind()


@shared_task
def recount_due_days(code: str = "") -> int:
    """Corrects the days that cases are due after an upgrade, a new target or a new public holiday."""
    forget()  # this process may remember the jurisdiction as it was
    return clock.recount_due_days(code)


def working_days_changed(*, code: str, **_: Any) -> None:
    """Counts the days again that open cases are due. If the message is lost, the hourly count does it."""
    queue_on_commit(recount_due_days, code)


@shared_task
def look_at_impact(run_id: int) -> None:
    from portal.review import impact_runs

    if impact_runs.work_on(run_id):
        look_at_impact.delay(run_id)


@shared_task
def sweep_impact() -> int:
    """Queue runs again whose message was lost or whose worker died."""
    from portal.review import impact_runs

    impact_runs.RUNS.fail_exhausted()
    return queue_again(impact_runs.RUNS.overdue(), look_at_impact)


def _try_move(move: Callable[..., object], submission: Submission, **arguments: Any) -> None:
    try:
        move(submission=submission, **arguments)
    except DomainError as error:
        logger.info("%s: %s", submission, error)
    except Exception:
        logger.exception("%s could not be moved; it will be tried again.", submission)
