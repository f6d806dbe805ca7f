"""Comments from people without an account: sent, confirmed by a link, withdrawn; addresses erased in time.

Nobody sees a comment before the person behind its address has confirmed it. What a visitor sends is answered
the same way whatever is known of the address, so nobody learns who has written.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from portal.audit.services import record
from portal.consultations import events
from portal.consultations.models import (
    Comment,
    CommentState,
    Confirmation,
    Consultation,
    ConsultationState,
)
from portal.consultations.selectors import consultation
from portal.consultations.texts import plain_text
from portal.errors import BadValue, NotFound, NotPossible

LONGEST_COMMENT, LONGEST_NAME, LONGEST_ORGANISATION = 5000, 100, 120
LINK_LASTS = timedelta(hours=48)
MOST_WAITING = 10  # unconfirmed comments of one address in one consultation
WHOLE = "whole"
STRIKE_MARKS = ("[[", "]]")  # how a moderator marks what is struck out: a comment may not contain them
_CONFIRM, _WITHDRAW = "consultations.confirm", "consultations.withdraw"


class Pending(NamedTuple):
    """What the link of a confirmation e-mail is about."""

    consultation: Consultation
    comments: list[Comment]


@transaction.atomic
def send(
    *,
    slug: str,
    about: str,
    name: str,
    name_withheld: bool,
    on_behalf_of: str,
    email: str,
    text: str,
) -> None:
    """Store a comment until its address is confirmed, and send the link if none is on its way.

    `about` is "whole" for the whole draft, "question-2" or "clause-6/E".
    """
    row = consultation(slug)
    if not row.is_open:
        raise NotPossible(_("This consultation is closed. Comments are no longer accepted."))
    snapshot = row.snapshot
    clause, question = _place(row, snapshot.facts["clauses"], about)
    fields = {
        "name": plain_text(
            name,
            field="name",
            missing=_("Enter your name. You can ask for it not to be published."),
            most=LONGEST_NAME,
            lines=False,
        ),
        "on_behalf_of": plain_text(
            on_behalf_of, field="on_behalf_of", missing="", most=LONGEST_ORGANISATION, lines=False
        ),
        "text": plain_text(text, field="text", missing=_("Enter your comment."), most=LONGEST_COMMENT),
    }
    if any(mark in fields["text"] for mark in STRIKE_MARKS):
        raise BadValue(_("Leave out [[ and ]]. We use them to mark what is struck out."), field="text")
    address = _address(email)
    confirmation, is_new = _link_of(row, address)
    if _waiting_for(confirmation).count() >= MOST_WAITING:
        return
    comment = Comment.objects.create(
        consultation=row,
        snapshot=snapshot,
        clause=clause,
        question=question,
        name_withheld=name_withheld,
        email=address,
        **fields,
    )
    if is_new:
        token = signing.dumps(confirmation.pk, salt=_CONFIRM)
        events.confirmation_needed.send(Comment, comment=comment, token=token)


def pending(token: str) -> Pending:
    """The comments that a link confirms. NotFound for a forged link, NotPossible for one that is over."""
    confirmation = _confirmation(token)
    return Pending(confirmation.consultation, list(_waiting_for(confirmation)))


@transaction.atomic
def confirm(*, token: str, comment_ids: Collection[int]) -> list[Comment]:
    """Pass on the comments that the person says are theirs, and delete the others of this address."""
    confirmation = _confirmation(token, lock=True)
    waiting = _waiting_for(confirmation).select_for_update(no_key=True)
    mine = [comment for comment in waiting if comment.pk in comment_ids]
    if not mine:
        raise BadValue(_("Choose the comments that you wrote."), field="comment_ids")
    now = timezone.now()
    for comment in mine:
        comment.state, comment.confirmed_at = CommentState.WAITING, now
        comment.save(update_fields=["state", "confirmed_at"])
        record(
            actor=None,
            action="consultation.comment.confirm",
            obj=comment.consultation,
            after={"comment": comment.pk},
        )
        token = signing.dumps(comment.pk, salt=_WITHDRAW)
        events.confirmed.send(Comment, comment=comment, token=token)
    _delete(confirmation)
    return mine


@transaction.atomic
def decline(*, token: str) -> None:
    """Delete the unconfirmed comments of an address whose owner did not write them."""
    _delete(_confirmation(token, lock=True))


def withdrawable(token: str) -> Comment:
    """The comment of a withdrawal link. NotPossible once it is published, refused or withdrawn."""
    return _withdrawable(token, lock=False)


@transaction.atomic
def withdraw(*, token: str) -> Comment:
    """Withdraw a comment that is not published: its text, name and address are deleted."""
    comment = _withdrawable(token, lock=True)
    address, comment.state = comment.email, CommentState.WITHDRAWN
    comment.text = comment.name = comment.on_behalf_of = comment.email = ""
    comment.save(update_fields=["state", "text", "name", "on_behalf_of", "email"])
    row = comment.consultation
    record(actor=None, action="consultation.comment.withdraw", obj=row, after={"comment": comment.pk})
    _forget(row, address)
    return comment


@transaction.atomic
def delete_unconfirmed() -> int:
    """Delete comments whose link has expired. Return how many."""
    links = Confirmation.objects.filter(sent_at__lt=timezone.now() - LINK_LASTS)
    return sum(_delete(link) for link in links.select_for_update(no_key=True))


@transaction.atomic
def erase_addresses(*, consultation_id: int) -> None:
    """Delete every address of a consultation that closed long enough ago, and names that are not published.

    Spam goes with them; the texts of published and refused comments stay.
    """
    row = Consultation.objects.select_for_update(no_key=True).get(pk=consultation_id)
    if not due_for_erasure().filter(pk=row.pk).exists():
        raise NotPossible(f"The addresses of “{row.title}” are not due to be erased.")
    with_address = row.comments.exclude(email="").count()
    row.comments.filter(state__in=(CommentState.SPAM, CommentState.UNCONFIRMED)).delete()
    row.comments.filter(name_withheld=True).update(name="")
    row.comments.filter(~Q(state=CommentState.PUBLISHED) | Q(name_struck=True)).update(
        name="", on_behalf_of=""
    )
    row.comments.update(email="")
    Confirmation.objects.filter(consultation=row).delete()
    row.addresses_erased_at = timezone.now()
    row.save(update_fields=["addresses_erased_at"])
    record(actor=None, action="consultation.erase_addresses", obj=row, after={"comments": with_address})
    events.addresses_erased.send(Consultation, consultation=row)


def due_for_erasure() -> QuerySet[Consultation]:
    """Consultations that closed longer ago than addresses are kept."""
    closed_before = timezone.now() - timedelta(days=settings.CONSULTATION_EMAIL_DAYS)
    return Consultation.objects.filter(
        state=ConsultationState.CLOSED, closed_at__lt=closed_before, addresses_erased_at=None
    )


def _address(email: str) -> str:
    address = email.strip().lower()
    try:
        validate_email(address)
    except ValidationError:
        message = _("Enter an e-mail address such as name@example.org. It is never published.")
        raise BadValue(message, field="email") from None
    return address


def _place(row: Consultation, clauses: list[dict[str, str]], about: str) -> tuple[str, int | None]:
    """The clause or the number of the question that a comment is about."""
    kind, _dash, rest = about.partition("-")
    if about == WHOLE:
        return "", None
    if kind == "clause" and any(clause["id"] == rest for clause in clauses):
        return rest, None
    numbers = {str(number): number for number in range(1, len(row.questions) + 1)}
    if kind == "question" and rest in numbers:
        return "", numbers[rest]
    raise BadValue(_("Choose what your comment is about from the list."), field="about")


def _link_of(row: Consultation, address: str) -> tuple[Confirmation, bool]:
    """The link that an address has, locked so that nobody uses it up meanwhile; else a new one and True."""
    link = Confirmation.objects.select_for_update(no_key=True).filter(consultation=row, email=address).first()
    if link is not None and link.sent_at < timezone.now() - LINK_LASTS:
        _delete(link)  # expired, and a comment that waits for it could not be confirmed
        link = None
    if link is not None:
        return link, False
    return Confirmation.objects.get_or_create(consultation=row, email=address)


def _waiting_for(link: Confirmation) -> QuerySet[Comment]:
    """The comments that a link confirms."""
    comments = Comment.objects.filter(consultation=link.consultation_id, email=link.email)
    return comments.filter(state=CommentState.UNCONFIRMED).order_by("pk")


def _delete(link: Confirmation) -> int:
    """Delete a link and the comments that still wait for it. Return how many."""
    deleted = _waiting_for(link).delete()[0]
    link.delete()
    _forget(link.consultation, link.email)
    return deleted


def _forget(row: Consultation, address: str) -> None:
    """Once no comment of an address is left, the e-mails to it go too."""
    if not row.comments.filter(email=address).exists():
        events.address_unused.send(Consultation, consultation=row, email=address)


def _confirmation(token: str, *, lock: bool = False) -> Confirmation:
    """The link of an e-mail; locked after its consultation, whose edition may be about to be published."""
    pk = _signed(token, _CONFIRM, LINK_LASTS)
    links = Confirmation.objects.select_related("consultation__edition")
    link = links.filter(pk=pk).first()
    if link is not None and lock:
        Consultation.objects.select_for_update(no_key=True).get(pk=link.consultation_id)
        link = links.select_for_update(of=("self",), no_key=True).filter(pk=pk).first()
    if link is None:
        raise NotPossible(_("This link has been used already, or its comments were deleted."))
    if link.consultation.is_frozen:
        raise NotPossible(
            _("The rules were published before you opened the link, so the comment is not passed on.")
        )
    return link


def _withdrawable(token: str, *, lock: bool) -> Comment:
    pk = _signed(token, _WITHDRAW, None)
    rows = Comment.objects.select_related("consultation")
    comment = (rows.select_for_update(of=("self",), no_key=True) if lock else rows).filter(pk=pk).first()
    if comment is None or comment.state == CommentState.WITHDRAWN:
        raise NotPossible(_("This comment has been withdrawn and deleted."))
    if comment.state != CommentState.WAITING:
        raise NotPossible(_("The regulator has dealt with this comment. It can no longer be withdrawn here."))
    return comment


def _signed(token: str, salt: str, lasts: timedelta | None) -> int:
    try:
        return int(signing.loads(token, salt=salt, max_age=lasts))
    except signing.SignatureExpired:
        message = _(
            "This link has expired and the comment was deleted. Send it again while the consultation is open."
        )
        raise NotPossible(message) from None
    except (signing.BadSignature, ValueError, TypeError):
        raise NotFound(_("This link is not one of ours. Copy the whole address from the e-mail.")) from None
