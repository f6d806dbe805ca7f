"""Every public page, generated from the routes: axe-core in light and dark at 320 and 1280 px, no sideways
scrolling, no layout shift. What a first visit weighs is measured in tests/faults/test_first_visit.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.test.signals import template_rendered

from tests.browser.soundness import problems_of
from tests.factories import House
from tests.portal.routes import routes
from tests.public_pages import FILES, ON_PAPER, SAMPLES, samples

SHIFT = """window.shifts = []; new PerformanceObserver(list => {
  for (const entry of list.getEntries())
    window.shifts.push([entry.value, ...entry.sources.map(s => s.node?.outerHTML?.slice(0, 80))]);
}).observe({type: "layout-shift", buffered: true});"""
# Of many that are alike the first ones are looked at: reading the colours of a whole book takes a minute.
ALIKE = [
    ".whole > :nth-child(n+25)",
    "tbody > tr:nth-child(n+9)",
    ".terms > div:nth-child(n+4)",
    "section:nth-of-type(n+7)",
    ".contents ul li:nth-child(n+9)",
    ".chapters > li:nth-child(n+4)",
    ".results > li:nth-child(n+5)",
    "optgroup > option:nth-child(n+4)",
    "svg.craps-table .area:nth-of-type(n+12)",
    ".try-examples > li:nth-child(n+6)",
]
FINDABLE = ('rel="canonical"', 'hreflang="en"', 'property="og:title"', 'name="description"')
# A few of each kind are looked at in French too: longer words, another order.
FRENCH = [
    f"/fr-ca{address}"
    for address in (
        "/",
        "/rulebook/bc-craps/1/6.4.5/",
        "/compare/matrix/",
        "/try/md-craps/",
        "/calculator/",
        "/verify/",
    )
]
PARTS = 3  # so that cores can share the work


def test_every_public_route_has_a_sample() -> None:
    known = {route.name.removeprefix("public:") for route in routes() if route.door == "public"}
    assert known == set(SAMPLES) | FILES


@pytest.mark.slow
def test_every_public_template_is_shown_by_a_sample_that_can_be_found_and_shared(
    house: House, client: Client
) -> None:
    shown: set[str] = set()
    not_found: list[str] = []

    def note(template: Any, **_: Any) -> None:
        shown.add(str(template.name))

    template_rendered.connect(note)
    try:
        for address in samples(house):
            answer = client.get(address)
            page = answer.content.decode() if "html" in answer["Content-Type"] else ""
            if answer.status_code == 200 and not all(tag in page or not page for tag in FINDABLE):
                not_found.append(address)
            client.get(address, headers={"hx-request": "true"})
    finally:
        template_rendered.disconnect(note)
    folder = Path(settings.BASE_DIR) / "templates"
    written = {str(path.relative_to(folder)) for path in (folder / "public").glob("**/*.html")}
    assert written - shown - ON_PAPER == set()
    assert not_found == []


@pytest.mark.browser
@pytest.mark.parametrize("part", range(PARTS))
def test_every_public_page_is_sound(page: Any, live_server: Any, house: House, part: int) -> None:
    page.add_init_script(SHIFT)
    problems: list[str] = []
    for address in [*samples(house)[part::PARTS], *FRENCH[part::PARTS]]:
        problems += problems_of(page, f"{live_server.url}{address}", exclude=ALIKE)
    assert not problems, "\n".join(problems)
