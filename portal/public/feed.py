"""The Atom feed of the register: the latest decisions, and what became of earlier ones."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.utils.xmlutils import SimplerXMLGenerator

from portal.accounts.jurisdictions import find_jurisdiction, jurisdiction_name
from portal.pages.page_cache import cached_page
from portal.pages.templatetags.baize import outcome_word
from portal.register import keys
from portal.register.models import Entry, Kind

MAX_ITEMS = 50

if TYPE_CHECKING:
    _Feed = Feed[Entry, str]
else:
    _Feed = Feed


class Atom(Atom1Feed):
    """Atom with a label for each category, and a fixed date while the register is empty."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else datetime(2026, 1, 1, tzinfo=UTC)

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        super().add_item_elements(handler, item)
        handler.addQuickElement("category", "", {"term": item["outcome"], "label": item["outcome_label"]})


class _DecisionFeed(_Feed):
    """The decisions of one jurisdiction, or of all for ""."""

    feed_type = Atom
    author_name = "Baize"

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> str:
        code = request.GET.get("jurisdiction", "")
        if code and find_jurisdiction(code) is None:
            raise Http404
        return code

    def title(self, code: str) -> str:
        title = _("Decisions on table rules")
        return f"{title}, {jurisdiction_name(code)}" if code else title

    def link(self, code: str) -> str:
        return f"{settings.SITE_URL}{reverse('public:register')}"

    def feed_url(self, code: str) -> str:
        address = f"{settings.SITE_URL}{reverse('public:register-feed')}"
        return f"{address}?jurisdiction={code}" if code else address

    def feed_guid(self, code: str) -> str:
        return tag_uri(code)

    def items(self, code: str) -> QuerySet[Entry]:
        rows = Entry.objects.filter(kind=Kind.DECISION).order_by("-position")
        return (rows.filter(jurisdiction=code) if code else rows)[:MAX_ITEMS]

    def item_title(self, item: Entry) -> str:
        return f"{item.property or item.reference}: {outcome_word(item.outcome).lower()}"

    def item_description(self, item: Entry) -> str:
        facts = [item.reference, jurisdiction_name(item.jurisdiction), item.operator, item.edition_title]
        # Escaped once more: readers take an Atom summary of Django's for HTML.
        return escape(f"{outcome_word(item.outcome)}. {', '.join(fact for fact in facts if fact)}.")

    def item_link(self, item: Entry) -> str:
        return f"{settings.SITE_URL}{reverse('public:entry', args=[item.reference])}"

    def item_guid(self, item: Entry) -> str:
        return tag_uri(str(item.position))

    def item_updateddate(self, item: Entry) -> datetime:
        return item.entered_at.replace(microsecond=0)

    def item_extra_kwargs(self, item: Entry) -> dict[str, Any]:
        return {"outcome": item.outcome, "outcome_label": outcome_word(item.outcome)}


@cached_page("jurisdiction", max_age=0)
def decision_feed(request: HttpRequest) -> HttpResponse:
    return _DecisionFeed()(request)


def tag_uri(name: str) -> str:
    """Return an id that outlives the address (RFC 4151): the log's own name and a position."""
    host, _slash, path = keys.origin().partition("/")
    return f"tag:{host},2026:{path}" + (f"/{name}" if name else "")
