"""Fixtures every suite may use."""

import gc
import os
import re
import shutil
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.signals import user_logged_in

from portal.sign_in import session
from tests import services
from tests.checkpoints import no_checkpoint_remembered  # noqa: F401  # a fixture for every suite
from tests.database import django_db_keepdb, django_db_setup, migrated_copy  # noqa: F401  # likewise
from tests.jurisdictions import built_in_jurisdictions  # noqa: F401  # likewise
from tests.worked_examples import examples_settled_once  # noqa: F401  # likewise

# Playwright keeps an event loop in the test's thread; the ORM is still called from that thread only.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


ROOT = Path(__file__).resolve().parent.parent

# What daily work goes without.
NOT_FAST = {"slow", "browser", "postgres", "redis", "faults"}
# How a test asks for a database. One that does not cannot reach any: pytest-django refuses it.
WITH_A_DATABASE = {"db", "transactional_db", "live_server"}
# Answered by the core, templates, parsers or permissions: no database changes that, so SQLite alone is
# asked.
NO_MATTER_WHICH_DATABASE = (
    "tests/portal/api/test_contract.py",
    "tests/portal/api/test_fuzz.py",
    "tests/portal/api/test_malformed.py",
    "tests/portal/audit/test_every_write.py",
    "tests/portal/bundles/test_hundred_copies.py",
    "tests/portal/demo/",
    "tests/portal/documents/test_games_on_paper.py",
    "tests/portal/documents/test_pdf.py",
    "tests/portal/documents/test_structure.py",
    "tests/portal/editions/test_round_drafts.py",
    "tests/portal/notices/webhooks/test_request.py",
    "tests/portal/operator/test_layout.py",
    "tests/portal/operator/test_round_flows.py",
    "tests/portal/operator/test_round_player.py",
    "tests/portal/operator/test_steps.py",
    "tests/portal/public/test_calculator.py",
    "tests/portal/public/test_calculator_rounds.py",
    "tests/portal/public/test_compare.py",
    "tests/portal/public/test_game_entries.py",
    "tests/portal/public/test_readings.py",
    "tests/portal/public/test_rulebook.py",
    "tests/portal/public/test_translations.py",
    "tests/portal/public/test_try.py",
    "tests/portal/public/test_try_rounds.py",
    "tests/portal/register/test_merkle.py",
    "tests/portal/register/test_witness_network.py",
    "tests/portal/regulator/test_doors.py",
    "tests/portal/regulator/test_every_reading.py",
    "tests/portal/review/test_other_jurisdictions.py",
    "tests/portal/test_route_matrix.py",
)
# Triggers, locks, full-text search and outboxes: each database has its own way, so both are asked.
ON_BOTH_DATABASES = (
    "tests/flows/test_concurrency.py",
    "tests/flows/test_consultation_races.py",
    "tests/flows/test_edition_races.py",
    "tests/flows/test_inspection_races.py",
    "tests/flows/test_log_races.py",
    "tests/flows/test_organisation_races.py",
    "tests/flows/test_races.py",
    "tests/flows/test_table_races.py",
    "tests/portal/audit/",
    "tests/portal/documents/test_outbox.py",
    "tests/portal/editions/test_drafting.py",
    "tests/portal/editions/test_editions.py",
    "tests/portal/editions/test_frozen.py",
    "tests/portal/public/test_search.py",
    "tests/portal/register/",
    "tests/portal/regulator/test_queue.py",
    "tests/portal/submissions/",
)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is imported and collected stays to the end: the garbage collector leaves it out."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--share",
        choices=("fast", "sqlite", "postgres"),
        help="fast: `make test-fast`; sqlite or postgres (with TEST_DATABASE=postgres): half of `make test`",
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What a share leaves out as a whole is not even imported: half of the files, many seconds."""
    share = config.getoption("share")
    if not share or not collection_path.match("test_*.py"):
        return None
    path = str(collection_path.relative_to(ROOT))
    return is_left_out(share, path, marks_of_file(collection_path.read_text())) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    share = config.getoption("share")
    if share:
        left_out = [item for item in items if not belongs_to(share, item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if belongs_to(share, item)]
    other = "sqlite" if os.environ.get("TEST_DATABASE") == "postgres" else "postgres"
    for item in items:
        if item.get_closest_marker(other):
            item.add_marker(pytest.mark.skip(reason=f"runs on {other} alone (TEST_DATABASE)"))


def belongs_to(share: str, item: pytest.Item) -> bool:
    """Every test is in one half, and in both where databases differ; faults have a run of their own."""
    path, needs = item.nodeid, {marker.name for marker in item.iter_markers()}
    if is_left_out(share, path, needs):
        return False
    if share == "postgres":
        return asks_postgres(path, needs | set(getattr(item, "fixturenames", ())))
    if share == "sqlite" and asks_postgres(path, needs | set(getattr(item, "fixturenames", ()))):
        return path.startswith(ON_BOTH_DATABASES) and "postgres" not in needs
    return True


def is_left_out(share: str, path: str, marks: set[str]) -> bool:
    """True when a test in this file with these marks is in another share, whatever else it needs."""
    if share == "fast":
        return bool(marks & NOT_FAST)
    if share == "postgres":
        return "faults" in marks or path.startswith(NO_MATTER_WHICH_DATABASE)
    return "faults" in marks or (asks_postgres(path, marks) and not path.startswith(ON_BOTH_DATABASES))


def asks_postgres(path: str, needs: set[str]) -> bool:
    """By its marks and fixtures."""
    of_the_portal = path.startswith(("tests/portal/", "tests/flows/")) and "sqlite" not in needs
    needs_a_database = bool(needs & {"django_db", "postgres", *WITH_A_DATABASE})
    return of_the_portal and needs_a_database and not path.startswith(NO_MATTER_WHICH_DATABASE)


def marks_of_file(source: str) -> set[str]:
    """The marks of all tests of a file, read without importing it. Those on several lines count by test."""
    line = re.search(r"^pytestmark = (.*)$", source, re.MULTILINE)
    return set(re.findall(r"pytest\.mark\.(\w+)", line[1])) if line else set()


@pytest.fixture(autouse=True)
def everybody_has_shown_a_second_factor() -> Iterator[None]:
    """Whoever signs in has a second factor and has just shown it, without a row for it.

    A module that is about second factors has a fixture of the same name that does nothing.
    """

    def shown(*, request: Any, **_: Any) -> None:
        session.mark_shown(request)

    user_logged_in.connect(shown, weak=False, dispatch_uid="tests.second_factor")
    yield
    user_logged_in.disconnect(dispatch_uid="tests.second_factor")


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
    """Debian's Chromium without its window, which opens at a quarter of the cost; or else with it."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if not chromium:
        pytest.skip("SKIPPED, no browser: apt-get install chromium-headless-shell")
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
