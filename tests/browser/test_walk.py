"""The whole walk in a real browser: draft, breach, fix, submit, recommend, approve, certificate, register."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from portal.accounts.models import User
from portal.submissions.models import Submission
from tests.browser.casework import make_documents, recommend_and_approve, sign_out
from tests.factories import House

pytestmark = pytest.mark.browser


def test_from_draft_to_public_certificate(
    page: Any, live_server: Any, house: House, sign_in_by_form: Callable[[User], None]
) -> None:
    sign_in_by_form(house.submitter)
    page.get_by_role("link", name="Start a submission").first.click()
    page.get_by_label(f"{house.property.name}: New Zealand craps, revised").check()
    page.get_by_role("button", name="Create draft").click()
    expect(page.get_by_role("heading", name="Game and edition")).to_be_visible()
    page.get_by_role("navigation", name="Steps").get_by_role("link", name="Odds multiples").click()
    expect(page.get_by_role("heading", name="Odds multiples")).to_be_visible()

    # A breach shows as it is typed, beside its field and in the summary; one click puts it right.
    on_4 = page.get_by_label("Odds on Pass Bet: on 4")
    on_4.fill("3")
    expect(page.locator("#live")).to_contain_text("1 breach")
    beside = page.locator("#at-field-odds-pass_line-multiples-4")
    expect(beside).to_contain_text("4.1(e)(i)")
    beside.get_by_role("button", name="Use 2×").click()
    expect(on_4).to_have_value("2")
    expect(on_4).to_be_focused()
    expect(page.locator("#live")).to_contain_text("No breaches of")
    expect(page.locator("#live")).to_contain_text("Not saved yet")

    page.get_by_role("button", name="2×", exact=True).click()
    expect(page.get_by_label("Odds on Come Bet: on 10")).to_have_value("2")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Saved as version 2")

    page.get_by_role("link", name="Go to the declaration").click()
    page.get_by_label("Your position").fill("Head of Compliance")
    page.get_by_label("These rules are complete and true").check()
    page.get_by_role("button", name="Submit to the regulator").click()
    expect(page.get_by_role("status")).to_contain_text("is submitted")
    reference = Submission.objects.get().reference

    sign_in_by_form(house.officer)
    page.get_by_role("link", name=reference).first.click()
    page.get_by_role("button", name="Take the case").click()
    recommend_and_approve(page, house, sign_in_by_form, reference)

    # Anyone may look now. The page waits for the certificate by itself.
    sign_out(page)
    page.goto(f"{live_server.url}/register/")
    page.get_by_role("link", name=reference).click()
    expect(page.locator("#document")).to_contain_text("being prepared")
    make_documents(reference)
    pdf = page.get_by_role("link", name="Open the PDF")
    expect(pdf).to_be_visible()
    answer = page.request.get(f"{live_server.url}{pdf.get_attribute('href')}")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF-")
