"""One visit that finds what is wrong with a page for those who cannot use it as drawn."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

AXE = """options => axe.run({exclude: options.exclude.map(one => [one])}, options).then(
  found => found.violations.map(v => [v.id, ...v.nodes.map(n => n.html.slice(0, 200))]))"""
WCAG: dict[str, Any] = {"resultTypes": ["violations"], "exclude": []}


def assert_sound(page: Page, address: str) -> None:
    """No violation of WCAG 2.2 A or AA and no sideways scrolling, light and dark, at 320 and 1280 px."""
    problems = problems_of(page, address)
    assert not problems, "\n".join(problems)


def problems_of(page: Page, address: str, exclude: list[str] | None = None) -> list[str]:
    """Visits the page once: wide and narrow in light, narrow in dark.

    In dark only the colours differ, and no colour depends on the width (tests/test_static.py): colours are
    looked at wide in light and narrow in dark. `exclude` are selectors of parts
    that are left out. Layout shifts are reported where the test records them in `window.shifts`.
    """
    problems: list[str] = []
    everything = {**WCAG, "exclude": exclude or []}
    colours = {**everything, "runOnly": ["color-contrast"]}
    but_colours = {**everything, "rules": {"color-contrast": {"enabled": False}}}
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")  # colours change at once
    page.goto(address)
    if shifts := page.evaluate("window.shifts || []"):
        problems.append(f"{address}: layout shifts {shifts}")
    page.evaluate(AXE_SCRIPT)
    looks: tuple[tuple[Literal["light", "dark"], int, Any], ...] = (
        ("light", 1280, everything),
        ("light", 320, but_colours),
        ("dark", 320, colours),
    )
    for scheme, width, options in looks:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 800})
        where = f"{address}, {scheme}, {width} px"
        if page.evaluate("document.documentElement.scrollWidth") > width:
            problems.append(f"{where}: scrolls sideways")
        problems.extend(f"{where}: {violation}" for violation in page.evaluate(AXE, options))
    return problems
