"""Tokens: how a program acts as a person's account or as a machine account.

A token is `baize_<8 characters>_<43 characters>`. The first two parts identify it in lists and logs; the
last is 256 random bits, of which only the SHA-256 is stored. Roles and access are read at each use, so a
change applies from the next request on.
"""

import hashlib
import hmac
import re
import secrets
import string
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from portal.accounts import events
from portal.accounts.active import hold_active
from portal.accounts.events import send_changed
from portal.accounts.models import Token, TokenQuerySet, User
from portal.accounts.permissions import PEOPLE_ONLY, PERMISSIONS, can, require, require_second_factor
from portal.accounts.scopes import SCOPES, Scope
from portal.accounts.services import required_text
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible

MAX_DAYS = 365
MAX_LIVE = 25  # tokens of one account
USE_RECORDED_EVERY = timedelta(minutes=1)
WARNED_BEFORE = timedelta(days=7)
_FORMAT = re.compile(r"(baize_[A-Za-z0-9]{8})_([A-Za-z0-9_-]{43})")


@transaction.atomic
def create(
    *, actor: User, name: str, scopes: Iterable[str], days: int, user_id: int | None = None
) -> tuple[Token, str]:
    """Create a token of the actor, or of a machine account of their organisation.

    Return its row, and the token itself, which is not stored.
    """
    owner = _owner(actor, user_id)
    if owner.organisation is not None:
        hold_active(owner.organisation)
    name = required_text(name, "name", "Enter a name for the token, such as the program that will use it.")
    scopes = _clean_scopes(owner, scopes)
    if not 1 <= days <= MAX_DAYS:
        raise BadValue(f"A token is valid for 1 to {MAX_DAYS} days. You entered {days}.", field="days")
    names = [token.name.casefold() for token in owner.tokens.live()]
    if name.casefold() in names:
        raise BadValue(f"There is already a live token named {name}. Choose another name.", field="name")
    if len(names) >= MAX_LIVE:
        raise NotPossible(
            f"{owner.name} has {MAX_LIVE} live tokens, which is the limit. Revoke one that is no longer used."
        )
    now = timezone.now()
    prefix, secret = f"baize_{_letters(8)}", secrets.token_urlsafe(32)
    token = Token.objects.create(
        user=owner,
        name=name,
        scopes=scopes,
        prefix=prefix,
        secret_hash=_hash(secret),
        created_at=now,
        created_by=actor,
        expires_at=now + timedelta(days=days),
    )
    send_changed(
        actor,
        "token.create",
        token,
        after={"account": owner.name, "scopes": scopes, "expires": token.expires_at.date().isoformat()},
    )
    events.token_created.send(sender=Token, token=token)
    return token, f"{prefix}_{secret}"


@transaction.atomic
def revoke(*, actor: User, token_id: int) -> Token:
    """End a token at once. Repeating it changes nothing."""
    _refuse_tokens(actor)
    row = token(actor, token_id)
    now = timezone.now()
    if Token.objects.filter(pk=row.pk, revoked_at=None).update(revoked_at=now, revoked_by=actor):
        send_changed(actor, "token.revoke", row, before={"account": row.user.name, "scopes": row.scopes})
        row.refresh_from_db()
    return row


def authenticate(raw: str) -> tuple[User, Token] | None:
    """The account of a live token, with `user.token` set; None for anything else."""
    match = _FORMAT.fullmatch(raw)
    if match is None:
        return None
    prefix, secret = match.groups()
    row = Token.objects.select_related("user__organisation").filter(prefix=prefix).first()
    # Compared in constant time, even if there is no such token.
    same = hmac.compare_digest(_hash(secret), row.secret_hash if row else "0" * 64)
    if row is None or not same or not row.is_live or not row.user.has_access:
        return None
    _record_use(row)
    row.user.token = row
    return row.user, row


def tokens(actor: User) -> TokenQuerySet:
    """The actor's own tokens; for an administrator also those of the organisation's machine accounts."""
    visible = Q(user=actor)
    if can(actor, "team.manage"):
        visible |= Q(user__is_machine=True, user__organisation_id=actor.organisation_id)
    return Token.objects.filter(visible).select_related("user__organisation", "created_by", "revoked_by")


def token(actor: User, token_id: int) -> Token:
    row = tokens(actor).filter(pk=token_id).first()
    if row is None:
        raise NotFound("You have no such token.")
    return row


def scopes_for(owner: User) -> list[Scope]:
    """The scopes that allow this account something, apart from what `read` allows."""
    readable = SCOPES["read"].permissions
    return [
        scope
        for scope in SCOPES.values()
        if any(
            owner.has_role(*PERMISSIONS[permission])
            for permission in (scope.permissions if scope.name == "read" else scope.permissions - readable)
            if not (owner.is_machine and permission in PEOPLE_ONLY)
        )
    ]


def warn_of_expiry() -> int:
    """Send `token_expiring` once for each live token that expires within a week. Return how many."""
    now = timezone.now()
    ending = Token.objects.live().filter(
        warned_at=None,
        expires_at__lte=now + WARNED_BEFORE,
        user__is_active=True,
        user__organisation__deactivated_at=None,
    )
    warned = 0
    for row in ending.select_related("user__organisation"):
        with transaction.atomic():
            if not Token.objects.filter(pk=row.pk, warned_at=None).update(warned_at=now):
                continue
            # A token created for a week or less needs no warning.
            if row.expires_at - row.created_at > WARNED_BEFORE:
                events.token_expiring.send(sender=Token, token=row)
                warned += 1
    return warned


def _owner(actor: User, user_id: int | None) -> User:
    _refuse_tokens(actor)
    require_second_factor(actor)
    if user_id is None or user_id == actor.pk:
        return actor
    require(actor, "team.manage")
    machine = User.objects.filter(
        pk=user_id, is_machine=True, organisation_id=actor.organisation_id or 0
    ).first()
    if machine is None:
        raise NotFound("There is no such machine account in your organisation.")
    if not machine.is_active:
        raise NotPossible(f"{machine.name} is closed. Open the account, then create a token for it.")
    return machine


def _refuse_tokens(actor: User) -> None:
    if actor.token is not None:
        raise NotPermitted("A token cannot create or revoke tokens. Sign in to do it.")


def _clean_scopes(owner: User, scopes: Iterable[str]) -> list[str]:
    chosen, allowed = set(scopes), scopes_for(owner)
    if not chosen:
        raise BadValue("Choose at least one scope.", field="scopes")
    refused = sorted(chosen - {scope.name for scope in allowed})
    if refused:
        names = ", ".join(scope.name for scope in allowed) or "none"
        raise BadValue(
            f"{owner.name}’s roles do not allow: {', '.join(refused)}. Choose from: {names}.",
            field="scopes",
        )
    return [scope.name for scope in allowed if scope.name in chosen]


def _record_use(row: Token) -> None:
    """Record the time, with at most one write per minute."""
    now = timezone.now()
    if row.last_used_at is None or row.last_used_at <= now - USE_RECORDED_EVERY:
        Token.objects.filter(pk=row.pk).update(last_used_at=now)
        row.last_used_at = now


def _letters(count: int) -> str:
    return "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(count))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
