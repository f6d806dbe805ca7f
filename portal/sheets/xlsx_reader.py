"""Reads the cells of an xlsx workbook from bytes that nobody vouches for.

A workbook is a zip of XML. The sizes of all its members are added up before any is unpacked; each is
parsed in pieces by expat, which refuses a document type and so every entity; cells are counted while they
come. Formulas are never evaluated, and what a spreadsheet last calculated for them is not believed.
Why no library reads it: docs/adr/0016-sheets-of-rule-sets.md.
"""

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from decimal import Context, Decimal, InvalidOperation
from xml.parsers import expat

from portal.sheets.grid import (
    DATE,
    ERROR,
    FORMULA,
    INEXACT,
    LONGEST_CELL,
    TEXT,
    Grid,
    GridCell,
    SheetRefused,
    column_number,
)

RULES, EXPLANATIONS, LISTS = "Rule sets", "Explanations", "Lists"
MOST_MEMBERS = 500
MOST_UNPACKED_MB = 48
MOST_RATIO = 150  # of a file that unpacks to more than a megabyte
MOST_STRINGS = 400_000
DEEPEST = 60
_CHUNK = 1 << 16
_REFERENCE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_DATE_FORMATS = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
_PERCENT_FORMATS = frozenset((9, 10))
_NOT_PATTERN = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')  # what a number format shows as it is, or colours
_FIFTEEN = Context(prec=15)

Attributes = Mapping[str, str]


