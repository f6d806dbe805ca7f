"""Choices in words."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from craps import edition_ids, load_ruleset
from portal.submissions.wording import (
    compare_with_rulebook,
    describe_choices,
    describe_draft,
    differences,
    money,
)
from tests.portal.round_games import PLAIN, WRONG


def words(ruleset: dict[str, object]) -> dict[str, str]:
    return {row["path"]: row["value"] for row in describe_choices(load_ruleset(ruleset))}


def standings(ruleset: Mapping[str, object]) -> dict[str, str]:
    return {row["path"]: row["standing"] for row in describe_choices(load_ruleset(ruleset))}


def test_odds_alike_on_every_point() -> None:
    found = words({"edition": "nz-revised", "odds": {"pass_line": {"multiples": 2}}})
    assert found["odds.pass_line"] == "up to 2× on every point"
    assert found["odds.dont_pass"] == "up to 1× on every point, measured on the amount the odds can win"


def test_odds_that_differ_by_point() -> None:
    assert words({"edition": "sg-mbs-v2"})["odds.pass_line"] == (
        "up to 3× on 4 and 10, 4× on 5 and 9, 5× on 6 and 8"
    )


def test_vigorish_says_when_how_much_of_what_and_what_comes_back() -> None:
    found = words({"edition": "md-craps", "vig": {"buy": {"rate": "3/50", "collect": "win"}}})
    assert found["vig.buy"].startswith("6% of the amount wagered, taken only when it wins; ")
    assert found["paytables.fire"] == "Table A"


def test_what_departs_was_chosen_and_complies() -> None:
    stated = {"edition": "nz-revised", "odds": {"come": {"multiples": 2}}, "payouts": {"field:12": "3:1"}}
    rows = describe_choices(load_ruleset(stated))
    assert standings(stated) == {
        "wagers": "complies",
        "odds.pass_line": "chosen",
        "odds.dont_pass": "chosen",
        "odds.come": "chosen",
        "odds.dont_come": "chosen",
        "vig.buy": "complies",
        "vig.lay": "complies",
        "payouts.field:12": "departs",
    }
    assert next(row for row in rows if row["path"] == "payouts.field:12")["value"] == "3 to 1"


def test_a_payout_stated_as_the_edition_has_it_is_no_choice() -> None:
    assert "payouts.field:12" not in words({"edition": "nz-revised", "payouts": {"field:12": "2:1"}})


def test_wagers_left_out_are_named() -> None:
    assert words({"edition": "nz-revised"})["wagers"].startswith("All ")
    found = words({"edition": "nz-revised", "wagers": ["pass_line", "fire"]})["wagers"]
    assert "left out: " in found
    assert "not listed in the edition: " in found


def test_choices_about_single_numbers_excess_odds_the_table_and_called_bets() -> None:
    stated: dict[str, object] = {
        "edition": "md-craps",
        "numbers": {"buy": [4, 10], "hardway": [4, 6, 8, 10]},
        "odds": {"come": {"excess": False}},
        "limits": {"table": {"min": 15, "max": 500}, "field": {"max": 100}},
        "making": {"called_with_cash": True},
    }
    found = words(stated)
    assert found["numbers.buy"] == "4 and 10"
    assert "numbers.hardway" not in found  # all of them
    assert found["odds.come"] == (
        "up to 1× on every point; nothing more is accepted for a payable unit (6/F)"
    )
    assert found["limits.table"] == "at least US$15, at most US$500"
    assert found["limits.field"] == "at most US$100"
    assert found["making.called_with_cash"].startswith("accepted once the dealer confirms it")
    was = load_ruleset({"edition": "md-craps"})
    assert {row["path"] for row in differences(was, load_ruleset(stated))} == {
        "numbers.buy", "odds.come", "limits.table", "limits.field", "making.called_with_cash",
    }  # fmt: skip


def test_differences_name_both_sides() -> None:
    was = load_ruleset({"edition": "nz-revised", "limits": {"field": {"min": "5"}}})
    now = load_ruleset({"edition": "nz-revised", "odds": {"come": {"multiples": 2}}})
    found = {row["path"]: (row["was"], row["now"]) for row in differences(was, now)}
    assert found == {
        "odds.come": ("up to 1× on every point", "up to 2× on every point"),
        "limits.field": ("at least NZ$5", ""),
    }
    assert differences(was, was) == []


@pytest.mark.parametrize("edition", edition_ids())
def test_every_edition_can_be_said(edition: str) -> None:
    rows = describe_choices(load_ruleset({"edition": edition}))
    assert rows
    assert not any(row["standing"] == "departs" for row in rows)
    assert all(row["label"] and row["value"] for row in rows)


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (15, "NZ$15"),
        (5000, "NZ$5,000"),
        (Fraction(5, 2), "NZ$2.50"),
        (Fraction(184, 3), "NZ$61 and 1/3"),
        (Fraction(2, 3), "2/3 of NZ$1"),
    ],
)
def test_money(amount: int | Fraction, text: str) -> None:
    assert money(amount, "NZ$") == text


def test_every_choice_on_table_and_side_bets_is_described_with_its_clause() -> None:
    """What no word stood for would change between two versions unseen."""
    table = {
        "shape": "other",
        "rounded_corners": True,
        "high_walls": True,
        "length_ft": "19/2",
        "seats": 9,
        "players": 9,
        "players_per_end": 4,
        "dice": 5,
        "dice_face_mm": "19",
        "dice_casino_name": True,
        "dice_change_hours": "24",
        "counts_as_tables": 1,
        "limits_posted": False,
        "stickperson": False,
        "off_for_removal": False,
        "equipment": ["drop_box", "stick"],
        "discs": 2,
    }
    places = {"positions": 9, "positions_per_end": 5, "place": "players", "schedule_place": "boxperson"}
    fire = places | {
        "circles": True,
        "clockwise": True,
        "relocation_area": True,
        "relocation_numbered": True,
        "markers_distinct": True,
        "wall_notice": ["odds"],
    }
    bonus = {
        "areas": ["all_small"],
        "place": "boxperson",
        "markers_distinct": False,
        "marker_spots": [2, 3],
        "odds_shown": True,
    }
    side_bets = {"fire": fire, "sharpshooter": places, "bonus": bonus}
    layout = {"logo": True, "schedules": ["fire"], **side_bets}
    said = words({"edition": "md-mini", "table": table, "layout": layout})
    assert {path for path in said if path.startswith(("table.", "layout."))} == {
        *(f"table.{name}" for name in table),
        "layout.logo",
        "layout.schedules",
        *(f"layout.{bet}.{name}" for bet, fields in side_bets.items() for name in fields),
    }
    assert (said["table.shape"], said["layout.fire.place"]) == ("another shape", "in front of the players")
    assert (said["table.length_ft"], said["table.limits_posted"]) == ("9.5 ft", "no")
    assert (said["table.equipment"], said["layout.bonus.areas"]) == ("drop box, stick", "All Small Wager")
    rows = describe_choices(load_ruleset({"edition": "md-mini", "table": table}))
    clauses = {row["path"]: row["clause"] for row in rows}
    assert (clauses["table.seats"], clauses["table.equipment"]) == ("2/C", "2/E, 9/G(2)")


def test_a_stated_layout_is_described_in_words() -> None:
    layout = {
        "legends": ["no call bets"],
        "areas": [{"wager": "field", "x": 0, "y": 0, "w": 9, "h": 9}],
        "fire": {"positions": 12},
    }
    rows = {
        row["path"]: row for row in describe_choices(load_ruleset({"edition": "md-craps", "layout": layout}))
    }
    assert rows["layout.areas"]["value"] == "1 area for 1 of the wagers"
    assert rows["layout.legends"]["value"] == "“no call bets”"
    assert (rows["layout.fire.positions"]["value"], rows["layout.fire.positions"]["clause"]) == (
        "12",
        "2/D(4)(a)",
    )


def test_a_draft_does_not_show_our_baseline_as_the_operators_choice() -> None:
    rules = load_ruleset({"edition": "md-craps", "odds": {"come": {"multiples": 5}}})
    values = {row["path"]: row["value"] for row in describe_draft(rules)}
    assert values["odds.come"] == (
        "up to 5× on every point; whether more is accepted for a payable unit is to be stated"
    )
    assert values["making.called_with_cash"] == "Still to be stated"
    assert values["odds.pass_line"] == "Still to be stated. Our baseline: up to 1× on every point"
    assert values["vig.buy"].startswith("Still to be stated. Our baseline: 5%")
    assert values["paytables.fire"] == "Still to be stated. Our baseline: Table A"
    assert [row["value"] for row in describe_draft(load_ruleset({"edition": "sg-mbs-v2"}))] == [
        row["value"] for row in describe_choices(load_ruleset({"edition": "sg-mbs-v2"}))
    ]


def test_games_played_in_rounds_say_what_is_their_own() -> None:
    found = words(WRONG["bc-red-dog"])
    assert (found["decks"], found["payouts.spread:1"], found["table.conversion_from"]) == (
        "8",
        "4 to 1",
        "1 to 1",
    )
    assert "payouts.spread:2" not in found  # as printed
    wheel = words(WRONG["bc-wheel"])
    assert (wheel["wheel.spaces"], wheel["wheel.spaces.joker"]) == (
        "54 spaces of 7 kinds",
        "1 space, pays 40 to 1",
    )
    assert wheel["wagers"] == "The only one that the edition lists"
    assert words({"edition": "bc-red-dog"})["wagers"] == "Both that the edition lists"


def test_a_wheel_is_chosen_and_its_table_complies_or_departs() -> None:
    """The document prints no wheel, and four turns are three or more."""
    plain, wrong = standings(PLAIN["bc-wheel"]), standings(WRONG["bc-wheel"])
    assert "departs" not in plain.values()
    assert {plain["wheel.spaces"], plain["wheel.spaces.joker"]} == {"chosen"}
    departing = {path for path, standing in wrong.items() if standing == "departs"}
    assert departing == {"table.revolutions", "table.alternate_direction", "layout.areas"}


def test_limits_and_what_no_clause_mentions_are_chosen_and_stated_equipment_complies() -> None:
    found = standings(
        {
            "edition": "md-mini",
            "chip_unit": 5,
            "limits": {"pass_line": {"min": 15, "max": 500}},
            "table": {"length_ft": 9, "seats": 12},
            "vig": {"buy": {"collect": "win", "rate": "1/20"}},
        }
    )
    assert (found["limits.pass_line"], found["chip_unit"]) == ("chosen", "chosen")
    assert (found["table.length_ft"], found["table.seats"]) == ("complies", "departs")
    assert found["paytables.bonus"] == "chosen"


def test_beside_each_rule_is_what_the_document_has_there() -> None:
    stated = {"edition": "md-craps", "odds": {"come": {"multiples": 150}}, "table": {"length_ft": 12}}
    rows = {row["path"]: row for row in compare_with_rulebook(load_ruleset(stated))}
    assert (rows["odds.come"]["rulebook"], rows["odds.come"]["severity"]) == ("at most 100×", "breach")
    assert rows["odds.pass_line"]["rulebook"] == "from 1× to 100×"
    assert rows["paytables.fire"]["rulebook"] == "Table A or B"
    assert rows["table.length_ft"]["rulebook"] == "The table is at most 14 ft long."


def test_a_departure_that_no_row_is_about_has_a_row_of_its_own() -> None:
    rows = {row["path"]: row for row in compare_with_rulebook(load_ruleset(WRONG["bc-wheel"]))}
    logo = rows["wheel.payouts.logo"]
    assert (logo["standing"], logo["value"], logo["rulebook"]) == ("departs", "45 to 1", "40 to 1, as joker")


def test_changes_in_games_played_in_rounds_name_both_sides() -> None:
    was, now = load_ruleset(PLAIN["bc-war"]), load_ruleset(WRONG["bc-war"])
    found = {row["path"]: (row["label"], row["was"], row["now"]) for row in differences(was, now)}
    assert found == {
        "decks": ("Decks in the shoe", "6", "8"),
        "payouts.tie": ("Payout of the tie wager", "10 to 1", "8 to 1"),
        "payouts.go_to_war": ("Payout of the Go to War wager", "1 to 1", "1 to 2"),
        "limits.go_to_war": ("Limits of Go to War", "", "at most C$200"),
        "table.burn_cards": ("Cards burned before each card of a war", "", "1"),
        "table.dealer_bet_at_war": ("Dealer bets go to war", "", "yes"),
    }
