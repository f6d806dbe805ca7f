"""An organisation's team: people, invitations and machine accounts."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from portal import handover
from portal.account_pages.forms import CloseAccountForm, InviteForm, MachineForm, RolesForm
from portal.accounts import absences, closing, machines, role_changes, selectors, services, tokens
from portal.accounts.invitations import resend_invitation as send_again
from portal.accounts.models import Invitation, RoleChange, User
from portal.accounts.permissions import can, require
from portal.accounts.waiting import WAITING_TIME
from portal.http import UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import member_page, signed_in_page


@member_page
def team(request: UserRequest) -> HttpResponse:
    """Who acts for the organisation; an administrator invites people here."""
    if request.method == "POST":
        require(request.user, "team.manage")
    form = InviteForm(request.user, request.POST or None)
    if invitation := run_service(form, services.invite, actor=request.user):
        messages.success(request, _invited(invitation))
        return redirect("account:team")
    manages = can(request.user, "team.manage")
    people = selectors.team(request.user).filter(organisation=request.user.organisation, is_machine=False)
    absent = absences.away(person.pk for person in people) if request.user.is_regulator else {}
    context = {
        "people": [(person, absent.get(person.pk)) for person in people],
        "machines": machines.machines(request.user),
        "invitations": selectors.sent_invitations(request.user).filter(waits=False) if manages else [],
        "manages": manages,
        "to_confirm": to_confirm(request.user, request.user.organisation_id),
        "waiting_hours": WAITING_TIME // timedelta(hours=1),
    }
    return render_form(request, "account/team.html", form, **context)


@member_page
def member(request: UserRequest, user_id: int) -> HttpResponse:
    """One person's roles, and the end of their access."""
    person = selectors.team_member(request.user, user_id)
    initial = {"roles": sorted(person.roles)}
    form = RolesForm(request.user, request.POST or None, initial=initial, machine=person.is_machine)
    if run_service(form, services.set_roles, actor=request.user, user_id=user_id):
        change = role_changes.open_changes(request.user).filter(user=person).first()
        messages.success(request, _roles_saved(person, change))
        return redirect("account:team")
    manages = can(request.user, "team.manage")
    context: dict[str, Any] = {
        "person": person,
        "manages": manages,
        "waiting_hours": WAITING_TIME // timedelta(hours=1),
        "to_confirm": to_confirm(request.user, person.organisation_id, person),
        "may_be_away": absences.may_be_away(person),
        "absence": absences.absence_of(person),
        "not_own_roles": manages and person == request.user and not role_changes.may_give_own_roles(person),
    }
    if person.is_machine and manages:
        context["tokens"] = tokens.tokens(request.user).live().filter(user=person)
        context["soon"] = timezone.now() + tokens.WARNED_BEFORE
    return render_form(request, "account/member.html", form, **context)


@require_POST
@member_page
def set_access(request: UserRequest, user_id: int) -> HttpResponse:
    """Open an account again, or close a machine's. A person's work is handed over first: `close_account`."""
    if request.POST.get("access") == "open":
        person = closing.reactivate_user(actor=request.user, user_id=user_id)
        effect = "can act again once it has a new token" if person.is_machine else "can sign in again"
        messages.success(request, f"{person.name} {effect}.")
    else:
        require(request.user, "team.manage")
        if not selectors.team_member(request.user, user_id).is_machine:
            return redirect("account:close-account", user_id)
        person = closing.close_machine(actor=request.user, user_id=user_id)
        messages.success(
            request, f"{person.name} can no longer act. Everything already done stays on record."
        )
    return redirect("account:team")


@member_page
def close_account(request: UserRequest, user_id: int) -> HttpResponse:
    """Check what is open with a person and to whom it goes; nothing happens until it is confirmed."""
    person = services.manageable(request.user, user_id)
    if person == request.user or person.is_machine or not person.is_active:
        return redirect("account:member", user_id)
    work = handover.open_work(request.user, user_id)
    choices = handover.receivers(request.user, user_id)
    form = CloseAccountForm(choices, request.POST or None)
    if run_service(form, handover.close_account, actor=request.user, user_id=user_id):
        messages.success(
            request, f"{person.name} can no longer sign in. Everything already done stays on record."
        )
        return redirect("account:team")
    context = {"person": person, "work": work, "seen": handover.fingerprint(work)}
    return render_form(request, "account/close_account.html", form, **context)


