"""A sheet of rule sets in a real browser: template down, filled in, up, cells named, drafts created."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from playwright.sync_api import expect

from portal.accounts.models import User
from tests.browser.soundness import assert_sound
from tests.factories import House, create_table
from tests.portal.sheets.books import letter_of

pytestmark = pytest.mark.browser


def test_a_template_is_filled_in_and_its_good_rows_become_drafts(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None], tmp_path: Path
) -> None:
    for label in ("CR-1", "CR-2"):
        create_table(property=house.property, label=label)
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/")
    page.get_by_role("link", name="Sheets of rule sets").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sheets of rule sets")
    page.locator("#template-edition").select_option("nz-revised")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download .xlsx").first.click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)

    book = load_workbook(file)
    sheet = book["Rule sets"]
    columns = {cell.value: cell.column for cell in sheet[2]}
    odds = ("CR-1", "2"), ("CR-2", "2"), ("all", "7")
    for number, (tables, multiple) in enumerate(odds, 3):
        cells = {"edition": "nz-revised", "casino": house.property.name, "tables": tables}
        for path, value in (cells | {"odds.come.multiples": multiple}).items():
            sheet.cell(number, columns[path], value)
    book.save(file)

    assert_sound(page, page.url)
    page.get_by_label("Sheet", exact=True).set_input_files(file)
    page.get_by_role("button", name="Upload and check").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("rule-sets-nz-revised.xlsx")
    broken = page.locator("#row-5")
    expect(broken).to_contain_text(f"{letter_of('nz-revised', 'odds.come.multiples')}5")
    expect(broken).to_contain_text("4.1(g)(i)")
    expect(broken.get_by_role("checkbox")).to_have_count(0)
    assert_sound(page, page.url)

    page.get_by_label("One draft for rows of the same casino").check()
    page.get_by_role("button", name="Create drafts from the ticked rows").click()
    expect(page.get_by_role("status").first).to_contain_text("2 rows done")
    expect(page.get_by_role("link", name="Created as")).to_have_count(2)
    page.get_by_role("link", name="Created as").first.click()
    expect(page.locator("main")).to_contain_text("CR-1")
