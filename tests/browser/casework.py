"""What the walks through the whole product share: a case decided in the browser, and the worker's part."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection
from playwright.sync_api import Page, expect

from portal.accounts.models import User
from portal.documents import outbox
from portal.documents.models import Document
from tests.factories import House


def sign_out(page: Page) -> None:
    """Leaves the page first: one that asks for news and finds nobody signed in would go to the sign-in page
    at any moment, and stop the visit that the test makes next."""
    page.goto("about:blank")
    page.context.clear_cookies()


def recommend_and_approve(
    page: Page, house: House, sign_in_by_form: Callable[[User], None], reference: str
) -> None:
    """An officer has the case open and recommends it; another person approves it."""
    page.get_by_role("link", name="Recommend").click()
    page.get_by_label("Approve").check()
    page.get_by_label("Reasons for your recommendation").fill("What is offered is the operator's option.")
    page.get_by_label("I have no conflict of interest").check()
    page.get_by_role("button", name="Recommend").click()
    expect(page.get_by_role("status")).to_contain_text("with the approvers")

    sign_in_by_form(house.approver)
    page.get_by_role("link", name=reference).first.click()
    page.get_by_role("link", name="Approve").click()
    page.get_by_label("I have no conflict of interest").check()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("status")).to_contain_text("The certificate is being prepared")


def make_documents(reference: str) -> list[str]:
    """Does the worker's part, in a thread of its own: the browser's event loop holds this one.

    Gives the kinds of what was issued; the receipt is made too.
    """

    def produce() -> list[str]:
        try:
            ordered = Document.objects.filter(submission__reference=reference).order_by("pk")
            assert all(outbox.produce(document.pk) for document in ordered)
            return [document.kind for document in ordered if document.kind != "receipt"]
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as worker:
        return worker.submit(produce).result()
