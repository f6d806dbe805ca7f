"""Numbers as people type them, at every place that takes one: understood or refused, never another number."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from django.http import QueryDict

from craps import BadInput, load_edition, load_ruleset
from craps.codec import Number, Odds
from craps.money import exact
from portal.api.codecs import Integer
from portal.errors import BadValue
from portal.operator.fields import value_at
from portal.operator.steps import rules_steps
from portal.pages.example_lines import CrapsLines, ExampleLine, LineError
from portal.public import game_tables
from portal.public.calculator_sides import read_side
from portal.sheets.cells import Cell, NumberCell, PayoutCell, RateCell
from portal.sheets.xlsx_reader import _number as xlsx_number
from portal.text import whole_number

# What each text means. None: nothing that everybody would agree on, so it is refused everywhere.
MEANS: dict[str, Fraction | None] = {
    "25": Fraction(25),
    " 25 ": Fraction(25),
    "2.50": Fraction(5, 2),
    "1,500": Fraction(1500),
    "10 000": Fraction(10000),
    "10\u202f000": Fraction(10000),
    "$25": Fraction(25),
    "½": Fraction(1, 2),
    "2½": Fraction(5, 2),
    "1e3": Fraction(1000),
    **dict.fromkeys(["3,5", "1,00", "1.500,00", "10 00", "1,5000", "1_000", "0x10", "5-", "€25"]),
    **dict.fromkeys(["２５", "²", "٣", "IV", "∞", "nan", "½½", "--1", "1/0", "9" * 5000]),
}
PLAIN = {"25", " 25 ", "2.50"}
PEOPLES = PLAIN | {"1,500", "10 000", "10\u202f000", "½", "2½"}
MONEY = PEOPLES | {"$25"}
WHOLE = {"25", " 25 "}

Read = Callable[[str], Any]  # ValueError or BadValue where it is refused


def step(slug: str, path: str, edition_id: str = "md-craps") -> Read:
    """A field of the editor, which saving, the live check, autosave and a notice of limits read alike."""
    edition = load_edition(edition_id)

    def read(text: str) -> Any:
        posted = QueryDict(mutable=True)
        posted[path] = text
        ruleset, errors = rules_steps(edition)[slug].read(edition, posted, {"edition": edition_id})
        if errors:
            raise ValueError(errors)
        return value_at(ruleset, path)

    return read


def area_side(text: str) -> Any:
    posted = QueryDict(mutable=True)
    sides = {"bet": "field", "label": "", "x": text, "y": "1", "w": "1", "h": "1"}
    for name, value in sides.items():
        posted[f"layout.areas.{name}"] = value
    edition = load_edition("md-craps")
    ruleset, errors = rules_steps(edition)["layout"].read(edition, posted, {"edition": "md-craps"})
    if errors:
        raise ValueError(errors)
    return ruleset["layout"]["areas"][0]["x"]


def example_amount(text: str) -> Any:
    try:
        return CrapsLines(load_ruleset({"edition": "md-craps"})).event(
            ExampleLine("bet", "field", text, [""])
        )["amount"]
    except LineError as error:
        raise ValueError from error


def calculator(bet: str, field: str) -> Read:
    game = game_tables.GameTable("md-craps", "Maryland", load_ruleset({"edition": "md-craps"}))

    def read(text: str) -> Any:
        query, errors = QueryDict(mutable=True), dict[str, str]()
        query[f"a.{field}"] = text
        spot = 4 if bet == "buy" else None
        side = read_side(query, "a", game, bet, spot, errors)
        if errors:
            raise ValueError(errors)
        return side.ruleset.vig("buy").rate * 100 if bet == "buy" else side.ruleset.multiple(bet, 4)

    return read


def cell(kind: Cell) -> Read:
    return lambda text: kind.read(text)


def xlsx(text: str) -> Any:
    found = xlsx_number(text.strip(), percent=False)
    if found.kind != "text":
        raise ValueError
    return found.text


def in_a_query(text: str) -> Any:
    return Integer(in_query=True).read(text, "")


def in_an_address(text: str) -> Any:
    if (number := whole_number(text)) is None:
        raise ValueError
    return number


ENTRIES: dict[str, tuple[Read, set[str]]] = {
    "limits": (step("limits", "limits.field.min"), MONEY),
    "chip": (step("game", "chip_unit"), MONEY),
    "odds": (step("odds", "odds.pass_line.multiples.4"), PEOPLES),
    "table": (step("table", "table.length_ft"), PEOPLES),
    "layout size": (step("layout", "layout.width"), PEOPLES),
    "layout area": (area_side, PEOPLES),
    "limits of a game in rounds": (step("limits", "limits.war.min", "bc-war"), MONEY),
    "example": (example_amount, MONEY),
    "try a table": (lambda text: game_tables.parse_amount(text, "US$"), MONEY),
    "calculator, odds": (calculator("pass_line", "odds"), PEOPLES - {"1,500", "10 000", "10\u202f000"}),
    "sheet, money": (cell(NumberCell(money=True)), MONEY),
    "sheet, number": (cell(NumberCell()), PEOPLES),
    "sheet of a spreadsheet": (xlsx, PLAIN | {"1e3"}),  # its own number format, written by a program
    "rule set as JSON": (lambda text: Number().read(text, ""), {"25", "2.50"}),
    "API, in an address": (in_a_query, {"25"}),
    "number in an address": (in_an_address, {"25"}),
}
PERCENTAGES: dict[str, Read] = {
    "vigorish": step("vig", "vig.buy.rate"),
    "sheet": lambda text: RateCell().read(f"{text}%"),
    "calculator": lambda text: calculator("buy", "rate")(text) / 100,
}


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_number_is_understood_or_refused(entry: str) -> None:
    read, understood = ENTRIES[entry]
    for text, means in MEANS.items():
        found = _found(read, text)
        assert found == (means if text in understood else None), (text[:20], found)


@pytest.mark.parametrize("entry", PERCENTAGES)
def test_a_percentage_is_understood_or_refused(entry: str) -> None:
    for text, means in MEANS.items():
        found = _found(PERCENTAGES[entry], text)
        # What is more than a bet is for the check to find, or for the calculator to refuse.
        assert found in (None, means and means / 100), (text[:20], found)
        assert found is not None or text not in PLAIN | {"½"}, text


@pytest.mark.parametrize("read", [Odds().read, lambda text, _: PayoutCell().read(text)])
def test_a_payout_is_not_a_number(read: Callable[[str, str], Any]) -> None:
    for text in (*MEANS, "3,5:1", "２:1", "٣ to 1", "1e3:1", "½:1", "2.5:1"):
        with pytest.raises(ValueError):
            read(text, "")


def test_a_list_of_numbers_is_no_thousand() -> None:
    read = step("layout", "layout.bonus.marker_spots")
    assert read("4, 5 6") == ["4", "5", "6"]
    for text in ("٣", "²", "4;5", "9" * 5000):
        with pytest.raises(ValueError):
            read(text)


def test_the_symbol_of_another_currency_is_refused() -> None:
    assert game_tables.parse_amount("NZ$25", "NZ$") == "25"
    with pytest.raises(BadValue):
        game_tables.parse_amount("NZ$25", "US$")


def _found(read: Read, text: str) -> Fraction | None:
    try:
        found = read(text)
    except (ValueError, BadValue, BadInput):
        return None
    return Fraction(exact(found) if isinstance(found, str) else found)
