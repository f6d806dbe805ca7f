"""A new Maryland submission from an empty dashboard: clicks and fields it takes, and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from portal.accounts.models import User
from portal.submissions.models import State, Submission
from portal.validation.selectors import run_of
from tests.browser.person import Person
from tests.browser.test_losses import opened
from tests.browser.test_stories import WAYS
from tests.factories import House, draft, make_house
from tests.flows.casework import version_of

pytestmark = pytest.mark.browser

MOST_CLICKS, MOST_FIELDS = 30, 25


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house("md", "md-craps")


class Hands(Person):
    """A person who counts every click and every field typed or chosen, by the names on the page."""

    def button(self, name: str, role: Any = "button", **where: Any) -> None:
        self.press(self.page.get_by_role(role, name=name, **where).first)

    def type(self, name: str, text: str) -> None:
        self.write(self.page.locator(f'[name="{name}"]'), text)

    def pick(self, name: str, value: str) -> None:
        self.choose(self.page.locator(f'[name="{name}"]'), value)

    def go_to(self, title: str) -> None:
        """By the list of steps, which saves the step that is left."""
        steps = self.page.get_by_role("navigation", name="Steps")
        if not steps.get_by_role("link").first.is_visible():  # folded on a phone
            self.press(steps.locator("summary"))
        self.press(steps.get_by_role("link", name=title))
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(title)


@pytest.mark.parametrize("way", WAYS)
def test_from_an_empty_dashboard_to_submitted_takes_few_clicks_and_fields(
    page: Page, house: House, sign_in_by_form: Callable[[User], None], way: str
) -> None:
    width, keyboard = WAYS[way]
    page.set_viewport_size({"width": width, "height": 900})
    sign_in_by_form(house.submitter)
    hands = Hands(page, keyboard)
    hands.button("Start a submission", "link")
    hands.tick(page.get_by_label(f"{house.property.name}: {house.edition.title}"))
    hands.button("Create draft")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Game and edition")
    hands.type("operator", "Harbour Point Casino")

    hands.button("Next step", "link")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Your choices")
    hands.pick("making.called_with_cash", "no")
    hands.button("3-4-5×", exact=True)
    expect(page.locator('[name="odds.dont_come.multiples.6"]')).to_have_value("5")
    hands.pick("grid.set.odds.6", "yes")
    hands.button("Set all", exact=True)
    expect(page.locator('[name="odds.dont_come.excess"]')).to_have_value("yes")
    hands.pick("paytables.fire", "B")

    hands.go_to("Limits")
    hands.type("grid.set.limits.0", "15")
    hands.type("grid.set.limits.1", "5000")
    hands.button("Set all", exact=True)
    expect(page.locator('[name="limits.hop.max"]')).to_have_value("5000")
    for bet in ("fire", "all_small", "all_tall", "all_or_nothing"):
        hands.type(f"limits.{bet}.min", "1")
        hands.type(f"limits.{bet}.max", "5" if bet == "fire" else "100")
    expect(page.locator("#live")).not_to_contain_text("breach")

    hands.go_to("Table and equipment")
    hands.button("What the rulebook requires")
    expect(page.locator('[name="table.dice"]')).to_have_value("5")
    hands.type("table.length_ft", "12")
    hands.type("table.players", "14")

    hands.go_to("Layout")
    hands.button("Start from the standard layout")
    expect(page.locator("#live")).not_to_contain_text("breach")

    hands.go_to("Declar")
    hands.type("role", "Head of Compliance")
    hands.tick(page.get_by_label("These rules are complete and true"))
    hands.button("Submit to the regulator")
    expect(page.get_by_role("status").first).to_contain_text("is submitted")

    print(f"\n{way}: {hands.clicks} clicks, {hands.fields} fields")
    assert hands.clicks <= MOST_CLICKS
    assert hands.fields <= MOST_FIELDS
    made = Submission.objects.get()
    run = run_of(version_of(made))
    assert made.state == State.SUBMITTED and run and run.verdict != "breach"
    rules = version_of(made).ruleset
    assert len(rules["limits"]) > 20 and rules["limits"]["hop"] == {"min": "15", "max": "5000"}
    assert set(rules["table"]["equipment"]) >= {"stick", "drop_box"} and rules["layout"]["areas"]


def test_the_same_without_scripts(browser: Browser, live_server: Any, house: House) -> None:
    page = opened(browser, live_server, house.submitter, scripts=False)
    page.goto(f"{live_server.url}/operator/")
    hands = Hands(page)
    title = page.get_by_role("heading", level=1)

    def on_to(name: str) -> None:
        hands.button("Next step")
        expect(title).to_contain_text(name)

    hands.button("Start a submission", "link")
    page.get_by_label(f"{house.property.name}: {house.edition.title}").check()
    hands.button("Create draft")
    expect(title).to_contain_text("Game and edition")
    hands.type("operator", "Harbour Point Casino")
    on_to("Your choices")
    hands.button("3-4-5×", exact=True)
    hands.pick("making.called_with_cash", "no")
    hands.pick("grid.set.odds.6", "no")
    on_to("Wagers offered")  # what is set for all rows is saved too
    on_to("Odds multiples")
    expect(page.locator('[name="odds.come.excess"]')).to_have_value("no")
    expect(page.locator('[name="odds.come.multiples.6"]')).to_have_value("5")
    hands.button("Copy down: Odds on Pass Bet")
    for name in ("Vigorish", "Payouts and pay tables", "On a come-out roll", "Limits"):
        on_to(name)
    page.locator("summary", has_text="Paste rows").click()
    hands.type("grid.paste.limits", "15\t5000\nHop Bet\t5\t1,000")
    hands.button("Fill in these rows")
    expect(page.get_by_role("alert")).to_contain_text("Nothing was filled in")
    hands.type("grid.paste.limits", "The whole table\t15\t5000\nHop Bet\t5\t1,000\nFire Bet\t1\t5")
    hands.button("Fill in these rows")
    expect(page.locator('[name="limits.hop.max"]')).to_have_value("1,000")
    on_to("Table and equipment")
    hands.button("What the rulebook requires")
    on_to("Layout")
    hands.button("Start from the standard layout")
    on_to("Worked examples")
    hands.button("Next step", "link")
    expect(title).to_contain_text("Documents")
    hands.button("Declaration", "link", exact=True)
    hands.type("role", "Head of Compliance")
    page.get_by_label("These rules are complete and true").check()
    hands.button("Submit to the regulator")
    expect(page.get_by_role("status").first).to_contain_text("is submitted")
    made = Submission.objects.get()
    assert made.state == State.SUBMITTED
    limits = version_of(made).ruleset["limits"]
    assert limits["hop"] == {"min": "5", "max": "1000"} and limits["table"] == {"min": "15", "max": "5000"}
    page.context.close()


def test_a_block_pasted_into_a_cell_fills_the_table_and_each_cell_shows_its_error(
    page: Page, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    made = draft(house)
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/submissions/{made.reference}/draft/limits/")
    page.locator('[name="limits.pass_line.min"]').focus()
    page.evaluate(
        """() => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text/plain", "15\\t5000\\r\\n10\\tlots\\r\\n");
          const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(paste);
        }"""
    )
    expect(page.locator('[name="limits.pass_line.max"]')).to_have_value("5000")
    expect(page.locator("#at-field-limits-dont_pass-max")).to_contain_text("in figures")
    expect(page.locator('[name="limits.dont_pass.max"]')).to_have_value("lots")
    page.keyboard.press("ArrowDown")
    expect(page.locator('[name="limits.dont_pass.min"]')).to_be_focused()
    expect(page.locator("[data-grid-said]")).to_have_text("4 values filled in.")
