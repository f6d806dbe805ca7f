"""Drafts that save themselves: after a pause, when a step is left, and never over someone else's work."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from portal.accounts.models import User
from portal.submissions.models import Submission
from tests.factories import House, draft
from tests.flows.casework import version_of

pytestmark = pytest.mark.browser

ON_4 = '[name="odds.pass_line.multiples.4"]'


@pytest.fixture
def made(page: Any, live_server: Any, house: House, sign_in: Callable[[User], None]) -> Submission:
    """A draft with version 2, open at the odds."""
    sign_in(house.submitter)
    made = draft(house)
    page.goto(f"{live_server.url}/operator/submissions/{made.reference}/draft/odds/")
    return made


def multiple_on_4(made: Submission) -> str:
    made.refresh_from_db()
    stated = version_of(made).ruleset["odds"]["pass_line"]["multiples"]
    return str(stated["4"] if isinstance(stated, dict) else stated)


def test_a_pause_saves_and_so_does_the_next_one(page: Any, made: Submission) -> None:
    page.locator(ON_4).fill("1")
    expect(page.locator("#unsaved")).to_contain_text("Not saved yet")
    expect(page.locator("#saved")).to_contain_text("Saved as version 3 on")
    expect(page.locator("#unsaved")).to_have_text("Saved")
    expect(page.locator("#saved-as")).to_contain_text("Version 3")
    # A button is no typing, and is saved all the same.
    page.get_by_role("button", name="1×", exact=True).click()
    expect(page.locator("#saved")).to_contain_text("Saved as version 4 on")
    assert multiple_on_4(made) == "1"


def test_leaving_a_step_saves_it_first(page: Any, made: Submission) -> None:
    page.locator(ON_4).fill("1")
    page.get_by_role("link", name="Next step").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vigorish")
    assert multiple_on_4(made) == "1"


def test_leaving_right_after_a_button_waits_for_its_result_and_saves_it(page: Any, made: Submission) -> None:
    page.evaluate("""() => {
      const named = (kind, name) =>
        [...document.querySelectorAll(kind)].find(one => one.textContent.includes(name));
      named("button", "1×").click();
      named("a", "Next step").click();
    }""")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vigorish")
    assert multiple_on_4(made) == "1"


def test_what_cannot_be_saved_holds_the_page_once(page: Any, made: Submission) -> None:
    page.locator(ON_4).fill("two")
    leave = page.get_by_role("link", name="Next step")
    leave.click()
    expect(page.locator("#saved")).to_contain_text("Not saved: some entries are not valid")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Odds multiples")
    leave.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vigorish")
    assert multiple_on_4(made) == "2"


@pytest.mark.parametrize("leave", ["closes", "types another address"])
def test_what_was_typed_just_before_leaving_is_saved(
    page: Any, live_server: Any, made: Submission, leave: str
) -> None:
    page.locator(ON_4).fill("1")
    if leave == "closes":
        page.close(run_before_unload=True)
    else:
        page.goto(f"{live_server.url}/healthz")
    until(lambda: multiple_on_4(made) == "1")
    assert version_of(made).number == 3  # however many ways it was sent


def test_looking_away_saves_and_coming_back_goes_on(page: Any, made: Submission) -> None:
    # The three seconds' pause after typing does not end while this test waits for the request.
    page.evaluate(
        """() => {
          const real = window.setTimeout;
          window.setTimeout = (what, ms, ...more) => ms === 3000 ? 0 : real(what, ms, ...more);
          window.letPausesEnd = () => { window.setTimeout = real; };
        }"""
    )
    page.locator(ON_4).fill("1")
    with page.expect_request("**/autosave/"):
        page.evaluate(
            """() => {
              Object.defineProperty(document, "visibilityState", {value: "hidden", configurable: true});
              document.dispatchEvent(new Event("visibilitychange"));
              delete document.visibilityState;
            }"""
        )
    expect(page.locator("#saved")).to_contain_text("Saved as version 3")
    page.evaluate("letPausesEnd()")
    page.locator(ON_4).fill("2")
    expect(page.locator("#saved")).to_contain_text("Saved as version 4")


def test_what_was_typed_before_the_scripts_came_is_checked_and_saved(page: Any, made: Submission) -> None:
    held: list[Any] = []
    page.route("**/live*.js", lambda route: held.append(route))
    page.reload(wait_until="commit")
    page.locator(ON_4).fill("3")
    until(lambda: bool(page.wait_for_timeout(20) or held))
    held[0].continue_()
    expect(page.locator("#live")).to_contain_text("1 breach")
    expect(page.locator("#saved")).to_contain_text("Saved as version 3")


def test_leaving_without_a_change_saves_nothing(page: Any, live_server: Any, made: Submission) -> None:
    page.goto(f"{live_server.url}/healthz")
    page.wait_for_timeout(300)
    made.refresh_from_db()
    assert version_of(made).number == 2


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


def test_a_save_without_an_answer_says_so_and_loses_nothing(page: Any, made: Submission) -> None:
    page.route("**/autosave/", lambda route: route.abort())
    page.locator(ON_4).fill("1")
    expect(page.locator("#saved")).to_contain_text("Not saved: the server did not answer")
    expect(page.locator("#live")).to_contain_text("No breaches of")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Saved as version 3")
    assert multiple_on_4(made) == "1"


def test_a_button_pressed_during_a_save_waits_for_it(page: Any, made: Submission) -> None:
    """It would else speak of the version before, and its next save would clash with one's own."""
    held: list[Any] = []
    page.route("**/autosave/", lambda route: held.append(route))
    page.locator(ON_4).fill("1")
    with page.expect_request("**/autosave/"):
        pass
    page.locator(ON_4).fill("2")
    page.locator('[name="odds.come.multiples.6"]').fill("1")
    page.get_by_role("button", name="Save", exact=True).click()
    for route in held:
        route.continue_()
    expect(page.get_by_role("status")).to_contain_text("Saved as version 4")
    assert multiple_on_4(made) == "2"


def test_a_stale_one_shows_both_versions_and_either_can_be_kept(
    page: Any, made: Submission, browser: Any
) -> None:
    other = browser.new_context(storage_state=page.context.storage_state()).new_page()
    other.goto(page.url)
    other.locator('[name="odds.come.multiples.6"]').fill("1")
    other.get_by_role("button", name="Save", exact=True).click()
    expect(other.get_by_role("status")).to_contain_text("Saved as version 3")
    other.context.close()
    page.locator(ON_4).fill("1")
    both = page.locator("#saved")
    expect(both).to_contain_text("Someone saved before you")
    expect(both.get_by_role("table")).to_contain_text("1× on 6")
    expect(page.locator(ON_4)).to_have_value("1")
    both.get_by_role("button", name="Save mine over theirs").click()
    expect(page.get_by_role("status")).to_contain_text("Saved as version 4")
    assert multiple_on_4(made) == "1"
