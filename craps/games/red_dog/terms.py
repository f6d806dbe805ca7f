"""The words and figures of Red Dog: wagers, spreads, payouts."""

from __future__ import annotations

from fractions import Fraction

from craps.edition import Edition
from craps.games.cards import value_of
from craps.ruleset import RuleSet

RED_DOG, RAISE = "red_dog", "raise"
WAGERS = {RED_DOG: "Red Dog", RAISE: "Raise"}
SPREADS = tuple(range(1, 12))
THREE = "three_of_a_kind"
PAID = {
    **{f"spread:{spread}": f"a spread of {spread}" for spread in SPREADS},
    THREE: "three of a kind",
}
RAISES = ("own-wager", "bets-unchanged")
BEST, NEVER = "best", "never_raise"
PLAYS = {BEST: "raised when a raise is worth it", NEVER: "never raised"}


def spread_of(one: str, other: str) -> int:
    """How many ranks lie between two cards; -1 for a pair.

    >>> spread_of("5", "9"), spread_of("A", "K"), spread_of("2", "A"), spread_of("6", "6")
    (3, 0, 11, -1)
    """
    return abs(value_of(one) - value_of(other)) - 1


def pays(ruleset: RuleSet, key: str) -> tuple[Fraction, str]:
    """What a spread or three of a kind pays, and the clause of the document's payout."""
    due = ruleset.edition.own["payouts"][key]
    return ruleset.stated.get("payouts", {}).get(key, due.value), due.clause


def may_raise(ruleset: RuleSet) -> bool:
    """Whether a raise can be made at all: offered, and not read away."""
    return RAISE in ruleset.offered and reads_raise(ruleset.edition)


def reads_raise(edition: Edition) -> bool:
    """Whether the edition reads its document so that a bet may be raised."""
    return edition.reads("raise") == RAISES[0]
