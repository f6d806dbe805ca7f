"""Every service that writes leaves a row in the trail: read from the code, so that a new one cannot forget.

A service is a public function of the domain with a keyword-only `actor`. What it calls is followed through
all modules of the portal by name. A part that only recorded services call is recorded by them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from tests.test_architecture import ROOT

DOMAIN = {
    "accounts", "audit", "editions", "submissions", "validation", "register", "documents", "review",
    "inspections", "notices", "handover", "experts", "sign_in",
}  # fmt: skip
RECORDS = {"portal.audit.services.record", "portal.accounts.events.send_changed"}
WRITES = {
    "create", "save", "bulk_create", "bulk_update", "delete", "get_or_create", "update_or_create", "update",
}  # fmt: skip
# A dict has `update` too: of these names only what stands on rows of the database counts.
ON_ROWS = ("objects", ".filter(", ".exclude(", "select_for_update", "held(")

# Writes that change nothing anybody would look for in a trail, each with its reason.
NOT_RECORDED = {
    "portal.notices.services.mark_read": "a person has seen a notice of their own",
    "portal.notices.webhooks.services.send_test": "a trial message, listed among the endpoint's deliveries",
}


@dataclass
class Function:
    writes: bool = False
    actor: bool = False
    calls: set[str] = field(default_factory=set)


@cache
def functions() -> dict[str, Function]:
    """Every top-level function of the portal by its full name, with what it calls."""
    found: dict[str, Function] = {}
    for path in sorted((ROOT / "portal").rglob("*.py")):
        if "migrations" not in path.parts:
            found |= _functions(path)
    return found


def _functions(path: Path) -> dict[str, Function]:
    module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    tree = ast.parse(path.read_text())
    nodes = {top: list(ast.walk(top)) for top in tree.body}
    known = _imported(node for inside in nodes.values() for node in inside)
    tops = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    known |= {node.name: f"{module}.{node.name}" for node in tops}
    return {f"{module}.{node.name}": _read(node, nodes[node], known) for node in tops}


def _imported(nodes: Iterable[ast.AST]) -> dict[str, str]:
    names: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _read(node: ast.FunctionDef, inside: list[ast.AST], known: dict[str, str]) -> Function:
    # A receiver takes whatever else a signal sends along: it runs inside the service that sends it.
    is_receiver = node.args.kwarg is not None and node.args.kwarg.arg == "_"
    named = {argument.arg for argument in node.args.kwonlyargs}
    found = Function(actor="actor" in named and not is_receiver)
    for each in inside:
        if isinstance(each, ast.Name) and each.id in known:
            # Also a function handed on, such as to `run_service(form, service)`: it is called in the end.
            found.calls.add(known[each.id])
        if not isinstance(each, ast.Call):
            continue
        head, _, rest = _dotted(each.func).partition(".")
        if head in known:
            found.calls.add(f"{known[head]}.{rest}" if rest else known[head])
        if isinstance(each.func, ast.Attribute) and each.func.attr in WRITES:
            on = ast.unparse(each.func.value)
            found.writes |= each.func.attr in ("save", "delete") or any(sign in on for sign in ON_ROWS)
    return found


def _dotted(node: ast.AST) -> str:
    """`workflow.approve` for such a call; nothing for one on what another call gave."""
    if isinstance(node, ast.Attribute):
        before = _dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return node.id if isinstance(node, ast.Name) else ""


def reached(name: str) -> set[str]:
    """Everything a function calls, directly or through others."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            waiting += functions()[here].calls if here in functions() else ()
    return seen


def is_recorded(name: str, asking: frozenset[str] = frozenset()) -> bool:
    if reached(name) & RECORDS:
        return True
    others = [each for each, function in functions().items() if name in function.calls]
    callers = [each for each in others if each != name and each not in asking]
    return bool(callers) and all(is_recorded(caller, asking | {name}) for caller in callers)


def services() -> list[str]:
    """Public functions of the domain with an actor that write somewhere on their way."""
    return [
        name
        for name, function in functions().items()
        if function.actor
        and name.split(".")[1] in DOMAIN
        and ".demo." not in name
        and not name.rpartition(".")[2].startswith("_")
        and any(functions()[each].writes for each in reached(name) if each in functions())
    ]


def test_the_services_are_found() -> None:
    found = set(services())
    assert {
        "portal.review.workflow.approve",
        "portal.validation.drafts.save_draft",
        "portal.editions.drafting.change_value",
        "portal.accounts.services.invite",
    } <= found
    assert len(found) > 40


@pytest.mark.parametrize("name", services())
def test_it_writes_a_row_in_the_trail(name: str) -> None:
    recorded = is_recorded(name)
    if name in NOT_RECORDED:
        assert not recorded, "it is recorded after all: take it from the list"
    else:
        assert recorded, "a write without a row in the trail: call record() in its transaction"


def test_the_exceptions_are_still_there() -> None:
    assert set(NOT_RECORDED) <= set(services())


def test_a_write_without_a_record_would_be_noticed(tmp_path: Path) -> None:
    source = ast.parse("def forget(*, actor):\n    Thing.objects.filter(pk=1).update(a=2)\n")
    node = source.body[0]
    assert isinstance(node, ast.FunctionDef)
    read = _read(node, list(ast.walk(node)), {})
    assert read.actor and read.writes and not read.calls & RECORDS
