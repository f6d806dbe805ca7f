"""Simulation against exact figures, and the counts behind it against settlement roll by roll.

The long run of every edition is test_simulate_verify.py.
"""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from craps import BadInput, RuleSet, load_ruleset
from craps.money import Exact
from craps.scenario import Event
from craps.settlement import apply
from craps.simulate import Result, simulate, tables
from craps.simulate.bets import SimulatedBet
from craps.simulate.tables import play, table_count
from craps.table import Table
from craps.wagers import CATALOGUE

BUSY: list[dict[str, Any]] = [
    {"bet": "pass_line", "amount": "10"},
    {"bet": "pass_odds", "amount": "20"},
    {"bet": "come", "amount": "10"},
    {"bet": "come_odds", "number": 6, "amount": "10"},
    {"bet": "buy", "number": 4, "amount": "20"},
    {"bet": "hop", "dice": [5, 2], "amount": "5"},
    {"bet": "fire", "amount": "1"},
]


def run(bets: Any, rolls: int = 20_000, seed: int = 7, **ruleset: Any) -> list[Result]:
    request = {"ruleset": {"edition": "bc-craps"} | ruleset, "bets": bets}
    return list(simulate(request, rolls=rolls, seed=seed).bets)


def test_the_same_seed_gives_the_same_result() -> None:
    assert run(BUSY) == run(BUSY)
    assert run(BUSY) != run(BUSY, seed=8)


def test_a_bet_does_not_depend_on_what_stands_beside_it() -> None:
    assert run(BUSY[:1]) == run(BUSY)[:1]


@pytest.mark.parametrize("rolls", [1, 2, 3, 999, 1000, 1_000_003])
def test_every_roll_is_counted_once(rolls: int) -> None:
    counts = play(rolls, 3, points=True, collected=True)
    assert counts.dice.sum() == rolls
    (field,) = run([{"bet": "field", "amount": 5}], rolls)
    assert field.decisions == rolls


def test_dice_are_fair() -> None:
    """A chi-squared test over the 36 rolls: 35 degrees of freedom, beyond 75 once in ten thousand seeds."""
    thrown = play(360_000, 5).dice.sum(axis=(0, 1)).ravel().tolist()
    assert sum((n - 10_000) ** 2 for n in thrown) / 10_000 < 75


REPLAYED: list[dict[str, Any]] = [
    *({"bet": bet, "amount": 10} for bet in ("pass_line", "dont_pass", "come", "dont_come")),
    *({"bet": bet, "amount": 10} for bet in ("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds")),
    *({"bet": bet, "number": 5, "amount": 20} for bet in ("place", "place_to_lose", "buy", "lay")),
    *({"bet": "place", "number": n, "amount": 20} for n in (6, 8)),
    *({"bet": "hardway", "number": n, "amount": 20} for n in (4, 8)),
    *({"bet": bet, "amount": 20} for bet in ("big_6", "big_8", "field", "any_seven", "six_seven_eight")),
    *({"bet": bet, "amount": 20} for bet in ("horn", "world", "c_and_e", "eleven_twelve")),
    {"bet": "horn_high", "number": 12, "amount": 20},
    *({"bet": "hop", "dice": pair, "amount": 20} for pair in ([3, 4], [2, 2])),
    *({"bet": bet, "amount": 1} for bet in ("fire", "sharpshooter")),
    *({"bet": bet, "amount": 1} for bet in ("all_small", "all_tall", "all_or_nothing")),
]


