"""The clauses a reader would look up, taken from the documents by hand: what pays, what loses, what moves."""

import pytest

from craps.wagers import CATALOGUE
from tests.craps.play import EASY, POINTS, Play, refusal

WINS = {
    "nz-revised": dict.fromkeys(("pass_line", "place", "buy", "lay", "hardway", "field", "any_seven"), "4.14")
    | {"horn": "4.15", "horn_high": "4.15", "world": "4.16", "c_and_e": "4.17"},
    "sg-mbs-v2": {
        "pass_line": "4.1", "place": "4.6", "buy": "4.7", "lay": "4.8", "hardway": "4.9", "field": "4.10",
        "any_seven": "4.1", "horn": "3.4.14", "horn_high": "3.4.15", "c_and_e": "4.1",
    },
    "bc-craps": {
        "pass_line": "1/2.1.3", "place": "1/6.3.4", "buy": "1/6.4.4", "lay": "1/6.5.4", "hardway": "1/6.7.5",
        "field": "1/6.9.3", "any_seven": "1/6.6.4", "horn": "1/6.6.6.a", "world": "1/6.6.8.a",
        "big_6": "1/6.10.4",
    },
    "bc-midi": {"pass_line": "4/2.1.3", "place": "4/7.3.4", "lay": "4/7.5.4", "field": "4/7.9.3"},
    "md-craps": {
        "pass_line": "5/A(1)", "place": "5/A(7)", "buy": "5/G(1)(c)", "lay": "5/G(2)(c)",
        "hardway": "5/A(18)", "field": "5/A(21)", "any_seven": "5/A(23)", "horn": "5/C", "world": "5/E",
        "c_and_e": "5/B", "place_to_lose": "5/A(13)", "six_seven_eight": "5/A(46)",
    },
}  # fmt: skip
LOSES = {
    "nz-revised": {"pass_line": "4.1(a)(ii)(A)", "field": "4.1(o)(ii)", "horn": "4.1(v)(ii)"},
    "sg-mbs-v2": {"pass_line": "3.4.1.2", "field": "3.4.13", "horn_high": "3.4.15.2", "place": "3.4.9"},
    "bc-craps": {"pass_line": "1/2.1.4", "field": "1/6.9.2.a", "horn": "1/6.6.3.a", "place": "1/6.3.3.a"},
    "bc-midi": {"pass_line": "4/2.1.4", "field": "4/7.9.2.a", "horn": "4/7.6.3.a", "place": "4/7.3.3.a"},
    "md-craps": {"pass_line": "3/A(1)(b)(i)", "field": "3/A(11)(b)", "hardway": "3/A(8)(c)"},
}  # fmt: skip


def outcomes(edition: str, wager: str) -> dict[str, str]:
    """Clause by outcome of one bet of this wager (on 6 where it takes a number), over all rolls."""
    found: dict[str, str] = {}
    numbers = CATALOGUE[wager].numbers
    for total in (*EASY, 6):
        play = Play(edition)
        play.bet(wager, 60, (6 if 6 in numbers else 12) if numbers else None)
        play.turn("on", wager, (6 if 6 in numbers else 12) if numbers else None)
        dice = (3, 3) if wager == "hardway" and total == 6 else EASY[total]
        for settled in play.roll(*dice):
            found.setdefault(settled["outcome"], settled["clause"])
        if wager == "field" and total == 3:
            found["win"] = settled["clause"]
    return found


@pytest.mark.parametrize(("edition", "wager"), [(e, w) for e, ws in WINS.items() for w in ws])
def test_a_win_cites_its_payout(edition: str, wager: str) -> None:
    assert outcomes(edition, wager)["win"] == WINS[edition][wager]


@pytest.mark.parametrize(("edition", "wager"), [(e, w) for e, ws in LOSES.items() for w in ws])
def test_a_loss_cites_what_loses(edition: str, wager: str) -> None:
    assert outcomes(edition, wager)["lose"] == LOSES[edition][wager]


@pytest.mark.parametrize(
    ("edition", "clause"),
    [
        ("nz-1998", "4.1(a)(ii)(B)"),
        ("sg-mbs-v2", "3.4.1.2"),
        ("bc-craps", "1/2.1.7"),
        ("bc-midi", "4/2.1.7"),
        ("md-mini", "3/A(1)(b)(ii)"),
    ],
)
def test_a_pass_bet_that_sevens_out_cites_its_own_clause(edition: str, clause: str) -> None:
    play = Play(edition)
    play.bet("pass_line", 5)
    play.roll(6)
    assert play.roll(7)[0]["clause"] == clause


