"""Pages of the rulebooks: the list, a book, a clause, its readings, a whole book, what changed, glossary."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from craps.edition import Edition
from craps.rulebook import Clause, glossary
from portal.accounts.jurisdictions import all_jurisdictions
from portal.consultations.selectors import consultations_of, open_consultations
from portal.editions.selectors import core_editions
from portal.editions.slips import published_explanations
from portal.errors import NotFound
from portal.http import SiteRequest
from portal.pages.clauses import clause_items
from portal.pages.page_cache import MAX_AGE, cached_page
from portal.pages.templatetags.rulebook import clause_url
from portal.public import (
    rulebook,
    rulebook_changes,
    rulebook_dates,
    rulebook_figures,
    rulebook_pdf,
    rulebook_readings,
)
from portal.public.responses import day_of, file_response, get_or_404
from portal.public.rulebook import Volume
from portal.public.rulebook_dates import EditionStatus
from portal.register import selectors as register


@cached_page("on")
def rulebooks(request: HttpRequest) -> HttpResponse:
    """Every book by jurisdiction, and which of them were in force on a day."""
    on, on_error = day_of(request)
    editions = core_editions()
    cards = [
        (volume, _status(volume.edition, on, editions), rulebook_dates.today_status(volume.edition))
        for volume in rulebook.volumes()
    ]
    if not on:  # what applies today first
        cards.sort(key=lambda card: not card[2].applies)
    context = {
        "on": on,
        "on_error": on_error,
        "on_text": request.GET.get("on", ""),
        "places": rulebook.places_in_words(),
        "consultations": open_consultations(),
        "time_line": rulebook_dates.time_line(editions),
        "groups": [
            (jurisdiction, group)
            for jurisdiction in all_jurisdictions()
            if (group := [card for card in cards if card[0].jurisdiction == jurisdiction])
        ],
    }
    return _render(request, "public/rulebooks.html", context)


@cached_page("on")
def book(request: HttpRequest, book_id: str) -> HttpResponse:
    """A book's facts, its contents, and its figures as tables."""
    volume = get_or_404(rulebook.volume, book_id)
    context = {
        "outline": rulebook.outline(volume.book),
        "subjects": rulebook_figures.subjects(volume.edition),
        "consultations": list(consultations_of(book_id)),
        "related": list(rulebook.related_editions(volume.edition)),
        "log_entries": register.edition_entries(volume.id),
        "explanations": published_explanations(volume.id),
        **_book_context(request, volume),
    }
    return _render(request, "public/rulebook.html", context)


@cached_page("on")
def clause(request: HttpRequest, book_id: str, clause_id: str) -> HttpResponse:
    """One clause with what is below it, the checks that enforce it and the examples that show it."""
    volume = get_or_404(rulebook.volume, book_id)
    text = volume.book
    try:
        item = rulebook.find_clause(text, clause_id)
    except NotFound:
        context = {
            "clause_id": clause_id[:60],
            "similar": rulebook.similar_clauses(text, clause_id),
            **_book_context(request, volume),
        }
        return _render(request, "public/rulebook_missing.html", context, status=404)
    if item.id != clause_id:
        query, href = request.GET.urlencode(), clause_url(book_id, item.id)
        return redirect(f"{href}?{query}" if query else href, permanent=True)
    covered = rulebook.covered_clauses(text, item)
    before, after = text.neighbours(item.id)
    inner = rulebook.descendants(text, item)
    context = {
        "item": clause_items(text, (item,), top=item.depth, level=1)[0],
        "inner": clause_items(text, inner, top=item.depth + 1, level=2),
        "path": [(step, clause_url(text.id, step.id)) for step in text.path(item.id)[:-1]],
        "before": before,
        "after": after,
        "readings": rulebook_readings.readings_at(volume, covered),
        "checks": rulebook.checks_of(volume, covered),
        "examples": rulebook.settled_examples(volume, covered),
        "is_chapter": len(covered) == 1 and bool(inner),
        "counterparts": rulebook.counterparts(volume.edition, item),
        **_book_context(request, volume, item),
    }
    return _render(request, "public/rulebook_clause.html", context)


