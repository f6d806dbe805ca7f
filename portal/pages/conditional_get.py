"""ETags, 304 answers and compression for pages with too many addresses to cache."""

import gzip
import hashlib

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

_MIN_GZIP_BYTES = 1000


def etag_of(body: bytes) -> str:
    """Return a weak ETag: the compressed and the plain form are the same page."""
    return f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'


def with_etag(request: HttpRequest, response: HttpResponse, *, max_age: int) -> HttpResponse:
    """Return the page with an ETag, compressed; 304 to a browser that already has it.

    A visitor with a session gets a page with their name on it, which no shared cache may store.
    """
    if settings.SESSION_COOKIE_NAME in request.COOKIES:
        patch_cache_control(response, private=True, no_cache=True)
        return response
    etag = etag_of(response.content)
    response["ETag"] = etag
    patch_cache_control(response, public=True, max_age=max_age)
    patch_vary_headers(response, ["Cookie"])
    conditional = get_conditional_response(request, etag=etag, response=response)
    if conditional is not response and isinstance(conditional, HttpResponse):
        return conditional
    return gzip_response(request, response)


def gzip_response(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Compress the response if the browser accepts gzip.

    A page for a visitor with a session is left as it is: its length could reveal secrets on it (BREACH).
    """
    accepted = "gzip" in request.headers.get("Accept-Encoding", "")
    has_session = settings.SESSION_COOKIE_NAME in request.COOKIES
    if accepted and not has_session and len(response.content) > _MIN_GZIP_BYTES:
        response.content = gzip.compress(response.content, 6, mtime=0)
        response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
