"""Notifies people: a notice on the page, and an e-mail that is sent after the commit."""

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


def notify(
    *,
    people: Iterable[User],
    subject: str,
    text: str,
    topic: str = Topic.PROGRESS,
    url: str = "",
    submission: Submission | None = None,
) -> None:
    """Write a notice for each person and, unless they muted the topic, an e-mail."""
    people = list(people)
    link = f"\n\n{settings.SITE_URL}{url}" if url else ""
    muted = set(Muted.objects.filter(topic=topic, user__in=people).values_list("user_id", flat=True))
    Notice.objects.bulk_create(
        Notice(user=person, text=text[:300], topic=topic, url=url, submission=submission) for person in people
    )
    _queue(
        Mail(to=person.email, subject=subject, body=f"Hello {person.name},\n\n{text}{link}\n\nBaize\n")
        for person in people
        if person.pk not in muted
    )


def queue_mail(*, to: str, subject: str, body: str, confidential: bool = False) -> Mail:
    [mail] = _queue([Mail(to=to, subject=subject, body=body, confidential=confidential)])
    return mail


def _queue(mails: Iterable[Mail]) -> list[Mail]:
    rows = Mail.objects.bulk_create(mails)
    for mail in rows:
        queue_on_commit(tasks.deliver, mail.pk)
    return rows


def deliver(mail_id: int) -> bool:
    """Send an e-mail that is due. Raising its next attempt first keeps a second worker away."""
    now = timezone.now()
    claimed = Mail.objects.filter(
        pk=mail_id, sent_at=None, next_attempt_at__lte=now, attempts__lt=MAX_ATTEMPTS
    ).update(attempts=F("attempts") + 1, next_attempt_at=now + timedelta(minutes=5))
    if not claimed:
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
        mail.body = "The text contained a personal link and was deleted."
    mail.save(update_fields=["sent_at", "failure", "body"])
    return True


@transaction.atomic
def choose_topics(*, actor: User, topics: Iterable[str]) -> None:
    """E-mail the person about these topics and mute the others. WORK cannot be muted."""
    chosen = set(topics)
    if not chosen <= set(Topic.values):
        raise BadValue("Choose from the topics on the page.", field="topics")
    offered = {topic for topic in topics_for(actor) if topic != Topic.WORK}
    before = set(Muted.objects.filter(user=actor).values_list("topic", flat=True))
    muted = offered - chosen
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
    """Mark one notice as read, or all of the actor's. Return how many were unread."""
    own = Notice.objects.filter(user=actor)
    if notice_id is not None:
        own = own.filter(pk=notice_id)
        if not own.exists():
            raise NotFound("There is no such notice.")
    return own.filter(read_at=None).update(read_at=timezone.now())
