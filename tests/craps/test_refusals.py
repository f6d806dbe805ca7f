"""What a refused player is told, word for word, with the clause it follows from."""

from fractions import Fraction
from typing import Any

import pytest

from craps import edition_from_json, load_edition, load_ruleset, settle
from craps.placing import Refused, place
from craps.table import Table
from tests.craps.play import Play


def told(step: dict[str, Any], reading: str = "") -> tuple[str, str, str]:
    error = step["error"]
    assert error.keys() == {"code", "message", "clause"} | ({"reading"} if reading else set())
    assert error.get("reading", "") == reading
    return error["code"], error["clause"], error["message"]


def test_there_is_nothing_to_take_down() -> None:
    play = Play("nz-revised")
    assert told(play.remove("buy", 6)) == (
        "not_up",
        "4.1(j)",
        "Buy Bet 6 is not up: there is nothing to take down.",
    )
    assert told(Play("md-craps").remove("hop", dice=[5, 2])) == (
        "not_up",
        "3/A(22)-(38)",
        "Hop Bet 2-5 is not up: there is nothing to take down.",
    )
    play.bet("field", 5)
    assert told(play.remove("field", amount=6)) == (
        "not_up",
        "4.1(o)",
        "Only 5 is up on Field Bet; 6 cannot be taken from it.",
    )


def test_there_is_nothing_to_turn() -> None:
    assert told(Play("sg-mbs-v2").turn("off", "lay", 4)) == (
        "not_up",
        "3.4.11",
        "Lay 4 is not up: there is nothing to turn off.",
    )


def test_a_hop_that_does_not_exist_can_neither_be_removed_nor_turned() -> None:
    play = Play("md-craps")
    play.bet("hop", 1, dice=[2, 2])
    said = "There is no hop bet on 2: 2, 3, 11 and 12 are proposition bets."
    assert told(play.remove("hop", dice=[1, 1])) == ("not_offered", "3/A(22)-(38)", said)
    assert told(play.turn("on", "hop", dice=[1, 1])) == ("not_offered", "3/A(22)-(38)", said)


def test_it_may_not_be_called() -> None:
    play = Play("bc-craps")
    play.bet("lay", 20, 4)
    assert told(play.turn("off", "lay", 4)) == (
        "fixed_state",
        "1/6.5.7",
        "Lay Bet 4 may not be turned off.",
    )


def test_it_is_not_the_time() -> None:
    play = Play("md-craps")
    assert told(play.bet("come", 5)) == (
        "not_now",
        "3/A(3)",
        "Come Bet needs a point: it is placed after the come-out roll.",
    )
    assert told(play.bet("pass_odds", 5)) == (
        "not_now",
        "6/A",
        "Supplemental wager on the Pass Bet needs a Pass Bet whose point is set.",
    )
    play.roll(6)
    assert told(play.bet("come", 5, 8)) == (
        "not_up",
        "3/A(3)",
        "Come Bet 8 is not up: there is nothing to add to.",
    )
    for wager, name in (("pass_line", "Pass Bet"), ("dont_pass", "Don't Pass Bet")):
        said = f"{name} is placed before a come-out roll, and a point is on."
        assert told(play.bet(wager, 5)) == ("not_now", f"3/A({1 if wager == 'pass_line' else 2})", said)
    assert told(play.bet("fire", 1)) == (
        "not_now",
        "3/A(40)",
        "Fire Bet is taken only before a new shooter's first come-out roll.",
    )
    assert told(play.bet("dont_come_odds", 1, 8)) == (
        "not_now",
        "6/D",
        "Supplemental wager on the Don't Come Bet needs a Don't Come Bet whose point is set.",
    )


def test_it_is_a_contract() -> None:
    play = Play("md-craps")
    play.bet("pass_line", 5)
    play.bet("fire", 1)
    said = "Fire Bet may not be taken down or reduced at any time."
    assert told(play.remove("fire")) == ("contract", "4/D(3)", said)
    play.roll(6)
    said = "Pass Bet may not be taken down or reduced: its point 6 is set."
    assert told(play.remove("pass_line")) == ("contract", "4/D(1)", said)
    play.bet("come", 5)
    play.roll(9)
    said = "Come Bet may not be taken down or reduced: its point 9 is set."
    assert told(play.remove("come", 9)) == ("contract", "4/D(2)", said)
    bc = Play("bc-craps")
    bc.bet("pass_line", 5)
    bc.bet("fire", 1)
    bc.roll(6)
    said = "Fire Bet may not be taken down or reduced once the shooter has set a first point."
    assert told(bc.remove("fire")) == ("contract", "2/2.3", said)


