"""Passkeys in a real browser: Chromium's virtual authenticator stands in for the finger on the sensor."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from portal.accounts import events, services
from portal.accounts.models import Role, User
from portal.sign_in import factors
from tests.browser.soundness import assert_sound
from tests.factories import PASSWORD, House, create_user
from tests.portal.sign_in.people import code, with_app

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def everybody_has_shown_a_second_factor() -> None:
    """Here people show what they have."""


@pytest.fixture
def authenticator(page: Page) -> Any:
    """A device with a passkey store and a finger that is always right."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return devtools


def grow_old(seconds: int = 301) -> None:
    """As if every second factor in a session had been shown that long ago."""
    for row in Session.objects.all():
        known = row.get_decoded()
        if "second_factor" in known:
            known["second_factor"]["used_at"] = int(time.time()) - seconds
            Session.objects.filter(pk=row.pk).update(session_data=SessionStore().encode(known))


def invited(house: House) -> str:
    tokens: list[str] = []

    def keep(*, token: str, **_: object) -> None:
        tokens.append(token)

    events.invited.connect(keep)
    services.invite(
        actor=house.site_admin,
        email="mere@example.org",
        name="Mere Paewai",
        roles=[Role.REGULATOR_ADMIN],
        organisation=house.regulator,
    )
    events.invited.disconnect(keep)
    return tokens[0]


def test_from_the_invitation_to_work_with_a_passkey(
    page: Page, live_server: Any, house: House, authenticator: Any, capsys: Any
) -> None:
    """Enrol, sign in without a password, and confirm an invitation with the same passkey."""
    began, clicks = time.monotonic(), 0

    def click(name: str, role: Any = "button") -> None:
        nonlocal clicks
        clicks += 1
        page.get_by_role(role, name=name, exact=True).click()

    page.goto(f"{live_server.url}/invitation/{invited(house)}/")
    page.get_by_label("Choose a password").fill(PASSWORD)
    click("Create my account")
    expect(page.get_by_role("heading", level=1)).to_have_text("Set up a second factor")
    click("Add a passkey", "link")
    page.get_by_label("Name of the passkey").fill("Phone")
    click("Add the passkey")
    click("Create recovery codes")
    expect(page.locator("#codes")).to_contain_text("\n")
    click("I have saved them", "link")
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
    with capsys.disabled():
        print(f"\ninvitation to dashboard with a passkey: {clicks} clicks, {time.monotonic() - began:.1f} s")
    assert clicks == 5

    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()

    grow_old()
    page.goto(f"{live_server.url}/team/")
    page.get_by_label("E-mail address").fill("ngaio@example.org")
    page.get_by_label("Inspector").check()
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm that it is you")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Your second factor is confirmed")).to_be_visible()
    page.get_by_role("button", name="Send the form now").click()
    expect(page.get_by_text("An invitation has been sent to ngaio@example.org")).to_be_visible()


def test_the_password_and_then_the_passkey(
    page: Page, live_server: Any, house: House, authenticator: Any
) -> None:
    sign_in_with_code(page, live_server, house.officer)
    page.goto(f"{live_server.url}/account/second-factor/passkey/")
    page.get_by_label("Name of the passkey").fill("Blue key")
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.locator("ul.rows strong")).to_have_text("Blue key")
    page.get_by_role("button", name="Sign out").click()
    with_password(page, live_server, house.officer)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()


def test_without_a_script_codes_do_everything(browser: Any, live_server: Any, house: House) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in_with_code(page, live_server, house.officer)
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
    context.close()


def test_a_lost_app_is_replaced_with_a_recovery_code(page: Page, live_server: Any, house: House) -> None:
    with_app(house.officer)
    codes = factors.new_recovery_codes(actor=house.officer)
    with_password(page, live_server, house.officer)
    picture(page, "lost")
    page.get_by_label("Code", exact=True).fill(codes[0])
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
    page.goto(f"{live_server.url}/account/second-factor/")
    expect(page.get_by_text("9 of 10 left")).to_be_visible()
    page.get_by_role("link", name="Set up another app instead").click()
    secret = page.locator("#app-key").inner_text().replace(" ", "")
    page.get_by_label("Code that the app shows now").fill(code(secret))
    picture(page, "another-app")
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Set up an authenticator app")
    page.get_by_role("button", name="Sign out").click()
    with_password(page, live_server, house.officer)
    page.get_by_label("Code", exact=True).fill(code(secret, 1))
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()


def test_two_administrators_remove_a_lost_second_factor(page: Page, live_server: Any, house: House) -> None:
    """Of one's own organisation: one asks, the other confirms, and the password alone leads to a new one."""
    officer = house.officer
    second = create_user(
        organisation=house.regulator,
        roles=[Role.REGULATOR_ADMIN],
        name="Hana Second",
        email="hana@example.org",
    )
    with_app(officer)
    sign_in_with_code(page, live_server, house.regulator_admin)
    page.goto(f"{live_server.url}/team/second-factors/")
    page.get_by_role("row", name=officer.name).get_by_role("link").click()
    expect(page.get_by_text("Who can confirm: Hana Second.")).to_be_visible()
    page.get_by_label("How you know").fill("Her phone was stolen. I called her on the number we have.")
    picture(page, "ask")
    page.get_by_role("button", name="Request removal").click()
    expect(page.get_by_text("Another administrator has to confirm it.")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm removal")).to_have_count(0)

    page.get_by_role("button", name="Sign out").click()
    sign_in_with_code(page, live_server, second)
    page.goto(f"{live_server.url}/team/second-factors/")
    assert_sound(page, page.url)
    picture(page, "confirm")
    page.get_by_role("button", name="Confirm removal and sign the person out").click()
    expect(page.get_by_text("has to set up a new second factor at the next sign-in")).to_be_visible()

    page.get_by_role("button", name="Sign out").click()
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_label("E-mail address").fill(officer.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Set up a second factor")
    picture(page, "new")


def test_the_pages_are_sound(page: Page, live_server: Any, house: House) -> None:
    secret = with_app(house.operator_admin)
    with_app(house.viewer)
    with_password(page, live_server, house.operator_admin)
    assert_sound(page, f"{live_server.url}/sign-in/code/")
    page.get_by_label("Code", exact=True).fill(code(secret, 1))
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
    for address in (
        "account/second-factor/",
        "account/second-factor/passkey/",
        "account/second-factor/app/",
        "account/second-factor/codes/",
        "account/sessions/",
        "team/second-factors/",
        f"team/{house.viewer.pk}/second-factor/",
    ):
        assert_sound(page, f"{live_server.url}/{address}")
    factors.new_recovery_codes(actor=house.operator_admin)
    grow_old()
    assert_sound(page, f"{live_server.url}/account/confirm/?next=/team/")


def picture(page: Page, name: str) -> None:
    """At both widths, into the folder PICTURES if there is one."""
    if folder := os.environ.get("PICTURES"):
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 900})
            page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)


def with_password(page: Page, live_server: Any, person: User) -> None:
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_label("E-mail address").fill(person.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Your second factor")


def sign_in_with_code(page: Page, live_server: Any, person: User) -> None:
    secret = with_app(person)
    with_password(page, live_server, person)
    page.get_by_label("Code", exact=True).fill(code(secret))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
