"""An uploaded file as rows of rule sets: what it is, its columns, its edition, and its rows.

What is wrong with the file as a whole refuses it; what is wrong with one row stays with that row.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from craps import all_edition_ids, load_edition
from craps.codec import Json
from craps.edition import Edition
from craps.errors import nearest
from portal.sheets.cells import read_json
from portal.sheets.columns import CASINO, EDITION, REQUIRED, TABLES, columns_by_path
from portal.sheets.csv_reader import read_csv
from portal.sheets.grid import (
    LARGEST_MB,
    MOST_ROWS,
    REFUSED,
    TEXT,
    Grid,
    GridCell,
    SheetRefused,
    column_number,
    letters,
)
from portal.sheets.xlsx_reader import read_xlsx

XLSX, CSV, JSONL = "xlsx", "csv", "jsonl"
RULESET = "ruleset"
MOST_MESSAGES = 10
FindEdition = Callable[[str], Edition | None]


@dataclass
class RawRow:
    """One row as it was entered. A row of a JSONL file has its rule set whole instead of cells."""

    number: int
    cells: dict[str, str] = field(default_factory=dict)  # by path
    problems: dict[str, str] = field(default_factory=dict)  # by path: cells that cannot be taken
    ruleset: Json = None


@dataclass
class SheetFile:
    kind: str
    edition: Edition
    rows: list[RawRow]
    columns: dict[str, str] = field(default_factory=dict)  # the letters of each column, by path
    semicolons: bool = False


def read_file(data: bytes, find_edition: FindEdition) -> SheetFile:
    """The rows of an uploaded file. Its content decides what it is; its name is not trusted."""
    if len(data) > LARGEST_MB << 20:
        raise SheetRefused(
            f"The file is {len(data) / (1 << 20):.1f} MB. The limit is {LARGEST_MB} MB: split it, or delete "
            "what is not rule sets."
        )
    if not data.strip():
        raise SheetRefused("The file is empty. Fill in the template and upload that.")
    for sign, message in _REFUSED_STARTS.items():
        if data.startswith(sign):
            raise SheetRefused(_protected(data) or message)
    if data.startswith(b"PK"):
        return _from_grid(XLSX, read_xlsx(data), find_edition)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _from_lines(data, find_edition)
    return _from_grid(CSV, read_csv(data), find_edition)


_OLE = b"\xd0\xcf\x11\xe0"
_SAVE_AS = "Save the sheet as .xlsx or as CSV UTF-8."
_REFUSED_STARTS = {
    _OLE: f"This is a workbook of the old kind (.xls). {_SAVE_AS}",
    b"%PDF": f"This is a PDF. {_SAVE_AS}",
    b"<": f"This is a web page or an XML file. {_SAVE_AS}",
    b"\x89PNG": f"This is a picture. {_SAVE_AS}",
    b"[": "This is a JSON list. A JSONL file has one object to a line, without brackets around them.",
}


def _protected(data: bytes) -> str:
    """A workbook with a password is wrapped like an old one; the name of its content tells it."""
    if data.startswith(_OLE) and "EncryptedPackage".encode("utf-16-le") in data:
        return "The workbook is protected by a password. Remove it and save the file again."
    return ""


# Rows of cells -------------------------------------------------------------------------------------------


def _from_grid(kind: str, grid: Grid, find_edition: FindEdition) -> SheetFile:
    if not grid.rows:
        raise SheetRefused("The sheet is empty. Fill in the template and upload that.")
    heading = _heading_row(grid)
    names = {column: cell.text.strip() for column, cell in grid.rows[heading].items()}
    filled = {row: cells for row, cells in sorted(grid.rows.items()) if row > heading}
    edition_column = next(column for column, name in names.items() if name == EDITION)
    rows = {row: cells for row, cells in filled.items() if set(cells) - {edition_column}}
    if not rows:
        raise SheetRefused(f"No row is filled in below the column names in row {heading}.")
    edition = _edition(rows, edition_column, find_edition)
    _check_headings(grid, heading, names, edition, rows)
    made = [_raw_row(row, cells, names, edition.id) for row, cells in rows.items()]
    columns = {name: letters(column) for column, name in names.items()}
    return SheetFile(kind, edition, made, columns, grid.semicolons)


def _heading_row(grid: Grid) -> int:
    """The row with the paths: the second of the template, the first where the words above were deleted."""
    best: tuple[int, set[str]] = (0, set())
    for row in sorted(grid.rows)[:2]:
        has = {cell.text.strip() for cell in grid.rows[row].values()} & set(REQUIRED)
        if len(has) > len(best[1]):
            best = row, has
    if not best[1]:
        raise SheetRefused(
            "Neither of the first two rows has the names of the columns, such as edition, casino and tables. "
            "Keep the second row of the template."
        )
    missing = [name for name in REQUIRED if name not in best[1]]
    if missing:
        raise SheetRefused(f"Row {best[0]} has no column named {' or '.join(missing)}. Add it.")
    return best[0]


def _edition(rows: dict[int, dict[int, GridCell]], column: int, find_edition: FindEdition) -> Edition:
    """The edition that the first row names; rows under another one are refused one by one."""
    row, cells = next(iter(rows.items()))
    cell = cells.get(column, GridCell(""))
    edition = find_edition(cell.text.strip()) if cell.kind == TEXT else None
    if edition is None:
        where, name = f"{letters(column)}{row}", cell.text.strip()[:40]
        what = f"“{name}” is not a known edition" if name else "no edition is named"
        close = nearest(name, all_edition_ids()) if name else ""
        raise SheetRefused(f"{where}: {what}{close}. Enter the id of the edition, such as nz-revised.")
    return edition


def _check_headings(
    grid: Grid, heading: int, names: dict[int, str], edition: Edition, rows: dict[int, dict[int, GridCell]]
) -> None:
    known = columns_by_path(edition)
    messages = []
    first: dict[str, int] = {}
    for column, name in names.items():
        where = f"{letters(column)}{heading}"
        if grid.rows[heading][column].kind != TEXT:
            messages.append(f"{where}: {REFUSED[grid.rows[heading][column].kind]}")
        elif name in first:
            messages.append(f"{where} names the column {name} again, after {letters(first[name])}{heading}.")
        elif name not in known:
            messages.append(f"{where}: {_unknown(name, edition)}")
        first.setdefault(name, column)
    for row, cells in rows.items():
        for column in cells:
            if column not in names:
                messages.append(
                    f"{letters(column)}{row} is filled, but its column has no name in row {heading}."
                )
                break
    if messages:
        more = len(messages) - MOST_MESSAGES
        rest = [f"{more} more problems with columns."] if more > 0 else []
        raise SheetRefused(*messages[:MOST_MESSAGES], *rest)


def _unknown(name: str, edition: Edition) -> str:
    for other in all_edition_ids():
        if name in columns_by_path(load_edition(other)):
            return f"{name[:60]} is a column of sheets for {other}, but the rows are under {edition.id}."
    close = nearest(name, columns_by_path(edition))
    return f"“{name[:60]}” is not a column of a sheet for {edition.id}{close}."


def _raw_row(number: int, cells: dict[int, GridCell], names: dict[int, str], edition_id: str) -> RawRow:
    row = RawRow(number)
    for column, cell in sorted(cells.items()):
        path = names[column]
        if cell.kind == TEXT:
            row.cells[path] = cell.text
        else:
            row.problems[path] = REFUSED[cell.kind]
    stated = row.cells.get(EDITION, "").strip()
    if stated != edition_id and EDITION not in row.problems:
        row.problems[EDITION] = (
            f"The first row is under {edition_id}. One file is for one edition: enter {edition_id}, or move "
            "this row to a file of its own."
        )
    return row


# Lines of JSON -------------------------------------------------------------------------------------------


def _from_lines(data: bytes, find_edition: FindEdition) -> SheetFile:
    """One object to a line: casino, tables and ruleset."""
    try:
        lines = data.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SheetRefused(f"The file is not encoded in UTF-8: see line {line}.") from None
    rows = list(_json_rows(lines))
    if len(rows) > MOST_ROWS:
        raise SheetRefused(f"The file has {len(rows):,} rule sets. The limit is {MOST_ROWS:,}: split it.")
    edition = next(
        (named for row in rows if (named := find_edition(_edition_id(row.ruleset))) is not None), None
    )
    if edition is None:
        raise SheetRefused(
            "No line names an edition that is known. A line looks like "
            '{"casino": "…", "tables": "all", "ruleset": {"edition": "nz-revised"}}.'
        )
    for row in rows:
        stated = _edition_id(row.ruleset)
        if not row.problems and stated != edition.id:
            row.problems[EDITION] = (
                f"The first rule set is under {edition.id}. One file is for one edition: "
                f"this line is under {stated or 'none'}."
            )
    return SheetFile(JSONL, edition, rows)


def _json_rows(lines: Iterable[str]) -> Iterator[RawRow]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        row = RawRow(number)
        try:
            document = read_json(line)
        except ValueError as error:
            row.problems[RULESET] = str(error)
            document = {}
        if not row.problems and not (isinstance(document, dict) and isinstance(document.get(RULESET), dict)):
            row.problems[RULESET] = "A line is an object with casino, tables and ruleset."
            document = {}
        for key in document:
            if key not in (CASINO, TABLES, RULESET):
                row.problems[RULESET] = f"“{key[:40]}” does not belong here: casino, tables and ruleset do."
        tables = document.get(TABLES, "")
        row.cells[CASINO] = str(document.get(CASINO, ""))
        row.cells[TABLES] = "\n".join(map(str, tables)) if isinstance(tables, list) else str(tables)
        row.ruleset = document.get(RULESET)
        yield row


def _edition_id(ruleset: Json) -> str:
    stated = ruleset.get("edition") if isinstance(ruleset, dict) else ""
    return stated if isinstance(stated, str) else ""


def cell_name(columns: dict[str, str], kind: str, number: int, path: str) -> str:
    """Where a person finds it: `C7`, or the line of a JSONL file. "" where the sheet has no such column."""
    if kind == JSONL:
        return f"line {number}"
    return f"{columns[path]}{number}" if path in columns else ""


def cell_order(name: str) -> int:
    """Sorts the names of cells as they stand in a row."""
    return column_number("".join(letter for letter in name if letter.isalpha() and letter.isupper()))
