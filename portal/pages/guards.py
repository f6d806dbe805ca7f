"""Guards of signed-in pages: who may open a page, and how a service's refusal becomes a response.

A page of the other side answers 404, as an address that does not exist would.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from portal.accounts.models import User
from portal.errors import DomainError, NotFound, NotPermitted
from portal.http import SiteRequest, UserRequest

P = ParamSpec("P")
UserView = Callable[Concatenate[UserRequest, P], HttpResponseBase]
View = Callable[Concatenate[SiteRequest, P], HttpResponseBase]


def operator_page(view: UserView[P]) -> View[P]:
    """For people of an operator; others get 404, visitors are asked to sign in."""
    return _guard(view, lambda user: user.is_operator)


def regulator_page(view: UserView[P]) -> View[P]:
    """For people of a regulator; others get 404, visitors are asked to sign in."""
    return _guard(view, lambda user: user.is_regulator)


def member_page(view: UserView[P]) -> View[P]:
    """For people of any organisation."""
    return _guard(view, lambda user: user.organisation_id is not None)


def signed_in_page(view: UserView[P]) -> View[P]:
    """For everyone who is signed in."""
    return _guard(view, lambda user: True)


def refused_page(request: HttpRequest, error: DomainError) -> HttpResponse:
    """The page for a service's refusal: its message, and the way back."""
    status = 403 if isinstance(error, NotPermitted) else 409
    context = {"message": error.message, "problems": getattr(error, "problems", ())}
    return render(request, "refused.html", context, status=status)


def _guard(view: UserView[P], allowed: Callable[[User], bool]) -> View[P]:
    @wraps(view)
    def guarded(request: SiteRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _ask_to_sign_in(request)
        if not allowed(request.user):
            raise Http404
        try:
            return view(cast(UserRequest, request), *args, **kwargs)
        except NotFound as error:
            raise Http404(error.message) from error
        except DomainError as error:
            return refused_page(request, error)

    return guarded


def _ask_to_sign_in(request: SiteRequest) -> HttpResponse:
    """Redirect to sign-in; htmx redirects the whole page, not only the part it asked for.

    After a form, sign-in leads back to the page the form is on: the form's own address may have no page.
    """
    read_only = request.method in ("GET", "HEAD")
    if not read_only:
        messages.warning(
            request,
            "You were signed out, so nothing you sent was saved. Sign in, then send it again.",
        )
    if request.htmx:
        page = request.htmx.current_url_abs_path or "/"
        return HttpResponseClientRedirect(redirect_to_login(page).url)
    if read_only:
        return redirect_to_login(request.get_full_path())
    return redirect_to_login(_referring_page(request) or reverse("account:start"))


def _referring_page(request: HttpRequest) -> str:
    """The page of this site that a form was sent from, or ""."""
    try:
        sender = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # a header can contain anything
        return ""
    if sender.netloc != request.get_host():
        return ""
    return f"{sender.path}?{sender.query}" if sender.query else sender.path
