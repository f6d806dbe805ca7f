"""Nothing is done twice, guessed or lost: a double click, the end of a session, a number that may be two."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from portal.accounts.models import User
from portal.review.models import LimitNotice
from portal.submissions.models import Submission
from tests.factories import PASSWORD, House, approved, create_table, draft, make_house, odds, today
from tests.flows.casework import version_of
from tests.portal.editions.drafts import a_draft

pytestmark = pytest.mark.browser

SignIn = Callable[[User], None]


def opened(browser: Browser, live_server: Any, user: User, *, scripts: bool) -> Page:
    client = Client()
    client.force_login(user)
    context = browser.new_context(java_script_enabled=scripts)
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    return context.new_page()


@pytest.mark.parametrize("scripts", [True, False])
def test_two_clicks_submit_once_and_show_the_confirmation(
    browser: Browser, live_server: Any, house: House, scripts: bool
) -> None:
    made = draft(house, odds(1))
    page = opened(browser, live_server, house.submitter, scripts=scripts)
    page.goto(f"{live_server.url}/operator/submissions/{made.reference}/submit/")
    page.get_by_label("Your full name").fill("Ana Holt")
    page.get_by_label("Your position").fill("Compliance manager")
    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Submit").dblclick()
    expect(page.get_by_role("status").first).to_contain_text(made.reference)
    expect(page.get_by_role("heading", level=1)).to_contain_text(made.reference)
    page.context.close()


def test_what_was_typed_when_the_session_had_ended_comes_back(
    browser: Browser, live_server: Any, house: House
) -> None:
    made = draft(house, odds(1))
    page = opened(browser, live_server, house.submitter, scripts=False)
    step = f"{live_server.url}/operator/submissions/{made.reference}/draft/odds/"
    page.goto(step)
    page.context.clear_cookies(name="sessionid")
    page.locator("#field-odds-pass_line-multiples-4").fill("2")
    page.get_by_role("button", name="Next step").click()
    expect(page.locator(".box").get_by_text("What you entered is kept")).to_be_visible()
    page.get_by_label("E-mail address").fill(house.submitter.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("still here")
    page.get_by_role("button", name="Send the form now").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Vigorish")
    page.goto(step)
    expect(page.locator("#field-odds-pass_line-multiples-4")).to_have_value("2")
    page.context.close()


def test_the_warning_before_the_end_and_staying(browser: Browser, live_server: Any, house: House) -> None:
    page = opened(browser, live_server, house.submitter, scripts=True)
    page.clock.install()
    page.goto(f"{live_server.url}/operator/")
    warning = page.locator("#session-end")
    expect(warning).to_be_hidden()
    page.clock.fast_forward("01:50:00")
    expect(warning).to_contain_text("You will be signed out in")
    page.get_by_role("button", name="Stay signed in").click()
    expect(warning).to_be_hidden()
    page.clock.fast_forward("02:01:00")
    expect(warning).to_contain_text("You have been signed out")
    page.context.close()


def test_a_number_that_may_mean_two_is_refused_and_stays_as_typed(
    page: Page, live_server: Any, house: House, sign_in: SignIn
) -> None:
    made = draft(house, odds(1))
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/submissions/{made.reference}/draft/limits/")
    field = page.locator('[name="limits.pass_line.min"]')
    field.fill("3,5")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#error-summary")).to_be_visible()
    expect(field).to_have_value("3,5")
    field.fill("3.50")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("status").first).to_contain_text("aved")
    assert version_of(Submission.objects.get()).ruleset["limits"]["pass_line"]["min"] == "7/2"


def test_a_second_limits_notice_leaves_the_pending_one(
    page: Page, live_server: Any, transactional_db: None, sign_in: SignIn
) -> None:
    house = make_house("md", "md-craps")
    create_table(property=house.property)
    made = approved(house).submission
    sign_in(house.submitter)
    later = (today("md") + timedelta(days=9)).isoformat()
    for path, value, day in (("pass_line.min", "25", later), ("come.min", "20", "")):
        page.goto(f"{live_server.url}/operator/submissions/{made.reference}/limits/")
        if day:
            page.get_by_label("Takes effect on").fill(day)
            page.locator("button[name=show]").click()
            expect(page.get_by_label("Takes effect on")).to_have_value(day)
        page.locator(f'[name="limits.{path}"]').fill(value)
        page.get_by_role("checkbox").last.check()
        page.get_by_role("button", name="Record the notice").click()
        expect(page.get_by_role("status").first).to_be_visible()
    expect(page.locator("main")).to_contain_text("Pass Bet: at least US$25")
    expect(page.locator("main")).to_contain_text("Come Bet: at least US$20")
    pending, second = LimitNotice.objects.order_by("pk")
    assert (pending.limits, second.limits) == ({"pass_line": {"min": "25"}}, {"come": {"min": "20"}})


def test_a_rate_of_an_edition_is_typed_in_percent_and_its_sentence_with_it(
    page: Page, live_server: Any, transactional_db: None, sign_in: SignIn
) -> None:
    house = make_house("md", "md-craps")
    edition = a_draft("md-craps", actor=house.regulator_admin)
    sign_in(house.regulator_admin)
    page.goto(f"{live_server.url}/regulator/editions/{edition.pk}/value/?at=vig.buy.rate")
    page.locator("main form input[type=text]").first.fill("400")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator("#error-summary")).to_be_visible()
    page.locator("main form input[type=text]").first.fill("4")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("status").first).to_be_visible()
    page.goto(f"{live_server.url}/regulator/editions/{edition.pk}/values/vig/")
    expect(page.locator("main")).to_contain_text("4%")
    expect(page.locator("main")).not_to_contain_text("400%")
    page.goto(f"{live_server.url}/regulator/editions/{edition.pk}/clauses/change/?at=5/G(3)(a)")
    expect(page.locator("main textarea").first).to_be_visible()
