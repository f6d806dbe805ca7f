"""The languages of the public pages. The address says which one: /fr-ca/… is French, everything else English.

So a page can be linked, kept by caches and found by search engines in each language. A cookie remembers what
a visitor chose: with it, an address without a language leads to the same page in the chosen one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import translation
from django.utils.cache import patch_vary_headers

import craps

# What may follow in an address after the language of a page.
_PREFIXES = {f"/{code}/": code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE}


def language_of(path: str) -> str:
    """The language that an address names; English if it names none."""
    return _PREFIXES.get(path[: path.find("/", 1) + 1], settings.LANGUAGE_CODE)


def in_language(path: str, language: str) -> str:
    """The address of the same public page in a language."""
    now = language_of(path)
    bare = path if now == settings.LANGUAGE_CODE else path[len(now) + 1 :]
    return bare if language == settings.LANGUAGE_CODE else f"/{language}{bare}"


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Portal and core say everything in a language: on a page, and in what is printed."""
    with translation.override(language), craps.language(language[:2]):
        yield


class LanguageMiddleware:
    """Answers in the language of the address, and leads to the language that the visitor chose."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = language_of(request.path_info)
        with speaking(language):
            response = self.get_response(request)
        if language != settings.LANGUAGE_CODE and response.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Content-Language", language)
        return response

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        """Only pages are led elsewhere, whose addresses end with a slash, and only whole ones."""
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
        if not chosen or f"/{chosen}/" not in _PREFIXES or request.method != "GET":
            return None
        path = request.path_info
        match = request.resolver_match
        is_page = match is not None and match.namespace == "public" and match.url_name != "language"
        is_page = is_page and path.endswith("/")
        if not is_page or language_of(path) != settings.LANGUAGE_CODE or "HX-Request" in request.headers:
            return None
        query = request.META.get("QUERY_STRING", "")
        response = HttpResponseRedirect(in_language(path, chosen) + (f"?{query}" if query else ""))
        patch_vary_headers(response, ["Cookie"])
        return response
