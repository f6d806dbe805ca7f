"""Sign-in, sign-out, password reset and accepting an invitation."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from portal.account_pages.forms import (
    AcceptForm,
    AcceptWithProviderForm,
    NewPasswordForm,
    ResetForm,
    SignInForm,
)
from portal.accounts import selectors
from portal.accounts.models import Invitation, User
from portal.errors import NotFound
from portal.http import UserRequest, next_page
from portal.pages.forms import PlainForm, render_form, run_service
from portal.pages.guards import signed_in_page
from portal.rate_limiter import RateLimiter, address_of
from portal.sign_in import demonstration, guesses
from portal.sign_in import login as login_flow
from portal.sign_in.oidc import identities, providers

# By address, for all accounts together: comparing a password is slow by design, a link costs an e-mail.
_attempts = RateLimiter("sign-in", limit=settings.SIGN_IN_TRIES)


def rate_limited(post: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Answer 429 without reading the form once an address has sent too many in a minute."""

    @wraps(post)
    def limited(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        wait = _attempts.wait(address_of(request)) if request.method == "POST" else 0
        if not wait:
            return post(request, *args, **kwargs)
        response = render(request, "account/too_often.html", {"wait": wait}, status=429)
        response["Retry-After"] = str(wait)
        return response

    return limited


@method_decorator(rate_limited, name="post")
class SignIn(views.LoginView):
    template_name = "account/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True
    next_page = "account:start"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().post(request, *args, **kwargs)
        except guesses.Slowed as slowed:
            response = render(request, "account/slowed.html", {"slowed": slowed}, status=429)
            response["Retry-After"] = str(slowed.seconds)
            return response

    def form_valid(self, form: Any) -> HttpResponse:
        """The password was right: sign in, or ask for the second factor first."""
        return login_flow.sign_in(self.request, form.get_user(), to=self.get_success_url())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            demo_accounts=_grouped(selectors.demo_accounts()), providers=providers.all_providers(), **kwargs
        )


class SignOut(views.LogoutView):
    next_page = "public:home"

    def dispatch(self, *args: Any, **kwargs: Any) -> Any:
        response = super().dispatch(*args, **kwargs)
        response["Clear-Site-Data"] = '"cache"'  # nor does the browser keep what was seen
        return response


@method_decorator(rate_limited, name="post")
class ResetPassword(views.PasswordResetView):
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
        messages.success(self.request, "Your new password has been set. Sign in with it.")
        guesses.vouch(self.request, form.user)
        return super().form_valid(form)


@require_POST
def demo_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in to a demo account with one click. Outside demo mode there are none, so this answers 404."""
    email = request.POST.get("account", "")
    if email not in {account["email"] for account in selectors.demo_accounts()}:
        raise Http404
    person = User.objects.get(email=email)
    demonstration.enrol(actor=person)
    login_flow.sign_in_to_demonstration(request, person)
    return redirect(next_page(request) or reverse("account:start"))


@signed_in_page
def start(request: UserRequest) -> HttpResponse:
    """Redirect to the person's dashboard."""
    if request.user.is_operator:
        return redirect("operator:dashboard")
    if request.user.is_regulator:
        return redirect("regulator:dashboard")
    if request.user.is_expert:
        return redirect("expert:requests")
    return redirect("account:account")


@never_cache
def accept_invitation(request: HttpRequest, token: str) -> HttpResponse:
    try:
        invitation = selectors.open_invitation(token)
    except NotFound as error:
        return render(request, "account/invitation_closed.html", {"message": error.message}, status=404)
    form = AcceptForm(request.POST or None, initial={"name": invitation.name})
    if user := run_service(form, identities.accept_invitation, token=token):
        login_flow.sign_in_new_account(request, user)
        messages.success(request, f"Welcome to Baize. You now act for {invitation.organisation}.")
        return redirect(f"{reverse('account:second-factor')}?next={reverse('account:start')}")
    return invitation_page(request, invitation, token, with_password=form)


def invitation_page(
    request: HttpRequest,
    invitation: Invitation,
    token: str,
    *,
    with_password: PlainForm | None = None,
    with_provider: PlainForm | None = None,
) -> HttpResponse:
    """The ways to accept an invitation, with the form that was sent and its errors."""
    start = {"name": invitation.name}
    sent = with_provider or with_password or AcceptForm(initial=start)
    context = {
        "invitation": invitation,
        "token": token,
        "password_form": with_password or AcceptForm(initial=start),
        "provider_form": with_provider or AcceptWithProviderForm(initial=start),
        "providers": providers.providers_of(invitation.organisation),
        "required": providers.is_required(invitation.organisation),
    }
    return render_form(request, "account/accept.html", sent, **context)


def _grouped(accounts: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The demo accounts by organisation, in the order they come."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for account in accounts:
        groups.setdefault(account["organisation"], []).append(account)
    return list(groups.items())
