"""Pages of the rulebooks: the shelf, a book, a clause, a whole book, what changed, and the glossary."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from craps.edition import Edition
from craps.rulebook import glossary
from portal.accounts.jurisdictions import JURISDICTIONS, jurisdiction_of_edition
from portal.errors import BadValue, NotFound
from portal.pages.page_cache import MAX_AGE, cached_page
from portal.public import rulebook, rulebook_changes, rulebook_dates, rulebook_figures, rulebook_pdf
from portal.public.rulebook import Volume
from portal.text import parse_day


@cached_page("on")
def shelf(request: HttpRequest) -> HttpResponse:
    """Every book by jurisdiction, and which of them stood on a day."""
    volumes = rulebook.volumes()
    editions = [volume.edition for volume in volumes if volume.edition]
    context: dict[str, Any] = {
        "asked": request.GET.get("on", ""),
        "time_line": rulebook_dates.time_line(editions),
    }
    status = 200
    try:
        context["on"] = parse_day(context["asked"], "on")
    except BadValue as error:
        context["on_error"], context["on"], status = error.message, None, 400
    cards = [(volume, _standing(volume.edition, context["on"], editions)) for volume in volumes]
    context["groups"] = [
        (place, group)
        for place in JURISDICTIONS.values()
        if (group := [card for card in cards if jurisdiction_of_edition(card[0].id) == place.code])
    ]
    page = render(request, "public/rulebooks.html", context, status=status)
    return rulebook_dates.with_day(page, context["on"])


@cached_page("on")
def volume(request: HttpRequest, book_id: str) -> HttpResponse:
    """A book's facts, its contents, and its figures as tables."""
    found = _volume(book_id)
    context = {
        "outline": rulebook.outline(found.book),
        "subjects": rulebook_figures.subjects(found.edition) if found.edition else [],
        "related": list(rulebook.related(found.edition)) if found.edition else [],
        **_frame(request, found),
    }
    return _shown(request, "public/rulebook.html", context)


@cached_page("on")
def clause(request: HttpRequest, book_id: str, clause_id: str) -> HttpResponse:
    """One clause with what stands below it, the checks that enforce it and the examples that show it."""
    found = _volume(book_id)
    book = found.book
    try:
        item = rulebook.clause_of(book, clause_id)
    except NotFound:
        context = {
            "asked": clause_id[:60],
            "close": rulebook.close_to(book, clause_id),
            **_frame(request, found),
        }
        return _shown(request, "public/rulebook_missing.html", context, status=404)
    if item.id != clause_id:
        asked = request.GET.urlencode()
        href = rulebook.clause_url(book_id, item.id)
        return redirect(f"{href}?{asked}" if asked else href, permanent=True)
    covered = rulebook.covered(book, item)
    before, after = book.neighbours(item.id)
    inner = rulebook.below(book, item)
    context = {
        "item": rulebook.items(book, (item,), top=item.depth, level=1)[0],
        "inner": rulebook.items(book, inner, top=item.depth + 1, level=2),
        "path": [(step, rulebook.clause_url(book.id, step.id)) for step in book.path(item.id)[:-1]],
        "before": before,
        "after": after,
        "checks": rulebook.checks_of(found, covered),
        "examples": rulebook.examples_of(found, covered),
        "is_chapter": len(covered) == 1 and bool(inner),
        "counterparts": rulebook.counterparts(found.edition, item),
        **_frame(request, found, item),
    }
    return _shown(request, "public/rulebook_clause.html", context)


@cached_page("on")
def whole(request: HttpRequest, book_id: str) -> HttpResponse:
    """The whole book on one page, to read through or to print."""
    found = _volume(book_id)
    context = {
        "items": rulebook.items(found.book, found.book.clauses, top=0, level=2),
        **_frame(request, found),
    }
    return _shown(request, "public/rulebook_whole.html", context)


@require_safe
def book_pdf(request: HttpRequest, book_id: str) -> HttpResponse:
    """The whole book as a PDF; while the worker prepares it, a page that says so and asks again."""
    found = _volume(book_id)
    copy = rulebook_pdf.ready(found)
    if copy is None:
        context = {"volume": found, "home": reverse("public:rulebook", args=[found.id]), "is_ready": False}
        template = "public/rulebook_pdf_part.html" if request.htmx else "public/rulebook_pdf.html"
        return render(request, template, context, status=200 if request.htmx else 202)
    if request.htmx:
        return render(request, "public/rulebook_pdf_part.html", {"volume": found, "is_ready": True})
    response = HttpResponse(copy.content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{found.id}-rulebook.pdf"'
    response["ETag"] = f'"{copy.sha256}"'
    patch_cache_control(response, public=True, max_age=MAX_AGE)
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


@cached_page("all", "on")
def changes(request: HttpRequest, book_id: str) -> HttpResponse:
    """A later edition against the one it took the place of, clause by clause."""
    found = _volume(book_id)
    if found.edition is None or not found.edition.supersedes:
        raise Http404(f"{found.title} follows on no other edition.")
    before = _volume(found.edition.supersedes)
    rows = rulebook_changes.changes(before.book, found.book)
    show_all = request.GET.get("all") == "1"
    context = {
        "before": before,
        "rows": [row for row in rows if show_all or row.kind != rulebook_changes.SAME],
        "same": sum(row.kind == rulebook_changes.SAME for row in rows),
        "show_all": show_all,
        **_frame(request, found),
    }
    return _shown(request, "public/rulebook_changes.html", context)


@cached_page()
def glossary_page(request: HttpRequest) -> HttpResponse:
    """Every term in alphabetical order, under its letter."""
    letters: dict[str, list[Any]] = {}
    for term in glossary().values():
        letters.setdefault(term.name[0].upper(), []).append(term)
    return render(request, "public/glossary.html", {"letters": letters})


def _volume(book_id: str) -> Volume:
    try:
        return rulebook.volume(book_id)
    except NotFound as error:
        raise Http404(error.message) from error


def _frame(request: HttpRequest, found: Volume, current: Any = None) -> dict[str, Any]:
    """What every page of a book shows around its own part."""
    on, on_error = None, ""
    try:
        on = parse_day(request.GET.get("on", ""), "on")
    except BadValue as error:
        on_error = error.message
    editions = [other.edition for other in rulebook.volumes() if other.edition] if on else []
    return {
        "volume": found,
        "edition": found.edition,
        "contents": rulebook.contents(found.book, current),
        "standing": _standing(found.edition, on, editions),
        "on": on,
        "on_error": on_error,
        "home": reverse("public:rulebook", args=[found.id]),
    }


def _shown(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """The page; where a day was asked for, every link to a book keeps it."""
    page = render(request, template, context, status=400 if context["on_error"] else status)
    return rulebook_dates.with_day(page, context["on"])


def _standing(edition: Edition | None, on: Any, editions: list[Edition]) -> Any:
    return rulebook_dates.standing(edition, on, editions) if edition and on else None
