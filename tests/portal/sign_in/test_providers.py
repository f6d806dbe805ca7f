"""Sign-in through an organisation's provider, with a real provider and its redirects."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from pytest_django import Settings

from portal.accounts import closing, deactivation
from portal.accounts.models import User
from portal.audit.models import AuditEntry
from portal.notices.resets import send_reset
from portal.sign_in.models import BrowserSession
from portal.sign_in.oidc.checks import organisations_exist
from tests.factories import House
from tests.portal.doors import text
from tests.portal.sign_in.people import code, signed_in_with, with_app
from tests.portal.sign_in.provider import (
    BACK,
    NAME,
    START,
    MockProvider,
    address_of,
    at_provider,
    is_signed_in,
    linked,
    other_key,
    refusals,
    through,
    with_settings,
)


def test_a_linked_identity_signs_in_and_the_second_factor_is_asked_for(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    secret = with_app(house.officer)
    linked(provider, settings, house.officer, "officer-1")
    assert f"Sign in with {NAME}" in text(client.get("/sign-in/"))
    answer = through(client, START, "officer-1", next="/regulator/search/")
    assert answer["Location"] == "/sign-in/code/"
    assert not is_signed_in(client)
    assert client.post("/sign-in/code/", {"code": code(secret)})["Location"] == "/regulator/search/"
    assert is_signed_in(client)
    assert f"through {NAME}" in text(client.get("/account/sessions/"))
    assert BrowserSession.objects.get().way == "provider:toto"
    assert AuditEntry.objects.filter(action="sign_in", actor=house.officer).exists()


def test_what_is_asked_of_the_provider(house: House, provider: MockProvider, client: Client) -> None:
    page = client.post(START)
    assert page.status_code == 200
    assert "form-action 'self'" in page["Content-Security-Policy"]  # no redirect follows the form
    asked = {name: value[0] for name, value in parse_qs(urlsplit(address_of(page)).query).items()}
    assert asked["response_type"] == "code"
    assert asked["redirect_uri"] == f"http://testserver{BACK}"
    assert asked["scope"] == "openid email"
    assert asked["code_challenge_method"] == "S256"
    assert len(asked["code_challenge"]) == 43
    assert len(asked["state"]) == len(asked["nonce"]) == 43
    client.get(at_provider(address_of(page), "somebody"))
    sent = provider.token_requests[-1]
    assert len(sent["code_verifier"]) >= 43
    assert sent["code_verifier"] not in address_of(page)


def test_only_pages_of_this_site_come_next(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    linked(provider, settings, house.submitter, "s")
    answer = through(client, START, "s", next="https://evil.example/")
    assert answer["Location"] == "/start/"


def test_an_unknown_identity_opens_no_account_though_its_address_is_known(
    house: House, provider: MockProvider, client: Client
) -> None:
    provider.knows("stranger", email=house.officer.email, email_verified=True)
    before = User.objects.count()
    page = through(client, START, "stranger")
    assert page.status_code == 403
    assert "No account is linked to this identity" in text(page)
    assert "link it" in text(page)
    assert not is_signed_in(client)
    assert (User.objects.count(), SocialAccount.objects.count()) == (before, 0)
    assert refusals() == [("unlinked", "")]


def wrong(name: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda claims: claims.update({name: value})


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        (wrong("iss", "http://localhost:1"), "InvalidIssuer"),
        (wrong("aud", "another"), "InvalidAudience"),
        (wrong("aud", ["baize", "another"]), "AuthorizedParty"),
        (wrong("azp", "another"), "AuthorizedParty"),
        (wrong("nonce", "of another sign-in"), "Nonce"),
        (lambda claims: claims.pop("nonce"), "Nonce"),
        (wrong("exp", 1_000_000_000), "ExpiredSignature"),
        (wrong("sub", ""), "Subject"),
    ],
)
def test_a_token_that_says_something_wrong_is_refused(
    house: House,
    provider: MockProvider,
    settings: Settings,
    client: Client,
    change: Callable[[dict[str, Any]], None],
    detail: str,
) -> None:
    linked(provider, settings, house.submitter, "s")
    provider.change = change
    page = through(client, START, "s")
    assert page.status_code == 403
    assert "The answer could not be trusted" in text(page)
    assert not is_signed_in(client)
    assert refusals() == [("token", detail)]


def test_a_token_of_another_signer_is_refused(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    linked(provider, settings, house.submitter, "s")
    provider.key, provider.change = other_key(), lambda claims: None
    assert through(client, START, "s").status_code == 403
    assert refusals() == [("token", "InvalidSignature")]


def test_a_provider_that_says_it_is_another_is_refused(
    house: House, provider: MockProvider, client: Client
) -> None:
    provider.config = {"issuer": "https://elsewhere.example"}
    page = client.post(START)
    assert page.status_code == 403
    assert refusals() == [("token", "DiscoveredIssuer")]


def test_an_answer_in_the_name_of_another_issuer_is_refused(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    linked(provider, settings, house.submitter, "s")
    back = at_provider(address_of(client.post(START)), "s")
    assert client.get(f"{back}&iss=https%3A%2F%2Felsewhere.example").status_code == 403
    assert refusals() == [("token", "Issuer")]
    assert not provider.token_requests  # the code went nowhere


@pytest.mark.parametrize("how", ["none", "wrong", "used", "of another browser", "of another provider", "old"])
def test_a_state_works_once_in_its_own_browser_for_ten_minutes(
    house: House, provider: MockProvider, settings: Settings, client: Client, how: str
) -> None:
    linked(provider, settings, house.submitter, "s")
    settings.OIDC_PROVIDERS += (provider.settings(house.operator.name, id="other"),)
    back, browser = at_provider(address_of(client.post(START)), "s"), client
    if how == "none":
        back = f"{BACK}?code=x"
    elif how == "wrong":
        back = f"{BACK}?code=x&state=wrong"
    elif how == "used":
        client.get(back)
        client.post("/sign-out/")
    elif how == "of another browser":
        browser = Client()
    elif how == "of another provider":
        back = back.replace("/toto/", "/other/")
    else:
        session = client.session
        states = session["socialaccount_states"]
        session["socialaccount_states"] = {
            key: (state, time.time() - 601, name) for key, (state, _, name) in states.items()
        }
        session.save()
    page = browser.get(back)
    assert page.status_code == 403
    assert "This sign-in has ended" in text(page)
    assert not is_signed_in(browser)
    assert refusals() == []  # anyone could fill the trail with these: they are log lines


def test_saying_no_at_the_provider(house: House, provider: MockProvider, client: Client) -> None:
    page = through(client, START, "")
    assert "You cancelled the sign-in" in text(page)
    assert refusals() == [("cancelled", "access_denied")]


def test_an_error_of_the_provider(house: House, provider: MockProvider, client: Client) -> None:
    state = parse_qs(urlsplit(address_of(client.post(START))).query)["state"][0]
    page = client.get(BACK, {"state": state, "error": "server_error", "error_description": "<b>no</b>"})
    assert f"{NAME} reports an error" in text(page)
    assert "<b>no</b>" not in page.content.decode()
    assert refusals() == [("provider", "server_error")]


def test_a_code_that_the_provider_does_not_accept(
    house: House, provider: MockProvider, client: Client
) -> None:
    state = parse_qs(urlsplit(address_of(client.post(START))).query)["state"][0]
    page = client.get(BACK, {"state": state, "code": "made-up"})
    assert f"{NAME} did not accept Baize" in text(page)
    assert refusals() == [("exchange", "invalid_grant")]


def test_a_provider_that_cannot_be_reached(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    with_settings(provider, settings, issuer="http://localhost:9")
    page = client.post(START)
    assert page.status_code == 502
    assert f"{NAME} cannot be reached" in text(page)
    assert refusals()[0][0] == "unreachable"


def test_with_another_issuer_nobody_is_known(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    with_settings(provider, settings, issuer="https://the.former.example")
    linked(provider, settings, house.submitter, "s")
    with_settings(provider, settings)
    assert "No account is linked" in text(through(client, START, "s"))


def test_a_provider_signs_in_people_of_its_own_organisations_only(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    linked(provider, settings, house.submitter, "s")
    settings.OIDC_PROVIDERS = (provider.settings(house.regulator.name),)
    page = through(client, START, "s")
    assert f"{NAME} does not sign in for your organisation" in text(page)
    assert not is_signed_in(client)
    assert client.post("/account/providers/toto/link/").status_code == 302  # asks to sign in
    outsider = signed_in_with(house.outsider, with_app(house.outsider))
    assert outsider.post("/account/providers/toto/link/").status_code == 404


def test_a_closed_account_stays_closed(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    linked(provider, settings, house.submitter, "s")
    closing.end_account(actor=house.operator_admin, user=house.submitter)
    page = through(client, START, "s")
    assert "This account is closed" in text(page)
    assert not is_signed_in(client)
    assert refusals() == [("closed", "")]


def test_nobody_acts_for_an_organisation_that_was_deactivated(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    linked(provider, settings, house.submitter, "s")
    deactivation.deactivate(actor=house.site_admin, organisation_id=house.operator.pk, reason="It was sold.")
    page = through(client, START, "s")
    assert "Your organisation was deactivated" in text(page)
    assert not is_signed_in(client)
    assert refusals() == [("deactivated", "")]


# The second factor -----------------------------------------------------------------------------------------


def test_a_trusted_claim_stands_for_the_second_factor_at_sign_in_but_not_before_a_decision(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    secret = with_app(house.operator_admin)
    linked(provider, settings, house.operator_admin, "a")
    provider.knows("a", amr=["pwd", "mfa"])
    assert through(client, START, "a")["Location"] == "/sign-in/code/"  # not trusted with it
    with_settings(provider, settings, second_factor_amr=("mfa",))
    other = Client()
    assert through(other, START, "a")["Location"] == "/start/"
    assert other.get("/team/").status_code == 200
    asked = other.post(f"/team/{house.submitter.pk}/sign-out/")
    assert asked["Location"].startswith("/account/confirm/")
    assert other.post("/account/confirm/", {"code": code(secret)}).status_code == 302
    provider.knows("a", amr=["pwd"])
    assert through(Client(), START, "a")["Location"] == "/sign-in/code/"


def test_without_a_second_factor_here_a_trusted_claim_lets_read_and_a_decision_asks_to_set_one_up(
    house: House, provider: MockProvider, settings: Settings, client: Client
) -> None:
    linked(provider, settings, house.officer, "o")
    through(client, START, "o")
    assert client.get("/regulator/")["Location"].startswith("/account/second-factor/")
    with_settings(provider, settings, second_factor_acr=("urn:strong",))
    provider.knows("o", acr="urn:strong")
    other = Client()
    through(other, START, "o")
    assert other.get("/regulator/").status_code == 200
    asked = other.post("/account/providers/toto/link/")
    assert other.get(asked["Location"])["Location"].startswith("/account/second-factor/")


def test_an_organisation_that_there_is_not_is_named_by_migrate(
    house: House, provider: MockProvider, settings: Settings
) -> None:
    settings.OIDC_PROVIDERS = (provider.settings(house.regulator.name, "Nobody"),)
    (warning,) = organisations_exist(databases=["default"])
    assert "names the organisation 'Nobody' for the provider toto" in warning.msg
    assert organisations_exist(databases=None) == []


def test_whoever_has_no_password_gets_a_link_to_set_one(
    house: House, provider: MockProvider, settings: Settings
) -> None:
    house.submitter.set_unusable_password()
    house.submitter.save()
    assert send_reset(house.submitter.email) == 0
    linked(provider, settings, house.submitter, "s")
    assert send_reset(house.submitter.email) == 1
