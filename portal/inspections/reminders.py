"""Reminds operators of findings to remedy, and tells both sides of those overdue."""

from portal.inspections import events
from portal.inspections.models import FindingState, Inspection, InspectionFinding
from portal.review.reminders import remind_of


def remind() -> int:
    """Sends every reminder whose time has come. How many there were."""
    rows = InspectionFinding.objects.filter(state=FindingState.OPEN).select_related(
        "item", "inspection__table__property", "inspection__organisation"
    )
    return remind_of(rows, {"state": FindingState.OPEN}, _inspection_of, _announce)


def _inspection_of(finding: InspectionFinding) -> Inspection:
    return finding.inspection


def _announce(finding: InspectionFinding, inspection: Inspection, overdue: bool) -> None:
    events.finding_due.send(sender=InspectionFinding, finding=finding, overdue=overdue)
