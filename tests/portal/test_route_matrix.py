"""Whose each address is, over every route of the portal: what is another's does not exist.

A route that is not in route_matrix.py fails: whoever adds one says there who may see what it leads to.
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
from tests.exhaustive import EXHAUSTIVE
from tests.experts import asked
from tests.factories import House, approved, create_laboratory, create_user, draft, in_review
from tests.portal.doors import signed_in
from tests.portal.route_matrix import EXPERT, MATRIX, OPERATOR, OWN, REGULATOR, ROUTES, SITE, TEAM, of
from tests.portal.routes import PLAIN, THINGS, Route, absent, real

pytestmark = pytest.mark.slow


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
    for number, name in enumerate(of(OPERATOR)):
        with case_of(name) as (route, cases):
            house = cases.house
            outsiders = [house.outsider, *_of_every_role(house.outsider), house.expert]
            things = [real(route, house, made) for made in (cases.draft, *_later(cases, route))]
            for outsider in two_of(outsiders, number):
                assert_alike(signed_in(outsider), route, *things)


def test_another_jurisdictions_cases_do_not_exist(case_of: Callable[[str], Any]) -> None:
    for number, name in enumerate(of(REGULATOR)):
        with case_of(name) as (route, cases):
            house = cases.house
            values = real(route, house, cases.in_review)
            strangers = [house.foreign_officer, house.foreign_approver, house.submitter, house.expert]
            for stranger in two_of(strangers, number):
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


def two_of(people: list[User], number: int) -> list[User]:
    """The first and another one in turn, so that many addresses see everybody; all under EXHAUSTIVE=1."""
    return people if EXHAUSTIVE else [people[0], people[1 + number % (len(people) - 1)]]


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
