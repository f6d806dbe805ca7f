"""Imports point one way only. The lists below are the house: a part imports nothing that stands below it."""

import ast
import graphlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What any part of the portal may use, and which itself knows no part.
HOUSE = {
    "apps", "broker", "celery", "context", "environment", "errors", "files", "health", "middleware", "outbox",
    "queueing", "settings", "tasks", "upload_limit", "wsgi",
}  # fmt: skip
DOMAIN = [
    "accounts",
    "audit",
    "editions",
    "submissions",
    "validation",
    "register",
    "documents",
    "review",
    "notices",
]
DOORS = ["operator", "regulator", "public", "api"]
PARTS = [*DOMAIN, "pages", *DOORS]

CORE = [
    ["money", "dice"],
    ["wagers"],
    ["edition"],
    ["editions"],
    ["ruleset"],
    ["table", "settlement"],
    ["checks"],
    ["validation"],
    ["edge", "simulate"],
    ["drawing"],
    ["examples"],
    ["rulebook"],
    ["__main__"],
]
CORE_RANK = {name: rank for rank, names in enumerate(CORE) for name in names}


def sources(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports when it runs, in full, wherever in the file the import stands."""
    package = list(path.relative_to(ROOT).parent.parts)
    tree = ast.parse(path.read_text())
    for branch in ast.walk(tree):
        if isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING":
            branch.body = []  # names for the type checker only
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def part_of(module: str, package: str) -> str:
    """`portal.review.models.Decision` -> `review`; empty for anything outside the package."""
    names = module.split(".")
    return names[1] if names[0] == package and len(names) > 1 else ""


def place(path: Path) -> str:
    """The part a file belongs to: the name below portal/ or craps/."""
    return path.relative_to(ROOT).parts[1].removesuffix(".py")


@pytest.mark.parametrize("path", sources("portal"), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_portal_imports_upwards_only(path: Path) -> None:
    here = place(path)
    if here in {"__init__", "urls", "management"}:  # what puts the house together
        return
    assert here in HOUSE or here in PARTS, f"{here} has no place in the list of parts"
    for module in imports(path):
        there = part_of(module, "portal")
        if there not in PARTS:
            continue
        assert here in PARTS, f"{here} serves every part and may not know {there}"
        assert PARTS.index(there) <= PARTS.index(here), f"{here} imports {there}, which stands below it"
        assert not (here in DOORS and there in DOORS and here != there), f"door {here} imports door {there}"


def test_the_core_imports_upwards_only() -> None:
    for path in sources("craps"):
        here = place(path)
        for module in imports(path):
            there = part_of(module, "craps")
            if here in CORE_RANK and there in CORE_RANK:
                assert CORE_RANK[there] <= CORE_RANK[here], (
                    f"craps/{here} imports {there}, which stands below it"
                )


def test_the_core_has_no_circles() -> None:
    known = {place(path) for path in sources("craps")} - {"__init__"}
    graph: dict[str, set[str]] = {name: set() for name in known}
    for path in sources("craps"):
        here = place(path)
        if here in known:
            graph[here] |= {part_of(module, "craps") for module in imports(path)} & known - {here}
    list(graphlib.TopologicalSorter(graph).static_order())


@pytest.mark.parametrize("outside", ["django", "portal", "rest_framework", "celery", "weasyprint"])
def test_the_core_stands_alone(outside: str) -> None:
    users = [path for path in sources("craps") if any(top(module) == outside for module in imports(path))]
    assert users == []


def test_numpy_stays_in_simulate() -> None:
    users = [
        place(path) for path in sources("craps") if any(top(module) == "numpy" for module in imports(path))
    ]
    assert [name for name in users if not name.startswith("simulate")] == []
    assert not any(top(module) == "numpy" for path in sources("portal") for module in imports(path))


def test_weasyprint_has_one_door() -> None:
    users = {
        str(path.relative_to(ROOT))
        for path in sources("portal")
        if any(top(module) == "weasyprint" for module in imports(path))
    }
    assert users <= {"portal/documents/pdf.py"}


def test_only_the_workflow_writes_a_state() -> None:
    """`submission.state = …` or `.update(state=…)` outside review/workflow.py would be a second way in."""
    writers = set()
    for path in sources("portal/submissions") + sources("portal/review") + sources("portal/notices"):
        for node in ast.walk(ast.parse(path.read_text())):
            targets = node.targets if isinstance(node, ast.Assign) else []
            if any("submission" in ast.unparse(target) and is_state(target) for target in targets):
                writers.add(str(path.relative_to(ROOT)))
    assert writers <= {"portal/review/workflow.py"}


def test_rows_are_held_without_their_key() -> None:
    """PostgreSQL lets others refer to such a row meanwhile; else two can wait for each other for ever."""
    for path in sources("portal"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".select_for_update"):
                assert "no_key=True" in ast.unparse(node), f"{path}, line {node.lineno}"


@pytest.mark.parametrize("package", ["craps", "portal", "tests", "scripts"])
def test_files_can_be_read_in_one_sitting(package: str) -> None:
    written = [path for path in sources(package) if "migrations" not in path.parts]
    long = [str(path) for path in written if len(path.read_text().splitlines()) > 450]
    assert long == []


def test_browser_tests_wait_for_what_they_look_at() -> None:
    """A look without patience passes on a quiet machine and fails on a busy one; `expect` waits."""
    at_once = re.compile(
        r"assert .*(is_visible|is_hidden|input_value|count|inner_text|content)\(\)|activeElement\.id"
    )
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted((ROOT / "tests/browser").glob("*.py"))
        for line in path.read_text().splitlines()
        if at_once.search(line)
    ]
    assert not found


def is_state(target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and target.attr == "state"


def top(module: str) -> str:
    return module.partition(".")[0]
