"""Roles that decide take two administrators: the attack of one, and the way of two."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from portal.accounts.models import Role, User
from portal.notices.models import Mail
from tests.browser.soundness import assert_sound
from tests.factories import House
from tests.portal.editions.drafts import a_draft, change, proposed

pytestmark = pytest.mark.browser


def test_one_administrator_gets_nowhere_alone_and_two_do(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    administrator, inspector = house.regulator_admin, house.inspector
    sign_in(administrator)
    page.goto(f"{live_server.url}/team/{administrator.pk}/")
    page.get_by_label("Approver").check()
    page.get_by_role("button", name="Save the roles").click()
    expect(page.get_by_text("You cannot give yourself roles")).to_be_visible()
    _picture(page, "self")

    page.goto(f"{live_server.url}/team/{inspector.pk}/")
    page.get_by_label("Approver").check()
    page.get_by_role("button", name="Save the roles").click()
    expect(page.get_by_text("Another administrator has to confirm")).to_be_visible()
    expect(page.get_by_text(f"Waiting for {house.site_admin.name}")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
    _picture(page, "waiting")
    assert_sound(page, f"{live_server.url}/team/")

    page.context.clear_cookies()
    sign_in(house.site_admin)
    page.goto(f"{live_server.url}/organisations/{house.regulator.pk}/")
    _picture(page, "site")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("has the new role")).to_be_visible()
    assert Role.REGULATOR_APPROVER in User.objects.get(pk=inspector.pk).roles


def test_neither_a_second_address_nor_an_edition_is_a_way_round(
    page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]
) -> None:
    administrator = house.regulator_admin
    draft = a_draft(house.edition.pk, actor=administrator)
    row = proposed(change(draft, "wagers.field.name", "Field bet, so named", "1.1"))
    sign_in(administrator)
    page.goto(f"{live_server.url}/team/")
    page.get_by_label("E-mail address").fill(administrator.email.replace("@", "+two@"))
    page.get_by_label("Approver").check()
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.get_by_text(f"is the mailbox of {administrator.name}").first).to_be_visible()
    page.get_by_label("E-mail address").fill("private@elsewhere.example")
    page.get_by_role("button", name="Send the invitation").click()
    expect(page.get_by_text(f"Waiting for {house.site_admin.name}")).to_be_visible()
    assert not Mail.objects.filter(to="private@elsewhere.example").exists()

    page.goto(f"{live_server.url}/regulator/editions/{row.pk}/publish/")
    expect(page.get_by_text("a second person has to publish it")).to_be_visible()
    expect(page.get_by_role("button", name="Publish")).to_have_count(0)
    _picture(page, "edition")


def _picture(page: Any, name: str) -> None:
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
