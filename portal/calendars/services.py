"""The secret address of a person's calendar, and what a calendar program reads there.

The secret is 256 random bits, shown once; its SHA-256 is stored. Roles and access are read at each request.
"""

import hashlib
import secrets
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from portal.accounts.models import User
from portal.audit.services import record
from portal.calendars import ics, selectors
from portal.calendars.models import Entry, Feed
from portal.errors import NotPermitted, NotPossible

READ_RECORDED_EVERY = timedelta(hours=1)
# A program that reads rarely still learns that something is over; then it is left out, and later forgotten.
CANCELLED_SHOWN = timedelta(days=60)
CANCELLED_KEPT = timedelta(days=400)


def feed_of(actor: User) -> Feed | None:
    return Feed.objects.filter(user=actor).first()


@transaction.atomic
def make_address(*, actor: User, own_cases_only: bool = False) -> tuple[Feed, str]:
    """Switch the feed on, or give it another address: the former one ends at once. The secret is returned."""
    _require_person(actor)
    secret = secrets.token_urlsafe(32)
    before = feed_of(actor)
    feed, _ = Feed.objects.update_or_create(
        user=actor,
        defaults={
            "secret_hash": _hash(secret),
            "own_cases_only": own_cases_only and actor.is_regulator,
            "created_at": timezone.now(),
            "read_at": None,
        },
    )
    action = "calendar.renew" if before else "calendar.create"
    record(actor=actor, action=action, obj=actor, after={"own_cases_only": feed.own_cases_only})
    return feed, secret


@transaction.atomic
def switch_off(*, actor: User) -> None:
    """End the feed at once. Repeating it changes nothing."""
    _require_person(actor)
    deleted, _ = Feed.objects.filter(user=actor).delete()
    if deleted:
        record(actor=actor, action="calendar.switch_off", obj=actor)


def access_ended(*, user: User, **_: Any) -> None:
    """The address of a person whose account is closed does not come back with the account."""
    Feed.objects.filter(user=user).delete()


def read(secret: str) -> bytes | None:
    """The calendar at this address; None if there is none, or its person has no access any more."""
    feed = Feed.objects.select_related("user__organisation").filter(secret_hash=_hash(secret)).first()
    if feed is None or not feed.user.has_access:
        return None
    _record_read(feed)
    host = urlsplit(settings.SITE_URL).hostname or "baize"
    return ics.calendar(f"Baize, {feed.user.organisation or 'Baize'}", _events(feed, host))


def _events(feed: Feed, host: str) -> list[ics.Event]:
    now = timezone.now()
    events = [
        ics.Event(
            uid=f"{entry.uid}@{host}",
            day=date.fromisoformat(entry.content["day"]),
            summary=entry.content["summary"],
            description=entry.content["description"],
            url=f"{settings.SITE_URL}{entry.content['path']}",
            category=entry.content["category"],
            sequence=entry.sequence,
            changed_at=entry.changed_at,
            cancelled=entry.cancelled,
        )
        for entry in _up_to_date(feed, now)
        if not entry.cancelled or entry.changed_at > now - CANCELLED_SHOWN
    ]
    return sorted(events, key=lambda event: (event.day, event.uid))


def _up_to_date(feed: Feed, now: datetime) -> list[Entry]:
    """The entries of the feed, brought into line with the days as they are now."""
    wanted = {day.uid: day.content for day in selectors.days(feed.user, own_cases_only=feed.own_cases_only)}
    entries = list(feed.entries.all())
    if not _differs(entries, wanted, now):
        return entries
    with transaction.atomic():
        # Two programs may read at once: the second waits, and then finds nothing left to change.
        Feed.objects.select_for_update(no_key=True).get(pk=feed.pk)
        stored = {entry.uid: entry for entry in feed.entries.all()}
        new = [
            Entry(feed=feed, uid=uid, content=content, changed_at=now)
            for uid, content in wanted.items()
            if uid not in stored
        ]
        changed = []
        for entry in stored.values():
            content = wanted.get(entry.uid)
            cancelled = content is None
            if (content or entry.content) != entry.content or cancelled != entry.cancelled:
                entry.content = content or entry.content
                entry.cancelled, entry.changed_at = cancelled, now
                entry.sequence += 1
                changed.append(entry)
        Entry.objects.bulk_create(new)
        Entry.objects.bulk_update(changed, ["content", "sequence", "cancelled", "changed_at"])
        feed.entries.filter(cancelled=True, changed_at__lt=now - CANCELLED_KEPT).delete()
    return list(feed.entries.all())


def _differs(entries: list[Entry], wanted: dict[str, dict[str, str]], now: datetime) -> bool:
    current = {entry.uid: entry.content for entry in entries if not entry.cancelled}
    forgotten = any(entry.cancelled and entry.changed_at < now - CANCELLED_KEPT for entry in entries)
    return current != wanted or forgotten


def _record_read(feed: Feed) -> None:
    """Record the time, with at most one write an hour."""
    now = timezone.now()
    if feed.read_at is None or feed.read_at <= now - READ_RECORDED_EVERY:
        Feed.objects.filter(pk=feed.pk).update(read_at=now)


def _require_person(actor: User) -> None:
    if actor.token is not None or actor.is_machine:
        raise NotPermitted("Only a person who is signed in can change the address of their calendar.")
    if actor.organisation_id is None:
        raise NotPossible("A calendar shows the days of an organisation’s cases, and you act for none.")


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
