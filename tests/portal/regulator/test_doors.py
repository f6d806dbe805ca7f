"""Who may pass the regulator's doors. The matrix of all routes has other jurisdictions and the signed-out."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from portal.regulator.moves import MOVES
from portal.submissions.models import Submission
from tests.factories import House, draft, in_review
from tests.portal.doors import signed_in
from tests.portal.routes import Route, real, routes

pytestmark = pytest.mark.slow

# The script of the checklist is the same for everyone, and a browser fetches it without asking who is there.
OPEN = ("regulator:inspect-worker",)
ROUTES = [route for route in routes() if route.door == "regulator" and route.name not in OPEN]
OF_A_CASE = [route for route in ROUTES if "reference" in route.gaps]


def answers(client: Client, route: Route, house: House, made: Submission) -> set[int]:
    where = route.address(real(route, house, made))
    return {client.get(where).status_code, client.post(where).status_code}


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_an_operator_gets_404(house: House, route: Route) -> None:
    assert answers(signed_in(house.submitter), route, house, in_review(house)) <= {404, 405}


@pytest.mark.parametrize("route", OF_A_CASE, ids=lambda route: route.name)
def test_a_draft_is_the_operators_own_business(house: House, route: Route) -> None:
    assert answers(signed_in(house.officer), route, house, draft(house)) <= {404, 405}


@pytest.mark.parametrize("move", MOVES)
def test_every_move_of_a_case_is_404_to_another_jurisdictions_regulator(house: House, move: str) -> None:
    made = in_review(house)
    client, where = signed_in(house.foreign_approver), reverse("regulator:move", args=[made.reference, move])
    assert client.get(where).status_code == 404
    assert client.post(where, {"reason": "x"}).status_code == 404


def test_an_unknown_move_is_404(house: House) -> None:
    where = reverse("regulator:move", args=[in_review(house).reference, "bless"])
    assert signed_in(house.officer).get(where).status_code == 404
