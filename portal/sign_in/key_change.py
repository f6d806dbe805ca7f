"""Encrypts the secrets of second factors with the current SECRET_KEY, and says which no key opens."""

from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils import timezone

from portal.accounts.events import send_changed
from portal.accounts.models import User
from portal.sign_in import events, sessions, trusted
from portal.sign_in.adapters import SecretUnreadable, is_current, renewed
from portal.sign_in.models import EnrolmentDue

_FIELDS = ("secret", "seed", "hashed")


@dataclass
class Report:
    """How many secrets the current key opens, how many a former one, and whose none does."""

    current: int = 0
    former: int = 0
    unreadable: int = 0


def second_factors(*, renew: bool) -> Report:
    """Look at every secret; with `renew` encrypt those of former keys anew."""
    report = Report()
    rows = Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN).order_by("pk")
    for pk in list(rows.values_list("pk", flat=True)):
        with transaction.atomic():
            row = Authenticator.objects.select_for_update(no_key=True).filter(pk=pk).first()
            if row is None:
                continue
            for field in _FIELDS:
                if field in row.data:
                    row.data[field] = _one(row.data[field], report, renew)
            if renew:
                row.save(update_fields=["data"])
    return report


def people_locked_out() -> list[User]:
    """Whose only second factors no key opens, by name."""
    locked = []
    for user in User.objects.filter(is_active=True, authenticator__isnull=False).distinct().order_by("name"):
        rows = Authenticator.objects.filter(user=user)
        if not any(row.type == Authenticator.Type.WEBAUTHN or opens(row.data) for row in rows):
            locked.append(user)
    return locked


@transaction.atomic
def remove_unreadable() -> int:
    """Remove second factors that nobody can show any more. Who has none left sets one up at once."""
    count = 0
    rows = Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN).select_related("user")
    for row in rows.order_by("pk"):
        if opens(row.data):
            continue
        user = User.objects.get(pk=row.user_id)
        row.delete()
        trusted.forget_trusted(user)
        sessions.end_sessions_of(user)
        if not Authenticator.objects.filter(user=user).exclude(type=row.Type.RECOVERY_CODES).exists():
            EnrolmentDue.objects.update_or_create(user=user, defaults={"by": timezone.now()})
        before = {"kind": str(row.type), "why": "no key opens it"}
        send_changed(None, "second_factor.remove", user, before=before)
        text = "A second factor was removed from your account, because the portal’s key was changed and it "
        events.factor_changed.send(sender=User, user=user, text=f"{text}could no longer be checked.")
        count += 1
    return count


def opens(data: dict[str, str]) -> bool:
    try:
        return all(renewed(data[field]) for field in _FIELDS if field in data)
    except SecretUnreadable:
        return False


def _one(secret: str, report: Report, renew: bool) -> str:
    if is_current(secret):
        report.current += 1
        return secret
    try:
        again = renewed(secret)
    except SecretUnreadable:
        report.unreadable += 1
        return secret
    report.former += 1
    return again if renew else secret
