"""The whole review in a real browser: claim, tick, remark, ask, answer with a file, recommend, approve."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FilePayload, Page, expect

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from tests.browser.casework import make_documents
from tests.factories import House, odds, submitted

pytestmark = pytest.mark.browser

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
SignIn = Callable[[User], None]


def assert_accessible(page: Page) -> None:
    """As the page stands in the middle of the story; test_accessibility.py has all widths and colours."""
    found = [
        f"{violation['id']} at {[node['target'] for node in violation['nodes']]}"
        for violation in Axe().run(page).response["violations"]
    ]
    assert not found
    assert page.viewport_size
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_the_whole_review(page: Page, live_server: Any, house: House, sign_in_by_form: SignIn) -> None:
    multiples = dict.fromkeys("5689", 2) | {"4": 3, "10": 2}
    made = submitted(house, odds(2) | {"odds": {"pass_line": {"multiples": multiples}}})
    due = jurisdiction("nz").today() + timedelta(days=10)

    # The officer takes the case from its row in the queue and sees what is unusual.
    sign_in_by_form(house.officer)
    page.get_by_role("link", name="Queue", exact=True).click()
    page.get_by_role("button", name=f"Take {made.reference}").click()
    expect(page.get_by_role("status").first).to_contain_text("You are now reviewing")
    page.get_by_role("link", name=made.reference).click()
    page.get_by_role("link", name="1 breach").click()
    assert_accessible(page)

    # A finding is ticked off by keyboard; the page stays, the count follows, recommending becomes possible.
    expect(page.locator("#do").locator("..")).to_contain_text("One finding is not marked as dealt with yet.")
    page.get_by_label("What you concluded on").fill("The trial of 2024 went well.")
    page.keyboard.press("Enter")
    expect(page.locator("#ticked")).to_have_text("1 of 1 dealt with")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    expect(page.locator(".judged")).to_contain_text("The trial of 2024 went well.")

    # A remark for colleagues, and one for the operator.
    row = page.get_by_role("row", name="Odds on Pass Bet").last
    row.get_by_role("link", name="Remark").click()
    expect(page.get_by_label("Your remark")).to_be_focused()
    page.keyboard.type("They always ask for this.")
    page.get_by_role("button", name="Add the remark").click()
    expect(row).to_contain_text("Internal")
    row.get_by_role("link", name="Remark").click()
    page.get_by_label("Your remark").fill("Say how dealers are trained for it.")
    page.get_by_label("Show to the operator").check()
    page.get_by_role("button", name="Add the remark").click()
    expect(row).to_contain_text("Shown to the operator")

    # A question with its day: the clock is paused.
    page.get_by_role("link", name="Ask the operator").click()
    page.get_by_label("Your question").fill("Which tables is it for?")
    page.get_by_label("Answer due on").fill(due.isoformat())
    page.get_by_role("button", name="Ask the operator").click()
    expect(page.get_by_role("status").first).to_contain_text("The clock is paused")
    expect(page.locator(".side")).to_contain_text("paused")

    # The operator reads the remark meant for it, and answers with a file.
    sign_in_by_form(house.submitter)
    page.goto(f"{live_server.url}/operator/submissions/{made.reference}/")
    expect(page.locator("main")).to_contain_text("Say how dealers are trained for it.")
    expect(page.locator("main")).not_to_contain_text("They always ask for this.")
    page.get_by_label("Your answer").fill("Tables one and two, as on the plan.")
    page.get_by_label("Files").set_input_files(
        [FilePayload(name="floor plan.pdf", mimeType="application/pdf", buffer=PDF)]
    )
    assert_accessible(page)
    page.get_by_role("button", name="Send the answer").click()
    expect(page.get_by_role("status").first).to_contain_text("Your answer is sent.")

    # The officer reads it, steps through an example, and recommends.
    sign_in_by_form(house.officer)
    page.get_by_role("link", name=made.reference).first.click()
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Questions").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="floor plan.pdf").click()
    assert download.value.suggested_filename == "floor plan.pdf"
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Examples").click()
    page.locator("#examples").get_by_role("link").first.click()
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#play")).to_contain_text("Step 1 of")
    page.get_by_role("link", name="Back to the case").click()
    page.get_by_role("link", name="Recommend").click()
    page.get_by_label("Approve").check()
    page.get_by_label("Reasons for your recommendation").fill("Within what was tried in 2024.")
    page.get_by_label("I have no conflict of interest").check()
    page.get_by_role("button", name="Recommend").click()
    expect(page.get_by_role("status").first).to_contain_text("with the approvers")

    # The approver grants the waiver by name, sets two conditions and decides.
    sign_in_by_form(house.approver)
    page.get_by_role("link", name=made.reference).first.click()
    page.get_by_role("link", name="Approve").click()
    page.get_by_role("checkbox", name="at most 2").check()
    page.get_by_label("Condition 1").fill("Post the odds at both tables.")
    page.get_by_label("Due on").first.fill(due.isoformat())
    page.get_by_role("button", name="Add another condition").click()
    expect(page.get_by_label("Condition 2")).to_be_focused()
    page.keyboard.type("Report the takings after six months.")
    expect(page.get_by_role("checkbox", name="at most 2")).to_be_checked()
    page.get_by_label("I have no conflict of interest").check()
    assert_accessible(page)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("status").first).to_contain_text("Approved. The certificate is being prepared.")

    # The certificate becomes ready while the page is open, and the register shows it all.
    make_documents(made.reference)
    expect(page.get_by_role("link", name="Certificate")).to_be_visible()
    page.get_by_role("link", name="See the public entry").click()
    entry = page.locator("main")
    expect(entry).to_contain_text("Approved with conditions")
    expect(entry).to_contain_text("Post the odds at both tables.")
    expect(entry).to_contain_text("Report the takings after six months.")
    for inside in ("They always ask for this.", "The trial of 2024 went well.", "floor plan"):
        expect(entry).not_to_contain_text(inside)

    # A condition is met.
    page.goto(f"{live_server.url}/regulator/conditions/")
    assert_accessible(page)
    page.get_by_text("Record it as met: Post the odds").click()
    page.get_by_label("Evidence").first.fill("Seen at both tables.")
    page.get_by_role("button", name="Record it as met").first.click()
    expect(page.get_by_role("status").first).to_contain_text("recorded as met")
