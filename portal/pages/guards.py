"""Who may pass a door, and how a service's refusal becomes a page.

A page of the other side does not exist for you (404): it is the same answer as for an address that never was.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from portal.errors import DomainError, NotFound, NotPermitted

View = Callable[..., HttpResponseBase]


def operator_page(view: View) -> View:
    """For people of an operator; everyone else gets 404, and the signed-out are asked to sign in."""
    return _door(view, lambda user: user.is_operator)


def regulator_page(view: View) -> View:
    """For people of a regulator; everyone else gets 404, and the signed-out are asked to sign in."""
    return _door(view, lambda user: user.is_regulator)


def member_page(view: View) -> View:
    """For people of any organisation."""
    return _door(view, lambda user: user.organisation_id is not None)


def person_page(view: View) -> View:
    """For everyone who is signed in."""
    return _door(view, lambda user: True)


def refusal(request: HttpRequest, error: DomainError) -> HttpResponse:
    """The page for a service that said no: its own words, and the way back."""
    status = 403 if isinstance(error, NotPermitted) else 409
    context = {"message": error.message, "problems": getattr(error, "problems", ())}
    return render(request, "refused.html", context, status=status)


def _ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """A part of a page asked for after the session ended sends the whole page to sign-in, not itself.

    Who sent a form comes back to the page it stood on: where it was sent to there may be none to look at.
    """
    read_only = request.method in ("GET", "HEAD")
    if not read_only:
        messages.warning(
            request,
            "You were signed out, so nothing of what you sent was stored. Sign in, then send it again.",
        )
    if request.htmx:
        page = request.htmx.current_url_abs_path or "/"
        return HttpResponseClientRedirect(redirect_to_login(page).url)
    if read_only:
        return redirect_to_login(request.get_full_path())
    return redirect_to_login(_sent_from(request) or reverse("account:start"))


def _sent_from(request: HttpRequest) -> str:
    """The page of ours that a form was sent from, or ""."""
    try:
        sender = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # anything can stand in a header
        return ""
    if sender.netloc != request.get_host():
        return ""
    return f"{sender.path}?{sender.query}" if sender.query else sender.path


def _door(view: View, belongs: Callable[[Any], bool]) -> View:
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _ask_to_sign_in(request)
        if not belongs(request.user):
            raise Http404
        try:
            return view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404(error.message) from error
        except DomainError as error:
            return refusal(request, error)

    return guarded
