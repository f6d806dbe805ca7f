"""On a phone: the menu, and what is long without a space in it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from portal.accounts.models import User
from portal.submissions import uploads
from tests.factories import complete, draft, make_house, odds, submit_draft
from tests.portal.bundles.making import picture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE: ViewportSize = {"width": 360, "height": 740}
LONG = f"{'Plan-of-the-main-gaming-floor-' * 3}rev-02.png"


def test_the_menu_opens_and_closes_by_keyboard_and_is_a_row_on_a_wide_screen(
    page: Page, live_server: Any
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(live_server.url)
    menu, rulebooks = page.get_by_role("button", name="Menu", exact=True), page.locator("#main-menu a").first
    expect(rulebooks).to_be_hidden()
    box = page.locator(".masthead").bounding_box()
    assert box and box["height"] < 80, "one row"
    menu.focus()
    page.keyboard.press("Enter")
    expect(rulebooks).to_be_visible()
    page.keyboard.press("Tab")
    expect(rulebooks).to_be_focused()
    page.keyboard.press("Escape")
    expect(rulebooks).to_be_hidden()
    expect(menu).to_be_focused()
    page.set_viewport_size({"width": 1280, "height": 740})
    expect(rulebooks).to_be_visible()
    expect(menu).to_be_hidden()


def test_long_file_names_and_every_payout_fit_a_phone(
    page: Page, live_server: Any, sign_in: Callable[[User], None]
) -> None:
    house = make_house("bc", "bc-craps")
    made = draft(house, complete(odds(2, house.edition.pk)))
    assert len(LONG) == 100
    uploads.add(
        actor=house.submitter,
        reference=made.reference,
        kind="layout",
        confidential=True,
        filename=LONG,
        data=picture(),
    )
    page.set_viewport_size(PHONE)
    home = f"{live_server.url}/operator/submissions/{made.reference}/"
    sign_in(house.submitter)
    for address in (f"{home}draft/payouts/", f"{home}draft/limits/", f"{home}documents/", home):
        _fits(page, address)
    submit_draft(house, made)
    sign_in(house.officer)
    _fits(page, f"{live_server.url}/regulator/cases/{made.reference}/")
    expect(page.get_by_text(LONG)).to_be_attached()
    page.set_viewport_size({"width": 1280, "height": 740})  # and on a wide screen
    box = page.locator(".masthead").bounding_box()
    assert box and box["height"] < 120, "two rows"
    cut_off = page.locator(".side.sticky").evaluate("one => one.scrollHeight - one.clientHeight")
    assert cut_off <= 1, f"{cut_off} px of the case's side are cut off"


def _fits(page: Page, address: str) -> None:
    page.goto(address)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width == PHONE["width"], f"{address}: {width} px"
