"""Written into a session at sign-in and read at each request, so that no page asks the database."""

import time
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest

from portal.accounts.models import User
from portal.accounts.second_factor import SecondFactor

SEEN_EVERY = 5 * 60  # seconds between two notes that a session is in use
_KEY = "second_factor"
_SEEN = "seen_at"
_ENDS = "ends_at"
_WAY = "way"


def write(request: HttpRequest, *, enrolled: bool, enrol_by: int = 0, shown: bool = False) -> None:
    """What the session says from now on. `shown`: the second factor was shown just now."""
    used_at = int(time.time()) if shown else _stored(request).get("used_at", 0)
    request.session[_KEY] = {"enrolled": enrolled, "used_at": used_at, "enrol_by": enrol_by}
    user = request.__dict__.get("user")
    if isinstance(user, User):
        user.second_factor = read(request)


def mark_shown(request: HttpRequest) -> None:
    """The person has just shown a second factor."""
    write(request, enrolled=True, shown=True)


def read(request: HttpRequest) -> SecondFactor:
    """A session from before second factors counts as not enrolled, with nothing due."""
    stored = _stored(request)
    return SecondFactor(
        enrolled=bool(stored.get("enrolled")),
        used_at=int(stored.get("used_at", 0)),
        enrol_by=int(stored.get("enrol_by", 0)),
        changes_something=request.method not in ("GET", "HEAD", "OPTIONS"),
    )


def enrol_by(request: HttpRequest) -> datetime | None:
    """The day by which a second factor has to be set up; None if nothing is due."""
    found = read(request)
    return datetime.fromtimestamp(found.enrol_by, UTC) if found.enrol_by and not found.enrolled else None


def seen_at(request: HttpRequest) -> int:
    """When the session was last known to be used, to within SEEN_EVERY."""
    return int(request.session.get(_SEEN, 0))


def mark_seen(request: HttpRequest) -> None:
    request.session[_SEEN] = int(time.time())


def set_way(request: HttpRequest, way: str) -> None:
    """How the person has signed in."""
    request.session[_WAY] = way


def way(request: HttpRequest) -> str:
    return str(request.session.get(_WAY, ""))


def set_end(request: HttpRequest, at: int) -> None:
    request.session[_ENDS] = at


def ends_at(request: HttpRequest, otherwise: float) -> float:
    """When the whole time of the session is over. Sessions from before ends were written down have none."""
    seconds = request.session.get(_ENDS)
    return seconds if isinstance(seconds, int) else otherwise


def _stored(request: HttpRequest) -> dict[str, Any]:
    stored = request.session.get(_KEY)
    return stored if isinstance(stored, dict) else {}
