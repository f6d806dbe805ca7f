"""Whose each address is, over every route of the portal: what is another's does not exist.

A route that is not in the matrix fails: whoever adds one says here who may see what it leads to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from portal.accounts.models import Role, User
from portal.submissions.models import Submission
from tests.experts import asked
from tests.factories import House, approved, create_laboratory, create_user, draft, in_review
from tests.portal.doors import signed_in
from tests.portal.routes import PLAIN, THINGS, Route, absent, real, routes

pytestmark = pytest.mark.slow

OPEN = "open to everyone"
SECRET = "opened by a secret in the address"
OWN = "shows only what is the reader's own"
OPERATOR = "of one operator: for others it does not exist"
REGULATOR = "of a regulator's jurisdiction: for others it does not exist"
EXPERT = "of an expert's open request: for others it does not exist"
SITE = "of those who run the site: for others it does not exist"
TEAM = "of one organisation's team: for others it does not exist"

# Doors that show nobody's own things; the API's own matrix is tests/portal/api/test_access.py.
# Everything else is listed address by address.
OPEN_DOORS = {"", "public", "api"}

MATRIX = {
    "operator:dashboard": OWN,
    "operator:findings": OWN,
    "operator:finding": OPERATOR,
    "operator:properties": OWN,
    "operator:add-property": OWN,
    "operator:property": OPERATOR,
    "operator:add-table": OPERATOR,
    "operator:set-table-active": OPERATOR,
    "operator:new": OWN,
    "operator:import": OWN,
    "operator:import-template": OWN,
    "operator:import-schema": OWN,
    "operator:submit-many": OWN,
    "operator:declare-many": OWN,
    "operator:sheets": OWN,
    "operator:sheet-template": OWN,
    "operator:sheet-export": OWN,
    "operator:sheet": OPERATOR,
    "operator:sheet-drafts": OPERATOR,
    "operator:submission": OPERATOR,
    "operator:withdraw": OPERATOR,
    "operator:answer": OPERATOR,
    "operator:condition": OPERATOR,
    "operator:surrender": OPERATOR,
    "operator:take-back-surrender": OPERATOR,
    "operator:reply-to-notice": OPERATOR,
    "operator:vary": OPERATOR,
    "operator:renew": OPERATOR,
    "operator:changes": OPERATOR,
    "operator:tables": OPERATOR,
    "operator:limit-notice": OPERATOR,
    "operator:export": OPERATOR,
    "operator:import-into": OPERATOR,
    "operator:copy": OPERATOR,
    "operator:elsewhere": OPERATOR,
    "operator:submit": OPERATOR,
    "operator:receipt": OPERATOR,
    "operator:save-reply": OPERATOR,
    "operator:versions": OPERATOR,
    "operator:newer-edition": OPERATOR,
    "operator:examples": OPERATOR,
    "operator:new-example": OPERATOR,
    "operator:change-example": OPERATOR,
    "operator:remove-example": OPERATOR,
    "operator:example": OPERATOR,
    "operator:documents": OPERATOR,
    "operator:remove-document": OPERATOR,
    "operator:draft": OPERATOR,
    "operator:step": OPERATOR,
    "operator:live-check": OPERATOR,
    "operator:live-figures": OPERATOR,
    "operator:autosave": OPERATOR,
    "regulator:dashboard": OWN,
    "regulator:queue": OWN,
    "regulator:bulk": OWN,
    "regulator:save-filter": OWN,
    "regulator:delete-filter": TEAM,
    "regulator:conditions": OWN,
    "regulator:judge-condition": REGULATOR,
    "regulator:inspect": REGULATOR,
    "regulator:inspections": OWN,
    "regulator:inspections-done": OWN,
    "regulator:inspection-publication": OWN,
    "regulator:inspect-worker": OPEN,
    "regulator:inspection": REGULATOR,
    "regulator:checklist": REGULATOR,
    "regulator:cancel-inspection": REGULATOR,
    "regulator:findings": OWN,
    "regulator:finding": REGULATOR,
    "regulator:suspend-for-finding": REGULATOR,
    "regulator:editions": OWN,
    "regulator:new-edition": OWN,
    "regulator:edition": REGULATOR,
    "regulator:edition-values": REGULATOR,
    "regulator:edition-value": REGULATOR,
    "regulator:edition-part": REGULATOR,
    "regulator:undo-change": REGULATOR,
    "regulator:edition-head": REGULATOR,
    "regulator:import-edition": OWN,
    "regulator:preview-book": REGULATOR,
    "regulator:preview-certificate": REGULATOR,
    "regulator:add-part": REGULATOR,
    "regulator:remove-part": REGULATOR,
    "regulator:add-reading": REGULATOR,
    "regulator:edit-reading": REGULATOR,
    "regulator:edition-examples": REGULATOR,
    "regulator:edition-example": REGULATOR,
    "regulator:move-example": REGULATOR,
    "regulator:delete-example": REGULATOR,
    "regulator:import-into-edition": REGULATOR,
    "regulator:edition-files": REGULATOR,
    "regulator:edition-tests": REGULATOR,
    "regulator:run-tests": REGULATOR,
    "regulator:edition-clauses": REGULATOR,
    "regulator:edition-clause": REGULATOR,
    "regulator:add-clause": REGULATOR,
    "regulator:move-clause": REGULATOR,
    "regulator:undo-clause": REGULATOR,
    "regulator:delete-clause": REGULATOR,
    "regulator:edition-book": REGULATOR,
    "regulator:edition-slips": REGULATOR,
    "regulator:edition-impact": REGULATOR,
    "regulator:run-impact": REGULATOR,
    "regulator:impact-csv": REGULATOR,
    "regulator:impact-xlsx": REGULATOR,
    "regulator:publish-edition": REGULATOR,
    "regulator:propose-edition": REGULATOR,
    "regulator:take-back-edition": REGULATOR,
    "regulator:send-back-edition": REGULATOR,
    "regulator:withdraw-edition": REGULATOR,
    "regulator:drop-withdrawal": REGULATOR,
    "regulator:confirm-withdrawal": REGULATOR,
    "regulator:delete-edition": REGULATOR,
    "regulator:open-consultation": REGULATOR,
    "regulator:consultations": OWN,
    "regulator:moderate-comment": REGULATOR,
    "regulator:spam-comment": REGULATOR,
    "regulator:rewrite-answer": REGULATOR,
    "regulator:consultation": REGULATOR,
    "regulator:answer-comments": REGULATOR,
    "regulator:consultation-move": REGULATOR,
    "regulator:standards": OWN,
    "regulator:new-standard": OWN,
    "regulator:standard": REGULATOR,
    "regulator:change-standard": REGULATOR,
    "regulator:reports": OWN,
    "regulator:report-csv": OWN,
    "regulator:case": REGULATOR,
    "regulator:ask-expert": REGULATOR,
    "regulator:extend-expert": REGULATOR,
    "regulator:withdraw-expert": REGULATOR,
    "regulator:expert-file": REGULATOR,
    "expert:requests": OWN,
    "expert:request": EXPERT,
    "expert:document": EXPERT,
    "regulator:claim": REGULATOR,
    "regulator:assign": REGULATOR,
    "regulator:comment": REGULATOR,
    "regulator:extend-query": REGULATOR,
    "regulator:tick": REGULATOR,
    "regulator:versions": REGULATOR,
    "regulator:mark": REGULATOR,
    "regulator:example": REGULATOR,
    "regulator:note": REGULATOR,
    "regulator:retry-document": REGULATOR,
    "regulator:move": REGULATOR,
    "account:sign-in": OPEN,
    "account:demo-sign-in": OPEN,
    "account:sign-in-code": OPEN,
    "account:sign-in-passkey": OPEN,
    "account:passkey-question": OPEN,
    "account:sign-in-provider": OPEN,
    "account:sign-in-with": OPEN,
    "account:provider-back": OPEN,
    "account:sign-out": OPEN,
    "account:step-up": OWN,
    "account:second-factor": OWN,
    "account:new-passkey": OWN,
    "account:new-app": OWN,
    "account:recovery-codes": OWN,
    "account:use-demonstration": OWN,
    "account:demonstration-code": OWN,
    "account:passkey": TEAM,
    "account:remove-factor": TEAM,
    "account:providers": OWN,
    "account:link-provider": OWN,
    "account:unlink-provider": TEAM,
    "account:sessions": OWN,
    "account:end-other-sessions": OWN,
    "account:end-session": TEAM,
    "account:distrust": TEAM,
    "account:team-security": OWN,
    "account:ask-factor-reset": TEAM,
    "account:confirm-factor-reset": TEAM,
    "account:drop-factor-reset": TEAM,
    "account:start": OWN,
    "account:reset": OPEN,
    "account:reset-sent": OPEN,
    "account:reset-confirm": SECRET,
    "account:invitation": SECRET,
    "account:accept-with": SECRET,
    "account:account": OWN,
    "account:change-password": OWN,
    "account:unsent": OWN,
    "account:discard-unsent": OWN,
    "account:stay": OWN,
    "account:notices": OWN,
    "account:read-notices": OWN,
    "account:notice-choices": OWN,
    "account:outbox": OWN,
    "account:upload": OPERATOR,
    "account:answer-file": OPERATOR,
    "account:condition-file": OPERATOR,
    "account:intent-file": OPERATOR,
    "account:inspection-photo": OPERATOR,
    "account:document": OPERATOR,
    "account:documents": OPERATOR,
    "account:bundle": OPERATOR,
    "account:bundles": OPERATOR,
    "account:audit": OWN,
    "account:audit-csv": OWN,
    "account:audit-json": OWN,
    "account:team": OWN,
    "account:member": TEAM,
    "account:set-access": TEAM,
    "account:sign-out-everywhere": TEAM,
    "account:close-account": TEAM,
    "account:decide-roles": TEAM,
    "account:decide-invitation": TEAM,
    "account:cancel-invitation": TEAM,
    "account:resend-invitation": TEAM,
    "account:tokens": OWN,
    "account:new-token": OWN,
    "account:revoke-token": TEAM,
    "account:away": OWN,
    "account:back": OWN,
    "account:member-away": TEAM,
    "account:member-back": TEAM,
    "account:calendar": OWN,
    "account:new-calendar": OWN,
    "account:calendar-off": OWN,
    "account:calendar-feed": SECRET,
    "account:new-machine": OWN,
    "account:new-machine-token": TEAM,
    "account:jurisdictions": OWN,
    "account:new-jurisdiction": SITE,
    "account:import-jurisdiction": SITE,
    "account:jurisdiction": REGULATOR,
    "account:change-jurisdiction": REGULATOR,
    "account:export-jurisdiction": REGULATOR,
    "account:specimen-letter": REGULATOR,
    "account:add-day": REGULATOR,
    "account:remove-day": REGULATOR,
    "account:organisations": SITE,
    "account:new-organisation": SITE,
    "account:organisation": SITE,
    "account:deactivate-organisation": SITE,
    "account:reactivate-organisation": SITE,
    "account:set-oversight": SITE,
    "account:cancel-first-invitation": SITE,
    "account:resend-first-invitation": SITE,
    "account:webhooks": OWN,
    "account:new-webhook": OWN,
    "account:webhook": TEAM,
    "account:webhook-secret": TEAM,
    "account:webhook-active": TEAM,
    "account:webhook-test": TEAM,
    "account:remove-webhook": TEAM,
    "account:delivery": TEAM,
    "account:redeliver": TEAM,
}

ROUTES = {route.name: route for route in routes() if route.door not in OPEN_DOORS}


def of(*kinds: str) -> list[str]:
    return [name for name in ROUTES if MATRIX.get(name) in kinds]


@dataclass(frozen=True)
class Cases:
    """A house with cases, made once for all addresses of a test."""

    house: House
    draft: Submission
    in_review: Submission
    approved: Submission


@pytest.fixture
def cases(house: House) -> Cases:
    case = in_review(house)
    asked(house, case)  # an expert who sees a part of the case sees it on the expert's own pages only
    return Cases(house, draft(house), case, approved(house).submission)


@pytest.fixture
def case_of(cases: Cases, subtests: pytest.Subtests) -> Callable[[str], Any]:
    """For one address: what its test adds to the cases is taken back before the next."""

    @contextmanager
    def for_one(name: str) -> Iterator[tuple[Route, Cases]]:
        with subtests.test(name), transaction.atomic():
            yield ROUTES[name], cases
            transaction.set_rollback(True)

    return for_one


def test_every_route_is_in_the_matrix_and_the_matrix_has_no_others() -> None:
    assert set(ROUTES) == set(MATRIX)


@pytest.mark.parametrize("name", of(OPERATOR, REGULATOR, TEAM, EXPERT))
def test_every_gap_in_an_address_can_be_filled(name: str) -> None:
    gaps = set(ROUTES[name].gaps)
    assert gaps <= set(THINGS) | set(PLAIN), "say in tests/portal/routes.py how to make one of these"
    assert gaps & set(THINGS), "an address without a thing in it is nobody's: it belongs under OWN"


@pytest.mark.parametrize("name", of(OWN))
def test_an_address_that_names_a_thing_is_somebodys(name: str) -> None:
    assert not set(ROUTES[name].gaps) & set(THINGS)


def test_another_operators_things_do_not_exist(case_of: Callable[[str], Any]) -> None:
    for name in of(OPERATOR):
        with case_of(name) as (route, cases):
            house = cases.house
            outsiders = [house.outsider, *_of_every_role(house.outsider), house.expert]
            things = [real(route, house, made) for made in (cases.draft, *_later(cases, route))]
            for outsider in outsiders:
                assert_alike(signed_in(outsider), route, *things)


def test_another_jurisdictions_cases_do_not_exist(case_of: Callable[[str], Any]) -> None:
    for name in of(REGULATOR):
        with case_of(name) as (route, cases):
            house = cases.house
            values = real(route, house, cases.in_review)
            for stranger in (house.foreign_officer, house.foreign_approver, house.submitter, house.expert):
                assert_alike(signed_in(stranger), route, values)


def test_another_organisations_people_do_not_exist(case_of: Callable[[str], Any]) -> None:
    for name in of(TEAM):
        with case_of(name) as (route, cases):
            house = cases.house
            admin = create_user(organisation=house.outsider.organisation, roles=[Role.OPERATOR_ADMIN])
            values = real(route, house, cases.draft)
            strangers = [admin, house.regulator_admin]
            # Laboratories have no webhooks: their people get 403 for any.
            if not {"endpoint_id", "delivery_id"} & set(route.gaps):
                laboratory = house.expert.organisation
                strangers.append(create_user(organisation=laboratory, roles=[Role.EXPERT_ADMIN]))
            for stranger in strangers:
                assert_alike(signed_in(stranger), route, values)


def test_an_experts_request_exists_for_that_expert_alone(case_of: Callable[[str], Any]) -> None:
    for name in of(EXPERT):
        with case_of(name) as (route, cases):
            house = cases.house
            values = real(route, house, cases.draft)
            other = create_user(organisation=create_laboratory(), roles=[Role.EXPERT])
            admin = create_user(organisation=house.expert.organisation, roles=[Role.EXPERT_ADMIN])
            for stranger in (other, admin, house.officer, house.submitter, house.site_admin):
                assert_alike(signed_in(stranger), route, values)


def test_an_expert_finds_no_pages_of_operators_and_regulators(house: House) -> None:
    client = signed_in(house.expert)
    for name in of(OWN):
        if name.startswith(("operator:", "regulator:")):
            where = ROUTES[name].address({**PLAIN})
            assert {client.get(where).status_code, client.post(where).status_code} <= {404, 405}, name


def test_pages_of_the_site_exist_for_its_administrator_alone(case_of: Callable[[str], Any]) -> None:
    for name in of(SITE):
        with case_of(name) as (route, cases):
            house = cases.house
            where = route.address(real(route, house, cases.draft))
            for stranger in (house.regulator_admin, house.operator_admin, house.expert):
                client = signed_in(stranger)
                assert {client.get(where).status_code, client.post(where).status_code} <= {404, 405}
            assert signed_in(house.site_admin).get(where).status_code in (200, 405)


def test_a_regulator_finds_no_operators_pages(case_of: Callable[[str], Any]) -> None:
    for name in [name for name in ROUTES if name.startswith("operator:")]:
        with case_of(name) as (route, cases):
            house = cases.house
            client = signed_in(house.officer)
            where = route.address(real(route, house, cases.draft))
            assert {client.get(where).status_code, client.post(where).status_code} <= {404, 405}


def test_the_signed_out_are_asked_to_sign_in(case_of: Callable[[str], Any]) -> None:
    for name in of(OWN, OPERATOR, REGULATOR, SITE, TEAM, EXPERT):
        with case_of(name) as (route, cases):
            house = cases.house
            where = route.address(real(route, house, cases.draft))
            answers = [Client().get(where), Client().post(where)]
            assert {answer.status_code for answer in answers} <= {302, 405}
            for answer in answers:
                assert answer.status_code == 405 or answer["Location"].startswith("/sign-in/")


def assert_alike(client: Client, route: Route, *things: dict[str, Any]) -> None:
    """By every method the answer is 404, and word for word the one for what was never there."""
    nowhere = route.address(absent(route))
    nothing = {method: _text(method(nowhere), nowhere) for method in (client.get, client.post)}
    for there in (route.address(values) for values in things):
        found = set()
        for method, expected in nothing.items():
            answer = method(there)
            assert answer.status_code in (404, 405), f"{there} answered {answer.status_code}"
            assert _text(answer, there) == expected
            found.add(answer.status_code)
        assert 404 in found


def _later(cases: Cases, route: Route) -> list[Submission]:
    """The same in force, where pages take other turns; documents and examples are added to drafts only."""
    return [] if {"upload_id", "example_id", "file_id"} & set(route.gaps) else [cases.approved]


def _of_every_role(outsider: User) -> list[User]:
    return [
        create_user(organisation=outsider.organisation, roles=[role])
        for role in (Role.OPERATOR_VIEWER, Role.OPERATOR_ADMIN)
    ]


def _text(answer: Any, where: str) -> str:
    """What differs by nature is taken out: the address itself, the token of a form, the seconds until the
    session ends, the request's number."""
    text = answer.content.decode().replace(where, "ADDRESS")
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text)
    text = re.sub(r' data-(left|whole)="[0-9]+"', "", text)
    request_id = answer.headers.get("X-Request-ID", "")
    return text.replace(request_id, "") if request_id else text
