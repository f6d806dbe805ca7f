"""Ticking off findings: an officer's sign to colleagues, and to itself later, that each was dealt with."""

from django.db import transaction

from portal.accounts.models import User
from portal.audit.services import record
from portal.errors import BadValue, NotFound, NotPossible
from portal.review.findings import findings_by_key, ticks, unticked
from portal.review.guards import is_the_assignee
from portal.review.models import Tick
from portal.submissions import selectors
from portal.submissions.models import State, Submission, Version

__all__ = ["tick", "ticks", "untick", "unticked"]


@transaction.atomic
def tick(*, actor: User, reference: str, finding_key: str, note: str = "") -> Tick:
    """Ticks a finding off, once; a second tick brings the note up to date."""
    submission, version = _under_review(actor, reference)
    if finding_key not in findings_by_key(version):
        raise NotFound(f"{reference} has no such finding in version {version.number}.", field="finding")
    note = note.strip()
    if len(note) > 2_000:
        raise BadValue("Use at most 2000 characters.", field="note")
    row, _ = Tick.objects.update_or_create(
        version=version, finding=finding_key, defaults={"ticked_by": actor, "note": note}
    )
    _record(actor, "review.tick", submission, after={"finding": finding_key, "note": note})
    return row


@transaction.atomic
def untick(*, actor: User, reference: str, finding_key: str) -> None:
    """Takes a tick back: the finding has to be looked at again."""
    submission, version = _under_review(actor, reference)
    row = Tick.objects.filter(version=version, finding=finding_key).first()
    if row is None:
        raise NotFound("That finding is not marked as dealt with.", field="finding")
    row.delete()
    _record(actor, "review.untick", submission, before={"finding": finding_key, "note": row.note})


def _under_review(actor: User, reference: str) -> tuple[Submission, Version]:
    submission = selectors.lock_submission(actor, reference, "review.recommend")
    if submission.state != State.IN_REVIEW or submission.submitted_version is None:
        raise NotPossible(
            f"{reference} is “{submission.get_state_display()}”. "
            f"Findings are marked as dealt with while a case is “{State.IN_REVIEW.label}”."
        )
    hindered = is_the_assignee(submission, actor)
    if hindered:
        raise NotPossible(hindered)
    return submission, submission.submitted_version


def _record(
    actor: User,
    action: str,
    submission: Submission,
    *,
    before: dict[str, str] | None = None,
    after: dict[str, str] | None = None,
) -> None:
    # For the regulator only: the operator does not see how it works through a case.
    organisation = actor.organisation
    record(actor=actor, action=action, obj=submission, organisation=organisation, before=before, after=after)
