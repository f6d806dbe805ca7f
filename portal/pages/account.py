"""A person's own account, and their organisation's team."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from portal.accounts import machines, selectors, services, tokens
from portal.accounts.permissions import can
from portal.pages.account_forms import ChangePasswordForm, InviteForm, NameForm, RolesForm
from portal.pages.forms import run_service
from portal.pages.guards import member_page


@login_required
def account(request: HttpRequest) -> HttpResponse:
    form = NameForm(request.POST or None, initial={"name": request.user.name})
    if request.method == "POST":
        changed = run_service(form, services.change_name, actor=request.user, name=form.data.get("name", ""))
        if changed:
            messages.success(request, "Your name is changed.")
            return redirect("account:account")
    return render(request, "account/account.html", {"form": form}, status=422 if form.errors else 200)


@login_required
def change_password(request: HttpRequest) -> HttpResponse:
    form = ChangePasswordForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, "Your password is changed. Other devices have been signed out.")
        return redirect("account:account")
    return render(request, "account/change_password.html", {"form": form}, status=422 if form.errors else 200)


@member_page
def team(request: HttpRequest) -> HttpResponse:
    """Who acts for the organisation; an administrator invites here."""
    manages = can(request.user, "team.manage")
    form = InviteForm(request.user.organisation, request.POST or None) if manages else None
    if request.method == "POST":
        invitation = run_service(
            form or InviteForm(request.user.organisation, request.POST),
            services.invite,
            actor=request.user,
            email=request.POST.get("email", ""),
            name=request.POST.get("name", ""),
            roles=request.POST.getlist("roles"),
        )
        if invitation:
            messages.success(
                request,
                f"An invitation is on its way to {invitation.email}. The link in it works for seven days.",
            )
            return redirect("account:team")
    context = {
        "people": selectors.team(request.user).filter(
            organisation=request.user.organisation, is_machine=False
        ),
        "machines": machines.machines(request.user),
        "invitations": selectors.invitations(request.user) if manages else [],
        "manages": manages,
        "form": form,
    }
    return render(request, "account/team.html", context, status=422 if form and form.errors else 200)


@member_page
def member(request: HttpRequest, user_id: int) -> HttpResponse:
    """One person's roles, and the end of their access."""
    person = selectors.team_member(request.user, user_id)
    initial = {"roles": sorted(person.roles)}
    form = RolesForm(
        request.user.organisation, request.POST or None, initial=initial, machine=person.is_machine
    )
    if request.method == "POST":
        changed = run_service(
            form,
            services.set_roles,
            actor=request.user,
            user_id=user_id,
            roles=request.POST.getlist("roles"),
        )
        if changed:
            messages.success(request, f"{person.name}’s roles are changed.")
            return redirect("account:team")
    manages = can(request.user, "team.manage")
    context = {"person": person, "form": form, "manages": manages}
    if person.is_machine and manages:
        now = timezone.now()
        live = tokens.tokens(request.user).filter(user=person, revoked_at=None, expires_at__gt=now)
        context |= {"tokens": live, "soon": now + tokens.WARNED_BEFORE}
    return render(request, "account/member.html", context, status=422 if form.errors else 200)


@require_POST
@member_page
def set_access(request: HttpRequest, user_id: int) -> HttpResponse:
    """Closes a person's account, or opens it again."""
    if request.POST.get("access") == "open":
        person = services.reactivate_user(actor=request.user, user_id=user_id)
        words = "acts again, with the tokens it has" if person.is_machine else "can sign in again"
        messages.success(request, f"{person.name} {words}.")
    else:
        person = services.deactivate_user(actor=request.user, user_id=user_id)
        words = "is turned away from now on" if person.is_machine else "can no longer sign in"
        messages.success(request, f"{person.name} {words}. What was done stays on record.")
    return redirect("account:team")


@require_POST
@member_page
def cancel_invitation(request: HttpRequest, invitation_id: int) -> HttpResponse:
    invitation = services.cancel_invitation(actor=request.user, invitation_id=invitation_id)
    messages.success(request, f"The invitation to {invitation.email} is withdrawn. Its link no longer works.")
    return redirect("account:team")
