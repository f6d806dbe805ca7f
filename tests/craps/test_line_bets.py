"""Making, raising, reducing and taking down line and come bets, per edition where they differ."""

import pytest

from craps import load_ruleset
from craps.table import Table
from tests.craps.play import BC, EDITIONS, MD, NZ, SG, Play, brief, code, refusal

CONTRACT = {
    "nz-1998": ("4.7", "4.7"),
    "nz-revised": ("4.7", "4.7"),
    "sg-mbs-v2": ("1.1.4", "1.1.4"),
    "bc-craps": ("1/4.4.2", "1/4.4.2"),
    "bc-midi": ("4/4.4.2", "4/4.4.2"),
    "md-craps": ("4/D(1)", "4/D(2)"),
    "md-mini": ("4/D(1)", "4/D(2)"),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_pass_and_come_are_contracts_once_their_point_is_set(edition: str) -> None:
    on_pass, on_come = CONTRACT[edition]
    play = Play(edition)
    play.bet("pass_line", 10)
    play.roll(6)
    assert refusal(play.remove("pass_line")) == ("contract", on_pass)
    assert refusal(play.remove("pass_line", amount=1)) == ("contract", on_pass)
    play.bet("come", 10)
    play.roll(8)
    assert refusal(play.remove("come", 8)) == ("contract", on_come)
    assert refusal(play.remove("come", 8, amount=1)) == ("contract", on_come)
    assert code(play.remove("come")) == "not_up"  # without a number: the one that has not moved
    assert play.on_table == "20"


@pytest.mark.parametrize("edition", [*NZ, *BC, *MD])
def test_before_their_point_they_may_come_down(edition: str) -> None:
    play = Play(edition)
    play.bet("pass_line", 10)
    assert code(play.remove("pass_line", amount=4)) is None
    assert (play.balance, play.on_table) == ("-6", "6")
    assert code(play.remove("pass_line")) is None
    play.roll(6)
    play.bet("come", 10)
    assert code(play.remove("come")) is None
    assert (play.balance, play.on_table) == ("0", "0")


def test_singapore_holds_them_from_the_moment_they_are_placed() -> None:
    play = Play("sg-mbs-v2")
    play.bet("pass_line", 10)
    step = play.remove("pass_line")
    assert refusal(step) == ("contract", "1.1.4")
    assert step["error"]["message"] == "Pass Line may not be taken down or reduced once it is placed."
    play.roll(6)
    play.bet("come", 10)
    assert refusal(play.remove("come")) == ("contract", "1.1.4")


@pytest.mark.parametrize("edition", EDITIONS)
def test_line_bets_are_made_before_a_come_out(edition: str) -> None:
    play = Play(edition)
    play.roll(6)
    assert code(play.bet("dont_pass", 10)) == "not_now"
    put = play.bet("pass_line", 10)
    assert code(put) == (None if edition in BC else "not_now")


@pytest.mark.parametrize("edition", BC)
def test_a_pass_bet_put_down_after_the_point_stands_on_it(edition: str) -> None:
    play = Play(edition)
    play.roll(6)
    play.bet("pass_line", 10)
    assert code(play.remove("pass_line")) == "contract"
    assert code(play.bet("pass_odds", 50)) is None
    assert play.roll(11) == []
    assert brief(play.roll(6)) == [("pass_line", "win", "10", "10"), ("pass_odds", "win", "60", "50")]


@pytest.mark.parametrize("edition", [*SG, *BC])
def test_an_existing_pass_bet_is_raised_after_the_point(edition: str) -> None:
    play = Play(edition)
    play.bet("pass_line", 10)
    play.roll(6)
    assert code(play.bet("pass_line", 5)) is None
    assert play.on_table == "15"
    assert code(play.bet("pass_odds", 75)) is None  # the limit follows the raised bet
    assert code(play.bet("pass_odds", 1)) == "over_limit"
    assert brief(play.roll(6))[0] == ("pass_line", "win", "15", "15")


@pytest.mark.parametrize(("edition", "clause"), [*((e, "4.1(a)") for e in NZ), *((e, "3/A(1)") for e in MD)])
def test_elsewhere_it_is_not(edition: str, clause: str) -> None:
    play = Play(edition)
    play.bet("pass_line", 10)
    assert code(play.bet("pass_line", 5)) is None  # before the come-out
    play.roll(6)
    assert refusal(play.bet("pass_line", 5)) == ("no_raise", clause)
    assert play.on_table == "15"


@pytest.mark.parametrize("edition", EDITIONS)
def test_come_and_dont_come_need_a_point(edition: str) -> None:
    play = Play(edition)
    for wager in ("come", "dont_come"):
        step = play.bet(wager, 10)
        assert code(step) == "not_now"
        assert "needs a point" in step["error"]["message"]
        assert code(play.bet(wager, 10, 6)) == "not_now"
    play.roll(6)
    assert code(play.bet("come", 10)) is None
    assert code(play.bet("dont_come", 10)) is None
    play.roll(5)
    play.roll(6)
    assert code(play.bet("come", 5, 5)) == "not_now"  # a come-out again, though the bet is up


@pytest.mark.parametrize("edition", EDITIONS)
def test_raising_a_come_bet_that_has_moved(edition: str) -> None:
    play = Play(edition)
    play.roll(6)
    assert code(play.bet("come", 5, 8)) == "not_up"
    play.bet("come", 10)
    assert code(play.bet("come", 5)) is None  # not moved yet: it is added to
    assert code(play.bet("come", 5, 8)) == "not_up"
    play.roll(8)
    step = play.bet("come", 5, 8)
    if edition in (*SG, *BC):
        assert code(step) is None
        assert brief(play.roll(8)) == [("come", "win", "20", "20")]
    else:
        assert refusal(step) == ("no_raise", "4.1(c)" if edition in NZ else "3/A(3)")
        assert brief(play.roll(8)) == [("come", "win", "15", "15")]


def test_a_new_come_bet_wins_on_the_seven_that_kills_the_rest() -> None:
    play = Play("nz-revised")
    play.bet("pass_line", 10)
    play.roll(6)
    play.bet("come", 10)
    play.roll(8)
    play.bet("come", 10)
    play.bet("dont_come", 10)
    assert sorted(brief(play.roll(7))) == [
        ("come", "lose", "0", "0"),
        ("come", "win", "10", "10"),
        ("dont_come", "lose", "0", "0"),
        ("pass_line", "lose", "0", "0"),
    ]


def test_a_come_bet_takes_the_place_of_one_that_wins() -> None:
    play = Play("nz-revised")
    play.roll(6)
    play.bet("come", 10)
    play.roll(8)
    play.bet("come", 20)
    settled = play.roll(8)
    assert sorted(brief(settled)) == [("come", "point", None, None), ("come", "win", "10", "10")]
    assert [s["number"] for s in settled] == [8, 8]
    assert play.on_table == "20"
    assert brief(play.roll(8)) == [("come", "win", "20", "20")]


def test_a_dont_come_bet_takes_the_place_of_one_that_loses() -> None:
    play = Play("bc-craps")
    play.roll(6)
    play.bet("dont_come", 10)
    play.roll(8)
    play.bet("dont_come", 20)
    assert sorted(brief(play.roll(8))) == [
        ("dont_come", "lose", "0", "0"),
        ("dont_come", "point", None, None),
    ]
    assert brief(play.roll(7)) == [("dont_come", "win", "20", "20")]


@pytest.mark.parametrize(
    ("edition", "pass_clause", "come_clause"),
    [
        ("nz-1998", "4.1(b)", "4.9"),
        ("nz-revised", "4.1(b)", "4.9"),
        ("sg-mbs-v2", "3.4.5", "3.4.7"),
        ("bc-craps", "1/4.4.3.b", "1/4.4.3.b"),
        ("bc-midi", "4/4.4.3.b", "4/4.4.3.b"),
        ("md-craps", "3/A(2)", "3/A(4)"),
        ("md-mini", "3/A(2)", "3/A(4)"),
    ],
)
def test_a_dont_bet_whose_point_is_set_comes_down_but_does_not_go_up(
    edition: str, pass_clause: str, come_clause: str
) -> None:
    play = Play(edition)
    play.bet("dont_pass", 10)
    play.roll(6)
    assert refusal(play.bet("dont_pass", 1)) == ("no_raise", pass_clause)
    play.bet("dont_come", 10)
    play.roll(8)
    assert refusal(play.bet("dont_come", 1, 8)) == ("no_raise", come_clause)
    assert refusal(play.bet("dont_come", 1, 9)) == ("no_raise", come_clause)
    assert code(play.remove("dont_pass", amount=4)) is None
    assert code(play.remove("dont_come", 8, amount=4)) is None
    assert play.on_table == "12"
    assert code(play.remove("dont_pass")) is None
    assert code(play.remove("dont_come", 8)) is None
    assert code(play.remove("dont_come", 8)) == "not_up"
    assert code(play.bet("dont_pass", 10)) == "not_now"  # not put back either
    assert code(play.bet("dont_come", 10)) is None  # a new wager in its area
    assert (play.balance, play.on_table) == ("-10", "10")


@pytest.mark.parametrize(
    ("edition", "pass_clause", "come_clause"),
    [*((e, "4.8", "4.9") for e in NZ), *((e, "4/E", "4/E") for e in MD), ("bc-craps", *["1/4.4.3.b"] * 2)],
)
def test_a_dont_bet_reduced_after_its_point_is_not_raised_by_the_clause_on_reducing(
    edition: str, pass_clause: str, come_clause: str
) -> None:
    play = Play(edition)
    play.bet("dont_pass", 10)
    play.roll(6)
    play.bet("dont_come", 10)
    play.roll(8)
    play.remove("dont_pass", amount=4)
    play.remove("dont_come", 8, amount=4)
    assert refusal(play.bet("dont_pass", 1)) == ("no_raise", pass_clause)
    assert refusal(play.bet("dont_come", 1, 8)) == ("no_raise", come_clause)


@pytest.mark.parametrize("edition", EDITIONS)
def test_raising_a_dont_bet_before_its_point(edition: str) -> None:
    play = Play(edition)
    play.bet("dont_pass", 10)
    wanted = "no_raise" if edition in BC else None
    assert code(play.bet("dont_pass", 5)) == wanted
    play.roll(6)
    play.bet("dont_come", 10)
    assert code(play.bet("dont_come", 5)) == wanted


@pytest.mark.parametrize(
    ("edition", "wanted"), [*((e, None) for e in (*NZ, *SG)), *((e, "no_raise") for e in MD)]
)
def test_raising_a_dont_bet_that_was_reduced(edition: str, wanted: str | None) -> None:
    play = Play(edition)
    play.bet("dont_pass", 10)
    play.remove("dont_pass", amount=5)
    step = play.bet("dont_pass", 5)
    assert code(step) == wanted
    if wanted:
        message = "Don't Pass Bet was reduced and may not be added to before the next roll."
        assert (step["error"]["message"], step["error"]["reading"]) == (message, "dont-put-back")
    play.remove("dont_pass")
    assert code(play.bet("dont_pass", 5)) == (wanted and "not_now")


def test_taking_a_dont_bet_down_takes_its_odds_along() -> None:
    play = Play("sg-mbs-v2")
    play.bet("dont_pass", 10)
    play.roll(6)
    play.bet("dont_pass_odds", 60)
    play.bet("dont_come", 10)
    play.roll(8)
    play.bet("dont_come_odds", 30, 8)
    assert code(play.remove("dont_come", 8)) is None
    assert (play.balance, play.on_table) == ("-70", "70")
    assert code(play.remove("dont_come_odds", 8)) == "not_up"
    assert code(play.remove("dont_pass")) is None
    assert (play.balance, play.on_table) == ("0", "0")
    assert play.roll(7) == []


def test_a_reduced_dont_bet_keeps_its_odds() -> None:
    play = Play("sg-mbs-v2")
    play.bet("dont_pass", 10)
    play.roll(6)
    play.bet("dont_pass_odds", 30)
    play.remove("dont_pass", amount=5)
    assert play.on_table == "35"
    assert brief(play.roll(7)) == [("dont_pass", "win", "5", "5"), ("dont_pass_odds", "win", "25", "30")]


@pytest.mark.parametrize(
    ("edition", "pushes"),
    [
        ("nz-revised", ("4.1(b)(iii)", "4.1(d)(iii)")),
        ("sg-mbs-v2", ("3.4.5.3", "3.4.7.3")),
        ("bc-craps", ("1/2.2.3.a", "1/4.4.1")),
        ("bc-midi", ("4/2.2.3.a", "4/4.4.1")),
        ("md-craps", ("3/A(2)(c)", "3/A(4)(d)")),
    ],
)
def test_twelve_stands_a_dont_bet_off_on_its_first_roll_only(edition: str, pushes: tuple[str, str]) -> None:
    play = Play(edition)
    play.bet("dont_pass", 10)
    (push,) = play.roll(12)
    assert (push["outcome"], push["paid"], push["returned"], push["clause"]) == ("push", "0", "10", pushes[0])
    assert (play.balance, play.on_table) == ("0", "0")
    play.bet("dont_pass", 10)
    play.roll(6)
    play.bet("dont_come", 10)
    (push,) = play.roll(12)
    assert (push["bet"], push["outcome"], push["clause"]) == ("dont_come", "push", pushes[1])
    assert play.on_table == "10"


def test_a_shooter_needs_no_line_bet_here() -> None:
    play = Play("md-craps")
    assert play.roll(6) == []
    assert play.roll(6) == []
    assert play.balance == "0"


def test_a_table_starts_empty_and_works_out_terms_once() -> None:
    table = Table(load_ruleset({"edition": "nz-revised"}))
    assert (table.point, table.balance, table.on_table, table.vig_paid, table.reading) == (None, 0, 0, 0, "")
    assert table.terms("place", 6, 6) is table.terms("place", 6, 6)
    assert table.terms("place", 6, 6) is not table.terms("place", 8, 8)
    hits = table.terms("field", None, None).hits
    assert hits and all(hit.shares == () for hit in hits if hit)
