"""Chips, units and limits of what would be up: for a bet, an addition and a reduction alike."""

import pytest

from tests.craps.play import BC, EDITIONS, MD, NZ, SG, Play, brief, code, refusal


@pytest.mark.parametrize("edition", EDITIONS)
def test_amounts_are_whole_chips(edition: str) -> None:
    assert code(Play(edition).bet("field", "5/2")) == "bad_unit"
    assert code(Play(edition, chip_unit="1/2").bet("field", "5/2")) is None
    assert code(Play(edition, chip_unit=5).bet("field", 7)) == "bad_unit"
    assert code(Play(edition, chip_unit=2).bet("field", 5)) == "bad_unit"
    assert code(Play(edition, chip_unit=5).bet("field", 10)) is None
    assert code(Play(edition, chip_unit="5/2").bet("field", "7.5")) is None


@pytest.mark.parametrize(
    ("edition", "wager", "unit", "clause"),
    [
        *((e, "horn_high", 5, "4.1(w)(i)") for e in NZ),
        *((e, "world", 5, "4.1(x)(i)") for e in NZ),
        *((e, "horn_high", 5, "3.4.15") for e in SG),
        *((e, "horn", 4, "3/A(19)(a)") for e in MD),
        *((e, "horn_high", 5, "3/A(20)(a)") for e in MD),
        *((e, "world", 5, "3/A(21)(a)") for e in MD),
    ],
)
@pytest.mark.parametrize("chip", [1, 5, "1/2"])
def test_units_are_of_chips(edition: str, wager: str, unit: int, clause: str, chip: object) -> None:
    number = 12 if wager == "horn_high" else None
    play = Play(edition, chip_unit=chip)
    size = {1: unit, 5: 5 * unit, "1/2": f"{unit}/2"}[chip]
    step = play.bet(wager, chip, number)
    assert refusal(step) == ("bad_unit", clause)
    assert f"multiples of {unit if chip == 1 else 5 * unit if chip == 5 else ''}" in step["error"]["message"]
    assert code(play.bet(wager, size, number)) is None
    assert code(play.remove(wager, number, amount=chip)) == "bad_unit"  # would leave a part of a unit


@pytest.mark.parametrize(
    ("edition", "wager", "number"),
    [
        *((e, "horn", None) for e in (*NZ, *SG, *BC)),
        *((e, "world", None) for e in BC),
        *((e, "horn_high", 2) for e in BC),
        *((e, "c_and_e", None) for e in (*SG, *BC, *MD)),
        ("bc-craps", "high_low_eleven", None),
    ],
)
def test_where_no_unit_is_named_a_share_may_be_a_fraction(
    edition: str, wager: str, number: int | None
) -> None:
    play = Play(edition)
    assert code(play.bet(wager, 1, number)) is None
    (won,) = play.roll(11)
    assert won["outcome"] == "win"
    assert "/" in won["returned"]


def test_a_limit_is_cited_from_the_document_only_where_it_is_the_documents() -> None:
    assert refusal(Play("md-craps").bet("fire", 6)) == ("over_limit", "11/B(1)(b)")
    assert refusal(Play("md-craps", limits={"fire": {"max": 3}}).bet("fire", 4)) == ("over_limit", "3/B(2)")


@pytest.mark.parametrize("edition", NZ)
def test_new_zealand_craps_and_eleven_takes_two_units(edition: str) -> None:
    play = Play(edition, chip_unit=5)
    step = play.bet("c_and_e", 5)
    assert refusal(step) == ("bad_unit", "4.1(y)(i)")
    assert step["error"]["message"] == "C & E takes at least 2 units: 10 or more, not 5."
    assert code(play.bet("c_and_e", 10)) is None
    step = play.bet("c_and_e", 5)
    assert refusal(step) == ("bad_unit", "4.1(y)(i)") and step["error"]["reading"] == "c-and-e-odd"
    assert step["error"]["message"].endswith("an even number of chips of 5, not 15 in all.")
    assert code(play.bet("c_and_e", 10)) is None
    assert code(play.remove("c_and_e", amount=5)) == "bad_unit"
    assert code(play.remove("c_and_e", amount=10)) is None


@pytest.mark.parametrize(("edition", "clause"), [("bc-craps", "1/6.3.7"), ("bc-midi", "4/7.3.6")])
@pytest.mark.parametrize("number", [4, 5, 9, 10])
def test_british_columbia_place_in_multiples_of_five(edition: str, clause: str, number: int) -> None:
    play = Play(edition)
    step = play.bet("place", 12, number)
    assert refusal(step) == ("bad_unit", clause)
    assert step["error"]["message"] == f"Place Bet {number} is bet in multiples of 5, not 12."
    assert code(play.bet("place", 10, number)) is None
    assert code(play.remove("place", number, amount=1)) == "bad_unit"
    assert (
        code(Play(edition, chip_unit=2).bet("place", 10, number)) is None
    )  # five of the currency, not chips
    assert code(Play("nz-revised").bet("place", 12, number)) is None


