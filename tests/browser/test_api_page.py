"""The API's own page: sound for everybody, with parts opened by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.soundness import assert_sound
from tests.factories import House

pytestmark = pytest.mark.browser


def test_it_is_sound(page: Any, live_server: Any, house: House) -> None:
    assert_sound(page, f"{live_server.url}/api/")


def test_an_operation_opens_by_keyboard_and_leads_to_its_shapes(
    page: Any, live_server: Any, house: House
) -> None:
    page.goto(f"{live_server.url}/api/")
    summary = page.locator("#check summary")
    summary.focus()
    page.keyboard.press("Enter")
    opened = page.locator("#check")
    expect(opened).to_contain_text('"edition": "md-craps"')
    opened.get_by_role("link", name="Report", exact=True).click()
    page.wait_for_url("**#shape-Report")
    expect(page.locator("#shape-Report .fields")).to_be_visible()
