"""Conditions of approvals: which are due, and the regulator's word that one is met or is open again."""

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from portal.accounts.models import User
from portal.accounts.permissions import can, require
from portal.audit.services import record
from portal.errors import NotFound, NotPossible
from portal.review import events
from portal.review.models import Condition
from portal.review.required_input import require_text
from portal.submissions import selectors
from portal.submissions.models import HOLDS_FORCE, State

# What ended has no conditions left to meet.
STANDING = (State.APPROVED, *HOLDS_FORCE)


def conditions(actor: User) -> QuerySet[Condition]:
    """Those of every approval the actor may see, met and unmet."""
    return Condition.objects.filter(decision__submission__in=selectors.submissions(actor)).select_related(
        "decision__submission__organisation", "decision__submission__property", "met_by"
    )


def conditions_due(actor: User) -> QuerySet[Condition]:
    """The unmet ones of approvals that stand, the earliest day first, those without a day last."""
    unmet = conditions(actor).filter(met_at=None, decision__submission__state__in=STANDING)
    return unmet.order_by(F("due_on").asc(nulls_last=True), "pk")


@transaction.atomic
def meet_condition(*, actor: User, condition_id: int, note: str) -> Condition:
    """The regulator has seen that a condition is met, and says by what."""
    condition = _held(actor, condition_id)
    if condition.met_at is not None:
        raise NotPossible("This condition is recorded as met already.")
    condition.met_note = require_text(
        note, "note", "Say what shows that the condition is met.", longest=2_000
    )
    condition.met_at, condition.met_by = timezone.now(), actor
    return _judged(actor, condition, "condition.meet", note=condition.met_note)


@transaction.atomic
def reopen_condition(*, actor: User, condition_id: int, note: str) -> Condition:
    """A condition recorded as met turns out not to be, or not any more. The trail keeps what was said."""
    condition = _held(actor, condition_id)
    if condition.met_at is None:
        raise NotPossible("This condition is open.")
    note = require_text(note, "note", "Say why the condition is open again.", longest=2_000)
    condition.met_at, condition.met_by, condition.met_note = None, None, ""
    # It will be due again: so the operator is reminded again.
    condition.reminded_at = condition.overdue_told_at = None
    return _judged(actor, condition, "condition.reopen", note=note)


def _held(actor: User, condition_id: int) -> Condition:
    row = conditions(actor).filter(pk=condition_id).first() if can(actor, "submission.view") else None
    if row is None:
        raise NotFound(f"There is no condition {condition_id}.")
    require(actor, "condition.judge")
    submission = row.decision.submission
    if submission.state not in STANDING:
        raise NotPossible(
            f"{submission.reference} is “{submission.get_state_display()}”. "
            "Its conditions stay as they were when it ended."
        )
    return Condition.objects.select_for_update(no_key=True).get(pk=condition_id)


def _judged(actor: User, condition: Condition, action: str, *, note: str) -> Condition:
    was = Condition.objects.get(pk=condition.pk)
    condition.save()
    submission = condition.decision.submission
    record(
        actor=actor,
        action=action,
        obj=submission,
        before={"condition": condition.text, "met_at": was.met_at, "note": was.met_note},
        after={"condition": condition.text, "met_at": condition.met_at, "note": note},
    )
    events.condition_judged.send(sender=Condition, condition=condition, actor=actor)
    return condition
