"""The only writer of a submission's state.

Each function is one move of the table in transitions.py. It checks that the actor may see the case and
may do this, that the case stands where the move starts and that the text is still the one the actor
looked at; then writes state, move, audit row and what belongs to it in one transaction. An attempt that
is turned away is in the audit trail too.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.accounts.permissions import can, require
from portal.audit.services import record
from portal.errors import BadValue, Conflict, DomainError, NotFound, NotPossible
from portal.register import services as register
from portal.review import events, facts, gate, papers
from portal.review.models import (
    Condition,
    Decision,
    Declaration,
    Explanation,
    GrantedWaiver,
    Move,
    Query,
    Recommendation,
)
from portal.review.statements import no_conflict_stated, reason_given, text_given
from portal.review.transitions import TRANSITIONS, latest_recommendation, obstacle
from portal.submissions import selectors, uploads
from portal.submissions.models import HOLDS_FORCE, Submission, Version
from portal.validation.services import ensure_full_run, ensure_run

__all__ = ["TRANSITIONS", "moves_open_to", "submit_gate", "unstated"]

logger = logging.getLogger(__name__)
F = TypeVar("F", bound=Callable[..., Any])


def moves_open_to(actor: User, submission: Submission) -> set[str]:
    """The moves this person can make now: what a page offers as buttons."""
    return {
        name
        for name, transition in TRANSITIONS.items()
        if transition.permission is not None
        and can(actor, transition.permission)
        and not obstacle(transition, submission, actor)
        and not (name == "claim" and submission.assignee_id == actor.pk)
    }


def submit_gate(submission: Submission) -> list[dict[str, str]]:
    """The findings that need a reason or a waiver request before this draft can be submitted."""
    return gate.open_points(ensure_run(version=_version(submission)))


def unstated(submission: Submission) -> list[dict[str, str]]:
    """Choices the edition wants said before this draft can be submitted: path and message of each."""
    return gate.unstated(_version(submission))


def _attempt(function: F) -> F:
    """Runs a move in one transaction; one that is turned away leaves its own row in the trail."""

    @functools.wraps(function)
    def move(*, actor: User, reference: str, **given: Any) -> Any:
        try:
            with transaction.atomic():
                return function(actor=actor, reference=reference, **given)
        except NotFound:
            raise
        except (DomainError, IntegrityError) as error:
            if isinstance(error, DomainError):
                refusal = error
            else:
                logger.warning("%s of %s met a database constraint: %s", function.__name__, reference, error)
                refusal = _overtaken(reference)
            submission = Submission.objects.filter(reference=reference).first()
            record(
                actor=actor,
                action=f"submission.{function.__name__}.turned_away",
                obj=submission,
                after={"because": refusal.message},
            )
            raise refusal from None

    return move  # type: ignore[return-value]


# -- the operator's moves -----------------------------------------------------------------------------------


@_attempt
def submit(
    *,
    actor: User,
    reference: str,
    digest: str,
    name: str,
    role: str,
    explanations: Iterable[Mapping[str, Any]] = (),
) -> Submission:
    """Hands in the current version with the operator's declaration. It is frozen from here on."""
    submission = _begin(actor, reference, "submit", digest)
    version = _version(submission)
    run = ensure_full_run(version=version)
    rows = gate.explain(run=run, actor=actor, version=version, explanations=explanations)
    if Declaration.objects.filter(version=version).exists():
        raise NotPossible(
            "This version was handed in before and returned to you. Amend it, then submit the new version."
        )
    Declaration.objects.create(
        version=version,
        name=text_given(name, "name", "Give the name of the person who makes the declaration."),
        role=text_given(role, "role", "Give their role in your organisation."),
        made_by=actor,
    )
    Explanation.objects.bulk_create(rows)
    uploads.freeze(version=version)
    return _move(
        submission, "submit", actor, submitted_version=version, submitted_at=timezone.now(), assignee=None
    )


@_attempt
def withdraw(*, actor: User, reference: str, reason: str = "") -> Submission:
    submission = _begin(actor, reference, "withdraw")
    return _move(submission, "withdraw", actor, reason.strip())


@_attempt
def answer_query(*, actor: User, reference: str, text: str) -> Submission:
    submission = _begin(actor, reference, "answer_query")
    answered = Query.objects.filter(submission=submission, answered_at=None).update(
        answer=text_given(text, "text", "Write your answer.", longest=10_000),
        answered_by=actor,
        answered_at=timezone.now(),
    )
    if not answered:
        raise NotPossible("This query has been answered already.")
    return _move(submission, "answer_query", actor)


@_attempt
def surrender(*, actor: User, reference: str, reason: str) -> Submission:
    submission = _begin(actor, reference, "surrender")
    return _end(submission, "surrender", actor, reason_given(reason, "Say why you give the approval up."))


# -- the officer's moves ------------------------------------------------------------------------------------


