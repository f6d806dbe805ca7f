"""A person's second factors: passkeys, an authenticator app, recovery codes.

The rows and the mathematics are those of allauth.mfa. The last second factor can be replaced, not removed.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from allauth.mfa.webauthn.internal import auth as webauthn
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest

from portal.accounts.events import send_changed
from portal.accounts.models import User
from portal.accounts.permissions import require_second_factor
from portal.accounts.services import required_text
from portal.errors import BadValue, NotFound, NotPossible
from portal.rate_limiter import RateLimiter
from portal.sign_in import events, guesses, key_change, recovery_codes, trusted
from portal.sign_in.adapters import SecretUnreadable
from portal.sign_in.models import EnrolmentDue

PASSKEY, APP, CODES = Authenticator.Type.WEBAUTHN, Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES
MOST_PASSKEYS = 10
WRONG_CODE = "This code is not correct. Codes change every 30 seconds: enter the one the app shows now."
UNREADABLE = (
    "This portal’s key was changed, and it can no longer check your codes. Use a passkey if you have "
    "one. If not, ask two administrators of your organisation to remove your second factor, and set up a new "
    "one."
)
WRONG_RECOVERY_CODE = "This recovery code is not correct, or it was used already: each works once."
WRONG_PASSKEY = "That passkey was not accepted. Try again, or use another way."
_setting_up = RateLimiter("app", limit=5, seconds=5 * 60)
_USED_FOR = 120  # seconds in which a code that was used could still be right


@dataclass(frozen=True)
class Factors:
    """What a person has set up."""

    passkeys: list[Any]
    app: Any | None
    codes: Any | None

    @property
    def any(self) -> bool:
        return bool(self.passkeys or self.app)

    @property
    def codes_left(self) -> int:
        try:
            return recovery_codes.left(self.codes) if self.codes else 0
        except SecretUnreadable:
            return 0

    @property
    def unreadable(self) -> bool:
        """Whether no key of the site opens the app's secret or the codes."""
        kept = [row for row in (self.app, self.codes) if row is not None]
        return not all(key_change.opens(row.data) for row in kept)


@dataclass(frozen=True)
class Passkey:
    id: int
    name: str
    added_at: datetime
    last_used_at: datetime | None


def factors_of(user: User) -> Factors:
    rows = list(Authenticator.objects.filter(user=user).order_by("pk"))
    return Factors(
        passkeys=[
            Passkey(row.pk, row.data["name"], row.created_at, row.last_used_at)
            for row in rows
            if row.type == PASSKEY
        ],
        app=next((row for row in rows if row.type == APP), None),
        codes=next((row for row in rows if row.type == CODES), None),
    )


def has_second_factor(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type__in=(PASSKEY, APP)).exists())


def has_app(user: User) -> bool:
    return bool(Authenticator.objects.filter(user=user, type=APP).exists())


# Setting up ------------------------------------------------------------------------------------------------


@transaction.atomic
def add_passkey(*, actor: User, name: str, credential: Any) -> Any:
    """Add the passkey that the browser has just made."""
    _require_shown(actor)
    name = required_text(name, "name", "Enter a name, such as the device it is on.")
    if Authenticator.objects.filter(user=actor, type=PASSKEY).count() >= MOST_PASSKEYS:
        raise NotPossible(f"You have {MOST_PASSKEYS} passkeys, which is the limit. Remove one first.")
    try:
        webauthn.parse_registration_response(credential)
        made = webauthn.complete_registration(credential)
    except (ValidationError, ValueError, KeyError, TypeError, AttributeError):
        raise BadValue("Your browser’s answer could not be read. Try to add the passkey again.") from None
    if not made.is_user_verified():
        raise BadValue("The passkey did not check who is using it. Use one with a fingerprint, face or PIN.")
    row = webauthn.WebAuthn.add(actor, name, credential).instance
    return _added(actor, row, f"A passkey named {name} was added to your account.", name=name)


def add_app(*, actor: User, secret: str, code: str) -> Any:
    """Add the authenticator app that shows a right code for the secret. It replaces the one before."""
    _require_shown(actor)
    if _setting_up.wait(str(actor.pk)):
        raise NotPossible(
            "Too many codes were tried. Wait five minutes, then enter the code that the app shows."
        )
    if not totp.validate_totp_code(secret, "".join(code.split())):
        raise BadValue(WRONG_CODE, field="code")
    return enrol_app(actor=actor, secret=secret)


@transaction.atomic
def enrol_app(*, actor: User, secret: str) -> Any:
    """Add the app of this secret, without asking for a code of it."""
    Authenticator.objects.filter(user=actor, type=APP).delete()
    row = totp.TOTP.activate(actor, secret).instance
    return _added(actor, row, "An authenticator app was added to your account.")


@transaction.atomic
def rename_passkey(*, actor: User, passkey_id: int, name: str) -> None:
    row = _own(actor, passkey_id, PASSKEY)
    before = row.data["name"]
    row.data["name"] = required_text(name, "name", "Enter a name, such as the device it is on.")
    row.save(update_fields=["data"])
    after = {"name": row.data["name"]}
    send_changed(actor, "second_factor.rename", actor, before={"name": before}, after=after)


