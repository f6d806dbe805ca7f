"""The only writer of a submission's state.

Each function is one move of the table in transitions.py. It checks that the actor may see the case and do
this, that the case is in a state where the move starts and that the text is still the one the actor read;
then it writes state, move, audit row and the rest in one transaction. The trail has refused attempts too.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Table, User
from portal.accounts.permissions import can
from portal.audit.services import record
from portal.errors import BadValue, Conflict, NotPossible
from portal.register import services as register
from portal.review import answers, clock, decision_facts, decisions, document_orders, events, gate
from portal.review.models import Decision, Declaration, Explanation, Move, Query, Recommendation
from portal.review.required_input import require_no_conflict, require_reason, require_text
from portal.review.transitions import TRANSITIONS, obstacle
from portal.submissions import coverage, selectors, uploads
from portal.submissions.attempts import audited_attempt, concurrent_change
from portal.submissions.models import HOLDS_FORCE, State, Submission, Version
from portal.submissions.tables import facts_of_tables, proposed_tables, replaced_by
from portal.validation.services import ensure_full_run, ensure_run

__all__ = ["TRANSITIONS", "moves_open_to", "submit_gate", "unstated"]


def moves_open_to(actor: User, submission: Submission) -> set[str]:
    """The moves this person can make now: what a page offers as buttons."""
    return {
        name
        for name, transition in TRANSITIONS.items()
        if transition.permission is not None
        and can(actor, transition.permission)
        and not obstacle(transition, submission, actor)
        and not (
            name == "claim" and submission.assignee_id == actor.pk and submission.state == State.IN_REVIEW
        )
    }


def submit_gate(submission: Submission) -> list[dict[str, str]]:
    """The findings that need a reason or a waiver request before this draft can be submitted."""
    return gate.open_points(ensure_run(version=_version(submission)))


def unstated(submission: Submission) -> list[dict[str, str]]:
    """Choices the edition wants said before this draft can be submitted: path and message of each."""
    return gate.unstated(_version(submission))


# -- the operator's moves -----------------------------------------------------------------------------------


@audited_attempt("submission.submit")
def submit(
    *,
    actor: User,
    reference: str,
    digest: str,
    name: str,
    role: str,
    explanations: Iterable[Mapping[str, Any]] = (),
) -> Submission:
    """Submits the current version with the operator's declaration. It does not change from here on."""
    submission = _begin(actor, reference, "submit", digest)
    version = _version(submission)
    run = ensure_full_run(version=version)
    rows = gate.explain(run=run, actor=actor, version=version, explanations=explanations)
    if Declaration.objects.filter(version=version).exists():
        raise NotPossible(
            "This version was submitted before and returned to you. Amend it, then submit the new version."
        )
    Declaration.objects.create(
        version=version,
        name=require_text(name, "name", "Give the name of the person who makes the declaration."),
        role=require_text(role, "role", "Give their role in your organisation."),
        made_by=actor,
    )
    Explanation.objects.bulk_create(rows)
    uploads.freeze(version=version)
    named = [] if submission.all_tables else list(proposed_tables(submission))
    return _move(
        submission,
        "submit",
        actor,
        tables=named,
        submitted_version=version,
        submitted_at=timezone.now(),
        assignee=None,
    )


@audited_attempt("submission.withdraw")
def withdraw(*, actor: User, reference: str, reason: str = "") -> Submission:
    submission = _begin(actor, reference, "withdraw")
    return _move(submission, "withdraw", actor, reason.strip())


def answer_query(
    *, actor: User, reference: str, text: str, files: Iterable[answers.Given] = ()
) -> Submission:
    """Answers the open query in words, with files if need be. They are frozen with the answer."""
    stored: list[str] = []
    try:
        return _answer_query(actor=actor, reference=reference, text=text, files=files, stored=stored)
    except BaseException:
        answers.discard(stored)
        raise


@audited_attempt("submission.answer_query")
def _answer_query(
    *, actor: User, reference: str, text: str, files: Iterable[answers.Given], stored: list[str]
) -> Submission:
    submission = _begin(actor, reference, "answer_query")
    query = (
        Query.objects.select_for_update(no_key=True).filter(submission=submission, answered_at=None).first()
    )
    if query is None:
        raise NotPossible("This query has been answered already.")
    query.answer = require_text(text, "text", "Write your answer.", longest=10_000)
    query.answered_by, query.answered_at = actor, timezone.now()
    checked = answers.checked_files(files)
    query.save(update_fields=["answer", "answered_by", "answered_at"])
    answers.store(query, checked, stored)
    return _move(submission, "answer_query", actor, files=[file.filename for file in checked])


@audited_attempt("submission.surrender")
def surrender(*, actor: User, reference: str, reason: str, tables: Iterable[str] = ()) -> Submission:
    """Gives an approval up, or gives it up at some tables: by code or label."""
    submission = _begin(actor, reference, "surrender")
    reason = require_reason(reason, "Say why you give the approval up.")
    return _end(submission, "surrender", actor, reason, tables=coverage.part_of(submission, tables))


# -- the officer's moves ------------------------------------------------------------------------------------


