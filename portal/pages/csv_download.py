"""CSV downloads that no spreadsheet takes for formulas, streamed line by line."""

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse

# What makes a spreadsheet take a cell for a formula, or hide what follows.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n")


def escape_formula(value: Any) -> str:
    """Return a cell that stays text: one that could start a formula gets an apostrophe before it.

    Leading blanks are ignored, since spreadsheets may ignore them too. Whole numbers stay as they are.

    >>> escape_formula("=1+1"), escape_formula(" @sum"), escape_formula("7 to 6"), escape_formula(-3)
    ("'=1+1", "' @sum", '7 to 6', '-3')
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    text = "" if value is None else str(value)
    return f"'{text}" if text.lstrip(" \u00a0")[:1] in _FORMULA_STARTS else text


def csv_response(name: str, rows: Iterable[Iterable[Any]]) -> StreamingHttpResponse:
    """Return the rows as a CSV file. They are read while they are sent, however many there are."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.csv"',
        "Cache-Control": "private, no-store",
    }
    return StreamingHttpResponse(csv_lines(rows), content_type="text/csv; charset=utf-8", headers=headers)


def csv_lines(rows: Iterable[Iterable[Any]]) -> Iterator[str]:
    """Yield the rows as lines of CSV, after a byte order mark that tells spreadsheets it is UTF-8."""
    yield "\ufeff"
    writer = csv.writer(_Echo())
    for row in rows:
        yield writer.writerow([escape_formula(value) for value in row])


class _Echo:
    """A file whose `write` returns the line, as csv.writer's `writerow` then does."""

    def write(self, text: str) -> str:
        return text