@pytest.mark.slow
def test_counts_agree_with_settlement_roll_by_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rolls at one table, counted by the machines and settled bet by bet: the same money."""
    source = random.Random(11)
    rolls = [(source.randint(1, 6), source.randint(1, 6)) for _ in range(2500)]
    left = [(a - 1) * 6 + b - 1 for a, b in rolls]

    class Given:
        """Deals those rolls, two at a time while it is asked for pairs."""

        def integers(self, low: int, high: int, size: Any, dtype: Any) -> Any:
            each = 2 if high == 1296 else 1
            count = int(np.prod(size)) * each
            dealt = np.array(left[:count], dtype)
            del left[:count]
            return (dealt[0::2] * 36 + dealt[1::2]).reshape(size) if each == 2 else dealt

    monkeypatch.setattr(tables, "table_count", lambda rolls: 1)
    monkeypatch.setattr(np.random, "Generator", lambda bits: Given())
    ruleset = {"edition": "bc-craps", "wagers": sorted({str(bet["bet"]) for bet in REPLAYED})}
    request = {"ruleset": ruleset, "bets": REPLAYED}
    simulated = simulate(request, rolls=len(rolls), seed=1).bets
    settled = by_settlement(load_ruleset(ruleset), simulated, rolls)
    for bet in simulated:
        outcomes, paid, returned = settled[bet.bet]
        assert (bet.wins, bet.losses, bet.pushes) == tuple(outcomes[o] for o in ("win", "lose", "push"))
        assert (bet.paid, bet.returned) == (paid, returned)
    assert all(bet.wins for bet in simulated if bet.bet.wager not in ("fire", "all_or_nothing"))


def by_settlement(
    ruleset: RuleSet, bets: Sequence[Result], rolls: list[tuple[int, int]]
) -> dict[SimulatedBet, tuple[Counter[str], Exact, Exact]]:
    """Try to put down, before each roll, every bet that is not up; the rules refuse what is not allowed."""
    table = Table(ruleset)
    money: dict[SimulatedBet, tuple[Counter[str], Exact, Exact]] = {}
    for dice in rolls:
        for bet in (result.bet for result in bets):
            wager, spot = bet.wager, bet.spots[0]
            if wager in ("come_odds", "dont_come_odds"):
                spot = next((n for w, n in table.bets if w == wager.removesuffix("_odds") and n), 4)
            elif wager in ("pass_odds", "dont_pass_odds"):
                spot = None
            if not any(w == wager and (n == spot or wager in ("come", "dont_come")) for w, n in table.bets):
                apply(table, 0, Event("bet", wager, spot, bet.amount, stay=False))
        for settled in apply(table, 0, Event("roll", roll=dice)).settlements or ():
            wager, spot = settled.bet, settled.terms.spot
            moved = CATALOGUE[wager].flat or CATALOGUE[wager].moves
            bet = next(b.bet for b in bets if b.bet.wager == wager and (moved or b.bet.spots[0] == spot))
            if settled.outcome in ("win", "lose", "push"):
                outcomes, paid, returned = money.get(bet, (Counter(), 0, 0))
                outcomes[settled.outcome] += 1
                money[bet] = outcomes, paid + settled.paid, returned + settled.returned
    return money


def test_figures_can_be_worked_out_again_from_the_sums() -> None:
    for bet in run(BUSY):
        assert bet.decisions == bet.wins + bet.losses + bet.pushes
        assert bet.staked == bet.decisions * bet.bet.amount
        won_vig = Fraction(bet.bet.amount, 20) * bet.wins if bet.bet.wager == "buy" else 0
        cost = Fraction(bet.staked + bet.vig - won_vig)
        assert bet.edge == (cost - bet.paid - bet.returned) / cost


def test_standard_error_of_an_even_money_bet() -> None:
    (bet,) = run(BUSY[:1])
    share = Fraction(bet.wins, bet.decisions)
    assert bet.error_squared == 4 * share * (1 - share) / (bet.decisions - 1)


def test_json() -> None:
    run = simulate({"ruleset": {"edition": "bc-craps"}, "bets": BUSY}, rolls=5000, seed=1)
    found = run.to_json()
    assert found.keys() == {"rolls", "seed", "tables", "rolls_per_second", "bets"}
    assert [bet["bet"] for bet in found["bets"]] == [bet["bet"] for bet in BUSY]
    assert found["bets"][4] | {"number": 4, "exact": "4/63", "amount": "20"} == found["bets"][4]
    assert found["bets"][5]["dice"] == [2, 5]
    for bet in found["bets"]:
        assert Fraction(bet["stderr"]) > 0
        assert abs(Fraction(bet["edge"]) - Fraction(bet["exact"])) < 5 * Fraction(bet["stderr"])


def test_without_a_decision_nothing_is_claimed() -> None:
    bets = run([{"bet": "come", "amount": 5}], rolls=1)
    assert bets[0].to_json() | {"decisions": 0, "edge": None, "stderr": None, "z": None} == bets[0].to_json()


def test_a_wrong_payout_is_noticed() -> None:
    """The z-test has power: an edge that is off by one percent stands out after a million rolls."""
    (bet,) = run([{"bet": "field", "amount": 5}], 1_000_000, payouts={"field:12": "3:1"})
    assert bet.edge is not None
    assert abs(bet.z or Fraction(0)) < 4
    assert (bet.edge - Fraction(1, 18)) ** 2 > 16 * bet.error_squared


def test_odds_are_put_down_where_their_limit_allows() -> None:
    flat = {"bet": "pass_line", "amount": 10}
    _, odds = run([flat, {"bet": "pass_odds", "amount": 40}])
    assert odds.bet.spots == (5, 6, 8, 9)
    _, odds = run([flat, {"bet": "pass_odds", "number": 4, "amount": 30}])
    assert odds.bet.spots == (4,)


def test_odds_with_different_edges_are_weighed_by_their_decisions() -> None:
    flat = {"bet": "pass_line", "amount": 10}
    odds = {"bet": "pass_odds", "amount": 10}
    _, both = run([flat, odds], payouts={"pass_odds:4": "1:1"})
    _, four = run([flat, odds | {"number": 4}], payouts={"pass_odds:4": "1:1"})
    assert four.exact == Fraction(1, 3)
    assert both.exact == Fraction(four.decisions, both.decisions) / 3


def test_an_incorrect_unit_is_compared_with_its_own_edge() -> None:
    (bet,) = run([{"bet": "place", "number": 6, "amount": 10}], 200_000)
    assert bet.exact == Fraction(1, 22)
    assert abs(bet.z or Fraction(0)) < 4


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ([], "should be an object with ruleset and bets, not a list"),
        ({"ruleset": {"edition": "bc-craps"}}, "bets: is missing"),
        ({"bets": []}, "ruleset: is missing"),
        ({"ruleset": {}, "bets": []}, "ruleset.edition: is missing"),
        ({"bets": [], "rulset": {}}, 'rulset: is not a known field; did you mean "ruleset"?'),
    ],
)
def test_bad_requests(request_: Any, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        simulate(request_, rolls=10, seed=1)
    assert str(caught.value) == message


PASS = {"bet": "pass_line", "amount": 10}


@pytest.mark.parametrize(
    ("bets", "message"),
    [
        ({}, 'bets: should be a list, or "all" for every wager, not an object'),
        ([7], "bets[0]: should be an object, not 7"),
        ([{"amount": 1}], "bets[0].bet: is missing: which wager is bet"),
        ([{"bet": "pass", "amount": 1}], "bets[0].bet: 'pass' is not a known wager"),
        ([{"bet": "place", "amount": 1}], "bets[0].number: is missing"),
        ([{"bet": "come", "number": 6, "amount": 1}], "bets[0].number: does not belong to come before"),
        ([{"bet": "hop", "amount": 1}], "bets[0].dice: is missing"),
        ([{"bet": "field"}], "bets[0].amount: is missing"),
        ([{"bet": "field", "amount": 0}], "bets[0].amount: should be above 0"),
        ([{"bet": "field", "amount": 5, "stay": True}], "bets[0].stay: does not belong here"),
        ([PASS, PASS], "bets[1]: pass_line appears twice"),
        ([{"bet": "pass_odds", "amount": 1}], "bets[0]: pass_odds follows a pass_line bet"),
        ([PASS, {"bet": "pass_odds", "amount": 60}], "bets[1]: 60 is more than Pass Line Odds on 4 may be"),
        ([PASS, {"bet": "pass_odds", "number": 7, "amount": 1}], "bets[1].number: should be one of 4, 5"),
        ([{"bet": "place", "number": 4, "amount": 6}], "bets[0]: Place Bet 4 is bet in multiples of 5"),
        ([{"bet": "fire", "amount": 1}], "bets[0]: Fire Bet needs Pass Line on the table as well. (2/3.1)"),
        ([{"bet": "all_small", "amount": 1}], "bets[0]: "),
    ],
)
def test_bets_that_can_not_be_put_down_are_named(bets: Any, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        run(bets)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(("rolls", "seed", "path"), [(0, 1, "rolls"), (10**12, 1, "rolls"), (1, -1, "seed")])
def test_rolls_and_seed_have_bounds(rolls: int, seed: int, path: str) -> None:
    with pytest.raises(BadInput) as caught:
        run(BUSY, rolls, seed)
    assert caught.value.path == path


def test_bets_left_open_at_the_end_are_few() -> None:
    """One open bet a table at most, and few tables: what they leave out stays below the standard error."""
    for rolls in (10**4, 10**6, 10**8):
        assert 100 * table_count(rolls) ** 2 < rolls
