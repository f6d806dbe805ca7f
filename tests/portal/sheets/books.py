"""Sheets for tests: files as people make them, with openpyxl, a text editor or bad intent."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

from openpyxl import Workbook, load_workbook

from craps.edition import Edition
from craps.editions import load_edition
from portal.pages.csv_download import csv_lines
from portal.sheets.columns import columns_of
from portal.sheets.csv_reader import keep_apostrophes
from portal.sheets.writing import sheet_rows, workbook

Rows = Iterable[Mapping[str, Any]]


def filled_template(edition: str, casino: str, rows: Rows) -> bytes:
    """The template as a person fills it in: values typed into the cells below the headings."""
    book = load_workbook(io.BytesIO(workbook(load_edition(edition), [casino])))
    sheet = book["Rule sets"]
    place = {cell.value: cell.column for cell in sheet[2]}
    for number, row in enumerate(rows, 3):
        for path, value in ({"edition": edition, "casino": casino, "tables": "all"} | dict(row)).items():
            sheet.cell(number, place[path], value)
    return saved(book)


def small_book(grid: Iterable[Iterable[Any]], title: str = "Rule sets") -> Workbook:
    """A workbook of one sheet with these cells."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in grid:
        sheet.append(list(row))
    return book


def saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def csv_file(edition: Edition, rows: Rows) -> bytes:
    """As the portal writes it."""
    cells = ([keep_apostrophes(str(cell)) for cell in row] for row in sheet_rows(edition, rows))
    return "".join(csv_lines(cells)).encode()


def jsonl_file(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def repacked(data: bytes, changes: Mapping[str, bytes]) -> bytes:
    """The same workbook with some of its parts replaced or added."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name not in changes:
                new.writestr(name, old.read(name))
        for name, content in changes.items():
            new.writestr(name, content)
    return file.getvalue()


def letter_of(edition: str, path: str) -> str:
    """The letters of a column of the template."""
    from openpyxl.utils import get_column_letter

    return str(
        get_column_letter([column.path for column in columns_of(load_edition(edition))].index(path) + 1)
    )
