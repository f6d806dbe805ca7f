"""Accounts are closed, and opened again. What was done with them stays on record under their names."""

from django.db import transaction
from django.utils import timezone

from portal.accounts import access
from portal.accounts.active import hold_active
from portal.accounts.events import send_changed
from portal.accounts.last_administrator import keep_an_administrator
from portal.accounts.models import DECIDING_ROLES, User
from portal.accounts.services import manageable
from portal.errors import NotPossible


@transaction.atomic
def close_machine(*, actor: User, user_id: int) -> User:
    """Close a machine account at once. A person's is closed by portal.handover.close_account."""
    user = manageable(actor, user_id)
    if not user.is_machine:
        raise NotPossible(
            f"{user.name} may have open work. Close the account on the team page, which hands it over first."
        )
    if user.is_active:
        end_account(actor=actor, user=user)
    return user


def end_account(*, actor: User, user: User) -> None:
    """Part of `close_machine` and of portal.handover, which hands over a person's open work first.

    The database refuses it while the person still has cases (portal/review/account_triggers.py).
    """
    if user.pk == actor.pk:
        raise NotPossible("You cannot deactivate your own account. Ask another administrator.")
    keep_an_administrator(user, after=set())
    user.is_active = False
    user.save(update_fields=["is_active"])
    access.end_access(actor=actor, user=user)
    send_changed(actor, "user.deactivate", user, before={"active": True}, after={"active": False})


@transaction.atomic
def reactivate_user(*, actor: User, user_id: int) -> User:
    user = manageable(actor, user_id)
    if user.is_active:
        return user
    if user.organisation is not None:
        hold_active(user.organisation)
    user.is_active = True
    user.save(update_fields=["is_active"])
    user.role_rows.filter(role__in=DECIDING_ROLES).update(since=timezone.now())  # it waits again
    send_changed(actor, "user.reactivate", user, before={"active": False}, after={"active": True})
    return user
