"""Fire, sharpshooter and bonus craps: when they are taken, what they count, what they pay."""

import itertools

import pytest

from tests.craps import printed
from tests.craps.play import EASY, POINTS, Play, brief, code, refusal


def shooter(edition: str, wager: str, stake: int = 1, **rules: object) -> Play:
    play = Play(edition, **rules)
    play.bet("pass_line", 10)
    assert code(play.bet(wager, stake)) is None
    return play


def make(play: Play, *points: int) -> None:
    for point in points:
        play.roll(point)
        play.roll(point)


def paid(play: Play, wager: str) -> dict[str, object]:
    """What the seven-out does to the side bet."""
    play.roll(6)
    return next(s for s in play.roll(7) if s["bet"] == wager)


@pytest.mark.parametrize("table", ["bc-craps", "A", "B"])
@pytest.mark.parametrize("count", range(7))
def test_fire_pays_different_points_once_at_the_highest_level(count: int, table: str) -> None:
    edition, rules = ("bc-craps", {}) if table == "bc-craps" else ("md-craps", {"paytables": {"fire": table}})
    play = shooter(edition, "fire", 2, **rules)
    make(play, *POINTS[:count], *POINTS[: min(count, 1)] * 3)  # repeats of the first count for nothing
    play.roll(11)  # nor does anything that happens on a come-out
    play.roll(7)
    found = paid(play, "fire")
    pays = printed.FIRE[table].get(count)
    assert found["outcome"] == ("lose" if pays is None else "win")
    assert (found["paid"], found["returned"]) == (("0", "0") if pays is None else (str(2 * pays), "2"))


def test_side_bets_are_settled_when_all_else_is() -> None:
    play = Play("bc-craps")
    play.bet("pass_line", 10)
    play.bet("fire", 1)
    play.bet("sharpshooter", 1)
    play.bet("lay", 40, 4)
    play.roll(6)
    assert [settled["bet"] for settled in play.roll(7)][2:] == ["fire", "sharpshooter"]


def test_fire_clauses() -> None:
    play = shooter("md-craps", "fire", paytables={"fire": "B"})
    make(play, 4, 5, 6, 8, 9)
    won = paid(play, "fire")
    assert won["clause"] == "5/F(2)(b)"
    assert won["message"] == "Fire Bet wins on 3-4 with 5 different points made: 1 at 199 to 1 pays 199."
    lost = paid(shooter("md-craps", "fire"), "fire")
    assert lost["clause"] == "3/A(40)(b)"
    assert lost["message"] == "Fire Bet loses its 1 on 3-4 with no point made."
    assert paid(shooter("bc-craps", "fire"), "fire")["clause"] == "2/6.3"
    play = shooter("bc-craps", "fire")
    make(play, 4, 5, 6, 8)
    assert paid(play, "fire")["clause"] == "2/5.4"


@pytest.mark.parametrize("count", range(13))
def test_sharpshooter_counts_every_point(count: int) -> None:
    play = shooter("bc-craps", "sharpshooter", 3)
    make(play, *itertools.islice(itertools.cycle((6, 6, 8)), count))
    found = paid(play, "sharpshooter")
    pays = printed.SHARPSHOOTER.get(min(count, 10))
    assert found["outcome"] == ("lose" if pays is None else "win")
    assert (found["paid"], found["returned"]) == (("0", "0") if pays is None else (str(3 * pays), "0"))
    assert play.on_table == ("0" if pays is None else "3")  # a paid one stays (3/6.4)
    assert found["clause"] == ("3/6.5" if pays is None else "3/5.3")


def test_a_sharpshooter_that_stays_counts_from_nought_again() -> None:
    play = Play("bc-craps")
    play.bet("dont_pass", 10)
    play.bet("sharpshooter", 3, stay=True)
    make(play, 6, 6, 8, 8)
    found = paid(play, "sharpshooter")
    assert (found["paid"], found["returned"], play.on_table) == ("27", "0", "3")
    assert code(play.remove("sharpshooter", amount=1)) is None  # a new shooter, no first point yet
    make(play, 6, 6)
    assert paid(play, "sharpshooter")["outcome"] == "lose"
    assert play.on_table == "0"


