"""Odds behind line and come bets: the limit by point, the basis, and the excess for a payable unit."""

import pytest

from tests.craps.play import BC, MD, NZ, POINTS, SG, Play, brief, code, refusal


def behind(edition: str, flat: str, number: int, stake: object = 10, **rules: object) -> Play:
    """A table where the flat bet stands on its number, and odds may follow."""
    play = Play(edition, **rules)
    if flat in ("pass_line", "dont_pass"):
        play.bet(flat, stake)
        play.roll(number)
    else:
        play.roll(5 if number == 4 else 4)
        play.bet(flat, stake)
        play.roll(number)
    assert play.on_table == str(stake)
    return play


def most(play: Play, flat: str, number: int, upto: int = 2000) -> list[int]:
    """Every whole amount that is accepted as odds."""
    odds = {"pass_line": "pass_odds", "dont_pass": "dont_pass_odds"}.get(flat, f"{flat}_odds")
    spot = {} if odds in ("pass_odds", "dont_pass_odds") else {"number": number}
    taken = []
    for amount in range(1, upto):
        step = play.bet(odds, amount, **spot)
        if code(step) is None:
            taken.append(amount)
        else:
            assert code(step) == "over_limit"
        play.events.pop()
    return taken


FLAT = ("pass_line", "come")
DONT = ("dont_pass", "dont_come")


@pytest.mark.parametrize("flat", FLAT)
@pytest.mark.parametrize(("number", "times"), [(4, 3), (5, 4), (6, 5), (8, 5), (9, 4), (10, 3)])
@pytest.mark.parametrize("edition", [*SG, *BC])
def test_three_four_five_times(edition: str, number: int, times: int, flat: str) -> None:
    assert most(behind(edition, flat, number, 1), flat, number, 12) == list(range(1, times + 1))


@pytest.mark.parametrize("flat", DONT)
@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize("edition", BC)
def test_british_columbia_lays_six_times_the_wager(edition: str, number: int, flat: str) -> None:
    assert most(behind(edition, flat, number, 2), flat, number, 20) == list(range(1, 13))


@pytest.mark.parametrize("flat", DONT)
@pytest.mark.parametrize(("number", "limit"), [(4, 60), (5, 60), (6, 60), (8, 60), (9, 60), (10, 60)])
def test_singapore_lays_until_the_winnings_reach_the_multiple(flat: str, number: int, limit: int) -> None:
    """3 x 10 at 1 to 2, 4 x 10 at 2 to 3 and 5 x 10 at 5 to 6 all take 60."""
    assert most(behind("sg-mbs-v2", flat, number), flat, number, 70) == list(range(1, limit + 1))


@pytest.mark.parametrize("flat", FLAT)
@pytest.mark.parametrize(
    ("number", "stake", "payable"), [(6, 7, 10), (8, 4, 5), (5, 7, 8), (9, 9, 10), (6, 10, 10), (10, 7, 7)]
)
@pytest.mark.parametrize("edition", NZ)
def test_new_zealand_single_odds_and_one_payable_amount(
    edition: str, number: int, stake: int, payable: int, flat: str
) -> None:
    accepted = {*range(1, stake + 1), payable}
    assert most(behind(edition, flat, number, stake), flat, number, 20) == sorted(accepted)


@pytest.mark.parametrize("flat", DONT)
@pytest.mark.parametrize(
    ("number", "stake", "plain", "payable"), [(6, 7, 8, 12), (4, 7, 14, 14), (5, 7, 10, 12), (9, 10, 15, 15)]
)
def test_new_zealand_lays_for_winnings_of_the_flat_bet(
    number: int, stake: int, plain: int, payable: int, flat: str
) -> None:
    accepted = {*range(1, plain + 1), payable}
    assert most(behind("nz-revised", flat, number, stake), flat, number, 25) == sorted(accepted)


@pytest.mark.parametrize(("multiple", "limit"), [(2, 14), ("1/2", 3), ("3/2", 10)])
def test_new_zealand_has_no_excess_beside_single_odds(multiple: object, limit: int) -> None:
    rules = {"odds": {"pass_line": {"multiples": multiple}}}
    assert most(behind("nz-revised", "pass_line", 6, 7, **rules), "pass_line", 6, 25) == [
        *range(1, limit + 1)
    ]


def test_new_zealand_posted_maximum_caps_the_excess_too() -> None:
    rules = {"limits": {"pass_odds": {"max": 9}}}
    assert most(behind("nz-revised", "pass_line", 6, 7, **rules), "pass_line", 6, 20) == [*range(1, 8)]
    rules = {"limits": {"pass_odds": {"max": 5}}}
    assert most(behind("nz-revised", "pass_line", 6, 7, **rules), "pass_line", 6, 20) == [*range(1, 6)]
    rules = {"limits": {"pass_odds": {"max": 10}}}
    assert most(behind("nz-revised", "pass_line", 6, 7, **rules), "pass_line", 6, 20) == [*range(1, 8), 10]


