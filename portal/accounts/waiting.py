"""The waiting day: a new approver or administrator of a regulator decides nothing on the first day.

So a change of roles that should not have been made is noticed before it decides anything: everyone
concerned is notified at once.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from portal.accounts.models import DECIDING_ROLES, User
from portal.accounts.permissions import PERMISSIONS
from portal.accounts.zones import zone_of
from portal.text import format_moment

WAITING_TIME = timedelta(hours=24)
# For so long an approver does not decide on what was recommended by the one who brought them in alone, such
# as with an invitation from before two administrators had to agree.
BROUGHT_IN_FOR = timedelta(days=30)


def waits_until(actor: User, permission: str) -> datetime | None:
    """When the actor may first use a permission to decide; None if they may now, or not at all."""
    given = _origins(actor, permission)
    if not given:
        return None
    ends = min(since for since, _ in given) + WAITING_TIME
    return ends if ends > timezone.now() else None


def waiting_words(actor: User, permission: str) -> str:
    """What to tell somebody on their waiting day, or ""."""
    ends = waits_until(actor, permission)
    if ends is None:
        return ""
    hours, moment = WAITING_TIME // timedelta(hours=1), format_moment(ends.astimezone(zone_of(actor)))
    return (
        f"Your role is new. You cannot decide with a new role for {hours} hours, so that a mistake is "
        f"noticed. You can do this from {moment}."
    )


def brought_in_by(actor: User, giver_id: int, permission: str) -> bool:
    """Whether somebody alone gave the actor, lately, every role with which they could use the permission."""
    given, start = _origins(actor, permission), timezone.now() - BROUGHT_IN_FOR
    return bool(given) and all(by == giver_id and since > start for since, by in given)


def _origins(actor: User, permission: str) -> list[tuple[datetime, int | None]]:
    """Since when, and from whom alone, the actor has each role that decides with this permission."""
    roles = actor.roles & {role for role in PERMISSIONS[permission] if role in DECIDING_ROLES}
    return [actor.role_origins[role] for role in roles]
