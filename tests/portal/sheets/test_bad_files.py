"""Files that cannot be used: each gets a clear answer, and none takes more memory than it may."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from craps.edition import Edition
from craps.editions import all_edition_ids, load_edition
from portal.sheets.files import SheetFile, read_file
from portal.sheets.grid import SheetRefused
from portal.sheets.writing import workbook
from tests.portal.sheets.books import csv_file, filled_template, repacked, saved, small_book

pytestmark = pytest.mark.slow

HEAD = ["edition", "casino", "tables", "chip_unit"]
ROW = ["nz-revised", "Wharf", "all", "5"]


def find(edition_id: str) -> Edition | None:
    return load_edition(edition_id) if edition_id in all_edition_ids() else None


def read(data: bytes) -> SheetFile:
    return read_file(data, find)


def refusal(data: bytes) -> str:
    with pytest.raises(SheetRefused) as refused:
        read(data)
    return refused.value.message


def book(*rows: list[Any]) -> bytes:
    return saved(small_book(rows))


def test_a_small_sheet_is_read() -> None:
    file = read(book(HEAD, ROW))
    assert [row.cells for row in file.rows] == [dict(zip(HEAD, ROW, strict=True))]
    assert (file.kind, file.edition.id, file.columns["chip_unit"], file.rows[0].number) == (
        "xlsx",
        "nz-revised",
        "D",
        2,
    )


def merged() -> bytes:
    made = small_book([HEAD, ROW])
    made.active.merge_cells("B2:C2")
    return saved(made)


def two_sheets() -> bytes:
    made = small_book([HEAD, ROW])
    made.create_sheet("Sheet 2").append(ROW)
    return saved(made)


def old_workbook(content: bytes = b"") -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + content


def zip_with(**parts: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for name, content in parts.items():
            made.writestr(name.replace("__", "/"), content)
    return file.getvalue()


def encrypted_zip() -> bytes:
    data = bytearray(book(HEAD, ROW))
    for sign, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(sign)
        while at >= 0:
            data[at + place] |= 1
            at = data.find(sign, at + 4)
    return bytes(data)


def csv(*rows: list[str], separator: str = ",") -> bytes:
    return "\n".join(separator.join(row) for row in rows).encode()


WORKBOOK = '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "b">]><workbook>&a;</workbook>'
NOT_USED: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "The file is empty"),
    "blank": (lambda: b" \r\n ", "The file is empty"),
    "an empty sheet": (lambda: book([]), "The sheet is empty"),
    "headings only": (lambda: book(HEAD), "No row is filled in below the column names in row 1"),
    "the template itself": (lambda: filled_template("nz-revised", "Wharf", []), "No row is filled in"),
    "10 MB": (lambda: b"a" * (10 << 20), "The file is 10.0 MB. The limit is 5 MB"),
    "old workbook": (old_workbook, "workbook of the old kind (.xls)"),
    "password": (
        lambda: old_workbook("EncryptedPackage".encode("utf-16-le")),
        "The workbook is protected by a password",
    ),
    "encrypted zip": (encrypted_zip, "The workbook is protected by a password"),
    "a zip": (lambda: zip_with(readme=b"hello"), "a zip file, but not a workbook"),
    "OpenDocument": (lambda: zip_with(mimetype=b"application/x"), "an OpenDocument file"),
    "a Word file": (lambda: repacked(zip_with(a=b""), {"[Content_Types].xml": b"<t/>"}), "is not a workbook"),
    "macros": (lambda: repacked(book(HEAD, ROW), {"xl/vbaProject.bin": b""}), "The workbook has macros"),
    "cut off": (lambda: book(HEAD, ROW)[:-40], "The workbook is damaged"),
    "not XML": (
        lambda: repacked(book(HEAD, ROW), {"xl/worksheets/sheet1.xml": b"<worksheet>"}),
        "one of its parts is not XML",
    ),
    "an entity": (
        lambda: repacked(book(HEAD, ROW), {"xl/workbook.xml": WORKBOOK.encode()}),
        "declares a document type",
    ),
    "a PDF": (lambda: b"%PDF-1.7", "This is a PDF"),
    "a web page": (lambda: b"<html><table>", "This is a web page"),
    "merged cells": (merged, "Cells are merged: B2:C2"),
    "two sheets": (two_sheets, "has 2 sheets: “Rule sets” and “Sheet 2”"),
    "no headings": (lambda: book(ROW), "Neither of the first two rows has the names of the columns"),
    "a heading missing": (
        lambda: book(["edition", "casino", "chip_unit"], ["nz-revised", "Wharf", "5"]),
        "Row 1 has no column named tables",
    ),
    "a wrong heading": (
        lambda: book([*HEAD, "odds.pas_line.multiples"], [*ROW, "2"]),
        "E1: “odds.pas_line.multiples” is not a column of a sheet for nz-revised",
    ),
    "a heading twice": (
        lambda: book([*HEAD, "chip_unit"], [*ROW, "2"]),
        "E1 names the column chip_unit again, after D1",
    ),
    "another edition's column": (
        lambda: book([*HEAD, "limits.fire.max"], [*ROW, "5"]),
        "limits.fire.max is a column of sheets for",
    ),
    "no heading above a cell": (lambda: book(HEAD, [*ROW, "x"]), "E2 is filled, but its column has no name"),
    "a formula as heading": (lambda: book([*HEAD, '="odds"'], [*ROW, "x"]), "E1: This is a formula"),
    "no edition": (lambda: book(HEAD, ["", *ROW[1:]]), "A2: no edition is named"),
    "an unknown edition": (
        lambda: book(HEAD, ["nz-reviced", *ROW[1:]]),
        "A2: “nz-reviced” is not a known edition",
    ),
    "too many rows": (lambda: csv(HEAD, *[ROW] * 2002), "cells below row 2,002"),
    "too many columns": (lambda: csv(HEAD, [*ROW, *[""] * 1000, "x"]), "to the right of column ALL"),
    "a long cell": (lambda: csv(HEAD, [*ROW[:3], "1" * 40_000]), "D2 has 40,000 characters"),
    "UTF-16": (lambda: csv(HEAD, ROW).decode().encode("utf-16"), "encoded in UTF-16"),
    "Latin-1": (
        lambda: csv(HEAD, ["nz-revised", "Kōwhai".replace("ō", "ö"), "all", "5"]).decode().encode("latin-1"),
        "not encoded in UTF-8: see line 2",
    ),
    "NUL": (lambda: csv(HEAD, ["nz-revised", "a\0b", "all", "5"]), "characters that are not text"),
    "an open quote": (lambda: csv(HEAD, ['"nz-revised', *ROW[1:]]), "a quotation mark is not closed"),
    "a JSON list": (lambda: b'[{"casino": "x"}]', "This is a JSON list"),
    "JSONL without an edition": (lambda: b'{"casino": "x"}\n', "No line names an edition"),
    "JSONL in Latin-1": (lambda: b'{"casino": "\xf6"}', "not encoded in UTF-8: see line 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_USED)
def test_is_refused_in_words(name: str) -> None:
    make, words = NOT_USED[name]
    assert words in refusal(make())


def test_every_problem_with_columns_is_named() -> None:
    message = refusal(book([*HEAD, "a", "chip_unit", "b"], [*ROW, "1", "2", "3"]))
    assert all(words in message for words in ("E1: “a”", "F1 names the column chip_unit again", "G1: “b”"))


# One row -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrote", ["=D9", "=1+1", "=HYPERLINK(1)"])
def test_a_formula_is_refused_by_its_cell(wrote: str) -> None:
    for data in (book(HEAD, [*ROW[:3], wrote]), csv(HEAD, [*ROW[:3], wrote])):
        row = read(data).rows[0]
        assert "formula" in row.problems["chip_unit"]
        assert "chip_unit" not in row.cells


def test_what_a_formula_gave_last_is_not_believed() -> None:
    sheet = zipfile.ZipFile(io.BytesIO(book(HEAD, ROW))).read("xl/worksheets/sheet1.xml").decode()
    # The last cell as a spreadsheet saves a formula: with its value of that moment.
    start = sheet.index('<c r="D2"')
    end = sheet.index("</c>", start)
    changed = sheet[:start] + '<c r="D2"><f>2+3</f><v>5</v>' + sheet[end:]
    row = read(repacked(book(HEAD, ROW), {"xl/worksheets/sheet1.xml": changed.encode()})).rows[0]
    assert "formula" in row.problems["chip_unit"]


def numbers(*values: Any, number_format: str = "General") -> dict[str, str]:
    made = small_book([HEAD, [*ROW[:3], *values]])
    made.active["D2"].number_format = number_format
    row = read(saved(made)).rows[0]
    return row.cells | row.problems


def test_numbers_are_taken_as_a_spreadsheet_shows_them() -> None:
    assert numbers(5)["chip_unit"] == "5"
    assert numbers(1.1)["chip_unit"] == "1.1"
    assert numbers(1e3)["chip_unit"] == "1000"
    assert numbers(0.05, number_format="0%")["chip_unit"] == "5%"
    assert numbers(0.0125, number_format="0.00%")["chip_unit"] == "1.25%"
    assert numbers(True)["chip_unit"] == "yes"
    assert "more digits" in numbers(1 / 3)["chip_unit"]
    assert "date or a time" in numbers(46042, number_format="d-mmm")["chip_unit"]
    assert "date or a time" in numbers(0.17, number_format="h:mm")["chip_unit"]
    assert numbers(5, number_format='"dm" 0')["chip_unit"] == "5"


def test_rows_under_another_edition_are_named_one_by_one() -> None:
    rows = read(book(HEAD, ROW, ["nz-1998", *ROW[1:]])).rows
    assert not rows[0].problems
    assert "The first row is under nz-revised" in rows[1].problems["edition"]


def test_blank_rows_and_rows_with_only_the_edition_are_left_out() -> None:
    assert [row.number for row in read(book(HEAD, ROW, [], ["nz-revised"], ROW)).rows] == [2, 5]


# Other programs ------------------------------------------------------------------------------------------

NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def test_other_ways_of_writing_the_same_sheet() -> None:
    """With a prefix, without references, with rich and inline text, phonetic hints and escapes."""
    cells = "".join(f'<x:c t="inlineStr"><x:is><x:t>{text}</x:t></x:is></x:c>' for text in HEAD)
    values = (
        '<x:c t="inlineStr"><x:is><x:r><x:t>nz-</x:t></x:r><x:r><x:t>revised</x:t></x:r></x:is></x:c>'
        '<x:c t="inlineStr"><x:is><x:t>Wharf</x:t><x:rPh><x:t>ignored</x:t></x:rPh></x:is></x:c>'
        '<x:c t="inlineStr"><x:is><x:t>CR-01_x000A_CR-02</x:t></x:is></x:c><x:c s="0"><x:v>2.5</x:v></x:c>'
    )
    rows = f"<x:row>{cells}</x:row><x:row>{values}</x:row>"
    sheet = f'<x:worksheet xmlns:x="{NAMESPACE}"><x:sheetData>{rows}</x:sheetData></x:worksheet>'
    row = read(repacked(book(HEAD, ROW), {"xl/worksheets/sheet1.xml": sheet.encode()})).rows[0]
    assert list(row.cells.values()) == ["nz-revised", "Wharf", "CR-01\nCR-02", "2.5"]


def test_semicolons_and_tabs_separate_as_well() -> None:
    for separator, semicolons in ((";", True), ("\t", False)):
        file = read(csv(HEAD, ROW, separator=separator))
        assert (file.rows[0].cells["chip_unit"], file.semicolons) == ("5", semicolons)


def test_the_words_above_the_names_may_be_deleted() -> None:
    edition = load_edition("nz-revised")
    data = csv_file(edition, [dict(zip(HEAD, ROW, strict=True))])
    assert read(data).rows[0].number == 3
    assert read(data.split(b"\n", 1)[1]).rows[0].number == 2


# Bombs ---------------------------------------------------------------------------------------------------


def bomb(megabytes: int, *, declared: int | None = None) -> bytes:
    """A workbook whose sheet unpacks to so much; `declared` is the size that it claims to have."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    checksum, packed = 0, []
    piece = b"<row><c><v>1</v></c></row>" * 40_330
    head = f'<worksheet xmlns="{NAMESPACE}"><sheetData>'.encode()
    for part in (head, *[piece] * megabytes):
        checksum = zlib.crc32(part, checksum)
        packed.append(squeezer.compress(part))
    content = b"".join((*packed, squeezer.flush()))
    plain = book(HEAD, ROW)
    data = repacked(plain, {"xl/worksheets/sheet1.xml": b"@" * 8})
    size = len(head) + megabytes * len(piece) if declared is None else declared
    with zipfile.ZipFile(io.BytesIO(data)) as old:
        return _by_hand(
            {name: old.read(name) for name in old.namelist()},
            "xl/worksheets/sheet1.xml",
            content,
            checksum,
            size,
        )


