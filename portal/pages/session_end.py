"""When a person will be signed out, so that a page can warn before and renew it.

A session lasts a working day from sign-in. Its end is in the session itself: the database's own column is
moved by every other change of the session, and reading it would cost a query on every page.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

WARNED_BEFORE = timedelta(minutes=15)
_KEY = "ends_at"


def begin(*, request: HttpRequest, **_: Any) -> None:
    renew(request)


def renew(request: HttpRequest) -> datetime:
    """Give the session its whole time again."""
    ends_at = timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    request.session[_KEY] = int(ends_at.timestamp())
    return ends_at


def session_ends_at(request: HttpRequest) -> datetime | None:
    """When the session ends; None for one that began before ends were written down."""
    seconds = request.session.get(_KEY)
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int) else None
