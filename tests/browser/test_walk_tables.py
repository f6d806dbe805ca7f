"""Two tables of one casino with different rules, from draft to both signs, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal.accounts.models import Table, User
from portal.submissions.models import Submission
from tests.browser.casework import make_documents, recommend_and_approve, sign_out
from tests.browser.soundness import assert_sound
from tests.factories import House, create_table

pytestmark = pytest.mark.browser


def test_two_tables_have_rules_and_signs_of_their_own(
    page: Any, live_server: Any, house: House, sign_in_by_form: Callable[[User], None]
) -> None:
    low, high = (create_table(property=house.property, label=label) for label in ("CR-10", "CR-100"))
    for table, odds in ((low, "1×"), (high, "2×")):
        sign_in_by_form(house.submitter)
        reference = submit_for(page, house, table, odds)
        sign_in_by_form(house.officer)
        page.get_by_role("link", name=reference).first.click()
        expect(page.locator("main")).to_contain_text(table.label)
        page.get_by_role("button", name="Take the case").click()
        recommend_and_approve(page, house, sign_in_by_form, reference)
        assert make_documents(reference) == ["certificate", "guide", "sign"]

    sign_out(page)
    for table, said, other in ((low, "up to 1×", "up to 2×"), (high, "up to 2×", "up to 1×")):
        reference = Submission.objects.get(covered__table=table).reference
        page.goto(f"{live_server.url}/t/{table.code}/")
        expect(page.locator("main")).to_contain_text("Rules in force")
        expect(page.locator("main")).to_contain_text(reference)
        rules = page.locator("main").inner_text().lower()
        assert said in rules and other not in rules
        assert_sound(page, f"{live_server.url}/t/{table.code}/")
        sign = page.request.get(f"{live_server.url}/t/{table.code}/sign.pdf")
        assert sign.headers["content-type"] == "application/pdf" and sign.body().startswith(b"%PDF-")

    page.goto(f"{live_server.url}/register/property/")
    page.get_by_role("link", name=house.property.name).first.click()
    expect(page.get_by_role("row").filter(has_text="CR-100")).to_contain_text("2×")
    expect(page.get_by_role("link", name="CR-10", exact=True).first).to_be_visible()


def submit_for(page: Page, house: House, table: Table, odds: str) -> str:
    """A draft for one table, with these odds on every bet, submitted; its reference."""
    page.get_by_role("link", name="Start a submission").first.click()
    page.get_by_label(f"{house.property.name}: New Zealand craps, revised").check()
    page.get_by_role("button", name="Create draft").click()
    page.get_by_role("navigation", name="Steps").get_by_role("link", name="Which tables").click()
    page.get_by_label("Only the tables I tick").check()
    page.get_by_label(table.label, exact=True).check()
    page.get_by_role("button", name="Save the tables").click()
    expect(page.get_by_role("status")).to_contain_text(f"is for {table.label}")
    page.get_by_role("navigation", name="Steps").get_by_role("link", name="Odds multiples").click()
    page.get_by_role("button", name=odds, exact=True).click()
    last = page.get_by_label("Odds on Come Bet: on 10")
    expect(last).to_have_value(odds.removesuffix("×"))
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Saved as version 2")
    page.get_by_role("link", name="Go to the declaration").click()
    expect(page.locator("main")).to_contain_text(table.label)
    page.get_by_label("Your position").fill("Head of Compliance")
    page.get_by_label("These rules are complete and true").check()
    page.get_by_role("button", name="Submit to the regulator").click()
    expect(page.get_by_role("status")).to_contain_text("is submitted")
    return Submission.objects.latest("pk").reference
