"""Notifies people: a notice on the page, and an e-mail that is sent after the commit."""

from collections.abc import Iterable, Mapping
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
from portal.notices.deputies import for_deputies
from portal.notices.models import EmailChoice, Mail, Notice, Topic, When
from portal.notices.selectors import email_choices
from portal.queueing import queue_on_commit
from portal.submissions.models import Submission

MAX_ATTEMPTS = 8
DIGESTS = (When.DAILY, When.WEEKLY)


def notify(
    *,
    people: Iterable[User],
    subject: str,
    text: str,
    topic: str = Topic.PROGRESS,
    url: str = "",
    submission: Submission | None = None,
    by: int | None = None,
) -> None:
    """Write a notice for each person, and an e-mail at once, in a digest or not at all, as they chose.

    What leads to a regulator's work goes to deputies too, unless they brought it about (`by`) themselves.
    """
    told = [(person, text) for person in people if person.has_access]
    if url.startswith("/regulator/"):
        told += for_deputies(told, without=by)
    people = [person for person, _ in told]
    link = f"\n\n{settings.SITE_URL}{url}" if url else ""
    chosen = dict(EmailChoice.objects.filter(topic=topic, user__in=people).values_list("user_id", "when"))
    Notice.objects.bulk_create(
        Notice(
            user=person,
            text=words[:300],
            topic=topic,
            url=url,
            submission=submission,
            digest=when if (when := chosen.get(person.pk)) in DIGESTS else "",
        )
        for person, words in told
    )
    queue_mails(
        Mail(to=person.email, subject=subject, body=f"Hello {person.name},\n\n{words}{link}\n\nBaize\n")
        for person, words in told
        if person.pk not in chosen
    )


def queue_mail(*, to: str, subject: str, body: str, confidential: bool = False, about: str = "") -> Mail:
    [mail] = queue_mails([Mail(to=to, subject=subject, body=body, confidential=confidential, about=about)])
    return mail


def queue_mails(mails: Iterable[Mail]) -> list[Mail]:
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
def choose_emails(*, actor: User, choices: Mapping[str, str]) -> None:
    """Choose when to get e-mail about each of these topics; others stay as they are.

    Notices that wait for a digest follow the choice. Only those of a topic that now never sends e-mail leave
    it; they stay on the page.
    """
    before = email_choices(actor)
    unknown = [topic for topic, when in choices.items() if topic not in before or when not in When.values]
    if unknown:
        raise BadValue("Choose from the topics on the page.", field=unknown[0])
    if choices.get(Topic.WORK) == When.NEVER:
        raise BadValue("E-mail about your tasks is always sent: the clock may be running.", field=Topic.WORK)
    changed = {topic: when for topic, when in choices.items() if when != before[topic]}
    for topic, when in changed.items():
        own = EmailChoice.objects.filter(user=actor, topic=topic)
        if when == When.AT_ONCE:
            own.delete()
        elif not own.update(when=when):
            EmailChoice.objects.create(user=actor, topic=topic, when=when)
        waiting = Notice.objects.filter(user=actor, topic=topic, digested_at=None).exclude(digest="")
        if when != When.AT_ONCE:  # what waits is then sent with the next digest
            waiting.update(digest=when if when in DIGESTS else "")
    if changed:
        record(
            actor=actor,
            action="notices.choose",
            obj=actor,
            before={topic: before[topic] for topic in changed},
            after=changed,
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
