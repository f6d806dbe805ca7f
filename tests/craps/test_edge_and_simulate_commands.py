"""The verbs edge and simulate on the command line."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from craps.__main__ import main


def written(tmp_path: Path, value: Any) -> str:
    file = tmp_path / "input.json"
    file.write_text(json.dumps(value))
    return str(file)


def test_edge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, {"edition": "nz-1998", "wagers": ["buy", "pass_line"]})
    assert main(["edge", file]) == 0
    rows = json.loads(capsys.readouterr().out)["wagers"]
    assert [row["bet"] for row in rows] == ["pass_line", *["buy"] * 6]
    assert rows[1] | {"number": 4, "win": "1/3", "lose": "2/3", "push": "0", "rolls": "4"} == rows[1]
    assert rows[1]["edge"] == rows[1]["edge_resolved"] == "1/21"


def test_edge_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = io.TextIOWrapper(io.BytesIO(b'{"edition": "sg-mbs-v2", "wagers": ["field"]}'))
    monkeypatch.setattr("sys.stdin", given)
    assert main(["edge", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["wagers"][0]["edge"] == "1/18"


def test_edge_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["edge", written(tmp_path, {"edition": "bc-craps"}), "--text"]) == 0
    text = capsys.readouterr().out
    lines = {line.split("  ")[0]: line for line in text.splitlines()}
    assert lines["Place Bet 6, 8"].split()[-5:] == ["1/66", "1.5152", "1.5152", "3.27", "1.164"]
    assert "Hop Bet 1-3 and 12 like it" in lines
    assert "2.778%" in lines["Don't Pass Line"]
    assert "20.7628" in lines["Fire Bet"]
    assert max(map(len, text.splitlines())) <= 120


def test_simulate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    request = {"ruleset": {"edition": "nz-1998"}, "bets": [{"bet": "place", "number": 6, "amount": "12"}]}
    file = written(tmp_path, request)
    assert main(["simulate", file, "--rolls", "1e4", "--seed", "5"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["rolls"], found["seed"]) == (10_000, 5)
    assert found["bets"][0]["exact"] == "1/66"
    assert main(["simulate", file, "--rolls", "10_000", "--seed", "5"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["bets"] == found["bets"]


def test_simulate_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, {"ruleset": {"edition": "md-craps"}, "bets": "all"})
    assert main(["simulate", file, "--rolls", "20000", "--text"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("20,000 rolls at 8 tables, seed 1\n")
    assert "hop 1-3" in out
    assert "all_or_nothing" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["edge"], "craps: the following arguments are required: file; see craps edge --help\n"),
        (
            ["edge", "no-such-file.json"],
            "craps: no-such-file.json: cannot be read: No such file or directory\n",
        ),
        (["simulate", "x", "--rolls", "many"], "'many' is not a whole number such as 1000000 or 1e6"),
        (["simulate", "x", "--seed", "-3"], "craps: "),
    ],
)
def test_bad_arguments(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert message in streams.err
    assert streams.err.count("\n") == 1


@pytest.mark.parametrize("verb", ["edge", "simulate"])
def test_bad_input_is_one_line_that_names_the_place(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = {"edition": "bc-crap"}
    request = rules if verb == "edge" else {"ruleset": rules, "bets": []}
    assert main([verb, written(tmp_path, request)]) == 2
    streams = capsys.readouterr()
    assert streams.out == ""
    assert "edition: 'bc-crap' is not a known edition; did you mean \"bc-craps\"?" in streams.err
