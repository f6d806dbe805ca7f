"""The page of a gaming table in a real browser: what the first screen of a phone says, and where it leads."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from portal.review import workflow
from tests.browser.soundness import assert_sound
from tests.factories import approved, create_table, make_house
from tests.portal.review.test_limit_notice import RULES

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 640}


def test_a_table_on_a_phone_in_poor_light(browser: Any, live_server: Any) -> None:
    house = make_house("md", "md-craps")
    table, _other = (create_table(property=house.property, label=label) for label in ("C-101", "C-102"))
    held = approved(house, RULES).submission
    workflow.suspend(actor=house.approver, reference=held.reference, reason="Worn.", tables=["C-102"])
    context = browser.new_context(viewport=PHONE, color_scheme="dark")
    page = context.new_page()
    address = f"{live_server.url}/t/{table.code}/"
    assert_sound(page, address)
    page.set_viewport_size(PHONE)
    page.goto(address)
    # Without scrolling: which table, may it run, under what, the first limits.
    for text in ("C-101", "Rules in force", "Craps may be played at this table.", "At least US$15"):
        box = page.get_by_text(text).first.bounding_box()
        assert box["y"] + box["height"] <= PHONE["height"], text
    page.get_by_role("link", name="Try this table").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("C-101")
    page.get_by_role("link", name=f"{house.property.name}, C-101").click()
    page.get_by_role("link", name="Other tables of this casino").click()
    page.get_by_role("row").filter(has_text="C-102").get_by_role("link", name="C-102").click()
    expect(page.get_by_role("heading", name="✕ Suspended")).to_be_visible()
    assert_sound(page, page.url)
    page.get_by_label("This table on another day").fill("2001-01-01")
    page.get_by_role("button", name="Show that day").click()
    expect(page.get_by_role("heading", name="No rules were in force")).to_be_visible()
    context.close()
