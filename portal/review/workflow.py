"""The moves of a submission: the only way in which its state changes (moving.py writes it).

Each function is one move of the table in transitions.py. It checks that the actor may see the case and do
this, that the case is in a state where the move starts and that the text is still the one the actor read;
then it writes state, move, audit row and the rest in one transaction. The trail has refused attempts too.
The moves that end an approval, or prepare its end, are in endings.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone

from portal.accounts.models import User
from portal.accounts.permissions import can, require
from portal.audit.services import record
from portal.errors import BadValue
from portal.review import (
    answers,
    decisions,
    document_orders,
    events,
    gate,
    moving,
    queries,
    receipts,
    returns,
)
from portal.review.endings import end_as_planned as end_as_planned
from portal.review.endings import expire as expire
from portal.review.endings import give_notice_of_intent as give_notice_of_intent
from portal.review.endings import plan_revocation as plan_revocation
from portal.review.endings import plan_surrender as plan_surrender
from portal.review.endings import reply_to_notice as reply_to_notice
from portal.review.endings import revoke as revoke
from portal.review.endings import surrender as surrender
from portal.review.endings import take_back_revocation as take_back_revocation
from portal.review.endings import take_back_surrender as take_back_surrender
from portal.review.endings import withdraw_notice as withdraw_notice
from portal.review.models import Decision, Query, Recommendation, Return
from portal.review.queue_actions import officers
from portal.review.required_input import require_no_conflict, require_reason
from portal.review.terms import checked_terms
from portal.review.transitions import TRANSITIONS, obstacle
from portal.submissions import coverage
from portal.submissions.attempts import audited_attempt
from portal.submissions.models import State, Submission
from portal.submissions.tables import proposed_tables
from portal.text import limited_text
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
    return gate.open_points(ensure_run(version=moving.version_of(submission)))


def unstated(submission: Submission) -> list[dict[str, str]]:
    """Choices the edition wants said before this draft can be submitted: path and message of each."""
    return gate.unstated(moving.version_of(submission))


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
    reply: str | None = None,
) -> Submission:
    """Submits the current version with the operator's declaration. It does not change from here on.

    After a return, `reply` says how the operator dealt with it; without one, what was kept with the draft.
    """
    submission = moving.begin(actor, reference, "submit", digest)
    version = moving.version_of(submission)
    run = ensure_full_run(version=version)
    gate.declare(run=run, actor=actor, version=version, name=name, role=role, explanations=explanations)
    Return.objects.filter(submission=submission, resubmitted_at=None).update(resubmitted_at=timezone.now())
    named = [] if submission.all_tables else list(proposed_tables(submission))
    moving.move(
        submission,
        "submit",
        actor,
        returns.take_reply(submission, reply),
        tables=named,
        submitted_version=version,
        submitted_at=timezone.now(),
        # After a return, the officer who had it goes on with it.
        assignee=officers(submission).filter(pk=submission.assignee_id).first()
        if submission.assignee_id
        else None,
    )
    receipts.order_receipt(submission, version)
    return submission


def require_move(*, actor: User, reference: str, name: str) -> None:
    """Refuse a move before its form is read, to those who may not make it or have to show a second factor."""

    @audited_attempt(f"submission.{name}")
    def ask(*, actor: User, reference: str) -> None:
        require(actor, str(TRANSITIONS[name].permission))

    ask(actor=actor, reference=reference)


@audited_attempt("submission.withdraw")
def withdraw(*, actor: User, reference: str, reason: str = "") -> Submission:
    submission = moving.begin(actor, reference, "withdraw")
    return moving.move(submission, "withdraw", actor, limited_text(reason, field="reason"))


def answer_query(
    *,
    actor: User,
    reference: str,
    text: str,
    question: int | None = None,
    files: Iterable[answers.GivenFile] = (),
) -> Submission:
    """Answers one question; the only open one if none is named."""
    given = queries.Answered(question=question, text=text, files=files)
    return answer_queries(actor=actor, reference=reference, given=[given])


def answer_queries(*, actor: User, reference: str, given: Sequence[queries.Answered]) -> Submission:
    """Answers questions in words, with files if need be, which are frozen with the answer.

    The case goes on when the last question is answered or withdrawn.
    """
    with answers.kept_if_done() as stored:
        return _answer_queries(actor=actor, reference=reference, given=given, stored=stored)


@audited_attempt("submission.answer_query")
def _answer_queries(
    *, actor: User, reference: str, given: Sequence[queries.Answered], stored: list[str]
) -> Submission:
    submission = moving.begin(actor, reference, "answer_query")
    rows = queries.answer(submission=submission, actor=actor, given=given, stored=stored)
    if queries.is_open(submission):
        return submission
    files = [file.filename for row in rows for file in row.answer_files]
    return moving.move(submission, "answer_query", actor, files=files)


# -- the officer's moves ------------------------------------------------------------------------------------


@audited_attempt("submission.claim")
def claim(*, actor: User, reference: str) -> Submission:
    """Takes a submitted case, or takes one over from a colleague."""
    submission = moving.begin(actor, reference, "claim")
    others = submission.assignee if submission.assignee_id != actor.pk else None
    if others is None and submission.assignee_id and submission.state == State.IN_REVIEW:
        return submission
    taken_from = f"Taken over from {others}." if others else ""
    return moving.move(submission, "claim", actor, taken_from, assignee=actor)


def open_query(
    *,
    actor: User,
    reference: str,
    due_on: date,
    text: str = "",
    files: Iterable[answers.GivenFile] = (),
    questions: Sequence[queries.Asked] = (),
) -> Submission:
    """Asks the operator a question, or several at once, with files; the answers are due on one day."""
    asked = list(questions)
    if text or files or not asked:
        asked.insert(0, queries.Asked(text=text, files=files))
    with answers.kept_if_done() as stored:
        return _open_query(actor=actor, reference=reference, asked=asked, due_on=due_on, stored=stored)


@audited_attempt("submission.open_query")
def _open_query(
    *, actor: User, reference: str, asked: Sequence[queries.Asked], due_on: date, stored: list[str]
) -> Submission:
    submission = moving.begin(actor, reference, "open_query")
    rows = queries.ask(submission=submission, actor=actor, asked=asked, due_on=due_on, stored=stored)
    document_orders.order_query_letter(rows, moving.version_of(submission))
    files = [file.filename for row in rows for file in row.question_files]
    return moving.move(submission, "open_query", actor, files=files, said={"questions": len(rows)})


@audited_attempt("submission.withdraw_query")
def withdraw_query(
    *, actor: User, reference: str, reason: str = "", question: int | None = None
) -> Submission:
    """Withdraws one question; the only open one if none is named. After the last one the review continues."""
    submission = moving.begin(actor, reference, "withdraw_query")
    row = queries.withdraw(submission=submission, actor=actor, question=question, reason=reason)
    if not queries.is_open(submission):
        return moving.move(submission, "withdraw_query", actor, row.withdrawn_reason)
    events.question_withdrawn.send(sender=Query, row=row, submission=submission)
    return submission


@audited_attempt("submission.return_for_amendment")
def return_for_amendment(
    *, actor: User, reference: str, digest: str, reason: str, due_on: date | None = None
) -> Submission:
    """Sends the case back to the operator to amend it, by a day if one is given."""
    submission = moving.begin(actor, reference, "return_for_amendment", digest)
    reason = require_reason(reason, "Enter what the operator should amend.")
    if due_on is not None and due_on <= moving.today_at(submission):
        raise BadValue("Give the operator at least until tomorrow to submit it again.", field="due_on")
    Return.objects.create(submission=submission, due_on=due_on, returned_by=actor)
    return moving.move(submission, "return_for_amendment", actor, reason, said={"due_on": due_on})


@audited_attempt("submission.recommend")
def recommend(
    *,
    actor: User,
    reference: str,
    digest: str,
    outcome: str = Recommendation.Outcome.APPROVE,
    reason: str,
    effective_on: date | None = None,
    ends_on: date | None = None,
    conditions: Iterable[Mapping[str, Any]] = (),
    waivers: Iterable[int] = (),
    no_conflict: bool = False,
) -> Recommendation:
    """Recommends to approve, with the terms the officer proposes, or to refuse."""
    submission = moving.begin(actor, reference, "recommend", digest)
    require_no_conflict(no_conflict)
    if outcome not in Recommendation.Outcome.values:
        raise BadValue("Choose whether you recommend to approve or to refuse.", field="outcome")
    version = moving.version_of(submission)
    proposed = checked_terms(
        submission=submission,
        version=version,
        effective_on=effective_on,
        ends_on=ends_on,
        conditions=conditions,
        waivers=waivers,
    )
    if proposed and outcome == Recommendation.Outcome.REFUSE:
        raise BadValue(
            "Conditions, dates and waivers belong to an approval. Clear them, or recommend to approve.",
            field="outcome",
        )
    made = Recommendation.objects.create(
        version=version,
        outcome=outcome,
        reason=require_reason(reason, "Enter the reasons for your recommendation."),
        digest=digest,
        made_by=actor,
        no_conflict=True,
        **proposed.stored,
    )
    # What is proposed to the approver is not the operator's to read: so its row is the regulator's own.
    record(
        actor=actor,
        action="review.recommend",
        obj=submission,
        organisation=actor.organisation,
        after={"version": version.number, "outcome": outcome, **proposed.stored},
    )
    moving.move(submission, "recommend", actor)
    return made


# -- the approver's moves -----------------------------------------------------------------------------------


@audited_attempt("submission.send_back")
def send_back(*, actor: User, reference: str, reason: str) -> Submission:
    submission = moving.begin(actor, reference, "send_back")
    return moving.move(
        submission, "send_back", actor, require_reason(reason, "Enter what the officer should look at again.")
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
    submission = moving.begin(actor, reference, "approve", digest)
    require_no_conflict(no_conflict)
    in_force = coverage.lock_holders(submission)
    run = ensure_full_run(version=moving.version_of(submission))
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
    decided = moving.decide(submission, "approve", decision, tables)
    document_orders.order_approval_documents(decision, run, decided)
    if decision.effective_on is not None and decision.effective_on <= moving.today_at(submission):
        moving.put_in_force(decision, in_force, tables, on=decision.effective_on)
    return decision


@audited_attempt("submission.refuse")
def refuse(*, actor: User, reference: str, digest: str, reason: str, no_conflict: bool = False) -> Decision:
    submission = moving.begin(actor, reference, "refuse", digest)
    require_no_conflict(no_conflict)
    decision = decisions.refusal(
        submission=submission, version=moving.version_of(submission), actor=actor, reason=reason
    )
    moving.decide(submission, "refuse", decision)
    document_orders.order_refusal_letter(decision)
    return decision


@audited_attempt("submission.suspend")
def suspend(*, actor: User, reference: str, reason: str, tables: Iterable[str] = ()) -> Submission:
    """Suspends an approval, or suspends it at some tables: by code or label."""
    submission = moving.begin(actor, reference, "suspend")
    reason = require_reason(reason, "Enter the reasons for the suspension.")
    part = coverage.suspend(submission, coverage.part_of(submission, tables))
    moving.publish(moving.move(submission, "suspend", actor, reason, tables=part), "suspended", part)
    document_orders.order_suspension_letter(submission, moving.version_of(submission))
    return submission


@audited_attempt("submission.lift_suspension")
def lift_suspension(
    *, actor: User, reference: str, reason: str = "", tables: Iterable[str] = ()
) -> Submission:
    submission = moving.begin(actor, reference, "lift_suspension")
    part = coverage.lift(submission, coverage.part_of(submission, tables))
    return moving.publish(
        moving.move(submission, "lift_suspension", actor, limited_text(reason, field="reason"), tables=part),
        "reinstated",
        part,
    )


# -- Baize's own moves, when a date comes -------------------------------------------------------------------


@transaction.atomic
def come_into_force(*, submission: Submission, on: date) -> Submission:
    """Puts an approval in force; what it replaces ends in the same transaction."""
    submission = Submission.objects.select_for_update(no_key=True).get(pk=submission.pk)
    moving.check(submission, "come_into_force", None)
    in_force = coverage.lock_holders(submission)
    decision = submission.decisions.get(version=submission.current_version)
    return moving.put_in_force(decision, in_force, list(proposed_tables(submission)), on=on)
