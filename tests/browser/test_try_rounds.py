"""Try the table in the games played in rounds: on a phone by keyboard, by pointer, and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.soundness import assert_sound
from tests.factories import House

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 360, "height": 740})
    return page


def reach(page: Page, place: str) -> None:
    """Tabs on to an element, as someone without a pointer does."""
    for _ in range(90):
        if page.evaluate("place => document.activeElement?.matches(place)", place):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{place} was not reached by keyboard")


def choose(page: Page, place: str, words: str) -> None:
    reach(page, place)
    page.keyboard.type(words)


def press(page: Page, place: str) -> None:
    reach(page, place)
    page.keyboard.press("Enter")


def no_sideways_scroll(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_casino_war_on_a_phone_by_keyboard(phone: Page, live_server: Any, house: House) -> None:
    page = phone
    page.goto(f"{live_server.url}/try/bc-war/")
    choose(page, "#try-wager", "Casino War")
    press(page, "#try-do-bet")
    page.wait_for_url("**/?run=1~war-10")
    expect(page.locator(".only-narrow .chip")).to_have_count(1)
    choose(page, "#try-deal-part0", "8")
    choose(page, "#try-deal-part1", "8")
    press(page, "#try-set-deal")
    page.wait_for_url("**/?run=1~war-10~deal.8.8")
    expect(page.locator("#try-go")).to_have_text("Go to War: C$10")
    expect(page.locator("#try-go")).to_be_focused()  # the form of the cards is gone
    page.keyboard.press("Enter")
    page.wait_for_url("**~go_to_war-10")
    expect(page.locator("#try-go")).to_have_text("Deal the cards")
    expect(page.locator("#try-go")).to_be_focused()
    expect(page.locator("#try-said")).to_contain_text("Go to War")  # said once the new buttons are ready
    no_sideways_scroll(page)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"~deal\.\w+\.\w+$"))
    expect(page.locator("#try-said")).to_contain_text("Go to War")
    expect(page.locator("[data-said] li")).to_have_count(2)
    no_sideways_scroll(page)


def test_red_dog_on_a_phone_by_keyboard(phone: Page, live_server: Any, house: House) -> None:
    page = phone
    page.goto(f"{live_server.url}/try/bc-red-dog/?run=1~red_dog-10~deal.5.9")
    press(page, "#try-bet-raise")
    page.wait_for_url("**~raise-10")
    expect(page.locator("#try-said")).to_contain_text("Accepted")
    expect(page.locator("#try-go")).to_be_focused()
    choose(page, "#try-draw-part0", "7")
    press(page, "#try-set-draw")
    page.wait_for_url("**~draw.7")
    expect(page.locator("#try-said")).to_contain_text("a spread of 3: 10 at 2 to 1 pays 20.")
    expect(page.locator(".try-facts")).to_contain_text("C$40 ahead")
    no_sideways_scroll(page)


def test_the_wheel_on_a_phone_by_keyboard(phone: Page, live_server: Any, house: House) -> None:
    page = phone
    page.goto(f"{live_server.url}/try/bc-wheel/")
    choose(page, "#try-wager", "Space 10")
    reach(page, "#try-amount")
    page.keyboard.press("Control+a")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?run=1~space.10-5")
    press(page, "#try-no_more_bets")
    page.wait_for_url("**~no_more_bets")
    expect(page.locator("#try-go")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"~spin\.\d+$"))
    expect(page.locator("#try-said")).to_contain_text(re.compile("Space 10 (wins|loses)"))
    no_sideways_scroll(page)


def test_an_area_bets_the_chosen_chip_on_its_space(page: Page, live_server: Any, house: House) -> None:
    page.goto(f"{live_server.url}/try/bc-wheel/")
    page.get_by_role("button", name="Space 5", exact=False).press("Enter")
    page.wait_for_url("**/?run=1~space.5-10")
    expect(page.locator(".only-wide .chip")).to_have_count(1)


def test_a_whole_run_without_scripts(browser: Any, live_server: Any, house: House) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    tab = context.new_page()
    tab.goto(f"{live_server.url}/try/")
    tab.get_by_role("link", name="British Columbia Casino War", exact=True).click()
    tab.get_by_role("button", name="Place the bet").click()
    tab.get_by_label("Player’s card").select_option("8")
    tab.get_by_label("Dealer’s card").select_option("8")
    tab.get_by_role("button", name="Play this").click()
    expect(tab.get_by_text("A tie: go to war or surrender")).to_be_visible()
    tab.get_by_role("button", name="Surrender").click()
    expect(tab.locator(".try-facts")).to_contain_text("C$5 behind")
    tab.get_by_role("link", name="Undo the last event").click()
    tab.get_by_role("button", name="Go to War: C$10").click()
    tab.get_by_role("button", name="Deal the cards").click()
    expect(tab.get_by_role("heading", name="What has happened so far")).to_be_visible()
    tab.get_by_role("link", name="Start again").click()
    tab.get_by_role("link", name="A war that is tied again").click()
    expect(tab.locator(".try-facts")).to_contain_text("C$20 ahead")
    context.close()


def test_the_pages_are_sound(page: Any, live_server: Any, house: House) -> None:
    for address in (
        "/try/",
        "/try/bc-war/?run=1~war-10~deal.8.8",
        "/try/bc-red-dog/?run=1~red_dog-10~deal.5.9~raise-10~draw.7",
        "/try/bc-wheel/?run=1~space.10-5~no_more_bets~space.2-5",
    ):
        assert_sound(page, f"{live_server.url}{address}")
