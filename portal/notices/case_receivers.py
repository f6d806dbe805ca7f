"""Notices about a case: a receiver for its moves, whose texts are in the table, and for each other event."""

from collections.abc import Callable, Iterable
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
from portal.review.models import Comment, Condition, LimitNotice, Move, Query
from portal.review.transitions import TRANSITIONS
from portal.submissions.models import Submission
from portal.text import format_day, format_moment
from portal.validation.events import found_differently
from portal.validation.recheck import Change

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
    "officers": officers,
    "approvers": approvers,
    "assignee": assignee,
}


@receiver(events.moved)
def case_moved(*, submission: Submission, move: Move, **_: Any) -> None:
    transition = TRANSITIONS[move.name]
    place = f"{submission.property} ({move.table_words})" if move.tables else str(submission.property)
    for recipients, template in transition.notices.items():
        text = template.format(
            reference=submission.reference, operator=submission.organisation, property=place
        )
        people = [person for person in RECIPIENTS[recipients](submission) if person.pk != move.actor_id]
        notify_about_case(people, submission, text, topic=Topic(transition.topic))


@receiver(events.assigned)
def case_assigned(*, submission: Submission, actor: User, **_: Any) -> None:
    people = [person for person in assignee(submission) if person.pk != actor.pk]
    text = f"{actor.name} assigned {submission.reference} from {submission.organisation} to you."
    notify_about_case(people, submission, text, topic=Topic.WORK)


@receiver(events.commented)
def comment_added(*, comment: Comment, **_: Any) -> None:
    if not comment.shown_to_operator:
        return
    submission = comment.submission
    text = f"The regulator added a remark to {submission.reference} for {submission.property}."
    notify_about_case(operator(submission), submission, text, topic=Topic.PROGRESS)


@receiver(events.condition_judged)
def condition_judged(*, condition: Condition, **_: Any) -> None:
    submission = condition.decision.submission
    change = "is recorded as met" if condition.met_at else "is open again"
    text = f"A condition of {submission.reference} for {submission.property} {change}: {condition.text}"
    notify_about_case(operator(submission), submission, _shorten(text), topic=Topic.DECISION)


@receiver(events.query_due)
def query_due(*, row: Query, submission: Submission, overdue: bool, **_: Any) -> None:
    due = format_day(row.due_on)
    if overdue:
        text = (
            f"{submission.organisation} has not answered your question about {submission.reference}, "
            f"which was due on {due}."
        )
        notify_about_case(assignee(submission), submission, text, topic=Topic.REMINDER)
        text = f"Your answer about {submission.reference} was due on {due}. The regulator is waiting for it."
    else:
        text = f"Your answer to the question about {submission.reference} is due on {due}."
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
def findings_changed(*, submission: Submission, change: Change, **_: Any) -> None:
    text = (
        f"{submission.reference} for {submission.property} was checked again because {change.because}. "
        f"{len(change.appeared)} findings are new, {len(change.gone)} are gone."
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


def notify_about_case(people: Iterable[User], submission: Submission, text: str, *, topic: Topic) -> None:
    """Notify people of both sides; each side's link leads to its own page of the case."""
    people = list(people)
    subject = f"{submission.reference}: {submission.get_state_display().lower()}"
    for path, group in (
        ("operator/submissions", [person for person in people if not person.is_regulator]),
        ("regulator/cases", [person for person in people if person.is_regulator]),
    ):
        url = f"/{path}/{submission.reference}/"
        notify(people=group, subject=subject, text=text, topic=topic, url=url, submission=submission)


def _shorten(text: str) -> str:
    return text if len(text) <= 300 else f"{text[:299]}…"
