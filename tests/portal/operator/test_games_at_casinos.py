"""Which games a casino has: in the choice of a rulebook, and at its tables."""

from __future__ import annotations

import pytest

from portal.accounts.models import Table
from portal.operator.forms import NewSubmissionForm, TableForm
from tests.factories import House, make_house
from tests.portal.doors import signed_in, text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def casino() -> House:
    return make_house("bc", "bc-war")


def test_a_rulebook_is_chosen_by_the_game(casino: House) -> None:
    name = casino.property.name
    labels = [label for _, label in NewSubmissionForm(casino.submitter).fields["choice"].choices]  # type: ignore[attr-defined]  # of ChoiceField
    assert labels == [
        f"Casino War, {name}: British Columbia Casino War",
        f"Craps, {name}: British Columbia craps",
        f"Midi craps, {name}: British Columbia midi craps",
        f"Red Dog, {name}: British Columbia Red Dog",
        f"Wheel of Fortune, {name}: British Columbia Wheel of Fortune",
    ]


@pytest.mark.parametrize("slug", ["bc-wheel", "bc-red-dog", "bc-war"])
def test_a_draft_opens_at_its_first_step(casino: House, slug: str) -> None:
    client = signed_in(casino.submitter)
    page = client.post("/operator/submissions/new/", {"choice": f"{casino.property.pk}:{slug}"}, follow=True)
    assert page.status_code == 200
    assert "Game and edition" in text(page)


def test_a_table_is_of_a_game_that_has_a_rulebook_there(casino: House) -> None:
    where = f"/operator/properties/{casino.property.pk}/tables/"
    client = signed_in(casino.operator_admin)
    page = client.post(where, {"label": "War 1", "game": "casino war"}, follow=True)
    assert "War 1 Casino War" in text(page)
    assert Table.objects.get(label="War 1").game == "casino war"
    refused = client.post(where, {"label": "Mini 1", "game": "mini-craps"})
    assert refused.status_code == 422
    assert not Table.objects.filter(label="Mini 1").exists()


def test_elsewhere_other_games_are_not_offered() -> None:
    house = make_house("md", "md-craps")
    assert TableForm(house.property).fields["game"].choices == [  # type: ignore[attr-defined]  # of ChoiceField
        ("craps", "Craps"),
        ("mini-craps", "Mini-craps"),
    ]
