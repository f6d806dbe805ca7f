"""Pages of a list, forgiving about the number asked for."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

PER_PAGE = 25


def page_of(request: HttpRequest, rows: Any, per_page: int = PER_PAGE) -> dict[str, Any]:
    """The page of rows that the address asks for, with the query that its neighbours' links need."""
    page: Page[Any] = Paginator(rows, per_page).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    text = query.urlencode()
    return {"page": page, "query": f"{text}&" if text else ""}
