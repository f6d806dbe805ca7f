"""A case packed into one file: ordered, watched and downloaded, with scripts and without."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from portal.accounts.models import User
from portal.bundles import outbox
from portal.bundles.models import Bundle
from tests.browser.casework import make_documents
from tests.browser.soundness import assert_sound
from tests.factories import House, in_review

pytestmark = pytest.mark.browser


def test_an_officer_orders_a_case_file_and_watches_it(
    page: Any, browser: Any, live_server: Any, house: House, sign_in: Callable[[User], None], tmp_path: Path
) -> None:
    case = in_review(house)
    sign_in(house.officer)
    address = f"{live_server.url}/regulator/cases/{case.reference}/"
    page.goto(f"{address}#documents")  # a link to a folded place opens it
    section = page.locator("#case-bundles")
    button = section.get_by_role("button", name="Prepare the case file")
    button.focus()
    page.keyboard.press("Enter")
    expect(section).to_contain_text("Waiting. Preparation starts")
    Bundle.objects.update(files_done=12, files_total=40)
    expect(section).to_contain_text("12 of 40 files")
    shots(page, section, "making")
    without_script(browser, page, address)
    assert_sound(page, address)
    page.goto(f"{address}#documents")
    make_documents(case.reference)  # the case file waits for the receipt
    outbox.make(Bundle.objects.get().pk)
    link = section.get_by_role("link", name=f"{case.reference}-case-file.zip")
    expect(link).to_be_visible()
    with page.expect_download() as download:
        link.click()
    with ZipFile(download.value.path()) as archive:
        assert archive.testzip() is None
    shots(page, section, "ready")
    assert_sound(page, address)


def without_script(browser: Any, page: Any, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.add_cookies(page.context.cookies())
    plain = context.new_page()
    plain.goto(address)
    expect(plain.locator("#case-bundles")).to_contain_text("12 of 40 files")
    plain.get_by_role("link", name="Refresh the progress").click()
    expect(plain.locator("#case-bundles")).to_contain_text("12 of 40 files")
    context.close()


def shots(page: Any, section: Any, name: str) -> None:
    """Pictures to look at, where BUNDLE_SHOTS names a folder."""
    if folder := os.environ.get("BUNDLE_SHOTS"):
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 900})
            section.scroll_into_view_if_needed()
            page.screenshot(path=f"{folder}/{name}-{width}.png")
        page.set_viewport_size({"width": 1280, "height": 900})
