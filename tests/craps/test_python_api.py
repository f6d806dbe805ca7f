"""The core from Python: what a newcomer imports, and editions given as objects."""

import copy
from fractions import Fraction
from typing import Any

import pytest

from craps import BadInput, edition_from_json, edition_ids, load_edition, load_ruleset, settle
from craps.scenario import read_scenario
from craps.settlement import settle_events

FIELD = {"ruleset": {"edition": "nz-revised"}, "events": [{"bet": "field", "amount": 5}, {"roll": [6, 6]}]}


def drafted(**changes: Any) -> Any:
    data = copy.deepcopy(load_edition("nz-revised").to_json())
    return edition_from_json(data | {"id": "nz-draft", "title": "New Zealand craps, draft", **changes})


def test_a_run_carries_its_rule_set_steps_and_totals() -> None:
    run = settle_events(*read_scenario(FIELD))
    assert settle(FIELD) == run
    assert run.ruleset.edition.id == "nz-revised"
    assert (run.balance, run.on_table, run.vig_paid) == (10, 0, 0)
    placed, rolled = run.steps
    assert (placed.event, placed.settlements, placed.vig, placed.error) == (0, None, None, None)
    assert (rolled.event, rolled.point, rolled.balance) == (1, None, 10)
    (won,) = rolled.settlements or ()
    assert (won.bet, won.outcome, won.stake, won.paid, won.returned) == ("field", "win", 5, 10, 5)
    assert won.pays == 2
    assert (won.won, won.roll, won.clause) == (10, (6, 6), "4.14")
    assert won.message == "Field Bet wins on 6-6: 5 at 2 to 1 pays 10."


def test_a_settlement_that_pays_nothing_still_says_what_was_rolled() -> None:
    events = [
        {"bet": "pass_line", "amount": 5},
        {"roll": [2, 4]},
        {"bet": "come", "amount": 5},
        {"roll": [5, 5]},
    ]
    events += [{"bet": "come_odds", "number": 10, "amount": 5}, {"roll": [3, 3]}, {"roll": [3, 4]}]
    run = settle_events(*read_scenario({"ruleset": {"edition": "nz-revised"}, "events": events}))
    (point,) = run.steps[1].settlements or ()
    assert (point.outcome, point.stake, point.paid, point.returned) == ("point", 5, 0, 0)
    assert (point.roll, point.number, point.vig, point.pays) == ((2, 4), 6, None, None)
    lost, back = run.steps[-1].settlements or ()
    assert (lost.outcome, lost.stake, lost.paid, lost.returned, lost.roll) == ("lose", 5, 0, 0, (3, 4))
    assert (back.outcome, back.stake, back.paid, back.returned, back.roll) == ("returned", 5, 0, 5, (3, 4))
    assert point.to_json() == {
        "bet": "pass_line",
        "number": 6,
        "outcome": "point",
        "stake": "5",
        "clause": "4.1(a)(i)(B)",
        "message": "Pass Bet: 6 is its point; it now wins on a 6 and loses on a 7.",
    }


def test_amounts_are_whole_or_exact_fractions_never_floats() -> None:
    scenario = {"ruleset": {"edition": "md-craps"}, "events": [{"bet": "buy", "number": 4, "amount": 30}]}
    run = settle(scenario)
    assert (run.vig_paid, type(run.vig_paid)) == (Fraction(3, 2), Fraction)
    assert run.steps[0].vig == Fraction(3, 2)
    assert type(run.on_table) is int


def test_a_drafted_edition_settles_like_a_built_in_one() -> None:
    scenario = FIELD | {"ruleset": {"edition": "nz-draft"}}
    with pytest.raises(BadInput, match=r"^ruleset\.edition: 'nz-draft' is not a known edition"):
        settle(scenario)
    assert settle(scenario, drafted()).to_json() == settle(FIELD).to_json()
    wagers = copy.deepcopy(load_edition("nz-revised").to_json()["wagers"])
    wagers["field"]["pays"] = {"all": ["3:1", "4.14"]}
    assert settle(scenario, drafted(wagers=wagers)).balance == 15


