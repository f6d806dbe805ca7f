"""The felt of a table to try as buttons: chips to choose from, and every area of the drawing as a bet."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from craps.errors import BadInput
from craps.felt import FeltArea
from craps.games import link
from craps.money import Exact, amount_text, exact
from craps.run_link import amount_of, spot_text
from portal.public.game_tables import GameTable, field_amount

MULTIPLES = (1, 5, 10, 25, 100)  # of the smallest chip
FIRST = 10  # what is chosen at first, in smallest chips


class Chip(NamedTuple):
    """A stack of chips to bet with."""

    value: str
    text: str
    is_chosen: bool


class Area(NamedTuple):
    """An area of the felt. Without `value` it stands for several bets, to be chosen from the list."""

    place: FeltArea
    value: str
    name: str


def chips(game: GameTable, last: str) -> list[Chip]:
    """Return chips within the limits of the table, with the amount of the last bet among them, chosen."""
    limits = game.ruleset.stated.get("limits", {}).get("table") or {}
    least, most, unit = limits.get("min") or 0, limits.get("max"), game.ruleset.chip_unit
    stacks = {unit * each for each in MULTIPLES} | ({least} if least else set())
    stacks = {each for each in stacks if each >= least and (most is None or each <= most)} or {unit}
    chosen = _amount(last) or min(stacks, key=lambda each: (abs(each - FIRST * unit), each))
    return [Chip(field_amount(each), amount_text(each), each == chosen) for each in sorted(stacks | {chosen})]


def felts(game: GameTable, options: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return the areas of the wide and of the narrow drawing; `options` are the bets on offer by value."""
    found = {}
    for name, narrow in (("wide", False), ("narrow", True)):
        felt = game.game.felt_areas(game.ruleset, narrow=narrow)
        areas = [_area(game, place, options) for place in felt.areas]
        found[name] = {"view": felt.view, "areas": [area for area in areas if area.name]}
    return found


def _area(game: GameTable, place: FeltArea, options: Mapping[str, str]) -> Area:
    if game.game.in_rounds:
        value = link.spot_text(place.wager, str(place.spot or ""))
    else:
        value = spot_text(place.wager, place.spot if isinstance(place.spot, int) else None)
    if value in options:
        return Area(place, value, options[value])
    several = any(each.startswith(f"{value}.") for each in options)
    return Area(place, "", game.ruleset.rule(place.wager).name if several else "")


def _amount(text: str) -> Exact | None:
    try:
        return exact(amount_of(text, "amount"))
    except BadInput:
        return None
