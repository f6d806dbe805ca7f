"""axe-core on the pages behind the sign-in, light and dark, wide and narrow; no sideways scrolling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from portal.accounts.models import User
from portal.operator.steps import STEPS
from tests.factories import House, approved, draft, in_review, odds, recommended

pytestmark = pytest.mark.browser

SCHEMES = ["light", "dark"]


def assert_sound(page: Any, address: str, scheme: str = "light") -> None:
    """No violation of WCAG 2.2 A or AA, and no sideways scrolling at 320 and 1280 px.

    In the dark only the colours differ, so one width is enough there.
    """
    page.emulate_media(color_scheme=scheme)
    page.goto(address)
    for width in (320, 1280) if scheme == "light" else (1280,):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{address} at {width} px"
        found = Axe().run(page, options={"resultTypes": ["violations"]})
        assert found.violations_count == 0, f"{address} at {width} px\n{found.generate_report()}"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_pages_on_the_way_in(page: Any, live_server: Any, house: House, scheme: str) -> None:
    for address in ("/sign-in/", "/password/reset/", "/no/such/page/"):
        assert_sound(page, f"{live_server.url}{address}", scheme)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_operator_pages(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None], scheme: str
) -> None:
    broken, whole = draft(house, odds(3)).reference, draft(house).reference
    sign_in(house.submitter)
    for address in (
        "/operator/",
        "/operator/submissions/new/",
        f"/operator/submissions/{whole}/draft/odds/",
        f"/operator/submissions/{broken}/draft/odds/",
        f"/operator/submissions/{broken}/submit/",
        f"/operator/submissions/{whole}/",
        f"/operator/properties/{house.property.pk}/",
        "/team/",
        "/account/",
    ):
        assert_sound(page, f"{live_server.url}{address}", scheme)


@pytest.mark.parametrize("slug", [step.slug for step in STEPS if step.is_open])
def test_every_step_of_the_editor(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None], slug: str
) -> None:
    sign_in(house.submitter)
    assert_sound(page, f"{live_server.url}/operator/submissions/{draft(house).reference}/draft/{slug}/")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_regulator_pages(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None], scheme: str
) -> None:
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
        assert_sound(page, f"{live_server.url}/regulator/{address}", scheme)
    assert_sound(page, f"{live_server.url}/audit/", scheme)
    sign_in(house.approver)
    for address in (f"cases/{to_decide}/", f"cases/{to_decide}/approve/", f"cases/{to_decide}/refuse/"):
        assert_sound(page, f"{live_server.url}/regulator/{address}", scheme)


def test_an_error_summary_takes_the_focus_and_leads_to_the_field(
    page: Any, live_server: Any, house: House
) -> None:
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator("#error-summary")).to_be_focused()
    page.get_by_role("link", name="Enter your e-mail address.").click()
    expect(page.locator("#id_username")).to_be_focused()
