"""Whose each thing is, over every operation × every kind of caller × own, another's and nobody's thing.

Generated from the addresses: an operation that is added is tested by being there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

import pytest

from portal.accounts.models import Role, User
from portal.accounts.permissions import PERMISSIONS
from portal.accounts.scopes import SCOPES, scope_for
from portal.api.endpoint import PUBLIC, SIGNED_IN
from portal.api.media_types import FILES
from portal.audit.models import AuditEntry
from portal.bundles import services as bundles
from portal.review import workflow
from portal.review.models import Comment, Decision, Move, Query, Recommendation
from portal.submissions.models import OwnExample, Submission, Upload, Version
from portal.validation.drafts import save_draft
from tests.exhaustive import EXHAUSTIVE
from tests.experts import asked as ask_expert
from tests.factories import House, create_table, create_user, digest, in_review, odds
from tests.inspecting import with_finding
from tests.portal.api.callers import Caller, signed_in
from tests.portal.api.operations import (
    NOWHERE,
    PDF,
    Op,
    draft_with_example,
    in_force,
    operations,
    things_of,
    undone,
)

pytestmark = pytest.mark.slow

OPERATIONS = operations()
OF_A_CASE = [op for op in OPERATIONS if op.is_of_a_case]
IF_MATCH = '"1-0123456789abcdef"'


class World:
    """A house with cases in three states, and a caller for every role of everybody."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.cases = [draft_with_example(house), in_review(house), in_force(house)]
        order = {"case_file": (house.submitter, house.officer), "publication": (house.officer,)}
        for kind, who in ((kind, who) for kind, people in order.items() for who in people):
            bundles.order(actor=who, reference=self.cases[2].reference, kind=kind)
        with_finding(house, create_table(property=house.property))
        ask_expert(house, self.cases[1])
        other = house.outsider.organisation
        self.insiders = {
            name: getattr(house, name)
            for name in ("submitter", "viewer", "operator_admin", "officer", "approver", "regulator_admin")
        }
        self.strangers = {
            "another operator's submitter": house.outsider,
            "another operator's viewer": create_user(organisation=other, roles=[Role.OPERATOR_VIEWER]),
            "another operator's administrator": create_user(organisation=other, roles=[Role.OPERATOR_ADMIN]),
            "a foreign officer": house.foreign_officer,
            "a foreign approver": house.foreign_approver,
            "the site administrator": house.site_admin,
            "an expert asked about the case": house.expert,
            "somebody without a role": create_user(organisation=other, roles=[]),
        }
        people = {**self.insiders, **self.strangers}
        self.callers = {name: Caller(user, by_token=True) for name, user in people.items()}
        self.callers["nobody"] = Caller()
        self.signed_in = [(user, signed_in(user)) for user in self.insiders.values()]

    def somebody_who_may(self, op: Op) -> Caller:
        """One of the insiders: by a token, or signed in where no token may."""
        to = op.declared.permission
        for name, user in self.insiders.items():
            if may(user, op):
                return self.callers[name]
        return next(caller for user, caller in self.signed_in if user.has_role(*PERMISSIONS[to]))


@pytest.fixture
def world(house: House) -> World:
    return World(house)


def asked(caller: Caller, op: Op, values: dict[str, Any]) -> Any:
    body = op.declared.example if op.declared.body is not None else None
    if body and "property" in body:
        body = {**body, "property": values["property"]}
    headers = {"If_Match": IF_MATCH} if op.declared.if_match else {}
    where = op.address(values)
    if set(FILES) <= set(op.declared.accepts):
        body, headers["Content_Type"] = PDF + b"more\n%%EOF\n", "application/pdf"
        where += "?kind=layout&confidential=true&filename=plan.pdf"
    return caller.ask(op.method, where, body, **headers)


def may(user: User, op: Op) -> bool:
    """By a token: what no scope has is for a signed-in person."""
    to = op.declared.permission
    if op.declared.is_public or to == SIGNED_IN:
        return True
    return bool(scope_for(to)) and user.has_role(*PERMISSIONS[to])


