"""Laws that hold for any play of any game: nothing is lost or made, and a refusal changes nothing."""

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from craps import BadInput, load_ruleset, settle
from craps.rulebook import cited, clause_ids
from tests.craps.games.play import EDITIONS, WHEEL, terms

pytestmark = pytest.mark.slow

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
AMOUNTS = st.sampled_from([1, 5, 10, 10, 10, 20, "5/2", 500])
CARD = st.sampled_from([*RANKS, "8", "8", "8", "9"])
KIND = st.sampled_from(list(WHEEL["spaces"]))


def _bets(wagers: list[str]) -> Any:
    made = st.builds(lambda w, a: {"bet": w, "amount": a}, st.sampled_from(wagers), AMOUNTS)
    return made | st.builds(lambda w: {"remove": w}, st.sampled_from(wagers))


EVENTS = {
    "bc-red-dog": _bets(["red_dog", "raise"])
    | st.builds(lambda a, b: {"deal": [a, b]}, CARD, CARD)
    | st.builds(lambda card: {"draw": card}, CARD),
    "bc-war": _bets(["war", "tie", "go_to_war"])
    | st.builds(lambda a, b: {"deal": {"player": a, "dealer": b}}, CARD, CARD)
    | st.just({"surrender": True}),
    "bc-wheel": st.builds(lambda k, a: {"bet": "space", "space": k, "amount": a}, KIND, AMOUNTS)
    | st.builds(lambda k: {"remove": "space", "space": k}, KIND)
    | st.builds(lambda k: {"spin": k}, KIND)
    | st.just({"no_more_bets": True}),
}
WAGERS = {"bc-red-dog": ["red_dog", "raise"], "bc-war": ["war", "tie", "go_to_war"], "bc-wheel": ["space"]}


@st.composite
def scenarios(draw: Any, edition: str) -> dict[str, Any]:
    stated: dict[str, Any] = {}
    if draw(st.booleans()):
        stated["wagers"] = draw(st.lists(st.sampled_from(WAGERS[edition]), unique=True))
    if draw(st.booleans()):
        bounds = st.fixed_dictionaries({}, optional={"min": st.integers(0, 20), "max": st.integers(5, 200)})
        stated["limits"] = {wager: draw(bounds) for wager in WAGERS[edition]}
    if draw(st.booleans()):
        stated["chip_unit"] = draw(st.sampled_from([1, 5, "1/2"]))
    events = draw(st.lists(EVENTS[edition], min_size=1, max_size=25))
    return {"ruleset": terms(edition, **stated), "events": events}


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data())
def test_the_players_gain_is_the_houses_loss_step_by_step(edition: str, data: Any) -> None:
    """A book kept from the answers alone comes to the same."""
    scenario = data.draw(scenarios(edition))
    found = settle(scenario).to_json()
    up: dict[tuple[str, str], Fraction] = {}
    house = Fraction(0)
    for event, step in zip(scenario["events"], found["steps"], strict=True):
        if "error" not in step and "bet" in event:
            key = (event["bet"], event.get("space", ""))
            up[key] = up.get(key, Fraction(0)) + Fraction(str(event["amount"]))
        if "error" not in step and "remove" in event:
            del up[event["remove"], event.get("space", "")]
        for settled in step.get("settlements", ()):
            stake = up.pop((settled["bet"], settled.get("space", "")))
            assert stake == Fraction(settled["stake"])
            assert 0 <= Fraction(settled["returned"]) <= stake
            assert settled["paid"] == "0" or settled["outcome"] == "win"
            house += stake - Fraction(settled["paid"]) - Fraction(settled["returned"])
        on_table = sum(up.values(), Fraction(0))
        assert (step["on_table"], step["balance"]) == (str(on_table), str(-house - on_table))
    assert (found["balance"], found["on_table"]) == (step["balance"], step["on_table"])


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data())
def test_a_refused_event_changes_nothing(edition: str, data: Any) -> None:
    scenario = data.draw(scenarios(edition))
    steps = settle(scenario).to_json()["steps"]
    kept = [event for event, step in zip(scenario["events"], steps, strict=True) if "error" not in step]
    again = settle({**scenario, "events": kept}).to_json()["steps"]
    assert [{**step, "event": 0} for step in again] == [
        {**step, "event": 0} for step in steps if "error" not in step
    ]
    before = ("0", "0", "betting")
    for step in steps:
        now = (step["balance"], step["on_table"], step["state"])
        assert "error" not in step or now == before
        before = now


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data())
def test_the_same_scenario_gives_the_same_answer(edition: str, data: Any) -> None:
    scenario = data.draw(scenarios(edition))
    assert settle(scenario).to_json() == settle(scenario).to_json()


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data())
def test_the_whole_is_ten_times_the_tenth(edition: str, data: Any) -> None:
    """Ten times the stakes without limits are ten times the money."""
    events = data.draw(st.lists(EVENTS[edition], max_size=15))
    more = [
        {**event, "amount": str(10 * Fraction(str(event["amount"])))} if "amount" in event else event
        for event in events
    ]
    rules = terms(edition, chip_unit="1/100")
    one, ten = (settle({"ruleset": rules, "events": each}) for each in (events, more))
    assert ten.balance == 10 * one.balance
    assert ten.on_table == 10 * one.on_table


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data())
def test_every_answer_cites_a_clause_and_is_a_sentence(edition: str, data: Any) -> None:
    known = set(clause_ids(edition))
    for step in settle(data.draw(scenarios(edition))).steps:
        told = [(each.clause, each.message) for each in step.settlements or ()]
        told += [(step.error.clause, step.error.message)] if step.error else []
        for clause, message in told:
            assert set(cited(clause)) <= known, clause
            assert re.fullmatch(r"[A-Z0-9].*[.]", message), message
            assert "None" not in message and "Fraction" not in message


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data())
def test_a_rule_set_is_read_from_what_it_writes(edition: str, data: Any) -> None:
    rules = load_ruleset(data.draw(scenarios(edition))["ruleset"])
    again = load_ruleset(rules.canonical())
    assert (again.canonical(), again.digest) == (rules.canonical(), rules.digest)


@pytest.mark.parametrize("edition", EDITIONS)
@given(data=st.data())
def test_events_of_another_game_are_bad_input(edition: str, data: Any) -> None:
    other = data.draw(st.sampled_from([each for each in EDITIONS if each != edition]))
    event = data.draw(EVENTS[other])
    try:
        settle({"ruleset": terms(edition), "events": [event]})
    except BadInput as error:
        assert error.path.startswith("events[0]")
    else:
        raise AssertionError(f"{event} was read by {edition}")