def read_xlsx(data: bytes) -> Grid:
    """The cells of the sheet of rule sets. SheetRefused says why a file cannot be used."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            _check_sizes(book, len(data))
            return _read(book)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
        raise SheetRefused("The workbook is damaged and cannot be opened. Save it again.") from None
    except expat.ExpatError:
        raise SheetRefused("The workbook is damaged: one of its parts is not XML. Save it again.") from None


def _check_sizes(book: zipfile.ZipFile, size: int) -> None:
    members = book.infolist()
    names = {member.filename for member in members}
    if any(member.flag_bits & 1 for member in members):
        raise SheetRefused("The workbook is protected by a password. Remove it and save the file again.")
    total = sum(member.file_size for member in members)
    if (
        len(members) > MOST_MEMBERS
        or len(names) < len(members)
        or total > MOST_UNPACKED_MB << 20
        or (total > 1 << 20 and total > MOST_RATIO * size)
    ):
        raise SheetRefused(
            f"The workbook would unpack to {max(total >> 20, 1):,} MB in {len(members):,} parts, which no "
            "sheet of rule sets needs. It was not opened."
        )
    if any(name.endswith("vbaProject.bin") for name in names):
        raise SheetRefused("The workbook has macros. Save it as an ordinary workbook (.xlsx).")
    if "[Content_Types].xml" not in names:
        kind = "an OpenDocument file" if "mimetype" in names else "a zip file, but not a workbook"
        raise SheetRefused(f"This is {kind}. Save the sheet as .xlsx or as CSV UTF-8.")


def _read(book: zipfile.ZipFile) -> Grid:
    start = _relations(book, "_rels/.rels", "")
    workbook = next((path for kind, path in start.values() if kind == "officeDocument"), "xl/workbook.xml")
    if workbook not in book.namelist():
        raise SheetRefused("This Office file is not a workbook. Save the sheet as .xlsx or as CSV UTF-8.")
    folder, name = posixpath.split(workbook)
    related = _relations(book, f"{folder}/_rels/{name}.rels", folder)
    sheets = _Sheets()
    _parse(book, workbook, sheets)
    path = related.get(sheets.wanted(), ("", ""))[1]
    if path not in book.namelist():
        raise SheetRefused("The workbook is damaged: its sheet is missing. Save it again.")
    strings, styles = _Strings(), _Styles()
    for kind, part in related.values():
        if kind == "sharedStrings" and part in book.namelist():
            _parse(book, part, strings)
        if kind == "styles" and part in book.namelist():
            _parse(book, part, styles)
    cells = _Cells(strings.texts, styles.kinds)
    _parse(book, path, cells)
    if cells.merged:
        where = ", ".join(cells.merged[:10])
        raise SheetRefused(f"Cells are merged: {where}. Every value has its own cell: separate them.")
    return cells.grid


def _relations(book: zipfile.ZipFile, part: str, folder: str) -> dict[str, tuple[str, str]]:
    """The parts that a part names, by id: kind and path."""
    relations = _Relations(folder)
    if part in book.namelist():
        _parse(book, part, relations)
    return relations.targets


class _Part:
    """What handles the elements of one part; `text` collects while `open` is set."""

    def __init__(self) -> None:
        self.open = False
        self.pieces: list[str] = []
        self.length = 0

    def start(self, name: str, attributes: Attributes) -> None: ...
    def end(self, name: str) -> None: ...

    def characters(self, text: str) -> None:
        if self.open:
            self.length += len(text)
            if self.length > 8 * LONGEST_CELL:
                raise SheetRefused(f"A cell has more than {LONGEST_CELL:,} characters. Shorten it.")
            self.pieces.append(text)

    def take(self) -> str:
        text = "".join(self.pieces)
        self.pieces, self.length, self.open = [], 0, False
        return text


def _parse(book: zipfile.ZipFile, name: str, part: _Part) -> None:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    depth = 0
    local = _LocalNames()

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            raise SheetRefused("The workbook is damaged: its parts are nested too deeply.")
        part.start(local[name], attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        part.end(local[name])

    def doctype(*declared: object) -> None:
        raise SheetRefused(
            "The workbook declares a document type, which no spreadsheet program writes. It was not opened."
        )

    handlers: dict[str, Callable[..., None]] = {
        "StartElementHandler": start,
        "EndElementHandler": end,
        "CharacterDataHandler": part.characters,
        "StartDoctypeDeclHandler": doctype,
    }
    for handler, function in handlers.items():
        setattr(parser, handler, function)
    with book.open(name) as file:
        while chunk := file.read(_CHUNK):
            parser.Parse(chunk, False)
        parser.Parse(b"", True)


class _LocalNames(dict[str, str]):
    """The name of an element without its namespace; the same few are asked for again and again."""

    def __missing__(self, name: str) -> str:
        local = name.rpartition(" ")[2]
        if len(self) < 1000:
            self[name] = local
        return local


class _Relations(_Part):
    def __init__(self, folder: str) -> None:
        super().__init__()
        self.folder = folder
        self.targets: dict[str, tuple[str, str]] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "Relationship" and attributes.get("TargetMode") != "External":
            target = attributes.get("Target", "")
            path = target[1:] if target.startswith("/") else posixpath.join(self.folder, target)
            kind = attributes.get("Type", "").rpartition("/")[2]
            self.targets[attributes.get("Id", "")] = kind, posixpath.normpath(path)


class _Sheets(_Part):
    """The names of the sheets; the one that is read."""

    def __init__(self) -> None:
        super().__init__()
        self.relations: dict[str, str] = {}  # by name

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "sheet":
            ids = [value for key, value in attributes.items() if key.rpartition(" ")[2] == "id"]
            self.relations[attributes.get("name", "")] = ids[0] if ids else ""

    def wanted(self) -> str:
        own = [name for name in self.relations if name not in (EXPLANATIONS, LISTS)]
        if not own:
            raise SheetRefused(f"The workbook has no sheet “{RULES}”. Download the template again.")
        if len(own) > 1:
            names = " and ".join(f"“{name[:40]}”" for name in own[:5])
            raise SheetRefused(
                f"The workbook has {len(own)} sheets: {names}. One sheet is read: move the rows into it and "
                "delete the others."
            )
        return self.relations[own[0]]


class _Strings(_Part):
    """The strings that cells refer to by number."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.phonetic = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "rPh":
            self.phonetic = True
        elif name == "t":
            self.open = not self.phonetic

    def end(self, name: str) -> None:
        if name == "t":
            self.open = False
        elif name == "rPh":
            self.phonetic = False
        elif name == "si":
            if len(self.texts) >= MOST_STRINGS:
                raise SheetRefused(f"The workbook has more than {MOST_STRINGS:,} texts. Split it.")
            self.texts.append(_unescaped(self.take()))


