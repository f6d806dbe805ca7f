"""Every wager of every edition, simulated, within four standard errors of its exact edge.

SIMULATE_ROLLS sets the length; `make simulate-long` plays 10^8 rolls and shows the distances.
"""

import os

import pytest

from craps import edges, edition_ids, load_ruleset
from craps.simulate import verify

ROLLS = int(os.environ.get("SIMULATE_ROLLS", 10**6))
MOST = 4  # standard errors


@pytest.mark.slow
@pytest.mark.parametrize("edition", edition_ids())
def test_simulated_edges_agree_with_exact_ones(edition: str) -> None:
    seed = 1998 + edition_ids().index(edition)
    found = verify(edition, rolls=ROLLS, seed=seed)
    rows = edges(load_ruleset({"edition": edition}))
    assert [(bet.bet.wager, bet.bet.spots) for bet in found.bets] == [(row.bet, (row.spot,)) for row in rows]
    distances = sorted(
        (abs(bet.z), bet.bet.wager, bet.bet.spots[0]) for bet in found.bets if bet.z is not None
    )
    assert len(distances) == len(rows)
    worst = ", ".join(f"{wager} {spot or ''} {float(z):.2f}" for z, wager, spot in distances[:-4:-1])
    print(f"\n{edition}: {len(rows)} bets, {found.rolls:,} rolls, seed {seed}; furthest: {worst}")
    assert distances[-1][0] < MOST
    spreads = []
    for bet, row in zip(found.bets, rows, strict=True):
        assert bet.variance is not None
        off, error = bet.variance - row.variance, bet.variance_error_squared
        assert off**2 <= MOST**2 * error, (row.bet, row.spot)
        spreads.append((float(off**2 / error) ** 0.5 if error else 0.0, row.bet, row.spot))
    print(f"variance, furthest: {max(spreads, key=lambda each: each[0])}")
