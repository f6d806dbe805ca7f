"""Sign-in, sign-out, password reset, invitations, team and account."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from portal.account_pages import sign_in as sign_in_pages
from portal.accounts import services
from portal.accounts.models import Role, User
from portal.audit.models import AuditEntry
from portal.notices.models import Mail
from portal.notices.resets import send_reset
from portal.rate_limiter import RateLimiter
from tests.factories import PASSWORD, House, create_user
from tests.portal.doors import ClientResponse, fields, signed_in, text


def sign_in(client: Client, user: User, password: str = PASSWORD, **more: str) -> ClientResponse:
    return client.post("/sign-in/", {"username": user.email, "password": password, **more})


def test_signing_in_leads_to_where_the_work_is(house: House, client: Client) -> None:
    assert sign_in(client, house.submitter)["Location"] == "/start/"
    assert client.get("/start/")["Location"] == "/operator/"
    assert signed_in(house.officer).get("/start/")["Location"] == "/regulator/"
    assert signed_in(house.site_admin).get("/start/")["Location"] == "/account/"


def test_signing_in_goes_back_to_the_page_that_asked(house: House, client: Client) -> None:
    assert (
        sign_in(client, house.submitter, next="/operator/properties/")["Location"] == "/operator/properties/"
    )


def test_a_form_sent_after_the_session_ended_leads_back_to_its_page(house: House, client: Client) -> None:
    where = "/operator/submissions/NZ-2026-0001/"
    sent = client.post(f"{where}answer/", {"text": "x"}, headers={"referer": f"http://testserver{where}?a=b"})
    assert sent["Location"] == f"/sign-in/?next={where}%3Fa%3Db"
    assert "nothing you sent was saved" in text(client.get(sent["Location"]))
    for elsewhere in ("https://evil.example/operator/", "http://[", ""):
        sent = client.post(f"{where}answer/", headers={"referer": elsewhere})
        assert sent["Location"] == "/sign-in/?next=/start/"


def test_signing_in_never_leads_to_another_site(house: House, client: Client) -> None:
    assert sign_in(client, house.submitter, next="https://evil.example/")["Location"] == "/start/"


def test_a_failed_sign_in_does_not_say_which_part_was_wrong(house: House, client: Client) -> None:
    known, unknown = (
        sign_in(client, house.submitter, "wrong"),
        sign_in(client, User(email="no@example.org"), "wrong"),
    )
    assert "or the password is wrong" in text(known)
    assert "or the password is wrong" in text(unknown)


def test_five_wrong_passwords_pause_sign_in_in_words(house: House, client: Client) -> None:
    for _ in range(5):
        answer = sign_in(client, house.submitter, "wrong")
    assert answer.status_code == 429
    assert "You can try again in 15 minutes" in text(answer)


def test_while_it_is_paused_the_right_password_does_not_help(house: House) -> None:
    client = Client()
    for spelling in (house.submitter.email, house.submitter.email.upper(), f" {house.submitter.email}"):
        for _ in range(2):
            client.post("/sign-in/", {"username": spelling, "password": "wrong"})
    assert sign_in(client, house.submitter).status_code == 429
    assert client.get("/operator/").status_code == 302
    # Only that account, from that address.
    assert sign_in(Client(), house.viewer).status_code == 302
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert sign_in(elsewhere, house.submitter).status_code == 302


def test_signing_out_takes_a_post(house: House) -> None:
    client = signed_in(house.submitter)
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/")["Location"] == "/"
    assert client.get("/operator/").status_code == 302


def test_demo_accounts_are_one_click_and_in_demo_mode_only(
    house: House, client: Client, settings: Settings
) -> None:
    person = create_user(
        email="sam@demo.baize.example", organisation=house.operator, roles=[Role.OPERATOR_SUBMITTER]
    )
    settings.DEMO = True
    assert person.name in text(client.get("/sign-in/"))
    settings.DEMO = False
    assert person.name not in text(client.get("/sign-in/"))
    assert client.post("/sign-in/demo/", {"account": person.email}).status_code == 404
    settings.DEMO = True
    assert client.post("/sign-in/demo/", {"account": house.submitter.email}).status_code == 404
    assert client.post("/sign-in/demo/", {"account": person.email})["Location"] == "/start/"
    assert client.get("/operator/").status_code == 200


def test_an_address_that_tries_many_accounts_has_to_wait(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_in_pages, "_attempts", RateLimiter("sign-in", limit=3))
    for name in ("one", "two"):
        assert sign_in(client, User(email=f"{name}@example.org"), "wrong").status_code == 200
    assert client.post("/password/reset/", {"email": "three@example.org"}).status_code == 302
    for answer in (
        sign_in(client, house.submitter),
        client.post("/password/reset/", {"email": house.submitter.email}),
    ):
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= 60
        assert "You can try again in" in text(answer)
    assert not Mail.objects.exists()
    assert client.get("/sign-in/").status_code == 200
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7"), house.submitter).status_code == 302


def test_a_password_is_reset_by_a_link_that_works_once(
    house: House, client: Client, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = [".example.gov", "testserver"]
    settings.SITE_URL = "https://rules.example.gov"
    client.post("/password/reset/", {"email": house.submitter.email}, headers={"host": "old.example.gov:81"})
    send_reset(house.submitter.email)
    written = Mail.objects.get()
    assert (written.to, written.confidential) == (house.submitter.email, True)
    # Where the link leads is said by the settings, never by the request.
    [link] = re.findall(r"https://rules\.example\.gov(/password/reset/\S+)", written.body)
    form = client.get(link, follow=True)
    where = form.redirect_chain[-1][0]
    new = "three quiet green tables"
    client.post(where, {"new_password1": new, "new_password2": new})
    assert sign_in(Client(), house.submitter, new).status_code == 302
    assert "This link no longer works" in text(Client().get(link))
    assert_told_of_a_new_password(house.submitter)


def test_a_reset_tells_nothing_about_who_has_an_account(db: None, client: Client) -> None:
    answer = client.post("/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert "If that address has an account" in text(answer)
    assert send_reset("nobody@example.org") == 0
    assert not mail.outbox
    assert not Mail.objects.exists()


def test_the_page_does_the_same_for_every_address(
    house: House, django_capture_on_commit_callbacks: Any
) -> None:
    """How long it takes tells nothing: the account is looked for by the worker."""
    counts = []
    for email in (house.submitter.email, "nobody@example.org"):
        with (
            CaptureQueriesContext(connection) as queries,
            django_capture_on_commit_callbacks() as callbacks,
        ):
            Client().post("/password/reset/", {"email": email})
        counts.append((len(queries), len(callbacks)))
    assert counts[0] == counts[1] and counts[0][1] == 1


def test_a_mailbox_is_not_filled_with_resets(house: House) -> None:
    assert [send_reset(house.submitter.email) for _ in range(5)] == [1, 1, 1, 0, 0]
    Mail.objects.update(created_at=timezone.now() - timedelta(hours=2))
    assert [send_reset(house.submitter.email) for _ in range(4)] == [1, 1, 1, 0]
    Mail.objects.update(created_at=timezone.now() - timedelta(hours=2))
    assert [send_reset(house.submitter.email) for _ in range(4)] == [1, 1, 0, 0]


def test_wrong_guesses_at_the_present_password_are_counted(house: House) -> None:
    client = signed_in(house.submitter)
    new = {"new_password1": "three quiet green tables", "new_password2": "three quiet green tables"}
    answers = [client.post("/account/password/", {"old_password": f"guess {n}", **new}) for n in range(5)]
    assert answers[-1].status_code == 429
    assert client.post("/account/password/", {"old_password": PASSWORD, **new}).status_code == 429


def assert_told_of_a_new_password(user: User) -> None:
    row = AuditEntry.objects.get(action="user.password")
    assert (row.actor, row.object_id, row.organisation) == (user, str(user.pk), user.organisation)
    assert "If it was not you" in Mail.objects.get(to=user.email, subject="Your password was changed").body


def test_a_personal_link_is_shown_to_no_other_person(house: House, settings: Settings) -> None:
    send_reset(house.submitter.email)
    settings.DEMO = False
    seen = text(signed_in(house.site_admin).get("/notices/outbox/"))
    assert house.submitter.email in seen
    assert "/password/reset/" not in seen


def invited(house: House) -> str:
    """The link in the e-mail of an invitation to a viewer."""
    services.invite(
        actor=house.operator_admin, email="new@example.org", roles=[Role.OPERATOR_VIEWER], name="Nia New"
    )
    [link] = re.findall(r"/invitation/\S+/", Mail.objects.get(to="new@example.org").body)
    return str(link)


def test_an_invitation_makes_one_account(house: House, client: Client) -> None:
    link = invited(house)
    assert f"Join {house.operator.name}" in text(client.get(link))
    weak = client.post(link, {"name": "Nia New", "password": "short"})
    assert weak.status_code == 422
    assert "12 characters" in text(weak)
    done = client.post(link, {"name": "Nia New", "password": PASSWORD}, follow=True)
    assert "You now act for" in text(done)
    again = Client().get(link)
    assert again.status_code == 404
    assert "already been used" in text(again)


def test_an_unknown_invitation_says_what_to_do(db: None, client: Client) -> None:
    answer = client.get("/invitation/nonsense/")
    assert answer.status_code == 404
    assert "Ask for a new invitation" in text(answer)


def test_an_administrator_invites_and_withdraws(house: House) -> None:
    client = signed_in(house.operator_admin)
    empty = client.post("/team/", {"email": "not an address"})
    assert empty.status_code == 422
    assert "Enter an e-mail address such as" in text(empty)
    assert "Choose at least one role" in text(empty)
    client.post("/team/", {"email": "new@example.org", "roles": [Role.OPERATOR_VIEWER]})
    assert "new@example.org" in text(client.get("/team/"))
    invitation = house.operator.invitations.get()
    answer = client.post(f"/team/invitations/{invitation.pk}/cancel/", follow=True)
    assert "has been withdrawn" in text(answer)
    assert "new@example.org" not in text(client.get("/team/"))


def test_others_see_the_team_and_cannot_change_it(house: House) -> None:
    client = signed_in(house.viewer)
    page = client.get("/team/")
    assert house.operator_admin.email in text(page)
    assert "Invite someone" not in text(page)
    assert (
        client.post("/team/", {"email": "a@example.org", "roles": [Role.OPERATOR_VIEWER]}).status_code == 403
    )
    assert client.post(f"/team/{house.submitter.pk}/access/", {"access": "closed"}).status_code == 403


def test_roles_are_changed_and_the_last_administrator_stays(house: House) -> None:
    client = signed_in(house.operator_admin)
    client.post(f"/team/{house.viewer.pk}/", {"roles": [Role.OPERATOR_SUBMITTER]})
    assert User.objects.get(pk=house.viewer.pk).roles == {Role.OPERATOR_SUBMITTER}
    answer = client.post(f"/team/{house.operator_admin.pk}/", {"roles": [Role.OPERATOR_VIEWER]})
    assert answer.status_code == 422
    assert "only active operator administrator" in text(answer)


def test_a_closed_account_cannot_sign_in(house: House) -> None:
    client = signed_in(house.operator_admin)
    check = f"/team/{house.viewer.pk}/close/"
    client.post(check, fields(client.get(check)))
    assert sign_in(Client(), house.viewer).status_code == 200
    signed_in(house.operator_admin).post(f"/team/{house.viewer.pk}/access/", {"access": "open"})
    assert sign_in(Client(), house.viewer).status_code == 302


@pytest.mark.parametrize("address", ["/team/{}/", "/team/{}/access/"])
def test_another_organisations_people_do_not_exist(house: House, address: str) -> None:
    client = signed_in(house.operator_admin)
    assert (
        client.post(address.format(house.outsider.pk), {"roles": [Role.OPERATOR_VIEWER]}).status_code == 404
    )


def test_name_and_password_are_changed_by_oneself(house: House) -> None:
    client = signed_in(house.submitter)
    client.post("/account/", {"name": "Sam Gray"})
    assert User.objects.get(pk=house.submitter.pk).name == "Sam Gray"
    wrong = client.post(
        "/account/password/", {"old_password": "no", "new_password1": "x", "new_password2": "y"}
    )
    assert wrong.status_code == 422
    assert "not your current password" in text(wrong)
    new = "three quiet green tables"
    client.post("/account/password/", {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    assert client.get("/account/").status_code == 200
    assert sign_in(Client(), house.submitter, new).status_code == 302
    assert_told_of_a_new_password(house.submitter)
