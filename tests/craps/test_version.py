"""The core's name changes with anything an answer is made from, and with nothing else."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from craps import __version__, version


@pytest.fixture
def core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the core's files that may be changed."""
    copy = tmp_path / "craps"
    shutil.copytree(version.HERE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(version, "HERE", copy)
    monkeypatch.setattr(version, "PROSE", copy / "rulebook")
    return copy


def digest() -> str:
    return version.core_digest.__wrapped__()


def test_it_names_version_and_digest() -> None:
    assert re.fullmatch(re.escape(__version__) + r"\+[0-9a-f]{12}", version.core_version())
    assert len(version.core_version()) <= 40


def test_a_copy_has_the_same_digest(core: Path) -> None:
    assert digest() == version.core_digest()


@pytest.mark.parametrize(
    "name", ["settlement.py", "checks/vig.py", "editions/md-craps.toml", "settlement_messages.py"]
)
def test_any_change_gives_another(core: Path, name: str) -> None:
    before = digest()
    with (core / name).open("a") as file:
        file.write("\n# one more line\n")
    assert digest() != before


def test_a_new_file_and_a_moved_one_give_another(core: Path) -> None:
    before = digest()
    (core / "checks" / "new.py").write_text("")
    added = digest()
    (core / "checks" / "new.py").rename(core / "checks" / "moved.py")
    assert len({before, added, digest()}) == 3


def test_prose_and_caches_do_not_count(core: Path) -> None:
    before = digest()
    (core / "rulebook" / "md-craps.toml").write_text("")
    (core / "__pycache__").mkdir()
    (core / "__pycache__" / "money.cpython-311.pyc").write_bytes(b"x")
    (core / "notes.txt").write_text("x")
    assert digest() == before
