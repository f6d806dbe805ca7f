"""A first visit to each public page of the running product: what comes over the wire, and what jumps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.product import Product
from tests.public_pages import addresses

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.browser]

MOST = 100_000  # bytes, as sent: pages, styles, scripts and fonts together
SHIFT = """window.shift = 0; new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shift += entry.value;
}).observe({type: "layout-shift", buffered: true});"""


def test_every_first_visit_is_light_and_still(browser: Any, data: Path) -> None:
    product = Product(data)
    product.start()
    try:
        product.wait_until_up()
        site = f"http://127.0.0.1:{product.port}"
        reference, refused = (_first(product, state) for state in ("in_force", "refused"))
        wrong = []
        casino = product.rows("select slug from register_place")[0][0]
        for address in addresses(reference=reference, refused=refused, casino=casino):
            weights, hosts, shift = _visited(browser, f"{site}{address}")
            if sum(weights.values()) >= MOST:
                wrong.append(f"{address} weighs {sum(weights.values())}: {weights}")
            if shift:
                wrong.append(f"{address} shifts by {shift}")
            # The browser's own icons, such as that of a date field, are data.
            wrong.extend(f"{address} asks {host}" for host in hosts if not host.startswith((site, "data:")))
        assert not wrong, "\n".join(wrong)
    finally:
        product.kill()


def _first(product: Product, state: str) -> str:
    rows = product.rows(f"select reference from submissions_submission where state = '{state}'")
    return str(rows[0][0])


def _visited(browser: Any, url: str) -> tuple[dict[str, int], set[str], float]:
    """Bytes as they came over the wire by address, on a browser that has nothing yet; and what jumped."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(SHIFT)
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    asked: dict[str, str] = {}
    sent: dict[str, int] = {}
    session.on("Network.requestWillBeSent", lambda e: asked.__setitem__(e["requestId"], e["request"]["url"]))
    session.on("Network.loadingFinished", lambda e: sent.__setitem__(e["requestId"], e["encodedDataLength"]))
    page.goto(url, wait_until="load")
    page.wait_for_timeout(150)  # for what a late font or script would move
    shift = float(page.evaluate("window.shift"))
    context.close()
    weights = {asked[request]: int(size) for request, size in sent.items() if request in asked}
    return weights, set(asked.values()), shift
