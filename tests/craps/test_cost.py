"""What a bet costs in money: the same money settlement pays, weighed by its chances."""

from __future__ import annotations

from fractions import Fraction

import pytest

from craps import edges, load_ruleset, settle
from craps.costs import DOWN, EXACT, NEAREST, UP, cost_of, with_odds
from craps.edge import edge_with_odds
from craps.run_link import spot_text
from tests.craps.play import EDITIONS

NUMBERS = (4, 5, 6, 8, 9, 10)


def faces(total: int) -> list[int]:
    return [total // 2, total - total // 2]


def played(
    edition: str, ruleset: dict[str, object], wager: str, number: int, amount: str, roll: int
) -> Fraction:
    """What the player gains when this roll decides the bet; it is turned on, so that a come-out counts."""
    events = [{"roll": faces(8)}, {"bet": wager, "number": number, "amount": amount}, {"roll": faces(roll)}]
    if number == 8:
        events[0] = {"roll": faces(6)}
    run = settle({"ruleset": {"edition": edition, **ruleset}, "events": events})
    assert run.on_table == 0
    return Fraction(run.balance)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("wager", ["place", "buy", "lay"])
def test_the_loss_is_what_settlement_pays_weighed_by_its_chances(
    edition: str, number: int, wager: str
) -> None:
    amount = 60
    wins, loses = (7, number) if wager == "lay" else (number, 7)
    cost = cost_of(load_ruleset({"edition": edition}), wager, number, amount)
    gain = cost.figures.win * played(edition, {}, wager, number, str(amount), wins)
    gain += cost.figures.lose * played(edition, {}, wager, number, str(amount), loses)
    assert cost.loss == -gain
    assert cost.loss == cost.figures.edge * cost.put_up
    assert cost.loss_per_roll * cost.figures.rolls == cost.loss


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_bet_of_one_costs_its_edge(edition: str) -> None:
    ruleset = load_ruleset({"edition": edition})
    for row in edges(ruleset):
        if (row.bet, row.spot) in {("place", 6), ("place", 8)} and edition.startswith("bc"):
            continue  # a bet of one is an incorrect unit there, paid even money
        cost = cost_of(ruleset, row.bet, row.spot, 1)
        assert cost.figures.edge == row.edge, spot_text(row.bet, row.spot)
        assert cost.loss == row.edge * cost.put_up


def test_25_on_the_4_at_each_way_of_taking_vigorish() -> None:
    def cost(collect: str, rounding: str = EXACT) -> tuple[str, str, str]:
        rules = load_ruleset({"edition": "md-craps", "vig": {"buy": {"collect": collect}}})
        found = cost_of(rules, "buy", 4, 25, rounding)
        return str(found.vig_placed), str(found.vig_on_win), str(found.loss)

    assert cost("placement") == ("5/4", "0", "5/4")
    assert cost("win") == ("0", "5/4", "5/12")
    assert cost("placement_and_payment") == ("5/4", "5/4", "5/3")
    assert cost("placement", DOWN) == ("1", "0", "1")
    assert cost("placement", NEAREST) == ("1", "0", "1")
    assert cost("placement", UP) == ("2", "0", "2")


def test_a_half_is_rounded_up_and_nothing_stays_nothing() -> None:
    rules = load_ruleset({"edition": "md-craps"})
    assert cost_of(rules, "buy", 4, 30, NEAREST).vig == 2
    assert cost_of(rules, "buy", 4, 10, DOWN).vig == 0
    assert cost_of(rules, "buy", 4, 10, DOWN).loss == 0
    assert cost_of(rules, "field", None, 10, UP).vig == 0


def test_rounding_is_to_the_chips_in_use() -> None:
    rules = load_ruleset({"edition": "md-craps", "chip_unit": "5"})
    assert cost_of(rules, "buy", 4, 25, UP).vig == 5


def test_winnings_cut_to_whole_chips_cost_more() -> None:
    cost = cost_of(load_ruleset({"edition": "md-craps"}), "place", 6, 25)
    assert cost.winnings[0].won == Fraction(175, 6)
    assert cost.in_chips == cost.loss + Fraction(5, 11) * Fraction(1, 6)
    assert cost_of(load_ruleset({"edition": "md-craps"}), "place", 6, 24).in_chips is None


def test_winnings_of_bets_with_several_payouts() -> None:
    rules = load_ruleset({"edition": "bc-craps"})
    assert [w.won for w in cost_of(rules, "field", None, 5).winnings] == [10, 5, 5, 5, 5, 5, 10]
    assert [w.won for w in cost_of(rules, "fire", None, 5).winnings] == [120, 1245, 4995]
    assert [(w.slot, w.won) for w in cost_of(rules, "horn_high", 12, 5).winnings] == [
        ("craps_2", 30),
        ("craps_3", 15),
        ("eleven", 15),
        ("craps_12", 60),
    ]


def test_more_odds_never_raise_the_edge_and_keep_what_else_is_stated() -> None:
    rules = load_ruleset(
        {"edition": "md-craps", "odds": {"pass_line": {"basis": "wager"}, "come": {"multiples": 7}}}
    )
    falling = [edge_with_odds(with_odds(rules, "pass_line", n), "pass_line") for n in range(12)]
    assert falling == sorted(falling, reverse=True)
    assert falling[0] == Fraction(7, 495)
    assert with_odds(rules, "pass_line", 2).multiple("come", 4) == 7
