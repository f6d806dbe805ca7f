"""Pages of a list, forgiving about the number asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

PER_PAGE = 25


def page_of(
    request: HttpRequest, rows: Any, per_page: int = PER_PAGE, *, asked: Iterable[str] | None = None
) -> dict[str, Any]:
    """The page of rows that the address asks for, with the query that its neighbours' links need.

    A page that is kept for others names what it was `asked`: whatever else stood in the address of the first
    reader is not handed to the next.
    """
    page: Page[Any] = Paginator(rows, per_page).get_page(request.GET.get("page"))
    query = request.GET.copy()
    for name in list(query):
        if name == "page" or (asked is not None and name not in asked):
            del query[name]
    text = query.urlencode()
    return {"page": page, "query": f"{text}&" if text else ""}