class _Styles(_Part):
    """Which formats show a number as a date or as a percentage."""

    def __init__(self) -> None:
        super().__init__()
        self.patterns: dict[int, str] = {}
        self.kinds: list[str] = []
        self.inside = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "numFmt" and len(self.patterns) < 10_000:
            self.patterns[int(attributes.get("numFmtId", "0"))] = attributes.get("formatCode", "")[:255]
        elif name == "cellXfs":
            self.inside = True
        elif name == "xf" and self.inside and len(self.kinds) < 100_000:
            self.kinds.append(self._kind(int(attributes.get("numFmtId", "0"))))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self.inside = False

    def _kind(self, number: int) -> str:
        pattern = _NOT_PATTERN.sub("", self.patterns.get(number, "")).lower()
        if number in _DATE_FORMATS or (pattern != "general" and set(pattern) & set("dmyhs")):
            return DATE
        return "%" if number in _PERCENT_FORMATS or "%" in pattern else ""


class _Cells(_Part):
    """The cells of a sheet."""

    def __init__(self, strings: list[str], styles: list[str]) -> None:
        super().__init__()
        self.strings, self.styles = strings, styles
        self.grid = Grid()
        self.merged: list[str] = []
        self.row = self.column = 0
        self.type = self.style = ""
        self.formula = self.phonetic = False

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "c":
            reference = attributes.get("r", "")
            if match := _REFERENCE.fullmatch(reference):
                self.column, self.row = column_number(match[1]), int(match[2])
            else:
                self.column += 1
            self.type, self.formula = attributes.get("t", "n"), False
            style = attributes.get("s", "0")
            place = int(style) if style.isdigit() else 0
            self.style = self.styles[place] if place < len(self.styles) else ""
        elif name in ("v", "t"):
            self.open = not self.phonetic
        elif name == "f":
            self.formula = True
        elif name == "row":
            number = attributes.get("r", "")
            self.row = int(number) if number.isdigit() and len(number) < 8 else self.row + 1
            self.column = 0
        elif name == "rPh":
            self.phonetic = True
        elif name == "mergeCell" and len(self.merged) < 20:
            self.merged.append(attributes.get("ref", "")[:20])

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self.open = False
        elif name == "rPh":
            self.phonetic = False
        elif name == "c":
            text = self.take()
            cell = GridCell(text, FORMULA) if self.formula else self._cell(text)
            if self.formula or cell.text.strip():
                self.grid.add(self.row, self.column, cell)

    def _cell(self, text: str) -> GridCell:
        if self.type == "s":
            place = int(text) if text.isdigit() and len(text) < 8 else -1
            if not 0 <= place < len(self.strings):
                raise SheetRefused("The workbook is damaged: it lacks a text. Save it again.")
            return GridCell(self.strings[place])
        if self.type in ("inlineStr", "str"):
            return GridCell(_unescaped(text))
        if self.type == "b":
            return GridCell("yes" if text.strip() == "1" else "no")
        if self.type == "e":
            return GridCell(text, ERROR)
        if self.type == "d" or (text.strip() and self.style == DATE):
            return GridCell(text, DATE)
        return _number(text.strip(), percent=self.style == "%") if text.strip() else GridCell("")


def _number(text: str, *, percent: bool) -> GridCell:
    """The number as a spreadsheet shows it, which is to fifteen digits: 1.1 is stored as 1.1000000000000001.

    One that needs all fifteen was most likely calculated, and is not taken for exact.
    """
    try:
        # Decimal also takes digits of other scripts and underscores, which no spreadsheet writes.
        if not text.isascii() or "_" in text:
            return GridCell(text, ERROR)
        value = _FIFTEEN.create_decimal(Decimal(text))
        if not value.is_finite() or abs(value.adjusted()) > 20:
            return GridCell(text, INEXACT)
    except InvalidOperation:
        return GridCell(text, ERROR)
    if len(value.normalize(_FIFTEEN).as_tuple().digits) >= 15:
        return GridCell(text, INEXACT)
    shown = value * 100 if percent else value
    plain = f"{shown.normalize(_FIFTEEN):f}"
    return GridCell(f"{plain}%" if percent else plain, TEXT)


def _unescaped(text: str) -> str:
    """Characters that XML cannot carry are written _x000D_."""
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text
