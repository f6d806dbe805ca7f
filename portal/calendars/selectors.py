"""The days that concern a person, from what they may see. No names of people: programs copy a calendar."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from portal.accounts.absences import own_and_deputised
from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.inspections.models import FindingState
from portal.inspections.selectors import findings
from portal.review.conditions import conditions_due, conditions_to_meet
from portal.review.models import IntentNotice, LimitNotice
from portal.review.selectors import open_queries, open_returns
from portal.submissions.models import CLOCK_RUNS, HOLDS_FORCE, State, Submission
from portal.submissions.selectors import submissions

MOST = 1000  # of each kind, the earliest first
PAST = timedelta(days=60)  # how long a day that needs no answer stays


@dataclass(frozen=True)
class Day:
    """Something that is due, ends or begins on a day."""

    uid: str  # what it is about: stays when the day moves
    day: date
    summary: str
    description: str
    path: str
    category: str

    @property
    def content(self) -> dict[str, Any]:
        """As it is stored, to see whether it changed."""
        values = asdict(self) | {"day": self.day.isoformat()}
        del values["uid"]
        return values


def days(actor: User, *, own_cases_only: bool = False) -> list[Day]:
    """Everything for this person's calendar. A person who may see no case has an empty one."""
    if not can(actor, "submission.view"):
        return []
    entries = [day for source in SOURCES for day in source(actor, own_cases_only)]
    return sorted(entries, key=lambda each: (each.day, each.uid))


def _cases_due(actor: User, own_only: bool) -> Iterator[Day]:
    """The days by which the regulator wants to decide."""
    if not can(actor, "review.view"):
        return
    rows = _cases(actor).filter(state__in=CLOCK_RUNS, due_on__isnull=False)
    if own_only:
        rows = rows.filter(assignee__in=own_and_deputised(actor))
    deputised = own_and_deputised(actor)
    for row in rows.order_by("due_on", "pk")[:MOST]:
        if row.assignee_id == actor.pk:
            who, category = "assigned to you", "Your cases"
        elif row.assignee_id in deputised:
            who, category = "you stand in", "Your cases"
        else:
            who, category = ("with a colleague" if row.assignee_id else "unassigned"), "Cases"
        yield _day(actor, row, "case", row.pk, row.due_on, f"decision due ({who})", category)


def _queries_due(actor: User, own_only: bool) -> Iterator[Day]:
    """One day for all open questions of a case."""
    rows = open_queries(actor)
    if actor.is_regulator and own_only:
        rows = rows.filter(Q(asked_by=actor) | Q(submission__assignee__in=own_and_deputised(actor)))
    what = "answer due from the operator" if actor.is_regulator else "answer the regulator’s question"
    seen: set[int] = set()
    for row in _with_case(rows, "submission")[:MOST]:
        if row.submission_id in seen:
            continue
        seen.add(row.submission_id)
        yield _day(actor, row.submission, "query", row.pk, row.due_on, what, "Questions")


def _returns_due(actor: User, own_only: bool) -> Iterator[Day]:
    """The days by which returned cases should be submitted again."""
    rows = open_returns(actor).filter(due_on__isnull=False)
    if actor.is_regulator and own_only:
        rows = rows.filter(submission__assignee__in=own_and_deputised(actor))
    what = "amended rules due from the operator" if actor.is_regulator else "submit the amended rules"
    for row in _with_case(rows, "submission")[:MOST]:
        yield _day(actor, row.submission, "return", row.pk, row.due_on, what, "Returns")


def _replies_due(actor: User, own_only: bool) -> Iterator[Day]:
    """The days until which operators may reply to notices of intent to revoke."""
    rows = IntentNotice.objects.filter(
        replied_at=None, withdrawn_at=None, concluded_at=None, submission__in=submissions(actor)
    )
    if actor.is_regulator and own_only:
        rows = rows.filter(Q(given_by=actor) | Q(submission__assignee__in=own_and_deputised(actor)))
    what = "last day for a reply to the notice of intent"
    for row in _with_case(rows, "submission").order_by("due_on", "pk")[:MOST]:
        yield _day(actor, row.submission, "intent", row.pk, row.due_on, what, "Notices of intent")


