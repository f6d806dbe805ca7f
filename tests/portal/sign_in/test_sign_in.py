"""Signing in with a second factor, setting one up, and what demands one."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from portal.accounts import services
from portal.accounts.models import Role
from portal.audit.models import AuditEntry
from portal.errors import BadValue
from portal.notices.models import Notice
from portal.sign_in import factors
from portal.sign_in.models import BrowserSession, EnrolmentDue, TrustedBrowser
from tests.factories import PASSWORD, House, create_user
from tests.portal.doors import signed_in, text
from tests.portal.sign_in.people import code, grow_old, send_password, signed_in_with, with_app


def test_the_password_alone_does_not_sign_in_whoever_has_a_second_factor(
    house: House, client: Client
) -> None:
    secret = with_app(house.officer)
    assert send_password(client, house.officer)["Location"] == "/sign-in/code/"
    assert client.get("/regulator/")["Location"].startswith("/sign-in/")
    assert "Your second factor" in text(client.get("/sign-in/code/"))
    wrong = client.post("/sign-in/code/", {"code": "000000"})
    assert wrong.status_code == 422
    assert "This code is not correct" in text(wrong)
    assert client.post("/sign-in/code/", {"code": code(secret)})["Location"] == "/start/"
    assert client.get("/regulator/").status_code == 200


def test_the_page_that_asked_is_shown_after_the_second_factor(house: House, client: Client) -> None:
    secret = with_app(house.submitter)
    send_password(client, house.submitter, next="/operator/properties/")
    answer = client.post("/sign-in/code/", {"code": code(secret)})
    assert answer["Location"] == "/operator/properties/"


def test_nobody_reaches_the_code_without_the_password(house: House, client: Client) -> None:
    secret = with_app(house.officer)
    assert client.post("/sign-in/code/", {"code": code(secret)})["Location"] == "/sign-in/"


def test_a_code_works_once(house: House) -> None:
    secret = with_app(house.officer)
    used = code(secret)
    for expected in (302, 422):
        client = Client()
        send_password(client, house.officer)
        assert client.post("/sign-in/code/", {"code": used}).status_code == expected


def test_guesses_of_codes_are_slowed(house: House, client: Client) -> None:
    secret = with_app(house.officer)
    send_password(client, house.officer)
    for _ in range(5):
        client.post("/sign-in/code/", {"code": "000000"})
    slowed = client.post("/sign-in/code/", {"code": code(secret)})
    assert "yours was not checked" in text(slowed)


def test_a_recovery_code_signs_in_once_and_the_person_is_told(house: House, client: Client) -> None:
    with_app(house.officer)
    codes = factors.new_recovery_codes(actor=house.officer)
    send_password(client, house.officer)
    assert client.post("/sign-in/code/", {"code": codes[3]}).status_code == 302
    assert "9 of 10 left" in text(client.get("/account/second-factor/"))
    assert Notice.objects.filter(user=house.officer, text__contains="recovery code was used").exists()
    again = Client()
    send_password(again, house.officer)
    refused = again.post("/sign-in/code/", {"code": codes[3]})
    assert refused.status_code == 422
    assert factors.WRONG_CODE in text(refused)
    # Who has a passkey and no app is told nothing of an app.
    Authenticator.objects.filter(user=house.officer, type="totp").delete()
    Authenticator.objects.create(user=house.officer, type="webauthn", data={"name": "Key", "credential": {}})
    with pytest.raises(BadValue, match="recovery code is not correct, or it was used already"):
        factors.accept_code(actor=house.officer, code=codes[3], request=again.get("/").wsgi_request)


def test_a_trusted_browser_is_asked_for_the_password_only_until_it_is_not_trusted(house: House) -> None:
    secret = with_app(house.officer)
    client = Client(headers={"user-agent": "Mozilla/5.0 (Android 15; Mobile) Firefox/140.0"})
    send_password(client, house.officer)
    client.post("/sign-in/code/", {"code": code(secret), "trust": "on"})
    client.post("/sign-out/")
    assert send_password(client, house.officer)["Location"] == "/start/"
    # But it is no fresh second factor.
    assert client.session["second_factor"]["used_at"] == 0
    assert "Firefox on Android" in text(client.get("/account/sessions/"))
    row = TrustedBrowser.objects.get()
    client.post(f"/account/trusted/{row.pk}/remove/")
    client.post("/sign-out/")
    assert send_password(client, house.officer)["Location"] == "/sign-in/code/"


def test_trust_ends_after_thirty_days_and_with_the_password(house: House) -> None:
    secret = with_app(house.officer)
    client = Client()
    send_password(client, house.officer)
    client.post("/sign-in/code/", {"code": code(secret), "trust": "on"})
    client.post("/sign-out/")
    TrustedBrowser.objects.update(trusted_at=timezone.now() - timedelta(days=30, minutes=1))
    assert send_password(client, house.officer)["Location"] == "/sign-in/code/"
    TrustedBrowser.objects.update(trusted_at=timezone.now())
    services.set_password(actor=house.officer, password=PASSWORD)
    assert send_password(client, house.officer)["Location"] == "/sign-in/code/"


@pytest.mark.parametrize(
    "who", ["officer", "approver", "inspector", "regulator_admin", "operator_admin", "site_admin"]
)
def test_who_decides_sets_one_up_before_anything_else(house: House, client: Client, who: str) -> None:
    send_password(client, getattr(house, who))
    led = client.get("/account/")
    assert led["Location"] == "/account/second-factor/?next=%2Faccount%2F"
    page = client.get("/account/second-factor/")
    assert "Your role requires one before you can continue" in text(page)
    assert "you need a second factor to work here" not in text(client.get("/account/second-factor/app/"))
    answer = client.get("/api/v1/submissions")
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_needed")
    assert client.post("/sign-out/").status_code == 302


def test_others_have_some_days_and_see_which(house: House, client: Client, settings: Settings) -> None:
    settings.SECOND_FACTOR_GRACE_DAYS = 14
    send_password(client, house.submitter)
    assert "you need a second factor to work here" in text(client.get("/operator/"))
    due = EnrolmentDue.objects.get(user=house.submitter)
    assert timedelta(days=13) < due.by - timezone.now() < timedelta(days=14, minutes=1)
    assert str(due.by.day) in text(client.get("/account/second-factor/"))
    EnrolmentDue.objects.update(by=timezone.now() - timedelta(minutes=1))
    later = Client()
    send_password(later, house.submitter)
    assert later.get("/operator/")["Location"].startswith("/account/second-factor/")


def test_an_app_is_set_up_with_a_code_of_it(house: House, client: Client) -> None:
    send_password(client, house.officer)
    page = client.get("/account/second-factor/app/")
    secret = "".join(re.findall(r'id="app-key">([A-Z2-7 ]+)<', page.content.decode())[0].split())
    assert "<svg" in page.content.decode()
    assert client.post("/account/second-factor/app/", {"code": "000000"}).status_code == 422
    done = client.post("/account/second-factor/app/", {"code": code(secret)})
    assert done["Location"] == "/account/second-factor/codes/"
    made = client.post("/account/second-factor/codes/")
    shown = re.findall(r"^(?:<pre[^>]*>)?(\d{8})$", made.content.decode(), re.MULTILINE)
    assert len(set(shown)) == 10
    assert client.get("/regulator/").status_code == 200
    assert secret not in str(Authenticator.objects.get(type="totp").data)  # encrypted in the database
    actions = AuditEntry.objects.filter(actor=house.officer).values_list("action", flat=True)
    assert {"second_factor.add", "second_factor.codes"} <= set(actions)


def test_a_stolen_password_adds_no_second_factor_to_an_account_that_has_one(house: House) -> None:
    client = signed_in_with(house.officer, with_app(house.officer))
    grow_old(client)
    for address in ("/account/second-factor/passkey/", "/account/second-factor/app/"):
        assert client.get(address)["Location"].startswith("/account/confirm/")
    assert client.post("/account/second-factor/codes/")["Location"].startswith("/account/confirm/")


def test_the_last_second_factor_can_only_be_replaced(house: House) -> None:
    client = signed_in_with(house.officer, with_app(house.officer))
    row = Authenticator.objects.get(user=house.officer, type="totp")
    refused = client.post(f"/account/second-factor/{row.pk}/remove/")
    assert "your only second factor" in text(refused)
    assert factors.has_second_factor(house.officer)


def test_sessions_are_listed_and_ended(house: House) -> None:
    secret = with_app(house.submitter)
    here, there = signed_in_with(house.submitter, secret), signed_in(house.submitter)
    assert text(here.get("/account/sessions/")).count("signed in") >= 2
    foreign = BrowserSession.objects.get(session_key=there.session.session_key)
    assert signed_in(house.viewer).post(f"/account/sessions/{foreign.pk}/end/").status_code == 404
    here.post(f"/account/sessions/{foreign.pk}/end/")
    assert there.get("/operator/").status_code == 302
    another = signed_in(house.submitter)
    here.post("/account/sessions/others/")
    assert another.get("/operator/").status_code == 302
    assert here.get("/operator/").status_code == 200


def test_a_new_password_ends_every_other_session(house: House) -> None:
    here, there = signed_in(house.submitter), signed_in(house.submitter)
    new = "three quiet green tables"
    here.post("/account/password/", {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    assert here.get("/operator/").status_code == 200
    assert there.get("/operator/").status_code == 302
    assert BrowserSession.objects.get(user=house.submitter).session_key == here.session.session_key


def test_a_session_ends_when_nothing_is_done_for_long(house: House, settings: Settings) -> None:
    settings.SESSION_IDLE_MINUTES = 60
    for minutes, expected in ((64, 200), (66, 302)):
        client = signed_in(house.submitter)
        session = client.session
        session["seen_at"] = int(time.time()) - minutes * 60
        session.save()
        assert client.get("/operator/").status_code == expected


def test_a_session_ends_with_its_whole_time_however_much_it_is_used(house: House) -> None:
    client = signed_in(house.submitter)
    session = client.session
    session["ends_at"] = int(time.time()) - 1
    session.save()
    assert client.get("/operator/").status_code == 302


def test_the_trail_says_how_somebody_signed_in(house: House) -> None:
    secret = with_app(house.officer)
    client = Client()
    send_password(client, house.officer)
    client.post("/sign-in/code/", {"code": "000000"})
    client.post("/sign-in/code/", {"code": code(secret), "trust": "on"})
    client.post("/sign-out/")
    send_password(client, house.officer)
    rows = AuditEntry.objects.filter(action__in=("sign_in", "second_factor.failed")).order_by("pk")
    assert [(row.action, row.after) for row in rows] == [
        ("second_factor.failed", {"by": "code"}),
        ("sign_in", {"by": "password and code"}),
        ("sign_in", {"by": "password in a trusted browser"}),
    ]


def test_the_whole_time_begins_anew_with_a_fresh_second_factor_only(house: House) -> None:
    client = signed_in_with(house.submitter, with_app(house.submitter))

    def ends_in(seconds: int) -> None:
        session = client.session
        session["ends_at"] = int(time.time()) + seconds
        session.save()

    grow_old(client)
    ends_in(3_600)
    assert client.post("/account/stay/").status_code == 200  # any use begins the time without use anew
    ends_in(600)
    assert client.post("/account/stay/")["Location"].startswith("/account/confirm/")
    assert client.session["ends_at"] < time.time() + 700
    session = client.session
    session["second_factor"] = session["second_factor"] | {"used_at": int(time.time())}
    session.save()
    assert client.post("/account/stay/").status_code == 200
    assert client.session["ends_at"] > time.time() + 7 * 3_600
    assert AuditEntry.objects.filter(action="session.extend").count() == 1


def test_the_policy_of_an_organisation_demands_more(house: House, client: Client) -> None:
    admin = signed_in_with(house.operator_admin, with_app(house.operator_admin))
    admin.post("/team/second-factors/", {"everybody_at_once": "on", "no_trusted_browsers": "on"})
    send_password(client, house.viewer)
    assert client.get("/operator/")["Location"].startswith("/account/second-factor/")
    secret = with_app(house.submitter)
    other = Client()
    send_password(other, house.submitter)
    assert "for 30 days" not in text(other.get("/sign-in/code/"))
    other.post("/sign-in/code/", {"code": code(secret), "trust": "on"})
    assert not TrustedBrowser.objects.exists()
    assert signed_in(house.viewer).get("/team/second-factors/").status_code in (302, 403)


def test_two_administrators_remove_a_lost_second_factor(house: House) -> None:
    with_app(house.viewer)
    theirs = signed_in(house.viewer)
    second = create_user(organisation=house.operator, roles=[Role.OPERATOR_ADMIN])
    asking = signed_in_with(house.operator_admin, with_app(house.operator_admin))
    confirming = signed_in_with(second, with_app(second))
    asking.post(f"/team/{house.viewer.pk}/second-factor/", {"reason": "Phone stolen; I called her."})
    assert Notice.objects.filter(user=house.viewer, text__contains="asks another administrator").exists()
    assert Notice.objects.filter(user=second, text__contains="asks to remove the second factor").exists()
    page = confirming.get("/team/second-factors/").content.decode()
    [where] = set(re.findall(r"/team/second-factors/\d+/confirm/", page))
    assert asking.post(where).status_code == 403
    assert factors.has_second_factor(house.viewer)
    foreign = signed_in_with(house.regulator_admin, with_app(house.regulator_admin))
    assert foreign.post(where).status_code == 404
    assert confirming.post(where).status_code == 302
    assert not factors.has_second_factor(house.viewer)
    assert theirs.get("/operator/").status_code == 302
    again = Client()
    send_password(again, house.viewer)
    assert again.get("/operator/")["Location"].startswith("/account/second-factor/")
    assert AuditEntry.objects.filter(action="second_factor.reset", actor=second).exists()


def test_the_demonstration_is_one_click_and_its_codes_can_be_read_there_only(
    house: House, settings: Settings
) -> None:
    person = create_user(
        email="sam@demo.baize.example", organisation=house.regulator, roles=[Role.REGULATOR_APPROVER]
    )
    settings.DEMO = True
    client = Client()
    assert client.post("/sign-in/demo/", {"account": person.email})["Location"] == "/start/"
    assert client.get("/regulator/").status_code == 200
    shown = re.findall(
        r'id="code">(\d{6})<', client.get("/account/second-factor/demonstration/code/").content.decode()
    )
    by_hand = Client()
    send_password(by_hand, person)
    # The page that asks leads there: to the codes of whoever has given the password in this browser.
    page = by_hand.get("/account/second-factor/demonstration/code/").content.decode()
    assert f"The authenticator of {person.name}" in page and "Back to signing in" in page
    assert re.search(r'id="code">\d{6}<', page)
    stranger = Client().get("/account/second-factor/demonstration/code/")
    assert stranger["Location"].startswith("/sign-in/")
    assert by_hand.post("/sign-in/code/", {"code": shown[0]}).status_code == 302
    grow_old(client)
    asked = client.get("/account/confirm/?next=/team/")
    assert "Demonstration only" in text(asked)
    assert client.post("/account/confirm/", {"demonstration": "1", "next": "/team/"})["Location"] == "/team/"
    settings.DEMO = False
    assert client.get("/account/second-factor/demonstration/code/").status_code == 404
    assert client.post("/account/second-factor/demonstration/").status_code == 404
    grow_old(client)
    assert client.post("/account/confirm/", {"demonstration": "1"}).status_code == 404


def test_an_invitation_leads_into_setting_one_up(house: House, client: Client) -> None:
    from portal.accounts import events

    tokens: list[str] = []

    def keep(*, token: str, **_: object) -> None:
        tokens.append(token)

    events.invited.connect(keep)
    services.invite(
        actor=house.site_admin,
        email="new@example.org",
        roles=[Role.REGULATOR_ADMIN],
        organisation=house.regulator,
    )
    events.invited.disconnect(keep)
    accepted = client.post(f"/invitation/{tokens[0]}/", {"name": "Mere", "password": PASSWORD})
    assert accepted["Location"] == "/account/second-factor/?next=/start/"
    assert "Set up a second factor" in text(client.get(accepted["Location"]))
