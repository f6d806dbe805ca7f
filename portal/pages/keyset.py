"""Pages of a list that remember where they end instead of counting from the front.

A page far down costs what the first one does, and none is repeated or left out because rows come or go
meanwhile. Rows are ordered by one key and by their id, both in the same direction.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import DateTimeField, Q, QuerySet
from django.http import HttpRequest

PER_PAGE = 25


@dataclass(frozen=True)
class KeysetPage:
    """One page, and the query strings of its neighbours ("" where there is none)."""

    rows: list[Any]
    first: str
    previous: str
    next: str


def keyset_page(request: HttpRequest, rows: QuerySet[Any], per_page: int = PER_PAGE) -> KeysetPage:
    """The rows after `?after=` or before `?before=`. A place nobody knows is the beginning."""
    key, _ = (name.lstrip("-") for name in rows.query.order_by)
    after, before = (_place(request.GET.get(name, ""), _is_moment(rows, key)) for name in ("after", "before"))
    if after is None and before is not None:
        found = list(_beyond(rows.reverse(), key, before)[: per_page + 1])
        more, found = len(found) > per_page, found[:per_page][::-1]
        if len(found) == per_page:  # a short page before another is the first one: show that whole
            return _page(request, found, key, earlier=more, later=True)
        after = None
    found = list((_beyond(rows, key, after) if after else rows)[: per_page + 1])
    return _page(request, found[:per_page], key, earlier=after is not None, later=len(found) > per_page)


def _page(request: HttpRequest, rows: list[Any], key: str, *, earlier: bool, later: bool) -> KeysetPage:
    if not rows and not earlier:
        return KeysetPage([], "", "", "")
    return KeysetPage(
        rows,
        first=_address(request) if earlier else "",
        previous=_address(request, before=_written(rows[0], key)) if earlier and rows else "",
        next=_address(request, after=_written(rows[-1], key)) if later else "",
    )


def _beyond(rows: QuerySet[Any], key: str, place: tuple[Any, int]) -> QuerySet[Any]:
    """Those after a place in the rows' own order. The first condition lets an index begin there."""
    value, pk = place
    forward = rows.query.order_by[0].startswith("-") == (not rows.query.standard_ordering)
    way = "gt" if forward else "lt"
    past = Q(**{f"{key}__{way}": value}) | Q(**{f"pk__{way}": pk})
    return rows.filter(past, **{f"{key}__{way}e": value})


def _written(row: Any, key: str) -> str:
    return f"{getattr(row, key).isoformat()}~{row.pk}"


def _place(text: str, is_moment: bool) -> tuple[date | datetime, int] | None:
    written, _, pk = text.rpartition("~")
    try:
        value, number = (datetime if is_moment else date).fromisoformat(written), int(pk[:18])
    except ValueError:
        return None
    return None if isinstance(value, datetime) and value.tzinfo is None else (value, number)


def _is_moment(rows: QuerySet[Any], key: str) -> bool:
    """Whether the key is a day with a time, or a day alone."""
    annotated = rows.query.annotations.get(key)
    field = annotated.output_field if annotated else rows.model._meta.get_field(key)
    return isinstance(field, DateTimeField)


def _address(request: HttpRequest, **place: str) -> str:
    """The same query elsewhere in the list."""
    query = request.GET.copy()
    for name in ("after", "before"):
        query.pop(name, None)
    query.update(place)
    return f"?{query.urlencode()}"
