"""Numbered pages of a list. A page number that does not exist shows the nearest page."""

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

PER_PAGE = 25


def page_of(
    request: HttpRequest,
    rows: Any,
    per_page: int = PER_PAGE,
    *,
    parameters: Iterable[str] | None = None,
    count: int | None = None,
) -> dict[str, Any]:
    """The page that `?page=` asks for, and the rest of the query for the links to its neighbours.

    A cached page names its `parameters`: anything else in the first reader's address must not reach the next.
    `count` is how many rows there are, if it is known or counted in a cheaper way.
    """
    paginator: Paginator[Any] = Paginator(rows, per_page)
    if count is not None:
        paginator.count = count
    page: Page[Any] = paginator.get_page(request.GET.get("page"))
    query = request.GET.copy()
    for name in list(query):
        if name == "page" or (parameters is not None and name not in parameters):
            del query[name]
    text = query.urlencode()
    return {"page": page, "query": f"{text}&" if text else ""}


def selection(request: HttpRequest) -> dict[str, Any]:
    """For a list with check boxes: whether `?select=all` ticks them all, and the queries to and fro."""
    query = request.GET.copy()
    query.pop("select", None)
    none = query.urlencode()
    query["select"] = "all"
    return {
        "all_selected": request.GET.get("select") == "all",
        "select_all": query.urlencode(),
        "select_none": none,
    }
