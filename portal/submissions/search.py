"""The choices people search by, taken from a rule set when it is saved."""

from fractions import Fraction
from math import floor
from typing import Any

from craps import game_of
from craps.dice import POINTS
from craps.ruleset import RuleSet
from craps.wagers import CATALOGUE


def columns(ruleset: RuleSet) -> dict[str, Any]:
    """Version's search columns: the edition's baseline where nothing is stated, empty where not offered."""
    flats = [wager.flat for name, wager in CATALOGUE.items() if name in ruleset.offered]
    multiples = [ruleset.multiple(flat, point) for flat in flats if flat for point in POINTS]
    values: dict[str, Any] = {"odds_max": _parts(max(multiples), 100) if multiples else None}
    for wager in ("buy", "lay"):
        if wager in ruleset.offered:
            terms = ruleset.vig(wager)
            values[f"vig_{wager}_collect"] = terms.collect
            values[f"vig_{wager}_rate"] = _parts(terms.rate, 1_000_000)
    bonus = {"all_small", "all_tall", "all_or_nothing"}
    for name, wagers in (("fire", {"fire"}), ("bonus", bonus)):
        if name in ruleset.edition.paytables and wagers & ruleset.offered:
            values[f"paytable_{name}"] = ruleset.paytable(name)
    return values


def offered_wagers(ruleset: RuleSet) -> list[str]:
    return [wager for wager in game_of(ruleset.edition).wagers if wager in ruleset.offered]


def layout_areas(ruleset: RuleSet) -> list[str]:
    drawn = {area["wager"] for area in ruleset.stated.get("layout", {}).get("areas", ())}
    return [wager for wager in game_of(ruleset.edition).wagers if wager in drawn]


# The database's whole numbers end here; what lies beyond is a breach anyway and is found as "very much".
_LARGEST = 2_147_483_647


def _parts(value: int | Fraction, whole: int) -> int:
    return min(floor(value * whole), _LARGEST)