@audited_attempt("submission.claim")
def claim(*, actor: User, reference: str) -> Submission:
    """Takes a submitted case, or takes one over from a colleague."""
    submission = _begin(actor, reference, "claim")
    others = submission.assignee if submission.assignee_id != actor.pk else None
    if others is None and submission.assignee_id and submission.state == State.IN_REVIEW:
        return submission
    taken_from = f"Taken over from {others}." if others else ""
    return _move(submission, "claim", actor, taken_from, assignee=actor)


@audited_attempt("submission.open_query")
def open_query(*, actor: User, reference: str, text: str, due_on: date) -> Submission:
    submission = _begin(actor, reference, "open_query")
    if due_on <= _today(submission):
        raise BadValue("Give the operator at least until tomorrow to answer.", field="due_on")
    question = require_text(text, "text", "Write the question.", longest=10_000)
    query = Query.objects.create(submission=submission, text=question, due_on=due_on, asked_by=actor)
    document_orders.order_query_letter(query, _version(submission))
    return _move(submission, "open_query", actor)


@audited_attempt("submission.return_for_amendment")
def return_for_amendment(*, actor: User, reference: str, digest: str, reason: str) -> Submission:
    submission = _begin(actor, reference, "return_for_amendment", digest)
    return _move(
        submission,
        "return_for_amendment",
        actor,
        require_reason(reason, "Say what the operator should amend."),
    )


@audited_attempt("submission.recommend")
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
    require_no_conflict(no_conflict)
    if outcome not in Recommendation.Outcome.values:
        raise BadValue("Recommend to approve or to refuse.", field="outcome")
    made = Recommendation.objects.create(
        version=_version(submission),
        outcome=outcome,
        reason=require_reason(reason, "Say what your recommendation rests on."),
        digest=digest,
        made_by=actor,
        no_conflict=True,
    )
    _move(submission, "recommend", actor)
    return made


# -- the approver's moves -----------------------------------------------------------------------------------


@audited_attempt("submission.send_back")
def send_back(*, actor: User, reference: str, reason: str) -> Submission:
    submission = _begin(actor, reference, "send_back")
    return _move(
        submission, "send_back", actor, require_reason(reason, "Tell the officer what to look at again.")
    )


@audited_attempt("submission.approve")
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
    require_no_conflict(no_conflict)
    in_force = coverage.lock_holders(submission)
    run = ensure_full_run(version=_version(submission))
    decision = decisions.approval(
        submission=submission,
        run=run,
        actor=actor,
        reason=reason,
        effective_on=effective_on,
        ends_on=ends_on,
        conditions=conditions,
        waivers=waivers,
    )
    tables = list(proposed_tables(submission))
    decided = _decide(submission, "approve", decision, tables)
    document_orders.order_approval_documents(decision, run, decided)
    if decision.effective_on is not None and decision.effective_on <= _today(submission):
        _come_into_force(decision, in_force, tables, on=decision.effective_on)
    return decision


@audited_attempt("submission.refuse")
def refuse(*, actor: User, reference: str, digest: str, reason: str, no_conflict: bool = False) -> Decision:
    submission = _begin(actor, reference, "refuse", digest)
    require_no_conflict(no_conflict)
    decision = decisions.refusal(
        submission=submission, version=_version(submission), actor=actor, reason=reason
    )
    _decide(submission, "refuse", decision)
    document_orders.order_refusal_letter(decision)
    return decision


@audited_attempt("submission.suspend")
def suspend(*, actor: User, reference: str, reason: str, tables: Iterable[str] = ()) -> Submission:
    """Suspends an approval, or suspends it at some tables: by code or label."""
    submission = _begin(actor, reference, "suspend")
    reason = require_reason(reason, "A suspension needs its reasons.")
    part = coverage.suspend(submission, coverage.part_of(submission, tables))
    return _publish(_move(submission, "suspend", actor, reason, tables=part), "suspended", part)


@audited_attempt("submission.lift_suspension")
def lift_suspension(
    *, actor: User, reference: str, reason: str = "", tables: Iterable[str] = ()
) -> Submission:
    submission = _begin(actor, reference, "lift_suspension")
    part = coverage.lift(submission, coverage.part_of(submission, tables))
    return _publish(
        _move(submission, "lift_suspension", actor, reason.strip(), tables=part), "reinstated", part
    )


@audited_attempt("submission.revoke")
def revoke(*, actor: User, reference: str, reason: str, tables: Iterable[str] = ()) -> Submission:
    """Revokes an approval, or revokes it at some tables: by code or label."""
    submission = _begin(actor, reference, "revoke")
    reason = require_reason(reason, "A revocation needs its reasons.")
    _end(submission, "revoke", actor, reason, tables=coverage.part_of(submission, tables))
    document_orders.order_revocation_letter(submission, _version(submission))
    return submission


# -- Baize's own moves, when a date comes -------------------------------------------------------------------


@transaction.atomic
def come_into_force(*, submission: Submission, on: date) -> Submission:
    """Puts an approval in force; what it replaces ends in the same transaction."""
    submission = Submission.objects.select_for_update(no_key=True).get(pk=submission.pk)
    _check(submission, "come_into_force", None)
    in_force = coverage.lock_holders(submission)
    decision = submission.decisions.get(version=submission.current_version)
    return _come_into_force(decision, in_force, list(proposed_tables(submission)), on=on)


