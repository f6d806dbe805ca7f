"""Tables that people take away: CSV that no spreadsheet takes for a formula, sent line by line."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse

# What makes a spreadsheet take a cell for a formula, or hide what follows.
_OPENS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def escape_formula(value: Any) -> str:
    """A cell that stays text: what could open a formula gets an apostrophe before it.

    Blanks before the sign are looked past, since spreadsheets may do so too. Whole numbers stay as they are.

    >>> escape_formula("=1+1"), escape_formula(" @sum"), escape_formula("7 to 6"), escape_formula(-3)
    ("'=1+1", "' @sum", '7 to 6', '-3')
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    text = "" if value is None else str(value)
    return f"'{text}" if text.lstrip(" \u00a0")[:1] in _OPENS_A_FORMULA else text


def csv_response(name: str, rows: Iterable[Iterable[Any]]) -> StreamingHttpResponse:
    """Rows as a CSV file of this name. They are asked for as they are sent, however many there are."""
    response = StreamingHttpResponse(csv_lines(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    response["Cache-Control"] = "private, no-store"
    return response


def csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """The rows as lines of CSV; the mark in front lets spreadsheets read it as UTF-8."""
    yield "\ufeff"
    writer = csv.writer(_Passed())
    for row in rows:
        yield writer.writerow([escape_formula(value) for value in row])


class _Passed:
    """A file for the csv writer that hands each line on."""

    def write(self, text: str) -> str:
        return text
