"""Invitations accepted through a provider, identities linked and unlinked, providers that are required."""

from __future__ import annotations

import time
from typing import Any

import pytest
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from pytest_django import Settings

from portal.accounts import services
from portal.accounts.models import Role, User
from portal.audit.models import AuditEntry
from portal.notices.models import Notice
from portal.sign_in.models import BrowserSession
from tests.factories import PASSWORD, House, create_user
from tests.portal.doors import text
from tests.portal.sign_in.people import code, grow_old, send_password, signed_in_with, with_app
from tests.portal.sign_in.provider import (
    NAME,
    START,
    MockProvider,
    address_of,
    at_provider,
    invite,
    is_signed_in,
    linked,
    refusals,
    through,
    with_settings,
)


def test_an_invitation_is_accepted_by_the_person_it_was_sent_to(
    house: House, provider: MockProvider, client: Client
) -> None:
    provider.knows(
        "new", email="New@example.org", email_verified=True, roles=["site_admin"], groups=["approvers"]
    )
    made, token = invite(house)
    page = text(client.get(f"/invitation/{token}/"))
    assert f"Join with {NAME}" in page
    assert "Or with a password" in page
    answer = through(client, f"/invitation/{token}/with/toto/", "new", name="New Person")
    assert answer["Location"] == "/account/second-factor/?next=/start/"
    person = User.objects.get(email="new@example.org")
    assert (person.name, person.organisation) == ("New Person", house.operator)
    assert set(person.roles) == {"operator_submitter"}  # of the invitation, whatever the provider claims
    assert not person.has_usable_password()
    row = SocialAccount.objects.get(user=person)
    assert row.extra_data == {"issuer": provider.issuer, "subject": "new", "email": "new@example.org"}
    made.refresh_from_db()
    assert made.accepted_by == person
    client.post("/sign-out/")
    assert through(client, START, "new")["Location"] == "/start/"
    again = through(Client(), START, "new")
    assert again["Location"] == "/start/"


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ({"email": "new@example.org", "email_verified": False}, "has not confirmed your e-mail address"),
        ({"email": "new@example.org"}, "has not confirmed your e-mail address"),
        ({}, "has not confirmed your e-mail address"),
        ({"email": "old@example.org", "email_verified": True}, "The invitation is for another address"),
    ],
)
def test_an_invitation_needs_the_verified_address_it_was_sent_to(
    house: House, provider: MockProvider, client: Client, claims: dict[str, Any], said: str
) -> None:
    provider.knows("new", **claims)
    made, token = invite(house)
    page = through(client, f"/invitation/{token}/with/toto/", "new", name="New Person")
    assert said in text(page)
    made.refresh_from_db()
    assert made.is_open
    assert not User.objects.filter(email="new@example.org").exists()
    assert SocialAccount.objects.count() == 0
    assert [reason for reason, _ in refusals()] in (["unverified"], ["email"])


