"""Standard texts in a browser: their pages under axe, and one inserted by keyboard without a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import expect

from portal.accounts.models import User
from portal.demo.standards import TEXTS
from portal.review.models import StandardText
from portal.review.standards import add_standard
from tests.browser.soundness import assert_sound
from tests.factories import House, in_review

pytestmark = pytest.mark.browser


def added(house: House) -> StandardText:
    for kind, title, text in TEXTS:
        made = add_standard(actor=house.regulator_admin, kind=kind, title=title, text=text)
    return made


def test_the_pages_are_sound(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    row, case = added(house), in_review(house)
    sign_in(house.regulator_admin)
    for address in ("", "new/", f"{row.pk}/", f"{row.pk}/change/"):
        assert_sound(page, f"{live_server.url}/regulator/standard-texts/{address}")
    sign_in(house.officer)
    for move in ("recommend", "open-query", "return-for-amendment"):
        assert_sound(page, f"{live_server.url}/regulator/cases/{case.reference}/{move}/")


def test_a_question_is_inserted_by_keyboard_without_a_script(
    browser: Any, live_server: Any, house: House
) -> None:
    added(house)
    case = in_review(house)
    client = Client()
    client.force_login(house.officer)
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    page = context.new_page()
    try:
        page.goto(f"{live_server.url}/regulator/cases/{case.reference}/open-query/")
        page.get_by_label("Your question").fill("How many dice are in a set?")
        page.get_by_label("Standard questions").select_option(label="Laboratory report")
        page.get_by_role("button", name="Insert").press("Enter")
        expect(page.get_by_label("Question 1")).to_have_value("How many dice are in a set?")
        inserted = page.get_by_label("Question 2")
        expect(inserted).to_have_value(
            "Please send the laboratory report on the dice or wheel that you intend "
            "to use, not older than twelve months."
        )
        expect(inserted).to_be_focused()
        # The Enter key in a field asks; it neither inserts nor adds a question.
        page.get_by_label("Answer due on").press("Enter")
        expect(page.get_by_role("status").first).to_contain_text("Your questions are sent.")
    finally:
        context.close()
    assert [row.number for row in case.queries.all()] == [1, 2]
