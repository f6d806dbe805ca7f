"""Every page behind the sign-in, found by following links in the demo data as each kind of person.

Each page is looked at once by axe, light and dark, wide and narrow; it has no target under 24 pixels, writes
nothing to the console and asks for nothing that is not there. `make pages` looks at up to five pages of each
address for each kind of person, `make test` at one page of each address.
"""

from __future__ import annotations

import html
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve

from tests.browser.soundness import problems_of
from tests.product import Product

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.browser]

PEOPLE: tuple[str, ...] = (
    "kowhai-submitter",
    "kowhai-admin",
    "nz-officer",
    "nz-approver",
    "nz-admin",
    "site-admin",
    "nz-inspector",
    "bc-officer",
    "md-officer",
    "kowhai-viewer",
    "lab-expert",
    "lab-admin",
)
PUBLIC = ("public", "api", "")  # tests/browser/test_public_pages.py
PAGES = int(os.environ.get("EVERY_PAGE", 0))  # of one address, for one person; 0: one, for anybody
if PAGES:  # who has what the others do not: conditions, questions and a renewal, limits in force, a return
    PEOPLE += ("cedar-submitter", "harbour-submitter", "lantern-submitter")
FOLLOWED = max(3 * PAGES, 1)  # pages of one address whose links are followed
LINK = re.compile(r'<a [^>]*?href="([^"#]+)[^>]*>')
ACTION = re.compile(r'<(?:form|button) [^>]*?action="([^"#]+)[^>]*>')  # some have a page of their own

# Targets of at least 24 by 24 pixels (WCAG 2.2, 2.5.8); links inside a sentence may be as high as its line.
SMALL = """() => {
  const targets = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  const left_out = "[type=hidden], .visually-hidden, :disabled";
  const small = one => {
    if (!one.checkVisibility({visibilityProperty: true}) || one.matches(left_out)) return false;
    const box = (one.matches("[type=checkbox], [type=radio]") && one.closest("label") || one)
      .getBoundingClientRect();
    if (box.width < 2 || box.height < 2 || (box.width >= 23.9 && box.height >= 23.9)) return false;
    return !(one.matches("a, button") && getComputedStyle(one).display === "inline");
  };
  return [...document.querySelectorAll(targets)].filter(small).map(
    one => one.outerHTML.slice(0, 120) + " " + JSON.stringify(one.getBoundingClientRect()));
}"""


@pytest.fixture(scope="module")
def site(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The product with its demonstration; pages are only read, so one start is enough for everybody."""
    product = Product(Path(shutil.copytree(prepared, tmp_path_factory.mktemp("pages") / "data")))
    product.start()
    try:
        product.wait_until_up()
        yield f"http://127.0.0.1:{product.port}"
    finally:
        product.kill()


@pytest.fixture(scope="module")
def looked() -> Counter[str]:
    """How many pages of each address were looked at, by whomever."""
    return Counter()


@pytest.mark.parametrize("person", PEOPLE)
def test_every_page_behind_the_sign_in(browser: Any, site: str, looked: Counter[str], person: str) -> None:
    before = sum(looked.values())
    seen = Counter[str]() if PAGES else looked
    wrong = [f"{person}: {problem}" for problem in _walk(browser, site, person, seen)]
    number = sum(seen.values()) - (0 if PAGES else before)
    print(f"\n{person}: {number} pages, {len(wrong)} problems", *wrong, sep="\n", flush=True)
    assert not wrong, "\n".join(wrong)
    assert number or not PAGES, "the walk does not find the pages"


def _walk(browser: Any, site: str, person: str, looked: Counter[str]) -> Iterator[str]:
    """Follows links from the dashboard; gives what is wrong on each page that was not looked at before."""
    page = browser.new_page()
    page.goto(f"{site}/sign-in/")
    page.locator(f'button[value="{person}@demo.baize.example"]').click()
    page.wait_for_url(lambda address: "/sign-in/" not in address)
    console: list[str] = []
    page.on("console", lambda line: console.append(line.text))
    page.on("pageerror", lambda error: console.append(str(error)))
    page.on("response", lambda got: console.append(f"{got.status} {got.url}") if got.status >= 400 else None)
    followed: Counter[str] = Counter()
    to_visit, known = [page.url], {page.url}
    actions: set[str] = set()
    while to_visit:
        address = to_visit.pop(0)
        name = _kind(address)
        if not name or followed[name] >= FOLLOWED:
            continue
        answer = page.request.get(address)
        if answer.status == 405 and address in actions:
            continue  # it takes forms only
        if answer.status >= 400:
            yield f"{address}: {answer.status}"
        if "text/html" not in answer.headers.get("content-type", ""):
            continue
        followed[name] += 1
        acts = ACTION.findall(answer.text()) if PAGES else []
        for link in (*LINK.findall(answer.text()), *acts):
            link = urljoin(address, html.unescape(link))
            if link.startswith(site) and link not in known:
                known.add(link)
                to_visit.append(link)
        actions |= {urljoin(address, html.unescape(act)) for act in acts}
        if looked[name] >= max(PAGES, 1):
            continue
        looked[name] += 1
        yield from problems_of(page, address)
        yield from (f"{address}: target {target}" for target in page.evaluate(SMALL))
        yield from (f"{address}: console {line}" for line in console)
        console.clear()
    page.close()


def _kind(address: str) -> str:
    """The name of its route with what is asked of it; "" for a page that is not behind the sign-in."""
    parts = urlsplit(address)
    try:
        match = resolve(parts.path)
    except Resolver404:
        return ""
    if match.namespace in PUBLIC or match.url_name in ("sign-out", "sign-in", "invitation"):
        return ""
    step = match.kwargs.get("slug", "") or match.kwargs.get("move", "")
    return " ".join([match.view_name, str(step), *sorted(parse_qs(parts.query))])
