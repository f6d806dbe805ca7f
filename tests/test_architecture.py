"""Rules of the code base that neither ruff nor the import contracts in pyproject.toml can hold."""

import ast
import graphlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import NO_MATTER_WHICH_DATABASE, ON_BOTH_DATABASES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent


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
    return _part(names[1:]) if names[0] == package and len(names) > 1 else ""


def place(path: Path) -> str:
    """The part a file belongs to: the name below portal/ or craps/."""
    return _part([name.removesuffix(".py") for name in path.relative_to(ROOT).parts[1:]])


def _part(names: list[str]) -> str:
    """In craps/games each game and each module is a part; the registry in `__init__` loads them by name."""
    games = {path.stem for path in (ROOT / "craps" / "games").iterdir()} - {"__init__"}
    return f"games.{names[1]}" if names[0] == "games" and names[1:] and names[1] in games else names[0]


def test_the_core_has_no_circles() -> None:
    known = {place(path) for path in sources("craps")} - {"__init__"}
    graph: dict[str, set[str]] = {name: set() for name in known}
    for path in sources("craps"):
        here = place(path)
        if here in known:
            graph[here] |= {part_of(module, "craps") for module in imports(path)} & known - {here}
    list(graphlib.TopologicalSorter(graph).static_order())


def test_a_game_knows_no_other() -> None:
    folders = {path.parent.name for path in (ROOT / "craps" / "games").glob("*/game.py")}
    assert len(folders) >= 4
    for path in (ROOT / "craps" / "games").rglob("*.py"):
        others = {f"games.{name}" for name in folders - {path.parent.name}}
        assert not others & {part_of(module, "craps") for module in imports(path)}, path


def test_imports_keep_their_direction() -> None:
    """The contracts in pyproject.toml, [tool.importlinter]."""
    checked = subprocess.run([BIN / "lint-imports"], cwd=ROOT, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_only_the_workflow_writes_a_state() -> None:
    """`submission.state = …` or `.update(state=…)` outside review/moving.py would be a second way in."""
    writers = set()
    for path in [
        path for part in ("submissions", "review", "notices", "demo") for path in sources(f"portal/{part}")
    ]:
        for node in ast.walk(ast.parse(path.read_text())):
            targets = node.targets if isinstance(node, ast.Assign) else []
            if any("submission" in ast.unparse(target) and is_state(target) for target in targets):
                writers.add(str(path.relative_to(ROOT)))
    assert writers <= {"portal/review/moving.py"}


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


def test_the_lists_of_tests_by_database_name_files_that_exist() -> None:
    for path in (*NO_MATTER_WHICH_DATABASE, *ON_BOTH_DATABASES):
        assert (ROOT / path).exists(), path
