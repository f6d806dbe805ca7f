"""The officer's and the regulator's administrator's pages about games played in rounds, with axe-core."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from portal.accounts.models import User
from tests.browser.soundness import assert_sound
from tests.factories import approved, in_review
from tests.portal.editions.drafts import a_draft, change, read_so
from tests.portal.round_games import EDITIONS, PLAIN, WRONG, house_of

pytestmark = pytest.mark.browser

DRAFTED = {
    "bc-wheel": (("table.revolutions", "5", "5/2.1"), ("equal-spaces", "total"), ("table", "wagers")),
    "bc-red-dog": (("payouts.spread:1", "6:1", "6/5.1"), ("raise", "bets-unchanged"), ("table", "payouts")),
    "bc-war": (("payouts.tie", "11:1", "7/7.1"), ("war-won", "one-to-two"), ("making", "readings")),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_case_and_drafted_edition(
    page: Any, live_server: Any, db: None, sign_in: Callable[[User], None], edition: str
) -> None:
    house = house_of(edition)
    approved(house, PLAIN[edition])
    case = in_review(house, WRONG[edition]).reference
    (path, value, clause), reading, subjects = DRAFTED[edition]
    row = read_so(change(a_draft(edition), path, value, clause), *reading)
    sign_in(house.officer)
    for address in ("queue/?state=all", f"cases/{case}/"):
        assert_sound(page, f"{live_server.url}/regulator/{address}")
    page.locator("summary", has_text="What each bet costs a player").click()
    expect(page.get_by_role("columnheader", name="Staked on average")).to_be_visible()
    assert row.drafted_by is not None
    sign_in(row.drafted_by)
    for rest in ("", *(f"values/{subject}/" for subject in subjects), f"value/?at={path}", "impact/"):
        assert_sound(page, f"{live_server.url}/regulator/editions/{row.pk}/{rest}")
