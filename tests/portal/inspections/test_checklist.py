"""The checklist comes from the approved rules: every bet, the limits in force, notices and equipment."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from craps import all_edition_ids, load_edition
from craps.ruleset import with_every_wager
from portal.inspections import checklist
from portal.inspections.checklist import ChecklistLine
from portal.review import limit_notices
from tests.factories import House, create_table, make_house, odds
from tests.inspecting import started, table_in_force
from tests.portal.round_games import PLAIN


def lines_of(edition: str, **stated: object) -> list[ChecklistLine]:
    return list(checklist.of_rules(with_every_wager(load_edition(edition), stated), "XX-2026-0001"))


def line(lines: list[ChecklistLine], label: str) -> ChecklistLine:
    [one] = [each for each in lines if each.label == label]
    return one


@pytest.mark.parametrize("edition", all_edition_ids())
def test_every_bet_of_every_game_is_asked_with_its_payout_and_clause(edition: str) -> None:
    rules = with_every_wager(load_edition(edition))
    lines = lines_of(edition)
    asked = {each.label: each for each in lines if each.section == checklist.LAYOUT}
    assert {rules.edition.name_of(wager) for wager in rules.offered} <= set(asked)
    assert all(each.clause and "Pays " in each.expected for each in asked.values())
    assert {checklist.LIMITS, checklist.SIGNS, checklist.EQUIPMENT} <= {each.section for each in lines}


def test_a_bet_is_asked_with_area_and_payout_as_printed() -> None:
    asked = line(lines_of("md-craps"), "Field Bet")
    assert asked.clause == "3/A(11)"
    assert asked.expected == (
        "Has its area on the layout. Pays 2 to 1 on 2 and 12 (5/A(22)); "
        "1 to 1 on 3, 4, 9, 10 and 11 (5/A(21))."
    )
    assert line(lines_of("nz-revised"), "Hardways").expected.endswith("9 to 1 on 6 and 8 (4.14).")


def test_notices_dice_and_equipment_come_with_their_clause() -> None:
    lines = lines_of("md-craps")
    assert ChecklistLine(checklist.SIGNS, "Printed on the layout", "“no call bets”", "2/D(3)") in lines
    assert line(lines, "A set of 5 dice is at the table.").clause == "7/A"
    assert line(lines, "The table has a drop box, a tip box, a dice cup and a stick.").clause == "2/E"


def test_what_was_approved_is_asked_instead_of_what_the_document_wants() -> None:
    lines = lines_of("md-craps", table={"dice": 6, "length_ft": "16"})
    assert line(lines, "Dice in a set").expected == "6."
    assert not [each for each in lines if "A set of 5 dice" in each.label or "14 ft" in each.label]


def test_nothing_is_asked_of_a_side_bet_that_is_not_offered() -> None:
    lines = lines_of("md-craps", wagers=["pass_line"])
    assert not [each for each in lines if "fire" in each.label.lower() or "bonus" in each.label.lower()]


def test_a_wheel_is_asked_space_by_space() -> None:
    asked = line(lines_of("bc-wheel"), "Space")
    assert "2 to 1 on 2, 15 of 50 spaces" in asked.expected


@pytest.mark.django_db
def test_limits_are_those_in_force_at_this_table_now() -> None:
    house = make_house("md", "md-craps")
    limits = {"limits": {"pass_line": {"min": "15", "max": "5000"}}}
    table = table_in_force(house, odds(2, "md-craps") | limits)
    other = create_table(property=house.property)
    limit_notices.give(
        actor=house.submitter,
        reference=approval(house),
        table_id=table.pk,
        limits={"pass_line": {"min": "25", "max": "5000"}},
        takes_effect_at=timezone.now() - timedelta(minutes=1),
        posted=True,
    )
    assert "US$25" in posted(started(house, table).items.all())
    assert "US$15" in posted(started(house, other).items.all())


@pytest.mark.django_db
def test_conditions_of_the_approval_are_on_the_list(house: House) -> None:
    table = table_in_force(house, conditions=[{"text": "Post a second sign.", "due_on": None}])
    items = started(house, table).items
    assert items.get(section=checklist.CONDITIONS).label == "Post a second sign."


@pytest.mark.django_db
def test_a_table_without_rules_in_force_must_not_be_played(house: House) -> None:
    inspection = started(house, create_table(property=house.property))
    assert inspection.digest == ""
    assert next(item.label for item in inspection.items.all()) == "No game is offered"


@pytest.mark.django_db
@pytest.mark.parametrize("edition", sorted(PLAIN))
def test_a_game_in_rounds_is_inspected_like_craps(edition: str) -> None:
    house = make_house("bc", edition)
    inspection = started(house, table_in_force(house, PLAIN[edition]))
    assert inspection.version is not None
    assert inspection.digest == inspection.version.digest == inspection.version.rules.digest
    assert inspection.items.count() >= 6


def approval(house: House) -> str:
    return house.property.submissions.latest("pk").reference


def posted(items: object) -> str:
    [item] = [item for item in items if item.section == checklist.LIMITS]  # type: ignore[attr-defined]  # rows
    return str(item.expected)
