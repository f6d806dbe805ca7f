"""Bad input: exit code 2, nothing on standard output, one line on standard error that names the place."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from craps import BadInput, settle
from craps.__main__ import main
from tests.craps.malformed import GOOD, Case, cases

CASES = cases()
ROOT = Path(__file__).parent.parent.parent


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 400


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_one_line_that_names_the_place(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scenario.json"
    file.write_bytes(case.text)
    assert main(["settle", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert_one_clear_line(err, case.place)


def assert_one_clear_line(err: str, place: str) -> None:
    assert err.endswith("\n")
    line = err[:-1]
    assert "\n" not in line
    assert line.isprintable(), line
    assert len(line) < 400, line[:500]
    assert line.startswith(f"craps: {place}")
    assert "Traceback" not in line
    assert "Error" not in line
    assert len(line.partition(": ")[2]) > 10
    if place and place not in ("xxx", "amount", "bet", "events", "ruleset", "edition"):
        assert line.partition(": ")[2].startswith(place), line


def test_no_two_places_share_a_bare_message() -> None:
    """The messages say what is wrong, not only that something is."""
    said = Counter(str(_complaint(case.text)) for case in CASES if case.place.startswith("events["))
    assert max(said.values()) <= 3


def _complaint(text: bytes) -> BadInput:
    with pytest.raises(BadInput) as complaint:
        settle(text)
    return complaint.value


@pytest.mark.parametrize("depth", range(100, 1000, 25))
def test_nesting_of_any_depth_is_a_complaint_not_a_crash(depth: int) -> None:
    """Text that can just be parsed must also be one that can be complained about."""
    nest = "[" * depth + "]" * depth
    for text in (
        f'{{"ruleset": {{"edition": "md-craps", "payouts": {{"field:2": {nest}}}}}, "events": []}}',
        f'{{"ruleset": {{"edition": {nest}}}, "events": []}}',
        f'{{"ruleset": {{"edition": "md-craps"}}, "events": [{{"bet": "field", "amount": {nest}}}]}}',
        f'{{"ruleset": {{"edition": "md-craps"}}, "events": [{{"roll": [{nest}, 1]}}]}}',
        f'{{"ruleset": {{"edition": "md-craps"}}, "events": [{{"turn": {nest}, "bet": "field"}}]}}',
    ):
        _complaint(text.encode())


def test_messages_say_what_would_be_right() -> None:
    say = {case.name: str(_complaint(case.text)) for case in CASES}
    assert say["a misspelt field"] == 'events[0].ammount: does not belong here; did you mean "amount"?'
    assert say["wager is unknown"] == (
        "events[0].bet: 'passline' is not a known wager; did you mean \"pass_line\"?"
    )
    assert say["amount is a float"] == (
        'events[0].amount: 2.5 is not exact; write a whole number, or a string such as "10", "2.50" or "35/3"'
    )
    assert "1e400" in say["amount is 1e400"]
    assert "inf" not in say["amount is 1e400"]
    assert "should be above 0" in say["amount is nought"]
    assert "one of 4, 5, 6, 8, 9, 10" in say["number is seven"]
    assert "face from 1 to 6" in say["roll is seven"]
    assert "appears twice" in say["amount twice"]
    assert "cannot be left up" in say["field that stays"]
    assert "change craps_2, craps_3, eleven, craps_12 instead" in say["a payout for horn"]
    assert "UTF-8" in say["UTF-16"]
    assert "line 1, column" in say["a trailing comma"]
    assert "nested too deeply" in say["deep lists"]


def test_the_good_scenario_is_good() -> None:
    run = settle(json.dumps(GOOD))
    assert [step.error for step in run.steps] == [None] * len(GOOD["events"])
    assert settle(b"\xef\xbb\xbf" + json.dumps(GOOD).encode()).to_json() == run.to_json()


def test_the_largest_numbers_that_are_read_are_settled() -> None:
    for amount in ("9" * 40, 10**40 - 1, "1/" + "9" * 38):
        settle({"ruleset": {"edition": "md-craps"}, "events": [{"bet": "field", "amount": amount}]})


# A few through a process of their own, as an operator's tools would call it -----------------------------


def craps(*args: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "craps", *args],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, **env},
        timeout=600,
    )


@pytest.mark.parametrize(
    "name", ["binary", "deep lists", "five thousand digits", "a field with a surrogate", "payout is deep"]
)
def test_in_a_process_of_its_own(name: str) -> None:
    case = next(case for case in CASES if case.name == name)
    done = craps("settle", "-", stdin=case.text, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (done.returncode, done.stdout) == (2, b"")
    assert_one_clear_line(done.stderr.decode(), case.place)


@pytest.mark.parametrize(
    "args",
    [
        ["settle"],
        ["settle", "no-such-file.json"],
        ["settle", "tests"],
        ["settle", "-", "--text", "--jsonl"],
        ["settle", "--colour", "-"],
        ["settle", "a", "b"],
        ["setle", "-"],
        ["--settle"],
    ],
)
def test_wrong_arguments_are_bad_input_too(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert_one_clear_line(err, "")


def test_a_closed_pipe_is_not_a_crash() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    lines = (json.dumps(GOOD) + "\n").encode() * 50
    done = subprocess.run(
        [sys.executable, "-m", "craps", "settle", "--jsonl", "-"],
        input=lines,
        stdout=writer,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        timeout=600,
    )
    os.close(writer)
    assert b"Traceback" not in done.stderr
    assert b"Exception" not in done.stderr