@transaction.atomic
def remove(*, actor: User, factor_id: int) -> Any:
    """Remove a passkey or the app, unless it is the last second factor."""
    require_second_factor(actor)
    User.objects.select_for_update(no_key=True, of=("self",)).get(pk=actor.pk)
    row = _own(actor, factor_id, PASSKEY, APP)
    if not Authenticator.objects.filter(user=actor, type__in=(PASSKEY, APP)).exclude(pk=row.pk).exists():
        raise NotPossible("This is your only second factor. Add another one, then remove this one.")
    name = row.data.get("name", "")
    row.delete()
    trusted.forget_trusted(actor)
    send_changed(actor, "second_factor.remove", actor, before=_told(row, name))
    words = f"The passkey named {name} was" if name else "The authenticator app was"
    events.factor_changed.send(sender=User, user=actor, text=f"{words} removed from your account.")
    return row


@transaction.atomic
def new_recovery_codes(*, actor: User) -> list[str]:
    """Ten new codes, shown only now. Those made before stop working."""
    _require_shown(actor)
    if not has_second_factor(actor):
        raise NotPossible("Set up a second factor first. Recovery codes replace it if you lose it.")
    Authenticator.objects.filter(user=actor, type=CODES).delete()
    codes = recovery_codes.activate(actor)
    send_changed(actor, "second_factor.codes", actor, after={"codes": len(codes)})
    events.factor_changed.send(
        sender=User,
        user=actor,
        text="New recovery codes were created for your account. The old ones no longer work.",
    )
    return codes


# Showing one -----------------------------------------------------------------------------------------------


def accept_code(*, actor: User, code: str, request: HttpRequest) -> str:
    """Take a code of the app, or a recovery code, which then is used up. Return which kind it was.

    Called outside a transaction: one that is undone would undo the entry of a wrong code.
    """
    guess = guesses.Guess(request, guesses.CODE, actor.email)
    code, unreadable = "".join(code.split()), False
    for row in Authenticator.objects.filter(user=actor, type__in=(APP, CODES)).order_by("-type"):
        try:
            is_right = _is_code_of(row, code)
        except SecretUnreadable:
            unreadable = True
            continue
        if is_right:
            # A code of the app is right for a minute and a half: it works once.
            if not cache.add(f"second-factor:{actor.pk}:{code}", "used", timeout=_USED_FOR):
                break
            guess.was_right()
            _used(actor, row)
            return str(row.type)
    send_changed(None, "second_factor.failed", actor, after={"by": "code"})
    if unreadable:
        raise NotPossible(UNREADABLE)
    raise BadValue(WRONG_CODE if has_app(actor) else WRONG_RECOVERY_CODE, field="code")


def _is_code_of(row: Any, code: str) -> bool:
    return recovery_codes.take(row, code) if row.type == CODES else bool(row.wrap().validate_code(code))


@transaction.atomic
def _used(actor: User, row: Any) -> None:
    row.record_usage()
    if row.type == CODES:
        left = factors_of(actor).codes_left
        send_changed(actor, "second_factor.code_used", actor, after={"left": left})
        events.factor_changed.send(
            sender=User, user=actor, text=f"A recovery code was used for your account; {left} are left."
        )


def passkey_owner(credential: Any) -> User:
    """Whose passkey it says it is. Nothing is proved by it."""
    try:
        webauthn.parse_authentication_response(credential)
        owner = webauthn.extract_user_from_response(credential)
    except (ValidationError, ValueError, KeyError, TypeError, AttributeError):
        raise BadValue(WRONG_PASSKEY) from None
    if not isinstance(owner, User) or not owner.is_active:
        raise BadValue(WRONG_PASSKEY)
    return owner


def accept_passkey(*, actor: User, credential: Any) -> None:
    """Take the answer of one of the person's passkeys to the question of this session."""
    try:
        webauthn.parse_authentication_response(credential)
        row = webauthn.complete_authentication(actor, credential)
    except (ValidationError, ValueError, KeyError, TypeError, AttributeError):
        send_changed(None, "second_factor.failed", actor, after={"by": "passkey"})
        raise BadValue(WRONG_PASSKEY) from None
    row.record_usage()


def passkey_question(user: User | None) -> Any:
    """What the browser asks a passkey: of this person, or of whoever signs in."""
    return _plain(webauthn.begin_authentication(user))


def passkey_offer(user: User) -> Any:
    """What the browser makes a new passkey from."""
    return _plain(webauthn.begin_registration(user, True))


def new_app_secret() -> str:
    return str(totp.generate_totp_secret())


def app_address(user: User, secret: str) -> str:
    """What the QR code says."""
    return str(get_adapter().build_totp_url(user, secret))


def _plain(options: Any) -> Any:
    """Mappings of fido2 as dicts, which JSON needs."""
    if hasattr(options, "items"):
        return {key: _plain(value) for key, value in options.items()}
    return [_plain(each) for each in options] if isinstance(options, list | tuple) else options


def _added(actor: User, row: Any, text: str, *, name: str = "") -> Any:
    trusted.forget_trusted(actor)
    EnrolmentDue.objects.filter(user=actor).delete()
    send_changed(actor, "second_factor.add", actor, after=_told(row, name))
    events.factor_changed.send(sender=User, user=actor, text=text)
    return row


def _told(row: Any, name: str) -> dict[str, str]:
    return {"kind": str(row.type)} | ({"name": name} if name else {})


def _require_shown(actor: User) -> None:
    """Whoever has a second factor shows it before another one is added: a password is not enough."""
    if has_second_factor(actor):
        require_second_factor(actor)


def _own(actor: User, factor_id: int, *types: str) -> Any:
    row = Authenticator.objects.filter(user=actor, pk=factor_id, type__in=types).first()
    if row is None:
        raise NotFound("You have no such second factor.")
    return row
