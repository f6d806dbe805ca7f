"""What docs/pipeline.md tells people to type works as it stands there."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "docs" / "pipeline.md").read_text()
INSTALL = "pip install .\n"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def run(script: str, folder: Path, programs: Path) -> subprocess.CompletedProcess[str]:
    """As a pipeline runs a step: stops at the first command that fails."""
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(folder), "LANG": "C.UTF-8"}
    return subprocess.run(
        ["bash", "-e", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=60
    )


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`craps` as an installation has it: only the package's own files, and a Python without Django."""
    place = tmp_path_factory.mktemp("installed")
    shutil.copytree(ROOT / "craps", place / "lib" / "craps", ignore=shutil.ignore_patterns("__pycache__"))
    command = place / "bin" / "craps"
    command.parent.mkdir()
    command.write_text(
        f'#!/bin/sh\nPYTHONPATH={place / "lib"} exec {os.path.realpath(sys.executable)} -S -m craps "$@"\n'
    )
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    return command.parent


def test_every_block_runs_in_order(tmp_path: Path, programs: Path) -> None:
    scripts = [script for script in blocks("sh") if script != INSTALL]
    assert len(scripts) == len(blocks("sh")) - 1 >= 8
    for script in scripts:
        done = run(script, tmp_path, programs)
        assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"


def test_the_workflow_passes_and_a_breach_stops_it(tmp_path: Path, programs: Path) -> None:
    (workflow,) = (yaml.safe_load(block) for block in blocks("yaml"))
    steps = [step["run"] for step in workflow["jobs"]["check"]["steps"] if "run" in step]
    install, *checks = steps
    assert install.startswith("pip install") and len(checks) == 2
    for script in blocks("sh"):
        if script.startswith("mkdir"):
            assert run(script, tmp_path, programs).returncode == 0
    for step in checks:
        assert run(step, tmp_path, programs).returncode == 0
    rules = tmp_path / "rules" / "pier-1.json"
    rules.write_text(rules.read_text().replace('"1/20"', '"3/50"'))
    stopped = run(checks[0], tmp_path, programs)
    assert stopped.returncode == 1 and "BREACH" in stopped.stdout
    (tmp_path / "scenarios" / "point-of-four.expected").write_text("{}")
    assert run(checks[1], tmp_path, programs).returncode == 1


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ('{"edition": "nz-revised"}', 0),
        ('{"edition": "nz-revised", "odds": {"pass_line": {"multiples": 9}}}', 1),
        ('{"edition": "atlantis"}', 2),
        ('{"edition": "nz-revised", "chip_unit": 2.5}', 2),
        ("{", 2),
    ],
)
def test_exit_codes_are_those_of_the_table(tmp_path: Path, programs: Path, typed: str, code: int) -> None:
    (tmp_path / "rules.json").write_text(typed)
    done = run("craps check rules.json", tmp_path, programs)
    assert done.returncode == code and "Traceback" not in done.stderr
    if code == 2:
        assert done.stdout == "" and len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_pip_install_gives_the_core_alone(tmp_path: Path) -> None:
    """In a fresh environment, built with the tests' own setuptools: no package index is asked."""
    source = tmp_path / "checkout"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in ("craps", "portal"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    venv: list[str | Path] = [os.path.realpath(sys.executable), "-m", "venv", "--without-pip"]
    subprocess.run([*venv, tmp_path / "venv"], check=True)
    programs = tmp_path / "venv" / "bin"
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    pip_of_venv = [*pip, "--python", programs / "python"]
    commands: list[list[str | Path]] = [
        [*pip, "wheel", "--no-build-isolation", "--no-deps", "-w", tmp_path, source],
        [*pip_of_venv, "install", "--no-index", "--find-links", tmp_path, "baize-craps"],
    ]
    for command in commands:
        built = subprocess.run(command, capture_output=True, text=True)
        assert built.returncode == 0, built.stderr
    away = tmp_path / "away"
    away.mkdir()
    listed = subprocess.run(
        [*pip_of_venv, "list", "--format", "freeze"], capture_output=True, text=True
    ).stdout
    assert "baize-craps" in listed and "Django" not in listed and "numpy" not in listed
    assert run("python -c 'import portal'", away, programs).returncode != 0
    for script in [script for script in blocks("sh") if script != INSTALL]:
        done = run(script, away, programs)
        assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
    from craps import core_version

    assert run("craps --version", away, programs).stdout.strip() == core_version()
    without = run("echo '{}' | craps simulate -", away, programs)
    assert without.returncode == 2 and "Traceback" not in without.stderr
