"""What an attack had found, tried again by hand: too few waivers, and an address that holds the server up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal.accounts.models import User
from portal.notices.models import Endpoint
from portal.submissions.models import State
from tests.factories import House, make_house, recommended

pytestmark = pytest.mark.browser

AREA = {"wager": "pass_line", "label": "PASS LINE", "x": "0", "y": "0", "w": "1", "h": "1"}
# 23 wagers have no area, which is one key of rule and path; three odds are above the most.
RULES = {
    "edition": "md-craps",
    "layout": {"width": "10", "height": "5", "areas": [AREA]},
    "odds": {flat: {"multiples": "101"} for flat in ("pass_line", "come", "dont_pass")},
}


def test_26_breaches_take_26_waivers(
    page: Page, live_server: Any, transactional_db: None, sign_in: Callable[[User], None]
) -> None:
    house = make_house("md", "md-craps")
    made = recommended(house, RULES)
    sign_in(house.approver)
    page.goto(f"{live_server.url}/regulator/cases/{made.reference}/approve/")
    boxes = page.locator("input[name=waivers]")
    expect(boxes).to_have_count(26)
    # One of each key, as it was enough before; then all, as it was refused before.
    page.get_by_label("I have no conflict of interest").check()
    for place in (0, 1, 2, 25):
        boxes.nth(place).check()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("There is a problem")).to_be_visible()
    expect(page.get_by_role("button", name="Approve", exact=True)).to_have_count(0)
    for place in range(26):
        boxes.nth(place).check()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Approve", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("The certificate is being prepared")
    made.refresh_from_db()
    assert made.state == State.IN_FORCE
    assert len(made.decisions.get().waivers.all()) == 26


def test_an_address_of_a_webhook_is_answered_however_it_ends(
    page: Page, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    """Each letter doubled the time: 26 of them took 36 s, and nobody else could write meanwhile."""
    sign_in(house.operator_admin)
    page.goto(f"{live_server.url}/organisation/webhooks/new/")
    page.get_by_label("Address").fill(f"https://{'a' * 60}!/")
    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Add the webhook").click()
    expect(page.get_by_text("There is a problem")).to_be_visible()
    assert not Endpoint.objects.exists()
