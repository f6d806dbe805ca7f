"""What search engines may read: every public page, and nothing that needs a sign-in."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps.views import sitemap as sitemap_view
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from portal.consultations import selectors as consultations
from portal.languages import in_language
from portal.pages.page_cache import cached_page
from portal.pages.templatetags.rulebook import clause_url
from portal.public import compare_views, rulebook
from portal.register import selectors as register
from portal.review import table_rules

_PAGES = (
    "home rulebooks consultations glossary compare matrix register casinos casino-choices log try-choose "
    "calculator verify table-check contact accessibility privacy security"
)

if TYPE_CHECKING:
    _Sitemap = Sitemap[str]
else:
    _Sitemap = Sitemap


class _PublicPages(_Sitemap):
    """Addresses on the site's own host, whichever host was asked."""

    i18n = alternates = x_default = True  # every page in every language, with its addresses in the others

    def get_protocol(self, protocol: str | None = None) -> str:
        return urlsplit(settings.SITE_URL).scheme

    def get_domain(self, site: object = None) -> str:
        return urlsplit(settings.SITE_URL).netloc

    def location(self, item: str) -> str:
        return in_language(item, get_language() or settings.LANGUAGE_CODE)

    def items(self) -> list[str]:
        with override(settings.LANGUAGE_CODE):
            return self._addresses()

    def _addresses(self) -> list[str]:
        addresses = [reverse(f"public:{name}") for name in _PAGES.split()]
        addresses += [reverse("public:everywhere", args=[subject]) for subject in compare_views.EVERYWHERE]
        for volume in rulebook.volumes():
            names = ["rulebook", "rulebook-whole", "rulebook-readings", "try"]
            names += ["rulebook-changes"] if volume.edition.supersedes else []
            addresses += [reverse(f"public:{name}", args=[volume.id]) for name in names]
            addresses += [clause_url(volume.id, clause.id) for clause in volume.book.clauses]
        consulted = consultations.consultations().values_list("slug", flat=True)
        addresses += [reverse("public:consultation", args=[slug]) for slug in consulted]
        references = dict.fromkeys(register.entries().values_list("reference", flat=True))
        addresses += [reverse("public:entry", args=[reference]) for reference in references]
        slugs = register.places().values_list("slug", flat=True)
        addresses += [reverse("public:casino", args=[slug]) for slug in slugs]
        codes = table_rules.listed_tables().order_by("pk").values_list("code", flat=True)
        return addresses + [reverse("public:table", args=[code]) for code in codes]


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    return sitemap_view(request, {"pages": _PublicPages})


@cached_page()
def robots(request: HttpRequest) -> HttpResponse:
    """Keep crawlers out of the work areas and the search, which has no end."""
    closed = (
        "operator:dashboard",
        "regulator:dashboard",
        "account:sign-in",
        "public:search",
        "public:site-search",
    )
    closed_paths = [reverse(name) for name in closed] + ["/language/"]
    others = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
    public = [reverse(name) for name in closed if name.startswith("public:")] + ["/language/"]
    closed_paths += [in_language(path, code) for code in others for path in public]
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in closed_paths)]
    lines += ["", f"Sitemap: {settings.SITE_URL}{reverse('public:sitemap')}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