def test_it_may_not_be_added_to() -> None:
    play = Play("md-craps")
    play.bet("pass_line", 5)
    play.bet("dont_pass", 5)
    play.bet("fire", 1)
    assert told(play.bet("fire", 1)) == ("no_raise", "4/D(3)", "Fire Bet may not be added to.")
    play.roll(6)
    said = "Pass Bet may not be added to: its point 6 is set."
    assert told(play.bet("pass_line", 5)) == ("no_raise", "3/A(1)", said)
    said = "Don't Pass Bet may not be added to once its point is set."
    assert told(play.bet("dont_pass", 5)) == ("no_raise", "3/A(2)", said)
    play.bet("come", 5)
    play.roll(9)
    assert told(play.bet("come", 5, 9)) == ("no_raise", "3/A(3)", "Come Bet on 9 may not be added to.")
    assert told(play.bet("dont_come", 5, 9)) == (
        "no_raise",
        "3/A(4)",
        "Don't Come Bet on 9 may not be added to.",
    )
    bc = Play("bc-craps")
    bc.bet("dont_pass", 5)
    said = "Don't Pass Line may not be added to once it is up."
    assert told(bc.bet("dont_pass", 5)) == ("no_raise", "1/4.4.3.b", said)


def test_the_unit_is_wrong() -> None:
    said = "2.50 is not a whole number of chips of 1."
    assert told(Play("nz-revised").bet("field", "5/2")) == ("bad_unit", "4.1(o)", said)
    said = "World Bet is bet in units of 5: multiples of 10, not 15."
    step = Play("nz-revised", chip_unit="5/2").bet("world", 15)
    assert told(step) == ("bad_unit", "4.1(x)(i)", said.replace("10", "12.50"))
    said = "Fire Bet is bet in steps of 1, not 1.50."
    assert told(Play("md-craps", chip_unit="1/2").bet("fire", "3/2")) == ("bad_unit", "11/B(1)(c)", said)


def test_it_is_too_little_or_too_much() -> None:
    play = Play("md-craps", limits={"place": {"min": 10, "max": 60}})
    said = "6 is below the minimum of 10 on Place Bet to Win 8."
    assert told(play.bet("place", 6, 8)) == ("under_minimum", "3/B(1)", said)
    said = "66 is above the maximum of 60 on Place Bet to Win 8."
    assert told(play.bet("place", 66, 8)) == ("over_limit", "3/B(2)", said)
    assert play.on_table == "0"


@pytest.mark.parametrize(
    ("edition", "numbers", "bet", "clause", "name"),
    [
        ("md-craps", {"buy": [4, 10]}, {"bet": "buy", "number": 6}, "3/A(41)", "Buy Bet 6"),
        ("md-craps", {"hop": ["1-3"]}, {"bet": "hop", "dice": [2, 5]}, "3/A(22)-(38)", "Hop Bet 2-5"),
        ("nz-revised", {"buy": [4]}, {"bet": "buy", "number": 6}, "4.1(j)", "Buy Bet 6"),
    ],
)
def test_the_operator_does_not_take_it_on_this_number(
    edition: str, numbers: dict[str, Any], bet: dict[str, Any], clause: str, name: str
) -> None:
    said = f"{name} is not among the wagers of this operator's rules."
    wager, spot = bet["bet"], {key: value for key, value in bet.items() if key != "bet"}
    for event in ({**bet, "amount": 20}, {"remove": wager, **spot}, {"turn": "on", "bet": wager, **spot}):
        run = settle({"ruleset": {"edition": edition, "numbers": numbers}, "events": [event]})
        assert told(run.to_json()["steps"][0]) == ("not_offered", clause, said)


@pytest.mark.parametrize(
    ("edition", "wager", "clause", "name"),
    [
        ("md-craps", "dont_pass", "4/E", "Don't Pass Bet"),
        ("md-craps", "dont_come", "4/E", "Don't Come Bet"),
        ("nz-1998", "dont_pass", "4.8", "Don't Pass Bet"),
        ("nz-1998", "dont_come", "4.9", "Don't Come Bet"),
        ("sg-mbs-v2", "dont_pass", "3.4.5", "Don't Pass"),
        ("sg-mbs-v2", "dont_come", "3.4.7", "Don't Come"),
    ],
)
def test_what_came_down_waits_for_the_roll(edition: str, wager: str, clause: str, name: str) -> None:
    def last(*events: dict[str, Any], reading: str = "not") -> dict[str, Any]:
        before = [{"roll": [2, 4]}] if wager == "dont_come" else []
        scenario = {
            "ruleset": {"edition": edition},
            "events": [*before, {"bet": wager, "amount": 10}, *events, {"bet": wager, "amount": 5}],
            "readings": {"dont-put-back": reading},
        }
        step: dict[str, Any] = settle(scenario).to_json()["steps"][-1]
        return step

    down, part = {"remove": wager}, {"remove": wager, "amount": 5}
    said = f"{name} was taken down and may not be put back before the next roll."
    assert told(last(down), "dont-put-back") == ("not_now", clause, said)
    said = f"{name} was reduced and may not be added to before the next roll."
    assert told(last(part), "dont-put-back") == ("no_raise", clause, said)
    for removed in (down, part):
        assert "error" not in last(removed, reading="before-the-roll")
    assert "error" not in last(down, {"roll": [1, 2]})