@pytest.mark.parametrize("edition", MD)
def test_maryland_unstated_is_the_flat_bet_and_a_payable_excess(edition: str) -> None:
    assert most(behind(edition, "pass_line", 6, 7), "pass_line", 6, 40) == [*range(1, 8), 10]
    assert most(behind(edition, "dont_come", 6, 7), "dont_come", 6, 40) == [*range(1, 9), 12]


@pytest.mark.parametrize("edition", MD)
def test_maryland_three_times_and_a_payable_excess(edition: str) -> None:
    rules = {"odds": {flat: {"multiples": 3} for flat in ("pass_line", "dont_come")}}
    assert most(behind(edition, "pass_line", 6, 7, **rules), "pass_line", 6, 40) == [*range(1, 22), 25]
    assert most(behind(edition, "dont_come", 6, 7, **rules), "dont_come", 6, 40) == [*range(1, 26), 30]


@pytest.mark.parametrize("edition", MD)
def test_maryland_payable_amount_passes_a_posted_maximum(edition: str) -> None:
    rules = {"limits": {"come_odds": {"max": 12}}, "odds": {"come": {"multiples": 3}}}
    assert most(behind(edition, "come", 6, 7, **rules), "come", 6, 40) == [*range(1, 13), 15]


def test_maryland_operator_sets_a_multiple_a_point() -> None:
    rules = {"odds": {"pass_line": {"multiples": {"4": 1, "6": 5}}}}
    assert most(behind("md-craps", "pass_line", 4, 7, **rules), "pass_line", 4, 40) == [*range(1, 8)]
    assert most(behind("md-craps", "pass_line", 6, 1, **rules), "pass_line", 6, 40) == [*range(1, 6)]
    assert most(behind("md-craps", "pass_line", 8, 5, **rules), "pass_line", 8, 40) == [*range(1, 6)]


def test_the_stated_basis_is_used() -> None:
    rules = {"odds": {"dont_pass": {"multiples": 2, "basis": "wager"}}}
    assert most(behind("sg-mbs-v2", "dont_pass", 4, 5, **rules), "dont_pass", 4, 30) == [*range(1, 11)]
    rules = {"odds": {"pass_line": {"multiples": 2, "basis": "winnings"}}}
    assert most(behind("sg-mbs-v2", "pass_line", 4, 5, **rules), "pass_line", 4, 30) == [*range(1, 6)]


def test_a_payable_unit_is_in_chips() -> None:
    play = behind("nz-revised", "pass_line", 6, 15, chip_unit=5)
    assert code(play.bet("pass_odds", 20)) == "over_limit"
    assert code(play.bet("pass_odds", 25)) is None
    assert play.roll(6)[1]["paid"] == "30"


def test_odds_that_win_nothing_are_limited_by_what_is_posted_alone() -> None:
    rules = {"payouts": {"dont_pass_odds": "0:1"}, "limits": {"dont_pass_odds": {"max": 9}}}
    for edition in ("nz-revised", "sg-mbs-v2", "md-craps"):
        play = behind(edition, "dont_pass", 6, 1, **rules)
        assert code(play.bet("dont_pass_odds", 10)) == "over_limit"
        assert code(play.bet("dont_pass_odds", 9)) is None
    play = behind("nz-revised", "dont_pass", 6, 1, payouts={"dont_pass_odds": "0:1"})
    assert code(play.bet("dont_pass_odds", 10**6)) is None


def test_a_multiple_of_nought_lets_no_odds_in() -> None:
    play = behind("md-craps", "pass_line", 6, 10, odds={"pass_line": {"multiples": 0}})
    assert code(play.bet("pass_odds", 1)) == "over_limit"


@pytest.mark.parametrize(
    ("edition", "flat", "number", "clause"),
    [
        ("nz-1998", "pass_line", 6, "4.1(e)(i)"),
        ("nz-revised", "dont_pass", 6, "4.1(f)(i)"),
        ("nz-revised", "come", 6, "4.1(g)(i)"),
        ("nz-revised", "dont_come", 6, "4.1(h)(i)"),
        ("sg-mbs-v2", "pass_line", 6, "3.4.2.1"),
        ("sg-mbs-v2", "dont_pass", 6, "3.4.6.1"),
        ("sg-mbs-v2", "come", 6, "3.4.4.1"),
        ("sg-mbs-v2", "dont_come", 6, "3.4.8.1"),
        ("bc-craps", "pass_line", 4, "1/6.1.2.a"),
        ("bc-craps", "come", 9, "1/6.1.2.b"),
        ("bc-midi", "pass_line", 8, "4/7.1.2.c"),
        ("bc-craps", "dont_pass", 6, "1/6.2.1.a"),
        ("bc-midi", "dont_come", 6, "4/7.2.1.a"),
    ],
)
def test_the_clause_of_a_limit(edition: str, flat: str, number: int, clause: str) -> None:
    play = behind(edition, flat, number)
    odds = {"pass_line": "pass_odds", "dont_pass": "dont_pass_odds"}.get(flat, f"{flat}_odds")
    spot = {} if odds in ("pass_odds", "dont_pass_odds") else {"number": number}
    step = play.bet(odds, 10**6, **spot)
    assert refusal(step) == ("over_limit", clause)
    assert "at most" in step["error"]["message"]