@pytest.mark.parametrize("wager", printed.BONUS)
@pytest.mark.parametrize("table", ["A", "B"])
def test_bonus_wins_with_its_last_number(wager: str, table: str) -> None:
    small, tall = [2, 3, 4, 5, 6], [8, 9, 10, 11, 12]
    numbers = {"all_small": small, "all_tall": tall, "all_or_nothing": small + tall}[wager]
    for last in numbers:  # in no order that matters, repeats for nothing
        play = Play("md-craps", paytables={"bonus": table})
        play.bet(wager, 5)
        others = [number for number in numbers if number != last]
        assert [play.roll(number) for number in (*others, *others[:2])] == [[]] * (len(others) + 2)
        (won,) = play.roll(last)
        assert (won["outcome"], won["paid"]) == ("win", str(5 * printed.BONUS_PAYS[table][wager]))
        assert (won["returned"], play.on_table) == ("5", "0")
        assert won["clause"].startswith(f"5/H({'AB'.index(table) + 1})")


@pytest.mark.parametrize("wager", printed.BONUS)
@pytest.mark.parametrize("rolled", [[], [2], [6, 5], [4, 5, 6], [2, 3, 4, 5, 8, 9, 10, 11]])
def test_any_seven_takes_a_bonus_bet(wager: str, rolled: list[int]) -> None:
    """A come-out 7 as much as a seven-out."""
    play = Play("md-craps")
    play.bet(wager, 5)
    for total in rolled:
        play.roll(total)
    (lost,) = play.roll(7)
    assert (lost["outcome"], lost["clause"], play.on_table) == ("lose", "12/B(5)", "0")


def test_dice_passed_between_come_outs_open_the_side_bets() -> None:
    play = Play("bc-craps")
    play.bet("pass_line", 10)
    play.roll(11)
    play.bet("pass_line", 10)
    assert code(play.bet("fire", 1)) == "not_now"
    play.pass_dice()
    assert code(play.bet("fire", 1)) is None


@pytest.mark.parametrize("wager", printed.BONUS)
def test_numbers_of_the_other_half_do_not_count(wager: str) -> None:
    other = {"all_small": (8, 9, 10, 11, 12), "all_tall": (2, 3, 4, 5, 6)}.get(wager, (2, 3, 8, 9, 12))
    play = Play("md-craps")
    play.bet(wager, 5)
    for total in other:
        assert play.roll(total) == []
    assert play.on_table == "5"


@pytest.mark.parametrize(
    ("edition", "wager", "clause"),
    [
        ("bc-craps", "fire", "2/2.1"),
        ("bc-craps", "sharpshooter", "3/2.1"),
        ("md-craps", "fire", "3/A(40)"),
        ("md-craps", "all_small", "12/B(1)"),
        ("md-mini", "all_or_nothing", "12/B(1)"),
    ],
)
def test_only_before_a_new_shooters_first_come_out_roll(edition: str, wager: str, clause: str) -> None:
    play = Play(edition)
    play.bet("pass_line", 10)
    play.roll(11)
    play.bet("pass_line", 10)
    assert refusal(play.bet(wager, 1)) == ("not_now", clause)  # a second come-out roll
    play.roll(6)
    assert refusal(play.bet(wager, 1)) == ("not_now", clause)  # a point is on
    play.roll(6)
    play.bet("pass_line", 10)
    assert refusal(play.bet(wager, 1)) == ("not_now", clause)  # the same shooter still
    play.roll(5)
    play.roll(7)
    play.bet("pass_line", 10)
    assert code(play.bet(wager, 1)) is None


@pytest.mark.parametrize(
    ("edition", "wager"), [("bc-craps", "fire"), ("md-craps", "fire"), ("md-craps", "all_tall")]
)
def test_a_new_shooter_with_a_point_on_waits_for_a_come_out(edition: str, wager: str) -> None:
    play = Play(edition)
    play.bet("pass_line", 10)
    play.roll(6)
    play.pass_dice()
    assert code(play.bet(wager, 1)) == "not_now"
    play.roll(6)
    play.bet("pass_line", 10)
    assert code(play.bet(wager, 1)) is None  # the new shooter's first come-out


@pytest.mark.parametrize(
    ("edition", "wager", "wins"),
    [("bc-craps", "fire", "24"), ("md-craps", "fire", "24"), ("bc-craps", "sharpshooter", "9")],
)
def test_a_side_bet_counts_on_when_the_dice_pass(edition: str, wager: str, wins: str) -> None:
    play = shooter(edition, wager)
    make(play, 4, 5)
    play.pass_dice()
    make(play, 6, 8)
    assert paid(play, wager)["paid"] == wins


