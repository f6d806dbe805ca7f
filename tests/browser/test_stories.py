"""The stories of casework, walked by keyboard, and with `make stories` also by mouse at 1280 and 360 pixels.

It prints clicks and typed fields, sign-in not counted; `STORY_SHOTS=folder` keeps a picture of each page.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from portal.accounts.models import User
from tests.browser.person import Person
from tests.browser.test_losses import opened
from tests.factories import (
    House,
    approved,
    create_table,
    in_review,
    make_house,
    odds,
    recommended,
    submitted,
    today,
)

pytestmark = pytest.mark.browser

SignIn = Callable[[User], None]
WAYS = {"keyboard": (1280, True)}
if os.environ.get("STORIES"):
    WAYS |= {"wide": (1280, False), "narrow": (360, False)}


@pytest.fixture(params=WAYS)
def person(request: Any, page: Page) -> Person:
    width, keyboard = WAYS[request.param]
    page.set_viewport_size({"width": width, "height": 900})
    made = Person(page, keyboard)
    story = request.node.name.removeprefix("test_")
    made.look = lambda shown, number: _look(shown, story, number)
    request.addfinalizer(lambda: print(f"\n{story}: {made.clicks} clicks, {made.fields} fields"))
    return made


def _look(page: Page, story: str, number: int) -> None:
    """Keeps a picture where a folder is named."""
    if folder := os.environ.get("STORY_SHOTS"):
        page.screenshot(path=Path(folder) / f"{story}-{number:02d}.png", full_page=True, caret="initial")


def fits(page: Page) -> None:
    assert page.viewport_size
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], page.url


def test_first_review(page: Page, live_server: Any, house: House, sign_in: SignIn, person: Person) -> None:
    multiples = dict.fromkeys("5689", 2) | {"4": 3, "10": 2}
    made = submitted(house, odds(2) | {"odds": {"pass_line": {"multiples": multiples}}})
    sign_in(house.officer)
    page.goto(f"{live_server.url}/regulator/")
    person.press(page.get_by_role("link", name=made.reference).first)
    person.press(page.get_by_role("button", name="Take the case"))
    expect(page.get_by_role("link", name="Return for amendment")).to_be_visible()
    fits(page)
    person.write(page.get_by_label("What you concluded on"), "The trial of 2024 went well.")
    page.keyboard.press("Enter")
    expect(page.locator("#ticked")).to_have_text("1 of 1 dealt with")
    person.press(page.get_by_role("link", name="Recommend"))
    person.tick(page.get_by_label("Approve"))
    person.write(page.get_by_label("Reasons for your recommendation"), "Within what was tried in 2024.")
    person.tick(page.get_by_label("I have no conflict of interest"))
    person.press(page.get_by_role("button", name="Recommend"))
    expect(page.get_by_role("status").first).to_contain_text("with the approvers")


def test_question_and_answer(
    page: Page, live_server: Any, house: House, sign_in: SignIn, person: Person
) -> None:
    made = in_review(house)
    sign_in(house.officer)
    page.goto(f"{live_server.url}/regulator/")
    person.press(page.get_by_role("link", name=made.reference).first)
    person.press(page.get_by_role("link", name="Ask the operator"))
    person.write(page.get_by_label("Your question"), "Which tables is it for?")
    person.write(page.get_by_label("Answer due on"), (today() + timedelta(days=10)).isoformat())
    person.press(page.get_by_role("button", name="Ask the operator"))
    expect(page.get_by_role("status").first).to_contain_text("The clock is paused")
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/")
    person.press(page.get_by_role("link", name=made.reference).first)
    person.write(page.get_by_label("Your answer"), "Tables one and two.")
    person.press(page.get_by_role("button", name="Send the answer"))
    expect(page.get_by_role("status").first).to_contain_text("Your answer is sent.")


def test_return_and_resubmission(
    page: Page, live_server: Any, house: House, sign_in: SignIn, person: Person
) -> None:
    made = in_review(house)
    sign_in(house.officer)
    page.goto(f"{live_server.url}/regulator/")
    person.press(page.get_by_role("link", name=made.reference).first)
    person.press(page.get_by_role("link", name="Return for amendment"))
    person.write(page.locator("textarea[name=reason]"), "Offer single odds on every point, as the plan says.")
    person.press(page.get_by_role("button", name="Return for amendment"))
    expect(page.get_by_role("status").first).to_be_visible()
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/")
    person.press(page.get_by_role("link", name=made.reference).first)
    person.press(page.get_by_role("link", name="Amend the rules").first)
    steps = page.get_by_role("navigation", name="Steps")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if not steps.get_by_role("link").first.is_visible():  # folded on a phone
        person.press(steps.locator("summary"))
    person.press(steps.get_by_role("link", name="Odds multiples"))
    person.press(page.get_by_role("button", name="1×", exact=True))
    person.press(page.get_by_role("link", name="Go to the declaration"))
    expect(page.get_by_label("Your position")).to_have_value("Compliance manager")
    person.tick(page.get_by_label("These rules are complete and true"))
    person.press(page.get_by_role("button", name="Submit to the regulator"))
    expect(page.get_by_role("status").first).to_contain_text("is submitted")


def test_approval_with_conditions(
    page: Page, live_server: Any, house: House, sign_in: SignIn, person: Person
) -> None:
    made = recommended(house)
    sign_in(house.approver)
    page.goto(f"{live_server.url}/regulator/")
    person.press(page.get_by_role("link", name=made.reference).first)
    person.press(page.get_by_role("link", name="Approve"))
    person.write(page.get_by_label("Condition 1"), "Post the odds at both tables.")
    person.write(page.get_by_label("Due on").first, (today() + timedelta(days=30)).isoformat())
    person.tick(page.get_by_label("I have no conflict of interest"))
    person.press(page.get_by_role("button", name="Continue"))
    person.press(page.get_by_role("button", name="Approve"))
    expect(page.get_by_role("status").first).to_contain_text("Approved.")


def test_condition_met(page: Page, live_server: Any, house: House, sign_in: SignIn, person: Person) -> None:
    approved(house, conditions=[{"text": "Post a sign.", "due_on": today() + timedelta(days=30)}])
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/")
    person.press(page.get_by_role("row", name="Post a sign.").get_by_role("link").first)
    person.write(page.locator("textarea[name=text]"), "It hangs above the table.")
    person.press(page.get_by_role("button", name="Send to the regulator"))
    expect(page.get_by_role("status").first).to_be_visible()
    sign_in(house.officer)
    page.goto(f"{live_server.url}/regulator/")
    person.press(page.get_by_role("link", name="Post a sign.").first)
    person.press(page.locator("summary", has_text="Accept it or send it back"))
    person.write(page.get_by_label("Evidence, or what is still to be done"), "Seen at the table today.")
    person.press(page.get_by_role("button", name="Accept it"))
    expect(page.get_by_role("status").first).to_contain_text("met")


def test_limits_notice(
    page: Page, live_server: Any, transactional_db: None, sign_in: SignIn, person: Person
) -> None:
    house = make_house("md", "md-craps")
    create_table(property=house.property)
    made = approved(house).submission
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/")
    person.press(page.get_by_role("link", name=made.reference).first)
    person.press(page.get_by_role("link", name="Give notice of new limits"))
    person.write(page.locator('[name="limits.pass_line.min"]'), "10")
    person.tick(page.get_by_role("checkbox").last)
    person.press(page.get_by_role("button", name="Record the notice"))
    expect(page.get_by_role("status").first).to_be_visible()


def test_review_and_approval_without_scripts(browser: Browser, live_server: Any, house: House) -> None:
    """From a case that nobody has to its approval with two conditions, by two people."""
    made = submitted(house, odds(3))
    page = opened(browser, live_server, house.officer, scripts=False)
    page.goto(f"{live_server.url}/regulator/")
    page.get_by_role("link", name=made.reference).first.click()
    page.get_by_role("button", name="Take the case").click()
    left = page.get_by_role("button", name="Mark as dealt with")
    for dealt_with in range(1, 5):  # the odds on each of the four flat bets
        left.first.click()
        expect(page.locator("#ticked")).to_have_text(f"{dealt_with} of 4 dealt with")
    page.get_by_role("link", name="Recommend").click()
    page.get_by_label("Approve").check()
    page.get_by_label("Reasons for your recommendation").fill("A trial of three times odds.")
    page.get_by_label("I have no conflict of interest").check()
    page.get_by_role("button", name="Recommend").click()
    expect(page.get_by_role("status").first).to_contain_text("with the approvers")
    page.context.close()

    page = opened(browser, live_server, house.approver, scripts=False)
    page.goto(f"{live_server.url}/regulator/cases/{made.reference}/")
    page.get_by_role("link", name="Approve").click()
    page.get_by_label("Condition 1").fill("Post the odds.")
    page.get_by_role("button", name="Add another condition").click()
    expect(page.get_by_label("Condition 1")).to_have_value("Post the odds.")
    page.get_by_label("Condition 2").fill("Train the dealers.")
    for waiver in page.get_by_role("checkbox").all():
        waiver.check()
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Check before you approve")
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("status").first).to_contain_text("Approved.")
    expect(page.locator("main")).to_contain_text("Train the dealers.")
    page.context.close()
