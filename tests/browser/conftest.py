"""What browser tests share: a world in the database, and a person at the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from portal.accounts.models import User
from tests.factories import PASSWORD, House, make_house

Visit = Callable[..., Any]


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house()


@pytest.fixture
def sign_in(page: Any, live_server: Any) -> Callable[[User], None]:
    """Signs a person in through the form, after signing out whoever was there."""

    def do(user: User) -> None:
        page.context.clear_cookies()
        page.goto(f"{live_server.url}/sign-in/")
        page.get_by_label("E-mail address").fill(user.email)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in", exact=True).click()
        page.get_by_role("heading", name="Dashboard").wait_for()

    return do


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
