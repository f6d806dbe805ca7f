"""Laws that hold for any play under any rule set: nothing is lost, nothing is made, no luck in it."""

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from craps import load_ruleset, settle
from craps.wagers import CATALOGUE
from tests.craps import printed
from tests.craps.ledger import Ledger
from tests.craps.play import EDITIONS, ROLLS, Play
from tests.craps.strategies import PAYOUTS, SPOTS, rulesets, scenarios

INDEPENDENT = [(w, spot) for w, spot in SPOTS if CATALOGUE[w].group not in ("line", "odds", "side")]


def bare(step: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in step.items() if key != "event"}


def in_any_order(step: dict[str, Any]) -> tuple[Any, ...]:
    settled = Counter(json.dumps(s, sort_keys=True) for s in step["settlements"])
    return step["balance"], step["on_table"], step["point"], settled


@given(scenarios())
def test_the_players_gain_is_the_houses_loss_step_by_step(scenario: dict[str, Any]) -> None:
    rules = load_ruleset(scenario["ruleset"])
    ledger = Ledger({w for w in ("buy", "lay") if rules.vig(w).collect == "placement"})
    found = settle(scenario).to_json()
    for event, step in zip(scenario["events"], found["steps"], strict=True):
        ledger.enter(event, step)
        balance, on_table = Fraction(step["balance"]), Fraction(step["on_table"])
        assert on_table == ledger.on_table
        assert balance + on_table == -ledger.house
        for amount in (step["balance"], step["on_table"]):
            assert amount == str(Fraction(amount))
    assert Fraction(found["vig_paid"]) == ledger.vig
    assert (found["balance"], found["on_table"]) == (
        found["steps"][-1]["balance"],
        found["steps"][-1]["on_table"],
    )


@given(scenarios())
def test_a_refused_event_changes_nothing(scenario: dict[str, Any]) -> None:
    found = settle(scenario).to_json()
    allowed = [
        event for event, step in zip(scenario["events"], found["steps"], strict=True) if "error" not in step
    ]
    again = settle({**scenario, "events": allowed}).to_json()
    assert [bare(step) for step in again["steps"]] == [
        bare(step) for step in found["steps"] if "error" not in step
    ]
    assert {k: again[k] for k in ("balance", "on_table", "vig_paid")} == {
        k: found[k] for k in ("balance", "on_table", "vig_paid")
    }
    before = ("0", "0", None)
    for step in found["steps"]:
        now = (step["balance"], step["on_table"], step["point"])
        if "error" in step:
            assert now == before
            assert step.keys() == {"event", "balance", "on_table", "point", "error"}
        before = now


@given(scenarios(), st.data())
def test_playing_again_gives_the_same(scenario: dict[str, Any], data: st.DataObject) -> None:
    """From a dict, from text, from the canonical rule set, and for any beginning of the same play."""
    found = settle(scenario).to_json()
    assert settle(json.dumps(scenario)).to_json() == found
    canonical = json.loads(load_ruleset(scenario["ruleset"]).canonical())
    assert settle({**scenario, "ruleset": canonical}).to_json() == found
    cut = data.draw(st.integers(0, len(scenario["events"])))
    beginning = settle({**scenario, "events": scenario["events"][:cut]}).to_json()
    assert beginning["steps"] == found["steps"][:cut]


@given(rulesets(), st.lists(st.sampled_from(INDEPENDENT), min_size=2, max_size=8), st.data())
def test_the_order_of_independent_bets_does_not_matter(
    ruleset: dict[str, Any], spots: list[tuple[str, Any]], data: st.DataObject
) -> None:
    bets = [{"bet": wager, **spot, "amount": 60} for wager, spot in spots]
    shuffled = data.draw(st.permutations(bets))
    rolls = [{"roll": list(r)} for r in data.draw(st.lists(st.sampled_from(ROLLS), min_size=1, max_size=6))]
    one = settle({"ruleset": ruleset, "events": [*bets, *rolls]}).to_json()
    other = settle({"ruleset": ruleset, "events": [*shuffled, *rolls]}).to_json()
    assert list(map(in_any_order, one["steps"][len(bets) :])) == list(
        map(in_any_order, other["steps"][len(bets) :])
    )


@given(scenarios(), st.sampled_from(INDEPENDENT))
def test_a_bet_does_not_touch_what_the_others_win(scenario: dict[str, Any], more: tuple[str, Any]) -> None:
    """One more independent bet at the start: every other bet is settled as before."""
    wager, spot = more
    assume(not any(e.get("bet", e.get("remove")) == wager for e in scenario["events"]))
    extra = {"bet": wager, **spot, "amount": 60}
    without = settle(scenario).to_json()["steps"]
    beside = settle({**scenario, "events": [extra, *scenario["events"]]}).to_json()["steps"][1:]
    for one, other in zip(without, beside, strict=True):
        assert one.get("error") == other.get("error")
        assert one.get("vig") == other.get("vig")
        assert one.get("settlements") == (
            [s for s in other["settlements"] if s["bet"] != wager] if "settlements" in other else None
        )


