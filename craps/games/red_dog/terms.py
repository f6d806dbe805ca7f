"""The words and figures of Red Dog: wagers, spreads, payouts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from craps.edition import Edition
from craps.games.cards import value_of
from craps.messages import Words, say
from craps.ruleset import RuleSet

RED_DOG, RAISE = "red_dog", "raise"
WAGERS: Mapping[str, str] = Words("games.red_dog.WAGERS")
SPREADS = tuple(range(1, 12))
THREE = "three_of_a_kind"
PAID: Mapping[str, str] = Words("games.red_dog.PAID")
RAISES = ("own-wager", "bets-unchanged")
BEST, NEVER = "best", "never_raise"
PLAYS: Mapping[str, str] = Words("games.red_dog.PLAYS")


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


def said_spreads(spreads: Iterable[int]) -> str:
    """Some spreads in words: "a spread of 4 to 6 or 9"."""
    from craps.games.paying import numbered

    return say("games.red_dog.spreads", numbers=numbered("", spreads).strip())
