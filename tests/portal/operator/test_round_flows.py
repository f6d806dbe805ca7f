"""Drafts of games played in rounds through the operator's pages: every step, conflicts, copies, files."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from craps import all_edition_ids, game_of, load_edition
from portal.operator.steps import rules_steps
from portal.review import limit_notices, workflow
from portal.submissions.models import Submission
from portal.validation.drafts import create_draft, save_draft
from tests.factories import (
    WHEEL,
    House,
    approved,
    change_jurisdiction,
    create_property,
    create_table,
    make_house,
)
from tests.portal.doors import signed_in, text
from tests.portal.operator.test_rows import Inputs
from tests.portal.operator.versions import current_version

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EDITIONS = [name for name in all_edition_ids() if game_of(load_edition(name)).in_rounds]
CRAPS_ONLY = ("vigorish", "come-out", "come out", "odds multiple", "dice", "stickperson")


def started(edition: str) -> tuple[House, Submission, Client]:
    house = make_house("bc", edition)
    made = create_draft(actor=house.submitter, property_id=house.property.pk, edition_id=edition)
    return house, made, signed_in(house.submitter)


def page_of(made: Submission, *rest: str) -> str:
    return "/".join(["/operator/submissions", made.reference, *rest, ""])


def save(house: House, made: Submission, **rules: Any) -> None:
    save_draft(
        actor=house.submitter,
        reference=made.reference,
        ruleset={**current_version(made).ruleset, **rules},
        expected_version=current_version(made).number,
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_step_opens_checks_and_saves(edition: str) -> None:
    _, made, client = started(edition)
    for slug, step in rules_steps(load_edition(edition)).items():
        where = page_of(made, "draft", slug)
        opened = client.get(where)
        assert opened.status_code == 200
        assert not [word for word in CRAPS_ONLY if word in text(opened).lower()], slug
        data = Inputs(opened).found
        wagers = {"wagers": list(load_edition(edition).baseline_wagers)} if slug == "wagers" else {}
        assert client.post(f"{where}check/", data | wagers).status_code == 200
        assert client.post(f"{where}figures/", data | wagers).status_code == (200 if step.has_costs else 404)
        assert "Saved" in text(client.post(f"{where}autosave/", data | wagers))
        data |= {"expected_version": [str(current_version(made).number)]}
        assert client.post(where, data | wagers | {"save": "yes"}).status_code == 302, slug
        assert workflow.submit_gate(made) == [], slug
    for slug in ("odds", "vig", "come-out"):
        assert client.get(page_of(made, "draft", slug)).status_code == 404


@pytest.mark.parametrize("edition", EDITIONS)
def test_examples_documents_and_the_declaration_open(edition: str) -> None:
    _, made, client = started(edition)
    for rest in ("examples", "examples/new", "documents", "submit", "elsewhere", "copy", "import"):
        page = client.get(page_of(made, *rest.split("/")))
        assert page.status_code == 200, rest
        assert not [word for word in CRAPS_ONLY if word in text(page).lower()], rest
    assert client.get(page_of(made, "draft"), follow=True).redirect_chain[-1][0].endswith("/draft/game/")


def test_what_is_not_stated_is_linked_from_the_declaration_to_its_field() -> None:
    _, made, client = started("bc-red-dog")
    page = client.get(page_of(made, "submit"))
    assert "State how many decks are in the shoe: you may choose 4 to 6 (6/1.1)." in text(page)
    html = page.content.decode()
    assert "/draft/decks/#field-decks" in html
    assert "/draft/table/#field-table-positions_per_player" in html
    _, made, client = started("bc-wheel")
    assert "/draft/wheel/#group-wheel" in client.get(page_of(made, "submit")).content.decode()


def test_two_saves_of_a_wheel_are_shown_side_by_side_and_nothing_is_lost() -> None:
    house, made, client = started("bc-wheel")
    where = page_of(made, "draft", "wheel")
    data = Inputs(client.get(where)).found
    save(house, made, wheel=WHEEL)
    data["wheel.rows.payouts"][0] = "3:2"
    conflict = client.post(where, data | {"save": "yes"})
    assert conflict.status_code == 409
    posted = Inputs(conflict).found
    assert posted["wheel.rows.payouts"][0] == "3:2"
    assert posted["wheel.rows.name"] == data["wheel.rows.name"]
    mine = client.post(where, posted | {"save": "yes"}, follow=True)
    assert mine.status_code == 200
    assert current_version(made).ruleset["wheel"]["payouts"] == {
        "1": "3:2",
        "2": "2:1",
        "5": "5:1",
        "10": "10:1",
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_file_goes_out_and_comes_in_again_with_the_same_digest(edition: str) -> None:
    house, made, client = started(edition)
    save(house, made, limits={wager: {"min": "5"} for wager in load_edition(edition).wagers})
    file = client.get(page_of(made, "rules.json")[:-1]).content.decode()
    address = "/operator/submissions/import/"
    page = client.post(address, {"text": file, "property": str(house.property.pk)})
    assert page.status_code == 200, text(page)
    client.post(address, {"text": file, "property": str(house.property.pk), "confirm": "yes"})
    other = Submission.objects.exclude(pk=made.pk).get()
    assert current_version(other).digest == current_version(made).digest


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"edition": "bc-war", "odds": {"pass_line": {"multiples": 2}}}, "odds"),
        ({"edition": "bc-red-dog", "wagers": ["red_dog", "pass_line"]}, "wagers[1]"),
        (
            {"edition": "bc-wheel", "wheel": {**WHEEL, "payouts": {**WHEEL["payouts"], "20": "much"}}},
            "wheel.payouts.20",
        ),
        ({"edition": "bc-wheel"}, "wheel: is missing"),
    ],
)
def test_what_cannot_be_read_in_a_file_is_named(rules: dict[str, Any], said: str) -> None:
    house, _, client = started("bc-war")
    data = {"text": json.dumps(rules), "property": str(house.property.pk)}
    page = client.post("/operator/submissions/import/", data)
    assert page.status_code in (200, 422)
    assert said in text(page)


def test_rules_are_copied_to_a_casino_under_a_rulebook_of_the_same_game_only() -> None:
    house, made, client = started("bc-red-dog")
    save(house, made, decks="5", payouts={"spread:1": "4:1"})
    there = create_property(organisation=house.operator, jurisdiction="bc", name="Second house")
    where = page_of(made, "copy")
    offered = text(client.get(where))
    assert "Red Dog, Second house: British Columbia Red Dog" in offered
    assert "British Columbia craps" not in offered
    assert client.post(where, {"choice": f"{there.pk}:bc-wheel"}).status_code == 422
    choice = f"{there.pk}:bc-red-dog"
    assert "4 to 1" in text(client.post(where, {"choice": choice}))
    client.post(where, {"choice": choice, "confirm": "yes"})
    copied = current_version(Submission.objects.get(property=there)).ruleset
    assert (copied["decks"], copied["payouts"]) == ("5", {"spread:1": "4:1"})


def test_elsewhere_is_about_rulebooks_of_the_same_game() -> None:
    _, made, client = started("bc-war")
    page = text(client.get(page_of(made, "elsewhere")))
    assert "British Columbia Casino War" in page
    assert "Maryland" not in page


@pytest.mark.parametrize("edition", EDITIONS)
def test_submitted_approved_and_varied(edition: str) -> None:
    house = make_house("bc", edition)
    core = load_edition(edition)
    decision = approved(house, game_of(core).first_draft(core))
    case = decision.submission
    client = signed_in(house.submitter)
    assert client.get(page_of(case)).status_code == 200
    assert client.get(page_of(case, "vary")).status_code == 200
    draft = client.post(page_of(case, "vary"), follow=True)
    assert draft.status_code == 200
    assert "Game and edition" in text(draft)
    varied = Submission.objects.get(varies=case)
    assert current_version(varied).ruleset == current_version(case).ruleset


def test_a_notice_of_new_limits_where_the_jurisdiction_allows_it() -> None:
    change_jurisdiction("bc", limits_by_notice="1/1")
    house = make_house("bc", "bc-war")
    case = approved(house, {"edition": "bc-war", "limits": {"war": {"min": "5", "max": "100"}}}).submission
    table = create_table(property=house.property, label="War 1", game="casino war")
    client = signed_in(house.submitter)
    page = client.get(page_of(case, "limits"))
    assert page.status_code == 200
    assert "Go to War" in text(page)
    data = Inputs(page).found
    assert data["limits.war.max"] == ["100"]
    [notice] = limit_notices.give(
        actor=house.submitter,
        reference=case.reference,
        table_id=table.pk,
        limits={"war": {"min": "10", "max": "200"}},
        takes_effect_at=timezone.now() + timedelta(hours=1),
        posted=True,
    )
    assert notice.limits == {"war": {"min": "10", "max": "200"}}
