"""The whole walk in a real browser: draft, breach, fix, submit, recommend, approve, certificate, register."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import expect

from portal.accounts.models import User
from portal.documents import outbox
from portal.documents.selectors import public_document
from portal.submissions.models import Submission
from tests.factories import House

pytestmark = pytest.mark.browser


def make_certificate(reference: str) -> None:
    """Does the worker's part, in a thread of its own: the browser's event loop holds this one."""

    def produce() -> bool:
        try:
            document = public_document(reference)
            assert document
            return outbox.produce(document.pk)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as worker:
        assert worker.submit(produce).result()


def test_from_draft_to_public_certificate(
    page: Any, live_server: Any, house: House, sign_in_by_form: Callable[[User], None]
) -> None:
    sign_in_by_form(house.submitter)
    page.get_by_role("link", name="Start a submission").first.click()
    page.get_by_label(f"{house.property.name}: New Zealand craps, revised").check()
    page.get_by_role("button", name="Create draft").click()
    expect(page.get_by_role("heading", name="Odds multiples")).to_be_visible()

    # A breach shows as it is typed, beside its field and in the summary; one click puts it right.
    on_4 = page.get_by_role("group", name="Odds on the Pass Bet").get_by_label("On 4")
    on_4.fill("3")
    expect(page.locator("#live")).to_contain_text("1 breach")
    beside = page.locator("#at-field-odds-pass_line-multiples-4")
    expect(beside).to_contain_text("4.1(e)(i)")
    beside.get_by_role("button", name="Use 2×").click()
    expect(on_4).to_have_value("2")
    expect(on_4).to_be_focused()
    expect(page.locator("#live")).to_contain_text("Nothing here breaks")
    expect(page.locator("#live")).to_contain_text("Not saved yet")

    page.get_by_role("button", name="2×", exact=True).click()
    expect(page.get_by_role("group", name="Odds on the Come Bet").get_by_label("On 10")).to_have_value("2")
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
    page.get_by_role("link", name="Recommend").click()
    page.get_by_label("Approve").check()
    page.get_by_label("Reasons for your recommendation").fill("Double odds are the operator's option.")
    page.get_by_label("I have no conflict of interest").check()
    page.get_by_role("button", name="Recommend").click()
    expect(page.get_by_role("status")).to_contain_text("with the approvers")

    sign_in_by_form(house.approver)
    page.get_by_role("link", name=reference).first.click()
    page.get_by_role("link", name="Approve").click()
    page.get_by_label("I have no conflict of interest").check()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("status")).to_contain_text("The certificate is being prepared")

    # Anyone may look now. The page waits for the certificate by itself.
    page.context.clear_cookies()
    page.goto(f"{live_server.url}/register/")
    page.get_by_role("link", name=reference).click()
    expect(page.locator("#document")).to_contain_text("being prepared")
    make_certificate(reference)
    pdf = page.get_by_role("link", name="Open the PDF")
    expect(pdf).to_be_visible()
    answer = page.request.get(f"{live_server.url}{pdf.get_attribute('href')}")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF-")
