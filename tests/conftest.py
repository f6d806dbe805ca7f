"""Fixtures every suite may use."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from tests import services
from tests.checkpoints import no_checkpoint_remembered  # noqa: F401  # a fixture for every suite
from tests.database import django_db_setup  # noqa: F401  # likewise

# Playwright keeps an event loop in the test's thread; the ORM is still called from that thread only.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    on_postgres = os.environ.get("TEST_DATABASE") == "postgres"
    for item in items:
        if item.get_closest_marker("postgres") and not on_postgres:
            item.add_marker(pytest.mark.skip(reason="runs on PostgreSQL (TEST_DATABASE=postgres)"))


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A throw-away Redis."""
    try:
        running = services.redis()
        url = running.__enter__()
    except services.Unavailable as missing:
        pytest.skip(f"SKIPPED, no Redis: {missing}")
    yield url
    running.__exit__(None, None, None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium."""
    chromium = shutil.which("chromium")
    if not chromium:
        pytest.skip("SKIPPED, no browser: chromium is not installed (apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium,
            headless=True,
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        )
        yield running
        running.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh window of 1280 px, with nothing remembered from the test before."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    tab = context.new_page()
    yield tab
    context.close()