@_attempt
def claim(*, actor: User, reference: str) -> Submission:
    """Takes a submitted case, or takes one over from a colleague."""
    submission = _begin(actor, reference, "claim")
    if submission.assignee_id == actor.pk:
        return submission
    taken_from = f"Taken over from {submission.assignee}." if submission.assignee else ""
    return _move(submission, "claim", actor, taken_from, assignee=actor)


@_attempt
def open_query(*, actor: User, reference: str, text: str, due_on: date) -> Submission:
    submission = _begin(actor, reference, "open_query")
    if due_on <= _today(submission):
        raise BadValue("Give the operator at least until tomorrow to answer.", field="due_on")
    question = text_given(text, "text", "Write the question.", longest=10_000)
    query = Query.objects.create(submission=submission, text=question, due_on=due_on, asked_by=actor)
    papers.of_query(query)
    return _move(submission, "open_query", actor)


@_attempt
def return_for_amendment(*, actor: User, reference: str, digest: str, reason: str) -> Submission:
    submission = _begin(actor, reference, "return_for_amendment", digest)
    return _move(
        submission, "return_for_amendment", actor, reason_given(reason, "Say what the operator should amend.")
    )


@_attempt
def recommend(
    *,
    actor: User,
    reference: str,
    digest: str,
    outcome: str = Recommendation.Outcome.APPROVE,
    reason: str,
    no_conflict: bool = False,
) -> Recommendation:
    submission = _begin(actor, reference, "recommend", digest)
    no_conflict_stated(no_conflict)
    if outcome not in Recommendation.Outcome.values:
        raise BadValue("Recommend to approve or to refuse.", field="outcome")
    made = Recommendation.objects.create(
        version=_version(submission),
        outcome=outcome,
        reason=reason_given(reason, "Say what your recommendation rests on."),
        digest=digest,
        made_by=actor,
        no_conflict=True,
    )
    _move(submission, "recommend", actor)
    return made


# -- the approver's moves -----------------------------------------------------------------------------------


@_attempt
def send_back(*, actor: User, reference: str, reason: str) -> Submission:
    submission = _begin(actor, reference, "send_back")
    return _move(
        submission, "send_back", actor, reason_given(reason, "Tell the officer what to look at again.")
    )


@_attempt
def approve(
    *,
    actor: User,
    reference: str,
    digest: str,
    reason: str = "",
    effective_on: date | None = None,
    ends_on: date | None = None,
    conditions: Iterable[Mapping[str, Any]] = (),
    waivers: Iterable[int] = (),
    no_conflict: bool = False,
) -> Decision:
    """Approves the version with this digest: decision, register entry and document row in one transaction."""
    submission = _begin(actor, reference, "approve", digest)
    no_conflict_stated(no_conflict)
    version, recommendation = _version(submission), _recommendation(submission)
    reason = reason.strip()
    if recommendation.outcome == Recommendation.Outcome.REFUSE and not reason:
        raise BadValue("The officer recommended to refuse. Say why you decide otherwise.", field="reason")
    today = _today(submission)
    effective_on = effective_on or today
    if effective_on < today:
        raise BadValue("An approval takes effect today or later.", field="effective_on")
    if ends_on is not None and ends_on <= effective_on:
        raise BadValue("A trial ends after the day it takes effect.", field="ends_on")
    run = ensure_run(version=version)
    granted = gate.granted_waivers(run=run, submission=submission, waivers=waivers)
    terms = [c for c in conditions if str(c.get("text", "")).strip()]
    decision = Decision.objects.create(
        submission=submission,
        version=version,
        outcome=Decision.Outcome.APPROVED_WITH_CONDITIONS if terms else Decision.Outcome.APPROVED,
        reason=reason,
        digest=digest,
        recommended_by_id=recommendation.made_by_id,
        decided_by=actor,
        effective_on=effective_on,
        ends_on=ends_on,
        no_conflict=True,
    )
    Condition.objects.bulk_create(
        Condition(decision=decision, text=str(c["text"]).strip(), due_on=c.get("due_on")) for c in terms
    )
    GrantedWaiver.objects.bulk_create(GrantedWaiver(decision=decision, explanation=e) for e in granted)
    _move(submission, "approve", actor, reason, decided_at=decision.decided_at)
    register.enter_decision(submission=submission, facts=facts.of_decision(decision))
    papers.of_approval(decision)
    if effective_on <= today:
        come_into_force(submission=submission, on=effective_on)
    return decision


@_attempt
def refuse(*, actor: User, reference: str, digest: str, reason: str, no_conflict: bool = False) -> Decision:
    submission = _begin(actor, reference, "refuse", digest)
    no_conflict_stated(no_conflict)
    decision = Decision.objects.create(
        submission=submission,
        version=_version(submission),
        outcome=Decision.Outcome.REFUSED,
        reason=reason_given(reason, "A refusal needs its reasons."),
        digest=digest,
        recommended_by_id=_recommendation(submission).made_by_id,
        decided_by=actor,
        no_conflict=True,
    )
    _move(submission, "refuse", actor, decision.reason, decided_at=decision.decided_at)
    register.enter_decision(submission=submission, facts=facts.of_decision(decision))
    papers.of_refusal(decision)
    return decision


