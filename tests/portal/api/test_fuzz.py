"""schemathesis against the served schema, as everybody: no server error, no answer the schema does not know.

Some calls are as generated. The others are led somewhere: real things in the address, a case in a state that
the operation starts from, somebody who may do it, and a body of which what must be real is real and the rest
as generated. So they reach the services, and in a long run every operation is seen to succeed.

A short run is part of every test run. `make api-fuzz` makes 20,000 calls (API_FUZZ_CALLS: another number).
"""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from portal.accounts.permissions import PERMISSIONS
from portal.api.media_types import FILES
from portal.api.moves import MOVES
from portal.review import workflow
from portal.review.findings import findings_by_key
from portal.review.transitions import TRANSITIONS
from portal.submissions import examples
from portal.submissions.models import Submission
from tests.factories import (
    House,
    create_property,
    create_table,
    digest,
    in_review,
    make_house,
    recommended,
    submitted,
)
from tests.portal.api.callers import Caller
from tests.portal.api.operations import (
    PDF,
    Op,
    draft_with_example,
    in_force,
    operations,
    signed_size,
    things_of,
    undone,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.environ.get("TEST_DATABASE") == "postgres" and "API_FUZZ_CALLS" not in os.environ,
        reason="on PostgreSQL the long run only (API_FUZZ_CALLS)",
    ),
]

