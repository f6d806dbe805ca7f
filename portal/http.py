"""Typed requests for views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails

    from portal.accounts.models import User


class SiteRequest(HttpRequest):
    """Any visitor's request after the middleware: what public views take. For the type checker only."""

    htmx: HtmxDetails


class UserRequest(SiteRequest):
    """The request of somebody who has signed in: what a view behind a guard takes."""

    user: User
