"""The editor by keyboard alone, without JavaScript, on a phone, and when the session has ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from portal.accounts.models import User
from tests.factories import PASSWORD, House, draft

pytestmark = pytest.mark.browser


def odds_page(live_server: Any, house: House) -> str:
    return f"{live_server.url}/operator/submissions/{draft(house).reference}/draft/odds/"


def test_saving_by_keyboard_alone(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    sign_in(house.submitter)
    page.goto(odds_page(live_server, house))
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the main content")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "odds.pass_line.multiples.4":
            break
    page.keyboard.press("Control+A")
    page.keyboard.type("1")
    # Return saves; it must not press the first preset.
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Saved as version 3")
    expect(page.locator('[name="odds.pass_line.multiples.4"]')).to_have_value("1")
    expect(page.locator('[name="odds.pass_line.multiples.5"]')).to_have_value("2")


def test_the_focus_is_always_to_be_seen(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    sign_in(house.submitter)
    page.goto(odds_page(live_server, house))
    for _ in range(45):
        page.keyboard.press("Tab")
        ring = page.evaluate(
            "(() => { const s = getComputedStyle(document.activeElement);"
            " return document.activeElement === document.body ? 3 : parseFloat(s.outlineWidth) })()"
        )
        assert ring >= 2


def test_a_newer_live_check_replaces_the_older(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    sign_in(house.submitter)
    page.goto(odds_page(live_server, house))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/check/" in request.url else None)
    on_4 = page.get_by_label("Odds on Pass Bet: on 4")
    on_4.press_sequentially("345", delay=20)
    expect(page.locator("#live")).to_contain_text("1 breach")
    assert len(sent) == 1
    on_4.fill("2")
    expect(page.locator("#live")).to_contain_text("No breaches of")


def test_two_editors_see_both_versions(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None], browser: Any
) -> None:
    sign_in(house.submitter)
    where = odds_page(live_server, house)
    page.goto(where)
    other = browser.new_context(storage_state=page.context.storage_state()).new_page()
    other.goto(where)
    other.locator('[name="odds.come.multiples.6"]').fill("1")
    other.get_by_role("button", name="Save", exact=True).click()
    expect(other.get_by_role("status")).to_contain_text("Saved as version 3")
    page.locator('[name="odds.pass_line.multiples.4"]').fill("1")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Someone saved before you")).to_be_visible()
    expect(page.get_by_role("table")).to_contain_text("1× on 6")
    page.get_by_role("button", name="Save mine over theirs").click()
    expect(page.get_by_role("status")).to_contain_text("Saved as version 4")
    other.context.close()


def test_an_ended_session_sends_the_page_to_sign_in_and_back(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    sign_in(house.submitter)
    where = odds_page(live_server, house)
    page.goto(where)
    page.context.clear_cookies(name="sessionid")
    page.locator('[name="odds.pass_line.multiples.4"]').fill("1")
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    page.get_by_label("E-mail address").fill(house.submitter.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="What you entered is still here")).to_be_visible()
    page.get_by_role("button", name="Send the form now").click()
    expect(page).to_have_url(where)
    expect(page.locator('[name="odds.pass_line.multiples.4"]')).to_have_value("1")


def test_a_check_that_does_not_answer_is_not_taken_for_a_clean_one(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    sign_in(house.submitter)
    page.goto(odds_page(live_server, house))
    page.route("**/check/", lambda route: route.abort())
    page.locator('[name="odds.pass_line.multiples.4"]').fill("3")
    expect(page.locator("#live")).to_contain_text("The check did not answer")
    page.unroute("**/check/")
    page.locator('[name="odds.pass_line.multiples.4"]').fill("4")
    expect(page.locator("#live")).to_contain_text("1 breach")


@pytest.fixture
def plain_page(browser: Any) -> Iterator[Any]:
    """A phone of 320 px with JavaScript off."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 640})
    yield context.new_page()
    context.close()


def test_everything_works_without_javascript(plain_page: Any, live_server: Any, house: House) -> None:
    page = plain_page
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_label("E-mail address").fill(house.submitter.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.goto(odds_page(live_server, house))
    page.locator('[name="odds.pass_line.multiples.4"]').fill("3")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("Saved as version 3")
    page.get_by_role("button", name="Use 2×").click()
    expect(page.locator('[name="odds.pass_line.multiples.4"]')).to_have_value("2")
    page.get_by_role("button", name="1×", exact=True).click()
    expect(page.locator('[name="odds.come.multiples.9"]')).to_have_value("1")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("Saved as version 4")