def test_every_operation_declares_its_permission() -> None:
    assert len(OPERATIONS) > 60
    for op in OPERATIONS:
        assert op.declared.permission in (PUBLIC, SIGNED_IN, *PERMISSIONS), op
        assert op.declared.is_public or not set(op.route.gaps) - set(NOWHERE), op
        if op.declared.body is not None and op.takes_json:
            assert op.declared.example is not None, f"{op} shows no example"


def test_what_a_scope_allows_can_be_done() -> None:
    used = {op.declared.permission for op in OPERATIONS}
    for scope in SCOPES.values():
        assert scope.permissions <= used, f"{scope.name} allows what has no address"


def test_what_is_anothers_does_not_exist(world: World) -> None:
    """Word for word the answer for what was never there, for every stranger, of a draft and one in force."""
    before = _rows()
    seen = 0
    things = [things_of(case, world.house) for case in (world.cases[0], world.cases[2])]
    for op in OF_A_CASE:
        for name in [*world.strangers, "nobody"]:
            nothing = asked(world.callers[name], op, NOWHERE)
            for values in things:
                answer = asked(world.callers[name], op, values)
                assert answer.status_code in (401, 403, 404), f"{op} by {name}: {answer.status_code}"
                assert _told(answer, values) == _told(nothing, NOWHERE), f"{op} tells {name} something"
                seen += 1
    assert seen > 600
    assert _rows() == before


def test_a_thing_of_another_case_is_not_in_this_one(world: World) -> None:
    """The right reference with another case's example or document leads nowhere, also for its owner."""
    one, _, two = world.cases
    mine, other = things_of(one, world.house), things_of(two, world.house)
    for where in (
        f"/submissions/{one.reference}/documents/{other['document_id']}",
        f"/submissions/{two.reference}/examples/{mine['example_id']}",
    ):
        assert world.callers["submitter"].get(where).status_code == 404


def test_roles_decide_what_ones_own_people_may_do(world: World) -> None:
    """Whoever has the permission is never told 401 or 403; whoever has not is told 403 at everything."""
    for op in [op for op in OPERATIONS if not op.declared.is_public]:
        case = world.cases[0 if {"example_id", "upload_id"} & set(op.route.gaps) else 2]
        values = things_of(case, world.house) | {"edition_id": world.house.edition.pk}
        for name, user in world.insiders.items():
            if user.is_regulator and case is world.cases[0]:
                continue  # a draft is the operator's own
            with undone():
                answer = asked(world.callers[name], op, values)
            if may(user, op):
                assert answer.status_code not in (401, 403, 404, 500), f"{op} by {name}: {answer.content!r}"
            else:
                told = answer.status_code, answer.json()["code"]
                assert told == (403, "not_permitted"), f"{op} by {name}"
        assert asked(world.callers["nobody"], op, values).status_code == 401, op


def test_lists_hold_only_what_is_ones_own(world: World) -> None:
    for name in world.strangers:
        answer = world.callers[name].get("/submissions")
        assert answer.status_code in (401, 403) or answer.json()["items"] == [], name
    assert len(world.callers["submitter"].get("/submissions").json()["items"]) == 3
    assert len(world.callers["officer"].get("/submissions").json()["items"]) == 2, "a draft is not theirs"
    casinos = world.callers["another operator's submitter"].get("/properties").json()["items"]
    assert {row["organisation"] for row in casinos} == {str(world.house.outsider.organisation)}
    for name in ("another operator's administrator", "a foreign officer"):
        for row in world.callers[name].get("/audit?limit=100").json()["items"]:
            assert world.house.operator.name not in str(row)


