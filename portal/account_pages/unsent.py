"""A form that was kept while its sender was signed out, and staying signed in."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.views.csrf import csrf_failure as django_csrf_failure
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from portal.http import UserRequest
from portal.pages import session_end, unsent
from portal.pages.guards import is_same_site, signed_in_page


@never_cache
@signed_in_page
def unsent_form(request: UserRequest) -> HttpResponse:
    """Show what was typed, to be sent with one button or discarded."""
    form = unsent.kept(request, request.user)
    if form is None:
        return redirect("account:start")
    entered = [
        (capfirst(name.replace("_", " ")), value)
        for name, value in form["fields"]
        if value.strip() and not _is_hidden(name)
    ]
    return render(request, "account/unsent.html", {"unsent": form, "entered": entered})


@require_POST
@signed_in_page
def discard(request: UserRequest) -> HttpResponse:
    unsent.drop(request)
    messages.success(request, "What you had entered has been discarded.")
    return redirect("account:start")


@require_POST
@signed_in_page
def stay(request: UserRequest) -> HttpResponse:
    """Begin the time until sign-out anew."""
    ends_at = session_end.stay(actor=request.user, request=request)
    return render(request, "account/stay.html", {"ends_at": ends_at})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form opened before its sender signed in again: keep it, and ask whether to send it.

    One that came from elsewhere is refused, as is one of somebody who is not signed in.
    """
    if (
        request.user.is_authenticated
        and is_same_site(request)
        and unsent.keep(request, request.get_full_path())
    ):
        return redirect("account:unsent")
    return django_csrf_failure(request, reason, template_name="403_csrf.html")


def _is_hidden(name: str) -> bool:
    """Fields that pages fill in themselves."""
    return name in ("expected_version", "digest", "save", "next", "shown_at", "shown_notice", "seen")
