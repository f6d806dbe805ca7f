"""Pages that follow from their address but are too many to keep: named by an ETag, answered with 304."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers


def named(request: HttpRequest, response: HttpResponse, *, fresh_for: int) -> HttpResponse:
    """The page with its name; a browser that has it already is told so.

    Whoever has a session gets a page of their own, with their name on it, which nobody may keep for others.
    """
    if settings.SESSION_COOKIE_NAME in request.COOKIES:
        patch_cache_control(response, private=True, no_cache=True)
        return response
    etag = f'W/"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    response["ETag"] = etag
    patch_cache_control(response, public=True, max_age=fresh_for)
    patch_vary_headers(response, ["Cookie"])
    known = get_conditional_response(request, etag=etag, response=response)
    return known if isinstance(known, HttpResponse) else response
