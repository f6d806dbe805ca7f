"""Approvals of the games played in rounds: varied, compared, and under a drafted edition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from craps.reading_effects import effects
from portal.editions.selectors import core_edition_for
from portal.review import variation
from portal.review.impact import Affected
from portal.submissions.models import Submission
from portal.validation.drafts import save_draft
from tests.craps.games.play import WHEEL
from tests.factories import House, approved, complete, digest, present, submit_draft
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft, author, change, read_so
from tests.portal.review.impacts import Found, impact
from tests.portal.round_games import EDITIONS, PLAIN, house_of

pytestmark = pytest.mark.slow


def in_force(edition: str) -> tuple[House, Submission]:
    house = house_of(edition)
    made = approved(house, PLAIN[edition]).submission
    assert made.state == "in_force"
    return house, made


def only(found: Found) -> Affected:
    assert found.looked_at == 1
    [affected] = found.affected
    return affected


def edges(affected: Affected) -> dict[tuple[str, ...], tuple[object, object]]:
    return {(each.bet, *each.which.values()): (each.was, each.now) for each in affected.edges}


def test_another_payout_changes_examples_and_each_way_of_playing(db: None) -> None:
    _, made = in_force("bc-war")
    row = change(a_draft("bc-war"), "payouts.go_to_war", "2:1", "7/7.4")
    affected = only(impact(row))
    assert affected.submission == made and affected.verdicts == ("ok", "ok")
    found = edges(affected)
    assert set(found) == {("war", "war")}  # who surrenders is paid nothing more
    assert found["war", "war"][0] == Fraction(23138, 993023)
    ends = {each.title: (each.was.balance, each.now.balance) for each in affected.examples}
    assert ends["A war that the player wins"] == (10, 20)
    page = text(signed_in(author(row)).get(f"/regulator/editions/{row.pk}/impact/"))
    assert "Casino War, to war after a tie 2.33% (23138/993023)" in page


def test_what_is_lost_by_surrendering_changes_only_that_way_of_playing(db: None) -> None:
    in_force("bc-war")
    affected = only(impact(change(a_draft("bc-war"), "play.surrender", "1/4", "7/4.2.2")))
    assert set(edges(affected)) == {("war", "surrender")}


def test_a_stated_number_of_decks_breaches_another_range(db: None) -> None:
    in_force("bc-red-dog")
    row = a_draft("bc-red-dog")
    for path, value in (("cards.most", "5"), ("cards.baseline", "5")):
        row = change(row, path, value, "6/1.1")
    affected = only(impact(row))
    assert [finding.path for finding in affected.appears] == ["decks"]
    assert affected.verdicts == ("ok", "breach") and affected.edges == ()  # the shoe is as it was stated
    assert "The shoe has 4 to 5 decks" in text(
        signed_in(author(row)).get(f"/regulator/editions/{row.pk}/impact/")
    )


def test_a_payout_of_a_spread_changes_both_ways_of_playing(db: None) -> None:
    in_force("bc-red-dog")
    affected = only(impact(change(a_draft("bc-red-dog"), "payouts.spread:1", "6:1", "6/5.1")))
    assert set(edges(affected)) == {("red_dog", "best"), ("red_dog", "never_raise")}
    assert all(was > now for was, now in edges(affected).values())  # type: ignore[operator]
    assert affected.examples


def test_a_figure_of_the_wheel_breaches_and_changes_no_money(db: None) -> None:
    in_force("bc-wheel")
    affected = only(impact(change(a_draft("bc-wheel"), "table.revolutions", "5", "5/2.1")))
    assert [(finding.path, finding.nearest) for finding in affected.appears] == [("table.revolutions", "5")]
    assert not affected.has_other_money


@pytest.mark.parametrize(
    ("edition", "reading"),
    [("bc-war", "war-won"), ("bc-war", "war-tied"), ("bc-red-dog", "raise")],
)
def test_a_reading_of_money_shows_as_the_core_says(db: None, edition: str, reading: str) -> None:
    in_force(edition)
    row = a_draft(edition)
    parent = core_edition_for(present(row.parent))
    [option] = parent.readings[reading].others
    affected = only(impact(read_so(row, reading, option)))
    expected = effects(parent, reading, option)
    assert edges(affected) == {(each.bet, *each.which.values()): (each.a, each.b) for each in expected.edges}
    assert affected.edges and affected.examples


def test_the_reading_of_equal_spaces_finds_another_wheel(db: None) -> None:
    """The joker and the logo are 2 spaces that pay 40, and so are those that pay 20."""
    in_force("bc-wheel")
    affected = only(impact(read_so(a_draft("bc-wheel"), "equal-spaces", "total")))
    assert affected.breaches and affected.appears[0].reading == "equal-spaces"


def test_a_reading_that_the_rules_do_not_touch_affects_nobody(db: None) -> None:
    in_force("bc-red-dog")
    assert impact(read_so(a_draft("bc-red-dog"), "conversion", "three")).affected == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_judgement_decided_otherwise_can_be_looked_at(db: None, edition: str) -> None:
    in_force(edition)
    row = a_draft(edition)
    for name, reading in core_edition_for(row).readings.items():
        if reading.is_judgement:
            row = read_so(row, name, "breach")
    assert impact(row).affected == ()


VARIED: dict[str, tuple[dict[str, Any], list[str], str]] = {
    "bc-wheel": (
        {"wheel": {**WHEEL, "spaces": {**WHEEL["spaces"], "1": 23}}},
        ["Space 1", "24 spaces, pays 1 to 1 23 spaces, pays 1 to 1", "5/2.9", "Wheel 54 spaces of 7 kinds"],
        "Space joker 24.07% 22.64% better",
    ),
    "bc-red-dog": (
        {"decks": "4"},
        ["Decks in the shoe", "6 4", "6/1.1"],
        "Red Dog, raised when a raise is worth it 2.80% 2.88% worse",
    ),
    "bc-war": (
        {"payouts": {"tie": "11:1"}},
        ["Payout of the tie wager", "10 to 1 11 to 1", "7/7.1"],
        "Tie 18.65% 11.25% better",
    ),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_variation_is_compared_with_the_approval_on_both_sides(db: None, edition: str) -> None:
    house, held = in_force(edition)
    changed, values, edge = VARIED[edition]
    draft = variation.vary(actor=house.submitter, reference=held.reference)
    save_draft(
        actor=house.submitter,
        reference=draft.reference,
        ruleset=complete({**PLAIN[edition], **changed}),
        expected_version=1,
    )
    draft.refresh_from_db()
    own = text(signed_in(house.submitter).get(f"/operator/submissions/{draft.reference}/changes/"))
    for words in (*values, edge):
        assert words in own
    made = submit_draft(house, draft)
    assert digest(made) != digest(held)
    page = text(signed_in(house.officer).get(f"/regulator/cases/{made.reference}/"))
    assert f"Compared with {held.reference} , version 2, which this varies." in page
    for words in (*values, edge):
        assert words in page


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_operator_reads_what_was_stated_and_decided(db: None, edition: str) -> None:
    house, held = in_force(edition)
    page = text(signed_in(house.submitter).get(f"/operator/submissions/{held.reference}/"))
    words = {"bc-wheel": "Space joker and Space logo 1 space, pays 40 to 1"}.get(
        edition, "Decks in the shoe 6"
    )
    assert words in page
    assert "Odds on" not in page and "igorish" not in page
