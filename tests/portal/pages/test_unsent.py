"""Signed out in mid-edit: what was typed comes back to the same person after sign-in, and to nobody else."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from portal.demo.clock import freeze_time
from portal.review.models import Comment
from portal.submissions.models import Submission
from tests.factories import PASSWORD, House, draft, in_review, odds
from tests.portal.doors import fields, text
from tests.portal.operator.versions import current_version

pytestmark = pytest.mark.slow
ON_4 = "odds.pass_line.multiples.4"


def browser(person: object) -> Client:
    """A browser in which somebody is signed in and has a page open."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")  # type: ignore[arg-type]
    client.get("/start/", follow=True)
    return client


def session_ends(client: Client) -> None:
    client.session.flush()


def sign_in(client: Client, email: str, page: str) -> Client:
    form = fields(client.get(page))
    data = {"username": email, "password": PASSWORD, **form} | {"username": email, "password": PASSWORD}
    client.post(page, data)
    return client


def case(made: Submission) -> str:
    return f"/regulator/cases/{made.reference}/"


def test_a_note_typed_while_the_session_ended_can_be_sent_after_sign_in(house: House) -> None:
    made, client = in_review(house), browser(house.officer)
    token = fields(client.get(case(made)))["csrfmiddlewaretoken"]
    session_ends(client)
    away = client.post(f"{case(made)}note/", {"csrfmiddlewaretoken": token, "text": "Ask\nabout dice."})
    assert away.status_code == 302
    page = client.get(away["Location"])
    assert "What you entered is kept" in text(page)
    assert "about dice" not in text(page)
    sign_in(client, house.officer.email, away["Location"])
    back = client.get("/account/unsent/")
    assert "about dice." in text(back)
    assert f'action="{case(made)}note/"' in back.content.decode()
    form = {"csrfmiddlewaretoken": fields(back)["csrfmiddlewaretoken"], "text": "Ask\nabout dice."}
    assert client.post(f"{case(made)}note/", form).status_code == 302
    assert Comment.objects.get().text == "Ask\nabout dice."
    assert "unsent" not in client.session


def test_it_is_shown_to_nobody_else(house: House) -> None:
    made, client = in_review(house), browser(house.officer)
    token = fields(client.get(case(made)))["csrfmiddlewaretoken"]
    session_ends(client)
    away = client.post(f"{case(made)}note/", {"csrfmiddlewaretoken": token, "text": "A secret."})
    sign_in(client, house.approver.email, away["Location"])
    answer = client.get("/account/unsent/", follow=True)
    assert "A secret." not in answer.content.decode()
    assert "unsent" not in client.session


def test_passwords_are_not_kept_and_a_stranger_is_not_remembered(house: House) -> None:
    client = browser(house.officer)
    token = fields(client.get("/account/password/"))["csrfmiddlewaretoken"]
    session_ends(client)
    data = {
        "csrfmiddlewaretoken": token,
        "old_password": PASSWORD,
        "new_password1": "x",
        "new_password2": "x",
    }
    assert "You were signed out, so nothing" in text(client.post("/account/password/", data, follow=True))
    stranger = Client()
    answer = stranger.post("/account/", {"name": "Somebody"}, follow=True)
    assert "nothing you sent was saved" in text(answer)
    assert "unsent" not in stranger.session


def test_the_editors_own_requests_keep_the_form_for_its_page(house: House) -> None:
    made, client = draft(house, odds(1)), browser(house.submitter)
    step = f"/operator/submissions/{made.reference}/draft/odds/"
    form = fields(client.get(step), "step-form") | {ON_4: "2"}
    session_ends(client)
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{step}"}
    answer = client.post(f"{step}check/", form, headers=headers)
    assert answer["HX-Redirect"] == "/sign-in/?next=/account/unsent/"
    client.post(f"{step}autosave/", form, headers={"Referer": f"http://testserver{step}"})  # as it unloads
    page = client.get("/sign-in/?next=/account/unsent/")
    assert text(page).count("What you entered is kept") == 1
    sign_in(client, house.submitter.email, "/sign-in/?next=/account/unsent/")
    back = client.get("/account/unsent/")
    assert f'action="{step}"' in back.content.decode()
    token = fields(back)["csrfmiddlewaretoken"]
    assert client.post(step, form | {"csrfmiddlewaretoken": token}).status_code == 302
    made.refresh_from_db()
    assert current_version(made).ruleset["odds"]["pass_line"]["multiples"]["4"] == "2"


def test_a_form_opened_before_signing_in_again_elsewhere_is_asked_about(house: House) -> None:
    made, client = in_review(house), browser(house.officer)
    client.get(case(made))
    form = {"csrfmiddlewaretoken": "a" * 64, "text": "Ask about dice."}
    here = {"Referer": f"http://testserver{case(made)}"}
    answer = client.post(f"{case(made)}note/", form, headers=here)
    assert answer["Location"] == "/account/unsent/"
    assert not Comment.objects.exists()
    assert "Ask about dice." in text(client.get("/account/unsent/"))
    assert client.post(f"{case(made)}note/", form).status_code == 403  # from who knows where


def test_discarding(house: House) -> None:
    made, client = in_review(house), browser(house.officer)
    here = {"Referer": f"http://testserver{case(made)}"}
    client.post(f"{case(made)}note/", {"csrfmiddlewaretoken": "a" * 64, "text": "No."}, headers=here)
    token = fields(client.get("/account/unsent/"))["csrfmiddlewaretoken"]
    client.post("/account/unsent/discard/", {"csrfmiddlewaretoken": token})
    assert client.get("/account/unsent/").status_code == 302


def show_second_factor(client: Client) -> None:
    session = client.session
    session["second_factor"] = session["second_factor"] | {"used_at": int(time.time())}
    session.save()


def test_a_page_warns_before_the_session_ends_and_renews_it(house: House) -> None:
    client = browser(house.officer)
    assert 'role="status" data-left="' in client.get("/regulator/").content.decode()
    assert "hidden>" in client.get("/regulator/").content.decode().partition("session-end")[2][:200]
    with freeze_time(timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE - 300)):
        page = client.get("/regulator/")
        assert "hidden>" not in page.content.decode().partition("session-end")[2][:200]
        token = fields(page)["csrfmiddlewaretoken"]
        show_second_factor(client)
        assert "You are still signed in" in text(
            client.post("/account/stay/", {"csrfmiddlewaretoken": token})
        )
        assert "hidden>" in client.get("/regulator/").content.decode().partition("session-end")[2][:200]


def test_next_step_saves_without_a_script(house: House) -> None:
    made = draft(house, odds(1))
    client = Client()
    client.force_login(house.submitter, backend="django.contrib.auth.backends.ModelBackend")
    step = f"/operator/submissions/{made.reference}/draft/odds/"
    page = client.get(step)
    assert '<button class="button" name="save" value="next">Next step</button>' in page.content.decode()
    answer = client.post(step, fields(page, "step-form") | {ON_4: "2", "save": "next"})
    assert answer["Location"] == f"/operator/submissions/{made.reference}/draft/vig/"
    made.refresh_from_db()
    assert current_version(made).ruleset["odds"]["pass_line"]["multiples"]["4"] == "2"
    declared = client.post(step, fields(client.get(step), "step-form") | {"save": "declare"})
    assert declared["Location"] == f"/operator/submissions/{made.reference}/submit/"
    assert current_version(made).number == 3  # nothing had changed
