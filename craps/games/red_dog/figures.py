"""The exact edge of Red Dog: every two first cards by rank, and what the shoe has left for the third."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from craps.games.cards import RANKS, Shoe, decks_of, value_of
from craps.games.figures import Ending, RoundEdge, edge_row
from craps.games.red_dog.terms import (
    BEST,
    NEVER,
    PLAYS,
    RAISE,
    RED_DOG,
    SPREADS,
    THREE,
    may_raise,
    pays,
    spread_of,
)
from craps.ruleset import RuleSet


def edges(ruleset: RuleSet) -> list[RoundEdge]:
    """A row for each way of playing."""
    if RED_DOG not in ruleset.offered:
        return []
    plays = PLAYS if RAISE in ruleset.offered else (NEVER,)
    return [edge_row(RED_DOG, _endings(ruleset, play), play=play) for play in plays]


@lru_cache(maxsize=64)
def worth_raising(ruleset: RuleSet) -> frozenset[int]:
    """The spreads on which a raise wins more than it loses on average.

    The first two cards are of other ranks than those between them, so the spread alone decides.

    >>> from craps import load_ruleset
    >>> sorted(worth_raising(load_ruleset({"edition": "bc-red-dog"})))
    [7, 8, 9, 10, 11]
    """
    if not may_raise(ruleset):
        return frozenset()
    shoe = Shoe(decks_of(ruleset))
    good = set()
    for spread in SPREADS:
        two = RANKS[0], RANKS[spread + 1]
        win = sum((shoe.chance(card, *two) for card in RANKS[1 : spread + 1]), Fraction(0))
        if win * (pays(ruleset, f"spread:{spread}")[0] + 1) > 1:
            good.add(spread)
    return frozenset(good)


def _endings(ruleset: RuleSet, play: str) -> Iterator[Ending]:
    shoe = Shoe(decks_of(ruleset))
    raised = worth_raising(ruleset) if play == BEST else frozenset()
    for chance, two in shoe.hands(2):
        spread = spread_of(*two)
        if spread == 0:
            yield Ending(chance, "push", 0)
        elif spread < 0:
            third = shoe.chance(two[0], *two)
            yield Ending(chance * third, "win", pays(ruleset, THREE)[0])
            yield Ending(chance * (1 - third), "push", 0)
        else:
            low, high = sorted(map(value_of, two))
            between = [card for card in RANKS if low < value_of(card) < high]
            win = sum((shoe.chance(card, *two) for card in between), Fraction(0))
            stake = 2 if spread in raised else 1
            yield Ending(chance * win, "win", stake * pays(ruleset, f"spread:{spread}")[0], stake)
            yield Ending(chance * (1 - win), "lose", -stake, stake)
