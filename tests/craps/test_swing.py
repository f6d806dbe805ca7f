"""Standard deviations and evenings: against every way the dice can fall, and against played evenings.

EVENINGS sets how many evenings of 100 rolls are played; `make evenings` plays a million, 10^8 rolls, for
every wager of every edition and shows the distances.
"""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from craps import Table, cost, edges, edition_ids, load_ruleset
from craps.costs import cost_of
from craps.dice import ROLLS
from craps.money import root_text
from craps.swing import SHARES, Evening, evening_of

pytestmark = pytest.mark.slow

EVENINGS = int(os.environ.get("EVENINGS", 0))
MOST = 4  # standard errors
STAKE = 30


@pytest.mark.parametrize(
    ("edition", "bet"),
    [
        ("nz-1998", {"bet": "pass_line"}),
        ("nz-1998", {"bet": "dont_pass"}),
        ("nz-1998", {"bet": "field"}),
        ("md-craps", {"bet": "world"}),
        ("md-craps", {"bet": "any_craps"}),
        ("bc-craps", {"bet": "lay", "number": 4}),
    ],
)
def test_two_rolls_by_the_settlement_of_all_1296_ways(edition: str, bet: dict[str, Any]) -> None:
    rules = load_ruleset({"edition": edition})
    placed = {**bet, "amount": str(STAKE)}
    ends: Counter[Fraction] = Counter()
    for rolls in product(ROLLS, repeat=2):
        table = Table(rules)
        for roll in rolls:
            if not table.bets:
                assert table.play(placed).error is None
            table.play({"roll": list(roll)})
        # What is undecided comes back, with vigorish taken for it.
        back = next((step.vig for step in reversed(table.steps) if table.bets and step.vig), 0)
        ends[Fraction(table.balance + table.on_table + back)] += 1
    evening = evening_of(rules, bet["bet"], bet.get("number"), STAKE, rolls=2)
    assert evening is not None
    assert {Fraction(net): ways for net, ways in evening.results} == ends


def test_mean_and_variance_of_one_roll_are_those_of_the_edge() -> None:
    rules = load_ruleset({"edition": "md-craps"})
    for row in edges(rules):
        if row.rolls != 1:
            continue
        once, hundred = (evening_of(rules, row.bet, row.spot, STAKE, rolls) for rolls in (1, 100))
        assert once and hundred
        assert (once.mean, once.variance) == (-row.edge * STAKE, row.variance * STAKE**2)
        # Rolls do not know of each other: what a roll brings is added up.
        assert (hundred.mean, hundred.variance) == (100 * once.mean, 100 * once.variance)


def test_chances_add_up_and_quantiles_are_the_first_to_reach_their_share() -> None:
    evening = evening_of(load_ruleset({"edition": "nz-1998"}), "dont_come", None, 10)
    assert evening is not None
    assert sum(ways for _, ways in evening.results) == evening.ways == 36**100
    for share in SHARES:
        net = evening.quantile(share)
        below = [each for each, _ in evening.results if each < net]
        assert evening.at_most(net) >= share > evening.at_most(below[-1])
    with pytest.raises(ValueError, match="from 0 to 1"):
        evening.quantile(Fraction(2))


def test_side_bets_and_payouts_too_fine_have_no_evening() -> None:
    rules = load_ruleset({"edition": "md-craps"})
    assert evening_of(rules, "fire", None, 5) is None
    assert evening_of(rules, "all_small", None, 5) is None
    fine = load_ruleset({"edition": "md-craps", "payouts": {"field:12": "997:991", "field:2": "983:977"}})
    assert evening_of(fine, "field", None, 5) is None
    one = load_ruleset({"edition": "md-craps", "payouts": {"any_seven": "997:991"}})
    assert evening_of(one, "any_seven", None, 5) is not None  # by counting, however fine


def test_vigorish_as_rounded_counts_and_what_is_undecided_gets_it_back() -> None:
    rules = load_ruleset({"edition": "md-craps"})
    exact, down = (cost_of(rules, "buy", 4, 25, rounding) for rounding in ("exact", "down"))
    assert exact.evening and down.evening
    # 1.25 against 1 a bet: what a bet decided costs, times 25 bets of 100 rolls (9 of 36 decide it).
    assert exact.evening.mean == Fraction(-125, 4) and down.evening.mean == -25


