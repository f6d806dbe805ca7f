"""Tokens and webhooks in a browser: the secret is copied, also without a script, and every page is sound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from portal.accounts import machines, tokens
from portal.accounts.models import User
from portal.notices.webhooks import services as webhooks
from tests.browser.soundness import assert_sound
from tests.factories import PASSWORD, House

pytestmark = pytest.mark.browser


def make_a_token(page: Any, live_server: Any) -> None:
    page.goto(f"{live_server.url}/account/tokens/new/")
    page.get_by_label("Name").fill("Nightly build")
    page.get_by_label("(read)").check()
    page.get_by_label("Your password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Copy your token now")


def test_a_token_is_made_by_keyboard_and_copied(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_server.url)
    sign_in(house.submitter)
    make_a_token(page, live_server)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status")).to_have_text("Copied.")
    copied = page.evaluate("navigator.clipboard.readText()")
    expect(page.locator("#token")).to_have_text(copied)
    found = tokens.authenticate(copied)
    assert found is not None and found[0] == house.submitter


def test_without_a_script_one_click_selects_all_of_it(browser: Any, live_server: Any, house: House) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_label("E-mail address").fill(house.submitter.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    make_a_token(page, live_server)
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()
    assert page.locator("#token").evaluate("element => getComputedStyle(element).userSelect") == "all"
    context.close()


def test_the_address_of_a_calendar_is_shown_once(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    sign_in(house.officer)
    assert_sound(page, f"{live_server.url}/account/calendar/")
    assert_sound(page, f"{live_server.url}/account/calendar/new/")
    page.get_by_label("Your password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Copy the address now")
    shown = page.locator("#address").inner_text()
    answer = page.request.get(f"{live_server.url}/calendar/{shown.rpartition('/')[2]}")
    assert (answer.status, answer.text()[:15]) == (200, "BEGIN:VCALENDAR")
    page.get_by_role("link", name="I have copied the address").click()
    assert_sound(page, f"{live_server.url}/account/calendar/")
    page.get_by_role("button", name="Switch off the calendar feed").click()
    expect(page.get_by_role("status")).to_contain_text("switched off")


def test_pages_are_sound(page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]) -> None:
    admin = house.operator_admin
    bot = machines.create_machine(actor=admin, name="Rules bot", roles=["operator_submitter"])
    own, _ = tokens.create(actor=admin, name="Mine", scopes=["read"], days=5)
    tokens.create(actor=admin, name="Its own", scopes=["submissions.write"], days=30, user_id=bot.pk)
    endpoint, _ = webhooks.add(
        actor=admin,
        url="https://hooks.example.org/a/rather/long/address/of/a/receiver",
        events=["query.opened"],
    )
    sent = webhooks.send_test(actor=admin, endpoint_id=endpoint.pk)
    sign_in(admin)
    for address in (
        "/account/tokens/",
        f"/team/{bot.pk}/",
        f"/organisation/webhooks/{endpoint.pk}/",
        f"/organisation/deliveries/{sent.pk}/",
        "/account/tokens/new/",
        f"/account/tokens/{own.pk}/revoke/",
        "/team/",
        "/team/machines/new/",
        "/organisation/webhooks/",
        "/organisation/webhooks/new/",
        f"/organisation/webhooks/{endpoint.pk}/secret/",
    ):
        assert_sound(page, f"{live_server.url}{address}")
