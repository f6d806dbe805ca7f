"""Pages of the comparison: editions side by side, and the matrix with its downloads."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from craps.edition import Edition
from portal.pages import matrix as wager_matrix
from portal.pages.csv_download import csv_lines
from portal.pages.page_cache import cached_page
from portal.public import compare as comparison
from portal.public.responses import file_response
from portal.public.rulebook import published_editions


@cached_page("edition", "show")
def compare(request: HttpRequest) -> HttpResponse:
    """Any two or more editions by subject; for exactly two, also examples that end differently."""
    every, chosen, unknown = _chosen_editions(request)
    differences_only = request.GET.get("show") != "all"
    context: dict[str, Any] = {
        "every": every,
        "chosen": chosen,
        "unknown": unknown,
        "differences_only": differences_only,
        "query": _query(chosen),
    }
    if len(chosen) > 1:
        context["tables"] = comparison.side_by_side(chosen, differences_only=differences_only)
    if len(chosen) == 2:
        context["examples"] = comparison.differing_examples(*chosen)
        # If one replaced the other, their texts can be compared too.
        context["later"] = next((e for e in chosen if e.supersedes in {other.id for other in chosen}), None)
    return render(request, "public/compare.html", context)


@cached_page("edition", "sort", "order")
def matrix(request: HttpRequest) -> HttpResponse:
    """Wagers by editions; without a choice, all editions."""
    view = _MatrixView(request)
    context = {
        "every": view.every,
        "chosen": view.editions,
        "unknown": view.unknown,
        "lines": [(row, row.under(view.editions)) for row in view.rows],
        "columns": [
            view.column(wager_matrix.WAGER, _("Wager")),
            *(view.column(edition.id, edition.title) for edition in view.editions),
        ],
        "sorted_as": view.download_query,
        "sorted_by": next((edition.title for edition in view.editions if edition.id == view.sort), ""),
        "descending": view.descending,
    }
    return render(request, "public/matrix.html", context)


@cached_page("edition", "sort", "order")
def matrix_csv(request: HttpRequest) -> HttpResponse:
    """The matrix for a spreadsheet, sorted as on the page."""
    view = _MatrixView(request)
    lines = csv_lines(wager_matrix.to_table(view.editions, view.rows))
    return file_response("".join(lines), "craps-wagers-by-edition.csv", "text/csv; charset=utf-8")


@cached_page("edition", "sort", "order")
def matrix_json(request: HttpRequest) -> HttpResponse:
    """The matrix as data, with exact edges."""
    view = _MatrixView(request)
    return JsonResponse(wager_matrix.to_json(view.editions, view.rows))


class _MatrixView:
    """The editions and the sorting that the query asks for. An unknown column sorts by wager."""

    def __init__(self, request: HttpRequest) -> None:
        self.every, self.chosen, self.unknown = _chosen_editions(request)
        self.editions = self.chosen or self.every
        column = request.GET.get("sort", "")
        known = {edition.id for edition in self.editions}
        self.sort = column if column in known else wager_matrix.WAGER
        self.descending = request.GET.get("order") == "down"
        self.rows = wager_matrix.wager_rows(self.editions, sort=self.sort, descending=self.descending)

    def column(self, key: str, title: str) -> dict[str, str]:
        """Return a column's heading: the state of its sorting, and the address that sorts the other way."""
        current = self.sort == key
        query = _query(self.chosen, sort=key, order="down" if current and not self.descending else "up")
        direction = ("descending" if self.descending else "ascending") if current else ""
        return {"title": title, "href": f"{reverse('public:matrix')}?{query}", "direction": direction}

    @property
    def download_query(self) -> str:
        """The known parameters of the query, for the downloads; no others are passed on."""
        sort = {} if self.sort == wager_matrix.WAGER else {"sort": self.sort}
        query = _query(self.chosen, **sort, **({"order": "down"} if self.descending else {}))
        return f"?{query}" if query else ""


def _chosen_editions(request: HttpRequest) -> tuple[list[Edition], list[Edition], list[str]]:
    """Return all editions, those the query names in our order, and the names that are not known."""
    every = published_editions()
    names = request.GET.getlist("edition")
    known = {edition.id for edition in every}
    unknown = [name[:40] for name in dict.fromkeys(names) if name not in known]
    return every, [edition for edition in every if edition.id in names], unknown


def _query(chosen: list[Edition], **rest: str) -> str:
    return urlencode([("edition", edition.id) for edition in chosen] + list(rest.items()))
