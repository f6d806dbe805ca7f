"""Which bets work on a come-out roll, and which a player may call on or off."""

import pytest

from craps import load_ruleset
from craps.placing import place, turn
from craps.table import Table
from tests.craps.play import BC, EDITIONS, MD, NZ, SG, Play, brief, code, refusal


def with_come_odds(edition: str) -> Play:
    """A come bet of 10 on 10 with odds of 10, and a come-out roll next."""
    play = Play(edition)
    play.roll(6)
    play.bet("come", 10)
    play.roll(10)
    play.bet("come_odds", 10, 10)
    play.roll(6)
    return play


@pytest.mark.parametrize(
    ("edition", "clause"), [*((e, "4.10(a)") for e in NZ), ("bc-craps", "1/6.1.6"), ("bc-midi", "4/7.1.6")]
)
def test_come_odds_are_off_on_a_come_out(edition: str, clause: str) -> None:
    for total, flat in ((7, "lose"), (10, "win")):
        play = with_come_odds(edition)
        settled = play.roll(total)
        assert [(s["bet"], s["outcome"]) for s in settled] == [("come", flat), ("come_odds", "returned")]
        assert (settled[1]["paid"], settled[1]["returned"], settled[1]["clause"]) == ("0", "10", clause)
        assert settled[1]["message"].endswith("was off when its bet was decided: the 10 goes back.")
        assert play.on_table == "0"


@pytest.mark.parametrize("edition", [*SG, *MD])
def test_come_odds_work_where_the_document_makes_no_exception(edition: str) -> None:
    assert brief(with_come_odds(edition).roll(7))[1] == ("come_odds", "lose", "0", "0")
    assert brief(with_come_odds(edition).roll(10))[1] == ("come_odds", "win", "20", "10")
    assert code(with_come_odds(edition).turn("off", "come_odds", 10)) == "fixed_state"


@pytest.mark.parametrize("edition", [*NZ, *BC])
def test_come_odds_called_on_work_on_the_come_out(edition: str) -> None:
    play = with_come_odds(edition)
    assert code(play.turn("on", "come_odds", 10)) is None
    assert brief(play.roll(10))[1] == ("come_odds", "win", "20", "10")


def test_come_odds_called_off_in_new_zealand_go_back_with_a_point_on_too() -> None:
    play = Play("nz-revised")
    play.roll(6)
    play.bet("come", 10)
    play.roll(10)
    play.bet("come_odds", 10, 10)
    play.turn("off", "come_odds", 10)
    settled = play.roll(10)
    assert brief(settled) == [("come", "win", "10", "10"), ("come_odds", "returned", "0", "10")]
    assert settled[1]["clause"] == "4.10(b)"  # off because it was called so, not because it rests


@pytest.mark.parametrize("edition", EDITIONS)
def test_dont_come_odds_always_work(edition: str) -> None:
    play = Play(edition)
    play.roll(6)
    play.bet("dont_come", 10)
    play.roll(10)
    play.bet("dont_come_odds", 10, 10)
    play.roll(6)
    assert code(play.turn("off", "dont_come_odds", 10)) == "fixed_state"
    assert brief(play.roll(7))[1] == ("dont_come_odds", "win", "5", "10")


@pytest.mark.parametrize("edition", EDITIONS)
def test_hardways_on_a_come_out(edition: str) -> None:
    play = Play(edition)
    play.bet("hardway", 10, 6)
    won = brief(play.roll(3, 3))
    assert won == ([("hardway", "win", "90", "10")] if edition in BC else [])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_bet_that_is_off_neither_wins_nor_loses(edition: str) -> None:
    play = Play(edition)
    play.bet("place", 30, 6)
    play.bet("buy", 30, 8)
    up = play.on_table
    assert play.roll(7) == []
    assert play.on_table == up
    play.roll(6)  # sets the point, leaves the place bet alone
    assert play.on_table == up
    assert brief(play.roll(6)) == [("place", "win", "35", "30")]


@pytest.mark.parametrize("edition", EDITIONS)
def test_lay_works_on_a_come_out(edition: str) -> None:
    play = Play(edition)
    play.bet("lay", 20, 4)
    assert play.roll(7)[0]["outcome"] == "win"


@pytest.mark.parametrize("edition", MD)
def test_place_to_lose_is_off_until_called_on(edition: str) -> None:
    play = Play(edition)
    play.bet("place_to_lose", 11, 4)
    assert play.roll(7) == []
    play.turn("on", "place_to_lose", 4)
    assert brief(play.roll(7)) == [("place_to_lose", "win", "5", "11")]


