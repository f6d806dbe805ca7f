"""A table that a program plays event by event, with a way back."""

from typing import Any

import pytest

from craps import BadInput, Table, load_ruleset, settle
from tests.craps.games.malformed import GOOD
from tests.craps.games.play import EDITIONS, terms

EVENTS: list[dict[str, Any]] = [
    {"bet": "pass_line", "amount": "10"},
    {"roll": [3, 1]},
    {"remove": "pass_line"},
    {"bet": "pass_odds", "amount": "10"},
    {"bet": "hardway", "number": 8, "amount": "5"},
    {"roll": [2, 2]},
    {"roll": [6, 1]},
]


def test_it_comes_to_what_the_whole_scenario_comes_to() -> None:
    table = Table({"edition": "nz-revised"})
    for event in EVENTS:
        table.play(event)
    run = settle({"ruleset": {"edition": "nz-revised"}, "events": EVENTS})
    assert [step.to_json() for step in table.steps] == [step.to_json() for step in run.steps]
    assert (table.balance, table.on_table, table.point) == (run.balance, run.on_table, None)
    assert list(table.events) == EVENTS


def test_what_was_taken_back_can_be_played_otherwise() -> None:
    table = Table({"edition": "nz-revised"})
    for event in EVENTS[:5]:
        table.play(event)
    assert [bet["bet"] for bet in table.bets] == ["pass_line", "pass_odds", "hardway"]
    assert table.take_back(3) == 2
    assert (table.point, table.balance, table.bets) == (4, -10, ({"bet": "pass_line", "amount": "10"},))
    step = table.play({"roll": [5, 2]})
    assert (step.event, step.balance, table.bets) == (2, -10, ())
    assert (table.take_back(9), table.point, table.balance, table.on_table, table.steps) == (
        0,
        None,
        0,
        0,
        (),
    )


def test_a_refusal_is_a_step_and_bad_input_is_none() -> None:
    table = Table(load_ruleset({"edition": "nz-revised"}))
    refused = table.play({"bet": "pass_odds", "amount": 5}).error
    assert refused is not None and refused.code == "not_now"
    with pytest.raises(BadInput, match=r"^events\[1\]\.amount: is missing"):
        table.play({"bet": "field"})
    assert len(table.events) == 1
    with pytest.raises(ValueError, match="0 or more"):
        table.take_back(-1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_other_games(edition: str) -> None:
    table = Table(terms(edition))
    for event in GOOD[edition]:
        table.play(event)
    run = settle({"ruleset": terms(edition), "events": GOOD[edition]})
    assert [step.to_json() for step in table.steps] == [step.to_json() for step in run.steps]
    table.take_back(len(GOOD[edition]) - 1)
    assert [step.to_json() for step in table.steps] == [run.steps[0].to_json()]
