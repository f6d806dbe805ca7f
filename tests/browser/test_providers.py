"""Sign-in through an organisation's provider, walked in a real browser against a real provider."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect
from pytest_django import Settings

from tests.browser.soundness import AXE, WCAG, assert_sound
from tests.factories import PASSWORD, House
from tests.portal.sign_in.people import code, with_app
from tests.portal.sign_in.provider import NAME, MockProvider, forget_what_is_kept, running_provider

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def everybody_has_shown_a_second_factor() -> None:
    """Here people show what they have."""


@pytest.fixture
def provider(house: House, settings: Settings) -> Iterator[MockProvider]:
    forget_what_is_kept()
    with running_provider() as mock:
        settings.OIDC_PROVIDERS = (mock.settings(house.operator.name),)
        yield mock


def sign_in_there(page: Page, subject: str) -> None:
    expect(page.get_by_role("heading", name="Authorize Client")).to_be_visible()
    page.get_by_placeholder("sub").fill(subject)
    page.get_by_role("button", name="Authorize", exact=True).click()


def assert_sound_here(page: Page) -> None:
    """Of a page that a form or a provider led to: it cannot be visited again."""
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(AXE, WCAG) == []
    page.set_viewport_size({"width": 360, "height": 800})
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_link_sign_in_with_it_and_be_refused_with_another(
    page: Page, live_server: Any, house: House, provider: MockProvider
) -> None:
    secret = with_app(house.submitter)
    assert_sound(page, f"{live_server.url}/sign-in/?next=/account/")
    page.get_by_label("E-mail address").fill(house.submitter.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("textbox", name="Code").fill(code(secret))
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name="Sign-in through your organisation").click()
    page.get_by_role("button", name=f"Link {NAME}").click()
    sign_in_there(page, "mine")
    expect(page.get_by_text(f"Linked. You can now sign in with {NAME}.")).to_be_visible()
    assert_sound(page, f"{live_server.url}/account/providers/")

    page.get_by_role("button", name="Sign out").first.click()
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_role("button", name=f"Sign in with {NAME}").focus()
    page.keyboard.press("Enter")
    sign_in_there(page, "a stranger")
    expect(page.get_by_role("heading", name="No account is linked to this identity")).to_be_visible()
    assert_sound_here(page)

    page.route("**/oauth2/authorize*", lambda route: route.fulfill(status=204))
    page.get_by_role("link", name="Go to the sign-in page").click()
    page.get_by_role("button", name=f"Sign in with {NAME}").click()
    expect(page.get_by_role("heading", name=f"To {NAME}")).to_be_visible()
    assert_sound_here(page)
    page.unroute("**/oauth2/authorize*")
    page.get_by_role("link", name=f"Continue to {NAME}").click()
    sign_in_there(page, "mine")
    page.get_by_role("textbox", name="Code").fill(code(secret, 1))
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
    page.goto(f"{live_server.url}/account/sessions/")
    expect(page.get_by_text(f"through {NAME}")).to_be_visible()
