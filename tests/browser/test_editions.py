"""Drafting an edition by hand and by keyboard, and its pages under axe; reports and the trail too."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from portal.accounts.models import User
from portal.editions.models import Edition
from tests.browser.soundness import assert_sound
from tests.factories import House, approved, make_house, submitted
from tests.portal.editions.drafts import a_draft, in_days, lower_odds, pass_tests, read_so
from tests.portal.regulator.test_editions import rules

pytestmark = pytest.mark.browser


@pytest.fixture
def md(transactional_db: None) -> House:
    return make_house("md", "md-craps")


def test_from_the_list_to_a_published_edition(
    page: Any, live_server: Any, md: House, sign_in: Callable[[User], None]
) -> None:
    case = approved(md, rules(50)).submission
    sign_in(md.regulator_admin)
    page.goto(f"{live_server.url}/regulator/editions/")
    page.get_by_role("link", name="Draft a new edition").click()
    page.get_by_label("Start from").select_option("md-craps")
    page.get_by_label("Id", exact=True).fill("md-craps-2031")
    page.get_by_label("Title").fill("Maryland craps 2031")
    page.get_by_role("button", name="Create draft").click()
    for flat in ("Pass Bet", "Don't Pass Bet"):
        page.get_by_role("link", name="Odds", exact=True).click()
        link = page.get_by_role("link", name=f"Change Odds on {flat}: at most, on every number", exact=True)
        link.focus()
        page.keyboard.press("Enter")
        page.get_by_label("Value", exact=True).fill("many")
        page.keyboard.press("Enter")
        page.locator("#error-summary").wait_for()
        expect(page.locator("#error-summary")).to_be_focused()
        page.get_by_label("Value", exact=True).fill("20")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status")).to_contain_text("saved")
        page.get_by_role("link", name="Maryland craps 2031").first.click()
    page.get_by_role("button", name="Undo Odds on Don't Pass Bet: at most, on every number").click()
    expect(page.get_by_role("status")).to_contain_text("that of the parent edition again")
    page.get_by_role("button", name="See who is affected").click()
    main = page.get_by_role("main")
    expect(main).to_contain_text("1 would breach it")
    expect(main).to_contain_text(case.reference)
    pass_tests(Edition.objects.get(pk="md-craps-2031"))
    page.get_by_role("link", name="Maryland craps 2031").first.click()
    page.get_by_role("link", name="Possible errors").click()
    expect(main).to_contain_text("6/E states another figure")
    for why in page.get_by_label("Why it is right").all():
        why.fill("The Commission lowers the odds on the pass line.")
    page.get_by_role("button", name="Save explanations").click()
    expect(main).to_contain_text("2 possible errors, all explained")
    page.get_by_role("link", name="Maryland craps 2031").first.click()
    page.get_by_role("link", name="Propose").click()
    page.get_by_label("In force from").fill(in_days("md", 40).isoformat())
    page.get_by_role("button", name="Propose").click()
    expect(main).to_contain_text("then confirm")
    page.get_by_label("I have read what changes and who is affected.").check()
    page.get_by_role("button", name="Propose").click()
    expect(main).to_contain_text("so a second person has to publish it")
    sign_in(md.approver)
    page.goto(f"{live_server.url}/regulator/editions/md-craps-2031/")
    page.get_by_role("link", name="Review and publish").click()
    page.get_by_label("I have read what changes and who is affected, and drafted none of it.").check()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", name=re.compile("^md-craps-2031"))).to_be_visible()
    assert Edition.objects.get(pk="md-craps-2031").is_scheduled
    page.get_by_role("link", name="what changed").click()
    expect(main).to_contain_text("was 100×, is 20×")


def test_a_reading_is_chosen_by_keyboard(
    page: Any, live_server: Any, md: House, sign_in: Callable[[User], None]
) -> None:
    case = approved(md, rules(50)).submission
    draft = a_draft("md-craps", actor=md.regulator_admin)
    sign_in(md.regulator_admin)
    page.goto(f"{live_server.url}/regulator/editions/{draft.pk}/values/readings/")
    reading = page.locator("#reading-vig-left-up")
    reading.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    reading.get_by_role("button", name="Save this reading").focus()
    page.keyboard.press("Enter")
    page.locator("#error-summary").wait_for()
    expect(page.locator("#error-summary")).to_contain_text("The reasons so far are for “again”")
    page.get_by_label("Why").fill("It was paid for when it was placed.")
    page.get_by_role("button", name="Save this reading").click()
    expect(page.get_by_role("status")).to_contain_text("saved")
    expect(reading).to_contain_text("In Maryland craps: Again.")
    page.get_by_role("link", name="See who is affected by the draft").click()
    page.get_by_role("button", name="See who is affected").click()
    expect(page.get_by_role("main")).to_contain_text("1 would settle or price bets differently")
    expect(page.get_by_role("main")).to_contain_text(case.reference)
    page.goto(f"{live_server.url}/regulator/editions/{draft.pk}/values/readings/")
    reading.get_by_role("button", name="Undo this change").click()
    expect(page.get_by_role("status")).to_contain_text("that of the parent edition again")
    expect(reading).not_to_contain_text("changed")


def test_the_pages_are_sound(page: Any, live_server: Any, md: House, sign_in: Callable[[User], None]) -> None:
    approved(md, rules(50))
    submitted(md, rules(150))
    draft = read_so(lower_odds(a_draft("md-craps", actor=md.regulator_admin)), "vig-left-up", "once")
    sign_in(md.regulator_admin)
    home = f"editions/{draft.pk}/"
    for address in (
        "editions/",
        "editions/draft/",
        "editions/md-craps/",
        home,
        f"{home}values/odds/",
        f"{home}values/readings/",
        f"{home}value/?at=readings.vig-left-up",
        f"{home}value/?at=vig.buy.rate",
        f"{home}value/?at=vig.buy.collect",
        f"{home}part/?at=vig.buy",
        f"{home}clauses/",
        f"{home}clauses/change/?at=6/E",
        f"{home}clauses/delete/?at=6/E",
        f"{home}add/",
        f"{home}readings/add/",
        f"{home}examples/",
        f"{home}examples/change/?at=buy-taken-down",
        f"{home}import/",
        f"{home}tests/",
        f"{home}preview/",
        f"{home}preview/form/",
        f"{home}impact/",
        f"{home}publish/",
        f"{home}delete/",
        "reports/",
    ):
        assert_sound(page, f"{live_server.url}/regulator/{address}")
    assert_sound(page, f"{live_server.url}/audit/?action=edition.change")
