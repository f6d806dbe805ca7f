"""What the operator's door says to its own people: roles, and an ended session. Who may pass at all is
tests/portal/test_route_matrix.py's."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import House
from tests.portal.doors import signed_in, text
from tests.portal.routes import real, routes

ROUTES = {route.name: route for route in routes() if route.door == "operator"}


def address(house: House, name: str) -> str:
    route = ROUTES[f"operator:{name}"]
    return route.address(real(route, house))


def test_a_part_asked_for_after_the_session_ended_sends_the_whole_page_to_sign_in(house: House) -> None:
    where = address(house, "live-check")
    page = f"http://testserver{where.removesuffix('check/')}"
    answer = Client().post(where, headers={"hx-request": "true", "hx-current-url": page})
    assert answer.status_code == 200
    assert answer["HX-Redirect"].startswith("/sign-in/?next=/operator/submissions/")


@pytest.mark.parametrize("name", ["step", "submit", "new"])
def test_a_viewer_reads_which_role_is_needed(house: House, name: str) -> None:
    answer = signed_in(house.viewer).get(address(house, name))
    assert answer.status_code == 403
    assert "role submitter" in text(answer)


def test_a_viewer_reads_the_submission_without_buttons_that_refuse(house: House) -> None:
    page = signed_in(house.viewer).get(address(house, "submission"))
    assert page.status_code == 200
    assert "Continue the draft" not in text(page)
    assert "Delete this draft" not in text(page)
