"""Every reading of every edition: its public page, a draft that changes it, and whom that affects."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from craps import all_edition_ids, game_of, load_edition
from craps.reading_effects import other_effects
from craps.readings import MONEY
from portal.editions.selectors import core_edition_for
from tests.factories import House, approved, complete, make_house
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft

pytestmark = pytest.mark.slow

EDITIONS = all_edition_ids()
# No case begins under an edition that another one of the program supersedes.
OFFERED = [each for each in EDITIONS if each not in {load_edition(other).supersedes for other in EDITIONS}]


def house_of(edition_id: str) -> House:
    return make_house(load_edition(edition_id).jurisdiction, edition_id)


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_the_public_page_shows_every_option_and_both_amounts_and_edges(db: None, edition_id: str) -> None:
    house_of(edition_id)
    edition = load_edition(edition_id)
    page = Client().get(f"/rulebook/{edition_id}/readings/").content.decode()
    for reading in edition.readings.values():
        found = re.search(rf'<article[^>]*id="reading-{re.escape(reading.id)}".*?</article>', page, re.DOTALL)
        assert found, reading.id
        said = html.unescape(" ".join(re.sub(r"<[^>]+>", " ", found[0]).split()))
        for words in (reading.question, reading.why, *reading.options.values()):
            assert words in said, (reading.id, words)
        if reading.kind == MONEY:
            (effect,) = other_effects(edition, reading.id)
            assert effect.example is not None
            assert re.search(r"the player has \D+\d[\d.,]* (more|less) under the other option", said)
            for row in effect.edges:
                assert f"{row.a} (" in said and f"{row.b} (" in said, (reading.id, row)


@pytest.mark.parametrize("edition_id", OFFERED)
def test_a_draft_changes_every_reading_and_the_impact_names_each(db: None, edition_id: str) -> None:
    house = house_of(edition_id)
    edition = load_edition(edition_id)
    case = approved(house, complete(game_of(edition).first_draft(edition))).submission
    draft = a_draft(edition_id, actor=house.regulator_admin)
    admin, here = signed_in(house.regulator_admin), f"/regulator/editions/{draft.pk}"
    choosable = [reading for reading in edition.readings.values() if reading.others]
    for reading in choosable:
        given = {"value": reading.others[-1], "why": "The board decided it."}
        saved = admin.post(f"{here}/value/?at=readings.{reading.id}", given)
        assert saved["Location"] == f"{here}/values/readings/#reading-{reading.id}"
    draft.refresh_from_db()
    assert {r.id: core_edition_for(draft).readings[r.id].chosen for r in choosable} == {
        r.id: r.others[-1] for r in choosable
    }
    admin.post(f"{here}/impact/run/")
    for address in (f"{here}/", f"{here}/impact/"):
        page = text(admin.get(address))
        for reading in choosable:
            assert reading.question in page, (address, reading.id)
            assert f"({reading.id})" not in page
    assert "1 current approval under" in page
    # A reading of money changes some worked example or edge; others concern these rules or not.
    if any(reading.kind == MONEY for reading in choosable):
        assert case.reference in page and "1 would settle or price bets differently" in page
    else:
        assert case.reference in page or "1 not affected" in page


def test_a_draft_without_a_change_says_so(db: None) -> None:
    house = house_of("bc-craps")
    draft = a_draft("bc-craps", actor=house.regulator_admin)
    page = text(signed_in(house.regulator_admin).get(f"/regulator/editions/{draft.pk}/impact/"))
    assert "It changes nothing yet: it is the same as British Columbia craps." in page