@pytest.mark.parametrize(
    ("flat", "odds", "number", "single", "more"),
    [
        ("pass_line", "pass_odds", None, "6/A", "6/E"),
        ("dont_pass", "dont_pass_odds", None, "6/B", "6/E(1)"),
        ("come", "come_odds", 6, "6/C", "6/E"),
        ("dont_come", "dont_come_odds", 6, "6/D", "6/E(1)"),
    ],
)
def test_maryland_cites_what_sets_the_limit_on_odds(
    flat: str, odds: str, number: int | None, single: str, more: str
) -> None:
    """The clause of single odds at 1×, that of up to 100× above, and 5/K where a posted maximum is lower."""
    for multiple, clause in ((1, single), (2, more), (100, more)):
        play = behind("md-craps", flat, 6, odds={flat: {"multiples": multiple}})
        assert refusal(play.bet(odds, 10**6, number)) == ("over_limit", clause)
    posted = {"odds": {flat: {"multiples": 100}}, "limits": {odds: {"min": 5, "max": 20}}}
    play = behind("md-craps", flat, 6, **posted)
    assert refusal(play.bet(odds, 60, number)) == ("over_limit", "5/K")
    assert refusal(play.bet(odds, 1, number)) == ("under_minimum", "3/B(1)")


def test_the_message_names_the_payable_amount_only_where_there_is_one() -> None:
    step = behind("nz-revised", "pass_line", 6, 7).bet("pass_odds", 8)
    assert step["error"]["message"] == (
        "8 is more than Odds on the Pass Bet on 6 may be: at most 7, "
        "or 10 exactly so that it pays whole chips."
    )
    step = behind("nz-revised", "pass_line", 6, 10).bet("pass_odds", 11)
    assert step["error"]["message"] == "11 is more than Odds on the Pass Bet on 6 may be: at most 10."


def test_odds_need_their_bet_and_its_point() -> None:
    play = Play("md-craps")
    assert refusal(play.bet("pass_odds", 5)) == ("not_now", "6/A")
    play.bet("pass_line", 5)
    assert code(play.bet("pass_odds", 5)) == "not_now"
    play.roll(6)
    assert code(play.bet("dont_pass_odds", 5)) == "not_now"
    assert code(play.bet("come_odds", 5, 6)) == "not_now"
    play.bet("come", 5)
    assert code(play.bet("come_odds", 5, 6)) == "not_now"
    play.roll(8)
    assert code(play.bet("come_odds", 5, 6)) == "not_now"
    assert code(play.bet("come_odds", 5, 8)) is None


def test_adding_to_odds_is_judged_by_the_total() -> None:
    play = behind("sg-mbs-v2", "pass_line", 6)
    assert code(play.bet("pass_odds", 50)) is None
    assert code(play.bet("pass_odds", 1)) == "over_limit"
    assert code(play.remove("pass_odds", amount=1)) is None
    assert code(play.bet("pass_odds", 1)) is None


def test_odds_may_be_reduced_or_taken_down_at_any_time() -> None:
    play = behind("sg-mbs-v2", "come", 6)
    play.bet("come_odds", 50, 6)
    play.remove("come_odds", 6, amount=20)
    assert play.on_table == "40"
    play.remove("come_odds", 6)
    assert (play.on_table, play.balance) == ("10", "-10")


def test_a_reduction_may_not_leave_odds_above_their_limit() -> None:
    play = behind("bc-craps", "dont_pass", 6)
    play.bet("dont_pass_odds", 60)
    assert refusal(play.remove("dont_pass", amount=1)) == ("over_limit", "1/6.2.1.a")
    play.remove("dont_pass_odds", amount=6)
    assert code(play.remove("dont_pass", amount=1)) is None
    assert play.on_table == "63"


def test_a_reduced_payable_excess_must_be_payable_still() -> None:
    play = behind("nz-revised", "pass_line", 6, 7)
    play.bet("pass_odds", 10)
    assert code(play.remove("pass_odds", amount=2)) == "over_limit"  # 8 of 7, and not payable
    assert code(play.remove("pass_odds", amount=3)) is None


@pytest.mark.parametrize(
    ("edition", "clause"), [("nz-revised", "4.14"), ("sg-mbs-v2", "4.2"), ("bc-midi", "4/7.1.3")]
)
def test_odds_are_decided_with_their_bet(edition: str, clause: str) -> None:
    play = behind(edition, "pass_line", 6)
    play.bet("pass_odds", 10)
    won = play.roll(6)
    assert brief(won) == [("pass_line", "win", "10", "10"), ("pass_odds", "win", "12", "10")]
    assert won[1]["clause"] == clause
    assert (play.balance, play.on_table) == ("22", "0")
