"""The catalogue of wagers: every id, number and pair, and what it says to a caller that asks wrongly."""

from typing import Any

import pytest

from craps.dice import ROLLS, WAYS, roll_index
from craps.ruleset import ruleset_schema
from craps.wagers import (
    CATALOGUE,
    SIDE_BETS,
    Decision,
    decisions,
    entry,
    parts,
    slot_of,
    spot_name,
    spots,
    winning_parts,
)
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
    for number, extra in {2: "craps_2", 3: "craps_3", 11: "eleven", 12: "craps_12"}.items():
        assert parts("horn_high", number)[4] == extra
    assert parts("world", None) == ("craps_2", "craps_3", "eleven", "craps_12", "any_seven")
    assert parts("field", None) == parts("place", 6) == ()
    assert parts("horn_high", None) == parts("horn", None) == ("craps_2", "craps_3", "eleven", "craps_12")
    assert winning_parts("horn_high", 12)[roll_index(6, 6)] == ("craps_12", "craps_12")
    assert winning_parts("c_and_e", None)[roll_index(3, 4)] == ()


def test_the_payout_a_number_is_paid_from() -> None:
    assert slot_of("hop", (2, 2)) == "hard"
    assert slot_of("hop", (2, 3)) == "easy"
    assert slot_of("place", 6) == "6"
    assert slot_of("come", 6) == ""
    assert slot_of("field", None) == ""


COME_OUT = "before the come-out roll"
ANY_TIME = "at any time"
NEW_SHOOTER = "before a new shooter's first come-out roll"
WHEN = {
    "line": {"pass_line": COME_OUT, "dont_pass": COME_OUT}
    | dict.fromkeys(("come", "dont_come"), "while a point is on"),
    "odds": dict.fromkeys(printed.ODDS, "once the bet it supports has its point"),
    "number": dict.fromkeys(printed.MAY_STAY - {"sharpshooter"}, ANY_TIME),
    "one roll": dict.fromkeys((*printed.PROPOSITIONS, "field", "hop", "six_seven_eight"), ANY_TIME),
    "combined": dict.fromkeys((*printed.SHARED, "horn_high"), ANY_TIME),
    "side": dict.fromkeys(("fire", "sharpshooter", *printed.BONUS), NEW_SHOOTER),
}


def test_groups_and_when_a_wager_may_be_bet() -> None:
    """Pages and the rulebook show these words."""
    found: dict[str, dict[str, str]] = {}
    for item in CATALOGUE.values():
        found.setdefault(item.group, {})[item.id] = item.when
    assert found == WHEN


def test_our_own_names_are_shown_where_a_document_has_none() -> None:
    odd = {
        "dont_pass": "Don't pass", "dont_come": "Don't come", "dont_pass_odds": "Don't pass odds",
        "dont_come_odds": "Don't come odds", "six_seven_eight": "6-7-8", "c_and_e": "C and E",
        "all_or_nothing": "All or nothing at all",
    }  # fmt: skip
    for wager, item in CATALOGUE.items():
        assert item.name == odd.get(wager, wager.replace("_", " ").capitalize())


def test_the_payouts_of_a_wager_by_slot() -> None:
    for wager, item in CATALOGUE.items():
        if item.parts:
            assert item.slots == ()
        elif wager in printed.NUMBERED:
            assert item.slots == tuple(str(n) for n in printed.NUMBERED[wager])
        elif wager == "field":
            assert item.slots == tuple(str(n) for n in printed.FIELD)
        elif wager == "fire":
            assert item.slots == ("4", "5", "6")
        elif wager == "sharpshooter":
            assert item.slots == tuple(str(n) for n in printed.SHARPSHOOTER)
        else:
            assert item.slots == {"hop": ("easy", "hard"), "six_seven_eight": ("", "hard")}.get(wager, ("",))


def test_a_spot_is_named_as_rule_sets_write_it() -> None:
    assert [spot_name(spot) for spot in (4, (2, 5), None)] == ["4", "2-5", ""]


def test_every_side_bet_has_its_place_in_a_layout() -> None:
    side_bets = [item.id for item in CATALOGUE.values() if item.when == NEW_SHOOTER]
    assert sorted(wager for wagers in SIDE_BETS.values() for wager in wagers) == sorted(side_bets)
    layout: Any = ruleset_schema()["properties"]
    assert set(SIDE_BETS) <= set(layout["layout"]["properties"])
