"""A run told step by step: the bets up after each event, as the drawing takes them."""

from __future__ import annotations

from typing import Any

import pytest

from craps import edition_ids, load_edition, load_ruleset, settle
from craps.drawing import draw
from craps.examples import examples_of
from craps.layouts import standard_layout
from craps.playthrough import Frame, frames
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


def test_a_bet_that_rests_on_the_come_out_is_shown_off() -> None:
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
    for place, example in enumerate(examples_of(edition)):
        run = frames(rules, example.read)
        settled = settle({"ruleset": {"edition": edition_id}, "events": list(example.events)})
        assert [frame.step.to_json() for frame in run] == [step.to_json() for step in settled.steps]
        if place % 8 == 0:
            for frame in run:
                svg = draw(layout, title="Play", edition=edition, bets=frame.bets, point=frame.step.point)
                assert svg.count('class="chip') == len(frame.bets)
