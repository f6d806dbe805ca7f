"""A first visit to each public page of the running product: what comes over the wire, and what jumps."""

from __future__ import annotations

import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.product import Product
from tests.public_pages import addresses

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.browser]

MOST = 100_000  # bytes, as sent: pages, styles, scripts and fonts together
SHIFT = """window.shifts = []; new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shifts.push(entry.value + ": " + entry.sources.map(
    ({node}) => (node?.outerHTML || node?.parentElement?.outerHTML || "").slice(0, 90)).join(", "));
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
        values = {"reference": reference, "refused": refused, "casino": casino, "table": _table(product)}
        for address in addresses(**values):
            weights, hosts, shifts = _visited(browser, f"{site}{address}")
            if sum(weights.values()) >= MOST:
                wrong.append(f"{address} weighs {sum(weights.values())}: {weights}")
            wrong.extend(f"{address} shifts by {shift}" for shift in shifts)
            # The browser's own icons, such as that of a date field, are data.
            wrong.extend(f"{address} asks {host}" for host in hosts if not host.startswith((site, "data:")))
        with _in_parts(site) as slow_site:
            for address in ("/calculator/", "/register/", "/compare/matrix/?game=war"):
                shifts = _visited(browser, f"{slow_site}{address}")[2]
                wrong.extend(f"{address}, arriving in parts, shifts by {shift}" for shift in shifts)
        assert not wrong, "\n".join(wrong)
    finally:
        product.kill()


def _first(product: Product, state: str) -> str:
    rows = product.rows(f"select reference from submissions_submission where state = '{state}'")
    return str(rows[0][0])


@contextmanager
def _in_parts(site: str) -> Iterator[str]:
    """The same site through a slow line: a page comes in pieces of 1,000 bytes, time to paint after each."""

    class Slow(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with urllib.request.urlopen(f"{site}{self.path}") as answer:
                kind, body = answer.headers["Content-Type"], answer.read()
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            size, pause = (1000, 0.04) if kind.startswith("text/html") else (len(body), 0)
            for start in range(0, len(body), size):
                self.wfile.write(body[start : start + size])
                time.sleep(pause)

        def log_message(self, *_: Any) -> None:
            """Keeps the tests' output readable."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def _table(product: Product) -> str:
    """The code of a table with rules in force."""
    rows = product.rows(
        "select code from accounts_table t join submissions_submission s"
        " on s.property_id = t.property_id and s.game = t.game where s.state = 'in_force' and t.active"
    )
    return str(rows[0][0])


def _visited(browser: Any, url: str) -> tuple[dict[str, int], set[str], list[str]]:
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
    shifts = list(page.evaluate("window.shifts"))
    context.close()
    weights = {asked[request]: int(size) for request, size in sent.items() if request in asked}
    return weights, set(asked.values()), shifts
