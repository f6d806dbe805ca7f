"""The whole walk for each game played in rounds: draft, breach, fix, submit, approve, documents, public.

`WALK_SHOTS=folder pytest tests/browser/test_walk_games.py` keeps a picture of each page at 1280 and 360 px.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from portal.accounts.models import User
from portal.submissions.models import Submission
from tests.browser.casework import make_documents, recommend_and_approve, sign_out
from tests.factories import House, make_house

pytestmark = pytest.mark.browser


class Walk(NamedTuple):
    """A game, and the breach that an operator makes and mends on one step of its editor."""

    edition: str
    rulebook: str
    step: str
    field: str
    broken: str
    clause: str
    mended: str
    says: str  # on the casino's public page
    states: dict[str, str] = {}  # what the document leaves to the operator, on the step about the table


WALKS = [
    # The fourth kind of space, 10 to 1: with 7 spaces it has as many as the one that pays 5 to 1.
    Walk("bc-wheel", "British Columbia Wheel of Fortune", "wheel", "", "7", "5/2.9", "3", "10 to 1"),
    Walk(
        "bc-red-dog",
        "British Columbia Red Dog",
        "decks",
        "decks",
        "8",
        "6/1.1",
        "6",
        "Raise",
        {"table.positions_per_player": "2", "table.dealer_bet_area": "yes"},
    ),
    Walk("bc-war", "British Columbia Casino War", "table", "table.burn_cards", "2", "7/5.2.4.a", "3", "Tie"),
]


def look(page: Page, name: str) -> None:
    """Nothing scrolls sideways at either width; keeps a picture of both where a folder is named."""
    folder = os.environ.get("WALK_SHOTS")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} at {width} px"
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house("bc", "bc-craps")


@pytest.mark.parametrize("walk", WALKS, ids=[walk.edition for walk in WALKS])
def test_from_draft_to_signed_documents(
    page: Any, live_server: Any, house: House, sign_in_by_form: Callable[[User], None], walk: Walk
) -> None:
    sign_in_by_form(house.submitter)
    page.get_by_role("link", name="Start a submission").first.click()
    page.get_by_label(walk.rulebook, exact=False).first.check()
    page.get_by_role("button", name="Create draft").click()
    expect(page.get_by_role("heading", name="Game and edition")).to_be_visible()
    reference = Submission.objects.get().reference

    # The breach shows as it is typed, with its clause, and goes when it is mended.
    page.goto(f"{live_server.url}/operator/submissions/{reference}/draft/{walk.step}/")
    field = (
        page.locator(f'[name="{walk.field}"]')
        if walk.field
        else page.locator('[name="wheel.rows.spaces"]').nth(3)
    )
    field.fill(walk.broken)
    expect(page.locator("#live")).to_contain_text("1 breach")
    expect(page.locator("#step-form")).to_contain_text(walk.clause)
    look(page, f"{walk.edition}-breach")
    field.fill(walk.mended)
    expect(page.locator("#live")).to_contain_text("No breaches of")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("aved")
    if walk.states:
        page.goto(f"{live_server.url}/operator/submissions/{reference}/draft/table/")
        for name, value in walk.states.items():
            control = page.locator(f'[name="{name}"]')
            is_list = control.evaluate("control => control.tagName") == "SELECT"
            control.select_option(value) if is_list else control.fill(value)
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.get_by_role("status")).to_contain_text("aved")
    page.goto(f"{live_server.url}/operator/submissions/{reference}/draft/layout/")
    expect(page.locator("svg").first).to_be_visible()
    look(page, f"{walk.edition}-layout")

    page.goto(f"{live_server.url}/operator/submissions/{reference}/submit/")
    page.get_by_label("Your position").fill("Head of Compliance")
    page.get_by_label("These rules are complete and true").check()
    look(page, f"{walk.edition}-declaration")
    page.get_by_role("button", name="Submit to the regulator").click()
    expect(page.get_by_role("status")).to_contain_text("is submitted")

    sign_in_by_form(house.officer)
    page.get_by_role("link", name=reference).first.click()
    page.get_by_role("button", name="Take the case").click()
    expect(page.get_by_role("link", name="Recommend")).to_be_visible()
    look(page, f"{walk.edition}-case")
    recommend_and_approve(page, house, sign_in_by_form, reference)

    assert make_documents(reference) == ["certificate", "guide", "sign"]
    sign_out(page)
    page.goto(f"{live_server.url}/register/{reference}/")
    expect(page.get_by_role("link", name="Open the PDF")).to_be_visible()
    expect(page.locator("main")).to_contain_text("In force")
    look(page, f"{walk.edition}-entry")
    for kind in ("certificate", "guide", "sign"):
        answer = page.request.get(f"{live_server.url}/register/{reference}/{kind}.pdf")
        assert answer.body().startswith(b"%PDF-"), kind
        if folder := os.environ.get("WALK_SHOTS"):
            Path(folder, f"{walk.edition}-{kind}.pdf").write_bytes(answer.body())
    page.goto(f"{live_server.url}/register/property/")
    page.get_by_role("link", name=house.property.name).first.click()
    expect(page.locator("main")).to_contain_text(walk.says)
    look(page, f"{walk.edition}-casino")
    page.goto(f"{live_server.url}/try/{reference}/")
    expect(page.locator("svg").first).to_be_visible()
    look(page, f"{walk.edition}-try")
