"""`make test`: what failed stays failed, but for a few tests that pass when they are run again alone."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from scripts import test as script

BROWSER = "tests/browser/test_layout.py::test_narrow[360]"
KILL = "tests/faults/test_kill.py::test_killed_renders"
UNIT = "tests/craps/test_edge.py::test_published"


class Runs:
    """Stands for subprocess.run: the first run leaves these failures, the next gives this code."""

    def __init__(self, failed: list[str], *codes: int) -> None:
        self.failed, self.codes = failed, list(codes)
        self.last_failed = Path()
        self.commands: list[list[str]] = []

    def __call__(self, command: list[str], **_: Any) -> "subprocess.CompletedProcess[str]":
        self.commands.append(command)
        if len(self.commands) == 1:
            self.last_failed.write_text(json.dumps(dict.fromkeys(self.failed, True)))
        return subprocess.CompletedProcess(command, self.codes.pop(0), "")


def outcome(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, runs: Runs, step: str = script.BROWSER
) -> list[str]:
    runs.last_failed = tmp_path / "lastfailed"
    places = {name: (folder, runs.last_failed) for name, (folder, _) in script.RUN_AGAIN.items()}
    monkeypatch.setattr(script, "RUN_AGAIN", places)
    monkeypatch.setattr(script, "has_postgresql", lambda: True)
    monkeypatch.setattr(script, "STEPS", {"all": {step: ["pytest"]}})
    monkeypatch.setattr(script, "LANES", ((step,),))
    monkeypatch.setattr(subprocess, "run", runs)
    said: list[str] = []
    monkeypatch.setattr("builtins.print", lambda *words, **_: said.append(" ".join(words)))
    failed = script.main("all")
    lines = said[-1].strip().splitlines()
    assert failed == lines[0].startswith("FAILED")
    return lines


@pytest.mark.parametrize(("test", "step"), [(BROWSER, script.BROWSER), (KILL, script.FAULTS)])
def test_one_that_watches_programs_is_run_again_alone_and_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, test: str, step: str
) -> None:
    runs = Runs([test], 1, 0)
    said = outcome(monkeypatch, tmp_path, runs, step)
    assert said[0].startswith("passed") and said[1:] == [f"FLAKY, passed when run again alone: {test}"]
    assert runs.commands[1][1:] == ["-q", "-n", "0", test]


def test_one_that_fails_again_has_failed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said = outcome(monkeypatch, tmp_path, Runs([BROWSER], 1, 1))
    assert len(said) == 1 and said[0].startswith("FAILED")


@pytest.mark.parametrize(
    ("failed", "code", "step"),
    [
        ([UNIT], 1, script.BROWSER),
        ([BROWSER, UNIT], 1, script.BROWSER),
        ([f"{BROWSER}{number}" for number in range(4)], 1, script.BROWSER),
        ([BROWSER], 2, script.BROWSER),
        ([BROWSER], 1, script.POSTGRES),
        ([UNIT], 1, script.SQLITE),
        ([KILL], 1, script.BROWSER),
        ([BROWSER], 1, script.FAULTS),
        ([], 1, script.BROWSER),
    ],
    ids=[
        "no browser",
        "not only browser",
        "too many",
        "interrupted",
        "another step",
        "a step that repeats nothing",
        "not a browser's",
        "not the product's",
        "nothing named",
    ],
)
def test_nothing_else_is_repeated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, failed: list[str], code: int, step: str
) -> None:
    runs = Runs(failed, code)
    said = outcome(monkeypatch, tmp_path, runs, step)
    assert len(said) == 1 and said[0].startswith("FAILED")
    assert len(runs.commands) == 1


def test_failures_of_an_earlier_run_do_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "lastfailed").write_text(json.dumps({BROWSER: True}))

    class Crash(Runs):
        def __call__(self, command: list[str], **_: Any) -> "subprocess.CompletedProcess[str]":
            self.commands.append(command)
            return subprocess.CompletedProcess(command, 1, "")

    runs = Crash([])
    assert outcome(monkeypatch, tmp_path, runs)[0].startswith("FAILED")
    assert len(runs.commands) == 1
    assert not (tmp_path / "lastfailed").exists()


def test_what_is_run_again_waits_for_all_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    order: list[str] = []

    def run(name: str, command: list[str], aloud: bool = True) -> script.Outcome:
        order.append(name)
        return script.Outcome(name, 1.0, 1 if name == script.SQLITE else 0)

    def again(outcome: script.Outcome) -> list[str]:
        order.append(f"{outcome.name}, again")
        return []

    monkeypatch.setattr(script, "run", run)
    monkeypatch.setattr(script, "passed_alone", again)
    assert script.main("all") == 1
    steps = len(script.STEPS["all"])
    assert all(name in script.STEPS["all"] for name in order[:steps])
    assert all(name.endswith(", again") for name in order[steps:]) and len(order) == 2 * steps


@pytest.mark.parametrize("failures", [0, 1])
def test_every_step_is_run_and_one_failure_is_enough(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], failures: int
) -> None:
    ran: list[str] = []

    def run(name: str, command: list[str], aloud: bool = True) -> script.Outcome:
        ran.append(name)
        return script.Outcome(name, 1.0, failures if name == script.POSTGRES else 0)

    monkeypatch.setattr(script, "run", run)
    assert script.main("all") == failures
    assert set(ran) == set(script.STEPS["all"]) and len(ran) == len(set(ran))
    assert script.FAULTS in capsys.readouterr().out.splitlines()[-1]
