"""Readings in the API: listed for an edition, chosen in what is computed, and refused by place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from craps import all_edition_ids, load_edition
from craps.__main__ import main
from craps.readings import RECORDED
from portal.editions import drafting
from portal.editions.models import Edition
from tests.factories import House, make_house
from tests.portal.api.callers import Caller
from tests.portal.editions.drafts import a_draft, author, publish

pytestmark = pytest.mark.slow

BC = {"edition": "bc-craps"}
OTHERWISE = {"vig-coming-down": "paid-if-left-up"}
BUY = [{"roll": [4, 4]}, {"bet": "buy", "number": 4, "amount": 20}, {"roll": [2, 2]}]


def edge_of_buy_4(answer: Any) -> str:
    return str(next(row["edge"] for row in answer["wagers"] if row["bet"] == "buy" and row["number"] == 4))


# Reading them --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", all_edition_ids())
def test_the_readings_of_an_edition_as_the_command_line_prints_them(
    house: House, capsys: pytest.CaptureFixture[str], edition: str
) -> None:
    assert main(["readings", edition]) == 0
    answer = Caller().get(f"/editions/{edition}/readings")
    assert answer.status_code == 200
    assert answer.json() == json.loads(capsys.readouterr().out)


def test_the_readings_of_an_edition_that_is_not_there(house: House) -> None:
    assert Caller().get("/editions/xx/readings").status_code == 404
    assert Caller().get(f"/editions/{a_draft('sg-mbs-v2').pk}/readings").status_code == 404


def test_a_clause_names_its_readings(house: House) -> None:
    assert Caller().get("/editions/bc-craps/clauses/1/6.4.5").json()["readings"] == [
        "vig-coming-down",
        "vig-each-payment",
    ]
    assert Caller().get("/editions/nz-revised/clauses/4.12").json()["readings"] == []


# Choosing another option ---------------------------------------------------------------------------------


def test_settle_under_another_reading(house: House) -> None:
    for readings, paid in (({}, "39"), (OTHERWISE, "40")):
        answer = Caller().post("/settle", {"ruleset": BC, "events": BUY, "readings": readings}).json()
        settled = answer["steps"][2]["settlements"][0]
        assert (settled["paid"], settled["reading"]) == (paid, "vig-coming-down")


def test_edges_under_another_reading(house: House) -> None:
    assert edge_of_buy_4(Caller().post("/edge", BC).json()) == "4/63"
    assert edge_of_buy_4(Caller().post("/edge", {"ruleset": BC}).json()) == "4/63"
    assert edge_of_buy_4(Caller().post("/edge", {"ruleset": BC, "readings": OTHERWISE}).json()) == "1/21"


@pytest.mark.parametrize(
    ("option", "verdict", "severity"),
    [("refer", "refer", "refer"), ("allow", "ok", "info"), ("breach", "breach", "breach")],
)
def test_check_under_another_reading(house: House, option: str, verdict: str, severity: str) -> None:
    name = "bc.odds.pass_line.least"
    body = {"ruleset": BC | {"odds": {"pass_line": {"multiples": 2}}}, "readings": {name: option}}
    answer = Caller().post("/check", body).json()
    found = next(finding for finding in answer["findings"] if finding["rule"] == name)
    assert (answer["verdict"], found["severity"], found["reading"]) == (verdict, severity, name)


def test_an_edition_compared_with_itself_read_otherwise(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    body = {"a": BC, "b": {"ruleset": BC, "readings": OTHERWISE}}
    answer = Caller().post("/compare", body).json()
    assert [row["id"] for row in answer["readings"]] == ["vig-coming-down"]
    assert {"bet": "buy", "number": 4, "a": "4/63", "b": "1/21"} in answer["edges"]
    assert main(["compare", "bc-craps", "bc-craps", "--reading", "vig-coming-down=paid-if-left-up"]) == 0
    assert answer == json.loads(capsys.readouterr().out)


def test_where_else_under_other_readings(house: House) -> None:
    """Each edition is read so that has the question; one that no edition has is refused."""
    ruleset = {"edition": "nz-revised", "odds": {"pass_line": {"multiples": 2}}}
    readings = {"bc.odds.pass_line.least": "breach", "bc.wagers.left_out": "allow"}
    answer = Caller().post("/where", {"ruleset": ruleset, "readings": readings}).json()
    verdicts = {row["edition"]: row["verdict"] for row in answer["editions"]}
    assert verdicts["bc-craps"] == "breach"
    plain = {row["edition"]: row["verdict"] for row in Caller().post("/where", ruleset).json()["editions"]}
    assert plain["bc-craps"] == "refer" and plain["nz-revised"] == verdicts["nz-revised"]


@pytest.fixture
def drafted(db: None) -> Edition:
    """A published edition that takes vigorish on payment only from a bet that stays up."""
    make_house("bc", "bc-craps")
    row = a_draft("bc-craps")
    readings = load_edition("bc-craps").with_readings(OTHERWISE).to_json()["readings"]
    row = drafting.rewrite_part(
        actor=author(row), edition_id=row.pk, path="readings", text=json.dumps(readings)
    )
    return publish(row, days=0)


def test_a_drafted_edition_is_read_as_it_says_unless_asked_otherwise(drafted: Edition) -> None:
    listed = {row["id"]: row for row in Caller().get(f"/editions/{drafted.pk}/readings").json()["readings"]}
    assert listed["vig-coming-down"]["chosen"] == "paid-if-left-up"
    ruleset = {"edition": drafted.pk}
    assert edge_of_buy_4(Caller().post("/edge", ruleset).json()) == "1/21"
    back = {"vig-coming-down": "placed-and-paid"}
    assert edge_of_buy_4(Caller().post("/edge", {"ruleset": ruleset, "readings": back}).json()) == "4/63"
    settled = Caller().post("/settle", {"ruleset": ruleset, "events": BUY, "readings": back}).json()
    assert settled["steps"][2]["settlements"][0]["paid"] == "39"
    found = Caller().post("/where", {"ruleset": ruleset, "readings": back}).json()["editions"]
    assert drafted.pk in [each["edition"] for each in found]


# Refused by place ----------------------------------------------------------------------------------------

_RECORDED = next(r for r in load_edition("bc-craps").readings.values() if r.kind == RECORDED).id
BAD: list[tuple[Any, str, str]] = [
    ({"vig-coming-dwn": "paid-if-left-up"}, ".vig-coming-dwn", 'did you mean "vig-coming-down"'),
    ({"vig-coming-down": "once"}, ".vig-coming-down", "is not an option; there are placed-and-paid"),
    ({"vig-coming-down": ""}, ".vig-coming-down", "is not an option"),
    ({"vig-coming-down": 1}, ".vig-coming-down", "is not an option"),
    ({"vig-coming-down": None}, ".vig-coming-down", "is not an option"),
    ({"vig-coming-down": ["paid-if-left-up"]}, ".vig-coming-down", "is not an option"),
    ({"on-marker": "one"}, ".on-marker", "is not a reading of bc-craps"),
    ({"md.vig.rate": "allow"}, ".md.vig.rate", "is not a reading of bc-craps"),
    ({"bc.limits.room": "maybe"}, ".bc.limits.room", "there are refer, allow, breach"),
    ({_RECORDED: "void"}, f".{_RECORDED}", "is not modelled"),
    (["vig-coming-down"], "", "should be an object of reading and option"),
    ("vig-coming-down=paid-if-left-up", "", "should be an object of reading and option"),
    (None, "", "should be an object of reading and option"),
]


@pytest.mark.parametrize(("readings", "at", "message"), BAD)
@pytest.mark.parametrize("verb", ["settle", "check", "edge", "compare"])
def test_bad_readings_are_400_with_the_place(
    house: House, verb: str, readings: Any, at: str, message: str
) -> None:
    body: dict[str, Any] = {"ruleset": BC, "readings": readings}
    place = f"readings{at}"
    if verb == "settle":
        body["events"] = []
    elif verb == "compare":
        body, place = {"a": BC, "b": body}, f"b.{place}"
    answer = Caller().post(f"/{verb}", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_value")
    (error,) = answer.json()["errors"]
    assert error["path"] == place and message in error["message"]


@pytest.mark.parametrize(
    ("readings", "place"),
    [
        ({"vig-coming-dwn": "paid-if-left-up"}, "readings.vig-coming-dwn"),
        ({"vig-coming-down": "once"}, "readings.vig-coming-down"),
        ({"vig-coming-down": None}, "readings.vig-coming-down"),
        (["vig-coming-down"], "readings"),
        (None, "readings"),
    ],
)
def test_bad_readings_for_every_edition_are_400_with_the_place(
    house: House, readings: Any, place: str
) -> None:
    answer = Caller().post("/where", {"ruleset": BC, "readings": readings})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, place)


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"ruleset": BC, "reading": {}}, "reading"),
        ({"ruleset": BC, "edition": "bc-craps"}, "edition"),
        ({"ruleset": "bc-craps"}, "ruleset"),
        ({"ruleset": {"edition": "bc-craps", "chip_unit": "x"}}, "ruleset.chip_unit"),
        ({"ruleset": {"edition": "xx"}}, "ruleset.edition"),
        ({"readings": {}}, "readings"),
        ({**BC, "readings": {}}, "readings"),
    ],
)
@pytest.mark.parametrize("verb", ["check", "edge", "where"])
def test_a_rule_set_stands_alone_or_beside_its_readings(
    house: House, verb: str, body: Any, place: str
) -> None:
    answer = Caller().post(f"/{verb}", body)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (400, place)


def test_a_digest_goes_by_no_reading(house: House) -> None:
    assert Caller().post("/digest", {"ruleset": BC, "readings": OTHERWISE}).status_code == 400
