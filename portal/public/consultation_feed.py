"""The Atom feed of consultations: what was opened, updated, extended, closed and answered."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _

from portal.consultations.models import Step
from portal.pages.page_cache import cached_page
from portal.public.consultation_views import STEP_WORDS
from portal.public.feed import Atom, tag_uri

MAX_ITEMS = 50

if TYPE_CHECKING:
    _Feed = Feed[Step, str]
else:
    _Feed = Feed


class _ConsultationFeed(_Feed):
    feed_type = Atom
    author_name = "Baize"

    def title(self, obj: Any) -> str:
        return _("Consultations on table rules")

    def link(self, obj: Any) -> str:
        return f"{settings.SITE_URL}{reverse('public:consultations')}"

    def feed_url(self, obj: Any) -> str:
        return f"{settings.SITE_URL}{reverse('public:consultation-feed')}"

    def feed_guid(self, obj: Any) -> str:
        return tag_uri("consultations")

    def items(self, obj: Any) -> QuerySet[Step]:
        return Step.objects.select_related("consultation").order_by("-pk")[:MAX_ITEMS]

    def item_title(self, item: Step) -> str:
        return f"{item.consultation.title}: {str(STEP_WORDS[Step.Kind(item.kind)]).lower()}"

    def item_description(self, item: Step) -> str:
        # Escaped once more: readers take an Atom summary of Django's for HTML.
        said = item.consultation.statement if item.kind == Step.Kind.STATEMENT else item.text
        return escape(said or item.consultation.introduction)

    def item_link(self, item: Step) -> str:
        return f"{settings.SITE_URL}{reverse('public:consultation', args=[item.consultation.slug])}"

    def item_guid(self, item: Step) -> str:
        return tag_uri(f"consultations/{item.pk}")

    def item_updateddate(self, item: Step) -> datetime:
        return item.at.replace(microsecond=0)

    def item_extra_kwargs(self, item: Step) -> dict[str, Any]:
        return {"outcome": item.kind, "outcome_label": str(STEP_WORDS[Step.Kind(item.kind)])}


@cached_page(max_age=0)
def consultation_feed(request: HttpRequest) -> HttpResponse:
    return _ConsultationFeed()(request)
