"""Attaching a document and stepping through an example, in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from portal.accounts.models import User
from portal.submissions import examples
from tests.factories import House, draft

pytestmark = pytest.mark.browser

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
KEEP_WHAT_IS_SAID = """
  window.said = [];
  new MutationObserver(() => window.said.push(document.getElementById("upload-said").textContent))
    .observe(document.getElementById("upload-progress"), {childList: true, subtree: true});
"""


def test_a_document_is_sent_with_its_progress_shown(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None], tmp_path: Path
) -> None:
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/submissions/{draft(house).reference}/documents/")
    file = tmp_path / "floor plan.pdf"
    file.write_bytes(PDF.replace(b"<<>>", b"<<>>" + b" " * 3_000_000, 1))
    page.get_by_label("Kind of document").select_option("layout")
    page.get_by_label("Confidential").check()
    page.get_by_label("File").set_input_files(file)
    page.evaluate(KEEP_WHAT_IS_SAID)
    page.get_by_role("button", name="Attach the document").click()
    expect(page.get_by_role("status").first).to_contain_text("floor plan.pdf is attached")
    assert any("Uploading" in words or "being checked" in words for words in page.evaluate("window.said"))
    with page.expect_download() as download:
        page.get_by_role("link", name="floor plan.pdf", exact=True).click()
    assert download.value.suggested_filename == "floor plan.pdf"


def test_a_refusal_is_announced_at_the_focus(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None], tmp_path: Path
) -> None:
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/submissions/{draft(house).reference}/documents/")
    file = tmp_path / "drawing.pdf"
    file.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    page.get_by_label("Kind of document").select_option("layout")
    page.get_by_label("Public").check()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Attach the document").click()
    expect(page.get_by_role("alert")).to_contain_text("can carry programs")
    expect(page.get_by_role("alert")).to_be_focused()


def test_a_file_that_is_too_large_is_not_sent(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None], tmp_path: Path, settings: Any
) -> None:
    settings.UPLOAD_MAX_MB = 1
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/submissions/{draft(house).reference}/documents/")
    file = tmp_path / "large.pdf"
    file.write_bytes(PDF + b" " * 2_000_000)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method) if request.method == "POST" else None)
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Attach the document").click()
    expect(page.locator("#upload-said")).to_contain_text("The limit is 1 MB")
    assert sent == []


def test_an_example_is_stepped_through_by_arrow_keys_and_on_its_own(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    made = draft(house)
    events = [{"bet": "pass_line", "amount": "10"}, {"roll": [3, 1]}, {"roll": [2, 2]}]
    row = examples.save(actor=house.submitter, reference=made.reference, title="A point made", events=events)
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/submissions/{made.reference}/examples/own-{row.pk}/")
    expect(page.locator("#play")).to_contain_text("Step 0 of 3")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#play")).to_contain_text("Step 1 of 3")
    expect(page.locator(".only-wide .chip")).to_have_count(1)
    page.wait_for_url("**?step=1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#play")).to_contain_text("Step 0 of 3")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#play")).to_contain_text("Step 3 of 3")
    expect(page.locator("#play-said")).to_contain_text("Pass Bet wins")
    expect(page.get_by_role("link", name="Next", exact=True)).to_have_count(0)
