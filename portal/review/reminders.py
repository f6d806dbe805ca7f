"""Reminds of what is due: once before its day, and once when it has passed.

Here of queries and conditions; inspections remind of their findings with `remind_of` too.
"""

import logging
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Any, Protocol, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from portal.accounts.jurisdictions import JURISDICTIONS, jurisdiction
from portal.audit.services import record
from portal.review import events
from portal.review.conditions import STANDING
from portal.review.models import Condition, Query
from portal.submissions.models import State, Submission

logger = logging.getLogger(__name__)
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

    return remind_of(
        _open_queries(), {"answered_at": None}, _of_query, of_case(events.query_due)
    ) + remind_of(_unmet_conditions(), {"met_at": None}, _of_condition, of_case(events.condition_due))


def _open_queries() -> QuerySet[Query]:
    rows = Query.objects.filter(answered_at=None, submission__state=State.QUERY_OPEN)
    return rows.select_related("submission")


def _unmet_conditions() -> QuerySet[Condition]:
    rows = Condition.objects.filter(
        met_at=None, due_on__isnull=False, decision__submission__state__in=STANDING
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
    furthest = max(where.today() for where in JURISDICTIONS.values())
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


def _of_query(query: Query) -> Submission:
    return query.submission


def _of_condition(condition: Condition) -> Submission:
    return condition.decision.submission
