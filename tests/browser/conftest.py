"""What browser tests share: a world in the database, and a person at the keyboard.

`SLOW_SERVER=0.5 pytest tests/browser` makes every answer half a second late: a test that looks before the
next page is there then fails always, not once a month on a busy machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client
from playwright.sync_api import Page, expect

from portal.accounts.models import User
from tests.browser.casework import sign_out
from tests.factories import PASSWORD, House, make_house

expect.set_options(timeout=60_000)  # how long a busy machine may take before a page counts as wrong


@pytest.fixture(scope="session", autouse=True)
def slow_server() -> Iterator[None]:
    delay = float(os.environ.get("SLOW_SERVER", 0))
    answer = WSGIHandler.__call__

    def late(self: WSGIHandler, *request: Any) -> Any:
        time.sleep(delay)
        return answer(self, *request)

    with pytest.MonkeyPatch.context() as patch:
        if delay:
            patch.setattr(WSGIHandler, "__call__", late)
        yield


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house()


@pytest.fixture
def sign_in(page: Page, live_server: Any) -> Callable[[User], None]:
    """Signs a person in without the form; the test opens the first page itself."""

    def with_a_session(user: User) -> None:
        client = Client()
        client.force_login(user)
        session = client.cookies["sessionid"].value
        sign_out(page)
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])

    return with_a_session


@pytest.fixture
def sign_in_by_form(page: Page, live_server: Any) -> Callable[[User], None]:
    """Signs a person in as people do, after signing out whoever was there; ends on the dashboard."""

    def with_the_form(user: User) -> None:
        sign_out(page)
        page.goto(f"{live_server.url}/sign-in/")
        page.get_by_label("E-mail address").fill(user.email)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.get_by_role("heading", name="Dashboard").wait_for()

    return with_the_form


@pytest.fixture(autouse=True)
def nothing_goes_wrong_unseen(page: Any) -> Any:
    """A script error or a blocked resource fails the test that caused it."""
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "console", lambda line: problems.append(line.text) if "Content Security Policy" in line.text else None
    )
    yield
    assert not problems
