"""Sheets that go out: the template of an edition, and rule sets in the same columns.

xlsx has drop-downs and a sheet of explanations, CSV the same rows without them, JSONL a rule set to a line.
"""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import xlsxwriter

from craps.edition import Edition
from portal.errors import BadValue
from portal.sheets.cells import write_json
from portal.sheets.columns import CASINO, TABLES, Column, columns_of
from portal.sheets.files import RULESET
from portal.sheets.grid import LONGEST_CELL, MOST_ROWS, letters
from portal.sheets.rows import Cells, write_row
from portal.sheets.xlsx_reader import EXPLANATIONS, LISTS, RULES

HEADINGS = 2  # rows above the first rule set: words and paths
_LONGEST_LIST = 255  # characters that a spreadsheet takes in a drop-down itself
_OPTIONS = {
    "in_memory": True,
    "strings_to_numbers": False,
    "strings_to_formulas": False,
    "strings_to_urls": False,
}
EXPLAINED = (
    "Column",
    "Name of the column",
    "What to enter",
    "What the rulebook asks",
    "Clause",
    "If left empty",
)


def export_cells(edition: Edition, *, casino: str, tables: str, ruleset: dict[str, Any]) -> Cells:
    """One rule set in output form as the cells of a row."""
    return write_row(edition, ruleset) | {CASINO: casino, TABLES: tables}


def sheet_rows(edition: Edition, rows: Iterable[Mapping[str, str]]) -> Iterator[list[str]]:
    """The rows of a CSV file: two of headings, then one for each rule set."""
    columns = columns_of(edition)
    yield [column.label for column in columns]
    yield [column.path for column in columns]
    for row in rows:
        yield [row.get(column.path, "") for column in columns]


def json_line(*, casino: str, tables: str | list[str], ruleset: dict[str, Any]) -> str:
    """A line of a JSONL file."""
    return write_json({CASINO: casino, TABLES: tables, RULESET: ruleset}) + "\n"


def workbook(edition: Edition, casinos: Sequence[str], rows: Iterable[Mapping[str, str]] = ()) -> bytes:
    """An xlsx workbook with these rule sets; without any it is the template."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, _OPTIONS) as book:
        book.set_properties({"title": f"Rule sets under {edition.id}", "author": "Baize"})
        _Workbook(book, edition, casinos).write(rows)
    return file.getvalue()


class _Workbook:
    def __init__(self, book: Any, edition: Edition, casinos: Sequence[str]) -> None:
        self.edition = edition
        self.columns = columns_of(edition)
        self.casinos = list(casinos)
        self.sheet, self.words = book.add_worksheet(RULES), book.add_worksheet(EXPLANATIONS)
        self.lists = book.add_worksheet(LISTS)
        self.used = 0  # columns of the lists
        self.heading = book.add_format(
            {"bold": True, "text_wrap": True, "valign": "top", "bg_color": "#0e4f38", "font_color": "#ffffff"}
        )
        self.path = book.add_format({"font_color": "#555555", "font_size": 9, "bottom": 1, "num_format": "@"})
        # As text: a spreadsheet would take 1/20 for a date. The prefix keeps what looks like a formula.
        self.text = book.add_format({"num_format": "@", "valign": "top"})
        self.quoted = book.add_format({"num_format": "@", "valign": "top", "quote_prefix": True})
        self.wrapped = book.add_format({"text_wrap": True, "valign": "top"})

    def write(self, rows: Iterable[Mapping[str, str]]) -> None:
        for place, column in enumerate(self.columns):
            self._column(place, column)
        last = HEADINGS - 1
        for last, row in enumerate(rows, HEADINGS):
            for place, column in enumerate(self.columns):
                if text := row.get(column.path, ""):
                    self._cell(last, place, text)
        self.sheet.set_row(0, 62)
        self.sheet.freeze_panes(HEADINGS, 3)
        self._explain()
        self.lists.hide()

    def _cell(self, row: int, place: int, text: str) -> None:
        if len(text) > LONGEST_CELL:
            raise BadValue(
                f"{letters(place + 1)}{row + 1} would have {len(text):,} characters, more than a spreadsheet "
                "takes in a cell. Download CSV or JSONL instead."
            )
        self.sheet.write_string(row, place, text, self.quoted if text[0] in "='+-@" else self.text)

    def _column(self, place: int, column: Column) -> None:
        self.sheet.write_string(0, place, column.label, self.heading)
        self.sheet.write_string(1, place, column.path, self.path)
        self.sheet.set_column(place, place, 24 if place < 3 else 16, self.text)
        choices = self.casinos if column.path == CASINO else list(column.cell.choices)
        if choices:
            self.sheet.data_validation(
                HEADINGS,
                place,
                HEADINGS + MOST_ROWS - 1,
                place,
                {
                    "validate": "list",
                    "source": self._source(choices),
                    "error_title": column.label[:32],
                    "error_message": f"Choose from the list: {column.cell.hint}"[:255],
                    "ignore_blank": True,
                },
            )

    def _source(self, choices: list[str]) -> list[str] | str:
        """The choices themselves, or where they are listed if they are too long or have commas."""
        if len(",".join(choices)) <= _LONGEST_LIST and not any("," in choice for choice in choices):
            return choices
        for row, choice in enumerate(choices):
            self.lists.write_string(row, self.used, choice, self.text)
        self.used += 1
        column = letters(self.used)
        return f"={LISTS}!${column}$1:${column}${len(choices)}"

    def _explain(self) -> None:
        for place, (words, width) in enumerate(zip(EXPLAINED, (34, 30, 40, 60, 14, 24), strict=True)):
            self.words.set_column(place, place, width)
            self.words.write_string(0, place, words, self.heading)
        for row, column in enumerate(self.columns, 1):
            for place, text in enumerate(explanation(column)):
                self.words.write_string(row, place, text, self.wrapped)
        self.words.freeze_panes(1, 1)


def explanation(column: Column) -> tuple[str, ...]:
    """A column in words: one row of the explanations."""
    empty = column.baseline or ("" if column.codec is None and not column.within else "not stated")
    hint = column.cell.hint
    if column.within:
        hint = "yes or no. If any of the list is filled in, those left empty count as no."
    return (column.label, column.path, hint, column.asks, column.clause, empty)