@pytest.mark.parametrize("edition", [*NZ, *BC])
def test_a_marker_holds_until_it_is_turned_or_the_bet_is_decided(edition: str) -> None:
    play = Play(edition)
    play.bet("place", 30, 6, stay=True)
    play.turn("on", "place", 6)
    assert play.roll(11) == []
    assert brief(play.roll(6)) == [("place", "win", "35", "0")]  # on through several come-out rolls
    play.roll(6)
    assert play.roll(6) == []  # the win took the marker: off on this come-out
    play.turn("off", "place", 6)
    assert play.roll(6) == []  # off with the point on
    assert play.roll(7) == []
    assert play.on_table == "30"


def test_a_turn_speaks_for_one_bet_where_no_clause_says_otherwise() -> None:
    play = Play("sg-mbs-v2")
    play.bet("place", 30, 6)
    play.bet("place", 30, 8)
    play.turn("on", "place", 8)
    assert brief(play.roll(7)) == [("place", "lose", "0", "0")]
    assert play.on_table == "30"


@pytest.mark.parametrize(
    ("edition", "wager", "clause"),
    [
        ("md-craps", "place", "3/A(5)(a)"),
        ("md-craps", "place_to_lose", "3/A(6)(a)"),
        ("md-mini", "buy", "3/A(41)(a)"),
        ("md-craps", "hardway", "3/A(7)(a)"),
    ],
)
def test_off_takes_an_on_marker_away_and_is_refused_without_one(
    edition: str, wager: str, clause: str
) -> None:
    play = Play(edition)
    play.bet(wager, 10, 4)
    assert refusal(play.turn("off", wager, 4)) == ("fixed_state", clause)
    assert code(play.turn("on", wager, 4)) is None
    assert code(play.turn("off", wager, 4)) is None
    assert code(play.turn("off", wager, 4)) == "fixed_state"
    assert play.roll(4) == []  # off again on the come-out


@pytest.mark.parametrize(
    ("edition", "wager", "number"),
    [("sg-mbs-v2", "lay", 4), ("md-craps", "lay", 4), ("bc-craps", "hardway", 4)],
)
def test_on_takes_an_off_marker_away_and_else_changes_nothing(edition: str, wager: str, number: int) -> None:
    play = Play(edition)
    play.bet(wager, 20, number)
    assert code(play.turn("on", wager, number)) is None
    assert code(play.turn("off", wager, number)) is None
    assert play.roll(7) == []
    assert code(play.turn("on", wager, number)) is None
    assert len(play.roll(7)) == 1


@pytest.mark.parametrize(
    ("edition", "wager", "number", "clause"),
    [
        ("bc-craps", "lay", 4, "1/6.5.7"),
        ("bc-midi", "lay", 4, "4/7.5.7"),
        ("bc-craps", "big_6", None, "1/4.6.3"),
        ("nz-revised", "lay", 4, "4.10"),
        ("nz-revised", "big_8", None, "4.10"),
        ("nz-revised", "field", None, "4.10"),
        ("sg-mbs-v2", "field", None, "1.1.5"),
        ("md-craps", "pass_line", None, "3/A"),
        ("md-craps", "horn", None, "3/A"),
    ],
)
@pytest.mark.parametrize("state", ["on", "off"])
def test_what_the_document_says_nothing_about_may_not_be_turned(
    edition: str, wager: str, number: int | None, clause: str, state: str
) -> None:
    play = Play(edition)
    play.bet(wager, 20, number)
    step = play.turn(state, wager, number)
    assert refusal(step) == ("fixed_state", clause)
    assert f"may not be turned {state}" in step["error"]["message"]


def test_there_must_be_a_bet_to_turn() -> None:
    step = Play("nz-revised").turn("on", "place", 6)
    assert refusal(step) == ("not_up", "4.1(i)")
    assert step["error"]["message"] == "Place Bet to Win 6 is not up: there is nothing to turn on."


def test_the_stated_come_out_state_is_used() -> None:
    play = Play("bc-craps", come_out={"hardway": "off", "place": "on", "big_6": "off"})
    play.bet("hardway", 10, 6)
    play.bet("place", 30, 6)
    play.bet("big_6", 10)
    assert brief(play.roll(3, 3)) == [("place", "win", "35", "30")]


def test_an_on_marker_speaks_for_its_kind_alone() -> None:
    play = Play("nz-revised")
    play.bet("place", 12, 6)
    play.bet("place", 10, 9)
    play.bet("buy", 10, 6)
    play.bet("hardway", 10, 6)
    play.turn("on", "place", 6)
    assert brief(play.roll(3, 3)) == [("place", "win", "14", "12")]
    table = Table(load_ruleset({"edition": "nz-revised"}))
    for wager, number in (("place", 6), ("place", 9), ("buy", 4)):
        place(table, wager, number, 10)
    turn(table, "place", 6, "on")
    assert {(wager, number): bet.marker for (wager, number), bet in table.bets.items()} == {
        ("place", 6): "on",
        ("place", 9): "on",
        ("buy", 4): None,
    }
