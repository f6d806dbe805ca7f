"""Reminds of what is due: once before its day, and once when it has passed.

Here of queries, returns and conditions; inspections remind of their findings with `remind_of` too.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, Protocol, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction, latest_today
from portal.audit.services import record
from portal.review import events
from portal.review.conditions import STANDING
from portal.review.last_days import open_ends
from portal.review.models import OPEN_QUESTION, Condition, IntentNotice, Query, Return
from portal.submissions.models import HOLDS_FORCE, State, Submission

logger = logging.getLogger(__name__)
REMIND_OF_END = 30  # days before the last day of an approval
T = TypeVar("T", bound=Model)
A = TypeVar("A", bound="HasJurisdiction")


class HasJurisdiction(Protocol):
    jurisdiction: Any


def remind() -> int:
    """Sends every reminder whose time has come, each in its own transaction. How many there were."""

    def of_case(signal: Signal) -> Callable[[Any, Submission, bool], object]:
        return lambda row, case, overdue: signal.send(
            sender=type(row), row=row, submission=case, overdue=overdue
        )

    return (
        remind_of(_open_queries(), OPEN_QUESTION, _case_of, _of_query)
        + remind_of(_open_returns(), {"resubmitted_at": None}, _case_of, of_case(events.return_due))
        + remind_of(
            _open_notices(),
            {"replied_at": None, "withdrawn_at": None, "concluded_at": None},
            _case_of,
            of_case(events.reply_due),
        )
        + remind_of(
            _unmet_conditions(),
            {"met_at": None, "reported_at": None},
            _of_condition,
            of_case(events.condition_due),
        )
        + _remind_of_ends()
    )


def _remind_of_ends() -> int:
    """Tells operators of approvals that end soon by themselves, once for each last day."""
    near = latest_today() + timedelta(days=REMIND_OF_END)
    rows = Submission.objects.filter(state__in=HOLDS_FORCE, in_force_to__lte=near)
    ending = rows.filter(Q(end_reminded_for=None) | ~Q(end_reminded_for=F("in_force_to")))
    return sum(_remind_of_end(row) for row in ending.order_by("pk"))


@transaction.atomic
def _remind_of_end(submission: Submission) -> bool:
    today, last = jurisdiction(submission.jurisdiction).today(), submission.in_force_to
    if last is None or not today <= last <= today + timedelta(days=REMIND_OF_END):
        return False
    if open_ends(submission):
        return False
    unsent = Submission.objects.filter(pk=submission.pk, state__in=HOLDS_FORCE, in_force_to=last)
    unsent = unsent.filter(Q(end_reminded_for=None) | ~Q(end_reminded_for=last))
    if not unsent.update(end_reminded_for=last):
        return False
    record(actor=None, action="reminder.end", obj=submission, after={"in_force_to": last})
    events.end_near.send(sender=Submission, submission=submission)
    return True


def _open_queries() -> QuerySet[Query]:
    """The first open question of each case: all that are open are due on one day."""
    earlier = Query.objects.filter(submission=OuterRef("submission"), pk__lt=OuterRef("pk"), **OPEN_QUESTION)
    rows = Query.objects.filter(~Exists(earlier), submission__state=State.QUERY_OPEN, **OPEN_QUESTION)
    return rows.select_related("submission")


def _of_query(row: Query, case: Submission, overdue: bool) -> None:
    """One reminder for all open questions of a case."""
    sent = _sent_columns("overdue_told_at" if overdue else "reminded_at")
    Query.objects.filter(submission=case, **OPEN_QUESTION).update(**sent)
    events.query_due.send(sender=Query, row=row, submission=case, overdue=overdue)


def _open_returns() -> QuerySet[Return]:
    rows = Return.objects.filter(resubmitted_at=None, due_on__isnull=False, submission__state=State.RETURNED)
    return rows.select_related("submission")


def _open_notices() -> QuerySet[IntentNotice]:
    rows = IntentNotice.objects.filter(replied_at=None, withdrawn_at=None, concluded_at=None)
    return rows.select_related("submission")


def _unmet_conditions() -> QuerySet[Condition]:
    rows = Condition.objects.filter(
        met_at=None, reported_at=None, due_on__isnull=False, decision__submission__state__in=STANDING
    )
    return rows.select_related("decision__submission")


def remind_of(
    rows: QuerySet[T],
    still_open: Mapping[str, object],
    about: Callable[[T], A],
    announce: Callable[[T, A, bool], object],
) -> int:
    """Sends the reminders of these rows that are due. How many there were.

    A row has `due_on`, `reminded_at` and `overdue_told_at`. `still_open` are values of its own columns that
    it has while it waits, `about` returns what the trail files it under, `announce` tells people.
    """
    # No day anywhere is further on than the furthest: the database leaves out what is far from due.
    furthest = latest_today()
    near = rows.filter(due_on__lte=furthest + timedelta(days=settings.REMIND_DAYS_BEFORE))
    sent = 0
    for row in near.filter(Q(reminded_at=None) | Q(overdue_told_at=None)).order_by("pk"):
        try:
            sent += _remind_of(row, about(row), still_open, announce)
        except Exception:  # one that cannot be sent does not stop the others
            logger.exception("No reminder of %s could be sent; it is tried again.", row)
    return sent


@transaction.atomic
def _remind_of(
    row: Any, about: A, still_open: Mapping[str, object], announce: Callable[[Any, A, bool], object]
) -> bool:
    column = _due_now(row, jurisdiction(about.jurisdiction).today())
    if column is None:
        return False
    # Two clocks may tick at once: the one whose row changes is the one that tells. Only columns of the row
    # itself are asked, so that the database looks at them again after it has waited.
    unsent = type(row).objects.filter(pk=row.pk, **{column: None, **still_open})
    if not unsent.update(**_sent_columns(column)):
        return False
    overdue = column == "overdue_told_at"
    record(
        actor=None,
        action="reminder.overdue" if overdue else "reminder.due",
        obj=about,
        after={"of": type(row).__name__.lower(), "due_on": row.due_on},
    )
    announce(row, about, overdue)
    return True


def _due_now(row: Any, today: date) -> str | None:
    """Which of the two reminders has to be sent today, by the column that remembers it."""
    if row.due_on is None:
        return None
    if row.due_on < today:
        return "overdue_told_at" if row.overdue_told_at is None else None
    near = row.due_on - today <= timedelta(days=settings.REMIND_DAYS_BEFORE)
    return "reminded_at" if near and row.reminded_at is None else None


def _sent_columns(column: str) -> dict[str, Any]:
    """A notice that the day has passed makes a reminder of it unnecessary."""
    now = timezone.now()
    return {column: now} if column == "reminded_at" else {column: now, "reminded_at": now}


def _case_of(row: Query | Return | IntentNotice) -> Submission:
    return row.submission


def _of_condition(condition: Condition) -> Submission:
    return condition.decision.submission
