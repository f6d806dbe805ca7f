"""An organisation's team: people, invitations and machine accounts."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from portal import handover
from portal.account_pages.forms import CloseAccountForm, InviteForm, MachineForm, RolesForm
from portal.accounts import machines, selectors, services, tokens
from portal.accounts.invitations import resend_invitation as send_again
from portal.accounts.models import Invitation
from portal.accounts.permissions import can, require
from portal.http import UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import member_page


@member_page
def team(request: UserRequest) -> HttpResponse:
    """Who acts for the organisation; an administrator invites people here."""
    if request.method == "POST":
        require(request.user, "team.manage")
    form = InviteForm(request.user, request.POST or None)
    if invitation := run_service(form, services.invite, actor=request.user):
        messages.success(
            request, f"An invitation has been sent to {invitation.email}. Its link works for seven days."
        )
        return redirect("account:team")
    manages = can(request.user, "team.manage")
    context = {
        "people": selectors.team(request.user).filter(
            organisation=request.user.organisation, is_machine=False
        ),
        "machines": machines.machines(request.user),
        "invitations": selectors.sent_invitations(request.user) if manages else [],
        "manages": manages,
    }
    return render_form(request, "account/team.html", form, **context)


@member_page
def member(request: UserRequest, user_id: int) -> HttpResponse:
    """One person's roles, and the end of their access."""
    person = selectors.team_member(request.user, user_id)
    initial = {"roles": sorted(person.roles)}
    form = RolesForm(request.user, request.POST or None, initial=initial, machine=person.is_machine)
    if run_service(form, services.set_roles, actor=request.user, user_id=user_id):
        messages.success(request, f"{person.name}’s roles have been changed.")
        return redirect("account:team")
    manages = can(request.user, "team.manage")
    context: dict[str, Any] = {"person": person, "manages": manages}
    if person.is_machine and manages:
        context["tokens"] = tokens.tokens(request.user).live().filter(user=person)
        context["soon"] = timezone.now() + tokens.WARNED_BEFORE
    return render_form(request, "account/member.html", form, **context)


@require_POST
@member_page
def set_access(request: UserRequest, user_id: int) -> HttpResponse:
    """Open an account again, or close a machine's. A person's work is handed over first: `close_account`."""
    if request.POST.get("access") == "open":
        person = services.reactivate_user(actor=request.user, user_id=user_id)
        effect = "can act again with its live tokens" if person.is_machine else "can sign in again"
        messages.success(request, f"{person.name} {effect}.")
    else:
        require(request.user, "team.manage")
        if not selectors.team_member(request.user, user_id).is_machine:
            return redirect("account:close-account", user_id)
        person = services.deactivate_user(actor=request.user, user_id=user_id)
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


@member_page
def new_machine(request: UserRequest) -> HttpResponse:
    require(request.user, "team.manage")
    form = MachineForm(request.user, request.POST or None, machine=True)
    if machine := run_service(form, machines.create_machine, actor=request.user):
        messages.success(request, f"{machine.name} has been created. It can act once it has a token.")
        return redirect("account:member", machine.pk)
    return render_form(request, "account/machine_new.html", form)
