"""Guesses at one account are slowed, from however many addresses they come, and nobody is locked out by them.

Who is where the account has been signed in before, or in a browser it trusts, waits for nobody: there five
wrong passwords pause the pair of account and address (django-axes), and five wrong codes do so here. All
strangers together have a few tries, then one at a time with a growing pause. Nothing here depends on whether
the account exists.
"""

import hashlib
import ipaddress
from datetime import timedelta

from axes.models import AccessLog
from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from portal.accounts.models import User
from portal.errors import NotPossible
from portal.middleware import client_address
from portal.queueing import queue_on_commit
from portal.rate_limiter import GrowingDelay, Mark, RateLimiter, address_of
from portal.sign_in import tasks, trusted
from portal.text import duration

FREE, FIRST, LONGEST, WINDOW = 10, 30, 15 * 60, 24 * 60 * 60
PASSWORD, PRESENT_PASSWORD, CODE = "password", "present-password", "code"
_delays = {
    kind: GrowingDelay(kind, free=FREE, first=FIRST, longest=LONGEST, window=WINDOW)
    for kind in (PASSWORD, PRESENT_PASSWORD, CODE)
}
_told, _vouched = Mark("slowed", seconds=WINDOW), Mark("vouched", seconds=60 * 60)
_codes_of_a_pair = RateLimiter("codes", limit=5, seconds=5 * 60)


class Slowed(NotPossible):
    """Too much was tried at this account; what was sent has not been compared."""

    def __init__(self, seconds: int) -> None:
        self.seconds, self.wait = seconds, duration(seconds)
        super().__init__(
            "Too many wrong passwords or codes were entered for this account, so yours was not checked. "
            f"Try again in {self.wait}, use a passkey, or set a new password by e-mail: after that you do "
            "not wait here."
        )


class Guess:
    """One try, taken before it is compared."""

    def __init__(self, request: HttpRequest, kind: str, email: str) -> None:
        """Raise Slowed if it has to wait."""
        self._kind, self._account, self._taken = kind, _hash(email), False
        self._pair = _pair(request, email)
        if kind == CODE and (wait := _codes_of_a_pair.wait(self._pair)):
            raise Slowed(wait)
        if _is_known(request, email):
            return
        if wait := _delays[kind].wait(self._account):
            if _told.make(f"{kind}:{self._account}"):
                queue_on_commit(tasks.note_slowed, email, kind)
            raise Slowed(wait)
        self._taken = True

    def was_right(self) -> None:
        if self._kind == CODE:
            _codes_of_a_pair.forget(self._pair)
        if self._taken:
            _delays[self._kind].give_back(self._account)


def vouch(request: HttpRequest, user: User) -> None:
    """Who has set a new password by a link from their mailbox is no stranger at this address."""
    _vouched.make(_pair(request, user.email))


def _is_known(request: HttpRequest, email: str) -> bool:
    """The same questions are asked whether or not there is such an account."""
    since = timezone.now() - timedelta(days=settings.SIGN_IN_RECORD_DAYS)
    before = AccessLog.objects.filter(username=email, ip_address=_ip(request), attempt_time__gt=since)
    return (
        bool(before.exists()) or trusted.is_known(request, email) or _vouched.is_made(_pair(request, email))
    )


def _ip(request: HttpRequest) -> str:
    """As django-axes stores it; an address that is none equals no other."""
    try:
        return str(ipaddress.ip_address(client_address(request)))
    except ValueError:
        return "::"


def _pair(request: HttpRequest, email: str) -> str:
    return f"{_hash(email)}:{address_of(request)}"


def _hash(email: str) -> str:
    """What was typed is kept nowhere: people do type a password into the wrong field."""
    return hashlib.sha256(email.encode(errors="replace")).hexdigest()[:32]
