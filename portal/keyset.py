"""Keyset pagination: a page starts after the last row of the page before, instead of at an offset.

A page far down costs as much as the first, and rows that are added or removed meanwhile neither repeat nor
hide another.
"""

from collections.abc import Sequence
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


def rows_after(
    rows: QuerySet[Any], position: Sequence[Any] | None, limit: int, *, backwards: bool = False
) -> tuple[list[Any], bool]:
    """The first `limit` rows after a position, and whether more follow.

    Rows are ordered by a unique column, or by any column and the primary key in the same direction. A
    position holds the values of these columns; None is the beginning.
    """
    columns = [str(name).lstrip("-") for name in rows.query.order_by]
    descending = str(rows.query.order_by[0]).startswith("-")
    if position is not None:
        comparison = "lt" if descending != backwards else "gt"
        condition = Q()
        for column, value in zip(columns, position, strict=True):
            condition |= Q(**{f"{column}__{comparison}": value})
        if len(columns) > 1:  # lets the index start at the first column's value
            condition &= Q(**{f"{columns[0]}__{comparison}e": position[0]})
        rows = rows.filter(condition)
    page = list((rows.reverse() if backwards else rows)[: limit + 1])
    return page[:limit], len(page) > limit


def keyset_page(request: HttpRequest, rows: QuerySet[Any], per_page: int = PER_PAGE) -> KeysetPage:
    """The rows after `?after=` or before `?before=`, ordered by a date or time and the primary key.

    An unknown position is the beginning.
    """
    key = str(rows.query.order_by[0]).lstrip("-")
    after, before = (
        _read_position(request.GET.get(name, ""), _is_datetime(rows, key)) for name in ("after", "before")
    )
    if after is None and before is not None:
        page, more = rows_after(rows, before, per_page, backwards=True)
        if len(page) == per_page:  # a short page before another is the first one: show that in full
            return _page(request, page[::-1], key, earlier=more, later=True)
    page, more = rows_after(rows, after, per_page)
    return _page(request, page, key, earlier=after is not None, later=more)


def _page(request: HttpRequest, rows: list[Any], key: str, *, earlier: bool, later: bool) -> KeysetPage:
    if not rows and not earlier:
        return KeysetPage([], "", "", "")
    return KeysetPage(
        rows,
        first=_query_string(request) if earlier else "",
        previous=_query_string(request, before=_write_position(rows[0], key)) if earlier and rows else "",
        next=_query_string(request, after=_write_position(rows[-1], key)) if later else "",
    )


def _write_position(row: Any, key: str) -> str:
    return f"{getattr(row, key).isoformat()}~{row.pk}"


def _read_position(text: str, is_datetime: bool) -> tuple[date | datetime, int] | None:
    written, _, pk = text.rpartition("~")
    try:
        value, number = (datetime if is_datetime else date).fromisoformat(written), int(pk[:18])
    except ValueError:
        return None
    return None if isinstance(value, datetime) and value.tzinfo is None else (value, number)


def _is_datetime(rows: QuerySet[Any], key: str) -> bool:
    annotation = rows.query.annotations.get(key)
    field = annotation.output_field if annotation else rows.model._meta.get_field(key)
    return isinstance(field, DateTimeField)


def _query_string(request: HttpRequest, **position: str) -> str:
    """The same query at another position in the list."""
    query = request.GET.copy()
    for name in ("after", "before"):
        query.pop(name, None)
    query.update(position)
    return f"?{query.urlencode()}"