@require_POST
@member_page
def cancel_invitation(request: UserRequest, invitation_id: int) -> HttpResponse:
    invitation = services.cancel_invitation(actor=request.user, invitation_id=invitation_id)
    messages.success(
        request, f"The invitation to {invitation.email} has been withdrawn. Its link no longer works."
    )
    return redirect("account:team")


@require_POST
@member_page
def resend_invitation(request: UserRequest, invitation_id: int) -> HttpResponse:
    invitation = send_again(actor=request.user, invitation_id=invitation_id)
    messages.success(request, sent_again(invitation))
    return redirect("account:team")


def sent_again(invitation: Invitation) -> str:
    return (
        f"A new link has been sent to {invitation.email}. It works for seven days; the link sent before no "
        "longer works."
    )


@require_POST
@signed_in_page
def decide_roles(request: UserRequest, change_id: int) -> HttpResponse:
    """Confirm a proposed change of roles, decline it, or take one's own back."""
    if request.POST.get("decision") == "confirm":
        change = role_changes.confirm_roles(actor=request.user, change_id=change_id)
        messages.success(request, f"{change.user.name} has the new role: {', '.join(change.role_names)}.")
    else:
        change = role_changes.decline_roles(actor=request.user, change_id=change_id)
        messages.success(request, f"The roles of {change.user.name} have not changed.")
    return _back(request, change.user.organisation_id)


@require_POST
@signed_in_page
def decide_invitation(request: UserRequest, invitation_id: int) -> HttpResponse:
    """Confirm an invitation to a role that decides, which sends it, or withdraw it."""
    if request.POST.get("decision") == "confirm":
        invitation = role_changes.confirm_invitation(actor=request.user, invitation_id=invitation_id)
        messages.success(request, _invited(invitation))
    else:
        invitation = services.cancel_invitation(actor=request.user, invitation_id=invitation_id)
        messages.success(request, f"{invitation.email} is not invited.")
    return _back(request, invitation.organisation_id)


def to_confirm(actor: User, organisation_id: int | None, person: User | None = None) -> list[dict[str, Any]]:
    """What waits for a second administrator of an organisation, and whether the actor may confirm it."""
    changes = role_changes.open_changes(actor).filter(user__organisation_id=organisation_id or 0)
    invitations = role_changes.waiting_invitations(actor).filter(organisation_id=organisation_id or 0)
    if person is not None:
        changes, invitations = changes.filter(user=person), invitations.none()
    rows: list[dict[str, Any]] = [
        {
            "row": row,
            "who": row.user.name,
            "by": row.proposed_by,
            "at": row.proposed_at,
            "url": "account:decide-roles",
        }
        for row in changes
    ] + [
        {
            "row": row,
            "who": row.email,
            "by": row.invited_by,
            "at": row.created_at,
            "url": "account:decide-invitation",
        }
        for row in invitations
    ]
    for each in rows:
        people = list(role_changes.confirmers(each["row"]))
        each |= {"may_confirm": actor in people, "confirmers": people, "own": each["by"] == actor}
    return rows


def _invited(invitation: Invitation) -> str:
    if invitation.waits:
        return (
            f"The invitation to {invitation.email} is sent when another administrator confirms it: "
            f"{', '.join(invitation.role_names).lower()}."
        )
    return f"An invitation has been sent to {invitation.email}. Its link works for seven days."


def _roles_saved(person: User, change: RoleChange | None) -> str:
    if change is None:
        return f"{person.name}’s roles have been changed."
    roles = ", ".join(change.role_names).lower()
    return f"Another administrator has to confirm the new role of {person.name}: {roles}."


def _back(request: UserRequest, organisation_id: int | None) -> HttpResponse:
    if request.user.organisation_id is None and organisation_id:
        return redirect("account:organisation", organisation_id)
    return redirect("account:team")


@member_page
def new_machine(request: UserRequest) -> HttpResponse:
    require(request.user, "team.manage")
    form = MachineForm(request.user, request.POST or None, machine=True)
    if machine := run_service(form, machines.create_machine, actor=request.user):
        messages.success(request, f"{machine.name} has been created. It can act once it has a token.")
        return redirect("account:member", machine.pk)
    return render_form(request, "account/machine_new.html", form)
