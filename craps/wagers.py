"""The catalogue of wagers: one entry each, saying when it may be bet, what decides it, which payout it takes.

What a wager pays, and what an edition adds (units, limits, come-out state), is edition data; this module
has only what is the same in every document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from craps.dice import POINTS, ROLLS
from craps.messages import Words
from craps.record import record

Pair = tuple[int, int]
Spot = int | Pair | None  # the number a wager stands on, a hop's pair of faces (lower first), or nothing

WIN, LOSE, PUSH, POINT = "win", "lose", "push", "point"


class Decision(NamedTuple):
    """What a roll does to a wager; a win names the payout slot it is paid from."""

    outcome: str
    slot: str = ""


NAMES: Mapping[str, str] = Words("wagers.NAMES")
Decide = Callable[[Spot, int, int], Decision | None]
_LOST = Decision(LOSE)


def entry(wager: str) -> Wager:
    """The catalogue's entry of a wager id; KeyError if there is none."""
    return CATALOGUE[wager]


@cache
def decisions(wager: str, spot: Spot) -> tuple[Decision | None, ...]:
    """What each of the 36 rolls (in the order of dice.ROLLS) does to a wager standing on ``spot``.

    >>> decisions("place", 6)[0], decisions("any_seven", None)[5]
    (None, Decision(outcome='win', slot=''))
    """
    decide = CATALOGUE[wager].decide
    if decide is None:
        raise KeyError(f"{wager} is not decided by a single roll")
    return tuple(decide(spot, a, b) for a, b in ROLLS)


@cache
def parts(wager: str, spot: Spot) -> tuple[str, ...]:
    """The equal shares a combined wager is made of: a horn high on 12 has five, two of them craps_12."""
    named = CATALOGUE[wager].parts
    return (*named, ON_TOTAL[spot]) if wager == "horn_high" and isinstance(spot, int) else named


@cache
def winning_parts(wager: str, spot: Spot) -> tuple[tuple[str, ...], ...]:
    """For each of the 36 rolls, the shares of a combined wager that win."""
    named = parts(wager, spot)
    return tuple(tuple(p for p in named if decisions(p, None)[i] != _LOST) for i in range(len(ROLLS)))


def spots(wager: str) -> tuple[Spot, ...]:
    """Every number or pair a wager can be bet on; ``(None,)`` for one that needs neither."""
    item = CATALOGUE[wager]
    return item.pairs or item.numbers or (None,)


def spot_name(spot: Spot) -> str:
    """A number or pair as rule sets and editions write it.

    >>> spot_name(4), spot_name((2, 5)), spot_name(None)
    ('4', '2-5', '')
    """
    if isinstance(spot, tuple):
        return f"{spot[0]}-{spot[1]}"
    return "" if spot is None else str(spot)


def slot_of(wager: str, spot: Spot) -> str:
    """The payout slot of a wager that has one payout a number (or a kind of pair)."""
    if isinstance(spot, tuple):
        return "hard" if spot[0] == spot[1] else "easy"
    return str(spot) if spot is not None and str(spot) in CATALOGUE[wager].slots else ""


# What decides them ---------------------------------------------------------------------------------------


def _with_the_dice(spot: Spot, a: int, b: int) -> Decision | None:
    total = a + b
    if spot is None:
        if total in (7, 11):
            return Decision(WIN)
        return _LOST if total in (2, 3, 12) else Decision(POINT)
    return Decision(WIN) if total == spot else _LOST if total == 7 else None


def _against_the_dice(spot: Spot, a: int, b: int) -> Decision | None:
    total = a + b
    if spot is None:
        if total == 12:
            return Decision(PUSH)
        if total in (7, 11):
            return _LOST
        return Decision(WIN) if total in (2, 3) else Decision(POINT)
    return Decision(WIN) if total == 7 else _LOST if total == spot else None


def _number_before_seven(spot: Spot, a: int, b: int) -> Decision | None:
    return Decision(WIN, str(spot)) if a + b == spot else _LOST if a + b == 7 else None


