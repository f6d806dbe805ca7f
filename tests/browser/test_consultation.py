"""A comment from the public page on: without a script, by keyboard; and the regulator's pages under axe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from portal.accounts.models import User
from tests.browser.soundness import assert_sound
from tests.consulting import FORM, answered, confirmed, link_in_mail, opened, published
from tests.factories import House

pytestmark = pytest.mark.browser


def test_a_comment_is_written_and_confirmed_by_keyboard_without_a_script(
    browser: Any, live_server: Any, house: House
) -> None:
    row = opened(house)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page = context.new_page()
    try:
        page.goto(f"{live_server.url}/consultations/")
        page.get_by_role("link", name=row.title).press("Enter")
        page.get_by_role("link", name="Comment on clause 4.14").press("Enter")
        expect(page.get_by_label("What is your comment about?")).to_have_value("clause-4.14")
        page.get_by_label("Your comment", exact=True).fill("Too little.")
        page.get_by_role("button", name="Send the comment").press("Enter")
        summary = page.get_by_role("alert")
        expect(summary).to_contain_text("Enter your name")
        summary.get_by_role("link", name="Enter your e-mail address").press("Enter")
        page.get_by_label("Your name").fill(FORM["name"])
        page.get_by_label("Your e-mail address").fill(FORM["email"])
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Check your e-mail")
        page.goto(f"{live_server.url}/consultations/confirm/{link_in_mail()}/")
        expect(page.get_by_role("main")).to_contain_text("Too little.")
        page.get_by_role("button", name="Yes, send it to the regulator").press("Enter")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Your comment is confirmed")
    finally:
        context.close()
    assert row.comments.get().state == "waiting"


def test_the_regulators_pages_are_sound(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    row = opened(house)
    answered(house, row, published(house, row, "Ten [[times]] is too little."))
    waiting = confirmed(row)
    sign_in(house.regulator_admin)
    for address in (
        "/regulator/consultations/",
        f"/regulator/consultations/{row.pk}/",
        f"/regulator/consultations/{row.pk}/extend/",
        f"/regulator/consultations/{row.pk}/answer/",
        f"/regulator/consultations/comments/{waiting.pk}/",
        f"/regulator/editions/{row.edition_id}/",
    ):
        assert_sound(page, f"{live_server.url}{address}")
