"""Guards of signed-in pages: who may open a page, and how a service's refusal becomes a response.

A page of the other side answers 404, as an address that does not exist would.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from urllib.parse import urlencode, urlsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from portal.accounts.models import User
from portal.errors import DomainError, NotFound, NotPermitted, SecondFactorNeeded
from portal.http import SiteRequest, UserRequest
from portal.pages import unsent

P = ParamSpec("P")
UserView = Callable[Concatenate[UserRequest, P], HttpResponseBase]
View = Callable[Concatenate[SiteRequest, P], HttpResponseBase]


def operator_page(view: UserView[P]) -> View[P]:
    """For people of an operator; others get 404, visitors are asked to sign in."""
    return _guard(view, lambda user: user.is_operator)


def regulator_page(view: UserView[P]) -> View[P]:
    """For people of a regulator; others get 404, visitors are asked to sign in."""
    return _guard(view, lambda user: user.is_regulator)


def expert_page(view: UserView[P]) -> View[P]:
    """For people of an organisation of experts; others get 404, visitors are asked to sign in."""
    return _guard(view, lambda user: user.is_expert)


def member_page(view: UserView[P]) -> View[P]:
    """For people of any organisation."""
    return _guard(view, lambda user: user.organisation_id is not None)


def site_page(view: UserView[P]) -> View[P]:
    """For those who run the site."""
    return _guard(view, lambda user: user.is_site_admin)


def site_or_regulator_page(view: UserView[P]) -> View[P]:
    """For those who run the site and for people of a regulator."""
    return _guard(view, lambda user: user.is_site_admin or user.is_regulator)


def carries_page_form(view: UserView[P]) -> UserView[P]:
    """For a view that a script sends the form of its page to: what is kept of it belongs to that page."""
    view.carries_page_form = True  # type: ignore[attr-defined]  # read by the guard
    return view


def signed_in_page(view: UserView[P]) -> View[P]:
    """For everyone who is signed in."""
    return _guard(view, lambda user: True)


def enrolment_page(view: UserView[P]) -> View[P]:
    """For everyone who is signed in, also if they have to set up a second factor before anything else."""
    return _guard(view, lambda user: True, enrolment=True)


def freshly_shown(view: UserView[P]) -> UserView[P]:
    """For a page that asks for the second factor before it is shown, of those who have one."""

    @wraps(view)
    def shown(request: UserRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        found = request.user.second_factor
        if found is not None and found.enrolled and not found.is_fresh:
            raise SecondFactorNeeded("Show your second factor before you change it.")
        return view(request, *args, **kwargs)

    return shown


def refused_page(request: HttpRequest, error: DomainError) -> HttpResponse:
    """The page for a service's refusal: its message, and the way back."""
    status = 403 if isinstance(error, NotPermitted) else 409
    context = {"message": error.message, "problems": getattr(error, "problems", ())}
    return render(request, "refused.html", context, status=status)


def _guard(view: UserView[P], allowed: Callable[[User], bool], *, enrolment: bool = False) -> View[P]:
    @wraps(view)
    def guarded(request: SiteRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _ask_to_sign_in(request, of_page=getattr(view, "carries_page_form", False))
        if not allowed(request.user):
            raise Http404
        found = request.user.second_factor
        if found is not None and found.must_enrol and not enrolment:
            return _go_to(
                request, f"{reverse('account:second-factor')}?{urlencode({'next': _back(request)})}"
            )
        try:
            return view(cast(UserRequest, request), *args, **kwargs)
        except NotFound as error:
            raise Http404(error.message) from error
        except SecondFactorNeeded:
            return _ask_for_second_factor(request, of_page=getattr(view, "carries_page_form", False))
        except DomainError as error:
            return refused_page(request, error)

    return guarded


def is_same_site(request: HttpRequest) -> bool:
    """Whether a form was sent from a page of this site."""
    return bool(_referring_page(request))


def _ask_to_sign_in(request: SiteRequest, *, of_page: bool = False) -> HttpResponse:
    """Redirect to sign-in; htmx redirects the whole page, not only the part it asked for.

    A form is kept for the person who was signed in, who then can send it. One that cannot be kept leads back
    to the page it is on: its own address may have no page.
    """
    page = _page_of(request)
    if request.method in ("GET", "HEAD"):
        target = (page or "/") if request.htmx else request.get_full_path()
    elif unsent.keep(request, page if of_page else request.get_full_path()):
        target = reverse("account:unsent")
    else:
        messages.warning(
            request,
            "You were signed out, so nothing you sent was saved. Sign in, then send it again.",
        )
        target = page or reverse("account:start")
    return _go_to(request, redirect_to_login(target).url)


def _ask_for_second_factor(request: SiteRequest, *, of_page: bool) -> HttpResponse:
    """Keep what was sent, ask, then go on with it. Files and passwords are entered again."""
    page = _page_of(request)
    if request.method in ("GET", "HEAD"):
        target = _back(request)
    elif unsent.keep(request, page if of_page else request.get_full_path(), confirms=True):
        target = reverse("account:unsent")
    else:
        target = page or reverse("account:start")
    return _go_to(request, f"{reverse('account:step-up')}?{urlencode({'next': target})}")


def _back(request: SiteRequest) -> str:
    """The page to return to: the one that was asked for, or that a form is on."""
    if request.method in ("GET", "HEAD") and not request.htmx:
        return request.get_full_path()
    return _page_of(request) or reverse("account:start")


def _page_of(request: SiteRequest) -> str:
    return (request.htmx.current_url_abs_path if request.htmx else _referring_page(request)) or ""


def _go_to(request: SiteRequest, address: str) -> HttpResponse:
    return HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)


def _referring_page(request: HttpRequest) -> str:
    """The page of this site that a form was sent from, or ""."""
    try:
        sender = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # a header can contain anything
        return ""
    if sender.netloc != request.get_host():
        return ""
    return f"{sender.path}?{sender.query}" if sender.query else sender.path
