"""The check of a table's sign in the browser: its page, and the service worker that keeps it offline."""

import hashlib
import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import Engine
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, to_locale
from django.views.decorators.http import require_safe

from portal.pages.page_cache import cached_page

WORKER = "js/table-worker.js"
# What the page loads: the worker keeps it.
FILES = (
    "css/baize.css",
    "fonts/source-sans-3.woff2",
    "img/mark.svg",
    "js/trusted-types.js",
    "js/table-statement.js",
    "js/table-proof.js",
)
TEMPLATES = ("base.html", "public/table_check.html", "public/_table_proof.html")


@cached_page()
def check(request: HttpRequest) -> HttpResponse:
    """Check the code on a sign. The worker shows this page when the page of a table cannot be reached."""
    return render(request, "public/table_check.html")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of all pages under /t/. It may serve those only because its own address is there."""
    language = get_language() or settings.LANGUAGE_CODE
    shell = {
        # The workers of both languages keep their page beside each other.
        "kept": "table-check-" if language == settings.LANGUAGE_CODE else f"{language}-table-check-",
        "version": _version(language),
        "page": reverse("public:table-check"),
        "files": [static(name) for name in FILES],
        "keys": reverse("public:log-keys"),
    }
    script = f"const SHELL = {json.dumps(shell)};\n{_content(WORKER).decode()}"
    headers = {"Cache-Control": "public, no-cache"}
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers=headers)


def _version(language: str) -> str:
    """Changes with the page, its translation and what it loads: browsers then fetch them again."""
    sources = [str(Engine.get_default().get_template(name).source).encode() for name in TEMPLATES]
    catalogue = Path(settings.BASE_DIR) / "locale" / to_locale(language) / "LC_MESSAGES" / "django.po"
    sources.append(catalogue.read_bytes())
    return hashlib.sha256(b"".join([*sources, *map(_content, FILES)])).hexdigest()[:16]


def _content(name: str) -> bytes:
    path = finders.find(name)
    if not path:
        raise FileNotFoundError(f"There is no static file {name}.")
    return Path(path).read_bytes()
