"""Malformed bodies at every address that takes JSON: 400 with a place, and nothing stored.

There are over a hundred kinds. The suite tries a quarter of them at each address, at the next one another
quarter; `make exhaustive` tries all of them at all.
"""

from __future__ import annotations

import os
import re
from typing import Any

import pytest

from portal.accounts.permissions import PERMISSIONS
from portal.accounts.scopes import scope_for
from portal.submissions.models import Submission, Version
from tests.exhaustive import EXHAUSTIVE
from tests.factories import House
from tests.portal.api.callers import Caller, signed_in
from tests.portal.api.malformed import bodies
from tests.portal.api.operations import draft_with_example, operations, things_of

pytestmark = [
    pytest.mark.skipif(
        os.environ.get("TEST_DATABASE") == "postgres", reason="no malformed body reaches a database"
    ),
    pytest.mark.slow,
]
TAKES_JSON = [op for op in operations() if op.takes_json]
WHERE = re.compile(r"line \d+, column \d+|byte \d+|nested|digits|not a valid JSON number")


def test_there_are_enough_of_them() -> None:
    assert len(TAKES_JSON) > 25
    assert min(len(bodies(op.declared.example)) for op in TAKES_JSON) >= 100


@pytest.mark.parametrize("half", [0, 1])
def test_malformed_bodies_are_reported_with_their_place(house: House, half: int) -> None:
    made = draft_with_example(house)
    people = (house.submitter, house.officer_and_approver, house.regulator_admin)
    programs = {person: Caller(person) for person in people}
    etag = programs[house.submitter].get(f"/submissions/{made.reference}/ruleset")["ETag"]
    versions = Version.objects.count()
    for place, op in enumerate(TAKES_JSON[half::2]):
        caller = Caller()
        if not op.declared.is_public:
            roles = PERMISSIONS[op.declared.permission]
            person = next(person for person in people if person.has_role(*roles))
            caller = programs[person] if scope_for(op.declared.permission) else signed_in(person)
        headers = {"If_Match": etag} if op.declared.if_match else {}
        where = op.address(things_of(made, house))
        kinds = bodies(op.declared.example)
        for bad in kinds if EXHAUSTIVE else kinds[place % 4 :: 4]:
            told = _problem(caller.ask(op.method, where, bad.body, **headers), f"{op}: {bad.name}")
            assert told["code"] == bad.code, f"{op}, {bad.name}: {told}"
            path = told["errors"][0]["path"]
            if bad.place:
                assert path == bad.place, f"{op}, {bad.name}: {told}"
            else:
                named = path or WHERE.search(told["detail"]) or bad.code == "bad_value"
                assert named, f"{op}, {bad.name} is told no place: {told}"
    assert Submission.objects.count() == 1
    assert Version.objects.count() == versions


def _problem(answer: Any, name: str) -> dict[str, Any]:
    assert answer.status_code == 400, f"{name}: {answer.status_code} {answer.content[:300]!r}"
    assert answer["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = answer.json()
    assert found["request_id"] == answer["X-Request-ID"]
    assert found["detail"].strip()
    return found
