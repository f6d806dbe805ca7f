"""An organisation is deactivated by the site administrator, and activated again.

What lets its people and programs in ends at once, and nothing of it comes back: after a reactivation people
sign in anew, tokens and invitations are made anew, machine accounts and webhooks are opened by its
administrators. Its history stays, and so do cases and approvals.
"""

from django.db import transaction
from django.utils import timezone

from portal.accounts import access, closing, events, selectors
from portal.accounts.events import send_changed
from portal.accounts.models import DECIDING_ROLES, Invitation, Organisation, Role, User, UserRole
from portal.accounts.permissions import require
from portal.errors import BadValue, NotPossible
from portal.text import limited_text

LONGEST_REASON = 500


@transaction.atomic
def deactivate(*, actor: User, organisation_id: int, reason: str) -> Organisation:
    organisation = _held(actor, organisation_id)
    if not organisation.is_active:
        raise NotPossible(f"{organisation} is deactivated already.")
    if organisation.users.filter(role_rows__role=Role.SITE_ADMIN).exists():
        raise NotPossible(f"{organisation} has people who run the site. Take that role from them first.")
    organisation.deactivated_because = _reason(reason, "Enter why the organisation is deactivated.")
    organisation.deactivated_at, organisation.deactivated_by = timezone.now(), actor
    ended = _end_all(actor, organisation)
    organisation.save(update_fields=["deactivated_at", "deactivated_by", "deactivated_because"])
    send_changed(
        actor,
        "organisation.deactivate",
        organisation,
        before={"active": True},
        after={"active": False, "reason": organisation.deactivated_because, **ended},
        organisation=organisation,
    )
    events.organisation_deactivated.send(sender=Organisation, organisation=organisation, actor=actor)
    return organisation


@transaction.atomic
def reactivate(*, actor: User, organisation_id: int, reason: str) -> Organisation:
    """Let its people sign in again. What was begun in the same moment as the deactivation ends here too."""
    organisation = _held(actor, organisation_id)
    if organisation.is_active:
        raise NotPossible(f"{organisation} is active.")
    reason = _reason(reason, "Enter why the organisation is activated again.")
    before = {
        "active": False,
        "since": organisation.deactivated_at.isoformat() if organisation.deactivated_at else "",
        "reason": organisation.deactivated_because,
    }
    _end_all(actor, organisation)
    organisation.deactivated_at, organisation.deactivated_by = None, None
    organisation.deactivated_because = ""
    organisation.save(update_fields=["deactivated_at", "deactivated_by", "deactivated_because"])
    # Who decides waits again, as after the reopening of an account.
    deciding = UserRole.objects.filter(user__organisation=organisation, role__in=DECIDING_ROLES)
    deciding.update(since=timezone.now())
    send_changed(
        actor,
        "organisation.reactivate",
        organisation,
        before=before,
        after={"active": True, "reason": reason},
        organisation=organisation,
    )
    events.organisation_reactivated.send(sender=Organisation, organisation=organisation, actor=actor)
    return organisation


def _held(actor: User, organisation_id: int) -> Organisation:
    require(actor, "site.manage")
    found = selectors.organisation(actor, organisation_id)
    # Nobody joins it and nothing is added to it until the commit: active.hold_active takes the same lock.
    return Organisation.objects.select_for_update(no_key=True).get(pk=found.pk)


def _reason(reason: str, message: str) -> str:
    reason = limited_text(" ".join(reason.split()), field="reason", longest=LONGEST_REASON)
    if not reason:
        raise BadValue(message, field="reason")
    return reason


def _end_all(actor: User, organisation: Organisation) -> dict[str, int]:
    """End what lets people and programs in, and what could. Return how many of each."""
    people = list(organisation.users.order_by("pk"))
    machines = [user for user in people if user.is_machine and user.is_active]
    for user in people:
        if user in machines:
            closing.end_account(actor=actor, user=user)
        else:
            access.end_access(actor=actor, user=user)
    open_ones = Invitation.objects.filter(organisation=organisation, accepted_at=None, cancelled_at=None)
    invitations = open_ones.update(cancelled_at=timezone.now())
    return {"people": len(people) - len(machines), "machines": len(machines), "invitations": invitations}
