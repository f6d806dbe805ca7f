"""The page on which a regulator chooses how open questions are read."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from craps import load_edition
from craps.readings import RECORDED
from portal.editions import draft_store
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from tests.factories import House, make_house
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft, read_so

pytestmark = pytest.mark.slow

DOWN = "vig-coming-down"
OTHER = "paid-if-left-up"


@pytest.fixture
def bc(db: None) -> House:
    return make_house("bc", "bc-craps")


@pytest.fixture
def admin(bc: House) -> Client:
    return signed_in(bc.regulator_admin)


@pytest.fixture
def draft(bc: House) -> Edition:
    return a_draft("bc-craps", actor=bc.regulator_admin)


def page_of(draft: Edition) -> str:
    return f"/regulator/editions/{draft.pk}/values/readings/"


def form_of(draft: Edition, reading: str = DOWN) -> str:
    return f"/regulator/editions/{draft.pk}/value/?at=readings.{reading}"


def test_every_reading_has_its_question_clauses_options_and_reasons(admin: Client, draft: Edition) -> None:
    page = admin.get(page_of(draft))
    html, words = page.content.decode(), text(page)
    for reading in load_edition("bc-craps").readings.values():
        assert f'id="reading-{reading.id}"' in html
        assert reading.question in words and reading.why in words
        for clause in reading.clauses:
            assert clause in words
        for effect in reading.options.values():
            assert effect in words
        choose = f"{reverse('regulator:edition-value', args=[draft.pk])}?at=readings.{reading.id}"
        assert (f'"{choose}"' in html) == (reading.kind != RECORDED)
    assert "Not modelled yet." in words


def test_the_options_are_radio_buttons_with_the_chosen_one_checked(admin: Client, draft: Edition) -> None:
    html = admin.get(page_of(draft)).content.decode()
    radios = re.findall(rf'<input type="radio"[^>]*id="{DOWN}-value_\d"[^>]*>', html)
    assert [("checked" in radio, OTHER in radio) for radio in radios] == [(True, False), (False, True)]
    assert "Paid if left up. The second is taken only if the bet stays up after the win." in html
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


def test_a_reading_of_money_shows_what_the_other_option_would_change(admin: Client, draft: Edition) -> None:
    words = text(admin.get(page_of(draft)))
    assert "In the worked example the player has C$1 more under the other option." in words
    assert "House edge of Buy Bet on 4 and 10 4/63 (6.35%) 1/21 (4.76%)" in words
    read_so(draft, DOWN, OTHER)
    words = text(admin.get(page_of(draft)))
    assert "In the worked example the player has C$1 less under the other option." in words
    assert "House edge of Buy Bet on 4 and 10 1/21 (4.76%) 4/63 (6.35%)" in words


def test_a_choice_is_saved_shown_and_undone(admin: Client, draft: Edition) -> None:
    saved = admin.post(form_of(draft), {"value": OTHER, "why": "The board decided it."})
    assert saved["Location"] == f"{page_of(draft)}#reading-{DOWN}"
    draft.refresh_from_db()
    assert core_edition_for(draft).readings[DOWN].chosen == OTHER
    page = text(admin.get(page_of(draft)))
    assert "In British Columbia craps: Placed and paid." in page and "Undo this change" in page
    front = text(admin.get(f"/regulator/editions/{draft.pk}/"))
    effects = load_edition("bc-craps").readings[DOWN].options
    assert f"{effects['placed-and-paid']} {effects[OTHER]}" in front
    undone = admin.post(f"/regulator/editions/{draft.pk}/undo/", {"at": f"readings.{DOWN}", "back": "values"})
    assert undone["Location"] == f"{page_of(draft)}#reading-{DOWN}"
    draft.refresh_from_db()
    assert draft_store.changes(draft) == []


def test_what_is_missing_or_wrong_stands_beside_its_field(admin: Client, draft: Edition) -> None:
    reasons = load_edition("bc-craps").readings[DOWN].why
    for given, says in (
        ({"value": OTHER, "why": ""}, "Enter why the edition reads it this way."),
        ({"value": OTHER, "why": reasons}, "The reasons so far are for “placed and paid”"),
        ({"value": OTHER, "why": "x" * 501}, "at most 500 characters"),
        ({"why": "x"}, "Choose an option."),
        ({"value": "both", "why": "x"}, "both"),
    ):
        answer = admin.post(form_of(draft), given)
        assert answer.status_code == 422 and says in text(answer), given
    assert f'id="{DOWN}-why-error"' in admin.post(form_of(draft), {"value": OTHER}).content.decode()
    draft.refresh_from_db()
    assert draft_store.changes(draft) == []


def test_a_choice_made_by_someone_else_is_not_overwritten(admin: Client, draft: Edition) -> None:
    form = admin.get(form_of(draft)).context["form"]
    read_so(draft, DOWN, OTHER, "Ours.")
    answer = admin.post(form_of(draft), {"value": OTHER, "why": "Theirs.", "seen": form.initial["seen"]})
    assert answer.status_code == 422 and "Someone changed" in text(answer)
    draft.refresh_from_db()
    assert core_edition_for(draft).readings[DOWN].why == "Ours."


def test_other_reasons_alone_are_a_change_that_says_so(admin: Client, draft: Edition) -> None:
    read_so(draft, DOWN, "placed-and-paid", "Printed so.")
    assert "placed and paid, for other reasons" in text(admin.get(f"/regulator/editions/{draft.pk}/"))


def test_those_who_may_not_draft_read_it_without_forms(bc: House, draft: Edition) -> None:
    for edition_id in (draft.pk, "bc-midi"):
        page = signed_in(bc.officer).get(f"/regulator/editions/{edition_id}/values/readings/")
        assert page.status_code == 200 and 'type="radio"' not in page.content.decode()
    given = {"value": OTHER, "why": "Mine."}
    assert signed_in(bc.officer).post(form_of(draft), given).status_code == 403
    foreign = signed_in(bc.foreign_officer).get(page_of(draft))
    assert foreign.status_code == 404


def test_a_built_in_edition_shows_both_options(admin: Client) -> None:
    page = admin.get("/regulator/editions/bc-craps/values/readings/")
    assert 'type="radio"' not in page.content.decode()
    assert "Paid if left up. The second is taken only" in text(page)
