"""A run told step by step: the bets up after each event, as the drawing takes them."""

from __future__ import annotations

from typing import Any

import pytest

from craps import edition_ids, load_edition, load_ruleset, settle
from craps.drawing import draw
from craps.examples import examples_of
from craps.layouts import standard_layout
from craps.playthrough import Frame, bets_up, frames
from craps.scenario import read_event


def told(ruleset: dict[str, Any], *events: dict[str, Any]) -> list[Frame]:
    return frames(load_ruleset(ruleset), [read_event(event, index) for index, event in enumerate(events)])


def test_a_come_bet_moves_to_its_number_and_a_decided_bet_is_gone() -> None:
    run = told(
        {"edition": "nz-revised"},
        {"bet": "pass_line", "amount": "10"},
        {"roll": [3, 1]},
        {"bet": "come", "amount": "5"},
        {"roll": [4, 2]},
        {"roll": [2, 2]},
    )
    assert run[3].bets == ({"bet": "pass_line", "amount": "10"}, {"bet": "come", "amount": "5", "number": 6})
    assert run[4].bets == ({"bet": "come", "amount": "5", "number": 6},)
    assert [frame.step.point for frame in run] == [None, 4, 4, 4, None]


def test_a_bet_that_is_off_on_the_come_out_is_shown_as_off() -> None:
    run = told({"edition": "nz-revised"}, {"bet": "hardway", "number": 6, "amount": "5"}, {"roll": [3, 1]})
    assert run[0].bets == ({"bet": "hardway", "amount": "5", "number": 6, "off": True},)
    assert "off" not in run[1].bets[0]


def test_a_refused_bet_is_not_on_the_table() -> None:
    run = told({"edition": "nz-revised"}, {"bet": "pass_odds", "amount": "10"})
    assert run[0].bets == ()
    assert run[0].step.error is not None


@pytest.mark.parametrize("edition_id", edition_ids())
def test_every_example_agrees_with_settle_and_can_be_drawn(edition_id: str) -> None:
    edition, rules = load_edition(edition_id), load_ruleset({"edition": edition_id})
    layout = standard_layout(edition)
    drawn = set()
    for place, example in enumerate(examples_of(edition)):
        run = frames(example.under(rules), example.read)
        settled = settle(
            {"ruleset": {"edition": edition_id, **example.terms}, "events": list(example.events)}
        )
        assert [frame.step.to_json() for frame in run] == [step.to_json() for step in settled.steps]
        if place % 8 == 0:
            for frame in run:
                table = repr((frame.bets, frame.step.point))
                if table in drawn:
                    continue
                drawn.add(table)
                svg = draw(layout, title="Play", edition=edition, bets=frame.bets, point=frame.step.point)
                assert svg.count('class="chip') == len(frame.bets)


# What may be done with the bets on the table -------------------------------------------------------------


def up(edition: str, *events: dict[str, Any]) -> dict[str, Any]:
    read = [read_event(event, index) for index, event in enumerate(events)]
    return {each.name: each for each in bets_up(load_ruleset({"edition": edition}), read)}


def test_a_contract_bet_may_not_come_down_and_takes_odds() -> None:
    bet = up("nz-revised", {"bet": "pass_line", "amount": "7"}, {"roll": [3, 3]})["Pass Bet"]
    assert (bet.removing.code, bet.removing.clause) == ("contract", "4.7")
    assert bet.adding.code == "no_raise"
    assert (bet.odds, bet.most_odds) == ("pass_odds", 10)  # 7, or 10 exactly so that it pays whole chips
    assert bet.calls == ()


def test_odds_that_are_up_are_not_offered_again() -> None:
    bets = up(
        "sg-mbs-v2",
        {"bet": "pass_line", "amount": "10"},
        {"roll": [3, 1]},
        {"bet": "pass_odds", "amount": "5"},
    )
    flat, odds = bets.values()
    assert flat.odds == ""
    assert odds.removing is None and odds.adding is None


def test_a_place_bet_may_be_raised_called_and_taken_down() -> None:
    (bet,) = up("nz-revised", {"bet": "place", "number": 6, "amount": "12"}).values()
    assert bet.removing is None and bet.adding is None
    assert bet.off and bet.calls == ("on",)
    (bet,) = up("bc-craps", {"bet": "lay", "number": 6, "amount": "12"}).values()
    assert bet.calls == ()
    (bet,) = up("md-craps", {"bet": "lay", "number": 6, "amount": "12"}).values()
    assert bet.calls == ("off",) and not bet.off


def test_a_bet_that_may_not_be_made_now_is_not_offered_its_odds() -> None:
    (bet,) = up("nz-revised", {"bet": "pass_line", "amount": "10"}).values()
    assert bet.odds == "" and bet.removing is None


def test_a_bet_left_up_and_the_total_are_in_the_frames() -> None:
    (bet,) = up("nz-revised", {"bet": "place", "number": 6, "amount": "12", "stay": True}).values()
    assert bet.stay
    told = frames(load_ruleset({"edition": "nz-revised"}), [read_event({"roll": [3, 4]}, 0)])
    assert told[0].rolled == 7
