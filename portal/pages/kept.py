"""Pages that change only when the rules or the register do: kept ready, with an ETag, 304 where possible.

A visitor without a session gets the page as it was rendered the last time. It is rendered anew after an
edition, a decision or a notice of limits was published; each process sees that within
settings.KEPT_PAGES_CHECKED_EVERY.
Whoever is signed in gets a page of their own that no cache may keep for others.
"""

from __future__ import annotations

import gzip
import hashlib
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from portal.editions import selectors as editions
from portal.pages.named import packed
from portal.register import selectors as register
from portal.review import limit_notices

View = Callable[..., HttpResponse]
MOST_PAGES = 800
MOST_BYTES = 48 * 1024 * 1024  # of all of them: an address can be varied without end, and so its page
FRESH_FOR = 300  # seconds a browser may show its copy without asking
_OWN = ("messages",)  # cookies, besides the session's, that make a page somebody's own


def kept(*parameters: str, fresh_for: int = FRESH_FOR) -> Callable[[View], View]:
    """For answers that depend on the path, these query parameters, and what is published alone.

    With `fresh_for=0` a browser asks each time whether its copy is still right. An answer that says
    `no-store` is not kept.
    """
    cache = f"public, max-age={fresh_for}" if fresh_for else "public, no-cache"

    def decorate(view: View) -> View:
        @require_safe
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.COOKIES and any(n in request.COOKIES for n in (settings.SESSION_COOKIE_NAME, *_OWN)):
                own = view(request, *args, **kwargs)
                patch_cache_control(own, private=True, no_cache=True)
                return own
            asked = request.GET.getlist if request.META.get("QUERY_STRING") else None
            key = (get_language(), request.path, *(tuple(asked(name)) for name in parameters if asked))
            copy = _store.get(key)
            if copy is None:
                fresh = view(request, *args, **kwargs)
                if fresh.status_code != 200 or "no-store" in fresh.get("Cache-Control", ""):
                    return packed(request, fresh)
                copy = _copy_of(fresh)
                _store.put(key, copy)
            return _answer(request, copy, cache)

        return answer

    return decorate


@dataclass(frozen=True)
class _Copy:
    etag: str
    headers: dict[str, str]
    body: bytes
    packed: bytes

    @property
    def size(self) -> int:
        return len(self.body) + len(self.packed)


class _Store:
    """The latest pages, the least used dropped first; emptied when anything published changes."""

    def __init__(self) -> None:
        self.pages: OrderedDict[Any, _Copy] = OrderedDict()
        self.size = 0
        self.lock = Lock()
        self.stamp, self.asked_at = "", float("-inf")

    def get(self, key: Any) -> _Copy | None:
        now = time.monotonic()
        if now - self.asked_at >= settings.KEPT_PAGES_CHECKED_EVERY:
            stamp = f"{editions.stamp()} {register.stamp()} {limit_notices.stamp()}"
            with self.lock:
                if stamp != self.stamp:
                    self.pages.clear()
                    self.size = 0
                self.stamp, self.asked_at = stamp, now
        with self.lock:
            if key in self.pages:
                self.pages.move_to_end(key)
            return self.pages.get(key)

    def put(self, key: Any, copy: _Copy) -> None:
        with self.lock:
            former = self.pages.pop(key, None)
            self.pages[key] = copy
            self.size += copy.size - (former.size if former else 0)
            while len(self.pages) > MOST_PAGES or self.size > MOST_BYTES:
                self.size -= self.pages.popitem(last=False)[1].size


_store = _Store()


def _copy_of(response: HttpResponse) -> _Copy:
    body = response.content
    # Weak: the packed and the plain form are the same page.
    etag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {name: response[name] for name in ("Content-Type", "Content-Disposition") if name in response}
    return _Copy(etag, headers, body, gzip.compress(body, 6, mtime=0))


def _answer(request: HttpRequest, copy: _Copy, cache: str) -> HttpResponse:
    # Written out plainly and once: this is the whole work of most requests.
    about = {"ETag": copy.etag, "Cache-Control": cache, "Vary": "Cookie, Accept-Encoding"}
    known = request.META.get("HTTP_IF_NONE_MATCH", "")
    if known and (copy.etag[2:] in known or known == "*"):
        return HttpResponseNotModified(headers=about)
    if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "") and len(copy.packed) < len(copy.body):
        return HttpResponse(copy.packed, headers=about | copy.headers | {"Content-Encoding": "gzip"})
    return HttpResponse(copy.body, headers=about | copy.headers)
