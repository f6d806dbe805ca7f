"""The rulebooks, the search, the comparison and the matrix in a real browser: finding one's way."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from portal.editions import search
from tests.factories import House

pytestmark = pytest.mark.browser


def test_from_the_shelf_to_a_clause_and_its_example(page: Any, live_server: Any, house: House) -> None:
    page.goto(f"{live_server.url}/rulebook/")
    page.get_by_role("link", name="New Zealand craps, revised").first.click()
    page.get_by_role("link", name="4.12 Commission given back").click()
    page.get_by_role("heading", name="4.12 Commission given back").wait_for()
    page.get_by_text("A buy bet on 10, halved and then taken down", exact=True).click()
    expect(page.get_by_role("cell", name="NZ$").first).to_be_visible()
    page.get_by_role("link", name="Next 4.13 No other charge").click()
    page.get_by_role("heading", name="4.13 No other charge").wait_for()


def test_the_contents_are_open_beside_the_text_and_folded_on_a_phone(
    page: Any, live_server: Any, house: House
) -> None:
    page.goto(f"{live_server.url}/rulebook/md-craps/5/")
    here = page.get_by_role("navigation", name="Contents").get_by_role("link", name="6 Supplemental wagers")
    expect(here).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    expect(here).to_be_hidden()
    page.get_by_text("Contents", exact=True).click()
    expect(here).to_be_visible()


def test_search_by_keyboard(page: Any, live_server: Any, house: House) -> None:
    search.rebuild()
    page.goto(f"{live_server.url}/rulebook/")
    page.get_by_label("Words or a clause number").fill("come out point")
    page.keyboard.press("Enter")
    page.get_by_text("best match first").wait_for()
    expect(page.locator("mark").first).to_be_visible()


def test_without_scripts_everything_is_reached_by_links(browser: Any, live_server: Any, house: House) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(f"{live_server.url}/compare/")
    tab.get_by_label("New Zealand craps, revised").check()
    tab.get_by_label("Maryland craps").check()
    tab.get_by_role("button", name="Compare").click()
    expect(tab.get_by_role("heading", name="Vigorish")).to_be_visible()
    tab.get_by_role("link", name="What every bet pays and costs, as a table").click()
    tab.get_by_role("columnheader", name="Maryland craps").get_by_role("link").click()
    sorted_column = tab.get_by_role("columnheader", name="Maryland craps")
    expect(sorted_column).to_have_attribute("aria-sort", "ascending")
    sorted_column.get_by_role("link").click()
    expect(tab.get_by_role("columnheader", name="Maryland craps")).to_have_attribute(
        "aria-sort", "descending"
    )
    context.close()


def test_print_leaves_only_the_rules(page: Any, live_server: Any, house: House) -> None:
    page.goto(f"{live_server.url}/rulebook/sg-mbs-v2/all/")
    page.emulate_media(media="print")
    expect(page.get_by_label("Search this book")).to_be_hidden()
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()
    expect(page.locator("article.whole")).to_be_visible()