@pytest.mark.parametrize("number", [6, 8])
@pytest.mark.parametrize(
    ("stake", "paid"), [(5, "5"), (6, "7"), (7, "8"), (11, "12"), (12, "14"), (13, "15"), (16, "18")]
)
@pytest.mark.parametrize("edition", BC)
def test_british_columbia_pays_a_wrong_unit_even_money(
    edition: str, stake: int, paid: str, number: int
) -> None:
    play = Play(edition)
    play.roll(4)
    play.bet("place", stake, number)
    (won,) = play.roll(number)
    assert (won["paid"], won["returned"]) == (paid, str(stake))
    assert ("at even money" in won["message"]) == (stake % 6 != 0)


def test_the_sentence_splits_a_wrong_unit() -> None:
    play = Play("bc-craps")
    play.roll(4)
    play.bet("place", 16, 6)
    said = play.roll(6)[0]["message"]
    assert said == "Place Bet 6 wins on 2-4: 12 at 7 to 6 and 4 at even money pays 18."


def test_elsewhere_an_odd_unit_is_paid_exactly() -> None:
    play = Play("nz-revised")
    play.roll(4)
    play.bet("place", 7, 6)
    assert play.roll(6)[0]["paid"] == "49/6"


@pytest.mark.parametrize(
    ("edition", "step", "least", "most"),
    [
        ("md-craps", "3/B", "3/B(1)", "3/B(2)"),
        ("nz-revised", *["4.1(o)"] * 3),
        ("bc-craps", *["1/6.9"] * 3),
    ],
)
def test_limits_are_of_the_total(edition: str, step: str, least: str, most: str) -> None:
    play = Play(edition, limits={"field": {"min": 5, "max": 20, "increment": 5}})
    assert refusal(play.bet("field", 3)) == ("bad_unit", step)
    assert refusal(play.bet("field", 25)) == ("over_limit", most)
    assert code(play.bet("field", 10)) is None
    assert code(play.bet("field", 15)) == "over_limit"
    assert code(play.bet("field", 10)) is None
    assert code(play.remove("field", amount=7)) == "bad_unit"
    assert code(play.remove("field", amount=15)) is None
    assert (play.on_table, play.balance) == ("5", "-5")
    low = Play(edition, limits={"field": {"min": 5}})
    refused = low.bet("field", 4)
    assert refusal(refused) == ("under_minimum", least)
    assert "4 is below the minimum of 5" in refused["error"]["message"]
    assert code(low.bet("field", 5)) is None
    assert code(low.remove("field", amount=1)) == "under_minimum"
    assert code(low.remove("field", amount=5)) is None  # all of it may go


def test_a_minimum_holds_for_odds_too() -> None:
    play = Play("md-craps", limits={"pass_odds": {"min": 5}})
    play.bet("pass_line", 10)
    play.roll(6)
    assert code(play.bet("pass_odds", 4)) == "under_minimum"
    assert code(play.bet("pass_odds", 5)) is None


def test_an_increment_is_named_in_the_message() -> None:
    step = Play("md-craps", limits={"horn_high": {"increment": 15}}).bet("horn_high", 20, 12)
    assert step["error"]["message"].endswith("is bet in steps of 15, not 20.")


def test_stay_is_kept_replaced_or_left_alone() -> None:
    play = Play("nz-revised")
    play.bet("big_6", 5, stay=True)
    play.bet("big_6", 5)  # says nothing of it
    assert brief(play.roll(6)) == [("big_6", "win", "10", "0")]
    play.bet("big_6", 5, stay=False)
    assert brief(play.roll(6)) == [("big_6", "win", "15", "15")]
    assert play.on_table == "0"


def test_a_bet_that_stays_may_lose_later() -> None:
    play = Play("nz-revised")
    play.bet("big_8", 5, stay=True)
    for _ in range(3):
        assert brief(play.roll(8)) == [("big_8", "win", "5", "0")]
    assert brief(play.roll(7)) == [("big_8", "lose", "0", "0")]
    assert (play.balance, play.on_table) == ("10", "0")


def test_fractions_are_kept_in_lowest_terms() -> None:
    play = Play("md-craps", chip_unit="1/4")
    play.bet("place_to_lose", "2.50", 4)
    assert (play.on_table, play.balance) == ("5/2", "-5/2")
    play.turn("on", "place_to_lose", 4)
    assert play.roll(7)[0]["paid"] == "25/22"
    assert play.balance == "25/22"


@pytest.mark.parametrize("dice", [[1, 1], [1, 2], [6, 5], [6, 6]])
@pytest.mark.parametrize(
    ("edition", "clause"), [("bc-craps", "1/6.8.4"), ("bc-midi", "4/7.8.4"), ("md-craps", "3/A(22)-(38)")]
)
def test_no_hop_on_a_proposition(edition: str, clause: str, dice: list[int]) -> None:
    step = Play(edition).bet("hop", 1, dice=dice)
    assert refusal(step) == ("not_offered", clause)
    assert step["error"]["message"] == (
        f"There is no hop bet on {sum(dice)}: 2, 3, 11 and 12 are proposition bets."
    )


def test_a_hop_names_its_dice_lower_face_first() -> None:
    play = Play("md-craps")
    play.bet("hop", 1, dice=[5, 2])
    play.bet("hop", 1, dice=[2, 5])
    assert play.on_table == "2"
    (won,) = play.roll(5, 2)
    assert (won["dice"], won["paid"], "number" in won, won["clause"]) == ([2, 5], "30", False, "5/A(39)")