def test_british_columbia_side_bets_need_a_line_bet() -> None:
    play = Play("bc-craps")
    step = play.bet("fire", 1)
    assert refusal(step) == ("not_now", "2/3.1")
    assert step["error"]["message"] == "Fire Bet needs Pass Line on the table as well."
    step = play.bet("sharpshooter", 1)
    assert refusal(step) == ("not_now", "3/3.1")
    assert "Pass Line or Don't Pass Line" in step["error"]["message"]
    play.bet("dont_pass", 10)
    assert code(play.bet("fire", 1)) == "not_now"
    assert code(play.bet("sharpshooter", 1)) is None
    play.remove("dont_pass")
    assert play.on_table == "1"  # the side bet stays up
    assert code(Play("md-craps").bet("fire", 1)) is None


@pytest.mark.parametrize(
    ("wager", "most", "clauses"), [("fire", 5, ("2/3.3", "2/2.3")), ("sharpshooter", 10, ("3/3.3", "3/2.3"))]
)
def test_british_columbia_limits_and_taking_down(wager: str, most: int, clauses: tuple[str, str]) -> None:
    limit, locked = clauses
    play = Play("bc-craps", chip_unit="1/2")
    play.bet("pass_line", 10)
    assert refusal(play.bet(wager, "1/2")) == ("under_minimum", limit)
    assert refusal(play.bet(wager, most + 1)) == ("over_limit", limit)
    assert code(play.bet(wager, 2)) is None
    assert refusal(play.bet(wager, most)) == ("over_limit", limit)
    assert code(play.bet(wager, most - 2)) is None  # raised before the first come-out roll
    assert refusal(play.remove(wager, amount=f"{2 * most - 1}/2")) == ("under_minimum", limit)
    assert code(play.remove(wager, amount=1)) is None
    play.roll(11)
    assert code(play.remove(wager, amount=1)) is None  # no first point yet
    play.roll(6)
    step = play.remove(wager)
    assert refusal(step) == ("contract", locked)
    assert "once the shooter has set a first point" in step["error"]["message"]
    play.roll(6)
    assert code(play.remove(wager, amount=1)) == "contract"
    assert code(play.turn("off", wager)) == "fixed_state"


def test_maryland_fire_limits() -> None:
    play = Play("md-craps")
    assert refusal(play.bet("fire", 6)) == ("over_limit", "11/B(1)(b)")
    half = Play("md-craps", chip_unit="1/2")
    assert refusal(half.bet("fire", "1/2")) == ("bad_unit", "11/B(1)(c)")
    assert refusal(half.bet("fire", "3/2")) == ("bad_unit", "11/B(1)(c)")
    fine = Play("md-craps", chip_unit="1/2", limits={"fire": {"increment": "1/2"}})
    assert refusal(fine.bet("fire", "1/2")) == ("under_minimum", "11/B(1)(a)")
    assert code(fine.bet("fire", "3/2")) is None


@pytest.mark.parametrize(
    ("wager", "changes", "removes"),
    [("fire", "4/D(3)", "4/D(3)"), *((w, "4/D(4)", "12/B(2)") for w in printed.BONUS)],
)
def test_maryland_side_bets_are_neither_raised_nor_removed(wager: str, changes: str, removes: str) -> None:
    """4/D(4) speaks of reducing and increasing Bonus Craps wagers; that they stay is in 12/B(2)."""
    play = Play("md-craps")
    play.bet(wager, 1)
    assert refusal(play.bet(wager, 1)) == ("no_raise", changes)
    assert refusal(play.remove(wager)) == ("contract", removes)
    step = play.remove(wager, amount="1/2")
    assert refusal(step) == ("contract", changes)
    assert "at any time" in step["error"]["message"]
    play.roll(11)
    assert code(play.bet(wager, 1)) == "not_now"  # wrong time comes before no_raise
    assert code(play.turn("on", wager)) == "fixed_state"


def test_mini_craps_leaves_fire_to_the_operator() -> None:
    assert refusal(Play("md-mini").bet("fire", 1)) == ("not_offered", "3/A(40)")
    play = Play("md-mini", wagers=["pass_line", "fire"])
    assert code(play.bet("fire", 1)) is None
    play.roll(6)
    assert brief(play.roll(7)) == [("fire", "lose", "0", "0")]


def test_payout_of_a_level_may_be_stated() -> None:
    play = shooter("md-craps", "fire", payouts={"fire:5": "300 for 1", "fire": "10:1"})
    make(play, 4, 5, 6, 8, 9)
    assert paid(play, "fire")["paid"] == "299"
    play = shooter("md-craps", "fire", payouts={"fire:5": "300 for 1", "fire": "10:1"})
    make(play, 4, 5, 6, 8)
    assert paid(play, "fire")["paid"] == "10"


def test_easy_rolls_are_what_the_tests_think() -> None:
    assert {total: sum(faces) for total, faces in EASY.items()} == {n: n for n in range(2, 13)}
