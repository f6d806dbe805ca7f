"""What Chromium makes of the headers: no inline script, no markup made of text that holds one, Back brings
typed text back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portal.accounts.models import User
from tests.factories import House, draft, in_review, odds

pytestmark = pytest.mark.browser

SignIn = Callable[[User], None]
INSERT = """markup => {
  const box = document.createElement("div");
  try { box.innerHTML = markup; return "taken"; } catch (error) { return error.name; }
}"""
WORKER = """async address => {
  try { await navigator.serviceWorker.register(address); return "taken"; }
  catch (error) { return error.name; }
}"""


@pytest.fixture
def complaints(page: Page) -> list[str]:
    said: list[str] = []
    page.on(
        "console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


def test_text_becomes_markup_only_if_it_could_be_ours(
    page: Page, live_server: Any, house: House, sign_in: SignIn, complaints: list[str]
) -> None:
    made = draft(house, odds(1))
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/submissions/{made.reference}/draft/odds/")
    for markup in (
        "<p class='x' data-on='1'>2 < 3, and once = 4</p>",
        '<input value="come on = 3 javascript:">',
        '<a href="/operator/">x</a><script src="/static/js/copy.js"></script>',
    ):
        assert page.evaluate(INSERT, markup) == "taken", markup
    for markup in (
        "<script>alert(1)</script>",
        '<script src="https://elsewhere.example/x.js"></script>',
        '<script src="//elsewhere.example/x.js"></script>',
        "<img src=x onerror=alert(1)>",
        "<svg/onload=alert(1)>",
        '<a href=" javascript:alert(1)">x</a>',
        '<iframe srcdoc="x"></iframe>',
        '<p title="a>b" onclick="alert(1)">',
    ):
        assert page.evaluate(INSERT, markup) == "TypeError", markup
    assert page.evaluate(WORKER, "https://elsewhere.example/worker.js") == "TypeError"
    assert page.evaluate(WORKER, "/static/js/copy.js") == "TypeError"


def test_htmx_works_under_the_policy(
    page: Page, live_server: Any, house: House, sign_in: SignIn, complaints: list[str]
) -> None:
    made = draft(house, odds(1))
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/submissions/{made.reference}/draft/odds/")
    with page.expect_response(re.compile("autosave|check")) as answered:
        page.locator("#field-odds-pass_line-multiples-4").fill("2")
    assert answered.value.ok
    expect(page.locator("#saved")).not_to_be_empty()
    page.goto(f"{live_server.url}/calculator/?table=nz-revised&bet=pass_line&amount=10")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not complaints, complaints


def test_what_was_typed_comes_back_with_the_back_button(
    page: Page, live_server: Any, house: House, sign_in: SignIn
) -> None:
    case = in_review(house)
    sign_in(house.officer)
    address = f"{live_server.url}/regulator/cases/{case.reference}/return-for-amendment/"

    def without_the_browsers_own_memory(route: Any) -> None:
        """Over https no browser fills in a page again that it may not store."""
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("<form ", '<form autocomplete="off" '))

    page.route(address, without_the_browsers_own_memory)
    page.goto(address)
    page.get_by_role("textbox").first.fill("Which table is it?")
    page.goto(f"{live_server.url}/regulator/")
    page.go_back()
    expect(page.get_by_role("textbox").first).to_have_value("Which table is it?")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0
