"""A person's second factors: setting them up, their names, recovery codes, removing one."""

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from portal.account_pages.challenge import safe_next
from portal.account_pages.second_factor_forms import AppForm, PasskeyForm, RenameForm
from portal.errors import NotFound
from portal.http import SiteRequest, UserRequest
from portal.pages.forms import render_form, run_service
from portal.pages.guards import enrolment_page, freshly_shown, signed_in_page
from portal.pages.qr import qr_svg
from portal.sign_in import demonstration, factors, requirements, session, stages

_NEXT = "after_enrolment"  # in the session: where to go on
_SECRET = "app_secret"  # noqa: S105  # in the session: of the app that is being set up


@never_cache
@enrolment_page
def second_factor(request: UserRequest) -> HttpResponse:
    """What is set up, and the ways to set one up."""
    if "next" in request.GET:
        request.session[_NEXT] = safe_next(request)
    held = factors.factors_of(request.user)
    context = {
        "held": held,
        "now": requirements.is_needed_at_once(request.user),
        "due": session.enrol_by(request),
        "host_has_passkeys": _can_have_passkeys(request),
        "demonstration": demonstration.is_offered() and not held.any,
        "shows_codes": demonstration.has_it(request.user),
    }
    return render(request, "account/second_factor.html", context)


@never_cache
@enrolment_page
@freshly_shown
def add_passkey(request: UserRequest) -> HttpResponse:
    had_one = factors.has_second_factor(request.user)
    form = PasskeyForm(request.POST or None)
    if run_service(form, factors.add_passkey, actor=request.user):
        return _enrolled(request, had_one, "The passkey has been added. You can sign in with it.")
    context = {"offer": factors.passkey_offer(request.user), "first": not had_one}
    return render_form(request, "account/passkey_new.html", form, **context)


@never_cache
@enrolment_page
@freshly_shown
def add_app(request: UserRequest) -> HttpResponse:
    """The secret as a QR code and in text. It stays the same until a code of it was right."""
    had_one = factors.has_second_factor(request.user)
    secret = request.session.get(_SECRET) or factors.new_app_secret()
    request.session[_SECRET] = secret
    form = AppForm(request.POST or None)
    if run_service(form, factors.add_app, actor=request.user, secret=secret):
        del request.session[_SECRET]
        return _enrolled(request, had_one, "The authenticator app has been added.")
    context = {
        "secret": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
        "qr": qr_svg(factors.app_address(request.user, secret)),
        "replaces": factors.factors_of(request.user).app is not None,
    }
    return render_form(request, "account/app_new.html", form, **context)


@require_POST
@enrolment_page
def use_demonstration(request: UserRequest) -> HttpResponse:
    """In the demonstration: its authenticator instead of an app of one's own."""
    demonstration.enrol(actor=request.user)
    return _enrolled(request, False, "The demonstration authenticator has been added.")


@never_cache
@enrolment_page
@freshly_shown
def recovery_codes(request: UserRequest) -> HttpResponse:
    """Ask, then make new codes, which are shown only in the answer."""
    held = factors.factors_of(request.user)
    if not held.any:
        return redirect("account:second-factor")
    if request.method == "POST":
        codes = factors.new_recovery_codes(actor=request.user)
        context = {"codes": codes, "to": _go_on(request)}
        return render(request, "account/recovery_codes.html", context, status=201)
    return render(request, "account/recovery_codes_new.html", {"held": held, "to": _peek(request)})


@signed_in_page
def passkey(request: UserRequest, factor_id: int) -> HttpResponse:
    """Change the name of a passkey."""
    found = next((one for one in factors.factors_of(request.user).passkeys if one.id == factor_id), None)
    if found is None:
        raise NotFound("You have no such passkey.")
    form = RenameForm(request.POST or None, initial={"name": found.name})
    if form.is_valid():
        factors.rename_passkey(actor=request.user, passkey_id=factor_id, **form.cleaned_data)
        messages.success(request, "The passkey has been renamed.")
        return redirect("account:second-factor")
    return render_form(request, "account/passkey.html", form, passkey=found)


@require_POST
@signed_in_page
def remove_factor(request: UserRequest, factor_id: int) -> HttpResponse:
    factors.remove(actor=request.user, factor_id=factor_id)
    messages.success(request, "It has been removed. You can no longer sign in with it.")
    return redirect("account:second-factor")


@never_cache
def demonstration_code(request: SiteRequest) -> HttpResponseBase:
    """The demonstration's authenticator: what an app on a phone would show, also after the password alone."""
    stage = stages.waiting(request) if demonstration.is_offered() else None
    person = stages.person_of(stage) if stage is not None else None
    if person is None or not demonstration.has_it(person):
        return _own_demonstration_code(request)
    context = {"shown": demonstration.code_of(person), "person": person, "waits": True}
    return render(request, "account/demonstration_code.html", context)


@enrolment_page
def _own_demonstration_code(request: UserRequest) -> HttpResponse:
    context = {"shown": demonstration.code_of(request.user), "person": request.user}
    return render(request, "account/demonstration_code.html", context)


def _enrolled(request: UserRequest, had_one: bool, said: str) -> HttpResponse:
    """Setting one up shows it too. After the first one, recovery codes are offered."""
    session.mark_shown(request)
    messages.success(request, said)
    return redirect("account:second-factor" if had_one else "account:recovery-codes")


def _go_on(request: UserRequest) -> str:
    return str(request.session.pop(_NEXT, "") or reverse("account:second-factor"))


def _peek(request: UserRequest) -> str:
    return str(request.session.get(_NEXT, "") or reverse("account:start"))


def _can_have_passkeys(request: UserRequest) -> bool:
    """Browsers make none for a network address such as 127.0.0.1."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    return not host.replace(".", "").isdigit() and not host.startswith("[")