def test_a_provider_may_be_trusted_with_all_its_addresses(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    with_settings(provider, settings, verifies_emails=True)
    provider.knows("new", email="new@example.org")
    _, token = invite(house)
    through(client, f"/invitation/{token}/with/toto/", "new", name="New Person")
    assert User.objects.filter(email="new@example.org").exists()


def test_an_invitation_that_was_withdrawn_meanwhile(
    house: House, provider: MockProvider, client: Client
) -> None:
    provider.knows("new", email="new@example.org", email_verified=True)
    made, token = invite(house)
    back = at_provider(
        address_of(client.post(f"/invitation/{token}/with/toto/", {"name": "New Person"})), "new"
    )
    services.cancel_invitation(actor=house.operator_admin, invitation_id=made.pk)
    page = client.get(back)
    assert page.status_code == 409
    assert "This invitation has been withdrawn" in text(page)
    assert client.post(f"/invitation/{token}/with/toto/").status_code == 404


def test_the_invitation_of_an_organisation_without_the_provider(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    settings.OIDC_PROVIDERS = (provider.settings(house.regulator.name),)
    _, token = invite(house)
    assert f"Join with {NAME}" not in text(client.get(f"/invitation/{token}/"))
    assert client.post(f"/invitation/{token}/with/toto/", {"name": "New"}).status_code == 404
    assert client.post(START.replace("toto", "unknown")).status_code == 404


def test_the_name_is_asked_for_before_one_leaves(
    house: House, provider: MockProvider, client: Client
) -> None:
    _, token = invite(house)
    page = client.post(f"/invitation/{token}/with/toto/", {"name": ""})
    assert page.status_code == 422
    assert "Enter your name" in text(page)


# Linking ---------------------------------------------------------------------------------------------------


def test_a_person_links_and_unlinks_with_a_fresh_second_factor(house: House, provider: MockProvider) -> None:
    secret = with_app(house.submitter)
    client = signed_in_with(house.submitter, secret)
    assert "Nothing yet." in text(client.get("/account/providers/"))
    answer = through(client, "/account/providers/toto/link/", "mine")
    assert answer["Location"] == "/account/providers/"
    page = text(client.get("/account/providers/"))
    assert "Linked. You can now sign in" in page
    assert "Sign-in through your organisation" in text(client.get("/account/"))
    assert Notice.objects.filter(user=house.submitter, text__contains="was linked").exists()
    row = SocialAccount.objects.get(user=house.submitter)
    grow_old(client)
    for address in ("/account/providers/toto/link/", f"/account/providers/{row.pk}/unlink/"):
        assert client.post(address)["Location"].startswith("/account/confirm/")
    client.post("/account/confirm/", {"code": code(secret, 1)})
    other = signed_in_with(house.viewer, with_app(house.viewer))
    assert other.post(f"/account/providers/{row.pk}/unlink/").status_code == 404
    assert client.post(f"/account/providers/{row.pk}/unlink/")["Location"] == "/account/providers/"
    assert "No account is linked" in text(through(Client(), START, "mine"))
    actions = AuditEntry.objects.filter(actor=house.submitter, action__startswith="sign_in.")
    assert [row.action for row in actions.order_by("pk")] == ["sign_in.link", "sign_in.unlink"]


def test_an_identity_belongs_to_one_account(house: House, provider: MockProvider, settings: Settings) -> None:
    linked(provider, settings, house.viewer, "mine")
    client = signed_in_with(house.submitter, with_app(house.submitter))
    page = through(client, "/account/providers/toto/link/", "mine")
    assert "This identity is linked already" in text(page)
    assert SocialAccount.objects.get().user == house.viewer
    assert refusals() == [("taken", "")]


def test_what_one_person_began_another_cannot_finish(house: House, provider: MockProvider) -> None:
    client = signed_in_with(house.submitter, with_app(house.submitter))
    back = at_provider(address_of(client.post("/account/providers/toto/link/")), "mine")
    states = client.session["socialaccount_states"]
    client.force_login(house.viewer, backend="django.contrib.auth.backends.ModelBackend")
    kept = client.session
    kept["socialaccount_states"] = states
    kept.save()
    assert "This sign-in has ended" in text(client.get(back))
    assert SocialAccount.objects.count() == 0


def test_the_only_way_in_cannot_be_unlinked(house: House, provider: MockProvider, settings: Settings) -> None:
    person = create_user(organisation=house.operator, roles=[Role.OPERATOR_VIEWER])
    linked(provider, settings, person, "mine")
    client = signed_in_with(person, with_app(person))
    person.set_unusable_password()
    person.save()
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    session = client.session
    session["second_factor"] = session["second_factor"] | {"enrolled": True, "used_at": int(time.time())}
    session.save()
    page = client.post(f"/account/providers/{SocialAccount.objects.get().pk}/unlink/")
    assert "This is your only way to sign in" in text(page)


# A provider that is required -------------------------------------------------------------------------------


def test_where_it_is_required_password_and_passkey_are_not_enough(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    with_settings(provider, settings, required=True)
    secret = with_app(house.submitter)
    linked(provider, settings, house.submitter, "s")
    send_password(client, house.submitter)
    answer = client.post("/sign-in/code/", {"code": code(secret)})
    assert answer["Location"] == "/sign-in/provider/"
    page = text(client.get("/sign-in/provider/"))
    assert "through its own provider only" in page
    assert not is_signed_in(client)
    assert through(client, START, "somebody else").status_code == 403
    assert not is_signed_in(client)
    through(client, START, "s")
    assert client.post("/sign-in/code/", {"code": code(secret, 1)})["Location"] == "/start/"
    assert is_signed_in(client)


def test_where_it_is_required_the_first_sign_in_links(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    with_settings(provider, settings, required=True)
    secret = with_app(house.submitter)
    send_password(client, house.submitter, next="/operator/properties/")
    assert client.get("/sign-in/provider/")["Location"] == "/sign-in/"  # nothing without the second factor
    client.post("/sign-in/code/", {"code": code(secret)})
    assert "Sign in there now" in text(client.get("/sign-in/provider/"))
    answer = through(client, START, "mine")
    assert answer["Location"] == "/operator/properties/"
    assert is_signed_in(client)
    assert SocialAccount.objects.get().user == house.submitter
    assert BrowserSession.objects.get().way == "provider:toto"


def test_where_it_is_required_no_invitation_is_accepted_with_a_password(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    with_settings(provider, settings, required=True)
    _, token = invite(house)
    assert "Or with a password" not in text(client.get(f"/invitation/{token}/"))
    page = client.post(f"/invitation/{token}/", {"name": "New Person", "password": PASSWORD})
    assert "Accept the invitation with it" in text(page)
    assert not User.objects.filter(email="new@example.org").exists()


def test_those_who_run_the_site_always_get_in(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    with_settings(provider, settings, required=True)
    secret = with_app(house.site_admin)
    send_password(client, house.site_admin)
    assert client.post("/sign-in/code/", {"code": code(secret)})["Location"] == "/start/"