@transaction.atomic
def expire(*, submission: Submission) -> Submission:
    """Ends a trial approval whose last day has passed."""
    submission = Submission.objects.select_for_update(no_key=True).get(pk=submission.pk)
    _check(submission, "expire", None)
    if submission.in_force_to is None or submission.in_force_to >= _today(submission):
        raise NotPossible(f"The last day of {submission.reference} has not passed.")
    return _end(submission, "expire", None, "The trial has ended.", on=submission.in_force_to)


# -- how a move is made -------------------------------------------------------------------------------------


def _begin(actor: User, reference: str, name: str, digest: str | None = None) -> Submission:
    submission = selectors.lock_submission(actor, reference, str(TRANSITIONS[name].permission))
    _check(submission, name, actor)
    if digest is not None and _version(submission).digest != digest:
        raise Conflict(
            f"{reference} was changed while you read it. Nothing was stored. Look at the new version.",
            theirs=submission.current_version,
            mine=digest,
        )
    return submission


def _check(submission: Submission, name: str, actor: User | None) -> None:
    problem = obstacle(TRANSITIONS[name], submission, actor)
    if problem:
        raise NotPossible(problem)


def _move(
    submission: Submission,
    name: str,
    actor: User | None,
    reason: str = "",
    *,
    files: Sequence[str] = (),
    tables: Sequence[Table] = (),
    **changes: Any,
) -> Submission:
    """The one place where a state is written, and with it the day the case is due.

    A move that concerns only some tables leaves the state that follows from all of them.
    """
    before = submission.state
    some = tables and before in HOLDS_FORCE
    target = coverage.standing(submission) if some else TRANSITIONS[name].target.value
    now = timezone.now()
    changes |= {"state": target, "state_since": now, **clock.due_change(submission, target, now)}
    if not Submission.objects.filter(pk=submission.pk, state=before).update(**changes):
        raise concurrent_change(submission.reference)
    for field, value in changes.items():  # the row is locked, so nothing else in it has changed
        setattr(submission, field, value)
    move = Move.objects.create(
        submission=submission,
        version=submission.current_version,
        name=name,
        from_state=before,
        to_state=target,
        actor=actor,
        reason=reason,
        at=now,
        tables=facts_of_tables(tables),
    )
    digest = submission.current_version.digest if submission.current_version else ""
    after = {"state": target, "digest": digest, "reason": reason}
    record(
        actor=actor,
        action=f"submission.{name}",
        obj=submission,
        before={"state": before},
        after=after
        | ({"files": list(files)} if files else {})
        | ({"tables": [table.label for table in tables]} if tables else {}),
    )
    events.moved.send(sender=Submission, submission=submission, move=move)
    return submission


def _decide(
    submission: Submission, name: str, decision: Decision, tables: Sequence[Table] = ()
) -> dict[str, Any]:
    """Writes the state that a decision brings and enters it in the register. Returns the decision's facts."""
    _move(submission, name, decision.decided_by, decision.reason, decided_at=decision.decided_at)
    decided = decision_facts.facts_of_decision(decision, tables)
    register.enter_decision(submission=submission, facts=decided)
    return decided


def _come_into_force(
    decision: Decision, in_force: list[Submission], tables: list[Table], *, on: date
) -> Submission:
    """Ends what was in force at these tables, then puts the approval in force there."""
    submission = decision.submission
    locked = {one.pk: one for one in in_force}
    for one, lost in replaced_by(submission, tables):
        reason = f"Superseded by {submission.reference}."
        _end(locked[one.pk], "supersede", None, reason, on=on, tables=lost)
    coverage.put_in_force(submission, tables, on=on, to=decision.ends_on)
    return _move(submission, "come_into_force", None, in_force_from=on, in_force_to=decision.ends_on)


def _end(
    submission: Submission,
    name: str,
    actor: User | None,
    reason: str,
    *,
    on: date | None = None,
    tables: Sequence[Table] = (),
) -> Submission:
    """Ends an approval on a day (today unless given), or only at these tables. The register says so."""
    last = on or _today(submission)
    outcome = TRANSITIONS[name].target.value
    part = coverage.end(submission, tables, ended_as=outcome, on=last)
    if part or submission.in_force_from is None:
        _move(submission, name, actor, reason, tables=part)
    else:
        _move(submission, name, actor, reason, in_force_to=max(last, submission.in_force_from))
    return _publish(submission, outcome, part)


def _publish(submission: Submission, outcome: str, tables: Sequence[Table] = ()) -> Submission:
    facts = decision_facts.facts_of_status(submission, outcome, tables)
    register.enter_decision(submission=submission, facts=facts)
    return submission


def _version(submission: Submission) -> Version:
    if submission.current_version is None:
        raise NotPossible(f"{submission.reference} has no rule set yet.")
    return submission.current_version


def _today(submission: Submission) -> date:
    return jurisdiction(submission.jurisdiction).today()