def test_a_draft_and_what_is_amended_are_not_the_regulators(house: House) -> None:
    case = in_review(house)
    workflow.return_for_amendment(
        actor=house.officer, reference=case.reference, digest=digest(case), reason="State the dice."
    )
    save_draft(
        actor=house.submitter,
        reference=case.reference,
        ruleset={**odds(2), "chip_unit": "7"},
        expected_version=2,
    )
    officer, operator = Caller(house.officer), Caller(house.submitter)
    where = f"/submissions/{case.reference}"
    assert operator.get(where).json()["version"] == 3
    assert officer.get(where).json()["version"] == 2
    assert "chip_unit" not in officer.get(f"{where}/ruleset").json()["ruleset"]
    assert officer.get(f"{where}/versions/3").status_code == 404
    assert [row["number"] for row in officer.get(f"{where}/versions").json()["items"]] == [2, 1]


# Mass assignment -------------------------------------------------------------------------------------------

SMUGGLED = {
    "status": "approved",
    "state": "in_force",
    "organisation": 1,
    "organisation_id": 1,
    "approved_by": 1,
    "decided_by": 1,
    "digest": "0" * 64,
    "assignee": 1,
    "reference": "NZ-2026-0001",
    "created_by": 1,
    "in_force_from": "2020-01-01",
    "id": 1,
    "is_active": True,
    "roles": ["site_admin"],
}
WRITES = [op for op in OPERATIONS if not op.declared.is_public and op.takes_json]


def test_nothing_can_be_smuggled_in(world: World) -> None:
    """A field that is not the body's own is refused by its name, and nothing has changed."""
    before, fields = _rows(), cycle(SMUGGLED)
    for op in WRITES:
        case = world.cases[0 if op.declared.permission.startswith("submission") else 1]
        caller = world.somebody_who_may(op)
        headers = {}
        if op.declared.if_match:
            headers["If_Match"] = caller.get(f"/submissions/{case.reference}/ruleset")["ETag"]
        own = getattr(op.declared.body, "fields", {})  # such as the digest that a move binds to
        for field in SMUGGLED if EXHAUSTIVE else islice(fields, 3):
            if field not in own:
                body = {**op.declared.example, field: SMUGGLED[field]}
                answer = caller.ask(op.method, op.address(things_of(case, world.house)), body, **headers)
                assert answer.status_code == 400, f"{op} with {field}: {answer.content!r}"
                assert answer.json()["errors"][0]["path"].endswith(field), f"{op} with {field}"
    assert _rows() == before


def test_a_parameter_that_is_not_on_the_list_is_refused(world: World) -> None:
    names = cycle(("organisation__name", "page", "state__in", "submission__state", "__proto__", "q[]"))
    for op in OPERATIONS:
        if op.method == "get":
            where = op.address(things_of(world.cases[2], world.house))
            caller = world.somebody_who_may(op)
            answer = caller.get(f"{where}?{next(names)}=1")
            assert (answer.status_code, answer.json()["code"]) == (400, "unknown_parameter"), op
            for known in op.declared.filters:
                assert known in answer.json()["detail"]


def _told(answer: Any, values: dict[str, Any]) -> Any:
    """What an answer says, but for the address and the request's number, which differ by nature."""
    told = {name: said for name, said in answer.json().items() if name not in ("instance", "request_id")}
    for value in values.values():
        told["detail"] = re.sub(rf"\b{re.escape(str(value))}\b", "…", told["detail"])
    return answer.status_code, told, {name: answer.get(name) for name in ("ETag", "Location", "Content-Type")}


def _rows() -> list[Any]:
    """Everything that a request could have changed, but for the trail of refusals."""
    return [list(rows) for rows in _tables()]


def _tables() -> Iterator[Any]:
    for model in (Submission, Version, OwnExample, Move, Query, Comment, Recommendation, Decision, Upload):
        yield model.objects.order_by("pk").values_list()
    yield User.objects.order_by("pk").values_list("pk", "is_active", "organisation_id")
    yield AuditEntry.objects.exclude(action__regex=r"\.(turned_away|refused)$").values_list("pk")
