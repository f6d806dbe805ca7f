"""Pages of the comparison: editions side by side, and the matrix with its downloads."""

from __future__ import annotations

import csv
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from craps.edition import Edition
from portal.pages import matrix as figures
from portal.pages.page_cache import cached_page
from portal.public import compare as comparison
from portal.public import rulebook


@cached_page("edition", "show")
def compare(request: HttpRequest) -> HttpResponse:
    """Any two or more editions by subject; with exactly two, also bets that end differently."""
    every, chosen, unknown = _chosen(request)
    differences_only = request.GET.get("show") != "all"
    context: dict[str, Any] = {
        "every": every,
        "chosen": chosen,
        "unknown": unknown,
        "differences_only": differences_only,
        "matrix_query": _query(chosen),
        "query": _query(chosen),
    }
    if len(chosen) > 1:
        context["tables"] = comparison.side_by_side(chosen, differences_only=differences_only)
    if len(chosen) == 2:
        context["stories"] = comparison.stories(*chosen)
        # Of two that follow on each other the texts can be compared too.
        context["later"] = next((e for e in chosen if e.supersedes in {other.id for other in chosen}), None)
    return render(request, "public/compare.html", context)


@cached_page("edition", "sort", "order")
def matrix(request: HttpRequest) -> HttpResponse:
    """Wagers by editions; without a choice, all of them."""
    every, chosen, unknown = _chosen(request)
    shown = chosen or every
    sort, descending = _sort(request, shown)
    context = {
        "every": every,
        "chosen": shown,
        "unknown": unknown,
        "lines": [
            (line, line.under(shown)) for line in figures.wager_rows(shown, sort=sort, descending=descending)
        ],
        "columns": [
            _column(edition.id, edition.title, chosen, sort, descending) | {"edition": edition}
            for edition in shown
        ],
        "first": _column(figures.WAGER, _("Wager"), chosen, sort, descending),
        "query": _query(chosen),
        "sorted_as": _asked_again(chosen, sort, descending),
        "sorted_by": next((edition.title for edition in shown if edition.id == sort), ""),
        "descending": descending,
    }
    return render(request, "public/matrix.html", context)


@cached_page("edition", "sort", "order")
def matrix_csv(request: HttpRequest) -> HttpResponse:
    """The matrix for a spreadsheet, as it is sorted on the page."""
    shown, rows = _asked_matrix(request)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="craps-wagers-by-edition.csv"'
    response.write("\ufeff")  # so that spreadsheets read it as UTF-8
    csv.writer(response).writerows(figures.to_table(shown, rows))
    return response


@cached_page("edition", "sort", "order")
def matrix_json(request: HttpRequest) -> HttpResponse:
    """The matrix as data, with exact edges."""
    return JsonResponse(figures.to_json(*_asked_matrix(request)))


def _asked_matrix(request: HttpRequest) -> tuple[list[Edition], list[figures.MatrixRow]]:
    every, chosen, _unknown = _chosen(request)
    shown = chosen or every
    sort, descending = _sort(request, shown)
    return shown, figures.wager_rows(shown, sort=sort, descending=descending)


def _chosen(request: HttpRequest) -> tuple[list[Edition], list[Edition], list[str]]:
    """All editions, those the address names in our order, and the names it uses that we do not know."""
    every = [volume.edition for volume in rulebook.volumes() if volume.edition]
    named = request.GET.getlist("edition")
    known = {edition.id for edition in every}
    unknown = [name[:40] for name in dict.fromkeys(named) if name not in known]
    return every, [edition for edition in every if edition.id in named], unknown


def _sort(request: HttpRequest, shown: list[Edition]) -> tuple[str, bool]:
    """Anything the address names that is no column sorts by wager."""
    asked = request.GET.get("sort", "")
    sort = asked if asked in {edition.id for edition in shown} else figures.WAGER
    return sort, request.GET.get("order") == "down"


def _column(key: str, title: str, chosen: list[Edition], sort: str, descending: bool) -> dict[str, str]:
    """A column's heading: the state of its sorting, and the address that sorts by it the other way."""
    current = sort == key
    query = _query(chosen, sort=key, order="up" if current and descending else "down" if current else "up")
    direction = ("descending" if descending else "ascending") if current else ""
    return {"title": title, "href": f"{reverse('public:matrix')}?{query}", "direction": direction}


def _asked_again(chosen: list[Edition], sort: str, descending: bool) -> str:
    """What the address asks for and we understand, for the downloads; other words in it go no further."""
    order = {"order": "down"} if descending else {}
    query = _query(chosen, **({} if sort == figures.WAGER else {"sort": sort}), **order)
    return f"?{query}" if query else ""


def _query(chosen: list[Edition], **rest: str) -> str:
    return urlencode([("edition", edition.id) for edition in chosen] + list(rest.items()))