def test_an_edition_drafted_before_the_reading_refuses_what_came_down() -> None:
    data: dict[str, Any] = load_edition("nz-1998").to_json()
    data["making"] = {**data["making"], "dont_raise": ["before the point, unreduced", "4.8"]}
    edition = edition_from_json(data)
    events = [{"bet": "dont_pass", "amount": 10}, {"remove": "dont_pass"}, {"bet": "dont_pass", "amount": 5}]
    step = settle({"ruleset": {"edition": "nz-1998"}, "events": events}, edition).to_json()["steps"][-1]
    assert told(step, "dont-put-back")[:2] == ("not_now", "4.8")


def test_a_side_bet_that_counts_on_is_not_added_to() -> None:
    play = Play("bc-craps")
    play.bet("pass_line", 5)
    play.bet("fire", 1)
    play.roll(2)
    play.pass_dice()
    play.bet("pass_line", 5)
    said = "Fire Bet may not be added to: it carries over from the previous shooter."
    assert told(play.bet("fire", 1), "side-bet-added") == ("no_raise", "2/2.1", said)


def test_a_side_bet_needs_its_line_bet() -> None:
    play = Play("bc-craps")
    said = "Fire Bet needs Pass Line on the table as well."
    assert told(play.bet("fire", 1)) == ("not_now", "2/3.1", said)
    said = "Sharpshooter Bet needs Pass Line or Don't Pass Line on the table as well."
    assert told(play.bet("sharpshooter", 1)) == ("not_now", "3/3.1", said)


def test_craps_and_eleven_is_bet_on_both_sides_alike() -> None:
    said = "C & E is bet in whole units on each side: an even number of chips of 5, not 15 in all."
    step = Play("nz-revised", chip_unit=5).bet("c_and_e", 15)
    assert told(step, "c-and-e-odd") == ("bad_unit", "4.1(y)(i)", said)


POSTED: dict[str, Any] = {"limits": {"pass_odds": {"max": 12}}, "odds": {"pass_line": {"multiples": 3}}}


@pytest.mark.parametrize(
    ("edition", "fields", "flat", "most", "clause", "said"),
    [
        ("md-craps", {}, "pass_line", 10, "6/A", "at most 7, or 10 exactly so that it pays whole chips"),
        ("md-craps", {}, "dont_pass", 12, "6/B", "at most 8.40, or 12 exactly so that it pays whole chips"),
        ("nz-1998", {}, "pass_line", 10, "4.1(e)(i)", "at most 7, or 10 exactly so that it pays whole chips"),
        ("sg-mbs-v2", {}, "pass_line", 35, "3.4.2.1", "at most 35"),
        ("bc-craps", {}, "pass_line", 35, "1/6.1.2.c", "at most 35"),
        ("bc-craps", POSTED, "pass_line", 12, "1/6.1.1", "at most 12"),
        ("md-craps", POSTED, "pass_line", 15, "5/K", "at most 12, or 15 exactly so that it pays whole chips"),
    ],
)
def test_odds_are_too_much(
    edition: str, fields: dict[str, Any], flat: str, most: int, clause: str, said: str
) -> None:
    odds = {"pass_line": "pass_odds", "dont_pass": "dont_pass_odds"}[flat]
    name = load_edition(edition).name_of(odds)
    play = Play(edition, **fields)
    play.bet(flat, 7)
    play.roll(6)
    message = f"{most + 1} is more than {name} on 6 may be: {said}."
    assert told(play.bet(odds, most + 1)) == ("over_limit", clause, message)
    assert "error" not in play.bet(odds, most)


def test_a_refusal_is_its_sentence_for_who_catches_it() -> None:
    with pytest.raises(Refused, match=r"^2\.50 is not a whole number of chips of 1\.$"):
        place(Table(load_ruleset({"edition": "nz-revised"})), "field", None, Fraction(5, 2))
