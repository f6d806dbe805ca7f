"""Bad input of each game: exit code 2, nothing on standard output, one line that names the place."""

import json
from pathlib import Path
from typing import Any

import pytest

from craps import BadInput, check, load_edition, load_ruleset, settle
from craps.__main__ import main
from craps.comparing import compare
from craps.ruleset import baseline_of
from tests.craps.games.malformed import GOOD, Case, cases
from tests.craps.games.play import EDITIONS, terms
from tests.craps.test_bad_input import assert_one_clear_line

CASES = [pytest.param(case, id=f"{edition}-{case.name}") for edition in EDITIONS for case in cases(edition)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_there_are_enough_of_them(edition: str) -> None:
    assert len(cases(edition)) >= 40
    run = settle({"ruleset": terms(edition), "events": GOOD[edition]})
    assert run.steps[0].error is None


@pytest.mark.parametrize("case", CASES)
def test_one_line_that_names_the_place(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "scenario.json"
    file.write_bytes(case.text)
    assert main(["settle", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert_one_clear_line(err, case.place)


@pytest.mark.parametrize("verb", ["check", "edge", "digest", "where"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_sets_are_read_alike_by_every_verb(
    verb: str, edition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rules.json"
    file.write_text(json.dumps(terms(edition, odds={})))
    assert main([verb, str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert_one_clear_line(err, "odds")


def message(data: Any) -> str:
    with pytest.raises(BadInput) as complaint:
        load_ruleset(data)
    return str(complaint.value)


def test_messages_say_what_would_be_right() -> None:
    assert message({"edition": "bc-wheel"}) == "wheel: is missing"
    assert message({"edition": "bc-war", "wagers": ["red_dog"]}) == (
        "wagers[0]: 'red_dog' is not a known wager; it can be war, tie, go_to_war"
    )
    assert message({"edition": "bc-wars"}) == (
        "edition: 'bc-wars' is not a known edition; did you mean \"bc-war\"?"
    )
    assert message({"edition": "bc-wheal", "wheel": {}}).startswith("edition: 'bc-wheal' is not a known")
    with pytest.raises(BadInput, match=r"events\[0\]: names no event of this game; .* have one of deal"):
        settle({"ruleset": {"edition": "bc-war"}, "events": [{"roll": [1, 2]}]})
    with pytest.raises(BadInput, match="'3' is not a known space of the wheel; it can be 1, 2, 5, 10, 20"):
        settle({"ruleset": terms("bc-wheel"), "events": [{"spin": "3"}]})


def test_two_games_are_not_mixed() -> None:
    war, craps = load_ruleset({"edition": "bc-war"}), load_ruleset({"edition": "bc-craps"})
    with pytest.raises(BadInput, match=r"b\.edition: governs craps, and a is about casino war: two games"):
        compare(war, craps)
    with pytest.raises(BadInput, match="bc-craps is an edition of craps"):
        check(war, "bc-craps")
    with pytest.raises(BadInput, match="bc-war"):
        load_ruleset({"edition": "bc-war"}, load_edition("bc-red-dog"))
    assert baseline_of(load_edition("bc-wheel")).to_json() == {"edition": "bc-wheel"}


@pytest.mark.parametrize(
    ("bets", "place"),
    [
        ("some", "bets"),
        ([{"bet": "go_to_war", "amount": 5}], "bets[0].bet"),
        ([{"bet": "war", "amount": 5, "play": "best"}], "bets[0].play"),
        ([{"bet": "tie", "amount": 5, "play": "war"}], "bets[0].play"),
        ([{"bet": "war", "amount": 0}], "bets[0].amount"),
        ([{"bet": "war", "amount": "1/2"}], "bets[0]"),
        ([{"bet": "war", "amount": 5}, {"bet": "war", "amount": 9}], "bets[1]"),
        ([{"bet": "war", "amount": 5, "stay": True}], "bets[0].stay"),
        ([{"amount": 5}], "bets[0].bet"),
        (["war"], "bets[0]"),
    ],
)
def test_bets_that_cannot_be_simulated(
    bets: Any, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bets.json"
    file.write_text(json.dumps({"ruleset": {"edition": "bc-war"}, "bets": bets}))
    assert main(["simulate", str(file), "--rounds", "10"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert_one_clear_line(err, place)


def test_a_shoe_or_wheel_too_large_to_simulate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wheel = {"spaces": {"a": 10**12}, "payouts": {"a": "1:1"}}
    for rules, place in (
        ({"edition": "bc-war", "decks": 10**12}, "ruleset.decks"),
        ({"edition": "bc-wheel", "wheel": wheel}, "ruleset.wheel.spaces"),
    ):
        file = tmp_path / "bets.json"
        file.write_text(json.dumps({"ruleset": rules, "bets": "all"}))
        assert main(["simulate", str(file), "--rounds", "10"]) == 2
        assert_one_clear_line(capsys.readouterr().err, place)
