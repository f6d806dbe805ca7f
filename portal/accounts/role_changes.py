"""Roles that decide are given by two administrators: one proposes, another confirms.

Another administrator of the regulator confirms; where it has no other, the site administrator. Roles are
taken away at once. An invitation to such a role is sent when it is confirmed. The first administrator of a
regulator is invited by the site administrator alone.
"""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from portal.accounts import events
from portal.accounts.events import send_changed
from portal.accounts.models import (
    DECIDING_ROLES,
    Invitation,
    Organisation,
    Role,
    RoleChange,
    User,
    UserRole,
)
from portal.accounts.permissions import can, require
from portal.accounts.selectors import hash_token, people_with
from portal.errors import NotFound, NotPermitted, NotPossible


def takes_two(actor: User, organisation: Organisation | None, roles: Iterable[str]) -> bool:
    """Whether another administrator has to confirm that the actor gives these roles."""
    deciding = set(roles) & set(DECIDING_ROLES)
    if organisation is None or not organisation.is_regulator or not deciding:
        return False
    # So a regulator begins, and goes on when none of its administrators can sign in any more.
    return not (actor.is_site_admin and deciding == {Role.REGULATOR_ADMIN})


def refuse_own_roles(actor: User, user: User, roles: Iterable[str]) -> None:
    if actor.pk == user.pk and not set(roles) <= user.roles and not may_give_own_roles(user):
        names = ", ".join(person.name for person in _others_who_may(user))
        raise NotPermitted(f"You cannot give yourself roles. Ask {names or 'another administrator'}.")


def may_give_own_roles(user: User) -> bool:
    """The only administrator of an operator or of experts may: else one person alone could not work here.

    A regulator's never may, because a decision takes two people.
    """
    return not user.is_regulator and not _others_who_may(user).exists()


def _others_who_may(user: User) -> QuerySet[User]:
    roles = (Role.OPERATOR_ADMIN, Role.REGULATOR_ADMIN, Role.EXPERT_ADMIN)
    return people_with(*roles, organisation_id=user.organisation_id or 0).exclude(pk=user.pk)


def propose_roles(*, actor: User, user: User, roles: list[str]) -> RoleChange:
    """Part of `services.set_roles`: keep the roles that have to be confirmed, in place of any before."""
    now = timezone.now()
    RoleChange.objects.filter(user=user, closed_at=None).update(closed_at=now, closed_by=actor)
    change = RoleChange.objects.create(user=user, roles=roles, proposed_by=actor, proposed_at=now)
    send_changed(actor, "user.roles.propose", user, after={"roles": roles})
    events.confirmation_asked.send(sender=RoleChange, change=change, people=list(confirmers(change)))
    return change


def open_changes(actor: User) -> QuerySet[RoleChange]:
    """The proposed changes the actor may see: those of their team, for a site administrator all."""
    rows = RoleChange.objects.filter(closed_at=None).select_related("user__organisation", "proposed_by")
    if actor.is_site_admin:
        return rows
    if not can(actor, "team.manage"):
        return rows.none()
    return rows.filter(user__organisation_id=actor.organisation_id or 0)


def waiting_invitations(actor: User) -> QuerySet[Invitation]:
    """The invitations that are not sent before another administrator confirms them."""
    rows = Invitation.objects.filter(waits=True, cancelled_at=None).select_related(
        "organisation", "invited_by"
    )
    if actor.is_site_admin:
        return rows
    if not can(actor, "team.manage"):
        return rows.none()
    return rows.filter(organisation_id=actor.organisation_id or 0)


def confirmers(row: RoleChange | Invitation) -> QuerySet[User]:
    """The other administrators of the regulator; where there is none, the site administrators."""
    if isinstance(row, RoleChange):
        organisation_id, out = row.user.organisation_id, {row.proposed_by_id, row.user_id}
    else:
        organisation_id, out = row.organisation_id, {row.invited_by_id}
    others = people_with(Role.REGULATOR_ADMIN, organisation_id=organisation_id or 0).exclude(pk__in=out)
    return others if others.exists() else people_with(Role.SITE_ADMIN).exclude(pk__in=out)


