"""Nothing is done twice, guessed or lost: a double click, the end of a session, a number that may be two."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, expect

from portal.accounts.models import User
from portal.demo.sample_pdf import one_page_pdf
from portal.review.condition_models import Condition
from portal.review.limit_notices import limits_at
from portal.review.models import LimitNotice
from portal.submissions.models import Submission
from tests.factories import PASSWORD, House, approved, create_table, draft, in_review, make_house, odds, today
from tests.flows.casework import version_of
from tests.portal.editions.drafts import a_draft, publish

pytestmark = pytest.mark.browser

SignIn = Callable[[User], None]


def opened(browser: Browser, live_server: Any, user: User, *, scripts: bool) -> Page:
    client = Client()
    client.force_login(user)
    context = browser.new_context(java_script_enabled=scripts)
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    return context.new_page()


class Slow:
    """Does what a form asks at once, and lets its answer wait until it was sent again, or for a while."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, longest: float) -> None:
        self.forms = 0
        answer = WSGIHandler.__call__
        self.again = threading.Event()

        def late(handler: WSGIHandler, environ: dict[str, Any], start_response: Any) -> Any:
            if environ["REQUEST_METHOD"] != "POST":
                return answer(handler, environ, start_response)
            self.forms += 1
            first = self.forms == 1
            if not first:
                self.again.set()
            given = answer(handler, environ, start_response)
            self.acted.set()
            if first:
                self.again.wait(longest)
            return given

        self.acted = threading.Event()
        monkeypatch.setattr(WSGIHandler, "__call__", late)


def twice(button: Locator, slow: Slow) -> None:
    """A second click while the answer to the first is on its way."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    button.page.mouse.click(*middle)
    assert slow.acted.wait(30)
    button.page.mouse.click(*middle)


@pytest.mark.parametrize(("scripts", "forms"), [(True, 1), (False, 2)])
def test_two_clicks_submit_once_and_show_the_confirmation(
    browser: Browser,
    live_server: Any,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    scripts: bool,
    forms: int,
) -> None:
    """With scripts the form is sent once; without, the second sending gets the answer to the first."""
    made = draft(house, odds(1))
    page = opened(browser, live_server, house.submitter, scripts=scripts)
    page.goto(f"{live_server.url}/operator/submissions/{made.reference}/submit/")
    page.get_by_label("Your full name").fill("Ana Holt")
    page.get_by_label("Your position").fill("Compliance manager")
    page.get_by_role("checkbox").first.check()
    slow = Slow(monkeypatch, 2 if scripts else 30)
    twice(page.get_by_role("button", name="Submit"), slow)
    expect(page.get_by_role("status").first).to_contain_text(f"{made.reference} is submitted.")
    assert slow.forms == forms
    assert len(made.moves.filter(name="submit")) == 1
    page.context.close()


@pytest.mark.parametrize(("scripts", "forms"), [(True, 1), (False, 2)])
def test_two_clicks_ask_one_question(
    browser: Browser,
    live_server: Any,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    scripts: bool,
    forms: int,
) -> None:
    made = in_review(house)
    page = opened(browser, live_server, house.officer, scripts=scripts)
    page.goto(f"{live_server.url}/regulator/cases/{made.reference}/open-query/")
    page.get_by_label("Your question").fill("Which tables is it for?")
    page.get_by_label("Answer due on").fill((today() + timedelta(days=10)).isoformat())
    slow = Slow(monkeypatch, 2 if scripts else 30)
    twice(page.get_by_role("button", name="Ask the operator"), slow)
    expect(page.get_by_role("status").first).to_contain_text("The clock is paused")
    assert slow.forms == forms
    assert len(made.queries.all()) == 1
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


@pytest.mark.parametrize("looks", [True, False])
def test_a_second_limits_notice_leaves_the_pending_one(
    page: Page, live_server: Any, transactional_db: None, sign_in: SignIn, looks: bool
) -> None:
    """Its day is after the pending one's, and the giver had the limits of that day shown or did not."""
    house = make_house("md", "md-craps")
    create_table(property=house.property)
    stated = {"pass_line": {"min": "15", "max": "5000"}, "come": {"min": "15", "max": "5000"}}
    made = approved(house, {"edition": "md-craps", "limits": stated}).submission
    sign_in(house.submitter)
    for path, value, days in (("pass_line.min", "25", 9), ("come.min", "20", 12)):
        page.goto(f"{live_server.url}/operator/submissions/{made.reference}/limits/")
        day = (today("md") + timedelta(days=days)).isoformat()
        page.get_by_label("Takes effect on").fill(day)
        if looks:
            page.locator("button[name=show]").click()
            expect(page.get_by_label("Takes effect on")).to_have_value(day)
            before = "25" if path == "come.min" else "15"
            expect(page.locator('[name="limits.pass_line.min"]')).to_have_value(before)
        page.locator(f'[name="limits.{path}"]').fill(value)
        page.get_by_role("checkbox").last.check()
        page.get_by_role("button", name="Record the notice").click()
        expect(page.get_by_role("status").first).to_contain_text("is recorded")
    expect(page.locator("main")).to_contain_text("Pass Bet: at least US$25")
    expect(page.locator("main")).to_contain_text("Come Bet: at least US$20")
    pending, second = LimitNotice.objects.order_by("pk")
    assert (set(pending.limits), set(second.limits)) == ({"pass_line"}, {"come"})
    on_that_day = limits_at(second.submission, second.table, second.takes_effect_at)
    assert (on_that_day["pass_line"]["min"], on_that_day["come"]["min"]) == ("25", "20")


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


