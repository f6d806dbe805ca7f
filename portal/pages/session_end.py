"""When a person will be signed out, so that a page can warn before and renew it.

A session lasts a working day from sign-in, and ends sooner if nothing is done for SESSION_IDLE_MINUTES. Its
end is in the session itself: the database's own column is moved by every other change of the session, and
reading it would cost a query on every page. portal/sign_in/middleware.py holds both.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from portal.accounts.events import send_changed
from portal.accounts.models import User
from portal.accounts.permissions import require_second_factor
from portal.sign_in import session

WARNED_BEFORE = timedelta(minutes=15)


def begin(*, request: HttpRequest, **_: Any) -> None:
    renew(request)


def renew(request: HttpRequest) -> datetime:
    """Give the session its whole time again."""
    ends_at = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    session.set_end(request, int(ends_at.timestamp()))
    return min(ends_at, timezone.now() + idle_time())


def stay(*, actor: User, request: HttpRequest) -> datetime:
    """Stay signed in. Any use begins the time without use anew; the whole time takes a fresh factor."""
    if whole_time_left(request) > WARNED_BEFORE.total_seconds():
        return timezone.now() + idle_time()
    require_second_factor(actor)
    ends_at = renew(request)
    send_changed(actor, "session.extend", actor)
    return ends_at


def idle_time() -> timedelta:
    return timedelta(minutes=settings.SESSION_IDLE_MINUTES)


def session_ends_at(request: HttpRequest) -> datetime | None:
    """When the session ends if nothing more is done; None for one from before ends were written down."""
    seconds = session.ends_at(request, 0)
    return min(datetime.fromtimestamp(seconds, UTC), timezone.now() + idle_time()) if seconds else None


def whole_time_left(request: HttpRequest) -> int:
    """Seconds until the session ends even if it is used all the time."""
    return int(session.ends_at(request, 0) - timezone.now().timestamp())
