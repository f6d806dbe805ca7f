"""Sign-in, sign-out, password reset and invitations: the ways into an account."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model, login, views
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from portal.accounts import selectors, services
from portal.errors import NotFound
from portal.pages.account_forms import AcceptForm, NewPasswordForm, ResetForm, SignInForm
from portal.pages.forms import run_service
from portal.rate_limiter import RateLimiter, address_of

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"

# Whichever account is tried: a password takes long to compare, on purpose, and a link costs an e-mail.
_attempts = RateLimiter("sign-in", limit=settings.SIGN_IN_TRIES)


class RateLimited:
    """A form that one address can send so often in a minute; after that it is not even looked at."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        wait = _attempts.wait(address_of(request))
        if not wait:
            return super().post(request, *args, **kwargs)  # type: ignore[misc]
        answer = render(request, "account/too_often.html", {"wait": wait}, status=429)
        answer["Retry-After"] = str(wait)
        return answer


class SignIn(RateLimited, views.LoginView):
    template_name = "account/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
    next_page = reverse_lazy("account:start")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(demo_accounts=_grouped(selectors.demo_accounts()), **kwargs)


class SignOut(views.LogoutView):
    next_page = reverse_lazy("public:home")


class ResetPassword(RateLimited, views.PasswordResetView):
    template_name = "account/reset.html"
    email_template_name = "account/reset_email.txt"
    subject_template_name = "account/reset_subject.txt"
    form_class = ResetForm
    success_url = reverse_lazy("account:reset-sent")


class ResetSent(views.PasswordResetDoneView):
    template_name = "account/reset_sent.html"


class ResetConfirm(views.PasswordResetConfirmView):
    template_name = "account/reset_confirm.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("account:sign-in")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, "Your new password is set. Sign in with it.")
        return super().form_valid(form)


@require_POST
def demo_sign_in(request: HttpRequest) -> HttpResponse:
    """One click into a demo account. Outside demo mode the list is empty, so this page does not exist."""
    email = request.POST.get("account", "")
    if email not in {account["email"] for account in selectors.demo_accounts()}:
        raise Http404
    login(request, get_user_model().objects.get(email=email), backend=MODEL_BACKEND)
    wanted = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        wanted = reverse("account:start")
    return redirect(wanted)


@login_required
def start(request: HttpRequest) -> HttpResponse:
    """Where a person's work is."""
    if request.user.is_operator:
        return redirect("operator:dashboard")
    if request.user.is_regulator:
        return redirect("regulator:dashboard")
    return redirect("account:account")


@never_cache
def accept_invitation(request: HttpRequest, token: str) -> HttpResponse:
    try:
        invitation = selectors.open_invitation(token)
    except NotFound as error:
        return render(request, "account/invitation_closed.html", {"message": error.message}, status=404)
    form = AcceptForm(request.POST or None, initial={"name": invitation.name})
    if request.method == "POST":
        user = run_service(
            form,
            services.accept_invitation,
            token=token,
            name=form.data.get("name", ""),
            password=form.data.get("password", ""),
        )
        if user:
            login(request, user, backend=MODEL_BACKEND)
            messages.success(request, f"Welcome to Baize. You now act for {invitation.organisation}.")
            return redirect("account:start")
    context = {"form": form, "invitation": invitation}
    return render(request, "account/accept.html", context, status=422 if form.errors else 200)


def _grouped(accounts: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The demo accounts by organisation, in the order they come."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for account in accounts:
        groups.setdefault(account["organisation"], []).append(account)
    return list(groups.items())