def test_the_sentence_of_a_changed_value_is_changed_with_it_and_published(
    page: Page, live_server: Any, transactional_db: None, sign_in: SignIn
) -> None:
    house = make_house("md", "md-craps")
    edition = a_draft("md-craps", actor=house.regulator_admin)
    sign_in(house.regulator_admin)
    value = f"{live_server.url}/regulator/editions/{edition.pk}/value/?at=wagers.fire.max"
    page.goto(value)
    page.get_by_label("Value", exact=True).fill("10")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("status").first).to_contain_text("saved")
    page.goto(value)
    page.get_by_role("link", name="Change the text of 11/B(1)(b) too").click()
    page.get_by_label("Text").first.fill("The maximum Fire Bet must be $10.")
    page.get_by_role("button", name="Save this clause").last.click()
    expect(page.get_by_role("status").first).to_contain_text("11/B(1)(b) is saved")
    edition.refresh_from_db()
    publish(edition, days=0)
    page.goto(f"{live_server.url}/rulebook/{edition.pk}/changes/")
    changed = page.get_by_role("row", name="11/B(1)(b)")
    expect(changed.locator("td").first).to_contain_text("must be $5")
    expect(changed.locator("td").last).to_contain_text("must be $10")
    page.goto(f"{live_server.url}/rulebook/{edition.pk}/11/B(1)(b)/")
    expect(page.locator("main")).to_contain_text("The maximum Fire Bet must be $10.")
    expect(page.locator("main")).not_to_contain_text("The maximum Fire Bet must be $5.")


def test_an_overdue_condition_is_reported_sent_back_and_waits_for_the_operator_again(
    page: Page, live_server: Any, house: House, sign_in: SignIn
) -> None:
    approved(house, conditions=[{"text": "Post a sign.", "due_on": today() + timedelta(days=9)}])
    Condition.objects.update(due_on=today() - timedelta(days=1))
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/")
    task = page.get_by_role("table", name="Your tasks").get_by_role("row", name="Post a sign.")
    expect(task).to_contain_text("Overdue")
    task.get_by_role("link").click()
    page.get_by_label("What was done").fill("It hangs above the table.")
    page.locator("input[type=file]").set_input_files(
        {"name": "sign.pdf", "mimeType": "application/pdf", "buffer": one_page_pdf("Sign", ["At the table."])}
    )
    page.get_by_role("button", name="Send to the regulator").click()
    expect(page.get_by_role("status").first).to_contain_text("sent to the regulator")
    sign_in(house.officer)
    page.goto(f"{live_server.url}/regulator/")
    expect(page.get_by_role("heading", name="Conditions that need you")).to_be_visible()
    page.get_by_role("link", name="Post a sign.").first.click()
    expect(page.get_by_role("link", name="sign.pdf")).to_be_visible()
    page.locator("summary", has_text="Accept it or send it back").click()
    page.get_by_label("Evidence, or what is still to be done").fill("It names another wager.")
    page.get_by_role("button", name="Send it back").click()
    expect(page.get_by_role("status").first).to_be_visible()
    sign_in(house.submitter)
    page.goto(f"{live_server.url}/operator/")
    task.get_by_role("link").click()
    expect(page.locator("main")).to_contain_text("It names another wager.")
    expect(page.get_by_role("button", name="Send to the regulator")).to_be_visible()
