"""The register, a casino's page and the log in a real browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from portal.register import checkpoints
from tests.browser.soundness import assert_sound
from tests.factories import PASSWORD, House, approved, create_property, odds, today
from tests.portal.public.test_register_pages import issue
from tests.portal.register.entries import behind_the_guards
from tests.portal.register.test_verify_log import verify

pytestmark = pytest.mark.browser


def reference(number: int) -> str:
    return f"NZ-{today().year}-000{number}"


@pytest.fixture
def shore(house: House) -> House:
    """Two casinos whose rules differ, one of them with its documents; a log that is signed."""
    type(house.property).objects.filter(pk=house.property.pk).update(name="Kōwhai Point")
    house.property.refresh_from_db()
    other = create_property(organisation=house.operator, jurisdiction="nz", name="Far Shore")
    approved(replace(house, property=other), odds(1))
    checkpoints.sign()
    issue(approved(house))
    checkpoints.sign()
    return house


def test_pages_with_everything_on_them_are_accessible(page: Any, live_server: Any, shore: House) -> None:
    """With documents, a neighbour that differs and a signed log; the rest is in test_public_pages.py."""
    for address in (f"/register/{reference(2)}/", "/register/property/kowhai-point/", "/register/log/"):
        assert_sound(page, f"{live_server.url}{address}")


def test_a_stopped_log_is_accessible_too(page: Any, live_server: Any, shore: House) -> None:
    behind_the_guards("UPDATE register_entry SET operator = 'Somebody else' WHERE position = 0")
    checkpoints.check()
    assert_sound(page, f"{live_server.url}/register/log/")
    expect(page.get_by_role("alert").get_by_text("The log has stopped.")).to_be_visible()


def test_from_the_register_to_a_casino_and_to_another(page: Any, live_server: Any, shore: House) -> None:
    page.goto(f"{live_server.url}/register/")
    page.get_by_label("Reference, operator, casino or table").fill("kōwhai")
    page.keyboard.press("Enter")
    page.get_by_text("1 decision found.").wait_for()
    page.get_by_role("link", name="Kōwhai Point").click()
    page.get_by_role("heading", name="Craps at Kōwhai Point").wait_for()
    expect(page.get_by_role("img", name="The table at Kōwhai Point").first).to_be_visible()
    row = page.get_by_role("row").filter(has_text="Odds on Pass Bet").filter(has_text="Far Shore")
    row.get_by_role("link", name="Far Shore").click()
    page.get_by_role("heading", name="Craps at Far Shore").wait_for()
    page.get_by_role("link", name="Try this table", exact=True).click()
    page.wait_for_url(f"**/try/{reference(1)}/**")


def test_filters_work_by_keyboard_and_without_scripts(browser: Any, live_server: Any, shore: House) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(f"{live_server.url}/register/")
    tab.get_by_text("More filters").focus()
    tab.keyboard.press("Enter")
    tab.get_by_label("Rules").select_option("nz-revised")
    tab.get_by_role("search", name="Register").get_by_role("button", name="Search").focus()
    tab.keyboard.press("Enter")
    tab.get_by_text("2 decisions found.").wait_for()
    expect(tab.get_by_label("Rules")).to_be_visible()  # a filter that is used stays open
    context.close()


def test_one_end_of_the_table_on_a_phone(page: Any, live_server: Any, shore: House) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}/register/property/kowhai-point/")
    wide, narrow = page.locator(".only-wide svg"), page.locator("div.only-narrow svg")
    expect(wide).to_be_hidden()
    expect(narrow).to_be_visible()


def test_what_is_downloaded_holds_offline(page: Any, live_server: Any, shore: House, tmp_path: Path) -> None:
    """As somebody would do it by hand: the PDF, its proof and the keys, each by its link."""
    page.goto(f"{live_server.url}/register/{reference(2)}/")
    page.get_by_text("Fingerprint and proof").click()
    with page.expect_download() as proof:
        page.get_by_role("link", name="Proof: Approval certificate and rule book").click()
    assert proof.value.suggested_filename == f"{reference(2)}-certificate.proof.json"
    proof.value.save_as(tmp_path / "proof.json")
    pdf = page.request.get(f"{live_server.url}/register/{reference(2)}/document.pdf").body()
    page.get_by_role("link", name="How the register can be checked").click()
    expect(page.get_by_text("Complete and signed")).to_be_visible()
    address = page.get_by_role("link", name="log-keys.txt").get_attribute("href")
    keys = page.request.get(f"{live_server.url}{address}").text()
    entry = verify.check_file(pdf, (tmp_path / "proof.json").read_bytes(), keys)
    assert entry["reference"] == reference(2)


def test_the_site_administrator_is_notified_of_a_stopped_log(
    page: Any, live_server: Any, shore: House
) -> None:
    behind_the_guards("DELETE FROM register_entry WHERE position = 1")
    checkpoints.check()
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_label("E-mail address").fill(shore.site_admin.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_role("link", name="Read your notices").click()
    page.get_by_text("No checkpoint of the register’s log is signed").wait_for()
