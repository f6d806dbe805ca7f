"""What a bet costs in the games played in rounds: exact money, what is staked, why it would be refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from craps import edges, load_ruleset
from craps.errors import BadInput
from craps.games.cost import RoundCost, cost_of, first_bets, plays_of
from craps.games.rounds import RoundBet
from tests.craps.games.play import EDITIONS, terms


def cost(
    edition: str, wager: str, play: str = "", amount: int = 25, space: str = "", **stated: Any
) -> RoundCost:
    found = cost_of(load_ruleset(terms(edition, **stated)), RoundBet(wager, space, play, amount))
    assert found is not None
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_way_of_playing_costs_its_edge(edition: str) -> None:
    ruleset = load_ruleset(terms(edition))
    found = {}
    for wager, space in first_bets(ruleset):
        for play in plays_of(ruleset, wager, space) or [""]:
            each = cost_of(ruleset, RoundBet(wager, space, play, 30))
            assert each is not None
            assert each.loss == 30 * each.figures.edge
            assert each.staked == 30 * each.figures.wagered
            assert each.winnings
            assert all(won.won == 30 * won.pays for won in each.winnings)
            assert each.clauses[0] == ruleset.rule(wager).clause
            found[each.figures.key] = each.figures.edge
    assert found == {row.key: row.edge for row in edges(ruleset)}


def test_war_and_surrender() -> None:
    war, surrender = cost("bc-war", "war", "war"), cost("bc-war", "war", "surrender")
    assert (war.loss, surrender.loss) == (Fraction(578450, 993023), Fraction(575, 622))
    assert (war.staked, surrender.staked) == (Fraction(8350, 311), 25)
    assert [each.words for each in war.winnings] == ["Casino War", "Go to War"]
    assert "7/5.2.4.a(4)" in war.clauses
    assert "7/4.2.2" in surrender.clauses
    assert "7/4.2.2" not in war.clauses


def test_spreads_that_pay_the_same_are_told_together() -> None:
    told = [(won.words, str(won.pays)) for won in cost("bc-red-dog", "red_dog", "best").winnings]
    assert told == [
        ("a spread of 1", "5"),
        ("a spread of 2", "4"),
        ("a spread of 3", "2"),
        ("a spread of 4 to 11", "1"),
        ("three of a kind", "11"),
    ]
    parted = cost("bc-red-dog", "red_dog", "best", payouts={"spread:7": "2:1"}).winnings
    apart = ["a spread of 3", "a spread of 4 to 6 or 8 to 11", "a spread of 7"]
    assert [won.words for won in parted][2:5] == apart


def test_a_space_pays_what_it_pays() -> None:
    (won,) = cost("bc-wheel", "space", space="joker", amount=2).winnings
    assert (won.words, str(won.pays), won.won) == ("", "40", 80)


def test_why_it_would_be_refused() -> None:
    limits = {"war": {"min": 10, "max": 100}, "go_to_war": {"max": 20}, "tie": {"min": 5}}
    refused = cost("bc-war", "war", "war", limits=limits).refused
    assert refused and (refused.code, refused.clause) == ("over_limit", "7/4.2.1")
    assert cost("bc-war", "war", "war", 20, limits=limits).refused is None
    assert cost("bc-war", "war", "surrender", limits=limits).refused is None
    alone = cost("bc-war", "tie", amount=5, limits=limits).refused
    assert alone and (alone.code, alone.clause) == ("under_minimum", "7/4.1.2.a")
    few = cost("bc-red-dog", "red_dog", "best", 7, chip_unit=5).refused
    assert few and few.code == "bad_unit"
    assert cost("bc-red-dog", "red_dog", "best", 10, chip_unit=5).refused is None


def test_a_wager_that_is_not_offered_is_calculated_and_refused() -> None:
    tie = cost("bc-war", "tie", wagers=["war", "go_to_war"])
    assert tie.figures.edge == Fraction(58, 311)
    assert tie.refused and tie.refused.code == "not_offered"


def test_what_cannot_be_played_has_no_cost() -> None:
    no_war = load_ruleset(terms("bc-war", wagers=["war", "tie"]))
    assert list(plays_of(no_war, "war", "")) == ["surrender"]
    assert cost_of(no_war, RoundBet("war", "", "war", 10)) is None
    wheel = load_ruleset(terms("bc-wheel"))
    assert cost_of(wheel, RoundBet("space", "dragon", "", 10)) is None
    assert cost_of(wheel, RoundBet("war", "", "", 10)) is None


def test_craps_is_not_played_in_rounds() -> None:
    with pytest.raises(BadInput, match="not played in rounds"):
        first_bets(load_ruleset({"edition": "md-craps"}))
