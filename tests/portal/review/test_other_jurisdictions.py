"""A regulator of another jurisdiction finds nothing of a case, at whatever address, over every route.

The addresses are read from Django's own table, so a new page is covered from the day it is added.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Sum

from portal.accounts.models import Role, User
from portal.audit.models import AuditEntry
from portal.regulator.moves import MOVES
from portal.review.models import Comment, Flag, Move, Tick
from portal.submissions.models import Submission
from tests.factories import House, answered, approved, create_user, in_review, odds, recommended
from tests.portal.doors import signed_in
from tests.portal.routes import PDF, PLAIN, THINGS, Route, routes

pytestmark = pytest.mark.slow

# What stands in an address and leads to a case; and what is published of a case, for everyone to read.
OF_A_CASE = {"reference", "upload_id", "file_id", "report_file_id", "document_id", "condition_id"}
PUBLISHED = {
    "api:entry",
    "api:history",
    "api:register-documents",
    "api:register-document",
    "api:register-proof",
}
MORE: dict[str, list[Any]] = {"number": [2], "kind": ["certificate"], "move": sorted(MOVES)}


def addresses(house: House, made: Submission, doors: tuple[str, ...]) -> list[str]:
    """Every address of these doors that leads to the case, with every move there is."""
    found = []
    for route in routes():
        if route.door in doors and set(route.gaps) & OF_A_CASE and route.name not in PUBLISHED:
            found += [route.address(values) for values in _filled(route, house, made)]
    return found


def _filled(route: Route, house: House, made: Submission) -> list[dict[str, Any]]:
    filled: list[dict[str, Any]] = [{}]
    for gap in route.gaps:
        if gap == "reference":
            choices: list[Any] = [made.reference]
        elif gap in MORE:
            choices = MORE[gap]
        elif gap in PLAIN:
            choices = [PLAIN[gap]]
        elif gap == "example_id":
            choices = ["1"]
        elif gap == "upload_id":
            choices = [1]  # of a draft only: tests/portal/operator/test_documents.py has those handed in
        else:
            choices = [THINGS[gap](house, made)]
        filled = [values | {gap: choice} for values in filled for choice in choices]
    return filled


@pytest.fixture
def strangers(house: House) -> list[User]:
    """Every role there is at another jurisdiction's regulator, and one person with all of them."""
    elsewhere = house.foreign_officer.organisation
    everything = [Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER, Role.REGULATOR_ADMIN]
    return [
        house.foreign_officer,
        house.foreign_approver,
        create_user(organisation=elsewhere, roles=[Role.REGULATOR_ADMIN]),
        create_user(organisation=elsewhere, roles=everything),
    ]


def cases(house: House) -> list[Submission]:
    return [
        in_review(house, odds(4)),
        recommended(house),
        answered(house, PDF).submission,
        approved(house, conditions=[{"text": "Post a sign.", "due_on": None}]).submission,
    ]


@pytest.mark.slow
def test_every_page_of_a_case_is_not_found(house: House, strangers: list[User]) -> None:
    """404 by every method the address knows; and whatever was sent, nothing was written."""
    made = cases(house)
    reached = [addresses(house, case, ("regulator", "account")) for case in made]
    before = written()
    for stranger, found in zip(strangers, reached, strict=True):
        client = signed_in(stranger)
        assert len(found) > 20
        for where in found:
            answers = {client.get(where).status_code, client.post(where).status_code}
            assert answers in ({404}, {404, 405}), f"{where} answered {answers}"
    assert written() == before


@pytest.mark.slow
def test_the_api_answers_a_stranger_as_for_no_case(house: House, strangers: list[User]) -> None:
    """By the API too: the answer, whatever is wrong with the request, is the one for no case at all."""
    made = recommended(house)
    found = addresses(house, made, ("api",))
    assert len(found) > 20
    before = written()
    client = signed_in(strangers[-1])
    for where in found:
        nowhere = where.replace(made.reference, "NZ-2026-9999")
        for method in ("get", "post", "put", "patch", "delete"):
            ask = getattr(client, method)
            there, nothing = ask(where), ask(nowhere)
            assert there.status_code == nothing.status_code
            assert 400 <= there.status_code < 500, f"{method} {where} answered {there.status_code}"
    assert written() == before


def written() -> tuple[Any, ...]:
    """The trail too: not even an attempt may show that there was something to attempt."""
    versions = Submission.objects.aggregate(Sum("current_version"))
    counted = tuple(model.objects.count() for model in (Move, Comment, Flag, Tick))
    # A refused write leaves an entry that says who tried which address, whether or not there is anything.
    trail = AuditEntry.objects.exclude(action__startswith="sign_in").exclude(action="write.refused")
    return (versions, counted, trail.count())
