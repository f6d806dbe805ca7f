"""Signals of accounts, for parts that accounts may not import: audit records them, notices sends the mail.

Receivers run inside the service's transaction; if one fails, the change is undone.
"""

from typing import Any

from django.dispatch import Signal

from portal.accounts.models import Organisation, User

changed = Signal()  # actor, action, obj, before, after, organisation, jurisdiction
invited = Signal()  # invitation, token (in plain text, which is not stored)
confirmation_asked = Signal()  # change (a RoleChange or an Invitation), people (who may confirm it)
confirmation_given = Signal()  # change, actor
confirmation_declined = Signal()  # change, actor
access_ended = Signal()  # user
deputy_named = Signal()  # absence, actor
deputy_released = Signal()  # absence, actor
deputy_away = Signal()  # absence (that of the one who needs another deputy)
organisation_deactivated = Signal()  # organisation, actor
organisation_reactivated = Signal()  # organisation, actor
password_changed = Signal()  # user
working_days_changed = Signal()  # code (of the jurisdiction whose clock counts otherwise from now on)
token_created = Signal()  # token (the row, without its secret)
token_expiring = Signal()  # token


def send_changed(
    actor: User | None,
    action: str,
    obj: Any,
    *,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    organisation: Organisation | None = None,
    jurisdiction: str = "",
) -> None:
    """Send `changed`. The entry belongs to the object's organisation and jurisdiction unless one is given."""
    changed.send(
        sender=type(obj),
        actor=actor,
        action=action,
        obj=obj,
        before=before,
        after=after,
        organisation=organisation or getattr(obj, "organisation", None),
        jurisdiction=jurisdiction,
    )