@cached_page("on")
def readings(request: HttpRequest, book_id: str) -> HttpResponse:
    """What an edition's document leaves open and how it is read: each option, why, and what it changes."""
    volume = get_or_404(rulebook.volume, book_id)
    context = {
        "groups": rulebook_readings.grouped_readings(volume.edition),
        **_book_context(request, volume),
    }
    return _render(request, "public/rulebook_readings.html", context)


@cached_page("on")
def whole_book(request: HttpRequest, book_id: str) -> HttpResponse:
    """The whole book on one page, to read through or to print."""
    volume = get_or_404(rulebook.volume, book_id)
    context = {
        "items": clause_items(volume.book, volume.book.clauses, top=0, level=2),
        **_book_context(request, volume),
    }
    return _render(request, "public/rulebook_whole.html", context)


@require_safe
def book_pdf(request: SiteRequest, book_id: str) -> HttpResponse:
    """The whole book as a PDF; while the worker prepares it, a page that says so and reloads itself."""
    volume = get_or_404(rulebook.volume, book_id)
    pdf = rulebook_pdf.get_or_queue(volume)
    if request.htmx:
        context = {"volume": volume, "is_ready": pdf is not None}
        return render(request, "public/rulebook_pdf_part.html", context)
    if pdf is None:
        context = {"volume": volume, "home": reverse("public:rulebook", args=[volume.id])}
        return render(request, "public/rulebook_pdf.html", context, status=202)
    response = file_response(pdf.content, f"{volume.id}-rulebook.pdf", "application/pdf", inline=True)
    response["ETag"] = f'"{pdf.sha256}"'
    patch_cache_control(response, public=True, max_age=MAX_AGE)
    conditional = get_conditional_response(request, etag=response["ETag"], response=response)
    return conditional if isinstance(conditional, HttpResponse) else response


@cached_page("all", "on")
def changes(request: HttpRequest, book_id: str) -> HttpResponse:
    """An edition compared with the one it replaced, clause by clause."""
    volume = get_or_404(rulebook.volume, book_id)
    edition = volume.edition
    if not edition.supersedes:
        raise Http404(f"{volume.title} replaced no other edition.")
    before = get_or_404(rulebook.volume, edition.supersedes)
    rows = rulebook_changes.changes(before.book, volume.book)
    show_all = request.GET.get("all") == "1"
    context = {
        "before": before,
        "rows": [row for row in rows if show_all or row.kind != rulebook_changes.SAME],
        "readings": rulebook_changes.reading_changes(before.edition, edition),
        "same": sum(row.kind == rulebook_changes.SAME for row in rows),
        "show_all": show_all,
        "explanations": published_explanations(volume.id),
        **_book_context(request, volume),
    }
    return _render(request, "public/rulebook_changes.html", context)


@cached_page()
def glossary_page(request: HttpRequest) -> HttpResponse:
    """Every term in alphabetical order, under its letter."""
    letters: dict[str, list[Any]] = {}
    for term in glossary().values():
        letters.setdefault(term.letter, []).append(term)
    return render(request, "public/glossary.html", {"letters": letters})


def _book_context(request: HttpRequest, volume: Volume, current: Clause | None = None) -> dict[str, Any]:
    """Return what every page of a book shows around its own part."""
    on, on_error = day_of(request)
    return {
        "volume": volume,
        "edition": volume.edition,
        "contents": rulebook.contents(volume.book, current),
        "status": _status(volume.edition, on, core_editions() if on else []),
        "today": rulebook_dates.today_status(volume.edition),
        "on": on,
        "on_error": on_error,
        "home": reverse("public:rulebook", args=[volume.id]),
    }


def _render(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """Render the page; links to dated pages keep the day of `?on=`."""
    page = render(request, template, context, status=400 if context["on_error"] else status)
    return rulebook_dates.keep_day_in_links(page, context["on"])


def _status(edition: Edition, on: date | None, editions: list[Edition]) -> EditionStatus | None:
    return rulebook_dates.edition_status(edition, on, editions) if on else None
