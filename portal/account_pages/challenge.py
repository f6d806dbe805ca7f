"""Showing a second factor: at sign-in after the password, alone as a passkey, and again before a decision."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from portal.account_pages.second_factor_forms import CodeForm, CredentialForm, SignInCodeForm
from portal.account_pages.sign_in import rate_limited
from portal.accounts.models import User
from portal.errors import BadValue, NotPossible
from portal.http import UserRequest, next_page
from portal.pages import unsent
from portal.pages.forms import PlainForm
from portal.pages.guards import enrolment_page
from portal.sign_in import demonstration, factors, login, session, stages, trusted


@never_cache
@rate_limited
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """After the password: the second factor."""
    stage = stages.waiting(request)
    if stage is None:
        return redirect("account:sign-in")
    person = stages.person_of(stage)
    form = SignInCodeForm(
        _typed(request), has_app=factors.has_app(person), may_trust=trusted.may_trust(person)
    )
    refused = _shown(request, person, form) if request.method == "POST" else ""
    if refused is None:
        response = login.finish(request, stage, by=_way(request))
        if request.POST.get("trust"):
            trusted.trust(actor=person, request=request, response=response)
        return response
    return _page(request, "account/sign_in_code.html", person, form, refused)


@never_cache
@require_POST
def passkey_question(request: HttpRequest) -> JsonResponse:
    """What the script of the sign-in page asks a passkey."""
    return JsonResponse(factors.passkey_question(None))


@never_cache
@require_POST
@rate_limited
def sign_in_passkey(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey alone: no e-mail address, no password."""
    try:
        credential = _credential(request)
        person = factors.passkey_owner(credential)
        factors.accept_passkey(actor=person, credential=credential)
    except BadValue as refused:
        messages.error(request, refused.message)
        return redirect("account:sign-in")
    return login.sign_in_with_passkey(request, person, to=next_page(request) or reverse("account:start"))


@never_cache
@enrolment_page
def step_up(request: UserRequest) -> HttpResponse:
    """Ask for the second factor again, then go on to where it was needed."""
    to = safe_next(request)
    if not session.read(request).enrolled:
        return redirect(f"{reverse('account:second-factor')}?next={to}")
    if session.read(request).is_fresh and request.method != "POST":
        return redirect(to)
    form = CodeForm(_typed(request), has_app=factors.has_app(request.user))
    refused = _shown(request, request.user, form) if request.method == "POST" else ""
    if refused is None:
        session.mark_shown(request)
        return redirect(to)
    waits = unsent.kept(request, request.user)
    more = {"next": to, "waits": waits is not None}
    return _page(request, "account/step_up.html", request.user, form, refused, **more)


def safe_next(request: HttpRequest) -> str:
    """Where to go on, from the form or the address: a page of this site."""
    url = next_page(request) or request.GET.get("next", "")
    allowed = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if allowed and url.startswith("/") else reverse("account:start")


def _shown(request: HttpRequest, person: User, form: PlainForm) -> str | None:
    """None if it shows a second factor of the person; else what is wrong, or "" if the form says it."""
    try:
        if "demonstration" in request.POST:
            demonstration.show(actor=person)
        elif "credential" in request.POST:
            factors.accept_passkey(actor=person, credential=_credential(request))
        elif not form.is_valid():
            return ""
        else:
            factors.accept_code(actor=person, code=form.cleaned_data["code"], request=request)
    except (BadValue, NotPossible) as refused:
        if not form.is_bound:
            return refused.message
        form.add_error(refused.field if refused.field in form.fields else None, refused.message)
        return ""
    return None


def _way(request: HttpRequest) -> str:
    """What was shown, as the audit trail says it."""
    ways = {"demonstration": "demonstration", "credential": "passkey"}
    return next((way for name, way in ways.items() if name in request.POST), "code")


def _credential(request: HttpRequest) -> object:
    answer = CredentialForm(request.POST)
    if not answer.is_valid():
        raise BadValue(factors.WRONG_PASSKEY)
    return answer.cleaned_data["credential"]


def _typed(request: HttpRequest) -> QueryDict | None:
    """What the code's own form sent, if it was that one."""
    return request.POST if "code" in request.POST else None


def _page(
    request: HttpRequest, template: str, person: User, form: PlainForm, refused: str | None, **more: Any
) -> HttpResponse:
    held = factors.factors_of(person)
    context = {
        "form": form,
        "held": held,
        "person": person,
        "refused": refused,
        "question": factors.passkey_question(person) if held.passkeys else None,
        "demonstration": demonstration.has_it(person),
        **more,
    }
    return render(request, template, context, status=422 if form.errors or refused else 200)
