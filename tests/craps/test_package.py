"""The package as other programs use it: typed, told in its own readme, quick to import."""

import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

import craps
from craps.__main__ import VERBS

PACKAGE = Path(craps.__file__).parent
README = (PACKAGE / "README.md").read_text()
PROGRAM = re.search(r"```python\n(.*?)```", README, re.S)


def test_what_is_named_can_be_imported() -> None:
    for name in craps.__all__:
        assert getattr(craps, name) is not None, name


def test_functions_are_not_hidden_by_modules_of_their_name() -> None:
    names = {path.stem for path in PACKAGE.glob("*.py")} | {
        path.name for path in PACKAGE.iterdir() if path.is_dir()
    }
    assert not names & set(craps.__all__)


def test_every_verb_has_a_module_and_a_row_in_the_contract() -> None:
    contract = (PACKAGE.parent / "docs" / "contract.md").read_text()
    for verb in VERBS:
        assert (PACKAGE / "commands" / f"{verb}.py").exists()
        assert re.search(rf"craps {verb}\b|^\| `{verb} ?", contract, re.M), verb


def output(program: str) -> str:
    arguments = [sys.executable, "-c", program]
    done = subprocess.run(
        arguments, capture_output=True, text=True, check=True, cwd=PACKAGE.parent, timeout=600
    )
    return done.stdout


def loaded(program: str) -> set[str]:
    program = f"import sys; before = set(sys.modules); {program}; print(*set(sys.modules) - before)"
    return set(output(program).split())


def test_importing_it_loads_nothing_else() -> None:
    assert loaded("import craps") <= {"craps", "__future__"}


def test_checking_loads_no_module_that_it_does_not_need() -> None:
    slow = {"argparse", "dataclasses", "inspect", "ast", "difflib", "pathlib", "datetime", "copy", "numpy"}
    assert not slow & loaded("from craps import check, edges, load_ruleset")


def test_the_readme_s_program_runs() -> None:
    assert PROGRAM
    shown = output(PROGRAM[1]).splitlines()
    assert shown[0] == "Field Bet wins on 6-6: 5 at 2 to 1 pays 10."
    assert shown[1:3] == ["[('odds.pass_line.multiples', '6/E', '100')]", "5/4"]


@pytest.mark.slow
def test_mypy_accepts_a_program_that_uses_it(tmp_path: Path) -> None:
    """The package lies among the installed ones, where py.typed is what makes it typed."""
    assert PROGRAM
    venv.create(tmp_path / "venv", symlinks=True)
    python = tmp_path / "venv" / "bin" / "python"
    (next((tmp_path / "venv" / "lib").iterdir()) / "site-packages" / "craps").symlink_to(PACKAGE)
    asked = "reveal_type(check(rules).findings[0].path)\nreveal_type(table.balance)\n"
    (tmp_path / "program.py").write_text(PROGRAM[1] + asked)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-executable", str(python)]
    done = subprocess.run([*mypy, "program.py"], capture_output=True, text=True, cwd=tmp_path, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert 'Revealed type is "str"' in done.stdout.replace("builtins.", "")
    assert "fractions.Fraction" in done.stdout


def test_the_marker_and_the_readme_are_part_of_the_package() -> None:
    assert (PACKAGE / "py.typed").exists()
    project = (PACKAGE.parent / "pyproject.toml").read_text()
    assert 'readme = "craps/README.md"' in project and '"py.typed"' in project
