"""A person at a page, by mouse or by keyboard, who counts what it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

FAR = 400  # presses of Tab: more than any page has places to stop at


@dataclass
class Person:
    """Presses, chooses and types as somebody would who cannot use a mouse, if `keyboard`."""

    page: Page
    keyboard: bool = False
    clicks: int = 0
    fields: int = 0
    pages: list[str] = field(default_factory=list)  # the page before each press
    look: Callable[[Page, int], None] = lambda page, number: None  # what a test does there

    def press(self, one: Locator) -> None:
        """A link or a button."""
        one.wait_for()
        self.pages.append(self.page.url)
        self.look(self.page, len(self.pages))
        self.clicks += 1
        if self.keyboard:
            self._reach(one)
            self.page.keyboard.press("Enter")
        else:
            one.click()

    def tick(self, one: Locator) -> None:
        self.clicks += 1
        if self.keyboard:
            self._reach(one)
            self.page.keyboard.press("Space")
            expect(one).to_be_checked()
        else:
            one.check()

    def write(self, one: Locator, text: str) -> None:
        self.fields += 1
        if self.keyboard and one.get_attribute("type") not in ("date", "time"):
            self._reach(one)
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(text)
        else:
            one.fill(text)

    def choose(self, one: Locator, value: str) -> None:
        """An entry of a list, by keyboard with the first letters of its words."""
        self.fields += 1
        if self.keyboard:
            self._reach(one)
            self.page.keyboard.type(one.locator(f'option[value="{value}"]').inner_text().strip())
            expect(one).to_have_value(value)
        else:
            one.select_option(value)

    def _reach(self, one: Locator) -> None:
        """Presses Tab until the focus is there, and sees that it shows."""
        one.wait_for()
        for _ in range(FAR):
            if one.evaluate("node => document.activeElement === node"):
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab never reaches {one}")
        shows = """node => { const is = getComputedStyle(node), label = node.closest("label");
          return [is, label && getComputedStyle(label)].some(one => one
            && (one.outlineStyle !== "none" && one.outlineWidth !== "0px" || one.boxShadow !== "none")); }"""
        assert one.evaluate(shows), f"the focus does not show on {one}"
