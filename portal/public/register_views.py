"""Pages of the register: the list of decisions, and one decision with its document."""

from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from portal.accounts.jurisdictions import jurisdiction, jurisdiction_choices, latest_today
from portal.documents import selectors as documents
from portal.documents.verification import successor_of_case
from portal.editions import selectors as editions
from portal.errors import BadValue, NotFound
from portal.http import SiteRequest
from portal.pages.page_cache import cached_page
from portal.pages.paging import page_of
from portal.pages.templatetags.baize import outcome_word, state_word
from portal.public.responses import day_of, get_or_404
from portal.public.rulebook_dates import keep_day_in_links
from portal.register import selectors as register
from portal.register.models import Place
from portal.register.public_fields import DECISION_OUTCOMES, PUBLIC_STATES
from portal.register.selectors import DecidedEntry
from portal.review import table_rules
from portal.submissions.models import State
from portal.text import parse_day, whole_number

PUBLIC_STATES = [state.value for state in State if state in PUBLIC_STATES]
# Query parameters that narrow the list; any other is ignored.
FILTERS = ("q", "jurisdiction", "edition", "outcome", "standing", "operator", "property", "year", "on")


@cached_page(*FILTERS, "page", max_age=0)
def register_list(request: HttpRequest) -> HttpResponse:
    """The register, narrowed by the query. A filter value that is not known matches nothing."""
    filters, errors = read_filters(request)
    context = {
        "chosen": filters,
        "typed": {name: request.GET.get(name, "").strip()[:60] for name in ("year", "on")},
        "errors": errors,
        "filtered": any(filters.values()),
        "folded": not any(filters[name] for name in ("edition", "outcome", "operator", "year")),
        "casino": _casino_or_none(filters["place"]),
        "tables": table_rules.find_tables(filters["query"]) if filters["query"] else [],
        "jurisdictions": jurisdiction_choices(),
        "editions": editions.published(),
        "outcomes": [(outcome, outcome_word(outcome)) for outcome in DECISION_OUTCOMES],
        "standings": [(state, state_word(state)) for state in PUBLIC_STATES],
        "operators": register.operators(),
        "years": register.years(),
        **page_of(
            request,
            register.entries(**filters).defer("leaf"),
            parameters=FILTERS,
            count=register.entries(**filters, without_standing=True).count(),
        ),
    }
    response = render(request, "public/register.html", context, status=400 if errors else 200)
    if filters["query"]:  # too many possible searches to cache
        response["Cache-Control"] = "no-store"
    return keep_day_in_links(response, filters["on"])


@cached_page(max_age=0)
def entry(request: HttpRequest, reference: str) -> HttpResponse:
    return _entry_page(request, entry_or_404(reference))


def _entry_page(request: HttpRequest, record: DecidedEntry) -> HttpResponse:
    history = list(register.history(record.reference))
    context = {
        "entry": record,
        "history": history,
        "labels": {
            table["code"]: table["label"] for past in history for table in past.leaf.get("tables", [])
        },
        "document": documents.public_document(record.reference),
        "uploads": register.public_uploads(record),
        "summary": register.tables_now(record),
        "ends_as": register.ends_as(record),
        "superseded_by": successor_of_case(register.case_of(record).pk),
        "regulator": jurisdiction(record.jurisdiction),
    }
    response = render(request, "public/entry.html", context)
    if any(not document.is_ready for document in documents.public_documents(record.reference)):
        response["Cache-Control"] = "no-store"
    return response


@require_safe
def document_progress(request: SiteRequest, reference: str) -> HttpResponse:
    """The part of the decision's page that is loaded again while its document is being prepared."""
    record = entry_or_404(reference)
    if not request.htmx:
        return _entry_page(request, record)
    context = {"entry": record, "document": documents.public_document(record.reference)}
    return render(request, "public/_document.html", context)


def read_filters(request: HttpRequest) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the arguments for `register.entries`, and an error message for each field that is not valid."""
    typed = {name: request.GET.get(name, "").strip() for name in FILTERS}
    errors: dict[str, str] = {}
    year: int | None = None
    if typed["year"]:
        year = (whole_number(typed["year"], digits=4) if len(typed["year"]) == 4 else None) or None
        if year is None:
            message = _("“%(year)s” is not a year. Enter four digits, such as 2026.")
            errors["year"] = message % {"year": typed["year"][:20]}
    on, on_error = day_of(request, parse_past_day)
    if on_error:
        errors["on"] = on_error
    filters = {
        "query": typed["q"][:200],
        "place": typed["property"],
        **{name: typed[name] for name in ("jurisdiction", "edition", "outcome", "standing", "operator")},
        "year": year,
        "on": on,
    }
    return filters, errors


def parse_past_day(text: str) -> date | None:
    """Return the day of `?on=`. BadValue for a later day than today: what will be in force is not known."""
    on = parse_day(text, "on")
    if on is not None and on > latest_today():
        message = _("The register shows what was in force up to today. Choose today or an earlier day.")
        raise BadValue(message, field="on")
    return on


def entry_or_404(reference: str) -> DecidedEntry:
    return get_or_404(register.entry, reference.upper())


def _casino_or_none(slug: str) -> Place | None:
    """Return the casino the list is narrowed to, if there is one at this address."""
    try:
        return register.place(slug) if slug else None
    except NotFound:
        return None