def _seven_before_number(spot: Spot, a: int, b: int) -> Decision | None:
    return Decision(WIN, str(spot)) if a + b == 7 else _LOST if a + b == spot else None


def _big(number: int) -> Decide:
    def decide(spot: Spot, a: int, b: int) -> Decision | None:
        return Decision(WIN) if a + b == number else _LOST if a + b == 7 else None

    return decide


def _hard_before_easy_or_seven(spot: Spot, a: int, b: int) -> Decision | None:
    if a + b == spot:
        return Decision(WIN, str(spot)) if a == b else _LOST
    return _LOST if a + b == 7 else None


def _field(spot: Spot, a: int, b: int) -> Decision:
    return Decision(WIN, str(a + b)) if a + b in FIELD else _LOST


def _next_roll(*totals: int) -> Decide:
    def decide(spot: Spot, a: int, b: int) -> Decision:
        return Decision(WIN) if a + b in totals else _LOST

    return decide


def _hop(spot: Spot, a: int, b: int) -> Decision:
    return Decision(WIN, slot_of("hop", spot)) if (min(a, b), max(a, b)) == spot else _LOST


def _six_seven_eight(spot: Spot, a: int, b: int) -> Decision:
    if a + b not in (6, 7, 8):
        return _LOST
    return Decision(WIN, "hard") if a == b else Decision(WIN)


# The catalogue -------------------------------------------------------------------------------------------

COME_OUT = "before the come-out roll"
POINT_ON = "while a point is on"
WITH_FLAT = "once the bet it supports has its point"
ANY_TIME = "at any time"
NEW_SHOOTER = "before a new shooter's first come-out roll"

FIELD = (2, 3, 4, 9, 10, 11, 12)
HARD = (4, 6, 8, 10)
HORN = (2, 3, 11, 12)
PAIRS: tuple[Pair, ...] = tuple((a, b) for a, b in ROLLS if a <= b)
HOP_PAIRS: tuple[Pair, ...] = tuple(p for p in PAIRS if sum(p) not in HORN)
SMALL = frozenset({2, 3, 4, 5, 6})
TALL = frozenset({8, 9, 10, 11, 12})
ON_TOTAL: dict[int, str] = {2: "craps_2", 3: "craps_3", 11: "eleven", 12: "craps_12"}
_POINT_SLOTS = tuple(str(n) for n in POINTS)


@record
class Wager:
    """One kind of wager. ``slots`` are its payouts: "" alone, one a number, or easy and hard."""

    id: str
    group: str
    when: str
    decide: Decide | None
    numbers: tuple[int, ...] = ()
    pairs: tuple[Pair, ...] = ()
    slots: tuple[str, ...] = ("",)
    parts: tuple[str, ...] = ()  # equal shares, each settled as the wager it names
    flat: str | None = None  # odds: the bet they support
    stays: bool = False  # may be left up after a win
    moves: bool = False  # a line or come bet: the roll may give it a number
    totals: frozenset[int] = frozenset()  # bonus craps: the totals it collects

    @property
    def name(self) -> str:
        """Our name of it; a document has its own."""
        return NAMES[self.id]


_HORN_PARTS = ("craps_2", "craps_3", "eleven", "craps_12")


def _line(id: str, when: str, decide: Decide, numbers: tuple[int, ...] = ()) -> Wager:
    return Wager(id, "line", when, decide, numbers, moves=True)


def _odds(flat: str, id: str, decide: Decide, numbers: tuple[int, ...] = ()) -> Wager:
    return Wager(id, "odds", WITH_FLAT, decide, numbers, slots=_POINT_SLOTS, flat=flat)


def _on_number(id: str, decide: Decide, numbers: tuple[int, ...]) -> Wager:
    slots = tuple(str(n) for n in numbers) or ("",)
    return Wager(id, "number", ANY_TIME, decide, numbers, slots=slots, stays=True)


