"""What accounts announces to the parts that stand below it (audit writes it down, notices sends the mail).

Receivers run inside the service's transaction; one that fails undoes the change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.dispatch import Signal

if TYPE_CHECKING:
    from portal.accounts.models import Organisation, User

changed = Signal()  # actor, action, obj, before, after, organisation
invited = Signal()  # invitation, token (in the clear: this is the only time it exists)
password_changed = Signal()  # user
token_created = Signal()  # token (the row; its secret is nobody's but the maker's)
token_expiring = Signal()  # token


def announce(
    actor: User | None,
    action: str,
    obj: Any,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    organisation: Organisation | None = None,
) -> None:
    """Says that something changed. Whose trail it belongs to is the thing's own organisation unless given."""
    changed.send(
        sender=type(obj),
        actor=actor,
        action=action,
        obj=obj,
        before=before,
        after=after,
        organisation=organisation or getattr(obj, "organisation", None),
    )