@pytest.mark.parametrize(
    ("term", "code"),
    [({"raise": [False, "9.9"]}, "no_raise"), ({"remove": ["never", "9.9"]}, "contract")],
)
@pytest.mark.parametrize("wager", ["pass_line", "field"])
def test_what_a_draft_says_of_any_wager_is_kept(wager: str, term: dict[str, Any], code: str) -> None:
    wagers = copy.deepcopy(load_edition("nz-revised").to_json()["wagers"])
    wagers[wager] |= term
    bet = {"bet": wager, "amount": 5}
    events = [bet, {"remove": wager} if code == "contract" else bet]
    run = settle({"ruleset": {"edition": "nz-draft"}, "events": events}, drafted(wagers=wagers))
    refused = run.steps[1].error
    assert refused is not None
    assert (refused.code, refused.clause, run.on_table) == (code, "9.9", 5)


def test_a_draft_may_ask_for_a_bet_beside_any_wager() -> None:
    wagers = copy.deepcopy(load_edition("nz-revised").to_json()["wagers"])
    wagers["field"]["needs"] = [["pass_line"], "9.9"]
    events = [{"bet": "field", "amount": 5}, {"bet": "pass_line", "amount": 5}, {"bet": "field", "amount": 5}]
    run = settle({"ruleset": {"edition": "nz-draft"}, "events": events}, drafted(wagers=wagers))
    refused = run.steps[0].error
    assert refused is not None
    assert (refused.code, refused.message) == ("not_now", "Field Bet needs Pass Bet on the table as well.")
    assert run.on_table == 10


def test_an_edition_that_is_not_the_rule_sets_is_refused() -> None:
    with pytest.raises(BadInput, match=r"ruleset\.edition: is nz-revised, but the edition given is nz-draft"):
        settle(FIELD, drafted())


@pytest.mark.parametrize("edition", edition_ids())
def test_an_edition_survives_its_json_form(edition: str) -> None:
    whole = load_edition(edition)
    again = edition_from_json(copy.deepcopy(whole.to_json()))
    assert (again, again.digest, hash(again)) == (whole, whole.digest, hash(whole))
    assert again.baseline_wagers == whole.baseline_wagers


def test_events_may_be_read_once_and_settled_under_many_rule_sets() -> None:
    rules, events = read_scenario(FIELD)
    generous = load_ruleset({"edition": "nz-revised", "payouts": {"field:12": "3:1"}})
    assert settle_events(rules, events).balance == 10
    assert settle_events(generous, events).balance == 15
    assert settle_events(rules, events).balance == 10


def test_an_unlisted_wager_may_be_settled_though_it_is_a_breach() -> None:
    rules = {"edition": "sg-mbs-v2", "wagers": ["pass_line", "world", "fire", "place_to_lose"]}
    run = settle({"ruleset": rules, "events": [{"bet": "world", "amount": 5}, {"roll": [1, 1]}]})
    (won,) = run.steps[1].settlements or ()
    assert (won.paid, won.clause, won.message[:5]) == (30, "3.4", "World")
    run = settle({"ruleset": rules, "events": [{"bet": "fire", "amount": 5}]})
    assert run.steps[0].error is not None
    assert (run.steps[0].error.code, run.steps[0].error.clause) == ("not_now", "3.4")


def test_an_unlisted_wager_rests_on_a_come_out_where_the_documents_that_list_it_say_so() -> None:
    rules = {"edition": "sg-mbs-v2", "wagers": ["place_to_lose", "big_6"]}
    bets = [{"bet": "place_to_lose", "number": 6, "amount": 5}, {"bet": "big_6", "amount": 5}]
    run = settle({"ruleset": rules, "events": [*bets, {"roll": [3, 4]}]})
    assert [(won.bet, won.outcome) for won in run.steps[2].settlements or ()] == [("big_6", "lose")]
    called = {"turn": "on", "bet": "place_to_lose", "number": 6}
    run = settle({"ruleset": rules, "events": [*bets, called, {"roll": [3, 4]}]})
    assert (run.balance, run.on_table) == (-1, 0)


def test_what_a_settlement_has_nothing_of_is_empty() -> None:
    events = [
        {"bet": "place", "number": 6, "amount": 12},
        {"bet": "big_8", "amount": 5},
        {"turn": "on", "bet": "place", "number": 6},
        {"roll": [2, 4]},
        {"roll": [3, 4]},
    ]
    run = settle_events(*read_scenario({"ruleset": {"edition": "nz-revised"}, "events": events}))
    (won,), (lost,) = (step.settlements or () for step in run.steps[3:])
    for settled, wager, number, amount in ((won, "place", 6, 14), (lost, "big_8", None, 0)):
        assert (settled.bet, settled.place, settled.won) == (wager, number, amount)
        assert (settled.vig_before, settled.shares, settled.reading) == (0, (), "")
    assert [step.reading for step in run.steps] == [""] * 5
