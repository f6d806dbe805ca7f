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
from tests.factories import House, digest, recommended
from tests.portal.api.callers import Caller
from tests.portal.round_games import PLAIN, WRONG, house_of

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


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content.decode()
    return answer.json()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_submission_from_draft_to_decision(db: None, edition: str) -> None:
    house = house_of(edition)
    operator, officer, approver = Caller(house.submitter), Caller(house.officer), Caller(house.approver)
    casino = ok(operator.get("/properties"))["items"][0]
    assert edition in casino["editions"]

    # Without rules of one's own it starts from what the game needs.
    plain = ok(operator.post("/submissions", {"property": casino["id"], "edition": edition}), 201)
    assert ok(operator.get(f"/submissions/{plain['reference']}/ruleset"))["ruleset"]["edition"] == edition

    made = {"property": casino["id"], "edition": edition, "ruleset": terms(edition)}
    reference = ok(operator.post("/submissions", made), 201)["reference"]
    where = f"/submissions/{reference}"
    read = operator.get(f"{where}/ruleset")
    saved = operator.put(f"{where}/ruleset", WRONG[edition], If_Match=read["ETag"])
    assert ok(saved)["report"]["verdict"] == "breach"
    jsonschema.validate(saved.json(), {**OPENAPI, "$ref": "#/components/schemas/SavedVersion"})
    wrong = operator.put(f"{where}/ruleset", {"edition": edition, "odds": {}}, If_Match=saved["ETag"])
    assert wrong.status_code == 400 and wrong.json()["errors"][0]["path"].endswith("odds")

    events = GOOD[edition]
    example = ok(operator.post(f"{where}/examples", {"title": "Our round", "events": events}), 201)
    assert len(example["events"]) == len(events)

    gate = ok(operator.get(f"{where}/gate"))
    assert gate["unstated"] == []
    explanations = [
        {"finding": p["finding"], "kind": p["needs"], "text": "As at our other tables."}
        for p in gate["points"]
    ]
    given = {"digest": gate["digest"], "name": "Ana Holt", "role": "Manager", "explanations": explanations}
    assert ok(operator.post(f"{where}/submit", given))["state"] == "submitted"

    game = ok(officer.get(where))["game"]
    assert [row["reference"] for row in ok(officer.get(f"/submissions?game={game}"))["items"]] == [reference]
    assert ok(officer.get("/submissions?game=craps"))["items"] == []
    ok(officer.post(f"{where}/claim"))
    ticks = ok(officer.get(f"{where}/ticks"))["items"]
    assert ticks
    for finding in ticks:
        ok(officer.post(f"{where}/ticks", {"finding": finding["finding"], "done": True}))
    field = "wheel.spaces" if edition == "bc-wheel" else "decks"
    about = {"text": "Looked at.", "about_kind": "field", "about": field}
    ok(officer.post(f"{where}/comments", about), 201)
    word = {"digest": gate["digest"], "no_conflict": True}
    refusal = {**word, "outcome": "refuse", "reason": "It breaches the edition."}
    assert ok(officer.post(f"{where}/recommend", refusal))["state"] == "recommended"
    refused = approver.post(f"{where}/refuse", {**word, "reason": "It breaches the edition."})
    assert ok(refused)["state"] == "refused"


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_approval_is_in_force_and_in_the_register(db: None, edition: str) -> None:
    house = house_of(edition)
    made = recommended(house, PLAIN[edition])
    where, approver, anybody = f"/submissions/{made.reference}", Caller(house.approver), Caller()
    word = {"digest": digest(made), "no_conflict": True}
    assert ok(approver.post(f"{where}/approve", word))["state"] == "in_force"
    entry = ok(anybody.get(f"/register/{made.reference}"))
    assert (entry["standing"], entry["leaf"]["ruleset_digest"]) == ("in_force", digest(made))
    listed = ok(anybody.get(f"/register?edition={edition}"))["items"]
    assert [row["reference"] for row in listed] == [made.reference]
