"""The wheel: its kinds of spaces, how many there are of each, and what each pays."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from craps.codec import Fields, Json, Named, Number, Odds, OneOf, Text, join
from craps.errors import BadInput, nearest, path_key
from craps.messages import Words
from craps.ruleset import RuleSet

SPACE = "space"
WAGERS: Mapping[str, str] = Words("games.wheel.WAGERS")
# The reading of 5/2.9: what must not be the same number for different payouts.
EQUAL = "equal-spaces"
MODELLED = {EQUAL: ("kind", "total")}
MOST_KINDS = 60
MOST_DRAWN = 96  # spaces that a drawing can show one by one
NAME = Text(40, r"[^.]+", "joker or 20, without a full stop")
_FIELDS = {
    "spaces": Named(NAME, Number(low=1, whole=True), MOST_KINDS),
    "payouts": Named(NAME, Odds(), MOST_KINDS),
}


class WheelForm(Fields):
    """Spaces and payouts, both for the same kinds: the most frequent first, in whatever order they come, so
    that tables and findings are the same wherever a rule set has been stored."""

    def read(self, value: Json, path: str) -> Mapping[str, Any]:
        wheel = super().read(value, path)
        spaces, payouts = wheel["spaces"], wheel["payouts"]
        for kind in spaces:
            if kind not in payouts:
                raise BadInput(join(path, f"payouts.{path_key(kind)}"), "is missing: what the space pays")
        for kind in payouts:
            if kind not in spaces:
                place = join(path, f"payouts.{path_key(kind)}")
                raise BadInput(place, f"is not a space of the wheel{nearest(kind, spaces)}")
        kinds = sorted(spaces, key=lambda kind: (-spaces[kind], kind))
        return MappingProxyType({part: _in_order(wheel[part], kinds) for part in wheel})


WHEEL = WheelForm(_FIELDS, tuple(_FIELDS))


def spaces(ruleset: RuleSet) -> Mapping[str, int]:
    """How many spaces there are of each kind; none where no wheel is stated."""
    return _stated(ruleset, "spaces")


def pays(ruleset: RuleSet) -> Mapping[str, Fraction]:
    """What each kind of space pays."""
    return _stated(ruleset, "payouts")


def space_codec(ruleset: RuleSet) -> OneOf | Text:
    """A kind of space in an event: one of the wheel's, or any name where no wheel is stated."""
    known = tuple(spaces(ruleset))
    return OneOf(known, "space of the wheel") if known else NAME


def arranged(counts: Mapping[str, int]) -> list[str]:
    """The spaces in the order in which a wheel can show them, each kind spread evenly around it.

    >>> arranged({"1": 4, "2": 2, "joker": 1})
    ['1', '2', '1', 'joker', '1', '2', '1']
    """
    places = [
        (Fraction(2 * number + 1, 2 * count), -count, kind)
        for kind, count in counts.items()
        for number in range(count)
    ]
    return [kind for *_, kind in sorted(places)]


def _in_order(values: Mapping[str, Any], kinds: list[str]) -> Mapping[str, Any]:
    return MappingProxyType({kind: values[kind] for kind in kinds})


def _stated(ruleset: RuleSet, part: str) -> Mapping[str, Any]:
    wheel: Mapping[str, Mapping[str, Any]] = ruleset.stated.get("wheel", {})
    return wheel.get(part, {})
