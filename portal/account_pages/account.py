"""A person's own account."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render

from portal.account_pages.forms import ChangePasswordForm, NameForm
from portal.accounts import services
from portal.http import UserRequest
from portal.pages.forms import run_service
from portal.pages.guards import signed_in_page


@signed_in_page
def account(request: UserRequest) -> HttpResponse:
    form = NameForm(request.POST or None, initial={"name": request.user.name})
    if form.is_valid():
        changed = run_service(form, services.change_name, actor=request.user, **form.cleaned_data)
        if changed:
            messages.success(request, "Your name has been changed.")
            return redirect("account:account")
    return render(request, "account/account.html", {"form": form}, status=422 if form.errors else 200)


@signed_in_page
def change_password(request: UserRequest) -> HttpResponse:
    form = ChangePasswordForm(request.user, request.POST or None)
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, "Your password has been changed. Other devices have been signed out.")
        return redirect("account:account")
    return render(request, "account/change_password.html", {"form": form}, status=422 if form.errors else 200)
