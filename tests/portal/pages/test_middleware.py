"""A NUL is turned away with a page that helps, wherever it is sent, on every database."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import experts
from tests.factories import House, draft, in_review
from tests.flows.casework import version_of
from tests.portal.doors import signed_in, text

ADDRESSES = [
    "/register/%00/",
    "/register/?q=%00",
    "/register/?outcome=%00",
    "/invitation/%00/",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_in_an_address(house: House, client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 400
    assert "We could not read that request" in text(answer)


@pytest.mark.parametrize("query", ["q=%00", "state=%00", "assignee=%00"])
def test_in_a_filter(house: House, query: str) -> None:
    assert signed_in(house.officer).get(f"/regulator/queue/?{query}").status_code == 400


def test_in_a_form_nothing_is_saved(house: House) -> None:
    made = draft(house)
    data = {"expected_version": "2", "operator": "Kauri\x00", "chip_unit": "1"}
    answer = signed_in(house.submitter).post(f"/operator/submissions/{made.reference}/draft/game/", data)
    assert answer.status_code == 400
    made.refresh_from_db()
    assert version_of(made).number == 2


def test_a_number_in_an_address_that_no_row_can_have(house: House) -> None:
    row = experts.asked(house, in_review(house))
    client = signed_in(house.expert)
    for number in (999_999, 2**63, 10**30):
        assert client.get(reverse("expert:document", args=[row.pk, number])).status_code == 404
        assert client.get(reverse("expert:request", args=[number])).status_code == 404
