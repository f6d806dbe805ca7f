"""Workbooks to download: a bold row of headings, then rows of text and whole numbers."""

import tempfile
from collections.abc import Iterable
from typing import Any, NamedTuple

import xlsxwriter
from django.http import FileResponse

from portal.errors import NotPossible

XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LONGEST_CELL, MOST_ROWS = 32_767, 1_048_576  # that a spreadsheet takes
_KEPT_IN_MEMORY = 1_000_000  # bytes
# Row by row, and every text stays text: no cell is taken for a formula, a link or a date.
_OPTIONS = {
    "constant_memory": True,
    "strings_to_numbers": False,
    "strings_to_formulas": False,
    "strings_to_urls": False,
}


class Worksheet(NamedTuple):
    name: str
    rows: Iterable[Iterable[Any]]  # the first has the headings


def xlsx_response(name: str, title: str, sheets: Iterable[Worksheet]) -> FileResponse:
    """The sheets as one workbook, written to a temporary file however many rows there are."""
    file = tempfile.SpooledTemporaryFile(_KEPT_IN_MEMORY)  # noqa: SIM115 - the response closes it
    with xlsxwriter.Workbook(file, _OPTIONS) as book:
        book.set_properties({"title": title[:255], "author": "Baize"})
        heading = book.add_format({"bold": True, "bg_color": "#0e4f38", "font_color": "#ffffff"})
        text = book.add_format({"num_format": "@"})
        quoted = book.add_format({"num_format": "@", "quote_prefix": True})
        for sheet in sheets:
            page = book.add_worksheet(sheet.name)
            page.freeze_panes(1, 1)
            page.set_column(0, 20, 20)
            for number, row in enumerate(sheet.rows):
                if number >= MOST_ROWS:
                    raise NotPossible(f"A spreadsheet takes {MOST_ROWS:,} rows. Download CSV instead.")
                for place, value in enumerate(row):
                    if isinstance(value, int) and not isinstance(value, bool):
                        page.write_number(number, place, value)
                    elif words := ("" if value is None else str(value)[:LONGEST_CELL]):
                        style = heading if number == 0 else quoted if words[0] in "='+-@" else text
                        page.write_string(number, place, words, style)
    file.seek(0)
    response = FileResponse(file, as_attachment=True, filename=f"{name}.xlsx", content_type=XLSX_TYPE)
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    return response