@_attempt
def suspend(*, actor: User, reference: str, reason: str) -> Submission:
    submission = _begin(actor, reference, "suspend")
    _move(submission, "suspend", actor, reason_given(reason, "A suspension needs its reasons."))
    return _publish(submission, "suspended")


@_attempt
def lift_suspension(*, actor: User, reference: str, reason: str = "") -> Submission:
    submission = _begin(actor, reference, "lift_suspension")
    _move(submission, "lift_suspension", actor, reason.strip())
    return _publish(submission, "reinstated")


@_attempt
def revoke(*, actor: User, reference: str, reason: str) -> Submission:
    submission = _begin(actor, reference, "revoke")
    _end(submission, "revoke", actor, reason_given(reason, "A revocation needs its reasons."))
    papers.of_revocation(submission)
    return submission


# -- Baize's own moves, when a date comes -------------------------------------------------------------------


@transaction.atomic
def come_into_force(*, submission: Submission, on: date) -> Submission:
    """Puts an approval in force; the one it takes over from ends in the same transaction."""
    submission = Submission.objects.select_for_update().get(pk=submission.pk)
    _check(submission, "come_into_force", None)
    former = Submission.objects.select_for_update().filter(
        property_id=submission.property_id, game=submission.game, state__in=HOLDS_FORCE
    )
    for one in former.exclude(pk=submission.pk):
        _end(one, "supersede", None, f"Superseded by {submission.reference}.", on=on)
    decision = submission.decisions.get(version_id=submission.current_version_id)
    return _move(submission, "come_into_force", None, in_force_from=on, in_force_to=decision.ends_on)


@transaction.atomic
def expire(*, submission: Submission) -> Submission:
    """Ends a trial approval whose last day has passed."""
    submission = Submission.objects.select_for_update().get(pk=submission.pk)
    _check(submission, "expire", None)
    if submission.in_force_to is None or submission.in_force_to >= _today(submission):
        raise NotPossible(f"The last day of {submission.reference} has not passed.")
    return _end(submission, "expire", None, "The trial has ended.", on=submission.in_force_to)


# -- how a move is made -------------------------------------------------------------------------------------


def _begin(actor: User, reference: str, name: str, digest: str | None = None) -> Submission:
    selectors.submission(actor, reference)
    require(actor, str(TRANSITIONS[name].permission))
    submission = Submission.objects.select_for_update().get(reference=reference)
    _check(submission, name, actor)
    if digest is not None and _version(submission).digest != digest:
        raise Conflict(
            f"{reference} was changed while you read it. Nothing was stored. Look at the new version.",
            theirs=submission.current_version,
            mine=digest,
        )
    return submission


def _check(submission: Submission, name: str, actor: User | None) -> None:
    found = obstacle(TRANSITIONS[name], submission, actor)
    if found:
        raise NotPossible(found)


def _move(
    submission: Submission, name: str, actor: User | None, reason: str = "", **changes: Any
) -> Submission:
    """The one place where a state is written."""
    before, target = submission.state, TRANSITIONS[name].target
    now = timezone.now()
    moved = Submission.objects.filter(pk=submission.pk, state=before).update(
        state=target, state_since=now, **changes
    )
    if not moved:
        raise _overtaken(submission.reference)
    submission.refresh_from_db()
    move = Move.objects.create(
        submission=submission,
        version_id=submission.current_version_id,
        name=name,
        from_state=before,
        to_state=target,
        actor=actor,
        reason=reason,
        at=now,
    )
    version = submission.current_version
    record(
        actor=actor,
        action=f"submission.{name}",
        obj=submission,
        before={"state": before},
        after={"state": target, "digest": version.digest if version else "", "reason": reason},
    )
    events.moved.send(sender=Submission, submission=submission, move=move)
    return submission


def _end(
    submission: Submission, name: str, actor: User | None, reason: str, on: date | None = None
) -> Submission:
    """Ends an approval on a day (today unless given) and says so in the register."""
    last = on or _today(submission)
    if submission.in_force_from is not None:
        _move(submission, name, actor, reason, in_force_to=max(last, submission.in_force_from))
    else:
        _move(submission, name, actor, reason)
    return _publish(submission, submission.state)


def _publish(submission: Submission, outcome: str) -> Submission:
    register.enter_decision(submission=submission, facts=facts.of_standing(submission, outcome))
    return submission


def _version(submission: Submission) -> Version:
    if submission.current_version is None:
        raise NotPossible(f"{submission.reference} has no rule set yet.")
    return submission.current_version


def _recommendation(submission: Submission) -> Recommendation:
    made = latest_recommendation(submission)
    if made is None or made.digest != _version(submission).digest:
        raise NotPossible("Nobody has recommended this version yet.")
    return made


def _overtaken(reference: str) -> Conflict:
    return Conflict(f"Someone else acted on {reference} at the same moment. Nothing of yours was stored.")


def _today(submission: Submission) -> date:
    return jurisdiction(submission.jurisdiction).today()
