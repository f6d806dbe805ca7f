"""The command line for every game: each verb, as JSON and as text."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from craps import all_edition_ids, check, edges, edition_ids, load_ruleset, rules, settle
from craps.__main__ import main
from craps.comparing import where
from tests.craps.games.malformed import GOOD
from tests.craps.games.play import EDITIONS, bet, deal, terms


@pytest.fixture
def craps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """``craps(verb, …)``; a document among the arguments is written to a file."""

    def run(*args: Any, code: int = 0) -> str:
        given = []
        for place, arg in enumerate(args):
            if isinstance(arg, dict | list):
                file = tmp_path / f"{place}.json"
                lines = arg if isinstance(arg, list) else [arg]
                file.write_text("\n".join(map(json.dumps, lines)))
                arg = str(file)
            given.append(arg)
        assert main(given) == code, capsys.readouterr().err
        return capsys.readouterr().out

    return run


def test_the_editions_of_every_game() -> None:
    assert len(edition_ids()) == 7
    assert all_edition_ids() == (*edition_ids(), *EDITIONS)
    assert EDITIONS == ("bc-red-dog", "bc-war", "bc-wheel")
    assert [edition_ids(game) for game in ("red_dog", "war", "wheel")] == [(each,) for each in EDITIONS]


@pytest.mark.parametrize("edition", EDITIONS)
def test_settle(craps: Any, edition: str) -> None:
    scenario = {"ruleset": terms(edition), "events": GOOD[edition]}
    plain = settle(scenario).to_json()
    assert json.loads(craps("settle", scenario)) == plain
    indented = craps("settle", scenario, "--indent")
    assert (json.loads(indented), indented.count("\n") > 20) == (plain, True)
    lines = craps("settle", "--jsonl", [scenario, scenario]).splitlines()
    assert [json.loads(line) for line in lines] == [plain, plain]
    text = craps("settle", scenario, "--text")
    for step in plain["steps"]:
        told = [step["error"]["message"]] if "error" in step else []
        for message in told + [each["message"] for each in step.get("settlements", ())]:
            assert message in text
    assert "vigorish" not in text and " state " in text


def test_lines_of_several_games_in_one_file(craps: Any) -> None:
    dice = {"ruleset": {"edition": "bc-craps"}, "events": [{"bet": "field", "amount": 5}, {"roll": [6, 6]}]}
    wrong = {"ruleset": {"edition": "bc-war"}, "events": [{"roll": [1, 2]}]}
    cards = {"ruleset": {"edition": "bc-war"}, "events": [bet("war", 5), deal("9", "2")]}
    lines = [
        json.loads(line) for line in craps("settle", "--jsonl", [dice, wrong, cards], code=2).splitlines()
    ]
    assert lines[0] == settle(dice).to_json()
    assert lines[1]["error"]["path"] == "events[0]"
    assert lines[2] == settle(cards).to_json()


@pytest.mark.parametrize("edition", EDITIONS)
def test_check_rules_readings_and_explain(craps: Any, edition: str) -> None:
    given = terms(edition)
    assert json.loads(craps("check", given)) == check(load_ruleset(given)).to_json()
    assert "No breach found." in craps("check", given, "--text")
    listed = json.loads(craps("rules", edition))["rules"]
    assert [row["rule"] for row in listed] == [rule.id for rule in rules(edition)]
    assert all(row["rule"] in craps("rules", edition, "--text") for row in listed)
    for row in listed:
        told = json.loads(craps("explain", row["rule"]))["editions"]
        assert edition in [each["edition"] for each in told]
    readings = json.loads(craps("readings", edition))["readings"]
    assert all(row["question"] in " ".join(craps("readings", edition, "--text").split()) for row in readings)


def test_a_breach_has_its_exit_code(craps: Any) -> None:
    found = json.loads(craps("check", {"edition": "bc-war", "decks": 8}, code=1))
    assert (found["verdict"], found["findings"][0]["clause"]) == ("breach", "7/1.1")
    assert "BREACH  decks  [7/1.1, bc.cards.decks]" in craps(
        "check", {"edition": "bc-war", "decks": 8}, "--text", code=1
    )


@pytest.mark.parametrize("edition", EDITIONS)
def test_edge_where_digest_and_schema(craps: Any, edition: str) -> None:
    given, rules_ = terms(edition), load_ruleset(terms(edition))
    assert json.loads(craps("edge", given)) == {"wagers": [row.to_json() for row in edges(rules_)]}
    text = craps("edge", given, "--text")
    assert all(f"{row.edge}" in text for row in edges(rules_))
    assert json.loads(craps("where", given)) == {
        "submitted_under": edition,
        "editions": [each.to_json() for each in where(rules_)],
    }
    assert "(where it was submitted): passes." in craps("where", given, "--text")
    assert craps("digest", given).splitlines() == [rules_.canonical().decode(), rules_.digest]
    schema = json.loads(craps("schema", edition))
    jsonschema.validate(rules_.to_json(), schema)
    jsonschema.validate(given, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**given, "odds": {}}, schema)
    assert json.loads(craps("schema")) == json.loads(craps("schema", "bc-craps"))


def test_a_reading_may_be_given_to_every_verb(craps: Any) -> None:
    war = {"edition": "bc-war"}
    reading = ("--reading", "war-won=one-to-two")
    found = json.loads(craps("edge", war, *reading))["wagers"][0]["edge"]
    assert found != json.loads(craps("edge", war))["wagers"][0]["edge"]
    told = json.loads(craps("compare", "bc-war", "bc-war", *reading))
    assert [row["id"] for row in told["readings"]] == ["war-won"]
    assert [row["title"] for row in told["settlements"]] == ["The Go to War wager wins"]
    assert told["edges"] == [{"bet": "war", "play": "war", "a": "23138/993023", "b": found}]
    text = craps("compare", "bc-war", "bc-war", *reading, "--text")
    assert "Casino War war" in text and "one-to-two" in text
    unknown = craps("settle", {"ruleset": war, "events": []}, "--reading", "on-marker=one", code=2)
    assert unknown == ""


def test_compare_two_rule_sets(craps: Any) -> None:
    wheel = terms("bc-wheel")
    other = json.loads(json.dumps(wheel))
    other["wheel"]["spaces"]["1"] = 20
    other["wheel"]["payouts"]["joker"] = "45:1"
    found = json.loads(craps("compare", wheel, other))
    assert [row["path"] for row in found["values"]] == ["wheel.spaces.1", "wheel.payouts.joker"]
    assert [row["title"] for row in found["settlements"]] == ["10 on joker wins"]
    assert {row["space"] for row in found["edges"]} == set(wheel["wheel"]["spaces"])
    assert "Space joker" in craps("compare", wheel, other, "--text")
    assert json.loads(craps("compare", "bc-wheel", "bc-wheel"))["values"] == []
    assert craps("compare", "bc-wheel", "bc-war", code=2) == ""


@pytest.mark.parametrize("edition", EDITIONS)
def test_simulate(craps: Any, edition: str) -> None:
    given = {"ruleset": terms(edition), "bets": "all"}
    counted = "spins" if edition == "bc-wheel" else "rounds"
    one, two = (json.loads(craps("simulate", given, "--rolls", "20000", "--seed", "7")) for _ in range(2))
    assert one.pop(counted) == two.pop(counted) == 20000
    assert one.pop(f"{counted}_per_second") > 0 < two.pop(f"{counted}_per_second")
    assert one == two
    exact = [str(row.edge) for row in edges(load_ruleset(terms(edition)))]
    assert [row["exact"] for row in one["bets"]] == exact
    for row in one["bets"]:
        assert row["decisions"] == row["wins"] + row["losses"] + row["pushes"] == 20000
        assert abs(float(row["z"])) < 5
    assert json.loads(craps("simulate", given, "--rounds", "1000", "--seed", "8"))["seed"] == 8
    assert f"2,000 {counted}, seed 1" in craps("simulate", given, "--rounds", "2000", "--text")


def test_simulate_one_bet_played_one_way(craps: Any) -> None:
    made = [{"bet": "red_dog", "amount": 10, "play": "never_raise"}]
    given = {"ruleset": {"edition": "bc-red-dog"}, "bets": made}
    (row,) = json.loads(craps("simulate", given, "--rounds", "5000"))["bets"]
    assert (row["play"], row["staked"], row["wagered"]) == ("never_raise", "50000", "50000")
    (best,) = json.loads(
        craps("simulate", {**given, "bets": [{"bet": "red_dog", "amount": 10}]}, "--rounds", "5000")
    )["bets"]
    assert best["play"] == "best" and int(best["wagered"]) > 50000