def _one_roll(id: str, decide: Decide, slots: tuple[str, ...] = ("",)) -> Wager:
    return Wager(id, "one roll", ANY_TIME, decide, slots=slots, pairs=HOP_PAIRS if id == "hop" else ())


def _combined(id: str, parts: tuple[str, ...], numbers: tuple[int, ...] = ()) -> Wager:
    return Wager(id, "combined", ANY_TIME, None, numbers, slots=(), parts=parts)


def _side(id: str, slots: tuple[str, ...] = ("",), **rest: Any) -> Wager:
    return Wager(id, "side", NEW_SHOOTER, None, slots=slots, **rest)


CATALOGUE: dict[str, Wager] = {
    wager.id: wager
    for wager in (
        _line("pass_line", COME_OUT, _with_the_dice),
        _line("dont_pass", COME_OUT, _against_the_dice),
        _line("come", POINT_ON, _with_the_dice, POINTS),
        _line("dont_come", POINT_ON, _against_the_dice, POINTS),
        _odds("pass_line", "pass_odds", _number_before_seven),
        _odds("dont_pass", "dont_pass_odds", _seven_before_number),
        _odds("come", "come_odds", _number_before_seven, POINTS),
        _odds("dont_come", "dont_come_odds", _seven_before_number, POINTS),
        _on_number("place", _number_before_seven, POINTS),
        _on_number("place_to_lose", _seven_before_number, POINTS),
        _on_number("buy", _number_before_seven, POINTS),
        _on_number("lay", _seven_before_number, POINTS),
        _on_number("hardway", _hard_before_easy_or_seven, HARD),
        _on_number("big_6", _big(6), ()),
        _on_number("big_8", _big(8), ()),
        _one_roll("field", _field, tuple(str(n) for n in FIELD)),
        _one_roll("any_seven", _next_roll(7)),
        _one_roll("any_craps", _next_roll(2, 3, 12)),
        _one_roll("craps_2", _next_roll(2)),
        _one_roll("craps_3", _next_roll(3)),
        _one_roll("craps_12", _next_roll(12)),
        _one_roll("eleven", _next_roll(11)),
        _combined("horn", _HORN_PARTS),
        _combined("horn_high", _HORN_PARTS, HORN),
        _combined("world", (*_HORN_PARTS, "any_seven")),
        _combined("c_and_e", ("any_craps", "eleven")),
        _combined("high_low", ("craps_2", "craps_12")),
        _combined("ace_deuce_eleven", ("craps_3", "eleven")),
        _combined("eleven_twelve", ("eleven", "craps_12")),
        _combined("high_low_eleven", ("craps_2", "eleven", "craps_12")),
        _one_roll("hop", _hop, ("easy", "hard")),
        _one_roll("six_seven_eight", _six_seven_eight, ("", "hard")),
        _side("fire", ("4", "5", "6")),
        _side("sharpshooter", tuple(str(n) for n in range(3, 11)), stays=True),
        _side("all_small", totals=SMALL),
        _side("all_tall", totals=TALL),
        _side("all_or_nothing", totals=SMALL | TALL),
    )
}

# Wagers whose play may stop on a come-out roll; a rule set may state the come-out state of these.
COME_OUT_STATES = (
    "place",
    "place_to_lose",
    "buy",
    "lay",
    "hardway",
    "big_6",
    "big_8",
    "come_odds",
    "dont_come_odds",
)
# Wagers that an operator may offer on some of their numbers or pairs only.
BY_NUMBER = ("buy", "lay", "hardway", "hop")
ODDS_OF: dict[str, str] = {w.flat: w.id for w in CATALOGUE.values() if w.flat}
# The wagers of each side bet, by its name in a layout.
SIDE_BETS: dict[str, tuple[str, ...]] = {
    "fire": ("fire",),
    "sharpshooter": ("sharpshooter",),
    "bonus": ("all_small", "all_or_nothing", "all_tall"),
}
