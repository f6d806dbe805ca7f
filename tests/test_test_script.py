"""`make test`: what failed stays failed, but for a few browser tests that pass when run again alone."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scripts import test as script

BROWSER = "tests/browser/test_layout.py::test_narrow[360]"
UNIT = "tests/craps/test_edge.py::test_published"


class Runs:
    """Stands for subprocess.run: the first run leaves these failures, the next gives this code."""

    def __init__(self, failed: list[str], *codes: int) -> None:
        self.failed, self.codes = failed, list(codes)
        self.commands: list[list[str]] = []

    def __call__(self, command: list[str], **_: Any) -> "subprocess.CompletedProcess[str]":
        self.commands.append(command)
        if len(self.commands) == 1:
            script.LAST_FAILED.write_text(json.dumps(dict.fromkeys(self.failed, True)))
        return subprocess.CompletedProcess(command, self.codes.pop(0), "")


def outcome(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, runs: Runs, step: str = script.SQLITE
) -> list[str]:
    monkeypatch.setattr(script, "LAST_FAILED", tmp_path / "lastfailed")
    monkeypatch.setattr(script, "has_postgresql", lambda: True)
    monkeypatch.setattr(subprocess, "run", runs)
    return script.run(step, ["pytest"]).splitlines()


def test_a_browser_test_is_run_again_alone_and_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    runs = Runs([BROWSER], 1, 0)
    said = outcome(monkeypatch, tmp_path, runs)
    assert said[0].startswith("passed") and said[1:] == [f"FLAKY, passed when run again alone: {BROWSER}"]
    assert runs.commands[1][1:] == ["-q", "-n", "0", BROWSER]


def test_one_that_fails_again_has_failed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said = outcome(monkeypatch, tmp_path, Runs([BROWSER], 1, 1))
    assert len(said) == 1 and said[0].startswith("FAILED")


@pytest.mark.parametrize(
    ("failed", "code", "step"),
    [
        ([UNIT], 1, script.SQLITE),
        ([BROWSER, UNIT], 1, script.SQLITE),
        ([f"{BROWSER}{number}" for number in range(4)], 1, script.SQLITE),
        ([BROWSER], 2, script.SQLITE),
        ([BROWSER], 1, script.POSTGRES),
        ([], 1, script.SQLITE),
    ],
    ids=["no browser", "not only browser", "too many", "interrupted", "another step", "nothing named"],
)
def test_nothing_else_is_repeated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, failed: list[str], code: int, step: str
) -> None:
    runs = Runs(failed, code)
    said = outcome(monkeypatch, tmp_path, runs, step)
    assert len(said) == 1 and said[0].startswith("FAILED")
    assert len(runs.commands) == 1


def test_failures_of_an_earlier_run_do_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "lastfailed").write_text(json.dumps({UNIT: True}))

    def crash(command: list[str], **_: Any) -> "subprocess.CompletedProcess[str]":
        return subprocess.CompletedProcess(command, 1, "")

    monkeypatch.setattr(script, "LAST_FAILED", tmp_path / "lastfailed")
    monkeypatch.setattr(subprocess, "run", crash)
    assert script.run(script.SQLITE, ["pytest"]).startswith("FAILED")
    assert not (tmp_path / "lastfailed").exists()


@pytest.mark.parametrize("outcomes", [["passed", "passed"], ["passed", "FAILED"]])
def test_every_step_is_run_and_one_failure_is_enough(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], outcomes: list[str]
) -> None:
    ran: list[str] = []

    def run(name: str, command: list[str], aloud: bool = True) -> str:
        ran.append(name)
        return f"{outcomes[name == script.FAULTS]}  1.0 s  {name}"

    monkeypatch.setattr(script, "run", run)
    assert script.main("all") == ("FAILED" in outcomes)
    assert set(ran) == set(script.STEPS["all"]) and len(ran) == len(set(ran))
    assert script.FAULTS in capsys.readouterr().out.splitlines()[-1]
