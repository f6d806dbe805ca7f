"""Who may pass a door, and how a service's refusal becomes a page.

A page of the other side does not exist for you (404): it is the same answer as for an address that never was.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from portal.errors import DomainError, NotFound, NotPermitted

View = Callable[..., HttpResponse]


def operator_page(view: View) -> View:
    """For people of an operator; everyone else gets 404, and the signed-out are asked to sign in."""
    return _door(view, lambda user: user.is_operator)


def regulator_page(view: View) -> View:
    """For people of a regulator; everyone else gets 404, and the signed-out are asked to sign in."""
    return _door(view, lambda user: user.is_regulator)


def member_page(view: View) -> View:
    """For people of any organisation."""
    return _door(view, lambda user: user.organisation_id is not None)


def refusal(request: HttpRequest, error: DomainError) -> HttpResponse:
    """The page for a service that said no: its own words, and the way back."""
    status = 403 if isinstance(error, NotPermitted) else 409
    context = {"message": error.message, "problems": getattr(error, "problems", ())}
    return render(request, "refused.html", context, status=status)


def _door(view: View, belongs: Callable[[Any], bool]) -> View:
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not belongs(request.user):
            raise Http404
        try:
            return view(request, *args, **kwargs)
        except NotFound as error:
            raise Http404(error.message) from error
        except DomainError as error:
            return refusal(request, error)

    return guarded
