"""The same walk in a real browser, to know what it takes: `make province`. `make test` uses the client."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.db import connection

from tests.browser.casework import make_documents
from tests.province.browser_hands import new_person
from tests.province.hands import Effort
from tests.province.walk import Walk, site_administrator

T = TypeVar("T")
SHOTS = os.environ.get("PROVINCE_SHOTS", "")  # a folder for screenshots of what the public reads
WORD, SECONDS_A_WORD, SECONDS_A_FORM = 5, 60 / 40, 8  # 40 words a minute; to find a form, look and press
pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.parametrize("way", ["by hand", "from files"])
def test_a_province_by_browser(
    way: str, browser: Any, live_server: Any, transactional_db: None, tmp_path: Path
) -> None:
    effort = Effort()
    files = tmp_path if way == "from files" else None
    walk = Walk(lambda: new_person(browser, live_server.url, effort), in_a_thread, files)
    keeper = in_a_thread(site_administrator)
    began = time.monotonic()
    walk.start(keeper)
    walk.enter_edition()
    entered = time.monotonic()
    if not files:
        walk.assert_as_in_the_files()
    print(f"\n{way}, jurisdiction, people and draft: {in_words(effort, entered - began)}")
    walk.publish()
    reference = walk.first_approval()
    make_documents(reference)
    print(f"{way}, to the first approval: {in_words(effort, time.monotonic() - began)}")
    walk.assert_public(reference)
    if SHOTS:
        take_shots(browser, live_server.url, walk.edition.id, reference)


def in_words(effort: Effort, seconds: float) -> str:
    typing = effort.characters / WORD * SECONDS_A_WORD
    by_hand = typing + effort.forms * SECONDS_A_FORM
    return (
        f"{effort.pages} pages opened, {effort.forms} forms sent, {effort.fields} fields, "
        f"{effort.characters:,} characters typed, {seconds:.0f} s in the browser; "
        f"by hand about {by_hand / 60:.0f} minutes (an estimate)"
    )


def in_a_thread(act: Callable[[], T]) -> T:
    """The browser's event loop holds this thread."""

    def there() -> T:
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as worker:
        return worker.submit(there).result()


def take_shots(browser: Any, root: str, edition: str, reference: str) -> None:
    pages = {
        "rulebook": f"/rulebook/{edition}/",
        "clause": f"/rulebook/{edition}/3.11/",
        "slip": f"/rulebook/{edition}/2.7/",
        "entry": f"/register/{reference}/",
    }
    for width in (1280, 360):
        page = browser.new_page(viewport={"width": width, "height": 900})
        for name, address in pages.items():
            page.goto(f"{root}{address}")
            page.screenshot(path=f"{SHOTS}/{name}-{width}.png", full_page=True)
        pdf = page.request.get(f"{root}/register/{reference}/document.pdf").body()
        Path(SHOTS, "certificate.pdf").write_bytes(pdf)
