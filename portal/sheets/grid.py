"""Rows and cells of a file before anything is known of rule sets, and the bounds that hold for every file."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from portal.errors import BadValue

LARGEST_MB = 5
MOST_ROWS = 2_000
MOST_COLUMNS = 1_000
MOST_CELLS = 400_000
LONGEST_CELL = 32_767  # characters, as in a spreadsheet

TEXT, FORMULA, ERROR, DATE, INEXACT = "text", "formula", "error", "date", "inexact"
REFUSED = {
    FORMULA: "This is a formula. Formulas are not calculated here: enter its value.",
    ERROR: "The spreadsheet shows an error here. Enter the value.",
    DATE: "The spreadsheet read this as a date or a time. Format the cell as text and enter it again, "
    "a payout as 7 to 6, a rate as 5%.",
    INEXACT: "This number has more digits than a spreadsheet keeps. Format the cell as text and enter it "
    "exactly, such as 35/3.",
}


class SheetRefused(BadValue):
    """The file as a whole cannot be used; `messages` say all that is wrong."""

    def __init__(self, *messages: str) -> None:
        super().__init__(" ".join(messages), field="file")
        self.messages = messages


class GridCell(NamedTuple):
    text: str
    kind: str = TEXT  # or why it is refused


@dataclass
class Grid:
    """The filled cells of a sheet, by number of row and column, both from 1."""

    rows: dict[int, dict[int, GridCell]] = field(default_factory=dict)
    semicolons: bool = False  # a CSV file separated by semicolons
    count: int = 0

    def add(self, row: int, column: int, cell: GridCell) -> None:
        if row > MOST_ROWS + 2:
            raise SheetRefused(
                f"The sheet has cells below row {MOST_ROWS + 2:,}. The limit is {MOST_ROWS:,} rule sets "
                "in one file: split it."
            )
        if column > MOST_COLUMNS:
            raise SheetRefused(
                f"The sheet has cells to the right of column {letters(MOST_COLUMNS)}. Delete what is there."
            )
        if len(cell.text) > LONGEST_CELL:
            raise SheetRefused(
                f"{letters(column)}{row} has {len(cell.text):,} characters. The limit is {LONGEST_CELL:,}."
            )
        self.count += 1
        if self.count > MOST_CELLS:
            raise SheetRefused(f"The sheet has more than {MOST_CELLS:,} filled cells. Split it.")
        self.rows.setdefault(row, {})[column] = cell


def letters(column: int) -> str:
    """The letters of a column.

    >>> letters(1), letters(27), letters(702), letters(703)
    ('A', 'AA', 'ZZ', 'AAA')
    """
    name = ""
    while column:
        column, place = divmod(column - 1, 26)
        name = chr(65 + place) + name
    return name


@lru_cache(maxsize=4096)
def column_number(name: str) -> int:
    """The column of its letters.

    >>> column_number("A"), column_number("AAA")
    (1, 703)
    """
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number
