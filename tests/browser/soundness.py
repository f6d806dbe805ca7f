"""One visit that finds what is wrong with a page for those who cannot use it as drawn."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

AXE = """options => axe.run({exclude: options.exclude.map(one => [one])}, options).then(
  found => found.violations.map(v => [v.id, ...v.nodes.map(n => n.html.slice(0, 200))]))"""
WCAG: dict[str, Any] = {"resultTypes": ["violations"], "exclude": []}

# Most of axe's time goes into colours. Text of one style, inside parents of the same styles, has the same
# contrast on every page: the first few of each such group are looked at. Gives the groups looked at.
CHOOSE = """({exclude, enough, looks}) => {
  const groups = new Map([[null, 0]]), known = new Set(enough), times = new Map();
  const own = one => {
    const is = getComputedStyle(one);
    return [one.localName, is.color, is.backgroundColor, is.backgroundImage, is.fill, is.opacity, is.filter,
      is.mixBlendMode, is.textShadow, is.fontSize, is.fontWeight, is.position, is.zIndex, is.clipPath,
      one.matches(":disabled, [aria-disabled=true]")].join()
      + ["::before", "::after"].map(part => {
        const is = getComputedStyle(one, part);
        return is.content === "none" ? "" : [is.content, is.backgroundColor, is.position].join();
      }).join();
  };
  const group = one => {
    if (!groups.has(one)) {
      let number = group(one.parentElement);
      for (const sign of own(one)) number = Math.imul(number ^ sign.charCodeAt(0), 16777619);
      groups.set(one, number);
    }
    return groups.get(one);
  };
  const shows = one => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && one.checkVisibility({visibilityProperty: true})
      && [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  };
  const left = exclude.join() || "no-such-part";
  let alike = [];
  for (const one of document.body.querySelectorAll("*")) {
    one.removeAttribute("data-alike");
    if (one.closest(left) || !shows(one)) continue;
    const number = group(one), before = times.get(number) || 0;
    if (known.has(number) || before === looks) alike.push(one);
    else times.set(number, before + 1);
  }
  for (const one of alike) one.setAttribute("data-alike", "");
  axe.configure({rules: [{id: "color-contrast", selector: "*:not([data-alike])"}]});
  return [...times];
}"""
# A table that a style lays out as something else loses its columns.
NO_TABLES = """[...document.querySelectorAll("table")].filter(one => one.checkVisibility()
  && getComputedStyle(one).display !== "table").map(one => one.className)"""
LOOKS = 3
_looked: dict[str, Counter[int]] = {"light": Counter(), "dark": Counter()}


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
    if broken := page.evaluate(NO_TABLES):
        problems.append(f"{address}: tables whose cells do not stand under their headings: {broken}")
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
        if options is but_colours or _choose_colours(page, scheme, options["exclude"]) or scheme == "light":
            problems.extend(f"{where}: {violation}" for violation in page.evaluate(AXE, options))
    return problems


def _choose_colours(page: Page, scheme: str, exclude: list[str]) -> int:
    """Marks what axe need not look at again; gives how many groups of text it has still to look at."""
    looked = _looked[scheme]
    enough = [group for group, times in looked.items() if times >= LOOKS]
    new = page.evaluate(CHOOSE, {"exclude": exclude, "enough": enough, "looks": LOOKS})
    looked.update(dict(new))
    return len(new)
