"""Try the table on a phone's screen: the next move stays on it, the page stays still, no press is lost."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.factories import House

pytestmark = pytest.mark.browser

# Where the roll button is, whether it can be pressed there, and how far the page is scrolled.
ROLL = """() => {
  const button = document.getElementById("try-roll"), box = button.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {
    whole: box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth,
    free: button.contains(there), big: box.height >= 24 && box.width >= 24,
    top: scrollY, events: location.search.split("~").length - 1,
    sideways: document.documentElement.scrollWidth > innerWidth,
  };
}"""


@pytest.fixture
def phone(page: Page, monkeypatch: pytest.MonkeyPatch) -> Page:
    """A phone, and dice that fall the same way every time."""
    dice = random.Random(19)
    monkeypatch.setattr("portal.public.try_craps.secrets.randbelow", dice.randrange)
    page.set_viewport_size({"width": 360, "height": 740})
    return page


def wait_for_events(page: Page, count: int) -> None:
    page.wait_for_function("count => location.search.split('~').length - 1 === count", arg=count)


def test_a_press_before_the_answer_counts_as_well(phone: Page, live_server: Any, house: House) -> None:
    page = phone
    page.goto(f"{live_server.url}/try/nz-revised/?run=1~pass_line-10")
    page.evaluate("for (let press = 0; press < 6; press++) document.getElementById('try-roll').click()")
    wait_for_events(page, 7)
    assert re.fullmatch(r"\?run=1~pass_line-10(~[1-6]{2}){6}", page.evaluate("location.search"))
    # A bet that is pressed with a roll after it comes before that roll, and undo takes back the roll.
    page.evaluate("""() => {
      document.getElementById("try-roll").click();
      document.getElementById("try-do-bet").click();
      document.getElementById("try-roll").click();
      document.getElementById("try-back").click();
    }""")
    page.wait_for_url(re.compile(r"(~[1-6]{2}){7}~pass_line-10$"))


def test_the_hands_and_the_page_stay_where_they_are(phone: Page, live_server: Any, house: House) -> None:
    page = phone
    messages: list[str] = []
    page.on("console", lambda line: messages.append(line.text))
    page.goto(f"{live_server.url}/try/nz-revised/?run=1~field-5~place.6-12~place.8-12")
    page.locator('[id="down-field"]').press("Enter")
    wait_for_events(page, 4)
    expect(page.locator('[id="down-place.6"]')).to_be_focused()
    top = page.evaluate("scrollY")
    assert top > 500
    page.keyboard.press("Enter")
    wait_for_events(page, 5)
    expect(page.locator('[id="down-place.8"]')).to_be_focused()
    page.keyboard.press("Enter")
    wait_for_events(page, 6)
    expect(page.locator("#try-roll")).to_be_focused()
    assert messages == []


def test_no_answer_is_said_and_the_run_goes_on(phone: Page, live_server: Any, house: House) -> None:
    page = phone
    page.goto(f"{live_server.url}/try/nz-revised/?run=1~31")
    page.context.set_offline(True)
    page.locator("#try-roll").click()
    expect(page.get_by_text("No answer came.")).to_be_visible()
    page.context.set_offline(False)
    page.locator("#try-roll").click()
    wait_for_events(page, 2)
    expect(page.get_by_text("No answer came.")).to_have_count(0)


def test_forty_rolls_with_eight_kinds_of_bets(phone: Page, live_server: Any, house: House) -> None:
    """By pointer and, every other roll, by keyboard; the page is read at another place each time."""
    page = phone
    page.goto(f"{live_server.url}/try/md-craps/?run=1~field-30")
    bets = ["pass_line", "field", "place.6", "hardway.8", "any_seven", "buy.4", "come", "eleven"]
    events = 1
    for turn in range(40):
        if turn % 5 == 0:
            area = page.locator(f'[id="felt-narrow-{bets[turn // 5]}"]')
            if turn % 2:
                area.click()
            else:
                area.press("Enter")
            events += 1
            wait_for_events(page, events)
        page.evaluate("part => scrollTo(0, part * document.documentElement.scrollHeight)", turn % 4 / 4)
        before = page.evaluate(ROLL)
        assert before["whole"] and before["free"] and before["big"] and not before["sideways"], before
        if turn % 2:
            page.locator("#try-roll").click()
        else:
            page.evaluate("document.getElementById('try-roll').focus({ preventScroll: true })")
            page.keyboard.press("Enter")
        events += 1
        wait_for_events(page, events)
        expect(page.locator("#try-roll")).to_be_focused()
        after = page.evaluate(ROLL)
        assert after["whole"] and after["free"], after
        lowest = page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert after["top"] == min(before["top"], lowest), (turn, before, after)
    shown = page.locator("#try-story + ol")
    for name in ("Field", "Any Seven", "Buy", "Hardway"):
        expect(shown).to_contain_text(name)
