"""Pages that follow from their address but are too many to keep: named by an ETag, answered with 304."""

from __future__ import annotations

import gzip
import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

_WORTH_IT = 1000  # bytes


def named(request: HttpRequest, response: HttpResponse, *, fresh_for: int) -> HttpResponse:
    """The page with its name, packed; a browser that has it already is told so.

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
    if known is not response and isinstance(known, HttpResponse):
        return known
    return packed(request, response)


def packed(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer compressed, where the browser takes it so.

    A page for someone with a session is left as it is: its length would tell about what is secret on it.
    """
    takes = "gzip" in request.headers.get("Accept-Encoding", "")
    if takes and settings.SESSION_COOKIE_NAME not in request.COOKIES and len(response.content) > _WORTH_IT:
        response.content = gzip.compress(response.content, 6, mtime=0)
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
