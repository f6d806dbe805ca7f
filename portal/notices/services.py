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
from portal.audit.services import record
from portal.errors import BadValue, NotFound
from portal.notices import tasks
from portal.notices.models import Mail, Muted, Notice, Topic
from portal.notices.selectors import topics_for
from portal.queueing import queue_on_commit
from portal.submissions.models import Submission

MAX_ATTEMPTS = 8


def tell(
    *,
    people: Iterable[User],
    subject: str,
    text: str,
    topic: str = Topic.PROGRESS,
    url: str = "",
    submission: Submission | None = None,
) -> None:
    """One notice to each person, and one e-mail unless they do without, in the transaction of the event."""
    people = list(people)
    muted = set(Muted.objects.filter(topic=topic, user__in=people).values_list("user_id", flat=True))
    for person in people:
        Notice.objects.create(user=person, text=text[:300], topic=topic, url=url, submission=submission)
        if person.pk in muted:
            continue
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
def choose_topics(*, actor: User, wanted: Iterable[str]) -> None:
    """The topics a person wants by e-mail, of those that may be done without; the others are muted."""
    wanted = set(wanted)
    unknown = wanted - set(Topic.values)
    if unknown:
        raise BadValue("Choose from the topics on the page.", field="topics")
    offered = {topic for topic in topics_for(actor) if topic != Topic.WORK}
    before = set(Muted.objects.filter(user=actor).values_list("topic", flat=True))
    muted = offered - wanted
    Muted.objects.filter(user=actor).exclude(topic__in=muted).delete()
    Muted.objects.bulk_create(Muted(user=actor, topic=topic) for topic in sorted(muted - before))
    if muted != before:
        record(
            actor=actor,
            action="notices.choose",
            obj=actor,
            before={"muted": sorted(before)},
            after={"muted": sorted(muted)},
        )


@transaction.atomic
def mark_read(*, actor: User, notice_id: int | None = None) -> int:
    """Marks one notice read, or all of the actor's."""
    own = Notice.objects.filter(user=actor)
    if notice_id is not None:
        own = own.filter(pk=notice_id)
        if not own.exists():
            raise NotFound("There is no such notice.")
    return own.filter(read_at=None).update(read_at=timezone.now())
