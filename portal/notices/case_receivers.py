"""Notices about a case: a receiver for its moves, whose texts are in the table, and for each other event."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django.dispatch import receiver

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Role, User
from portal.accounts.selectors import people_with
from portal.documents import events as document_events
from portal.documents.models import Document, DocumentKind
from portal.notices.models import Topic
from portal.notices.services import notify
from portal.review import events
from portal.review.models import (
    Comment,
    Condition,
    ConditionStep,
    IntentNotice,
    LimitNotice,
    Move,
    Query,
    Return,
)
from portal.review.selectors import operator_due_on
from portal.review.transitions import TRANSITIONS
from portal.review.variation import open_variation
from portal.submissions.models import Submission
from portal.text import format_day, format_moment
from portal.validation.events import found_differently
from portal.validation.recheck import FindingsChange

Recipients = Callable[[Submission], Iterable[User]]


def operator(submission: Submission) -> Iterable[User]:
    roles = (Role.OPERATOR_SUBMITTER, Role.OPERATOR_ADMIN)
    return people_with(*roles, organisation_id=submission.organisation_id)


def officers(submission: Submission) -> Iterable[User]:
    return people_with(Role.REGULATOR_OFFICER, jurisdiction=submission.jurisdiction)


def approvers(submission: Submission) -> Iterable[User]:
    return people_with(Role.REGULATOR_APPROVER, jurisdiction=submission.jurisdiction)


def assignee(submission: Submission) -> Iterable[User]:
    return [submission.assignee] if submission.assignee and submission.assignee.is_active else []


RECIPIENTS: dict[str, Recipients] = {
    "operator": operator,
    "officers": lambda submission: () if submission.assignee_id else officers(submission),
    "approvers": approvers,
    "assignee": assignee,
}


@receiver(events.moved)
def case_moved(*, submission: Submission, move: Move, **_: Any) -> None:
    transition = TRANSITIONS[move.name]
    place = f"{submission.property} ({move.table_words})" if move.tables else str(submission.property)
    for recipients, template in transition.notices.items():
        text = template.format(
            reference=submission.reference,
            operator=submission.organisation,
            property=place,
            day=format_day(move.day) if move.day else "",
        )
        if recipients == "operator" and transition.due and (due_on := operator_due_on(submission)):
            text = f"{text} {transition.due.format(due_on=format_day(due_on))}"
        people = [person for person in RECIPIENTS[recipients](submission) if person.pk != move.actor_id]
        notify_about_case(people, submission, text, topic=Topic(transition.topic), by=move.actor_id)


@receiver(events.moved)
def receipt(*, submission: Submission, move: Move, **_: Any) -> None:
    """To everyone who submits for the operator, and to the person who did."""
    if move.name != "submit" or move.version is None:
        return
    where = jurisdiction(submission.jurisdiction)
    by = f", by {format_day(submission.due_on)}" if submission.due_on else ""
    text = (
        f"{submission.reference} for {submission.property} was submitted on "
        f"{format_day(move.at.astimezone(where.zone))}, version {move.version.number}. The regulator aims "
        f"to decide within {where.review_days} working days{by}. The receipt lists what was sent."
    )
    people = {person.pk: person for person in [*operator(submission), *([move.actor] if move.actor else [])]}
    notify(
        people=people.values(),
        subject=f"{submission.reference}: receipt for your submission",
        text=_shorten(text),
        topic=Topic.PROGRESS,
        url=f"/operator/submissions/{submission.reference}/receipt/",
        submission=submission,
    )


@receiver(events.assigned)
def case_assigned(*, submission: Submission, actor: User, **_: Any) -> None:
    people = [person for person in assignee(submission) if person.pk != actor.pk]
    text = f"{actor.name} assigned {submission.reference} from {submission.organisation} to you."
    notify_about_case(people, submission, text, topic=Topic.WORK, by=actor.pk)


@receiver(events.commented)
def comment_added(*, comment: Comment, **_: Any) -> None:
    if not comment.shown_to_operator:
        return
    submission = comment.submission
    text = f"The regulator added a remark to {submission.reference} for {submission.property}."
    notify_about_case(operator(submission), submission, text, topic=Topic.PROGRESS)


# To the operator, by what the regulator did with a condition.
CONDITION_TOLD = {
    ConditionStep.Kind.MET: "is recorded as met",
    ConditionStep.Kind.SENT_BACK: "is sent back: it is not met yet",
    ConditionStep.Kind.REOPENED: "is open again",
}


@receiver(events.condition_moved)
def condition_moved(*, step: ConditionStep, **_: Any) -> None:
    condition = step.condition
    submission = condition.decision.submission
    if step.kind == ConditionStep.Kind.REPORTED:
        text = f"{submission.organisation} reports a condition of {submission.reference} as met: {condition}"
        people = [*(assignee(submission) or officers(submission)), *approvers(submission)]
        notify_about_case(people, submission, _shorten(text), topic=Topic.WORK)
        return
    told = CONDITION_TOLD[ConditionStep.Kind(step.kind)]
    text = f"A condition of {submission.reference} for {submission.property} {told}: {condition}"
    topic = Topic.DECISION if step.kind == ConditionStep.Kind.MET else Topic.WORK
    notify_about_case(operator(submission), submission, _shorten(text), topic=topic)


@receiver(events.query_extended)
def query_extended(*, submission: Submission, due_on: date, **_: Any) -> None:
    day = format_day(due_on)
    text = f"You have until {day} to answer what the regulator asks about {submission.reference}."
    notify_about_case(operator(submission), submission, text, topic=Topic.WORK)


@receiver(events.question_withdrawn)
def question_withdrawn(*, row: Query, submission: Submission, **_: Any) -> None:
    text = (
        f"The regulator withdrew question {row.number} about {submission.reference}. You need not answer it."
    )
    notify_about_case(operator(submission), submission, text, topic=Topic.PROGRESS)


@receiver(events.query_due)
def query_due(*, row: Query, submission: Submission, overdue: bool, **_: Any) -> None:
    due = format_day(row.due_on)
    if overdue:
        text = (
            f"{submission.organisation} has not answered your question about {submission.reference}. "
            f"The answer was due on {due}."
        )
        notify_about_case(assignee(submission), submission, text, topic=Topic.REMINDER)
        text = f"Your answer about {submission.reference} was due on {due}. The regulator is waiting for it."
    else:
        text = f"Your answer to the question about {submission.reference} is due on {due}."
    notify_about_case(operator(submission), submission, text, topic=Topic.REMINDER)


@receiver(events.return_due)
def return_due(*, row: Return, submission: Submission, overdue: bool, **_: Any) -> None:
    if row.due_on is None:
        return
    due = format_day(row.due_on)
    if overdue:
        text = (
            f"{submission.organisation} has not submitted {submission.reference} again. It was due by {due}."
        )
        notify_about_case(assignee(submission), submission, text, topic=Topic.REMINDER)
        text = (
            f"{submission.reference} was due to be submitted again by {due}. The regulator is waiting for it."
        )
    else:
        text = f"{submission.reference} was returned to you. Submit it again by {due}."
    notify_about_case(operator(submission), submission, text, topic=Topic.REMINDER)


@receiver(events.reply_due)
def reply_due(*, row: IntentNotice, submission: Submission, overdue: bool, **_: Any) -> None:
    due = format_day(row.due_on)
    if overdue:
        text = (
            f"{submission.organisation} has not replied to the notice of intent to revoke "
            f"{submission.reference}. The last day to reply was {due}."
        )
        people = {*assignee(submission), row.given_by, *approvers(submission)}
        notify_about_case(people, submission, text, topic=Topic.REMINDER)
        text = f"The last day to reply to the notice of intent to revoke {submission.reference} was {due}."
    else:
        text = f"You may reply to the notice of intent to revoke {submission.reference} until {due}."
    notify_about_case(operator(submission), submission, text, topic=Topic.REMINDER)


@receiver(events.end_near)
def end_near(*, submission: Submission, **_: Any) -> None:
    if submission.in_force_to is None:
        return
    last = format_day(submission.in_force_to)
    other = open_variation(submission)
    if other is not None and other.renewal:
        todo = f"The renewal {other.reference} is under way."
    else:
        todo = "To continue after that, renew it on its page."
    text = f"The approval {submission.reference} for {submission.property} ends on {last}. {todo}"
    notify_about_case(operator(submission), submission, text, topic=Topic.REMINDER)


@receiver(events.condition_due)
def condition_due(*, row: Condition, submission: Submission, overdue: bool, **_: Any) -> None:
    if row.due_on is None:
        return
    due = f"{'was' if overdue else 'is'} due on {format_day(row.due_on)}"
    text = _shorten(f"A condition of {submission.reference} {due}: {row.text}")
    people = [*operator(submission), *(approvers(submission) if overdue else ())]
    notify_about_case(people, submission, text, topic=Topic.REMINDER)


@receiver(events.limits_changed)
def limits_changed(*, notice: LimitNotice, **_: Any) -> None:
    submission = notice.submission
    moment = notice.takes_effect_at.astimezone(jurisdiction(submission.jurisdiction).zone)
    text = (
        f"{submission.organisation} changes the limits at {notice.table} under {submission.reference}, "
        f"from {format_moment(moment)}."
    )
    notify_about_case(officers(submission), submission, text, topic=Topic.LIMITS)


@receiver(found_differently)
def findings_changed(*, submission: Submission, change: FindingsChange, **_: Any) -> None:
    text = (
        f"{submission.reference} for {submission.property} was checked again because {change.because}. "
        f"{len(change.appeared)} findings are new, {len(change.gone)} no longer apply."
    )
    notify_about_case(operator(submission), submission, text, topic=Topic.CHECK)


@receiver(document_events.issued)
def document_issued(*, document: Document, **_: Any) -> None:
    """Only for the certificate: guide and sign come with it, and a letter's own move sends a notice."""
    if document.kind != DocumentKind.CERTIFICATE:
        return
    submission = document.submission
    text = f"The certificate of {submission.reference} for {submission.property} is ready."
    notify_about_case(operator(submission), submission, text, topic=Topic.DOCUMENT)


@receiver(document_events.failed)
def document_failed(*, document: Document, **_: Any) -> None:
    submission = document.submission
    people = people_with(Role.REGULATOR_ADMIN, Role.REGULATOR_APPROVER, jurisdiction=submission.jurisdiction)
    text = f"{document.get_kind_display()} {submission.reference} could not be prepared. Its page says why."
    notify_about_case(people, submission, text, topic=Topic.DOCUMENT)


def notify_about_case(
    people: Iterable[User], submission: Submission, text: str, *, topic: Topic, by: int | None = None
) -> None:
    """Notify people of both sides; each side's link leads to its own page of the case."""
    people = list(people)
    subject = f"{submission.reference}: {submission.get_state_display().lower()}"
    for path, group in (
        ("operator/submissions", [person for person in people if not person.is_regulator]),
        ("regulator/cases", [person for person in people if person.is_regulator]),
    ):
        url = f"/{path}/{submission.reference}/"
        notify(people=group, subject=subject, text=text, topic=topic, url=url, submission=submission, by=by)


def _shorten(text: str) -> str:
    return text if len(text) <= 300 else f"{text[:299]}…"
