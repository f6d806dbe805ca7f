"""Tokens of one's own, and machine accounts of the organisation with theirs."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from portal.accounts import machines, selectors
from portal.accounts import tokens as services
from portal.accounts.models import User
from portal.accounts.permissions import can, require
from portal.errors import NotFound
from portal.pages.forms import run_service
from portal.pages.guards import member_page, signed_in_page
from portal.pages.token_forms import MachineForm, TokenForm

ENDED_SHOWN = 20


@signed_in_page
def tokens(request: HttpRequest) -> HttpResponse:
    """What acts in one's name, when it last did, and when it ends."""
    rows = services.tokens(request.user)
    now = timezone.now()
    live = rows.filter(revoked_at=None, expires_at__gt=now)
    context = {
        "own": live.filter(user=request.user),
        "machines": live.exclude(user=request.user).order_by("user__name", "-pk"),
        "ended": rows.exclude(pk__in=live.values("pk"))[:ENDED_SHOWN],
        "manages": can(request.user, "team.manage"),
        "soon": now + services.WARNED_BEFORE,
        "can_make": bool(services.scopes_for(request.user)),
    }
    return render(request, "account/tokens.html", context)


@never_cache
@sensitive_post_parameters("password")
@signed_in_page
def new_token(request: HttpRequest) -> HttpResponse:
    return _make(request, request.user)


@never_cache
@sensitive_post_parameters("password")
@member_page
def new_machine_token(request: HttpRequest, user_id: int) -> HttpResponse:
    machine = selectors.team_member(request.user, user_id)
    require(request.user, "team.manage")
    if not machine.is_machine:
        raise NotFound("There is no such machine account in your organisation.")
    return _make(request, machine)


@signed_in_page
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    row = services.token(request.user, token_id)
    if request.method == "POST":
        services.revoke(actor=request.user, token_id=token_id)
        messages.success(
            request, f"{row.name} is revoked. The program that used it is turned away from now on."
        )
        return redirect("account:tokens")
    return render(request, "account/tokens_revoke.html", {"token": row})


@member_page
def new_machine(request: HttpRequest) -> HttpResponse:
    require(request.user, "team.manage")
    form = MachineForm(request.user.organisation, _posted(request), machine=True)
    if request.method == "POST":
        machine = run_service(
            form,
            machines.create_machine,
            actor=request.user,
            name=request.POST.get("name", ""),
            roles=request.POST.getlist("roles"),
        )
        if machine:
            messages.success(request, f"{machine.name} is there. It acts once it has a token.")
            return redirect("account:member", machine.pk)
    return render(request, "account/machine_new.html", {"form": form}, status=422 if form.errors else 200)


def _make(request: HttpRequest, owner: User) -> HttpResponse:
    """The form; then the token itself, on the answer to the form and nowhere else."""
    form = TokenForm(request, owner, _posted(request))
    if request.method == "POST" and form.is_valid():
        made = run_service(
            form,
            services.create,
            actor=request.user,
            user_id=owner.pk,
            **{name: form.cleaned_data[name] for name in ("name", "scopes", "days")},
        )
        if made:
            token, raw = made
            context = {"token": token, "raw": raw, "back": _back(request, owner)}
            return render(request, "account/tokens_made.html", context, status=201)
    context = {"form": form, "owner": owner, "back": _back(request, owner)}
    return render(request, "account/tokens_new.html", context, status=422 if form.errors else 200)


def _back(request: HttpRequest, owner: User) -> str:
    return reverse("account:member", args=[owner.pk]) if owner.is_machine else reverse("account:tokens")


def _posted(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None
