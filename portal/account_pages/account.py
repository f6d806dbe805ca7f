"""A person's own account."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect

from portal.account_pages.forms import ChangePasswordForm, NameForm
from portal.accounts import services
from portal.accounts.absences import absence_of, may_be_away, stands_in_for
from portal.http import UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import signed_in_page
from portal.sign_in.oidc import identities, providers
from portal.sign_in.sessions import record_session


@signed_in_page
def account(request: UserRequest) -> HttpResponse:
    form = NameForm(request.POST or None, initial={"name": request.user.name})
    if run_service(form, services.change_name, actor=request.user):
        messages.success(request, "Your name has been changed.")
        return redirect("account:account")
    has_providers = bool(providers.providers_of(request.user.organisation) or identities.linked(request.user))
    context = {
        "has_providers": has_providers,
        "may_be_away": may_be_away(request.user),
        "absence": absence_of(request.user),
        "stands_in": stands_in_for(request.user),
    }
    return render_form(request, "account/account.html", form, **context)


@signed_in_page
def change_password(request: UserRequest) -> HttpResponse:
    form = ChangePasswordForm(request, request.POST or None)
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        record_session(request, request.user)
        messages.success(
            request,
            "Your password has been changed. Other devices have been signed out, and your tokens have ended.",
        )
        return redirect("account:account")
    return render_form(request, "account/change_password.html", form)
