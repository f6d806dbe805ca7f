"""A person at a real browser: the same walk with Chromium, typing into the fields that it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.province.hands import Effort, Given, Typed


class BrowserHands:
    def __init__(self, page: Page, root: str, effort: Effort) -> None:
        self.page, self.root, self.effort = page, root, effort

    def open(self, address: str) -> None:
        answer = self.page.goto(f"{self.root}{address}", wait_until="domcontentloaded")
        assert answer and answer.ok, (address, answer and answer.status)
        self.effort.pages += 1

    def send(self, button: str, typed: Typed | None = None) -> None:
        page = self.page
        page.wait_for_load_state("domcontentloaded")
        form = page.locator("main form", has=page.get_by_role("button", name=button, exact=True)).first
        pressed = form.get_by_role("button", name=button, exact=True).last
        if typed:
            form.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
        for name, given in (typed or {}).items():
            self._enter(form.locator(f'[name="{name}"]'), given)
        with page.expect_navigation(wait_until="commit") as shown:
            pressed.click()
        self.effort.forms += 1
        self.effort.pages += 1
        answer = shown.value
        assert answer.ok, (page.url, answer.status, page.locator("#error-summary").inner_text())

    def html(self) -> str:
        self.page.wait_for_load_state("domcontentloaded")
        return self.page.content()

    def download(self, address: str) -> bytes:
        answer = self.page.request.get(f"{self.root}{address}")
        assert answer.ok
        return answer.body()

    def _enter(self, controls: Locator, given: Given) -> None:
        first = controls.first
        kind = first.evaluate("e => e.tagName === 'SELECT' ? 'list' : e.type")
        if isinstance(given, Path):
            first.set_input_files(given)
            self.effort.entered(given, typed=False)
        elif kind in ("checkbox", "radio"):
            wanted = [given] if isinstance(given, str) else given
            for box in controls.all():
                on = wanted if isinstance(wanted, bool) else box.get_attribute("value") in wanted
                if box.is_checked() != on and (on or kind == "checkbox"):  # a radio button goes out by itself
                    box.set_checked(on, force=True)
                    self.effort.entered("", typed=False)
        else:
            assert not isinstance(given, bool)
            for control, text in zip(
                controls.all(), [given] if isinstance(given, str) else given, strict=False
            ):
                if control.input_value() == text:
                    continue
                if kind == "list":
                    control.select_option(text)
                else:
                    control.fill(text)
                self.effort.entered(text, typed=kind != "list")


def new_person(browser: Any, root: str, effort: Effort) -> BrowserHands:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    return BrowserHands(context.new_page(), root, effort)
