"""An in-process cache of public pages, with ETags and 304 answers.

A visitor without a session gets the page as it was last rendered. The cache is emptied when an edition, a
decision, a notice of limits or anything of a consultation is published, or a jurisdiction added or renamed;
each process notices within settings.PAGE_CACHE_CHECK_SECONDS.
A signed-in user gets a freshly rendered page that no shared cache may store.
"""

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from portal.accounts import jurisdictions
from portal.consultations import selectors as consultations
from portal.editions import selectors as editions
from portal.pages.conditional_get import etag_of, gzip_response
from portal.register import selectors as register
from portal.review import limit_notices

View = Callable[..., HttpResponse]
MAX_PAGES = 800
MAX_BYTES = 48 * 1024 * 1024  # of all pages together: an address can be varied without end
MAX_AGE = 300  # seconds a browser may show its copy without asking
# Besides the session's: the page shows something meant for one visitor.
_PERSONAL_COOKIES = (settings.MESSAGE_COOKIE_NAME,)


def cached_page(
    *parameters: str, max_age: int = MAX_AGE, stamp: Callable[..., str] | None = None
) -> Callable[[View], View]:
    """Cache a view whose answer depends only on the path, these query parameters and what is published.

    With `max_age=0` a browser asks each time whether its copy is still current. An answer with `no-store` is
    not cached. `stamp` gets the parts of the path: a page is rendered again when its text changes.
    """
    cache_control = f"public, max-age={max_age}" if max_age else "public, no-cache"

    def decorate(view: View) -> View:
        @require_safe
        @wraps(view)
        def cached(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.COOKIES and any(
                name in request.COOKIES for name in (settings.SESSION_COOKIE_NAME, *_PERSONAL_COOKIES)
            ):
                response = view(request, *args, **kwargs)
                patch_cache_control(response, private=True, no_cache=True)
                return response
            query = request.GET if request.META.get("QUERY_STRING") else None
            key: tuple[Hashable, ...] = (get_language(), request.path)
            key += tuple(tuple(query.getlist(p)) for p in parameters if query)
            if stamp:
                key += (stamp(*args, **kwargs),)
            page = _store.get(key)
            if page is None:
                response = view(request, *args, **kwargs)
                if response.status_code != 200 or "no-store" in response.get("Cache-Control", ""):
                    return gzip_response(request, response)
                page = _page_of(response)
                _store.put(key, page)
            return _respond(request, page, cache_control)

        return cached

    return decorate


@dataclass(frozen=True)
class _CachedPage:
    etag: str
    headers: dict[str, str]
    body: bytes
    gzipped: bytes

    @property
    def size(self) -> int:
        return len(self.body) + len(self.gzipped)


class _Store:
    """The latest pages, the least used dropped first; emptied when anything published changes."""

    def __init__(self) -> None:
        self.pages: OrderedDict[Hashable, _CachedPage] = OrderedDict()
        self.size = 0
        self.lock = Lock()
        self.stamp, self.checked_at = "", float("-inf")

    def get(self, key: Hashable) -> _CachedPage | None:
        now = time.monotonic()
        if now - self.checked_at >= settings.PAGE_CACHE_CHECK_SECONDS:
            stamp = " ".join(
                part.stamp() for part in (jurisdictions, editions, register, limit_notices, consultations)
            )
            with self.lock:
                if stamp != self.stamp:
                    self.pages.clear()
                    self.size = 0
                self.stamp, self.checked_at = stamp, now
        with self.lock:
            if key in self.pages:
                self.pages.move_to_end(key)
            return self.pages.get(key)

    def put(self, key: Hashable, page: _CachedPage) -> None:
        with self.lock:
            former = self.pages.pop(key, None)
            self.pages[key] = page
            self.size += page.size - (former.size if former else 0)
            while len(self.pages) > MAX_PAGES or self.size > MAX_BYTES:
                self.size -= self.pages.popitem(last=False)[1].size


_store = _Store()


def _page_of(response: HttpResponse) -> _CachedPage:
    body = response.content
    headers = {name: response[name] for name in ("Content-Type", "Content-Disposition") if name in response}
    return _CachedPage(etag_of(body), headers, body, gzip.compress(body, 6, mtime=0))


def _respond(request: HttpRequest, page: _CachedPage, cache_control: str) -> HttpResponse:
    # Written without helpers: this is the whole work of most requests.
    headers = {"ETag": page.etag, "Cache-Control": cache_control, "Vary": "Cookie, Accept-Encoding"}
    known = request.META.get("HTTP_IF_NONE_MATCH", "")
    if known and (page.etag[2:] in known or known == "*"):
        return HttpResponseNotModified(headers=headers)
    if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "") and len(page.gzipped) < len(page.body):
        return HttpResponse(page.gzipped, headers=headers | page.headers | {"Content-Encoding": "gzip"})
    return HttpResponse(page.body, headers=headers | page.headers)