# Bets made of shares --------------------------------------------------------------------------------------


def net(edition: str, bets: list[dict[str, Any]], dice: tuple[int, int], **rules: Any) -> Fraction:
    found = settle(
        {"ruleset": {"edition": edition, **rules}, "events": [*bets, {"roll": list(dice)}]}
    ).to_json()
    assert not any("error" in step for step in found["steps"])
    assert found["on_table"] == "0"
    return Fraction(found["balance"])


def bets(**amounts: Any) -> list[dict[str, Any]]:
    return [{"bet": wager, "amount": str(amount)} for wager, amount in amounts.items()]


def part_payouts() -> st.SearchStrategy[dict[str, str]]:
    parts = ["craps_2", "craps_3", "craps_12", "eleven", "any_seven", "any_craps"]
    return st.dictionaries(st.sampled_from(parts), st.sampled_from(PAYOUTS))


@given(st.sampled_from(EDITIONS), st.integers(1, 50), st.sampled_from(ROLLS), part_payouts())
def test_a_horn_is_its_four_parts(
    edition: str, unit: int, dice: tuple[int, int], payouts: dict[str, str]
) -> None:
    parts = bets(craps_2=unit, craps_3=unit, eleven=unit, craps_12=unit)
    assert net(edition, bets(horn=4 * unit), dice, payouts=payouts) == net(
        edition, parts, dice, payouts=payouts
    )


@given(
    st.sampled_from(EDITIONS),
    st.integers(1, 50),
    st.sampled_from(ROLLS),
    st.sampled_from([2, 3, 11, 12]),
    part_payouts(),
)
def test_a_horn_high_is_a_horn_and_one_more(
    edition: str, unit: int, dice: tuple[int, int], high: int, payouts: dict[str, str]
) -> None:
    whole = [{"bet": "horn_high", "number": high, "amount": 5 * unit}]
    extra = {2: "craps_2", 3: "craps_3", 11: "eleven", 12: "craps_12"}[high]
    parts = bets(horn=4 * unit, **{extra: unit})
    assert net(edition, whole, dice, payouts=payouts) == net(edition, parts, dice, payouts=payouts)


@given(
    st.sampled_from([e for e in EDITIONS if e != "sg-mbs-v2"]),
    st.integers(1, 50),
    st.sampled_from(ROLLS),
    part_payouts(),
)
def test_a_world_bet_is_a_horn_and_any_seven(
    edition: str, unit: int, dice: tuple[int, int], payouts: dict[str, str]
) -> None:
    parts = bets(horn=4 * unit, any_seven=unit)
    assert net(edition, bets(world=5 * unit), dice, payouts=payouts) == net(
        edition, parts, dice, payouts=payouts
    )


@given(st.sampled_from(EDITIONS), st.integers(1, 50), st.sampled_from(ROLLS), part_payouts())
def test_craps_and_eleven_is_its_two_halves(
    edition: str, unit: int, dice: tuple[int, int], payouts: dict[str, str]
) -> None:
    parts = bets(any_craps=unit, eleven=unit)
    assert net(edition, bets(c_and_e=2 * unit), dice, payouts=payouts) == net(
        edition, parts, dice, payouts=payouts
    )


@pytest.mark.parametrize("dice", ROLLS)
def test_craps_and_eleven_is_the_money_singapore_prints(dice: tuple[int, int]) -> None:
    """3 to 1 of the whole wager on 2, 3 and 12, 7 to 1 on 11 (4.1)."""
    printed_odds = {2: 3, 3: 3, 12: 3, 11: 7}
    for amount in (1, 2, 7, 10):
        assert net("sg-mbs-v2", bets(c_and_e=amount), dice) == amount * printed_odds.get(sum(dice), -1)


@pytest.mark.parametrize("wager", ["high_low", "ace_deuce_eleven", "eleven_twelve", "high_low_eleven"])
def test_british_columbia_combinations_are_their_parts(wager: str) -> None:
    of, wins = printed.SHARED[wager]
    for dice in ROLLS:
        parts = bets(**{{2: "craps_2", 3: "craps_3", 11: "eleven", 12: "craps_12"}[t]: 7 for t in wins})
        assert net("bc-midi", bets(**{wager: 7 * of}), dice) == net("bc-midi", parts, dice)


def test_a_world_bet_on_seven_wins_and_breaks_even() -> None:
    play = Play("nz-revised")
    play.bet("world", 5)
    (won,) = play.roll(7)
    assert (won["outcome"], won["stake"], won["paid"], won["returned"]) == ("win", "5", "4", "1")
    assert won["message"] == "World Bet wins on 3-4: 1 at 4 to 1 pays 4; 1 of its 5 comes back."
    assert play.balance == "0"
