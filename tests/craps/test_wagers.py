"""The catalogue of wagers: every id, number and pair, and what it says to a caller that asks wrongly."""

import pytest

from craps.dice import ROLLS, WAYS, roll_index
from craps.wagers import CATALOGUE, Decision, decisions, entry, parts, slot_of, spots, winning_parts
from tests.craps import printed
from tests.craps.play import POINTS

ALL = set().union(*printed.AUTHORISED.values())


def test_the_catalogue_is_the_documents_wagers() -> None:
    assert set(CATALOGUE) == ALL
    assert all(entry(wager).id == wager for wager in CATALOGUE)
    assert len({item.name for item in CATALOGUE.values()}) == len(CATALOGUE)


@pytest.mark.parametrize("wager", sorted(ALL))
def test_where_a_wager_can_stand(wager: str) -> None:
    if wager in ("pass_odds", "dont_pass_odds"):
        assert spots(wager) == (None,)
    elif wager in printed.NUMBERED:
        assert spots(wager) == tuple(printed.NUMBERED[wager])
    elif wager in ("come", "dont_come"):
        assert spots(wager) == POINTS
    elif wager == "horn_high":
        assert spots(wager) == (2, 3, 11, 12)
    elif wager == "hop":
        assert set(spots(wager)) == {pair for pair, _ in printed.HOPS}
        assert len(spots(wager)) == 17
    else:
        assert spots(wager) == (None,)
    assert CATALOGUE[wager].stays == (wager in printed.MAY_STAY)


def test_a_wager_that_one_roll_does_not_decide_says_so() -> None:
    for wager in ("fire", "all_small", "horn", "world"):
        with pytest.raises(KeyError, match=f"{wager} is not decided by a single roll"):
            decisions(wager, None)
    with pytest.raises(KeyError):
        entry("roulette")


def test_decisions_follow_the_order_of_the_rolls() -> None:
    table = decisions("hardway", 8)
    assert len(table) == 36
    assert table[roll_index(4, 4)] == Decision("win", "8")
    assert table[roll_index(2, 6)] == table[roll_index(3, 4)] == Decision("lose")
    assert table[roll_index(1, 1)] is None
    assert [ROLLS[roll_index(a, b)] for a, b in ROLLS] == list(ROLLS)
    assert sum(WAYS.values()) == 36


def test_the_shares_of_combined_wagers() -> None:
    assert parts("horn_high", 12) == ("craps_2", "craps_3", "eleven", "craps_12", "craps_12")
    assert parts("world", None) == ("craps_2", "craps_3", "eleven", "craps_12", "any_seven")
    assert parts("field", None) == ()
    assert winning_parts("horn_high", 12)[roll_index(6, 6)] == ("craps_12", "craps_12")
    assert winning_parts("c_and_e", None)[roll_index(3, 4)] == ()


def test_the_payout_a_number_is_paid_from() -> None:
    assert slot_of("hop", (2, 2)) == "hard"
    assert slot_of("hop", (2, 3)) == "easy"
    assert slot_of("place", 6) == "6"
    assert slot_of("come", 6) == ""
    assert slot_of("field", None) == ""
