"""Typed requests for views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

CSRF_FIELD = "csrfmiddlewaretoken"  # of every form; a page has a new value each time it is shown

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

    from portal.accounts.models import User


class SiteRequest(HttpRequest):
    """Any visitor's request after the middleware: what public views take. For the type checker only."""

    htmx: HtmxDetails


class UserRequest(SiteRequest):
    """The request of somebody who has signed in: what a view behind a guard takes."""

    user: User


def next_page(request: HttpRequest) -> str:
    """The page of this site that a form names as the one to go on with; "" if it names none."""
    url = request.POST.get("next", "")
    allowed = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if allowed and url.startswith("/") else ""
