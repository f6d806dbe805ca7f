"""Reads the cells of a CSV file: UTF-8, separated by commas, semicolons or tabs."""

import csv
import io
import re

from portal.sheets.columns import REQUIRED
from portal.sheets.grid import FORMULA, Grid, GridCell, SheetRefused

_SEPARATORS = (",", ";", "\t")
# What portal/pages/csv_download.py puts an apostrophe before.
_ESCAPED = re.compile("'+[ \u00a0]*[=+@\t\r\n-]")


def read_csv(data: bytes) -> Grid:
    """The cells of a CSV file. SheetRefused says why a file cannot be used."""
    text = _decoded(data)
    separator = _separator(text)
    csv.field_size_limit(1 << 20)
    grid = Grid(semicolons=separator == ";")
    number = 0
    try:
        for number, record in enumerate(
            csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True), 1
        ):
            for column, entry in enumerate(record, 1):
                if entry.strip():
                    grid.add(number, column, _cell(entry))
    except csv.Error:
        raise SheetRefused(
            f"Row {number + 1} cannot be read: a quotation mark is not closed, or something follows it."
        ) from None
    return grid


def keep_apostrophes(text: str) -> str:
    """A cell that already looks escaped gets one apostrophe more, so that reading takes off the right one."""
    return f"'{text}" if _ESCAPED.match(text) else text


def _decoded(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise SheetRefused("The file is encoded in UTF-16. Save it as “CSV UTF-8”.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SheetRefused(
            f"The file is not encoded in UTF-8: see line {line}. Save it as “CSV UTF-8”, so that names keep "
            "their letters."
        ) from None
    if "\0" in text:
        raise SheetRefused("The file contains characters that are not text. Save the sheet as CSV UTF-8.")
    return text


def _separator(text: str) -> str:
    """The separator under which one of the first two rows names the columns; nothing else is guessed."""
    head = text[: 1 << 17].splitlines()[:8]
    for separator in _SEPARATORS:
        for line in head:
            if len(set(REQUIRED) & {cell.strip().strip('"') for cell in line.split(separator)}) > 1:
                return separator
    return ","


def _cell(entry: str) -> GridCell:
    if entry.lstrip(" \u00a0").startswith("="):
        return GridCell(entry, FORMULA)
    return GridCell(entry[1:] if _ESCAPED.match(entry) else entry)
