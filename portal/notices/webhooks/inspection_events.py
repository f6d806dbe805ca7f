"""Webhook messages about inspections, to the operator of the table and to the regulator that inspected it."""

from typing import Any

from django.conf import settings
from django.dispatch import receiver

from portal.accounts.models import Organisation
from portal.inspections import events
from portal.inspections.models import FindingStep, Inspection, InspectionFinding
from portal.notices.models import Endpoint, WebhookEvent
from portal.notices.webhooks.events import create_message


@receiver(events.finished)
def inspection_finished(*, inspection: Inspection, **_: Any) -> None:
    data = {
        "outcome": inspection.outcome,
        "findings": [finding.pk for finding in inspection.findings.all()],
        "digest": inspection.digest or None,
    }
    _send(WebhookEvent.INSPECTION_FINISHED, inspection, data)


@receiver(events.finding_moved)
def finding_moved(*, finding: InspectionFinding, step: FindingStep, **_: Any) -> None:
    data = {
        "finding": finding.pk,
        "step": step.kind,
        "state": finding.state,
        "clause": finding.item.clause or None,
        "due_on": finding.due_on.isoformat(),
    }
    _send(WebhookEvent.FINDING_MOVED, finding.inspection, data)


def _send(event: WebhookEvent, inspection: Inspection, details: dict[str, Any]) -> None:
    sides = (inspection.organisation_id, inspection.regulator_id)
    endpoints = Endpoint.objects.filter(organisation__in=sides, active=True).select_related("organisation")
    for endpoint in endpoints.order_by("pk"):
        if event in endpoint.events:
            data = {**_inspection(inspection, endpoint.organisation), **details}
            create_message(endpoint, event, data, about=_reference(inspection))


def _inspection(inspection: Inspection, organisation: Organisation) -> dict[str, Any]:
    page = f"regulator/inspections/{inspection.pk}" if organisation.is_regulator else "operator/findings"
    return {
        "inspection": inspection.pk,
        "reference": _reference(inspection) or None,
        "jurisdiction": inspection.jurisdiction,
        "operator": str(inspection.organisation),
        "property": str(inspection.table.property),
        "table": inspection.table.code,
        "url": f"{settings.SITE_URL}/{page}/",
    }


def _reference(inspection: Inspection) -> str:
    return inspection.version.submission.reference if inspection.version else ""
