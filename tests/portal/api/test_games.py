"""The API computes for every game what the command line prints, and describes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from craps import load_ruleset
from craps.__main__ import main
from tests.craps.games.malformed import GOOD, cases
from tests.craps.games.play import EDITIONS, terms
from tests.factories import House
from tests.portal.api.callers import Caller

pytestmark = pytest.mark.slow

OPENAPI = json.loads((Path(__file__).parents[3] / "docs" / "openapi.json").read_text())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("verb", ["settle", "check", "edge", "where"])
def test_as_the_command_line(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str, edition: str
) -> None:
    body: Any = {"ruleset": terms(edition), "events": GOOD[edition]} if verb == "settle" else terms(edition)
    file = tmp_path / "given.json"
    file.write_text(json.dumps(body))
    assert main([verb, str(file)]) == 0
    answer = Caller().post(f"/{verb}", body).json()
    assert answer == json.loads(capsys.readouterr().out)
    name = {"settle": "Settled", "check": "Report", "edge": "Edges", "where": "Elsewhere"}[verb]
    jsonschema.validate(answer, {**OPENAPI, "$ref": f"#/components/schemas/{name}"})


@pytest.mark.parametrize("edition", EDITIONS)
def test_compare_and_digest(house: House, edition: str) -> None:
    other = terms(edition, chip_unit=5)
    found = Caller().post("/compare", {"a": terms(edition), "b": other}).json()
    assert [row["path"] for row in found["values"]] == ["chip_unit"]
    jsonschema.validate(found, {**OPENAPI, "$ref": "#/components/schemas/Comparison"})
    answer = Caller().post("/digest", terms(edition)).json()
    assert answer["digest"] == load_ruleset(terms(edition)).digest


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_sets_and_events_are_described(edition: str) -> None:
    scenario = {"ruleset": terms(edition), "events": GOOD[edition]}
    jsonschema.validate(scenario, {**OPENAPI, "$ref": "#/components/schemas/Scenario"})
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(
            {**scenario, "events": [{"shuffle": True}]}, {**OPENAPI, "$ref": "#/components/schemas/Scenario"}
        )


@pytest.mark.parametrize("edition", EDITIONS)
def test_bad_input_names_the_place(house: House, edition: str) -> None:
    for case in cases(edition):
        if not case.place.startswith(("events[", "ruleset.")):
            continue
        answer = Caller().post("/settle", json.loads(case.text))
        assert answer.status_code == 400, case.name
        assert answer.json()["errors"][0]["path"].startswith(case.place), case.name


def test_two_games_are_not_compared(house: House) -> None:
    answer = Caller().post("/compare", {"a": {"edition": "bc-war"}, "b": {"edition": "bc-craps"}})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, "b.edition")
