"""A form that is sent twice acts once: the second sending gets the answer of the first.

People click twice. A page has a new CSRF token each time it is shown, so the same fields with the same token
are the same form of the same page. If the first sending acted, which a redirect says, its answer is kept for
a while; a second one waits for it and gets the same redirect, with the message that confirms it.
"""

import hashlib
import json
import time
from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect

from portal.errors import NotPossible
from portal.http import CSRF_FIELD, SiteRequest
from portal.pages.guards import refused_page

REMEMBERED = 60  # seconds an answer is kept
LONGEST = 120  # seconds a sending may take
PATIENCE = 30  # seconds a second sending waits for the first
_LOOK_AGAIN = 0.05
_WORKING = "working"
_COOKIE = settings.MESSAGE_COOKIE_NAME  # the message that confirms


class SendOnceMiddleware:
    """Stands outside the middleware of messages, whose cookie is part of the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        key = getattr(request, "send_once_key", None)
        if key is not None:
            _remember(key, response)
        return response

    def process_view(
        self, request: SiteRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Answer a second sending; None lets a first one through to its view."""
        key = _key(request)
        if key is None:
            return None
        deadline = time.monotonic() + PATIENCE
        while not cache.add(key, _WORKING, timeout=LONGEST):
            answer = cache.get(key)
            if isinstance(answer, dict):
                return _answered(answer)
            if time.monotonic() > deadline:
                message = (
                    "Baize is still working on what you sent. Wait a moment, then check whether it is done."
                )
                return refused_page(request, NotPossible(message))
            time.sleep(_LOOK_AGAIN)
        request.send_once_key = key  # type: ignore[attr-defined]  # for the way back
        return None


def _key(request: SiteRequest) -> str | None:
    """Which page and form it is, and whose; None for what is no form of a signed-in person."""
    if request.method != "POST" or request.htmx or not request.user.is_authenticated:
        return None
    token = request.POST.get(CSRF_FIELD)
    if not token:
        return None
    fields = sorted((name, values) for name, values in request.POST.lists())
    files = sorted(
        (name, [(file.name, file.size) for file in values]) for name, values in request.FILES.lists()
    )
    parts = [request.user.pk, request.session.session_key, request.get_full_path(), fields, files]
    return f"sent:{hashlib.sha256(json.dumps(parts).encode()).hexdigest()}"


def _remember(key: str, response: HttpResponse) -> None:
    """Keep a redirect. Any other answer changed nothing, or shows what was typed: it may be sent again."""
    if response.status_code not in (302, 303):
        cache.delete(key)
        return
    cookie = response.cookies.get(_COOKIE)
    answer = {"to": response["Location"], "said": dict(cookie) | {"value": cookie.value} if cookie else None}
    cache.set(key, answer, timeout=REMEMBERED)


def _answered(answer: dict[str, Any]) -> HttpResponse:
    response = HttpResponseRedirect(answer["to"])
    if said := cast("dict[str, Any] | None", answer["said"]):
        response.cookies[_COOKIE] = said.pop("value")
        for name, value in said.items():
            response.cookies[_COOKIE][name] = value
    return response
