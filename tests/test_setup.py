"""Set-up on a machine where something is missing."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """scripts/setup.py for an ordinary user, on an empty folder, with every command noted instead of run."""
    spec = importlib.util.spec_from_file_location("baize_setup", ROOT / "scripts" / "setup.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module.os, "geteuid", lambda: 1000)
    ran: list[list[str]] = []
    monkeypatch.setattr(module, "ran", ran, raising=False)

    class Done:
        returncode = 0
        stdout = stderr = ""

    def run(command: list[Any], **_: Any) -> type[Done]:
        ran.append([str(part) for part in command])
        if "venv" in command:
            (tmp_path / ".venv" / "bin").mkdir(parents=True)
            (tmp_path / ".venv" / "bin" / "python").touch()
        return Done

    monkeypatch.setattr(module.subprocess, "run", run)
    (tmp_path / "requirements.txt").write_text("Django==5.2\n")
    return module


def test_a_library_is_found_by_loading_it(setup: ModuleType) -> None:
    assert setup.loads("libc.so.6")
    assert not setup.loads("libno-such-thing.so.0")


def test_without_root_the_command_to_type_is_shown(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "loads", lambda library: "pangoft2" not in library)
    with pytest.raises(SystemExit) as stopped:
        setup.main("run")
    assert stopped.value.code == (
        "The PDF renderer needs system libraries. Type: sudo apt-get install libpangoft2-1.0-0"
    )
    assert setup.ran == []


def test_without_root_missing_test_programs_are_only_announced(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(setup.shutil, "which", lambda program: None)
    monkeypatch.setattr(setup, "has_postgresql", lambda: False)
    setup.install_test_programs()
    said = capsys.readouterr().err
    assert "SKIPPED" in said
    assert "sudo apt-get install chromium-headless-shell redis-server poppler-utils postgresql" in said


def test_dependencies_are_installed_by_hash_and_once(setup: ModuleType) -> None:
    setup.install_requirements(["requirements.txt"])
    assert [command[2] for command in setup.ran] == ["venv", "pip", "compileall"]
    assert "--require-hashes" in setup.ran[1]
    setup.install_requirements(["requirements.txt"])
    assert len(setup.ran) == 3


def test_a_changed_lock_is_installed_again(setup: ModuleType) -> None:
    setup.install_requirements(["requirements.txt"])
    (setup.ROOT / "requirements.txt").write_text("Django==5.2.1\n")
    setup.install_requirements(["requirements.txt"])
    assert [command[2] for command in setup.ran[3:]] == ["pip", "compileall"]


def test_an_old_python_is_refused(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11"):
        setup.main("run")


def test_what_we_asked_for_is_what_is_locked() -> None:
    """Every line of requirements*.in has its exact version, with hashes, in requirements*.txt."""
    for name in ("requirements", "requirements-dev"):
        locked = (ROOT / f"{name}.txt").read_text().lower()
        assert "file:" not in locked
        for line in (ROOT / f"{name}.in").read_text().lower().splitlines():
            if not line or line.startswith(("#", "-")):
                continue
            package = line.split("==")[0].split("[")[0].replace("_", "-")
            assert f"\n{package}==" in locked, f"{package} is not locked: make lock"
    assert all("==" in line for line in locked.splitlines() if line[:1].isalpha())
