"""Who is told what: one table for the moves of a case, and a function for each other event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Invitation, Role, Token, User
from portal.accounts.selectors import people_with
from portal.documents.models import Document, DocumentKind
from portal.notices.models import Topic
from portal.notices.services import send, tell
from portal.review.models import LimitNotice, Move
from portal.submissions.models import Submission
from portal.text import format_day, format_moment
from portal.validation.recheck import Change

Audience = Callable[[Submission], Iterable[User]]


def operator_of(submission: Submission) -> Iterable[User]:
    roles = (Role.OPERATOR_SUBMITTER, Role.OPERATOR_ADMIN)
    return people_with(*roles, organisation_id=submission.organisation_id)


def officers_of(submission: Submission) -> Iterable[User]:
    return people_with(Role.REGULATOR_OFFICER, jurisdiction=submission.jurisdiction)


def approvers_of(submission: Submission) -> Iterable[User]:
    return people_with(Role.REGULATOR_APPROVER, jurisdiction=submission.jurisdiction)


def assignee_of(submission: Submission) -> Iterable[User]:
    assignee = submission.assignee
    return [assignee] if assignee is not None and assignee.is_active else []


# move -> (who is told, what)
TOLD: dict[str, tuple[tuple[Audience, str], ...]] = {
    "submit": ((officers_of, "{operator} submitted {reference} for {property}. It waits to be taken up."),),
    "withdraw": ((assignee_of, "{operator} withdrew {reference}. There is nothing more to do."),),
    "claim": ((operator_of, "{reference} for {property} is being reviewed."),),
    "open_query": (
        (operator_of, "The regulator has a question about {reference}. The clock stops until you answer."),
    ),
    "answer_query": ((assignee_of, "{operator} answered your question about {reference}."),),
    "return_for_amendment": (
        (operator_of, "{reference} was returned to you for amendment. The reason is on its page."),
    ),
    "recommend": ((approvers_of, "{reference} of {operator} was recommended and waits for a decision."),),
    "send_back": ((assignee_of, "{reference} was sent back to you. The approver's reason is on its page."),),
    "approve": (
        (operator_of, "{reference} for {property} was approved. The certificate is being prepared."),
        (assignee_of, "{reference} was approved as you reviewed it."),
    ),
    "refuse": (
        (operator_of, "{reference} for {property} was refused. The reasons are on its page."),
        (assignee_of, "{reference} was refused."),
    ),
    "come_into_force": ((operator_of, "{reference} for {property} is in force."),),
    "suspend": ((operator_of, "{reference} for {property} was suspended. The reasons are on its page."),),
    "lift_suspension": ((operator_of, "The suspension of {reference} for {property} was lifted."),),
    "supersede": ((operator_of, "{reference} for {property} was superseded by a later approval."),),
    "surrender": ((approvers_of, "{operator} surrendered {reference}."),),
    "revoke": ((operator_of, "{reference} for {property} was revoked. The reasons are on its page."),),
    "expire": ((operator_of, "The trial approval {reference} for {property} has ended."),),
}


# What asks somebody to act is work; what ends or changes an approval is a decision; the rest is progress.
TOPICS = dict.fromkeys(
    ("submit", "open_query", "answer_query", "return_for_amendment", "recommend", "send_back"), Topic.WORK
) | dict.fromkeys(
    (
        "approve", "refuse", "come_into_force", "suspend", "lift_suspension",
        "supersede", "surrender", "revoke", "expire",
    ),
    Topic.DECISION,
)  # fmt: skip


def case_moved(*, submission: Submission, move: Move, **_: Any) -> None:
    for audience, template in TOLD[move.name]:
        text = template.format(
            reference=submission.reference, operator=submission.organisation, property=submission.property
        )
        people = [person for person in audience(submission) if person.pk != move.actor_id]
        tell_of_case(people, submission, text, topic=TOPICS.get(move.name, Topic.PROGRESS))


def limits_changed(*, notice: LimitNotice, **_: Any) -> None:
    submission = notice.submission
    moment = notice.takes_effect_at.astimezone(jurisdiction(submission.jurisdiction).zone)
    text = (
        f"{submission.organisation} changes the limits at {notice.table} under {submission.reference}, "
        f"from {format_moment(moment)}."
    )
    tell_of_case(officers_of(submission), submission, text, topic=Topic.LIMITS)


def found_differently(*, submission: Submission, change: Change, **_: Any) -> None:
    text = (
        f"{submission.reference} for {submission.property} was checked again because {change.because}. "
        f"{len(change.appeared)} findings are new, {len(change.gone)} are gone."
    )
    tell_of_case(operator_of(submission), submission, text, topic=Topic.CHECK)


def document_issued(*, document: Document, **_: Any) -> None:
    """Of the certificate only: guide and sign come with it, and a letter's own act was told already."""
    if document.kind != DocumentKind.CERTIFICATE:
        return
    submission = document.submission
    text = f"The certificate of {submission.reference} for {submission.property} is ready."
    tell_of_case(operator_of(submission), submission, text, topic=Topic.DOCUMENT)


