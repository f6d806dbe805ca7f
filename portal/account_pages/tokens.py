"""A person's own tokens, and those of the organisation's machine accounts."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from portal.account_pages.forms import TokenForm
from portal.accounts import selectors
from portal.accounts import tokens as services
from portal.accounts.models import User
from portal.accounts.permissions import can, require, require_second_factor
from portal.errors import NotFound
from portal.http import UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import member_page, signed_in_page

ENDED_SHOWN = 20


@signed_in_page
def tokens(request: UserRequest) -> HttpResponse:
    """The tokens that act in a person's name, when each was last used, and when it ends."""
    live = services.tokens(request.user).live()
    ended = services.tokens(request.user).exclude(pk__in=live.values("pk"))
    context = {
        "own": live.filter(user=request.user),
        "machines": live.exclude(user=request.user).order_by("user__name", "-pk"),
        "ended": ended[:ENDED_SHOWN],
        "manages": can(request.user, "team.manage"),
        "soon": timezone.now() + services.WARNED_BEFORE,
        "can_create": bool(services.scopes_for(request.user)),
    }
    return render(request, "account/tokens.html", context)


@never_cache
@sensitive_post_parameters("password")
@signed_in_page
def new_token(request: UserRequest) -> HttpResponse:
    return _create(request, request.user, back=reverse("account:tokens"))


@never_cache
@sensitive_post_parameters("password")
@member_page
def new_machine_token(request: UserRequest, user_id: int) -> HttpResponse:
    machine = selectors.team_member(request.user, user_id)
    require(request.user, "team.manage")
    if not machine.is_machine:
        raise NotFound("There is no such machine account in your organisation.")
    return _create(request, machine, back=reverse("account:member", args=[machine.pk]))


@signed_in_page
def revoke_token(request: UserRequest, token_id: int) -> HttpResponse:
    token = services.token(request.user, token_id)
    if request.method == "POST":
        services.revoke(actor=request.user, token_id=token_id)
        messages.success(
            request, f"{token.name} has been revoked. The program that used it is refused from now on."
        )
        return redirect("account:tokens")
    return render(request, "account/tokens_revoke.html", {"token": token})


def _create(request: UserRequest, owner: User, back: str) -> HttpResponse:
    """The form; then the token itself, which is shown only in the response to the form."""
    require_second_factor(request.user)
    form = TokenForm(request, owner, request.POST or None)
    if created := run_service(form, services.create, actor=request.user, user_id=owner.pk):
        token, raw = created
        context = {"token": token, "raw": raw, "back": back}
        return render(request, "account/tokens_made.html", context, status=201)
    return render_form(request, "account/tokens_new.html", form, owner=owner, back=back)
