"""The only writer of a finding's state: the operator's remedy, and the regulator's word on it."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.audit.services import record
from portal.errors import BadValue, NotPossible
from portal.inspections import events, photos, selectors
from portal.inspections.models import FindingState, FindingStep, InspectionFinding
from portal.inspections.photos import GivenPhoto
from portal.inspections.services import LATEST_REMEDY, LONGEST_REMARK
from portal.review import workflow
from portal.review.required_input import require_text
from portal.submissions.models import Coverage, Submission
from portal.submissions.tables import coverage_at
from portal.text import format_day, limited_text

Kind = FindingStep.Kind


def answer(*, actor: User, finding_id: int, text: str, files: Iterable[GivenPhoto] = ()) -> InspectionFinding:
    """The operator says what was done, with photos. They are frozen with the answer."""
    pictures = photos.checked_photos(files, field="file")
    stored: list[str] = []
    try:
        with transaction.atomic():
            finding = _held(actor, finding_id, "inspection.answer", FindingState.OPEN)
            words = _words(text, "Enter what was done to remedy it.")
            step = _move(finding, Kind.ANSWERED, FindingState.ANSWERED, actor, words)
            photos.store(pictures, stored, actor=actor, visit=finding.inspection, step=step)
            _announce(finding, step, actor, photos=photos.facts(pictures))
    except BaseException:
        photos.discard(stored)
        raise
    return finding


@transaction.atomic
def send_back(*, actor: User, finding_id: int, text: str, due_on: date) -> InspectionFinding:
    """The remedy is not enough: the operator has until another day."""
    finding = _held(actor, finding_id, "inspection.judge", FindingState.ANSWERED)
    words = _words(text, "Enter what is still to be done.")
    _give_until(finding, due_on)
    step = _move(finding, Kind.SENT_BACK, FindingState.OPEN, actor, words, due_on=due_on)
    _announce(finding, step, actor)
    return finding


@transaction.atomic
def close(*, actor: User, finding_id: int, text: str) -> InspectionFinding:
    """The regulator is satisfied, or finds it settled in another way."""
    finding = _held(actor, finding_id, "inspection.judge", FindingState.OPEN, FindingState.ANSWERED)
    words = _words(text, "Enter what shows that it is in order now.")
    finding.closed_at = timezone.now()
    step = _move(finding, Kind.CLOSED, FindingState.CLOSED, actor, words)
    _announce(finding, step, actor)
    return finding


@transaction.atomic
def reopen(*, actor: User, finding_id: int, text: str, due_on: date) -> InspectionFinding:
    """A closed finding turns out not to be settled, or was closed by mistake."""
    finding = _held(actor, finding_id, "inspection.judge", FindingState.CLOSED)
    words = _words(text, "Enter why it is open again.")
    _give_until(finding, due_on)
    finding.closed_at = None
    step = _move(finding, Kind.REOPENED, FindingState.OPEN, actor, words, due_on=due_on)
    _announce(finding, step, actor)
    return finding


@transaction.atomic
def suspend(*, actor: User, finding_id: int, reason: str) -> InspectionFinding:
    """Suspends the approval at that table by the workflow, and links the suspension with the finding."""
    finding = _held(actor, finding_id, "review.suspend", FindingState.OPEN, FindingState.ANSWERED)
    approval = approval_to_suspend(finding)
    if approval is None:
        raise NotPossible(
            f"No approval is in force at {finding.inspection.table}, so there is none to suspend."
        )
    table = finding.inspection.table
    workflow.suspend(actor=actor, reference=approval.reference, reason=reason, tables=[table.code])
    finding.suspension = approval.moves.filter(name="suspend").latest("pk")
    step = _move(finding, Kind.SUSPENDED, finding.state, actor, limited_text(reason, field="reason"))
    _announce(finding, step, actor, reference=approval.reference)
    return finding


def approval_to_suspend(finding: InspectionFinding) -> Submission | None:
    """The approval in force at the table of a finding; None if there is none or it is suspended there."""
    held = coverage_at(finding.inspection.table)
    return held.submission if held and held.state == Coverage.IN_FORCE else None


def _held(actor: User, finding_id: int, permission: str, *states: FindingState) -> InspectionFinding:
    """The finding, locked, in one of these states."""
    seen = selectors.finding(actor, finding_id)
    require(actor, permission)
    finding = InspectionFinding.objects.select_for_update(no_key=True).get(pk=seen.pk)
    if finding.state not in states:
        raise NotPossible(
            f"Finding {finding_id} is “{finding.get_state_display()}”. Nothing was changed; look at it again."
        )
    return finding


def _give_until(finding: InspectionFinding, due_on: date) -> None:
    today = jurisdiction(finding.inspection.jurisdiction).today()
    if not today < due_on <= today + LATEST_REMEDY:
        raise BadValue(f"Choose a day after {format_day(today)}, within a year.", field="due_on")
    # It is due again: so the operator is reminded again.
    finding.due_on, finding.reminded_at, finding.overdue_told_at = due_on, None, None


def _move(
    finding: InspectionFinding, kind: str, state: str, actor: User, text: str, due_on: date | None = None
) -> FindingStep:
    finding.state = state
    finding.save()
    return FindingStep.objects.create(finding=finding, kind=kind, text=text, due_on=due_on, by=actor)


def _announce(finding: InspectionFinding, step: FindingStep, actor: User, **more: Any) -> None:
    record(
        actor=actor,
        action=f"inspection.finding.{step.kind}",
        obj=finding.inspection,
        after={"finding": finding.item.label, "text": step.text, "due_on": finding.due_on, **more},
    )
    events.finding_moved.send(sender=InspectionFinding, finding=finding, step=step)


def _words(text: str, message: str) -> str:
    return require_text(text, "text", message, longest=LONGEST_REMARK)
