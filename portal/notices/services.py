"""Tells people: a notice on the page, and an e-mail that goes out after the commit."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from portal.accounts.models import User
from portal.errors import NotFound
from portal.notices import tasks
from portal.notices.models import Mail, Notice
from portal.queueing import queue_on_commit
from portal.submissions.models import Submission

MAX_ATTEMPTS = 8


def tell(
    *, people: Iterable[User], subject: str, text: str, url: str = "", submission: Submission | None = None
) -> None:
    """One notice and one e-mail to each person, inside the transaction of what they are told."""
    for person in people:
        Notice.objects.create(user=person, text=text[:300], url=url, submission=submission)
        link = f"\n\n{settings.SITE_URL}{url}" if url else ""
        send(to=person.email, subject=subject, body=f"Hello {person.name},\n\n{text}{link}\n\nBaize\n")


def send(*, to: str, subject: str, body: str, confidential: bool = False) -> Mail:
    mail = Mail.objects.create(to=to, subject=subject, body=body, confidential=confidential)
    queue_on_commit(tasks.deliver, mail.pk)
    return mail


def deliver(mail_id: int) -> bool:
    """Sends one e-mail, once: the row is held while it is being sent."""
    now = timezone.now()
    held = Mail.objects.filter(
        pk=mail_id, sent_at=None, next_attempt_at__lte=now, attempts__lt=MAX_ATTEMPTS
    ).update(attempts=F("attempts") + 1, next_attempt_at=now + timedelta(minutes=5))
    if not held:
        return False
    mail = Mail.objects.get(pk=mail_id)
    try:
        EmailMessage(mail.subject, mail.body, settings.DEFAULT_FROM_EMAIL, [mail.to]).send()
    except OSError as error:  # smtplib's errors are OSErrors too
        mail.failure = f"{type(error).__name__}: {error}"[:300]
        mail.save(update_fields=["failure"])
        return False
    mail.sent_at = timezone.now()
    mail.failure = ""
    if mail.confidential and not settings.DEMO:
        mail.body = "The text held a personal link and was not kept."
    mail.save(update_fields=["sent_at", "failure", "body"])
    return True


@transaction.atomic
def mark_read(*, actor: User, notice_id: int | None = None) -> int:
    """Marks one notice read, or all of the actor's."""
    own = Notice.objects.filter(user=actor)
    if notice_id is not None:
        own = own.filter(pk=notice_id)
        if not own.exists():
            raise NotFound("There is no such notice.")
    return own.filter(read_at=None).update(read_at=timezone.now())
