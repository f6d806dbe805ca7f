"""Which table to inspect next: the tables with rules in force, by points that the page explains."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.utils import timezone

from portal.accounts import selectors as accounts
from portal.accounts.jurisdictions import all_jurisdictions, jurisdiction
from portal.accounts.models import Table, User
from portal.accounts.permissions import can
from portal.inspections.models import FindingState, Inspection, InspectionFinding
from portal.review.models import Condition, GrantedWaiver
from portal.submissions.models import HOLDS_AT_TABLE, CoveredTable
from portal.text import format_day

LONG_AGO = timedelta(days=365)

# Points of each reason, as the page lists them.
OVERDUE, NEVER, OPEN, LONG, WAIVED, CONDITION = 40, 30, 20, 15, 15, 10
POINTS = (
    (OVERDUE, "for each finding whose remedy is overdue"),
    (OPEN, "for each other finding that is not closed"),
    (NEVER, "if you have never inspected the table"),
    (LONG, "if the last inspection is more than a year ago"),
    (WAIVED, "for each breach that was waived in the approval"),
    (CONDITION, "for each unmet condition of the approval that has a due date"),
)


@dataclass(frozen=True)
class RiskRow:
    """A table, its points and why it has them."""

    table: Table
    points: int
    reasons: list[str]
    last_visit: date | None
    under_way: bool


def tables_by_risk(actor: User) -> QuerySet[Table]:
    """Tables in use with rules in force or open findings, the most points first, then the last visited."""
    rows = accounts.tables(actor).filter(active=True).select_related("property__organisation")
    if not (actor.is_regulator and can(actor, "inspection.view")):
        return rows.none()
    visits = Inspection.objects.filter(table=OuterRef("pk"), regulator=actor.organisation_id)
    rows = rows.annotate(
        approval_id=_approval(),
        overdue=_count(_open_findings(actor).filter(state=FindingState.OPEN).filter(_day_passed())),
        unclosed=_count(_open_findings(actor)),
        last_visit=Subquery(
            visits.filter(finished_at__isnull=False)
            .order_by()
            .values("table")
            .annotate(last=Max("finished_at"))
            .values("last")
        ),
        under_way=Exists(visits.filter(finished_at=None, cancelled_at=None)),
        waived=_count(GrantedWaiver.objects.filter(decision__submission=OuterRef("approval_id"))),
        conditions=_count(
            Condition.objects.filter(
                decision__submission=OuterRef("approval_id"), met_at=None, due_on__isnull=False
            )
        ),
    )
    unvisited = Case(
        When(last_visit=None, then=Value(NEVER)),
        When(last_visit__lt=timezone.now() - LONG_AGO, then=Value(LONG)),
        default=Value(0),
        output_field=IntegerField(),
    )
    points = (
        F("overdue") * (OVERDUE - OPEN)
        + F("unclosed") * OPEN
        + F("waived") * WAIVED
        + F("conditions") * CONDITION
        + unvisited
    )
    listed = rows.filter(Q(approval_id__isnull=False) | Q(unclosed__gt=0))
    return listed.annotate(points=points).order_by("-points", F("last_visit").asc(nulls_first=True), "pk")


def explained(tables: Iterable[Table]) -> list[RiskRow]:
    """Rows of `tables_by_risk` with the reasons in words."""
    return [_explained(table) for table in tables]


def _explained(table: Table) -> RiskRow:
    row: dict[str, int] = {
        name: getattr(table, name) for name in ("overdue", "unclosed", "waived", "conditions")
    }
    visit = getattr(table, "last_visit", None)
    day = jurisdiction(table.property.jurisdiction).today(visit) if visit else None
    others = row["unclosed"] - row["overdue"]
    reasons = [
        *_counted(row["overdue"], "finding overdue", "findings overdue"),
        *_counted(others, "open finding", "open findings"),
        *_counted(row["waived"], "breach waived", "breaches waived"),
        *_counted(row["conditions"], "condition due", "conditions due"),
    ]
    if visit is None:
        reasons.append("never inspected")
    elif visit < timezone.now() - LONG_AGO:
        reasons.append(f"last inspected more than a year ago, on {format_day(day)}" if day else "")
    if getattr(table, "approval_id", None) is None:
        reasons.append("no rules in force")
    return RiskRow(table, getattr(table, "points", 0), reasons, day, getattr(table, "under_way", False))


def _counted(number: int, one: str, many: str) -> Sequence[str]:
    return [f"{number} {one if number == 1 else many}"] if number else []


def _approval() -> Subquery:
    """The approval that holds at a table, as `approval_at` finds it for one table."""
    held = CoveredTable.objects.filter(table=OuterRef("pk"), state__in=HOLDS_AT_TABLE)
    return Subquery(held.values("submission")[:1])


def _open_findings(actor: User) -> QuerySet[InspectionFinding]:
    return InspectionFinding.objects.filter(
        inspection__table=OuterRef("pk"),
        inspection__regulator=actor.organisation_id,
        inspection__finished_at__isnull=False,
    ).exclude(state=FindingState.CLOSED)


def _day_passed() -> Q:
    """Due before today, in each jurisdiction's own place."""
    passed = Q()
    for where in all_jurisdictions():
        passed |= Q(inspection__jurisdiction=where.code, due_on__lt=where.today())
    return passed


def _count(rows: QuerySet[InspectionFinding] | QuerySet[GrantedWaiver] | QuerySet[Condition]) -> Coalesce:
    """How many rows there are, as part of another query."""
    counted = rows.order_by().annotate(one=Value(1)).values("one").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
