"""schemathesis against the served schema, as everybody: no server error, no answer the schema does not know.

A short run is part of every test run. `make api-fuzz` makes 20,000 calls (API_FUZZ_CALLS: another number).
"""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from portal.submissions.models import Submission
from tests.factories import House, digest, in_review, recommended, submitted
from tests.portal.api.callers import Caller
from tests.portal.api.operations import Op, draft_with_example, in_force, operations, things_of, undone

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.environ.get("TEST_DATABASE") == "postgres" and "API_FUZZ_CALLS" not in os.environ,
        reason="on PostgreSQL the long run only (API_FUZZ_CALLS)",
    ),
]

CALLS = int(os.environ.get("API_FUZZ_CALLS", "200"))
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
        makers = (draft_with_example, submitted, in_review, recommended, in_force)
        self.cases = [maker(house) for maker in makers]
        self.turns = itertools.cycle(sorted(self.callers))
        self.told: Counter[tuple[str, int]] = Counter()


@pytest.mark.parametrize("part", [0, 1])  # two processes share the work
def test_every_operation_as_everybody(house: House, one_connection: None, part: int) -> None:
    world = World(house)
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    schema.config.checks.negative_data_rejection.expected_statuses += ["412", "413"]
    ours = {(op.method, "/api/v1" + op.template): op for op in operations()}
    found = [result.ok() for result in schema.get_all_operations()]
    assert {(o.method, o.path) for o in found} == set(ours), "the schema has every operation and no other"
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
    assert world.told.total() >= wanted
    assert 500 not in by_status
    assert set(by_role) == set(world.callers)


def _fuzz(operation: Any, op: Op, world: World, calls: int, again: int) -> None:
    is_file = op.declared.body is not None and not op.takes_json
    # No bytes are wrong where a file is taken: the answer says what they are. Each is looked at by a process.
    modes = [GenerationMode.POSITIVE] if is_file else [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]

    @seed(20161109 + again)
    @settings(
        max_examples=3 if is_file else calls,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=st.one_of([operation.as_strategy(mode) for mode in modes]),
        made=st.sampled_from([None, *world.cases]),
        meant=st.booleans(),
    )
    def ask(case: Any, made: Submission | None, meant: bool) -> None:
        who = next(world.turns)  # not drawn: each caller has as many calls as the others
        caller, checks = world.callers[who], [*CHECKS, negative_data_rejection]
        if made is not None:
            checks = CHECKS  # what was meant to be wrong may have been put right
            _lead_somewhere(case, op, world, made, meant)
        with undone():
            response = case.call(headers=caller.headers)
            world.told[who, response.status_code] += 1
            case.validate_response(response, checks=checks, headers=caller.headers)

    ask()


def _lead_somewhere(case: Any, op: Op, world: World, made: Submission, meant: bool) -> None:
    """Puts a real thing in the address and, if it is meant, a body and an ETag that can go through."""
    things = things_of(made, world.house)
    case.path_parameters = {name: things[name] for name in op.route.gaps}
    if not meant or not op.takes_json:
        return
    body = dict(op.declared.example)
    real = {"digest": digest(made), "property": world.house.property.pk}
    body |= {name: value for name, value in real.items() if name in body}
    case.body, case.media_type = body, "application/json"
    if op.declared.if_match:
        version = made.current_version
        case.headers = {"If-Match": f'"{version.number}-{version.digest[:16]}"'}
