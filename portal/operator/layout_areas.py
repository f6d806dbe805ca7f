"""The areas of a layout in the editor: one row for each, and the position of a new one.

A row's wager and what else its area names are one value in the form, such as `buy:4` or `space:joker`.
Positions and sizes are in the grid units of the contract.
"""

import re
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from craps import game_of
from craps.edition import Edition
from craps.money import Exact, exact
from craps.ruleset import RuleSet
from portal.typed_values import number

Area = dict[str, Any]
Box = tuple[Exact, Exact, Exact, Exact]

SIDES = {
    "x": "the distance from the left",
    "y": "the distance from the top",
    "w": "the width",
    "h": "the height",
}
NEW_WIDTH, NEW_HEIGHT = 12, 6
_INDEX = re.compile(r"layout\.areas\[(\d+)\]")


@dataclass(frozen=True)
class AreaRow:
    """One line of the table of areas."""

    index: int
    bet: str
    name: str
    label: str
    sides: list[tuple[str, str, str]]  # letter, words and value
    was: tuple[str, ...] | None = None  # the sides of the area it is compared with; () if there is none

    @property
    def change(self) -> str:
        """How it differs from the area it is compared with; "" if it does not."""
        if self.was is None:
            return ""
        if not self.was:
            return "New"
        now = [_number(value) for _, _, value in self.sides]
        before = [_number(value) for value in self.was]
        moved, resized = now[:2] != before[:2], now[2:] != before[2:]
        return (
            "Moved and resized" if moved and resized else "Moved" if moved else "Resized" if resized else ""
        )


def compared(edition: Edition, rows: list[AreaRow], others: list[Area]) -> list[AreaRow]:
    """The rows with the sides that each area has in another layout: areas for the same bet in their order."""
    places: dict[str, list[tuple[str, ...]]] = {}
    for area in others:
        places.setdefault(_bet(edition, area), []).append(tuple(str(area.get(side, "")) for side in SIDES))
    return [replace(row, was=places[row.bet].pop(0) if places.get(row.bet) else ()) for row in rows]


def rows(edition: Edition, areas: list[Area]) -> list[AreaRow]:
    return [
        AreaRow(
            index=index,
            bet=_bet(edition, area),
            name=_name(edition, _bet(edition, area)),
            label=str(area.get("label", "")),
            sides=[(side, words, str(area.get(side, ""))) for side, words in SIDES.items()],
        )
        for index, area in enumerate(areas)
    ]


def choices(rules: RuleSet, areas: list[Area]) -> tuple[tuple[str, str], ...]:
    """The bets that an area can be added for, with a word where there is none yet."""
    edition = rules.edition
    drawn = {_bet(edition, area) for area in areas}
    bets = [f"{wager}:{on}" if on else wager for wager, on in game_of(edition).area_bets(rules)]
    return tuple((bet, _name(edition, bet) + ("" if bet in drawn else ", no area yet")) for bet in bets)


def read(edition: Edition, posted: QueryDict) -> tuple[list[Area], dict[str, str]]:
    """Return the areas that are not ticked for removal, and an error for each side that is not a number."""
    columns = {name: posted.getlist(f"layout.areas.{name}") for name in ("bet", "label", *SIDES)}
    removed = set(posted.getlist("layout.areas.remove"))
    areas: list[Area] = []
    errors: dict[str, str] = {}
    if len({len(column) for column in columns.values()}) > 1:
        return areas, {"layout.areas": "The table of areas is incomplete. Reload the page and try again."}
    for place, values in enumerate(zip(*columns.values(), strict=True)):
        if str(place) in removed:
            continue
        row = dict(zip(columns, values, strict=True))
        for side, words in SIDES.items():
            row[side], problem = _side(row[side], positive=side in "wh")
            if problem:
                name = _name(edition, row["bet"])
                errors[f"layout.areas[{len(areas)}].{side}"] = f"{name}: {problem.format(words)}"
        areas.append(_area(edition, row))
    return areas, errors


def new_area(rules: RuleSet, layout: dict[str, Any], areas: list[Area], bet: str) -> Area:
    """Return a new area: where the standard layout has it if that is free, else at the first free place."""
    edition = rules.edition
    standard = game_of(edition).standard_layout(rules)
    for area in standard["areas"]:
        if _bet(edition, area) == bet and _is_free(_box(area), areas):
            return dict(area)
    width, height = (
        min(int(_number(layout.get(side, 0))) or standard[side], 4 * standard[side])
        for side in ("width", "height")
    )
    x, y = _free_position(width, height, areas)
    label = _name(edition, bet).upper()
    return _area(edition, {"bet": bet, "label": label, "x": x, "y": y, "w": NEW_WIDTH, "h": NEW_HEIGHT})


def index_of(path: str) -> int | None:
    """The index of the area that a path belongs to."""
    match = _INDEX.match(path)
    return int(match[1]) if match else None


def _area(edition: Edition, row: dict[str, Any]) -> Area:
    wager, _, on = row["bet"].partition(":")
    label = " ".join(row["label"].split())
    area: Area = {"wager": wager} | ({game_of(edition).area_key or "on": on} if on else {})
    return area | {side: row[side] for side in SIDES} | ({"label": label} if label else {})


def _bet(edition: Edition, area: Area) -> str:
    on = area.get(game_of(edition).area_key)
    return str(area["wager"]) if on is None else f"{area['wager']}:{on}"


def _name(edition: Edition, bet: str) -> str:
    wager, _, on = bet.partition(":")
    name = edition.name_of(wager) if wager in edition.catalogue else wager
    return f"{name} {on}".strip()


def _side(text: str, *, positive: bool) -> tuple[str, str]:
    """The side as the contract takes it, or as it was typed with what is wrong with it."""
    try:
        read = number(text)
    except ValueError:
        return text.strip(), "enter {} as a number, such as 12."
    return read, "make {} more than 0." if positive and exact(read) <= 0 else ""


def _free_position(width: int, height: int, areas: list[Area]) -> tuple[int, int]:
    """The first free position for a new area; the corner if there is none, and the operator moves it."""
    for y in range(0, max(height - NEW_HEIGHT, 0) + 1, 2):
        for x in range(0, max(width - NEW_WIDTH, 0) + 1, 2):
            if _is_free((x, y, NEW_WIDTH, NEW_HEIGHT), areas):
                return x, y
    return 0, 0


def _is_free(box: Box, areas: list[Area]) -> bool:
    left, top, width, height = box
    return not any(
        left < x + w and x < left + width and top < y + h and y < top + height
        for x, y, w, h in map(_box, areas)
    )


def _box(area: Area) -> Box:
    x, y, w, h = (_number(area[side]) for side in SIDES)
    return x, y, w, h


def _number(value: Any) -> Exact:
    """Return a side as a number; 0 if it is not one."""
    try:
        return exact(str(value))
    except ValueError:
        return 0
