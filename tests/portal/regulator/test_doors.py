"""Who may pass the regulator's doors, over every address it has."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from portal.regulator.review import MOVES
from portal.regulator.urls import urlpatterns
from tests.factories import House, draft, in_review
from tests.portal.doors import signed_in

# Every address of the door, with what fills its gaps. A new one must be added here.
ADDRESSES = {
    "dashboard": [],
    "queue": [],
    "save-filter": [],
    "delete-filter": ["thing"],
    "conditions": [],
    "judge-condition": ["thing"],
    "audit": [],
    "case": ["reference"],
    "claim": ["reference"],
    "assign": ["reference"],
    "comment": ["reference"],
    "tick": ["reference"],
    "mark": ["reference"],
    "example": ["reference", "key"],
    "note": ["reference"],
    "retry-document": ["reference"],
    "move": ["reference", "recommend"],
}
OF_A_CASE = [name for name, gaps in ADDRESSES.items() if "reference" in gaps]
POST_ONLY = {"claim", "assign", "tick", "mark", "note", "retry-document"}
POST_ONLY |= {"save-filter", "delete-filter", "judge-condition"}


def ask(client: Client, name: str, reference: str, move: str = "recommend") -> int:
    gaps = {"reference": reference, "recommend": move, "key": "pass-line", "thing": 999}
    where = reverse(f"regulator:{name}", args=[gaps[gap] for gap in ADDRESSES[name]])
    return (client.post if name in POST_ONLY else client.get)(where).status_code


def test_every_address_of_the_door_is_in_the_matrix() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(ADDRESSES)


@pytest.mark.parametrize("name", OF_A_CASE)
def test_another_jurisdictions_regulator_gets_404_as_for_what_does_not_exist(house: House, name: str) -> None:
    made = in_review(house)
    for stranger in (house.foreign_officer, house.foreign_approver):
        assert ask(signed_in(stranger), name, made.reference) == 404
        assert ask(signed_in(stranger), name, "NZ-2026-9999") == 404


@pytest.mark.parametrize("move", MOVES)
def test_every_move_of_a_case_is_404_to_another_jurisdictions_regulator(house: House, move: str) -> None:
    made = in_review(house)
    client = signed_in(house.foreign_approver)
    assert ask(client, "move", made.reference, move) == 404
    assert (
        client.post(reverse("regulator:move", args=[made.reference, move]), {"reason": "x"}).status_code
        == 404
    )


@pytest.mark.parametrize("name", ADDRESSES)
def test_an_operator_gets_404(house: House, name: str) -> None:
    assert ask(signed_in(house.submitter), name, in_review(house).reference) == 404


@pytest.mark.parametrize("name", ADDRESSES)
def test_the_signed_out_are_asked_to_sign_in(house: House, name: str) -> None:
    assert ask(Client(), name, in_review(house).reference) == 302


@pytest.mark.parametrize("name", OF_A_CASE)
def test_a_draft_is_the_operators_own_business(house: House, name: str) -> None:
    assert ask(signed_in(house.officer), name, draft(house).reference) == 404


def test_an_unknown_move_is_404(house: House) -> None:
    assert ask(signed_in(house.officer), "move", in_review(house).reference, "bless") == 404