def _by_hand(parts: dict[str, bytes], bombed: str, packed: bytes, checksum: int, size: int) -> bytes:
    """A zip written byte by byte: the library would not let a size be false."""
    body, directory = b"", b""
    for name, content in parts.items():
        method, data, crc, length = 0, content, zlib.crc32(content), len(content)
        if name == bombed:
            method, data, crc, length = 8, packed, checksum, size
        fields = struct.pack("<HHHHHIIIHH", 20, 0, method, 0, 33, crc, len(data), length, len(name), 0)
        directory += (
            b"PK\x01\x02"
            + struct.pack("<H", 20)
            + fields
            + struct.pack("<HHHII", 0, 0, 0, 0, len(body))
            + name.encode()
        )
        body += b"PK\x03\x04" + fields + name.encode() + data
    end = struct.pack("<HHHHIIH", 0, 0, len(parts), len(parts), len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end


def crowded() -> bytes:
    """As much as is read at all: nearly so many texts and cells as may be, packed as a spreadsheet would."""
    texts = "".join(f"<si><t>{number * 7919 % 1_000_003:x}</t></si>" for number in range(399_000))
    rows = "".join(
        f'<row r="{row}">'
        + "".join(f'<c t="s"><v>{row * 199 + place}</v></c>' for place in range(199))
        + "</row>"
        for row in range(1, 2000)
    )
    parts = {
        "xl/sharedStrings.xml": f'<sst xmlns="{NAMESPACE}">{texts}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{NAMESPACE}">{rows}</worksheet>',
    }
    base = workbook(load_edition("nz-revised"), ["Wharf"])
    return repacked(base, {name: text.encode() for name, text in parts.items()})


# A child reads the file, under a limit of memory, and says by how much its peak grew.
MEASURE = """
import resource, sys
from pathlib import Path
from craps.editions import load_edition
from portal.sheets.files import read_file
from portal.sheets.grid import SheetRefused
data = Path(sys.argv[1]).read_bytes()
limit = 1024 * (int(Path("/proc/self/statm").read_text().split()[0]) * 4 + int(sys.argv[2]) * 1024)
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
def peak():
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
before = peak()
try:
    read_file(data, load_edition)
except SheetRefused as refused:
    print(refused.message)
print((peak() - before) // 1024)
"""

BOMBS: dict[str, tuple[Callable[[], bytes], str, int]] = {
    "too large": (lambda: bomb(100), "would unpack to 100 MB", 16),
    "too tightly packed": (lambda: bomb(20), "would unpack to 20 MB", 16),
    "says that it is small": (lambda: bomb(40, declared=20_000), "The workbook is damaged", 16),
    "full": (crowded, "Neither of the first two rows", 256),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BOMBS)
def test_memory_is_bounded(name: str, tmp_path: Path) -> None:
    make, words, megabytes = BOMBS[name]
    (tmp_path / "sheet").write_bytes(make())
    command = [sys.executable, "-c", MEASURE, str(tmp_path / "sheet"), str(megabytes)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert words in done.stdout, done.stderr
    grew = int(done.stdout.split()[-1])
    print(f"{name}: the reader's peak grew by {grew} MB")
    assert grew < megabytes


def test_many_empty_cells_are_read_without_being_kept() -> None:
    blank = '<row r="9">' + "<c/>" * 50_000 + "</row>"
    sheet = zipfile.ZipFile(io.BytesIO(book(HEAD, ROW))).read("xl/worksheets/sheet1.xml").decode()
    data = repacked(
        book(HEAD, ROW),
        {"xl/worksheets/sheet1.xml": sheet.replace("</sheetData>", f"{blank}</sheetData>").encode()},
    )
    assert len(read(data).rows) == 1
