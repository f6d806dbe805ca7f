"""Notices about inspections: to the operator what is to be done, to the regulator what waits for its word."""

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, User
from portal.accounts.selectors import people_with
from portal.inspections import events
from portal.inspections.models import FindingStep, Inspection, InspectionFinding
from portal.notices.models import Topic
from portal.notices.services import notify
from portal.text import format_day

# To the operator, by what was done with a finding.
TOLD = {
    FindingStep.Kind.SENT_BACK: "The regulator sent back your remedy of “{label}” at {table}. "
    "It is due on {due}.",
    FindingStep.Kind.CLOSED: "The regulator closed the finding “{label}” at {table}.",
    FindingStep.Kind.REOPENED: "The finding “{label}” at {table} is open again. Its remedy is due on {due}.",
    FindingStep.Kind.SUSPENDED: "Because of the finding “{label}”, the approval at {table} is suspended.",
}


@receiver(events.finished)
def inspection_finished(*, inspection: Inspection, **_: Any) -> None:
    findings = list(inspection.findings.all())
    day = format_day(jurisdiction(inspection.jurisdiction).today(inspection.finished_at))
    if findings:
        count = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
        text = (
            f"{inspection.table} was inspected on {day}: {count} to remedy by "
            f"{format_day(findings[0].due_on)}."
        )
        _tell(_operator(inspection), text, "/operator/findings/", topic=Topic.WORK)
    else:
        text = f"{inspection.table} was inspected on {day}: in order."
        _tell(_operator(inspection), text, "/operator/findings/", topic=Topic.PROGRESS)
    people = [person for person in _judges(inspection) if person.pk != inspection.inspector_id]
    _tell(people, text, f"/regulator/inspections/{inspection.pk}/", topic=Topic.PROGRESS)


@receiver(events.finding_moved)
def finding_moved(*, finding: InspectionFinding, step: FindingStep, **_: Any) -> None:
    inspection = finding.inspection
    if step.kind == FindingStep.Kind.ANSWERED:
        text = f"{inspection.organisation} reports a remedy of “{_label(finding)}” at {inspection.table}."
        _tell(_judges(inspection), text, _regulators_page(finding), topic=Topic.WORK)
        return
    text = TOLD[FindingStep.Kind(step.kind)].format(
        label=_label(finding), table=inspection.table, due=format_day(finding.due_on)
    )
    needs_work = step.kind in (FindingStep.Kind.SENT_BACK, FindingStep.Kind.REOPENED)
    topic = Topic.WORK if needs_work else Topic.DECISION
    _tell(_operator(inspection), text, _operators_page(finding), topic=topic)


@receiver(events.finding_due)
def finding_due(*, finding: InspectionFinding, overdue: bool, **_: Any) -> None:
    inspection = finding.inspection
    due = f"{'was' if overdue else 'is'} due on {format_day(finding.due_on)}"
    text = f"The remedy of “{_label(finding)}” at {inspection.table} {due}."
    _tell(_operator(inspection), text, _operators_page(finding), topic=Topic.REMINDER)
    if overdue:
        _tell(_judges(inspection), text, _regulators_page(finding), topic=Topic.REMINDER)


def _tell(people: Iterable[User], text: str, url: str, *, topic: Topic) -> None:
    notify(people=people, subject="Inspection of a table", text=text, topic=topic, url=url)


def _operator(inspection: Inspection) -> Iterable[User]:
    roles = (Role.OPERATOR_SUBMITTER, Role.OPERATOR_ADMIN)
    return people_with(*roles, organisation_id=inspection.organisation_id)


def _judges(inspection: Inspection) -> Iterable[User]:
    roles = (Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER)
    return people_with(*roles, organisation_id=inspection.regulator_id)


def _label(finding: InspectionFinding) -> str:
    label = finding.item.label
    return label if len(label) <= 100 else f"{label[:99]}…"


def _operators_page(finding: InspectionFinding) -> str:
    return f"/operator/findings/{finding.pk}/"


def _regulators_page(finding: InspectionFinding) -> str:
    return f"/regulator/findings/{finding.pk}/"
