"""``python -m craps settle``: JSON, one scenario a line, and a table for people."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from craps import edition_ids, examples_of, load_ruleset, settle
from craps.__main__ import main
from craps.games.craps.texts import event_text
from craps.scenario import Event, read_scenario
from craps.settlement import settle_events
from craps.settlement_json import run_json
from tests.craps.malformed import GOOD
from tests.craps.strategies import scenarios

DATA = Path(__file__).parent.parent / "data"
TABLE: dict[str, Any] = {
    "ruleset": {"edition": "nz-revised"},
    "events": [
        {"bet": "pass_line", "amount": "10"},
        {"roll": [3, 1]},
        {"bet": "pass_odds", "amount": "10"},
        {"bet": "buy", "number": 10, "amount": "30", "stay": True},
        {"bet": "world", "amount": "10"},
        {"roll": [3, 4]},
        {"bet": "come", "amount": "5"},
        {"bet": "lay", "number": 4, "amount": "40"},
        {"turn": "off", "bet": "lay", "number": 4},
        {"remove": "lay", "number": 4, "amount": "20"},
        {"bet": "field", "amount": "5/2"},
        {"pass_dice": True},
        {"bet": "dont_pass", "amount": "5"},
        {"roll": [6, 6]},
    ],
}


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Any:
    def put(text: bytes) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))

    return put


def test_json_from_a_file_and_from_standard_input(
    tmp_path: Path, stdin: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(TABLE))
    assert main(["settle", str(file)]) == 0
    out, err = capsys.readouterr()
    assert (json.loads(out), err) == (settle(TABLE).to_json(), "")
    stdin(json.dumps(TABLE).encode())
    assert main(["settle", "-"]) == 0
    assert capsys.readouterr().out == out


def test_a_file_is_compact_a_terminal_indented_and_options_choose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(TABLE))
    compact = json.dumps(settle(TABLE).to_json(), ensure_ascii=False, separators=(",", ":")) + "\n"
    indented = json.dumps(settle(TABLE).to_json(), ensure_ascii=False, indent=2) + "\n"

    def answer(*options: str) -> str:
        assert main(["settle", *options, str(file)]) == 0
        return capsys.readouterr().out

    assert (answer(), answer("--compact"), answer("--indent")) == (compact, compact, indented)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert (answer(), answer("--compact"), answer("--indent")) == (indented, compact, indented)
    assert main(["settle", "--compact", "--indent", str(file)]) == 2


@pytest.mark.parametrize("verb", [["schema"], ["rules", "nz-1998"], ["explain", "md.vig.rate"]])
def test_other_verbs_write_json_in_the_same_two_ways(
    verb: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    answers = []
    for options in ([], ["--indent"]):
        assert main([*verb, *options]) == 0
        answers.append(capsys.readouterr().out)
    assert json.loads(answers[0]) == json.loads(answers[1])
    assert answers[0].count("\n") == 1 < answers[1].count("\n")


@pytest.mark.parametrize("edition", edition_ids())
@pytest.mark.parametrize("indent", [None, 2])
def test_the_fast_writer_writes_what_json_dumps_writes(edition: str, indent: int | None) -> None:
    separators = None if indent else (",", ":")
    ruleset = load_ruleset({"edition": edition})
    for example in examples_of(edition):
        run = settle_events(example.under(ruleset), example.read)
        plain = json.dumps(run.to_json(), ensure_ascii=False, indent=indent, separators=separators)
        assert run_json(run, indent=indent) == plain
    assert run_json(settle_events(ruleset, []), indent=indent) == json.dumps(
        settle_events(ruleset, []).to_json(), indent=indent, separators=separators
    )


@given(scenarios())
def test_the_fast_writer_on_any_scenario(scenario: dict[str, Any]) -> None:
    run = settle_events(*read_scenario(scenario))
    assert json.loads(run_json(run)) == run.to_json()
    assert run_json(run, indent=2) == json.dumps(run.to_json(), ensure_ascii=False, indent=2)


def test_every_event_has_its_step() -> None:
    steps = settle(TABLE).to_json()["steps"]
    assert [step["event"] for step in steps] == list(range(len(TABLE["events"])))
    for event, step in zip(TABLE["events"], steps, strict=True):
        assert ("settlements" in step) == ("roll" in event)
        assert step.keys() >= {"balance", "on_table", "point"}


def test_text_is_a_table_a_person_can_follow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(TABLE))
    assert main(["settle", "--text", str(file)]) == 0
    assert capsys.readouterr().out == (DATA / "settle-text.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event("roll", roll=(3, 1)), "roll 3-1"),
        (Event("pass_dice"), "pass the dice"),
        (Event("bet", "hop", (2, 5), 1), "bet hop 2-5 1"),
        (Event("bet", "place", 6, 12, stay=True), "bet place 6 12 and stay"),
        (Event("remove", "come"), "remove come"),
        (Event("turn", "buy", 4, state="on"), "turn buy 4 on"),
    ],
)
def test_events_in_a_few_words(event: Event, said: str) -> None:
    assert event_text(event) == said


def test_jsonl_answers_line_by_line_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = [{**GOOD, "events": GOOD["events"][:n]} for n in range(len(GOOD["events"]))]
    file = tmp_path / "many.jsonl"
    file.write_text("\n\n".join(map(json.dumps, many)))  # blank lines are no documents
    assert main(["settle", "--jsonl", str(file)]) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line) for line in out.splitlines()] == [settle(one).to_json() for one in many]
    assert err == ""


def test_a_bad_line_has_its_error_in_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = {**GOOD, "events": [{"bet": "pass_line", "amount": 0}]}
    surrogate = {**GOOD, "events": [{"bet": "pass_line", "amount": 5, "\ud800": 1}]}
    lines = [json.dumps(GOOD), json.dumps(bad), "{", json.dumps(surrogate), json.dumps(TABLE)]
    file = tmp_path / "some.jsonl"
    file.write_bytes("\n".join(lines).encode() + b'\n{"ruleset": "\xff"}\n' + json.dumps(GOOD).encode())
    assert main(["settle", "--jsonl", str(file)]) == 2
    out, err = capsys.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert err == ""
    assert [set(one) == {"error"} for one in found] == [False, True, True, True, False, True, False]
    assert found[1]["error"] == {"path": "events[0].amount", "message": "should be above 0, not 0"}
    assert found[2]["error"]["path"] == ""
    assert found[3]["error"]["path"] == "events[0].\\ud800"
    assert found[4] == settle(TABLE).to_json()
    assert all(one["error"].keys() == {"path", "message"} for one in found if "error" in one)


def test_an_empty_jsonl_is_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.jsonl"
    file.write_bytes(b"\n \n")
    assert main(["settle", "--jsonl", str(file)]) == 0
    assert capsys.readouterr().out == ""


def test_as_an_operators_tools_call_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "craps", "settle", "-"],
        input=json.dumps(TABLE).encode(),
        capture_output=True,
        cwd=DATA.parent.parent,
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == settle(TABLE).to_json()


def test_settling_loads_no_module_that_it_does_not_need(tmp_path: Path) -> None:
    """Each of these takes several milliseconds of a call that takes a tenth of a second."""
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(TABLE))
    slow = {"argparse", "dataclasses", "difflib", "hashlib", "inspect", "pathlib", "craps.checks"}
    program = "import sys; from craps.__main__ import main; main(); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program, "settle", str(file)],
        capture_output=True,
        text=True,
        cwd=DATA.parent.parent,
        timeout=600,
    )
    assert json.loads(done.stdout) == settle(TABLE).to_json()
    assert slow & set(done.stderr.split()) == set()


@pytest.mark.parametrize("args", [["--help"], ["settle", "--help"]])
def test_help(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        assert main(args) == 0
    except SystemExit as done:  # argparse ends the process after its own help
        assert done.code == 0
    assert "settle" in capsys.readouterr().out
