"""Every sensitive move of every role without a fresh second factor: refused, in page and API.

Generated from the tables of transitions and of editions' moves, so that a new move cannot be forgotten.
"""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from portal.accounts import machines, services
from portal.accounts.models import Role, RoleChange, Token, User
from portal.accounts.permissions import PEOPLE_ONLY, PERMISSIONS, can
from portal.accounts.second_factor import STEP_UP
from portal.api import edition_moves as edition_api
from portal.api import moves as case_api
from portal.audit.models import AuditEntry
from portal.editions.moves import MOVES as EDITION_MOVES
from portal.notices.models import Endpoint
from portal.notices.webhooks import services as webhooks
from portal.oidc_providers import Provider
from portal.regulator.moves import MOVES as PAGES
from portal.review.transitions import TRANSITIONS
from tests.factories import House, in_review
from tests.inspecting import table_in_force, with_finding
from tests.portal.account_pages.test_jurisdictions import NEW as PLACE
from tests.portal.api.callers import Caller
from tests.portal.api.operations import operations, things_of
from tests.portal.doors import ClientResponse, signed_in, text
from tests.portal.editions.drafts import a_draft
from tests.portal.route_matrix import MATRIX, ROUTES
from tests.portal.routes import PLAIN, THINGS
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


def post(
    client: Client, address: str, body: Any = None, headers: dict[str, str] | None = None
) -> ClientResponse:
    return client.post(address, json.dumps(body or {}), content_type="application/json", headers=headers)


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
    # Whoever adds a move of people says here if it needs none.
    assert {
        "submit", "withdraw", "claim", "open_query", "answer_query", "withdraw_query", "return_for_amendment",
        "plan_surrender", "take_back_surrender", "surrender", "reply_to_notice",
    } == {name for name, move in TRANSITIONS.items() if move.permission} - set(SENSITIVE)  # fmt: skip
    assert set(EDITION_PAGES) == set(EDITION_ENDPOINTS)
    assert {name for name, move in EDITION_MOVES.items() if move.permission} == set(EDITION_PAGES)
    assert all(EDITION_MOVES[name].needs_second_factor for name in EDITION_PAGES)
    # Every one has an address in the API, and a page: of its own, or that of the move it is a kind of.
    assert set(SENSITIVE) <= set(CASE_ENDPOINTS)
    pages = {page.name for page in PAGES.values()}
    pages |= {page.planned.__name__ for page in PAGES.values() if page.planned}
    assert set(SENSITIVE) <= pages


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


Act = tuple[str, dict[str, Any]]

HOOK = {"url": "https://a.example/", "events": "decision.made"}
NEW = {"name": "x", "roles": "operator_viewer"}
FILE = SimpleUploadedFile("place.toml", b'name = "Tidewater"')
# What else needs it, by address: who may do it, and the form. A person on a page of the team is the viewer.
ACTS: dict[str, Act] = {
    "account:new-token": ("submitter", {"name": "x", "scopes": "read", "days": "7", "password": "x"}),
    "account:new-machine-token": ("operator_admin", {"name": "x", "scopes": "read", "days": "7"}),
    "account:team": ("operator_admin", {"email": "new@example.org", "roles": "operator_viewer"}),
    "account:member": ("operator_admin", {"roles": "operator_viewer"}),
    "account:close-account": ("operator_admin", {}),
    "account:set-access": ("operator_admin", {"access": "open"}),
    "account:member-away": ("operator_admin", {"deputy_id": "1", "until": "2030-01-01"}),
    "account:member-back": ("operator_admin", {}),
    "account:new-machine": ("operator_admin", NEW),
    "account:sign-out-everywhere": ("operator_admin", {}),
    "account:decide-roles": ("site_admin", {"decision": "confirm"}),
    "account:decide-invitation": ("site_admin", {"decision": "confirm"}),
    "account:cancel-invitation": ("operator_admin", {}),
    "account:resend-invitation": ("operator_admin", {}),
    "account:team-security": ("operator_admin", {"everybody_at_once": "on"}),
    "account:ask-factor-reset": ("operator_admin", {"reason": "Stolen."}),
    "account:confirm-factor-reset": ("operator_admin", {}),
    "account:drop-factor-reset": ("operator_admin", {}),
    "account:new-passkey": ("officer", {"name": "x", "credential": "{}"}),
    "account:new-app": ("officer", {"code": "000000"}),
    "account:recovery-codes": ("officer", {}),
    "account:remove-factor": ("viewer", {}),
    "account:link-provider": ("viewer", {}),
    "account:unlink-provider": ("viewer", {}),
    "account:new-webhook": ("operator_admin", HOOK),
    "account:webhook": ("operator_admin", HOOK),
    "account:webhook-secret": ("operator_admin", {}),
    "account:webhook-active": ("operator_admin", {"active": "off"}),
    "account:webhook-test": ("operator_admin", {}),
    "account:remove-webhook": ("operator_admin", {}),
    "account:redeliver": ("operator_admin", {}),
    "account:end-session": ("viewer", {}),
    "account:end-other-sessions": ("viewer", {}),
    "account:new-organisation": ("site_admin", {"name": "x", "kind": "operator", "email": "a@example.org"}),
    "account:organisation": ("site_admin", {"email": "new@example.org", "name": "Ana Holt"}),
    "account:deactivate-organisation": ("site_admin", {"reason": "Its licence has ended."}),
    "account:reactivate-organisation": ("site_admin", {"reason": "A mistake."}),
    "account:set-oversight": ("site_admin", {"jurisdictions": "sg"}),
    "account:cancel-first-invitation": ("site_admin", {}),
    "account:resend-first-invitation": ("site_admin", {}),
    "account:new-jurisdiction": ("site_admin", PLACE),
    "account:import-jurisdiction": ("site_admin", {"file": FILE}),
    "regulator:suspend-for-finding": ("approver", {"reason": "The odds are wrong."}),
}
# Nothing of these is decided, given or taken away from others; or the password is asked for instead.
NOT_NEEDED = {
    "sign-in", "sign-in-provider", "sign-in-with", "provider-back", "accept-with", "providers",
    "demo-sign-in", "sign-in-code", "sign-in-passkey", "passkey-question", "sign-out", "start",
    "reset", "reset-sent", "reset-confirm", "invitation", "step-up", "account", "change-password",
    "second-factor", "use-demonstration", "demonstration-code", "passkey", "sessions",
    "distrust", "tokens", "revoke-token", "away", "back",
    "calendar", "new-calendar", "calendar-off", "calendar-feed", "notices", "read-notices", "notice-choices",
    "outbox", "unsent",
    "discard-unsent", "stay", "upload", "answer-file", "condition-file", "intent-file",
    "inspection-photo", "document", "documents", "bundle", "bundles", "audit", "audit-csv", "audit-json",
    "webhooks", "delivery", "organisations", "jurisdictions", "jurisdiction", "change-jurisdiction",
    "export-jurisdiction", "specimen-letter", "add-day", "remove-day",
}  # fmt: skip


