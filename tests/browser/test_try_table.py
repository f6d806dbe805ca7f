"""Try the table and the calculator in a real browser: by pointer, by keyboard, and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.factories import House

pytestmark = pytest.mark.browser


def test_an_area_bets_the_chosen_chip_and_the_result_is_read_out(
    page: Any, live_server: Any, house: House
) -> None:
    page.goto(f"{live_server.url}/try/nz-revised/")
    page.locator(".try-chips").get_by_text("25", exact=True).click()
    page.locator('[id="felt-wide-place.6"]').click()
    page.wait_for_url("**/?run=1~place.6-25")
    expect(page.locator(".only-wide .chip")).to_have_count(1)
    expect(page.get_by_role("radio", name="25")).to_be_checked()
    # An area that stands for several bets leads to the list.
    page.get_by_role("link", name="Horn High Bet: choose which below").click()
    expect(page.get_by_label("Bet", exact=True)).to_have_value("horn_high.2")
    expect(page.locator("#try-amount")).to_be_focused()
    page.get_by_label("First die").select_option("3")
    page.get_by_label("Second die").select_option("1")
    page.get_by_role("button", name="Set the dice").click()
    expect(page.locator("#try-said")).to_contain_text("The point is 4.")
    expect(page.locator("#try-set")).to_be_focused()
    page.get_by_role("button", name="Roll the dice").click()
    page.wait_for_url(re.compile(r"run=1~place\.6-25~31~\d\d$"))
    page.go_back()
    page.wait_for_url("**/?run=1~place.6-25~31")
    expect(page.locator("[data-said]")).to_contain_text("Roll 3-1.")


def test_a_mistake_is_shown_beside_its_field(page: Any, live_server: Any, house: House) -> None:
    page.goto(f"{live_server.url}/try/nz-revised/")
    page.get_by_label("Amount in NZ$").fill("lots")
    page.get_by_role("button", name="Place the bet").click()
    alert = page.locator("#try-bet").get_by_role("alert")
    expect(alert).to_contain_text("such as 25 or 2.50")
    page.wait_for_url("**/try/nz-revised/")


def test_a_whole_run_without_scripts(browser: Any, live_server: Any, house: House) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    tab = context.new_page()
    tab.goto(f"{live_server.url}/try/")
    tab.get_by_role("link", name="Maryland craps", exact=True).click()
    tab.get_by_label("Bet", exact=True).select_option("pass_line")
    tab.get_by_role("button", name="Place the bet").click()
    tab.get_by_label("First die").select_option("4")
    tab.get_by_label("Second die").select_option("2")
    tab.get_by_role("button", name="Set the dice").click()
    tab.get_by_role("button", name="Add odds").click()
    tab.locator(".try-chips").get_by_text("25", exact=True).click()
    tab.locator('[id="felt-narrow-field"]').click()
    expect(tab.locator(".only-narrow .chip")).to_have_count(3)
    tab.locator("#try-back").click()
    expect(tab.get_by_text("may not be taken down or reduced: its point 6 is set")).to_be_visible()
    expect(tab.locator(".only-narrow .chip")).to_have_count(2)
    tab.get_by_role("link", name="Undo the last event").click()
    expect(tab.locator(".only-narrow .chip")).to_have_count(1)
    tab.get_by_role("link", name="Start again").click()
    tab.get_by_role("link", name="A buy bet on 4 that loses to the seven").click()
    expect(tab.get_by_role("heading", name="What has happened so far")).to_be_visible()
    context.close()


def test_nothing_moves_for_who_prefers_it_still(browser: Any, live_server: Any, house: House) -> None:
    for preference, moves in (("reduce", False), ("no-preference", True)):
        context = browser.new_context(reduced_motion=preference)
        tab = context.new_page()
        tab.goto(f"{live_server.url}/try/nz-revised/?run=1~31")
        name = tab.evaluate("getComputedStyle(document.querySelector('.die')).animationName")
        assert (name != "none") is moves
        context.close()


def test_the_calculator_answers_as_it_is_changed(page: Any, live_server: Any, house: House) -> None:
    page.goto(f"{live_server.url}/calculator/")
    expect(page.get_by_text("costs US$1.25 on average")).to_be_visible()
    page.get_by_role("group", name="Second choice").get_by_label("Rate in per cent").fill("6")
    page.keyboard.press("Tab")
    expect(page.get_by_text("This choice would be for the regulator to judge.")).to_be_visible()
    page.wait_for_url("**b.rate=6**")
    page.reload()
    expect(page.get_by_role("group", name="Second choice").get_by_label("Rate in per cent")).to_have_value(
        "6"
    )


def test_the_calculator_without_scripts(browser: Any, live_server: Any, house: House) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(f"{live_server.url}/calculator/")
    tab.get_by_label("Bet", exact=True).select_option("pass_line")
    tab.get_by_role("button", name="Calculate").click()
    expect(tab.get_by_role("heading", name="House edge on all money bet, by odds multiple")).to_be_visible()
    context.close()
