"""Several at once in a browser: an operator submits three drafts, an officer takes and asks about them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.review import workflow
from tests.browser.soundness import assert_sound
from tests.browser.test_review import assert_accessible
from tests.factories import House, complete, draft, odds, submitted

pytestmark = pytest.mark.browser


def test_drafts_are_submitted_and_then_worked_on_together(
    page: Page, live_server: Any, house: House, sign_in_by_form: Callable[[User], None]
) -> None:
    for multiple in (2, 4, 4):
        draft(house, complete(odds(multiple)))
    draft(house, {"edition": "nz-revised"})

    # Three drafts are ready, one says what is missing. All are selected by keyboard.
    sign_in_by_form(house.submitter)
    page.get_by_role("link", name="Submit several drafts at once").click()
    expect(page.get_by_text("Not ready")).to_have_count(1)
    page.get_by_role("link", name="Select all on this page").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-selected]")).to_have_text("3 selected")
    page.set_viewport_size({"width": 360, "height": 800})
    assert_accessible(page)
    page.get_by_role("button", name="Continue with the selected drafts").click()

    # The finding that two of them share is explained once.
    expect(page.get_by_role("heading", level=1)).to_contain_text("Declare and submit 3 drafts")
    for box in page.get_by_label("Ask the regulator to waive this finding").all():
        box.check()
    for field in page.get_by_label("Why this should be waived").all():
        field.fill("The trial of 2024 went well.")
    page.get_by_label("Your position").fill("Head of Compliance")
    assert_accessible(page)
    page.get_by_role("button", name="Submit to the regulator").click()
    expect(page.get_by_text("Tick the declaration").first).to_be_visible()
    page.get_by_label("The rules in each of these drafts").check()
    page.get_by_role("button", name="Submit to the regulator").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("3 of 3 done")
    assert_accessible(page)

    # The officer takes all three; a colleague is faster with one of a later pair.
    page.set_viewport_size({"width": 1280, "height": 800})
    sign_in_by_form(house.officer)
    page.get_by_role("link", name="Queue", exact=True).click()
    page.get_by_role("link", name="Select all on this page").click()
    page.get_by_role("button", name="Continue").click()
    assert_accessible(page)
    page.get_by_role("button", name="Take 3 cases").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("3 of 3 done")
    page.get_by_role("link", name="Back to the queue").click()
    page.get_by_role("checkbox").first.check()
    page.get_by_role("checkbox").last.check()
    page.get_by_label("With the selected cases").select_option("ask")
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Your question").fill("Which dice are in use?")
    page.get_by_label("Answers due on").fill((jurisdiction("nz").today() + timedelta(days=9)).isoformat())
    page.set_viewport_size({"width": 360, "height": 800})
    assert_accessible(page)
    page.get_by_role("button", name="Ask the operators of 2 cases").click()
    expect(page.get_by_text("The question is sent.")).to_have_count(2)
    assert_accessible(page)


def test_a_case_taken_meanwhile_is_left_and_can_be_tried_again(
    page: Page, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    first, second = submitted(house), submitted(house)
    sign_in(house.officer)
    page.goto(f"{live_server.url}/regulator/queue/?select=all")
    workflow.claim(actor=house.officer_and_approver, reference=first.reference)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Left out.")).to_have_count(1)
    workflow.claim(actor=house.officer_and_approver, reference=second.reference)
    page.get_by_role("button", name="Take 1 case").click()
    expect(page.get_by_role("row", name=second.reference)).to_contain_text("It changed after the list")
    page.get_by_role("button", name="Try 1 again").click()
    page.get_by_role("button", name="Take 1 case").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("1 of 1 done")
    assert_sound(page, f"{live_server.url}/regulator/queue/")
