"""Every sensitive move of every role without a fresh second factor: refused, in page and API.

Generated from the tables of transitions and of editions' moves, so that a new move cannot be forgotten.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from portal.accounts import services
from portal.accounts.models import Token, User
from portal.accounts.permissions import PEOPLE_ONLY, PERMISSIONS, can
from portal.accounts.second_factor import STEP_UP
from portal.api import edition_moves as edition_api
from portal.api import moves as case_api
from portal.audit.models import AuditEntry
from portal.editions.moves import MOVES as EDITION_MOVES
from portal.notices.models import Endpoint
from portal.regulator.moves import MOVES as PAGES
from portal.review.transitions import TRANSITIONS
from tests.factories import House, in_review
from tests.portal.doors import ClientResponse, signed_in, text
from tests.portal.editions.drafts import a_draft
from tests.portal.sign_in.people import code, grow_old, signed_in_with, with_app

WHO = (
    "submitter", "viewer", "operator_admin", "officer", "approver", "officer_and_approver", "inspector",
    "regulator_admin", "outsider", "foreign_approver", "site_admin", "expert",
)  # fmt: skip
SENSITIVE = [name for name, move in TRANSITIONS.items() if move.needs_second_factor]
CASE_ENDPOINTS = {each.transition.name: each for each in case_api.MOVES}
EDITION_ENDPOINTS = {each.move.name: each for each in edition_api.MOVES}
EDITION_PAGES = {
    "propose": "propose-edition",
    "take_back": "take-back-edition",
    "send_back": "send-back-edition",
    "publish": "publish-edition",
    "ask_withdrawal": "withdraw-edition",
    "drop_withdrawal": "drop-withdrawal",
    "confirm_withdrawal": "confirm-withdrawal",
}


@pytest.fixture
def stale(house: House) -> dict[str, Client]:
    """A browser of each person, whose second factor was shown six minutes ago."""
    return {who: _stale(getattr(house, who)) for who in WHO}


def _stale(person: User) -> Client:
    client = signed_in(person)
    session = client.session
    session["second_factor"] = {"enrolled": True, "used_at": int(time.time()) - 360, "enrol_by": 0}
    session.save()
    return client


def post(client: Client, address: str, body: Any = None) -> ClientResponse:
    return client.post(address, json.dumps(body or {}), content_type="application/json")


def assert_refused(answer: ClientResponse, *, permitted: bool) -> None:
    if permitted:
        assert answer.status_code == 302
        assert answer["Location"].startswith("/account/confirm/")
    else:
        assert answer.status_code in (403, 404)


def assert_api_refuses(answer: ClientResponse, *, permitted: bool) -> None:
    assert answer.status_code in ((403,) if permitted else (403, 404))
    if permitted:
        assert answer.json()["code"] == "second_factor_needed"


def test_the_moves_that_need_one_are_those_of_the_issue() -> None:
    assert {
        "recommend", "send_back", "approve", "refuse", "suspend", "lift_suspension", "revoke",
        "plan_revocation", "take_back_revocation", "give_notice_of_intent", "withdraw_notice",
    } == set(SENSITIVE)  # fmt: skip
    assert set(EDITION_PAGES) == set(EDITION_ENDPOINTS)
    assert all(EDITION_MOVES[name].needs_second_factor for name in EDITION_PAGES)


def test_every_move_of_a_case(house: House, stale: dict[str, Client]) -> None:
    made = in_review(house)
    asked = 0
    for name in SENSITIVE:
        move = TRANSITIONS[name]
        for who, client in stale.items():
            person = getattr(house, who)
            permitted = can(person, str(move.permission)) and who != "foreign_approver"
            page = name.replace("_", "-")
            if page in PAGES:
                where = reverse("regulator:move", args=[made.reference, page])
                assert_refused(client.post(where, {"reason": "x"}), permitted=permitted)
            endpoint = CASE_ENDPOINTS[name]
            answer = post(client, f"/api/v1/submissions/{made.reference}/{move.slug}", endpoint.example)
            assert_api_refuses(answer, permitted=permitted or can(person, str(move.permission)))
            asked += permitted
    made.refresh_from_db()
    assert (made.state, asked >= len(SENSITIVE)) == ("in_review", True)


def test_every_move_of_an_edition(house: House, stale: dict[str, Client]) -> None:
    row = a_draft("nz-revised", actor=house.regulator_admin)
    for name, page in EDITION_PAGES.items():
        permission = str(EDITION_MOVES[name].permission)
        for who, client in stale.items():
            permitted = can(getattr(house, who), permission) and who != "foreign_approver"
            where = reverse(f"regulator:{page}", args=[row.pk])
            assert_refused(client.post(where), permitted=permitted)
            endpoint = EDITION_ENDPOINTS[name]
            answer = post(client, f"/api/v1/editions/{row.pk}/{endpoint.move.slug}", endpoint.example)
            assert_api_refuses(answer, permitted=permitted)
    row.refresh_from_db()
    assert row.state == "draft"


def acts(house: House) -> Iterator[tuple[str, dict[str, Any], str]]:
    """What else needs it: address, form and the person who may do it."""
    person = house.viewer.pk
    yield "/account/tokens/new/", {"name": "x", "scopes": "read", "days": "7", "password": "x"}, "submitter"
    yield "/team/", {"email": "new@example.org", "roles": "operator_viewer"}, "operator_admin"
    yield f"/team/{person}/", {"roles": "operator_viewer"}, "operator_admin"
    yield f"/team/{person}/close/", {}, "operator_admin"
    yield f"/team/{person}/access/", {"access": "open"}, "operator_admin"
    yield "/team/machines/new/", {"name": "x", "roles": "operator_viewer"}, "operator_admin"
    yield "/team/second-factors/", {"everybody_at_once": "on"}, "operator_admin"
    hook = {"url": "https://a.example/", "events": "decision.made"}
    yield "/organisation/webhooks/new/", hook, "operator_admin"
    yield "/organisations/new/", {"name": "x", "kind": "operator", "email": "a@example.org"}, "site_admin"


def test_tokens_webhooks_team_and_organisations(house: House, stale: dict[str, Client]) -> None:
    before = AuditEntry.objects.exclude(action="sign_in").count()
    for where, form, who in acts(house):
        answer = stale[who].post(where, form)
        assert_refused(answer, permitted=True)
        assert stale[who].get(where).status_code in (200, 302, 405), where
    assert AuditEntry.objects.exclude(action__startswith="sign_in").count() == before
    assert not Token.objects.exists()
    assert not Endpoint.objects.exists()


def test_no_program_ever_does_it() -> None:
    assert STEP_UP <= PEOPLE_ONLY
    assert set(PERMISSIONS) >= PEOPLE_ONLY


def test_what_was_typed_is_kept_and_sent_after_it(house: House) -> None:
    secret = with_app(house.operator_admin)
    client = signed_in_with(house.operator_admin, secret)
    grow_old(client)
    form = {"email": "new@example.org", "name": "Ngaio", "roles": "operator_viewer"}
    asked = client.post("/team/", form)
    assert asked["Location"] == "/account/confirm/?next=%2Faccount%2Funsent%2F"
    assert "What you entered is kept" in text(client.get(asked["Location"]))
    shown = client.post("/account/confirm/", {"code": code(secret, 1), "next": "/account/unsent/"})
    assert shown["Location"] == "/account/unsent/"
    kept = client.get(shown["Location"])
    assert "You have shown that it is you" in text(kept)
    assert "Ngaio" in kept.content.decode()
    assert client.post("/team/", form)["Location"] == "/team/"
    assert house.operator.invitations.get().name == "Ngaio"


def test_who_has_none_is_led_to_setting_one_up(house: House) -> None:
    client = signed_in(house.submitter)  # has some days left
    asked = client.get("/account/confirm/?next=/account/tokens/new/")
    assert asked["Location"] == "/account/second-factor/?next=/account/tokens/new/"


def test_it_never_leads_to_another_site(house: House) -> None:
    secret = with_app(house.officer)
    client = signed_in_with(house.officer, secret)
    for where in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert client.get("/account/confirm/", {"next": where})["Location"] == "/start/"


def test_services_without_a_browser_are_not_asked(house: House) -> None:
    """Set-up, demonstration data and background work call services themselves."""
    roles = ["operator_submitter"]
    assert services.set_roles(actor=house.operator_admin, user_id=house.viewer.pk, roles=roles)
