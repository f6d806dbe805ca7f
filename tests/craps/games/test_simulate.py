"""Ten million rounds of each game, within four standard errors of every exact edge.

SIMULATE_ROUNDS sets the length; `pytest -s` shows the distances.
"""

import os
from collections import Counter
from fractions import Fraction

import pytest

from craps import edges, load_ruleset
from craps.simulate import simulate
from craps.simulate.draws import hands, spins
from tests.craps.games.play import EDITIONS, terms

pytestmark = pytest.mark.slow

ROUNDS = int(os.environ.get("SIMULATE_ROUNDS", 10**7))
MOST = 4  # standard errors
CASES = [
    *((edition, {}) for edition in EDITIONS),
    ("bc-red-dog", {"decks": 4}),
    ("bc-red-dog", {"decks": 1, "payouts": {"spread:1": "30:1"}}),
    ("bc-war", {"decks": 1, "payouts": {"go_to_war": "3:2"}}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("edition", "stated"), CASES)
def test_simulated_edges_agree_with_exact_ones(edition: str, stated: dict[str, object]) -> None:
    given = terms(edition, **stated)
    found = simulate({"ruleset": given, "bets": "all"}, rolls=ROUNDS, seed=2024)
    rows = edges(load_ruleset(given))
    assert [bet.exact for bet in found.bets] == [row.edge for row in rows]
    for bet, row in zip(found.bets, rows, strict=True):
        assert bet.z is not None
        print(
            f"\n{edition} {stated or ''} {row.bet} {' '.join(row.which.values())}: z {float(bet.z):.2f}",
            end="",
        )
        assert abs(bet.z) < MOST


def test_hands_are_drawn_without_replacement() -> None:
    """A shoe with two cards of each of three ranks: no hand has three alike, every other one comes."""
    rounds = 60_000
    drawn = {hand: count for count, hand in hands(3, 2, 3, rounds, seed=1)}
    assert sum(drawn.values()) == rounds
    assert len(drawn) == 27 - 3
    for hand, count in drawn.items():
        left, chance = Counter({0: 2, 1: 2, 2: 2}), Fraction(1)
        for place, rank in enumerate(hand):
            chance *= Fraction(left[rank], 6 - place)
            left[rank] -= 1
        deviation = (rounds * chance * (1 - chance)) ** Fraction(1, 2)
        assert abs(count - rounds * chance) < 5 * deviation


def test_the_last_chunk_of_rounds_is_as_long_as_is_left() -> None:
    assert sum(count for count, _ in hands(2, 2, 2, 1_000_001, seed=3)) == 1_000_001
    assert sum(spins([1, 2, 3], 1_000_001, seed=3)) == 1_000_001
    assert spins([5], 10, seed=1) == [10]