def document_failed(*, document: Document, **_: Any) -> None:
    submission = document.submission
    people = people_with(Role.REGULATOR_ADMIN, Role.REGULATOR_APPROVER, jurisdiction=submission.jurisdiction)
    text = f"{document.get_kind_display()} {submission.reference} could not be prepared. Its page says why."
    tell_of_case(people, submission, text, topic=Topic.DOCUMENT)


def log_stopped(*, problems: list[str], **_: Any) -> None:
    """Those who run the portal; it is work, so the e-mail always goes out."""
    more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
    tell(
        people=people_with(Role.SITE_ADMIN),
        subject="The register’s log has stopped",
        text=f"No checkpoint of the register’s log is signed until this is put right: {problems[0]}{more}",
        topic=Topic.WORK,
        url="/register/log/",
    )


def invited(*, invitation: Invitation, token: str, **_: Any) -> None:
    link = f"{settings.SITE_URL}/invitation/{token}/"
    greeting = f"Hello {invitation.name}," if invitation.name else "Hello,"
    send(
        to=invitation.email,
        subject=f"{invitation.organisation} invites you to Baize",
        body=(
            f"{greeting}\n\n{invitation.invited_by.name} invites you to join {invitation.organisation} "
            f"on Baize as {', '.join(invitation.role_names).lower()}.\n\nOpen this link to set a password. "
            f"It works once, until {format_day(invitation.expires_at)}:\n\n{link}\n\nIf you did not expect "
            "this, you can leave it be: without the link nothing happens.\n\nBaize\n"
        ),
        confidential=True,
    )


def password_changed(*, user: User, **_: Any) -> None:
    tell(
        people=[user],
        subject="Your password was changed",
        text="Your password for Baize was changed, and other devices were signed out. If it was not you, set "
        "a new one at once and tell your organisation’s administrator.",
        topic=Topic.ACCESS,
        url="/password/reset/",
    )


def token_created(*, token: Token, **_: Any) -> None:
    text = (
        f"A token named {token.name} was made for {_whose(token)}. It works until "
        f"{format_day(token.expires_at)}. If this was not meant, revoke it."
    )
    _tell_of_token(token, f"A new token: {token.name}", text)


def token_expiring(*, token: Token, **_: Any) -> None:
    text = (
        f"The token {token.name} of {_whose(token)} stops working on {format_day(token.expires_at)}. "
        "Make a new one and give it to the program before then."
    )
    _tell_of_token(token, f"A token ends soon: {token.name}", text)


def _whose(token: Token) -> str:
    return f"the machine account {token.user.name}" if token.user.is_machine else "your account"


def _tell_of_token(token: Token, subject: str, text: str) -> None:
    """Its owner; for a machine account the people who answer for it."""
    admins = (Role.OPERATOR_ADMIN, Role.REGULATOR_ADMIN)
    people = (
        people_with(*admins, organisation_id=token.user.organisation_id)
        if token.user.is_machine
        else [token.user]
    )
    tell(people=people, subject=subject, text=text, topic=Topic.ACCESS, url="/account/tokens/")


def tell_of_case(people: Iterable[User], submission: Submission, text: str, *, topic: Topic) -> None:
    """Each side's link leads to its own page of the case."""
    operators, regulators = [], []
    for person in people:
        (regulators if person.is_regulator else operators).append(person)
    subject = f"{submission.reference}: {submission.get_state_display().lower()}"
    for group, url in (
        (operators, f"/operator/submissions/{submission.reference}/"),
        (regulators, f"/regulator/cases/{submission.reference}/"),
    ):
        tell(people=group, subject=subject, text=text, topic=topic, url=url, submission=submission)
