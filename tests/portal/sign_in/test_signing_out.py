"""An administrator ends a colleague's sessions; a closed account leaves nothing behind."""

import pytest
from django.test import Client

from portal.accounts import closing
from portal.audit.models import AuditEntry
from portal.errors import NotFound, NotPermitted, NotPossible
from portal.notices.models import Notice
from portal.sign_in.models import BrowserSession, TrustedBrowser
from portal.sign_in.signing_out import sign_out_everywhere
from tests.factories import House, close_account
from tests.portal.doors import signed_in, text
from tests.portal.sign_in.people import code, grow_old, send_password, signed_in_with, with_app


def test_the_button_ends_every_session_and_the_person_is_told(house: House) -> None:
    admin = signed_in_with(house.operator_admin, with_app(house.operator_admin))
    phone, desk = signed_in(house.viewer), signed_in(house.viewer)
    BrowserSession.objects.filter(session_key=desk.session.session_key).delete()  # not on the list
    TrustedBrowser.objects.create(user=house.viewer, secret_hash="x")
    member = f"/team/{house.viewer.pk}/"
    assert "Sign out everywhere" in text(admin.get(member))
    done = admin.post(f"{member}sign-out/", follow=True)
    assert "is signed out everywhere: 1 session ended" in text(done)
    assert [client.get("/operator/").status_code for client in (phone, desk)] == [302, 302]
    assert not TrustedBrowser.objects.filter(user=house.viewer).exists()
    row = AuditEntry.objects.get(action="session.end_all")
    assert (row.actor, row.object_id) == (house.operator_admin, str(house.viewer.pk))
    assert house.operator_admin.name in Notice.objects.get(user=house.viewer).text
    house.viewer.refresh_from_db()
    assert signed_in(house.viewer).get("/operator/").status_code == 200, "the password is the same"


def test_it_asks_for_a_fresh_second_factor(house: House) -> None:
    admin = signed_in_with(house.operator_admin, with_app(house.operator_admin))
    viewer = signed_in(house.viewer)
    grow_old(admin)
    answer = admin.post(f"/team/{house.viewer.pk}/sign-out/")
    assert answer["Location"].startswith("/account/confirm/")
    assert viewer.get("/operator/").status_code == 200


def test_only_an_administrator_of_the_team_and_only_for_others(house: House) -> None:
    for actor, refusal in (
        (house.submitter, NotPermitted),
        (house.regulator_admin, NotFound),
        (house.outsider, NotPermitted),
    ):
        with pytest.raises(refusal):
            sign_out_everywhere(actor=actor, user_id=house.viewer.pk)
    with pytest.raises(NotPossible, match="your own sessions"):
        sign_out_everywhere(actor=house.operator_admin, user_id=house.operator_admin.pk)
    close_account(house.viewer, house.operator_admin)
    with pytest.raises(NotPossible, match="does not sign in"):
        sign_out_everywhere(actor=house.operator_admin, user_id=house.viewer.pk)


def test_an_account_opened_again_brings_back_no_session_and_no_trusted_browser(house: House) -> None:
    secret = with_app(house.viewer)
    browser = Client()
    send_password(browser, house.viewer)
    browser.post("/sign-in/code/", {"code": code(secret), "trust": "yes"})
    assert browser.get("/operator/").status_code == 200
    close_account(house.viewer, house.operator_admin)
    closing.reactivate_user(actor=house.operator_admin, user_id=house.viewer.pk)
    assert browser.get("/operator/").status_code == 302
    assert send_password(browser, house.viewer)["Location"].startswith("/sign-in/code/")
