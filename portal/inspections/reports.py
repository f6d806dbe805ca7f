"""Figures of finished inspections over a time: by casino and outcome, and findings by clause."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.inspections import selectors
from portal.inspections.models import FindingState, Inspection, InspectionFinding, InspectionOutcome
from portal.review.reports import Period, moments, own_codes


@dataclass(frozen=True)
class CasinoFigures:
    casino: str
    operator: str
    in_order: int
    not_in_order: int
    findings: int
    unclosed: int


@dataclass(frozen=True)
class ClauseFigures:
    edition_id: str  # "" where no rules were in force at the table
    clause: str
    findings: int
    closed: int


def by_casino(actor: User, asked: Period, jurisdiction: str = "") -> list[CasinoFigures]:
    """Each casino that was inspected, the one with the most inspections not in order first."""
    rows = (
        _inspections(actor, asked, jurisdiction)
        .order_by()
        .values_list("table__property__name", "organisation__name")
        .annotate(
            in_order=Count("pk", filter=Q(outcome=InspectionOutcome.IN_ORDER), distinct=True),
            not_in_order=Count("pk", filter=Q(outcome=InspectionOutcome.NOT_IN_ORDER), distinct=True),
            found=Count("findings", distinct=True),
            unclosed=Count("findings", filter=~Q(findings__state=FindingState.CLOSED), distinct=True),
        )
    )
    figures = [CasinoFigures(*row) for row in rows]
    return sorted(figures, key=lambda row: (-row.not_in_order, -row.in_order, row.casino))


def by_clause(actor: User, asked: Period, jurisdiction: str = "") -> list[ClauseFigures]:
    """Each clause behind a finding, the most frequent first."""
    rows = (
        InspectionFinding.objects.filter(inspection__in=_inspections(actor, asked, jurisdiction))
        .order_by()
        .values_list("inspection__version__submission__edition", "item__clause")
        .annotate(found=Count("pk"), closed=Count("pk", filter=Q(state=FindingState.CLOSED)))
    )
    figures = [ClauseFigures(edition or "", *rest) for edition, *rest in rows]
    return sorted(figures, key=lambda row: (-row.findings, row.edition_id, row.clause))


def _inspections(actor: User, asked: Period, jurisdiction: str) -> QuerySet[Inspection]:
    """Finished on a day of the period, in the place of each jurisdiction."""
    require(actor, "review.view")
    days = Q(pk__in=[])
    for code in own_codes(actor, jurisdiction):
        days |= Q(jurisdiction=code, finished_at__range=moments(code, asked))
    return selectors.inspections(actor).filter(days)