def _conditions_due(actor: User, own_only: bool) -> Iterator[Day]:
    # What the operator has reported waits for the regulator.
    rows = conditions_due(actor) if actor.is_regulator else conditions_to_meet(actor)
    rows = rows.filter(due_on__isnull=False)
    if actor.is_regulator and own_only:
        rows = rows.filter(decision__submission__assignee__in=own_and_deputised(actor))
    what = "condition due" if actor.is_regulator else "meet a condition"
    for row in rows.select_related("decision__submission__edition")[:MOST]:
        if row.due_on is not None:
            case = row.decision.submission
            yield _day(actor, case, "condition", row.pk, row.due_on, what, "Conditions", more=row.text)


def _approvals_ending(actor: User, own_only: bool) -> Iterator[Day]:
    """The last days of approvals that have one. Those that expired stay for a while."""
    ended = Q(state=State.EXPIRED, in_force_to__gte=timezone.now().date() - PAST)
    rows = _cases(actor).filter(Q(state__in=HOLDS_FORCE) | ended, in_force_to__isnull=False)
    if actor.is_regulator and own_only:
        rows = rows.filter(assignee__in=own_and_deputised(actor))
    for row in rows.order_by("in_force_to", "pk")[:MOST]:
        yield _day(actor, row, "end", row.pk, row.in_force_to, "last day of the approval", "Approvals")


def _limits_taking_effect(actor: User, own_only: bool) -> Iterator[Day]:
    if not actor.is_operator:
        return
    since = timezone.now() - PAST
    rows = LimitNotice.objects.filter(submission__in=submissions(actor), takes_effect_at__gte=since)
    for row in (
        _with_case(rows, "submission").select_related("table").order_by("takes_effect_at", "pk")[:MOST]
    ):
        day = _local_day(row.takes_effect_at, row.submission)
        what = f"new limits at {row.table.label}"
        yield _day(actor, row.submission, "limits", row.pk, day, what, "Limits")


def _remedies_due(actor: User, own_only: bool) -> Iterator[Day]:
    """The days by which the findings of inspections have to be remedied."""
    rows = findings(actor).filter(state=FindingState.OPEN)
    if actor.is_regulator and own_only:
        rows = rows.filter(inspection__inspector=actor)
    what = "remedy due" if actor.is_regulator else "remedy a finding of an inspection"
    page = "/regulator/inspections/{}/" if actor.is_regulator else "/operator/findings/"
    for row in rows.order_by("due_on", "pk")[:MOST]:
        table = row.inspection.table
        yield Day(
            uid=f"remedy-{row.pk}",
            day=row.due_on,
            summary=f"{table.label}: {what}, {table.property}",
            description=f"{row.item.label}\n{table.property.organisation}",
            path=page.format(row.inspection_id),
            category="Inspections",
        )


SOURCES: tuple[Callable[[User, bool], Iterator[Day]], ...] = (
    _cases_due,
    _queries_due,
    _replies_due,
    _returns_due,
    _conditions_due,
    _approvals_ending,
    _limits_taking_effect,
    _remedies_due,
)


def _day(
    actor: User, case: Submission, kind: str, pk: int, day: date, what: str, category: str, more: str = ""
) -> Day:
    page = "regulator:case" if actor.is_regulator else "operator:submission"
    about = f"{case.edition.title}, {case.organisation}"
    return Day(
        uid=f"{kind}-{pk}",
        day=day,
        summary=f"{case.reference}: {what}, {case.property}",
        description=f"{more}\n{about}" if more else about,
        path=reverse(page, args=[case.reference]),
        category=category,
    )


def _cases(actor: User) -> Any:
    """Without the rule sets, which are long."""
    rows = submissions(actor).select_related(None).select_related("organisation", "property", "edition")
    return rows.defer("edition__document")


def _with_case(rows: Any, case: str) -> Any:
    return rows.select_related(f"{case}__organisation", f"{case}__property", f"{case}__edition")


def _local_day(moment: datetime, case: Submission) -> date:
    return jurisdiction(case.jurisdiction).today(moment)
