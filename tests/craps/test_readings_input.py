"""Readings that cannot be read name their place, in a scenario, in an edition and on the command line."""

import json
from typing import Any

import pytest

from craps import BadInput, edition_from_json, load_edition, settle
from craps.__main__ import main


def bet(wager: str, amount: int, **more: Any) -> dict[str, Any]:
    return {"bet": wager, "amount": amount, **more}


def roll(a: int, b: int) -> dict[str, Any]:
    return {"roll": [a, b]}


# Bad input -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("readings", "place"),
    [
        ({"on-markers": "one"}, "readings.on-markers: is not a reading of nz-1998; did you mean"),
        ({"vig-coming-down": "placed-and-paid"}, "readings.vig-coming-down: is not a reading of nz-1998"),
        ({"on-marker": "two"}, "readings.on-marker: 'two' is not an option; there are kind, one"),
        ({"on-marker": 1}, "readings.on-marker: this is not an option; there are kind, one"),
        ({"on-marker": None}, "readings.on-marker: this is not an option; there are kind, one"),
        ({"roll-without-line-bet": "void"}, "readings.roll-without-line-bet: 'void' is not modelled"),
        ({"nz.limits.room": "maybe"}, "readings.nz.limits.room: 'maybe' is not an option; there are refer"),
        ({"md.vig.rate": "allow"}, "readings.md.vig.rate: is not a reading of nz-1998"),
        (["on-marker"], "readings: should be an object of reading and option"),
        ("on-marker=one", "readings: should be an object of reading and option"),
        (None, "readings: should be an object of reading and option"),
    ],
)
def test_bad_readings_of_a_scenario_name_the_place(readings: object, place: str) -> None:
    with pytest.raises(BadInput) as error:
        settle({"ruleset": {"edition": "nz-1998"}, "events": [], "readings": readings})
    assert str(error.value).startswith(place)


@pytest.mark.parametrize("only", [1, "yes", None])
def test_only_is_true_or_false(only: object) -> None:
    with pytest.raises(BadInput, match=r"^events\[0\]\.only: should be true or false"):
        settle({"ruleset": {"edition": "nz-1998"}, "events": [{"turn": "on", "bet": "big_6", "only": only}]})


@pytest.mark.parametrize(
    ("path", "change", "message"),
    [
        ("readings.on-marker.chosen", {"chosen": "two"}, "'two' is not an option"),
        ("readings.on-marker.options", {"options": {"kind": "All."}}, "should be one, kind"),
        ("readings.on-marker.question", {"question": 5}, "should be text"),
        ("readings.on-marker.why", {"why": None}, "should be text"),
    ],
)
def test_an_edition_with_a_bad_reading_is_refused(path: str, change: dict[str, Any], message: str) -> None:
    data = load_edition("nz-1998").to_json()
    data["readings"] = data["readings"] | {"on-marker": data["readings"]["on-marker"] | change}
    with pytest.raises(BadInput) as error:
        edition_from_json(data)
    assert error.value.path == path and message in error.value.message


# The command line ----------------------------------------------------------------------------------------


def test_the_verb_lists_the_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["readings", "bc-midi"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["edition"] == "bc-midi"
    row = next(row for row in answer["readings"] if row["id"] == "vig-coming-down")
    assert row["clauses"] == ["4/7.4.5", "4/7.5.5"] and row["chosen"] == "placed-and-paid"
    assert main(["readings", "bc-midi", "--text"]) == 0
    text = capsys.readouterr().out
    assert (
        "* placed-and-paid: " in text
        and "- paid-if-left-up: " in text
        and "Another reading is not modelled" in text
    )


@pytest.mark.parametrize(
    "verb",
    ["settle", "check", "edge", "simulate", "digest", "where", "compare", "rules", "explain", "readings"],
)
def test_every_verb_takes_a_reading_and_refuses_a_bad_one(
    verb: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset = {"edition": "bc-craps", "wagers": ["pass_line", "buy"]}
    documents = {
        "settle": {"ruleset": ruleset, "events": [roll(4, 4), bet("buy", 20, number=4), roll(2, 2)]},
        "simulate": {"ruleset": ruleset, "bets": [bet("buy", 20, number=4)]},
    }
    file = tmp_path / "input.json"
    file.write_text(json.dumps(documents.get(verb, ruleset)))
    arguments = {
        "compare": ["bc-craps", "bc-craps"],
        "rules": ["bc-craps"],
        "explain": ["bc.vig.rate"],
        "readings": ["bc-craps"],
        "simulate": [str(file), "--rolls", "1000"],
    }.get(verb, [str(file)])
    assert main([verb, *arguments, "--reading", "vig-coming-down=paid-if-left-up"]) in (0, 1)
    out = capsys.readouterr().out
    if verb in ("settle", "edge", "simulate", "compare", "readings"):
        assert {"settle": '"paid":"40"', "edge": '"edge":"1/21"', "simulate": '"exact":"1/21"'}.get(
            verb, "paid-if-left-up"
        ) in out
    for bad in (
        "vig-coming-dwn=once",
        "vig-coming-down=once",
        "vig-coming-down",
        "=once",
        "vig-coming-down=",
    ):
        assert main([verb, *arguments, "--reading", bad]) == 2
        answer = capsys.readouterr()
        assert answer.out == "" and answer.err.startswith("craps: --reading") and answer.err.count("\n") == 1


def test_the_flag_goes_over_the_scenario(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "scenario.json"
    events = [roll(4, 4), bet("buy", 20, number=4), roll(2, 2)]
    readings = {"vig-coming-down": "paid-if-left-up"}
    file.write_text(json.dumps({"ruleset": {"edition": "bc-craps"}, "events": events, "readings": readings}))
    for more, paid in (([], "40"), (["--reading", "vig-coming-down=placed-and-paid"], "39")):
        assert main(["settle", str(file), *more]) == 0
        assert json.loads(capsys.readouterr().out)["steps"][2]["settlements"][0]["paid"] == paid
