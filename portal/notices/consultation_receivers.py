"""Notices about consultations, and the e-mails to people who comment without an account.

E-mails to them repeat nothing that was typed into the form of a comment: nobody can send a stranger a text of
their own through Baize.
"""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.dispatch import receiver
from django.urls import reverse

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import Organisation, Role, User
from portal.accounts.permissions import PERMISSIONS
from portal.accounts.selectors import people_with
from portal.consultations import events
from portal.consultations.comments import LINK_LASTS
from portal.consultations.facts import edition_of
from portal.consultations.models import Comment, CommentState, Consultation, Snapshot, Step
from portal.notices.models import Mail, Topic
from portal.notices.services import notify, queue_mail
from portal.review.impact import concerned
from portal.text import format_day

_HOURS = int(LINK_LASTS.total_seconds() // 3600)


@receiver(events.counted)
def snapshot_counted(*, snapshot: Snapshot, by_operator: dict[int, int], **_: Any) -> None:
    """Ask the operators with an approval under the parent, each with how many of its own are affected.

    Nobody is asked about a text that was replaced or closed before its approvals were counted.
    """
    row = snapshot.consultation
    if not row.is_open or row.snapshot != snapshot:
        return
    what = "is open for comment" if snapshot.number == 1 else "was updated and is open for comment"
    opening = f"“{row.title}” {what} until {format_day(row.closes_on)}."
    for organisation in _operators(snapshot):
        count = by_operator.get(organisation.pk, 0)
        if not count:
            affected = "None of your approvals would be affected."
        else:
            affected = f"{count} of your approvals would be judged, settled or priced differently."
        people = people_with(Role.OPERATOR_SUBMITTER, Role.OPERATOR_ADMIN, organisation_id=organisation.pk)
        _tell(people, row, f"{opening} {affected}", _public_page(row))


@receiver(events.moved)
def consultation_moved(*, consultation: Consultation, step: Step, **_: Any) -> None:
    """Tell the regulator when a consultation closes, and operators when its day moves or it is answered."""
    if step.kind == Step.Kind.CLOSED:
        text = f"“{consultation.title}” is closed. Deal with its comments and publish your statement."
        _tell(_administrators(consultation), consultation, text, _regulators_page(consultation), Topic.WORK)
    elif step.kind in (Step.Kind.EXTENDED, Step.Kind.REOPENED, Step.Kind.CLOSED_EARLY, Step.Kind.STATEMENT):
        until = f"is open for comment until {format_day(consultation.closes_on)}"
        words = {
            Step.Kind.CLOSED_EARLY: "was closed early",
            Step.Kind.STATEMENT: "is answered: the regulator published its statement",
        }
        text = f"“{consultation.title}” {words.get(Step.Kind(step.kind), until)}."
        operators = _operators(consultation.snapshot)
        people = people_with(Role.OPERATOR_SUBMITTER, Role.OPERATOR_ADMIN).filter(organisation__in=operators)
        _tell(people, consultation, text, _public_page(consultation))


@receiver(events.confirmation_needed)
def confirm_address(*, comment: Comment, token: str, **_: Any) -> None:
    row = comment.consultation
    link = f"{settings.SITE_URL}{reverse('public:confirm-comment', args=[token])}"
    body = (
        f"Somebody wrote a comment on “{row.title}” and gave this address as theirs.\n\n"
        f"If it was you, open this link within {_HOURS} hours to confirm it. Nobody can see the comment "
        f"until you do:\n\n{link}\n\nIf it was not you, do nothing. The comment is deleted after {_HOURS} "
        "hours, and until then no further e-mail about this consultation is sent to you."
    )
    _write(comment, "Confirm your comment", body)


@receiver(events.confirmed)
def comment_confirmed(*, comment: Comment, token: str, **_: Any) -> None:
    """Send the link for withdrawing, and tell those who moderate."""
    row = comment.consultation
    link = f"{settings.SITE_URL}{reverse('public:withdraw-comment', args=[token])}"
    body = (
        f"Your comment on “{row.title}” is with the {jurisdiction(row.jurisdiction).name} regulator, who "
        "reads it before it is published. We will tell you what the regulator decides.\n\n"
        f"Until it is published you can withdraw it with this link:\n\n{link}"
    )
    _write(comment, "Your comment is confirmed", body)
    if row.comments.filter(state=CommentState.WAITING).count() == 1:  # of many, the first one is told
        text = f"A comment on “{row.title}” is waiting for moderation."
        _tell(_moderators(row), row, text, f"{_regulators_page(row)}#waiting", Topic.WORK)


@receiver(events.published)
def comment_published(*, comment: Comment, **_: Any) -> None:
    row = comment.consultation
    struck = " Some words are struck out, and the page marks where." if comment.struck else ""
    link = f"{settings.SITE_URL}{_public_page(row)}#comment-{comment.number}"
    body = f"Your comment on “{row.title}” is published as comment {comment.number}.{struck}\n\n{link}"
    _write(comment, "Your comment is published", body)


@receiver(events.refused)
def comment_refused(*, comment: Comment, **_: Any) -> None:
    row = comment.consultation
    body = (
        f"Your comment on “{row.title}” is not published. The regulator gives this reason:\n\n"
        f"{comment.reason}\n\nWhile the consultation is open you can send another comment:\n\n"
        f"{settings.SITE_URL}{_public_page(row)}"
    )
    _write(comment, "Your comment is not published", body)


@receiver(events.addresses_erased)
def erase_mail(*, consultation: Consultation, **_: Any) -> None:
    """The e-mails have the addresses too."""
    Mail.objects.filter(about=_about(consultation)).delete()


@receiver(events.address_unused)
def erase_mail_to(*, consultation: Consultation, email: str, **_: Any) -> None:
    Mail.objects.filter(about=_about(consultation), to=email).delete()


def _write(comment: Comment, subject: str, body: str) -> None:
    """Write to the person behind a comment, unless the address is erased."""
    if comment.email:
        queue_mail(
            to=comment.email,
            subject=subject,
            body=f"Hello,\n\n{body}\n\nBaize\n",
            confidential=True,
            about=_about(comment.consultation),
        )


def _tell(
    people: Iterable[User], row: Consultation, text: str, url: str, topic: Topic = Topic.DECISION
) -> None:
    notify(people=people, subject=f"Consultation: {row.title}"[:200], text=text, topic=topic, url=url)


def _operators(snapshot: Snapshot) -> QuerySet[Organisation]:
    """Those with an approval under the edition that the draft would replace."""
    approvals = concerned(edition_of(snapshot))
    return Organisation.objects.filter(pk__in=approvals.values("organisation_id").order_by())


def _administrators(row: Consultation) -> Iterable[User]:
    return people_with(Role.REGULATOR_ADMIN, jurisdiction=row.jurisdiction)


def _moderators(row: Consultation) -> Iterable[User]:
    return people_with(*PERMISSIONS["consultation.moderate"], jurisdiction=row.jurisdiction)


def _public_page(row: Consultation) -> str:
    return reverse("public:consultation", args=[row.slug])


def _regulators_page(row: Consultation) -> str:
    return reverse("regulator:consultation", args=[row.pk])


def _about(row: Consultation) -> str:
    return f"consultation {row.pk}"
