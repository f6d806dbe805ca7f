"""A compliance officer makes rules from nothing: five breaches, one click for each, and it is submitted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from portal.accounts.models import User
from portal.submissions.models import State, Submission
from portal.validation.selectors import run_of
from tests.factories import House, make_house
from tests.flows.casework import version_of

pytestmark = pytest.mark.browser


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house("md", "md-craps")


def test_from_nothing_to_a_submission_that_passes(
    page: Any, live_server: Any, house: House, sign_in_by_form: Callable[[User], None]
) -> None:
    sign_in_by_form(house.submitter)
    page.get_by_role("link", name="Start a submission").first.click()
    page.get_by_label(f"{house.property.name}: {house.edition.title}").check()
    page.get_by_role("button", name="Create draft").click()

    page.locator('[name="making.called_with_cash"]').select_option("no")

    go_to(page, "Wagers offered")
    side_bets = page.get_by_role("group", name="Side bets")
    side_bets.get_by_role("button", name="None").click()
    expect(page.get_by_label("Fire Bet")).not_to_be_checked()
    side_bets.get_by_role("button", name="All").click()
    for bet in ("Fire Bet", "All Small Wager", "All Tall Wager", "All Or Nothing At All Wager"):
        expect(page.get_by_label(bet)).to_be_checked()

    go_to(page, "Odds multiples")
    on_4 = page.locator('[name="odds.pass_line.multiples.4"]')
    for flat in ("pass_line", "dont_pass", "come", "dont_come"):
        page.locator(f'[name="odds.{flat}.excess"]').select_option("no")
    on_4.fill("200")
    put_right(page, "Odds multiples", on_4, "100×", "100")

    go_to(page, "Vigorish")
    rate = page.locator('[name="vig.buy.rate"]')
    rate.fill("10%")
    expect(page.locator("#figures-said")).to_contain_text("Buy Bet, on")
    put_right(page, "Vigorish", rate, "5%", "5%")
    expect(page.locator("#figures-said")).to_contain_text("No bet of this step costs a player more or less")

    go_to(page, "Payouts and pay tables")
    page.get_by_role("group", name="Fire Bet").get_by_label("Pay table").select_option("B")
    seven = page.locator('[name="payouts.any_seven"]')
    seven.fill("3 to 1")
    expect(page.locator("#figures")).to_contain_text("33.33%")
    put_right(page, "Payouts and pay tables", seven, "4 to 1", "4:1")

    go_to(page, "On a come-out roll")
    place = page.locator('[name="come_out.place"]')
    place.select_option("on")
    put_right(page, "On a come-out roll", place, "off", "off")

    go_to(page, "Limits")
    most = page.locator('[name="limits.fire.max"]')
    most.fill("50")
    put_right(page, "Limits", most, "5", "5")

    go_to(page, "Layout")
    add_an_area_by_keyboard(page)

    go_to(page, "Worked examples")
    page.get_by_role("link", name="A fire bet with four different points made").click()
    page.get_by_role("link", name="Next", exact=True).press("Enter")
    expect(page.locator("#play")).to_contain_text("Step 1 of")
    page.get_by_role("link", name="End", exact=True).click()
    expect(page.locator("#play")).to_contain_text("Fire Bet")

    page.get_by_role("navigation", name="Steps").get_by_role("link", name="Declaration").click()
    page.get_by_label("Your position").fill("Head of Compliance")
    page.get_by_label("These rules are complete and true").check()
    page.get_by_role("button", name="Submit to the regulator").click()
    expect(page.get_by_role("status")).to_contain_text("is submitted")

    made = Submission.objects.get()
    rules = version_of(made).ruleset
    assert made.state == State.SUBMITTED
    run = run_of(version_of(made))
    assert run and run.verdict != "breach"
    assert rules["odds"]["pass_line"]["multiples"]["4"] == "100"
    assert rules["paytables"]["fire"] == "B"
    assert rules["limits"]["fire"] == {"max": "5"}
    assert "HOP HERE" in {area.get("label") for area in rules["layout"]["areas"]}


def go_to(page: Any, title: str) -> None:
    """By the list of steps. Nobody presses Save: leaving a step saves it."""
    page.get_by_role("navigation", name="Steps").get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)


def put_right(page: Any, title: str, field: Locator, words: str, value: str) -> None:
    """The breach shows in the summary and in the list of steps; one click and both are clear."""
    summary = page.locator("#live")
    step = page.get_by_role("navigation", name="Steps").get_by_role("listitem").filter(has_text=title)
    expect(summary).to_contain_text("1 breach")
    expect(step).to_contain_text("1 breach")
    page.get_by_role("button", name=f"Use {words}").click()
    expect(field).to_have_value(value)
    expect(summary).not_to_contain_text("breach")  # notes on payable units stay
    expect(step).to_contain_text("Completed, no breaches")


def add_an_area_by_keyboard(page: Any) -> None:
    page.get_by_role("button", name="Start from the standard layout").click()
    chooser = page.get_by_label("Area", exact=True)
    chooser.select_option(label=chooser.locator("option", has_text="Hop Bet").text_content())
    page.get_by_role("application").focus()
    page.keyboard.press("Delete")
    expect(page.locator("#live")).to_contain_text("1 breach")
    page.get_by_label("Add an area for").select_option("hop")
    page.get_by_role("button", name="Add area").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#layout-said")).to_contain_text("Hop Bet added")
    expect(page.get_by_role("application")).to_be_focused()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+A")
    page.keyboard.type("HOP HERE")
    expect(page.locator("#drawing")).to_contain_text("HOP HERE")
    expect(page.locator("#live")).not_to_contain_text("1 breach")
