"""The demonstration's authenticator: an app whose codes a page of the demonstration shows.

Only in demo mode, and only for accounts that took it there: outside, its codes are nowhere to be read.
"""

import time
from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from allauth.mfa.utils import decrypt
from django.conf import settings
from django.db import transaction

from portal.accounts.models import User
from portal.errors import NotFound, NotPossible
from portal.sign_in import factors
from portal.sign_in.adapters import SecretUnreadable

PERIOD = 30  # seconds that a code is shown


@dataclass(frozen=True)
class Shown:
    code: str
    seconds_left: int


def is_offered() -> bool:
    return bool(settings.DEMO)


@transaction.atomic
def enrol(*, actor: User) -> None:
    """Set up the demonstration's authenticator for an account that has no second factor."""
    if not is_offered():
        raise NotFound("There is no demonstration here.")
    if not factors.has_second_factor(actor):
        row = factors.enrol_app(actor=actor, secret=factors.new_app_secret())
        row.data["demonstration"] = True
        row.save(update_fields=["data"])


def has_it(user: User) -> bool:
    return is_offered() and _row(user) is not None


def show(*, actor: User) -> None:
    """The second factor, shown with one click."""
    row = _row(actor) if is_offered() else None
    if row is None:
        raise NotFound("This account has no demonstration authenticator.")
    row.record_usage()


def code_of(user: User) -> Shown:
    """What the app would show now."""
    row = _row(user) if is_offered() else None
    if row is None:
        raise NotFound("This account has no demonstration authenticator.")
    now = int(time.time())
    try:
        value = totp.hotp_value(decrypt(row.data["secret"]), now // PERIOD)
    except SecretUnreadable:
        raise NotPossible(factors.UNREADABLE) from None
    return Shown(totp.format_hotp_value(value), PERIOD - now % PERIOD)


def _row(user: User) -> Authenticator | None:
    return Authenticator.objects.filter(user=user, type=factors.APP, data__demonstration=True).first()
