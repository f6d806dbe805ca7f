"""axe-core on the pages behind the sign-in, light and dark, wide and narrow; no sideways scrolling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from craps import load_edition
from portal.accounts.models import User
from portal.accounts.services import invite
from portal.operator.steps import rules_steps
from tests.browser.soundness import assert_sound
from tests.experts import asked
from tests.factories import House, approved, draft, in_review, odds, recommended

pytestmark = pytest.mark.browser


def test_pages_on_the_way_in(page: Any, live_server: Any, house: House) -> None:
    for address in ("/sign-in/", "/password/reset/", "/no/such/page/"):
        assert_sound(page, f"{live_server.url}{address}")


def test_operator_pages(page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]) -> None:
    broken, whole = draft(house, odds(3)).reference, draft(house).reference
    unstated = draft(house, {"edition": "nz-revised"}).reference
    sign_in(house.submitter)
    for address in (
        "/operator/",
        "/operator/submissions/new/",
        f"/operator/submissions/{whole}/draft/odds/",
        f"/operator/submissions/{broken}/draft/odds/",
        f"/operator/submissions/{broken}/submit/",
        f"/operator/submissions/{unstated}/draft/odds/",
        f"/operator/submissions/{unstated}/submit/",
        f"/operator/submissions/{whole}/",
        f"/operator/properties/{house.property.pk}/",
        "/team/",
        "/account/",
    ):
        assert_sound(page, f"{live_server.url}{address}")


@pytest.mark.parametrize("slug", rules_steps(load_edition("nz-revised")))
def test_every_step_of_the_editor(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None], slug: str
) -> None:
    sign_in(house.submitter)
    assert_sound(page, f"{live_server.url}/operator/submissions/{draft(house).reference}/draft/{slug}/")


def test_regulator_pages(page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]) -> None:
    reviewed, to_decide = in_review(house, odds(3)).reference, recommended(house).reference
    approved(house, conditions=[{"text": "Post a sign.", "due_on": None}])
    sign_in(house.officer)
    for address in (
        "",
        "queue/?state=all&clock=late",
        "queue/?state=all",
        "conditions/",
        f"cases/{reviewed}/",
        f"cases/{reviewed}/comment/?kind=field&about=odds.pass_line",
        f"cases/{reviewed}/open-query/",
    ):
        assert_sound(page, f"{live_server.url}/regulator/{address}")
    assert_sound(page, f"{live_server.url}/audit/")
    sign_in(house.approver)
    for address in (f"cases/{to_decide}/", f"cases/{to_decide}/approve/", f"cases/{to_decide}/refuse/"):
        assert_sound(page, f"{live_server.url}/regulator/{address}")


def test_pages_of_people_and_experts(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    case = in_review(house)
    request = asked(house, case)
    invite(actor=house.regulator_admin, email="new@example.org", roles=["regulator_officer"])
    for person, addresses in (
        (house.expert, ["/expert/", f"/expert/requests/{request.pk}/"]),
        (
            house.officer,
            [f"/regulator/cases/{case.reference}/expert/", f"/regulator/experts/{request.pk}/withdraw/"],
        ),
        (house.regulator_admin, [f"/team/{house.officer.pk}/close/", "/team/", "/notices/by-email/"]),
    ):
        sign_in(person)
        for address in addresses:
            assert_sound(page, f"{live_server.url}{address}")


def test_an_error_summary_takes_the_focus_and_leads_to_the_field(
    page: Any, live_server: Any, house: House
) -> None:
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator("#error-summary")).to_be_focused()
    page.get_by_role("link", name="Enter your e-mail address.").click()
    expect(page.locator("#id_username")).to_be_focused()
