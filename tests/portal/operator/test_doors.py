"""Who may pass the operator's doors, over every address it has."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from portal.operator.urls import urlpatterns
from portal.submissions import examples, uploads
from portal.submissions.models import Submission
from tests.factories import House, TableFactory, draft
from tests.portal.doors import signed_in, text

# Every address of the door, with what fills its gaps. A new one must be added here.
ADDRESSES = {
    "dashboard": [],
    "properties": [],
    "add-property": [],
    "property": ["property"],
    "add-table": ["property"],
    "set-table-active": ["table"],
    "new": [],
    "submission": ["reference"],
    "withdraw": ["reference"],
    "answer": ["reference"],
    "submit": ["reference"],
    "draft": ["reference"],
    "step": ["reference", "odds"],
    "live-check": ["reference", "odds"],
    "examples": ["reference"],
    "new-example": ["reference"],
    "example": ["reference", "pass-line"],
    "change-example": ["reference", "example"],
    "remove-example": ["reference", "example"],
    "documents": ["reference"],
    "remove-document": ["reference", "upload"],
}
OF_AN_OBJECT = [name for name, gaps in ADDRESSES.items() if gaps]
POST_ONLY = {"add-table", "set-table-active", "answer", "live-check"}


def address(house: House, name: str) -> str:
    made = draft(house)
    real = {
        "property": house.property.pk,
        "table": TableFactory(property=house.property).pk,
        "reference": made.reference,
        "upload": attached(house, made),
        "example": added(house, made),
    }
    return reverse(f"operator:{name}", args=[real.get(gap, gap) for gap in ADDRESSES[name]])


def attached(house: House, made: Submission) -> int:
    facts = {"kind": "other", "confidential": True, "filename": "a.pdf", "data": b"%PDF-1.7 %%EOF"}
    return uploads.add(actor=house.submitter, reference=made.reference, **facts).pk


def added(house: House, made: Submission) -> int:
    events = [{"bet": "field", "amount": "5"}, {"roll": [1, 1]}]
    return examples.save(actor=house.submitter, reference=made.reference, title="Field", events=events).pk


def ask(client: Client, name: str, where: str) -> int:
    return (client.post if name in POST_ONLY else client.get)(where).status_code


def test_every_address_of_the_door_is_in_the_matrix() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(ADDRESSES)


@pytest.mark.parametrize("name", OF_AN_OBJECT)
def test_another_operator_gets_404_as_for_what_does_not_exist(house: House, name: str) -> None:
    client = signed_in(house.outsider)
    assert ask(client, name, address(house, name)) == 404
    nothing = {"property": 999999, "table": 999999, "upload": 999999, "example": 999999, "reference": "NZ-2026-9999"}
    absent = reverse(f"operator:{name}", args=[nothing.get(gap, gap) for gap in ADDRESSES[name]])
    assert ask(client, name, absent) == 404


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_regulator_gets_404(house: House, name: str) -> None:
    assert ask(signed_in(house.officer), name, address(house, name)) == 404


@pytest.mark.parametrize("name", ADDRESSES)
def test_the_signed_out_are_asked_to_sign_in(house: House, name: str) -> None:
    where = address(house, name)
    answer = (Client().post if name in POST_ONLY else Client().get)(where)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/?next=")


def test_a_part_asked_for_after_the_session_ended_sends_the_whole_page_to_sign_in(house: House) -> None:
    where = address(house, "live-check")
    page = f"http://testserver{where.removesuffix('check/')}"
    answer = Client().post(where, headers={"hx-request": "true", "hx-current-url": page})
    assert answer.status_code == 200
    assert answer["HX-Redirect"].startswith("/sign-in/?next=/operator/submissions/")


@pytest.mark.parametrize("name", ["step", "submit", "new"])
def test_a_viewer_is_told_which_role_it_takes(house: House, name: str) -> None:
    answer = signed_in(house.viewer).get(address(house, name))
    assert answer.status_code == 403
    assert "role submitter" in text(answer)


def test_a_viewer_reads_the_submission_without_buttons_that_refuse(house: House) -> None:
    page = signed_in(house.viewer).get(address(house, "submission"))
    assert page.status_code == 200
    assert "Go on with the draft" not in text(page)
    assert "Withdraw this submission" not in text(page)
