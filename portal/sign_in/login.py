"""Signing in: whatever the first factor was, the rest of the way is the same."""

from typing import Any

from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse

from portal.accounts.models import User
from portal.oidc_providers import Provider
from portal.sign_in import requirements, session, sessions, stages
from portal.sign_in.adapters import MODEL_BACKEND
from portal.sign_in.factors import has_second_factor
from portal.sign_in.oidc import providers

_SHOWN = "second_factor_shown"  # on the request in which a person shows it
_SHOWN_ELSEWHERE = "second_factor_shown_elsewhere"  # at a provider that is trusted with it
_BY = "second_factor_shown_by"  # a passkey or a code, for the audit trail


def sign_in(request: HttpRequest, user: User, *, to: str) -> HttpResponse:
    """After the password: sign the person in, or ask for the second factor first."""
    return _perform(request, user, to, way="password")


def sign_in_with_passkey(request: HttpRequest, user: User, *, to: str) -> HttpResponse:
    """A passkey checks that it is the person: it is both factors at once."""
    setattr(request, _SHOWN, True)
    return _perform(request, user, to, way="passkey", has_shown=True)


def sign_in_with_provider(
    request: HttpRequest, user: User, provider: Provider, *, is_strong: bool, to: str
) -> HttpResponse:
    """After the provider, which stands for the password; for the second factor only if its setting says so.

    What a provider says is never a fresh second factor: a decision asks for the one here.
    """
    setattr(request, _SHOWN_ELSEWHERE, is_strong)
    return _perform(request, user, to, way=providers.way(provider), has_shown=is_strong)


def finish_with_provider(request: HttpRequest, stage: Any, provider: Provider) -> HttpResponse:
    """After the provider that was required on top of all else."""
    stage.login.state["way"] = providers.way(provider)
    setattr(request, stages.WAY, stage.login.state["way"])
    response: HttpResponse = stage.exit()
    return response


def sign_in_to_demonstration(request: HttpRequest, user: User) -> None:
    """With one click, which stands for password and demonstration authenticator."""
    setattr(request, _SHOWN, True)
    setattr(request, stages.WAY, "demonstration")
    login(request, user, backend=MODEL_BACKEND)


def sign_in_new_account(request: HttpRequest, user: User) -> None:
    """After an invitation was accepted with a password."""
    setattr(request, stages.WAY, "password")
    login(request, user, backend=MODEL_BACKEND)


def finish(request: HttpRequest, stage: Any, *, by: str) -> HttpResponse:
    """After the second factor, which was shown `by` a passkey or a code: the person is signed in."""
    setattr(request, _SHOWN, True)
    setattr(request, _BY, by)
    response: HttpResponse = stage.exit()
    return response


def way_of(request: HttpRequest, user: User) -> str:
    """How somebody has just signed in, in words of the audit trail."""
    way, by = str(getattr(request, stages.WAY, "") or "password"), getattr(request, _BY, "")
    if by:
        return f"{way} and {by}"
    return "password in a trusted browser" if way == "password" and has_second_factor(user) else way


def began(*, request: HttpRequest, user: User, **_: Any) -> None:
    """Receiver of Django's signal, for every way to sign in: what the session has to know."""
    shown = bool(getattr(request, _SHOWN, False))
    enrolled = shown or has_second_factor(user)
    enough = enrolled or getattr(request, _SHOWN_ELSEWHERE, False)
    session.write(
        request, enrolled=enrolled, enrol_by=0 if enough else requirements.enrol_by(user), shown=shown
    )
    session.set_way(request, str(getattr(request, stages.WAY, "")))
    session.mark_seen(request)
    sessions.record_session(request, user)


def ended(*, request: HttpRequest, **_: Any) -> None:
    """Receiver of Django's signal of signing out."""
    sessions.forget(request.session.session_key or "")


def _perform(request: HttpRequest, user: User, to: str, *, way: str, has_shown: bool = False) -> HttpResponse:
    handled = {stages.KEY: {"handled": True}} if has_shown else {}
    login = Login(user=user, redirect_url=to, state={"stages": handled, "way": way})
    response: HttpResponse = perform_login(request, login)
    return response