def test_a_cost_has_its_deviation_and_its_evening() -> None:
    rules = load_ruleset({"edition": "nz-1998"})
    row: dict[str, Any] = cost(rules, {"bet": "pass_line", "amount": 10}).to_json()
    assert row["deviation"] == root_text(edges(rules)[0].variance * 100, 8) == "9.99900005"
    assert row["evening"]["rolls"] == 100 and row["evening"]["quantiles"]["1/10"] == "-70"
    chances = [Fraction(row["evening"][name]) for name in ("ahead", "even", "behind")]
    assert abs(sum(chances, Fraction(-1))) <= Fraction(3, 10**8)
    war: dict[str, Any] = cost(load_ruleset({"edition": "bc-war"}), {"bet": "war", "amount": 10}).to_json()
    assert "evening" not in war and Fraction(war["deviation"]) > 10


@pytest.mark.parametrize("number", [0, 2, Fraction(1, 3), Fraction(10**12 + 1, 7), Fraction(9, 4)])
def test_a_root_is_the_nearest_decimal(number: Fraction | int) -> None:
    root, half = Fraction(root_text(number, 6)), Fraction(1, 2 * 10**6)
    assert (root - half) ** 2 <= number or root == 0
    assert number <= (root + half) ** 2


# Played evenings -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("edition", [each for each in edition_ids() if EVENINGS or each == "md-craps"])
def test_evenings_agree_with_played_ones(edition: str) -> None:
    from craps.simulate.evenings import play_evenings

    rules = load_ruleset({"edition": edition})
    rows = [row for row in edges(rules) if EVENINGS or row.spot in (None, 4, 6, (1, 3))]
    exact = [(row, evening_of(rules, row.bet, row.spot, STAKE)) for row in rows]
    exact = [(row, evening) for row, evening in exact if evening]
    played = EVENINGS or 10_000
    found = play_evenings(
        rules,
        [(row.bet, row.spot, STAKE) for row, _ in exact],
        evenings=played,
        rolls=100,
        seed=1919 + edition_ids().index(edition),
    )
    distances = []
    for (row, evening), counted in zip(exact, found, strict=True):
        assert evening is not None
        assert set(counted) <= {Fraction(net) for net, _ in evening.results}
        for what, square in _distances(evening, counted, played):
            assert square <= MOST**2, (row.bet, row.spot, what, float(square))
            distances.append((float(square) ** 0.5, row.bet, row.spot, what))
    furthest = sorted(distances, key=_z)[:-4:-1]
    worst = ", ".join(f"{bet} {spot or ''} {what} {z:.2f}" for z, bet, spot, what in furthest)
    print(f"\n{edition}: {len(exact)} bets, {played:,} evenings, {len(distances)} figures; furthest: {worst}")


def _z(distance: tuple[Any, ...]) -> float:
    return float(distance[0])


def _distances(evening: Evening, counted: Any, played: int) -> list[tuple[str, Fraction]]:
    """The squares of how many standard errors the played figures lie off: mean, variance, each quantile."""
    mean, variance = evening.mean, evening.variance
    second, third, fourth = (evening.moment(power) for power in (2, 3, 4))
    central = fourth - 4 * mean * third + 6 * mean**2 * second - 3 * mean**4
    off_mean = sum((net * count for net, count in counted.items()), Fraction(0)) / played - mean
    spread = sum(((net - mean) ** 2 * count for net, count in counted.items()), Fraction(0)) / played
    squares = [
        ("mean", off_mean**2 / (variance / played)),
        ("variance", (spread - variance) ** 2 / ((central - variance**2) / played)),
    ]
    for share in SHARES:
        net = evening.quantile(share)
        chance = evening.at_most(net)
        seen = Fraction(sum(count for each, count in counted.items() if each <= net), played)
        squares.append((f"quantile {share}", (seen - chance) ** 2 / (chance * (1 - chance) / played)))
    return squares