def test_whoever_adds_a_page_of_accounts_says_whether_it_needs_one() -> None:
    mine = {name for name in MATRIX if name.startswith("account:")}
    needed = {name for name in ACTS if name.startswith("account:")}
    assert needed | {f"account:{name}" for name in NOT_NEEDED} == mine


def test_tokens_webhooks_team_and_organisations(
    house: House, stale: dict[str, Client], settings: Settings
) -> None:
    settings.OIDC_PROVIDERS = (
        Provider("toto", "Office", (house.operator.name,), "https://login.example", "baize", "secret"),
    )
    gaps = {gap for name in ACTS for gap in ROUTES[name].gaps} - {"delivery_id", "finding_id", *PLAIN}
    things = {gap: THINGS[gap](house, None) for gap in gaps}  # type: ignore[arg-type]  # none is of a case
    sent = webhooks.send_test(actor=house.operator_admin, endpoint_id=things["endpoint_id"])
    things |= PLAIN | {"delivery_id": sent.pk, "finding_id": with_finding(house, table_in_force(house)).pk}
    addresses = {name: _address(house, name, things) for name in ACTS}
    before = AuditEntry.objects.exclude(action__startswith="sign_in").count()
    tokens, endpoints = Token.objects.count(), Endpoint.objects.count()
    for name, (who, form) in ACTS.items():
        answer = stale[who].post(addresses[name], form)
        assert (answer.status_code, answer.headers.get("Location", "")[:17]) == (302, "/account/confirm/"), (
            name
        )
    assert AuditEntry.objects.exclude(action__startswith="sign_in").count() == before
    assert (Token.objects.count(), Endpoint.objects.count()) == (tokens, endpoints)


def _address(house: House, name: str, things: dict[str, Any]) -> str:
    """Of something that the person in ACTS may act on."""
    found = dict(things)
    if name == "account:new-machine-token":
        made = machines.create_machine(actor=house.operator_admin, name="Bot", roles=["operator_viewer"])
        found["user_id"] = made.pk
    elif name == "account:decide-roles":
        roles = [Role.REGULATOR_INSPECTOR, Role.REGULATOR_APPROVER]
        services.set_roles(actor=house.regulator_admin, user_id=house.inspector.pk, roles=roles)
        found["change_id"] = RoleChange.objects.get(user=house.inspector).pk
    elif name == "account:decide-invitation":
        email = "approver@example.org"
        row = services.invite(actor=house.regulator_admin, email=email, roles=[Role.REGULATOR_APPROVER])
        found["invitation_id"] = row.pk
    elif name.endswith("-first-invitation"):
        row = services.invite(
            actor=house.site_admin,
            organisation=house.operator,
            email=f"{name[8:14]}@example.org",
            roles=[Role.OPERATOR_ADMIN],
        )
        found["invitation_id"] = row.pk
    return ROUTES[name].address({gap: found[gap] for gap in ROUTES[name].gaps})


def test_every_operation_of_the_api(house: House, stale: dict[str, Client]) -> None:
    """As the person who may, without a fresh one; and as that person's program, with every scope there is."""
    made, asked = in_review(house), 0
    for op in operations():
        if op.declared.permission not in STEP_UP:
            continue
        roles = PERMISSIONS[op.declared.permission]
        who = next(name for name in stale if getattr(house, name).has_role(*roles))
        where = f"/api/v1{op.address(things_of(made, house))}"
        assert_api_refuses(post(stale[who], where, op.declared.example), permitted=True)
        program = Caller(getattr(house, who), by_token=True)
        answer = post(program.client, where, op.declared.example, headers=program.headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_permitted"), str(op)
        asked += 1
    assert asked >= len(SENSITIVE)


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
    assert "Your second factor is confirmed" in text(kept)
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
