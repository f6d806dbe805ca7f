"""Signing in: whatever the first factor was, the rest of the way is the same."""

from typing import Any

from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse

from portal.accounts.models import User
from portal.sign_in import requirements, session, sessions, stages
from portal.sign_in.adapters import MODEL_BACKEND
from portal.sign_in.factors import has_second_factor

_SHOWN = "second_factor_shown"  # on the request in which a person shows it


def sign_in(request: HttpRequest, user: User, *, to: str) -> HttpResponse:
    """After the password: sign the person in, or ask for the second factor first."""
    response: HttpResponse = perform_login(request, Login(user=user, redirect_url=to))
    return response


def sign_in_with_passkey(request: HttpRequest, user: User, *, to: str) -> HttpResponse:
    """A passkey checks that it is the person: it is both factors at once."""
    setattr(request, _SHOWN, True)
    login = Login(user=user, redirect_url=to, state={"stages": {stages.KEY: {"handled": True}}})
    response: HttpResponse = perform_login(request, login)
    return response


def sign_in_to_demonstration(request: HttpRequest, user: User) -> None:
    """With one click, which stands for password and demonstration authenticator."""
    setattr(request, _SHOWN, True)
    login(request, user, backend=MODEL_BACKEND)


def finish(request: HttpRequest, stage: Any) -> HttpResponse:
    """After the second factor: the person is signed in."""
    setattr(request, _SHOWN, True)
    response: HttpResponse = stage.exit()
    return response


def began(*, request: HttpRequest, user: User, **_: Any) -> None:
    """Receiver of Django's signal, for every way to sign in: what the session has to know."""
    shown = bool(getattr(request, _SHOWN, False))
    enrolled = shown or has_second_factor(user)
    due = 0 if enrolled else requirements.enrol_by(user)
    session.write(request, enrolled=enrolled, enrol_by=due, shown=shown)
    session.mark_seen(request)
    sessions.record_session(request, user)


def ended(*, request: HttpRequest, **_: Any) -> None:
    """Receiver of Django's signal of signing out."""
    sessions.forget(request.session.session_key or "")
