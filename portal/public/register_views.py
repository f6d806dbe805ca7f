"""Pages of the register: the list of decisions, and one decision with its document."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from portal.accounts.jurisdictions import CHOICES, JURISDICTIONS
from portal.documents import selectors as documents
from portal.editions import selectors as editions
from portal.errors import BadValue, NotFound
from portal.pages.page_cache import cached_page
from portal.pages.paging import page_of
from portal.pages.templatetags.baize import outcome_word, state_word
from portal.public.rulebook_dates import with_day
from portal.register import selectors as register
from portal.register.models import Entry
from portal.register.public_fields import DECISION_OUTCOMES, STATES_BY_OUTCOME
from portal.submissions.models import State
from portal.text import parse_day

STANDINGS = [state.value for state in State if any(state in states for states in STATES_BY_OUTCOME.values())]
# What the address may ask for. Everything else in it is left alone.
ASKED = ("q", "jurisdiction", "edition", "outcome", "standing", "operator", "property", "year", "on")


@cached_page(*ASKED, "page", max_age=0)
def register_list(request: HttpRequest) -> HttpResponse:
    """The register, narrowed by what the address says. An unknown filter value finds nothing."""
    chosen, errors = asked(request)
    context = {
        "chosen": chosen,
        "typed": {name: request.GET.get(name, "").strip()[:60] for name in ("year", "on")},
        "errors": errors,
        "filtered": any(chosen.values()),
        "folded": not any(chosen[name] for name in ("edition", "outcome", "operator", "year")),
        "place": _place(chosen["place"]),
        "jurisdictions": CHOICES,
        "editions": editions.published(),
        "outcomes": [(outcome, outcome_word(outcome)) for outcome in DECISION_OUTCOMES],
        "standings": [(state, state_word(state)) for state in STANDINGS],
        "operators": register.operators(),
        "years": register.years(),
        **page_of(request, register.entries(**chosen).defer("leaf"), asked=ASKED),
    }
    answer = render(request, "public/register.html", context, status=400 if errors else 200)
    if chosen["query"]:  # anything can be searched for: not a page to keep
        answer["Cache-Control"] = "no-store"
    return with_day(answer, chosen["on"])


@cached_page(max_age=0)
def entry(request: HttpRequest, reference: str) -> HttpResponse:
    return entry_page(request, found(reference))


def entry_page(request: HttpRequest, record: Entry) -> HttpResponse:
    papers = documents.public_documents(record.reference)
    context = {
        "entry": record,
        "history": register.history(record.reference),
        "document": documents.public_document(record.reference),
        "uploads": register.public_uploads(record),
    }
    answer = render(request, "public/entry.html", context)
    if any(not paper.is_ready for paper in papers):
        answer["Cache-Control"] = "no-store"
    return answer


@require_safe
def document_progress(request: HttpRequest, reference: str) -> HttpResponse:
    """How far the document is: the part of the entry's page that asks again while it is being prepared."""
    record = found(reference)
    if not request.htmx:
        return entry_page(request, record)
    context = {"entry": record, "document": documents.public_document(record.reference)}
    return render(request, "public/_document.html", context)


def asked(request: HttpRequest) -> tuple[dict[str, Any], dict[str, str]]:
    """What the address asks the register for, and what of it cannot be understood, by field."""
    given = {name: request.GET.get(name, "").strip() for name in ASKED}
    errors: dict[str, str] = {}
    year: int | None = None
    on: date | None = None
    if given["year"]:
        if given["year"].isdecimal() and len(given["year"]) == 4 and int(given["year"]) > 0:
            year = int(given["year"])
        else:
            errors["year"] = _("“%(year)s” is not a year. Write four digits, such as 2026.") % {
                "year": given["year"][:20]
            }
    try:
        on = past_day(given["on"])
    except BadValue as error:
        errors["on"] = error.message
    chosen = {
        "query": given["q"][:200],
        "place": given["property"],
        **{name: given[name] for name in ("jurisdiction", "edition", "outcome", "standing", "operator")},
        "year": year,
        "on": on,
    }
    return chosen, errors


def past_day(text: str) -> date | None:
    """The day of `?on=`, which has to have come: what will be in force then nobody knows."""
    on = parse_day(text, "on")
    if on is not None and on > max(place.today() for place in JURISDICTIONS.values()):
        raise BadValue(
            _("The register says what was in force up to today. Choose today or an earlier day."), field="on"
        )
    return on


def found(reference: str) -> Entry:
    try:
        return register.entry(reference.upper())
    except NotFound as error:
        raise Http404 from error


def _place(slug: str) -> Any:
    """The casino the list is narrowed to, if there is one at this address."""
    try:
        return register.place(slug) if slug else None
    except NotFound:
        return None