@transaction.atomic
def confirm_roles(*, actor: User, change_id: int) -> RoleChange:
    """Give the proposed roles. The person uses them to decide from the end of the waiting day."""
    change = _locked_change(actor, change_id)
    _require_confirmer(actor, change)
    user = change.user
    if not user.is_active:
        raise NotPossible(f"The account of {user.name} is closed. Decline the change.")
    before = sorted(user.roles)
    UserRole.objects.bulk_create(
        UserRole(user=user, role=role, given_by=change.proposed_by, confirmed_by=actor)
        for role in change.roles
        if role not in before
    )
    user.__dict__.pop("roles", None)
    _close(change, actor, confirmed=True)
    after = {"roles": sorted(user.roles), "proposed_by": str(change.proposed_by)}
    send_changed(actor, "user.roles", user, before={"roles": before}, after=after)
    events.confirmation_given.send(sender=RoleChange, change=change, actor=actor)
    return change


@transaction.atomic
def decline_roles(*, actor: User, change_id: int) -> RoleChange:
    """Close a proposed change without giving the roles. Its proposer takes it back in the same way."""
    change = _locked_change(actor, change_id)
    _close(change, actor, confirmed=False)
    send_changed(actor, "user.roles.decline", change.user, before={"roles": change.roles})
    if change.proposed_by_id != actor.pk:
        events.confirmation_declined.send(sender=RoleChange, change=change, actor=actor)
    return change


@transaction.atomic
def confirm_invitation(*, actor: User, invitation_id: int) -> Invitation:
    """Send an invitation to a role that decides. Declining it is withdrawing it: `cancel_invitation`."""
    visible = waiting_invitations(actor).filter(pk=invitation_id).exists()
    rows = Invitation.objects.select_for_update(no_key=True).filter(pk=invitation_id, waits=True)
    invitation = rows.first() if visible else None
    if invitation is None:
        raise NotFound("There is no such invitation to be confirmed.")
    _require_confirmer(actor, invitation)
    token, now = secrets.token_urlsafe(32), timezone.now()
    invitation.expires_at = now + (invitation.expires_at - invitation.sent_at)
    invitation.waits, invitation.confirmed_by, invitation.sent_at = False, actor, now
    invitation.token_hash = hash_token(token)
    invitation.save(update_fields=["waits", "confirmed_by", "sent_at", "expires_at", "token_hash"])
    after = {"email": invitation.email, "roles": invitation.roles, "invited_by": str(invitation.invited_by)}
    send_changed(actor, "invitation.confirm", invitation, after=after)
    events.invited.send(sender=Invitation, invitation=invitation, token=token)
    return invitation


def may_confirm(actor: User, row: RoleChange | Invitation) -> bool:
    return confirmers(row).filter(pk=actor.pk).exists()


def _locked_change(actor: User, change_id: int) -> RoleChange:
    visible = open_changes(actor).filter(pk=change_id).exists()
    rows = RoleChange.objects.select_for_update(no_key=True, of=("self",)).filter(
        pk=change_id, closed_at=None
    )
    change = rows.select_related("user__organisation", "proposed_by").first() if visible else None
    if change is None:
        raise NotFound("There is no such change of roles to be confirmed.")
    return change


def _require_confirmer(actor: User, row: RoleChange | Invitation) -> None:
    if not may_confirm(actor, row):
        names = ", ".join(person.name for person in confirmers(row)) or "another administrator"
        raise NotPermitted(f"This role needs two administrators. Still to confirm: {names}.")
    require(actor, "site.manage" if actor.organisation_id is None else "team.manage")


def _close(change: RoleChange, actor: User, *, confirmed: bool) -> None:
    change.closed_at, change.closed_by, change.confirmed = timezone.now(), actor, confirmed
    change.save(update_fields=["closed_at", "closed_by", "confirmed"])