@pytest.mark.parametrize(
    ("edition", "wager", "roll", "clause"),
    [
        ("nz-1998", "pass_line", 6, "4.14"),
        ("bc-craps", "pass_line", 6, "1/2.1.6"),
        ("bc-craps", "dont_pass", 7, "1/2.2.6"),
        ("bc-midi", "pass_line", 6, "4/2.1.6"),
        ("bc-midi", "dont_pass", 7, "4/2.2.6"),
        ("md-craps", "pass_line", 6, "5/A(1)"),
    ],
)
def test_a_line_bet_that_wins_after_its_point(edition: str, wager: str, roll: int, clause: str) -> None:
    """British Columbia pays a win on the come-out roll and one on the point by clauses of their own."""
    play = Play(edition)
    play.bet(wager, 5)
    play.roll(6)
    (won,) = play.roll(roll)
    assert (won["outcome"], won["paid"], won["clause"]) == ("win", "5", clause)


@pytest.mark.parametrize(
    ("edition", "plain", "odd"), [("bc-craps", "1/6.3.4", "1/6.3.6"), ("bc-midi", "4/7.3.4", "4/7.3.5")]
)
def test_a_place_bet_of_an_odd_amount_cites_the_clause_on_even_money(
    edition: str, plain: str, odd: str
) -> None:
    for amount, paid, clause in ((12, "14", plain), (13, "15", odd), (3, "3", odd)):
        play = Play(edition)
        play.roll(5)
        play.bet("place", amount, 8)
        (won,) = play.roll(8)
        assert (won["paid"], won["clause"]) == (paid, clause)


@pytest.mark.parametrize(
    ("number", "clause"), [(4, "3/A(7)(a)"), (6, "3/A(8)(a)"), (8, "3/A(9)(a)"), (10, "3/A(10)(a)")]
)
def test_each_hardway_of_maryland_has_its_own_clause_on_the_come_out_roll(number: int, clause: str) -> None:
    play = Play("md-craps")
    play.bet("hardway", 5, number)
    assert refusal(play.turn("off", "hardway", number)) == ("fixed_state", clause)


@pytest.mark.parametrize(
    ("edition", "clauses"),
    [
        ("nz-1998", ["4.1(a)(i)(B)", "4.1(b)(i)(B)", "4.1(c)(i)(B)", "4.1(d)(i)(B)"]),
        ("sg-mbs-v2", ["1.1.8", "1.1.8", "1.1.3", "1.1.3"]),
        ("bc-craps", ["1/2.1.5", "1/2.2.5", "1/4.4.1", "1/4.4.1"]),
        ("bc-midi", ["4/2.1.5", "4/2.2.5", "4/4.4.1", "4/4.4.1"]),
        ("md-craps", ["3/A(1)(a)(ii)", "3/A(2)(a)(ii)", "3/A(3)(a)", "3/A(4)(a)"]),
    ],
)
def test_a_point_cites_the_clause_that_sets_it(edition: str, clauses: list[str]) -> None:
    play = Play(edition)
    play.bet("pass_line", 5)
    play.bet("dont_pass", 5)
    line = play.roll(6)
    play.bet("come", 5)
    play.bet("dont_come", 5)
    settled = [*line, *play.roll(9)]
    assert [(each["bet"], each["outcome"]) for each in settled] == [
        (wager, "point") for wager in ("pass_line", "dont_pass", "come", "dont_come")
    ]
    assert [each["clause"] for each in settled] == clauses


@pytest.mark.parametrize("edition", ["bc-craps", "bc-midi"])
def test_a_bet_that_cannot_be_turned_cites_the_come_out_roll_or_the_point(edition: str) -> None:
    """1/4.6.3 is about the come-out roll, 1/4.7.3 about rolls with a point on."""
    section = "1" if edition == "bc-craps" else "4"
    for wager in ("field", "horn"):
        play = Play(edition)
        play.bet(wager, 4)
        assert refusal(play.turn("off", wager)) == ("fixed_state", f"{section}/4.6.3")
        play.roll(6)
        play.bet(wager, 4)
        assert refusal(play.turn("off", wager)) == ("fixed_state", f"{section}/4.7.3")
    if edition == "bc-craps":
        play.bet("big_8", 5)
        assert refusal(play.turn("off", "big_8")) == ("fixed_state", "1/4.7.3")
    play.bet("lay", 20, 4)
    assert refusal(play.turn("off", "lay", 4))[1].endswith(".5.7")  # its own clause


@pytest.mark.parametrize("point", POINTS)
def test_a_point_is_cited_and_said(point: int) -> None:
    play = Play("md-craps")
    play.bet("pass_line", 5)
    play.bet("dont_pass", 5)
    with_it, against = play.roll(point)
    it = "an 8" if point == 8 else f"a {point}"
    assert (with_it["outcome"], with_it["number"], with_it["clause"]) == ("point", point, "3/A(1)(a)(ii)")
    assert with_it["message"] == f"Pass Bet: {point} is its point; it now wins on {it} and loses on a 7."
    assert (
        against["message"] == f"Don't Pass Bet: {point} is its point; it now wins on a 7 and loses on {it}."
    )
