"""Digests: one e-mail in the morning with what people did not want at once.

A notice that waits for a digest says so. Writing the digest claims its notices by one UPDATE and queues the
e-mail in the same transaction, so each notice is sent once, however many schedulers run and however long
none did. A digest covers what came before the last morning; without anything to say none is sent.
"""

import logging
from datetime import datetime, time, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from portal.accounts.models import User
from portal.accounts.selectors import WITH_ACCESS
from portal.accounts.zones import zone_of
from portal.notices.models import Mail, Notice, Topic, When
from portal.notices.services import DIGESTS, queue_mails
from portal.text import format_day

logger = logging.getLogger(__name__)

MORNING = time(7)  # where the person's organisation works
MONDAY = 0


def send_digests() -> int:
    """Write every digest whose morning has come, each in its own transaction. How many there were."""
    waiting = Notice.objects.filter(digested_at=None, digest__in=DIGESTS)
    sent = 0
    for user in User.objects.filter(WITH_ACCESS, pk__in=waiting.values("user_id")).order_by("pk"):
        for when in DIGESTS:
            try:
                sent += _send(user, when)
            except Exception:  # one that cannot be written does not stop the others
                logger.exception("No digest could be written for %s; it is tried again.", user.pk)
    return sent


def last_morning(user: User, when: str, now: datetime) -> datetime:
    """The latest morning that has come: today's or yesterday's, or for a weekly digest Monday's."""
    local = now.astimezone(zone_of(user))
    days_back = (local.weekday() - MONDAY) % 7 if when == When.WEEKLY else 0
    morning = datetime.combine(local.date() - timedelta(days=days_back), MORNING, local.tzinfo)
    if morning > local:
        earlier = morning.date() - timedelta(days=7 if when == When.WEEKLY else 1)
        morning = datetime.combine(earlier, MORNING, local.tzinfo)
    return morning


@transaction.atomic
def _send(user: User, when: str) -> bool:
    now = timezone.now()
    before = last_morning(user, when, now)
    own = Notice.objects.filter(user=user)
    # The update waits for a second scheduler and then finds nothing left.
    claimed = own.filter(digest=when, digested_at=None, created_at__lt=before).update(digested_at=now)
    if not claimed:
        return False
    rows = list(own.filter(digest=when, digested_at=now).order_by("pk"))
    count = "1 notice" if len(rows) == 1 else f"{len(rows)} notices"
    period = "week" if when == When.WEEKLY else "day"
    day = format_day(now.astimezone(zone_of(user)))
    mail = Mail(
        to=user.email, subject=f"Baize: {count}, {day}", body=_body(user, rows, f"once a {period}", count)
    )
    queue_mails([mail])
    return True


def _body(user: User, rows: list[Notice], how_often: str, count: str) -> str:
    parts = [f"Hello {user.name},", f"You have {count} in Baize."]
    for topic in Topic:
        of_topic = [row for row in rows if row.topic == topic]
        if of_topic:
            lines = "\n".join(_line(row) for row in of_topic)
            parts.append(f"{topic.label}\n{lines}")
    parts.append(
        f"You asked for this e-mail {how_often}. Change that here:\n{settings.SITE_URL}/notices/by-email/"
    )
    return "\n\n".join([*parts, "Baize\n"])


def _line(row: Notice) -> str:
    link = f"\n  {settings.SITE_URL}{row.url}" if row.url else ""
    return f"- {row.text}{link}"