CALLS = int(os.environ.get("API_FUZZ_CALLS", "260"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
PEOPLE = (
    "submitter",
    "viewer",
    "operator_admin",
    "officer",
    "approver",
    "regulator_admin",
    "site_admin",
    "outsider",
    "foreign_officer",
)
# Maryland's: its limits can be changed by notice, a draft has to state when vigorish is taken, and chips of 5
# are something to remark on.
RULES = {
    "edition": "md-craps",
    "chip_unit": "5",
    "vig": {way: {"collect": "placement"} for way in ("buy", "lay")},
}
# Nothing is typeset here.
NEEDS_A_PDF = (
    "/api/v1/register/{reference}/documents/{kind}",
    "/api/v1/register/{reference}/documents/{kind}/proof",
    "/api/v1/submissions/{reference}/documents/{document_id}",
)
MOVED_BY = {move.transition.slug: move.transition.name for move in MOVES} | {
    "queries": "open_query",
    "answer": "answer_query",
}


@schemathesis.serializer("application/pdf", "image/png", "image/jpeg")
def as_it_is(ctx: Any, value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode(errors="surrogatepass")


@pytest.fixture
def one_connection() -> Iterator[None]:
    """A request ends without closing the connection, which the test's transaction needs."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


class World:
    """Callers of every role, and a case in each state that the operations start from."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.callers = {"nobody": Caller(), **{name: Caller(getattr(house, name)) for name in PEOPLE}}
        create_table(property=house.property)
        makers = (draft_with_example, submitted, in_review, asked, recommended, in_force)
        self.cases = [maker(house, RULES) for maker in makers]
        elsewhere = replace(house, property=create_property(organisation=house.operator, jurisdiction="md"))
        self.cases.insert(-1, suspended(elsewhere, RULES))
        self.signed = signed_size()
        self.turns = itertools.cycle(sorted(self.callers))
        self.told: Counter[tuple[str, int]] = Counter()
        self.succeeded: Counter[str] = Counter()

    def able(self, op: Op) -> list[str]:
        """Who may do it: everybody what is public, else the people of the house with the permission."""
        if op.declared.is_public:
            return sorted(self.callers)
        roles = PERMISSIONS.get(op.declared.permission)
        return [n for n in PEOPLE[:6] if roles is None or getattr(self.house, n).has_role(*roles)]

    def fitting(self, op: Op) -> list[Submission]:
        """The cases that an operation starts from, or all where it does not say."""
        slug = op.template.rpartition("/")[2]
        if op.declared.is_public or "file_id" in op.route.gaps:
            return self.cases[-1:]
        if {"upload_id", "example_id"} & set(op.route.gaps):
            return self.cases[:1]
        if op.method == "get" or not op.is_of_a_case:
            return self.cases
        if slug in MOVED_BY:
            sources = TRANSITIONS[MOVED_BY[slug]].sources
            return [case for case in self.cases if case.state in sources]
        states = {"ticks": ["in_review"], "vary": ["in_force"], "limit-notices": ["in_force"]}.get(slug)
        if states is None:
            states = (
                ["draft"]
                if op.declared.permission == "submission.edit"
                else [c.state for c in self.cases[1:]]
            )
        return [case for case in self.cases if case.state in states]


@pytest.mark.parametrize("part", [0, 1])  # two processes share the work
def test_every_operation_as_everybody(db: None, one_connection: None, part: int) -> None:
    world = World(make_house("md", "md-craps"))
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    schema.config.checks.negative_data_rejection.expected_statuses += ["412", "413"]
    ours = {(op.method, "/api/v1" + op.template): op for op in operations()}
    found = [result.ok() for result in schema.get_all_operations() if isinstance(result, Ok)]
    itself = {("get", "/api/v1/openapi.json")}  # schemathesis does not ask for what it has read
    assert {(o.method, o.path) for o in found} | itself == set(ours), "every operation and no other"
    mine, wanted = found[part::2], CALLS // 2
    for again, (place, operation) in itertools.product(range(5), enumerate(mine)):
        # Some have little to vary and end early; those that follow, and another round, make up for it.
        left = wanted - world.told.total()
        if again and left <= 0:
            break
        calls = max(2, -(-left // (len(mine) - place)))
        _fuzz(operation, ours[operation.method, operation.path], world, calls, again)
        print(f"{world.told.total():6} {operation.label}", flush=True)
    by_role, by_status = Counter[str](), Counter[int]()
    for (role, status), times in world.told.items():
        by_role[role] += times
        by_status[status] += times
    print(f"by caller: {dict(by_role)}\nby status: {dict(sorted(by_status.items()))}")
    print(f"succeeded: {dict(sorted(world.succeeded.items()))}")
    assert world.told.total() >= wanted
    assert 500 not in by_status
    assert set(by_role) == set(world.callers)
    if CALLS >= 5_000:
        never = [o.label for o in mine if not world.succeeded[o.label] and o.path not in NEEDS_A_PDF]
        assert not never, "these were never seen to succeed"


def _fuzz(operation: Any, op: Op, world: World, calls: int, again: int) -> None:
    is_file = op.declared.body is not None and not op.takes_json
    # No bytes are wrong where a file is taken: the answer says what they are. Each is looked at by a process.
    modes = [GenerationMode.POSITIVE] if is_file else [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    able = itertools.cycle(world.able(op))

    @seed(20161109 + again)
    @settings(
        max_examples=3 if op.declared.rate == "verify" else calls,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=st.one_of([operation.as_strategy(mode) for mode in modes]),
        made=st.sampled_from([None, *world.fitting(op) * 2]),
        kept=st.sampled_from([None, 0, 255, *(1 << place for place in range(8))]),
    )
    def ask(case: Any, made: Submission | None, kept: int | None) -> None:
        who = next(world.turns)  # not drawn: each caller has as many calls as the others
        checks = [*CHECKS, negative_data_rejection]
        if made is not None:
            checks = CHECKS  # what was meant to be wrong may have been put right
            case.path_parameters = {name: things_of(made, world.house)[name] for name in op.route.gaps}
            if kept is not None:
                who = next(able)
                _put_right(case, op, world, made, kept)
        caller = world.callers[who]
        with undone():
            response = case.call(headers=caller.headers)
            world.told[who, response.status_code] += 1
            world.succeeded[operation.label] += response.status_code < 300
            case.validate_response(response, checks=checks, headers=caller.headers)

    ask()


def _put_right(case: Any, op: Op, world: World, made: Submission, kept: int) -> None:
    """A body that can go through: the example, with those generated fields that the bits of `kept` name,
    and real things where only these are taken; and the tag of what is there."""
    case.headers = {}
    if op.method != "get":
        case.query = {}
    case.query = {**(case.query or {}), **_asked_for(op, world, made)}
    if set(FILES) <= set(op.declared.accepts):
        case.body, case.media_type = PDF + f"{kept}\n%%EOF\n".encode(), "application/pdf"
    elif op.takes_json:
        drawn = case.body.items() if isinstance(case.body, dict) else ()
        known = getattr(op.declared.body, "fields", None)
        mixed = {
            name: value
            for place, (name, value) in enumerate(drawn)
            if kept >> place % 8 & 1 and (known is None or name in known)
        }
        body = {**op.declared.example, **mixed}
        real = _real(world, made)
        for name in body:
            body[name] = _with_edition(real.get(name, body[name]), name)
        case.body, case.media_type = body, "application/json"
    if op.declared.if_match:
        version = made.current_version
        assert version is not None
        tag = f"{version.number}-{version.digest[:16]}"
        if "example_id" in op.route.gaps:
            tag = examples.state_of(examples.own_examples(made).get())
        case.headers = {"If-Match": f'"{tag}"'}


def _with_edition(value: Any, name: str) -> Any:
    """A rule set is read only if its edition is one."""
    if name in ("ruleset", "a", "b") and isinstance(value, dict):
        return {**value, "edition": "md-craps"}
    return value


def _asked_for(op: Op, world: World, made: Submission) -> dict[str, Any]:
    if set(FILES) <= set(op.declared.accepts):
        return {"kind": "layout", "confidential": "true", "filename": "plan.pdf"}
    parameters: dict[str, dict[str, Any]] = {
        "get /log/inclusion": {"position": 0, "size": world.signed},
        "get /log/consistency": {"old": world.signed, "new": world.signed},
        "get /verify": {"reference": made.reference},
    }
    return parameters.get(f"{op.method} {op.template}", {})


def _real(world: World, made: Submission) -> dict[str, Any]:
    """What a body must have right to be more than refused."""
    found = {
        "digest": digest(made),
        "property": world.house.property.pk,
        "edition": "md-craps",
        "table": world.house.property.tables.get().pk,
        "explanations": [
            {"finding": p["finding"], "kind": p["needs"], "text": "As elsewhere."}
            for p in (workflow.submit_gate(made) if made.state == "draft" else ())
        ],
        "no_conflict": True,
        "posted": True,
        "takes_effect_at": (timezone.now() + timedelta(days=1)).isoformat(),
    }
    if made.state == "in_review":
        found["finding"] = next(iter(findings_by_key(made.submitted_version)), "")
    return found


def asked(house: House, ruleset: dict[str, Any]) -> Submission:
    """A case with an open question."""
    made = in_review(house, ruleset)
    due = timezone.localdate() + timedelta(days=10)
    return workflow.open_query(actor=house.officer, reference=made.reference, text="Which?", due_on=due)


def suspended(house: House, ruleset: dict[str, Any]) -> Submission:
    made = in_force(house, ruleset)
    return workflow.suspend(actor=house.approver, reference=made.reference, reason="Other dice.")
