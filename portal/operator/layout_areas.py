"""The areas of a layout as the editor shows and reads them: one row each, and a place for a new one.

A row's wager and number travel together as `buy:4`. Places and sizes are in the grid units of the contract.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import QueryDict

from craps.edition import Edition
from craps.layouts import HEIGHT, standard_layout
from craps.money import exact
from craps.wagers import CATALOGUE

Area = dict[str, Any]
Box = tuple[Any, Any, Any, Any]

SIDES = {
    "x": "the distance from the left",
    "y": "the distance from the top",
    "w": "the width",
    "h": "the height",
}
NEW_WIDTH, NEW_HEIGHT = 12, 6
_USUAL = {"width": 190, "height": HEIGHT}
_INDEX = re.compile(r"layout\.areas\[(\d+)\]")


@dataclass(frozen=True)
class Row:
    index: int
    bet: str
    name: str
    label: str
    x: str
    y: str
    w: str
    h: str

    @property
    def sides(self) -> list[tuple[str, str, str]]:
        """Letter, words and value of each."""
        return [(side, words, getattr(self, side)) for side, words in SIDES.items()]


def rows(edition: Edition, areas: list[Area]) -> list[Row]:
    return [
        Row(
            index=index,
            bet=_bet(area),
            name=_name(edition, _bet(area)),
            label=str(area.get("label", "")),
            **{side: str(area.get(side, "")) for side in SIDES},
        )
        for index, area in enumerate(areas)
    ]


def choices(edition: Edition, offered: list[str], areas: list[Area]) -> tuple[tuple[str, str], ...]:
    """What an area can be added for: each wager offered, number by number where it has them."""
    drawn = {_bet(area) for area in areas}
    found: list[str] = []
    for wager in offered:
        item = CATALOGUE[wager]
        by_number = item.numbers and not item.moves and wager != "horn_high"  # its one box takes all four
        found += [f"{wager}:{number}" for number in item.numbers] if by_number else [wager]
    return tuple((bet, _name(edition, bet) + ("" if bet in drawn else ", no area yet")) for bet in found)


def read(edition: Edition, posted: QueryDict) -> tuple[list[Area], dict[str, str]]:
    """The rows that were not ticked for removal, and what in them is no number."""
    columns = {name: posted.getlist(f"layout.areas.{name}") for name in ("bet", "label", *SIDES)}
    removed = set(posted.getlist("layout.areas.remove"))
    areas: list[Area] = []
    errors: dict[str, str] = {}
    if len({len(column) for column in columns.values()}) > 1:
        return areas, {"layout.areas": "The table of areas came incomplete. Reload the page and try again."}
    for place, values in enumerate(zip(*columns.values(), strict=True)):
        if str(place) in removed:
            continue
        row = dict(zip(columns, values, strict=True))
        for side, words in SIDES.items():
            row[side] = row[side].strip()
            if problem := _problem(row[side], positive=side in "wh"):
                name = _name(edition, row["bet"])
                errors[f"layout.areas[{len(areas)}].{side}"] = f"{name}: {problem.format(words)}"
        areas.append(_area(row))
    return areas, errors


def placed(edition: Edition, ruleset: dict[str, Any], areas: list[Area], bet: str) -> Area:
    """A new area: where the standard layout has it if that is free, else the first free place."""
    for area in standard_layout(edition, ruleset.get("wagers"))["areas"]:
        if _bet(area) == bet and _is_free(_box(area), areas):
            return area
    wager, _, number = bet.partition(":")
    label = CATALOGUE[wager].name.upper() if wager in CATALOGUE else ""
    layout = ruleset.get("layout", {})
    width, height = (
        min(int(_value(layout.get(side, 0))) or usual, 4 * usual) for side, usual in _USUAL.items()
    )
    for y in range(0, max(height - NEW_HEIGHT, 0) + 1, 2):
        for x in range(0, max(width - NEW_WIDTH, 0) + 1, 2):
            if _is_free((x, y, NEW_WIDTH, NEW_HEIGHT), areas):
                break
        else:
            continue
        break
    else:
        x = y = 0  # the table is full: on top of what is there, to be moved
    return _area(
        {"bet": bet, "label": f"{label} {number}".strip(), "x": x, "y": y, "w": NEW_WIDTH, "h": NEW_HEIGHT}
    )


def index_of(path: str) -> int | None:
    """The area a finding speaks of."""
    found = _INDEX.match(path)
    return int(found[1]) if found else None


def _area(row: dict[str, Any]) -> Area:
    wager, _, number = row["bet"].partition(":")
    label = " ".join(row["label"].split())
    area: Area = {"wager": wager} | ({"number": number} if number else {})
    return area | {side: row[side] for side in SIDES} | ({"label": label} if label else {})


def _bet(area: Area) -> str:
    return f"{area['wager']}:{area['number']}" if "number" in area else str(area["wager"])


def _name(edition: Edition, bet: str) -> str:
    wager, _, number = bet.partition(":")
    name = edition.name_of(wager) if wager in CATALOGUE else wager
    return f"{name} {number}".strip()


def _problem(text: str, *, positive: bool) -> str:
    try:
        value = exact(text)
    except ValueError:
        return "write {} as a number, such as 12."
    return "make {} more than 0." if positive and value <= 0 else ""


def _is_free(box: Box, areas: list[Area]) -> bool:
    left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
    for area in areas:
        x, y, w, h = _box(area)
        if left < x + w and x < right and top < y + h and y < bottom:
            return False
    return True


def _box(area: Area) -> Box:
    return tuple(_value(area[side]) for side in SIDES)  # type: ignore[return-value]


def _value(number: Any) -> int | Fraction:
    """A side as a number; one that cannot be read takes no room."""
    try:
        return exact(str(number))
    except ValueError:
        return 0
