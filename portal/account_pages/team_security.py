"""For an organisation's administrators: who has a second factor, what is demanded, and lost ones."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from portal.account_pages.second_factor_forms import PolicyForm, ResetForm
from portal.accounts import selectors
from portal.accounts.permissions import can
from portal.errors import NotPermitted
from portal.http import UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import member_page, signed_in_page
from portal.sign_in import requirements, resets, signing_out


@signed_in_page
def team_security(request: UserRequest) -> HttpResponse:
    """Who has a second factor, and what the organisation demands beyond the roles."""
    _require_administrator(request)
    policy = requirements.policy_of(request.user)
    initial = {
        "everybody_at_once": policy.everybody_at_once,
        "no_trusted_browsers": policy.no_trusted_browsers,
    }
    form = PolicyForm(request.POST or None, initial=initial)
    if request.method == "POST":
        form = PolicyForm(request.POST)
        if run_service(form, requirements.set_policy, actor=request.user):
            messages.success(request, "Saved. It applies from each person’s next sign-in.")
            return redirect("account:team-security")
    context: dict[str, Any] = {
        "people": requirements.people_with_state(request.user),
        "resets": [(row, resets.can_confirm(request.user, row)) for row in resets.open_resets(request.user)],
        "sets_policy": request.user.organisation_id is not None,
    }
    return render_form(request, "account/team_security.html", form, **context)


@require_POST
@member_page
def sign_out_everywhere(request: UserRequest, user_id: int) -> HttpResponse:
    count = signing_out.sign_out_everywhere(actor=request.user, user_id=user_id)
    person = selectors.team_member(request.user, user_id)
    messages.success(
        request, f"{person.name} is signed out everywhere: {count} session{'s'[: count != 1]} ended."
    )
    return redirect("account:member", user_id)


@signed_in_page
def ask_reset(request: UserRequest, user_id: int) -> HttpResponse:
    _require_administrator(request)
    person = selectors.team_member(request.user, user_id)
    form = ResetForm(request.POST or None)
    if run_service(form, resets.ask_reset, actor=request.user, user_id=user_id):
        messages.success(request, f"Another administrator can now confirm it. {person.name} is notified.")
        return redirect("account:team-security")
    others = [each for each in resets.administrators(person) if each.pk != request.user.pk]
    return render_form(request, "account/factor_reset.html", form, person=person, others=others)


@require_POST
@signed_in_page
def confirm_reset(request: UserRequest, reset_id: int) -> HttpResponse:
    reset = resets.confirm_reset(actor=request.user, reset_id=reset_id)
    messages.success(
        request,
        f"{reset.person.name} was signed out everywhere and has to set up a new second factor at the next "
        "sign-in.",
    )
    return redirect("account:team-security")


@require_POST
@signed_in_page
def drop_reset(request: UserRequest, reset_id: int) -> HttpResponse:
    resets.drop_reset(actor=request.user, reset_id=reset_id)
    messages.success(request, "The request is cancelled. Nothing was removed.")
    return redirect("account:team-security")


def _require_administrator(request: UserRequest) -> None:
    if not (can(request.user, "team.manage") or request.user.is_site_admin):
        raise NotPermitted("Only an administrator of your organisation sees this.")
