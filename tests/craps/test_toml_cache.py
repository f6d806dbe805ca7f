"""A data file is parsed once, and again when it has changed."""

import os
import sys
import tomllib
from pathlib import Path

import pytest

from craps.editions import edition_ids
from craps.toml_cache import load_toml

EDITIONS = Path(__file__).parent.parent.parent / "craps" / "editions"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    path = tmp_path / "limits.toml"
    path.write_text('most = 5\nclauses = ["2/3.3"]\n')
    return path


def cached(source: Path) -> list[Path]:
    return [*source.parent.rglob("*.marshal")]


def test_it_is_parsed_once(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load_toml(str(source))
    assert first == {"most": 5, "clauses": ["2/3.3"]}
    assert len(cached(source)) == 1
    monkeypatch.setattr(tomllib, "load", None)
    assert load_toml(str(source)) == first


def test_a_changed_file_is_parsed_again(source: Path) -> None:
    load_toml(str(source))
    source.write_text("most = 10\n")
    assert load_toml(str(source)) == {"most": 10}
    source.write_text("most = 20\n")  # as long as before
    os.utime(source, (1, 1))
    assert load_toml(str(source)) == {"most": 20}


@pytest.mark.parametrize("damaged", [b"", b"\x00", b"TOML", b"\xe9\x01\x00\x00\x00"])
def test_a_damaged_cache_is_ignored_and_replaced(source: Path, damaged: bytes) -> None:
    load_toml(str(source))
    [cache] = cached(source)
    cache.write_bytes(damaged)
    assert load_toml(str(source))["most"] == 5
    assert cache.read_bytes() != damaged


def test_nothing_is_written_where_python_writes_nothing(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert load_toml(str(source))["most"] == 5
    assert cached(source) == []


def test_a_folder_that_cannot_be_written_to_is_no_error(source: Path) -> None:
    (source.parent / "__pycache__").write_text("a file where the folder would be")
    assert load_toml(str(source))["most"] == 5


@pytest.mark.parametrize("edition", edition_ids())
def test_the_editions_are_what_their_files_say(edition: str) -> None:
    path = EDITIONS / f"{edition}.toml"
    assert load_toml(str(path)) == load_toml(str(path)) == tomllib.loads(path.read_text())


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_toml(str(tmp_path / "none.toml"))
