"""What search engines may read: every public page, and nothing behind a sign-in."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from portal.pages.page_cache import cached_page
from portal.public import rulebook
from portal.register import selectors as register

_PAGES = (
    "home",
    "rulebooks",
    "glossary",
    "compare",
    "matrix",
    "register",
    "places",
    "log",
    "try-choose",
    "calculator",
    "verify",
    "accessibility",
    "privacy",
    "security",
)
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
)
# What a sitemap may hold at most; beyond that it would have to be split.
_MOST = 50_000


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    addresses = list(_addresses())[:_MOST]
    body = "".join(f"<url><loc>{escape(settings.SITE_URL + address)}</loc></url>\n" for address in addresses)
    return HttpResponse(f"{_HEAD}{body}</urlset>\n", content_type="application/xml; charset=utf-8")


@cached_page()
def robots(request: HttpRequest) -> HttpResponse:
    """Reading is welcome; work areas, and searches without end, are not for crawlers."""
    closed = [reverse("operator:dashboard"), reverse("regulator:dashboard"), reverse("account:sign-in")]
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in closed),
        f"Disallow: {reverse('public:search')}",
    ]
    lines += ["", f"Sitemap: {settings.SITE_URL}{reverse('public:sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def _addresses() -> Iterator[str]:
    for name in _PAGES:
        yield reverse(f"public:{name}")
    for volume in rulebook.volumes():
        if volume.edition:
            yield reverse("public:try", args=[volume.id])
        yield reverse("public:rulebook", args=[volume.id])
        yield reverse("public:rulebook-whole", args=[volume.id])
        if volume.edition and volume.edition.supersedes:
            yield reverse("public:rulebook-changes", args=[volume.id])
        for clause in volume.book.clauses:
            yield rulebook.clause_url(volume.id, clause.id)
    for reference in dict.fromkeys(register.entries().values_list("reference", flat=True)):
        yield reverse("public:entry", args=[reference])
    for slug in register.places().values_list("slug", flat=True):
        yield reverse("public:place", args=[slug])
