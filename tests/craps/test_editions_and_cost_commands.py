"""The verbs editions and cost on the command line, and ``cost`` in Python."""

import json
from pathlib import Path
from typing import Any

import pytest

from craps import BadInput, all_edition_ids, cost, load_edition, load_ruleset
from craps.__main__ import main
from craps.costs import cost_of

BETS = [
    {"bet": "buy", "number": 4, "amount": 25},
    {"bet": "pass_odds", "number": 10, "amount": "10"},
    {"bet": "hop", "dice": [4, 3], "amount": 5},
    {"bet": "come", "amount": 5},
]


@pytest.fixture
def craps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*args: Any, code: int = 0) -> tuple[str, str]:
        file = tmp_path / "input.json"
        given = []
        for arg in args:
            if isinstance(arg, dict):
                file.write_text(json.dumps(arg))
                arg = str(file)
            given.append(arg)
        assert main(given) == code
        shown = capsys.readouterr()
        return shown.out, shown.err

    return run


def test_every_edition_is_listed(craps: Any) -> None:
    rows = json.loads(craps("editions")[0])["editions"]
    assert [row["id"] for row in rows] == list(all_edition_ids())
    first = load_edition("nz-1998")
    assert rows[0] == {
        "id": "nz-1998",
        "title": first.title,
        "game": "craps",
        "jurisdiction": "nz",
        "currency": "NZD",
        "source": first.source,
        "in_force_from": "1998-02-01",
        "digest": first.digest,
    }
    assert rows[1]["supersedes"] == "nz-1998" and "in_force_from" not in rows[1]
    text = craps("editions", "--text")[0]
    assert all(edition in text for edition in all_edition_ids())
    assert "unrecognized" in craps("editions", "more", code=2)[1]


def test_what_bets_cost(craps: Any) -> None:
    request = {"ruleset": {"edition": "md-craps"}, "bets": BETS}
    answer = json.loads(craps("cost", request)[0])
    assert (answer["edition"], answer["rounding"]) == ("md-craps", "exact")
    buy, odds, hop, come = answer["bets"]
    assert (buy["vig_placed"], buy["put_up"], buy["loss"], buy["loss_per_roll"]) == (
        "5/4",
        "105/4",
        "5/4",
        "5/16",
    )
    assert buy["winnings"] == [{"payout": "4", "pays": "2:1", "won": "50"}]
    assert (odds["number"], odds["loss"], "vig" in odds) == (10, "0", False)
    assert (hop["dice"], hop["loss"]) == ([3, 4], "5/9")
    assert (come["loss"], come["figures"]["edge"]) == ("7/99", "7/495")
    down = json.loads(craps("cost", request, "--rounding", "down")[0])["bets"][0]
    assert (down["vig"], down["loss"]) == ("1", "1")
    assert "1.25" in craps("cost", request, "--text")[0]
    assert "35.36" in craps("cost", request, "--text")[0]  # the root of 1250


def test_a_reading_changes_the_cost(craps: Any) -> None:
    request = {"ruleset": {"edition": "bc-craps"}, "bets": [{"bet": "buy", "number": 4, "amount": 20}]}
    losses = {
        json.loads(craps("cost", request, *reading)[0])["bets"][0]["figures"]["edge"]
        for reading in ((), ("--reading", "vig-coming-down=paid-if-left-up"))
    }
    assert len(losses) == 2


def test_it_is_the_python_function() -> None:
    rules = load_ruleset({"edition": "md-craps"})
    assert cost(rules, BETS[0]) == cost_of(rules, "buy", 4, 25)
    war = cost(
        load_ruleset({"edition": "bc-war"}), {"bet": "war", "amount": 25, "play": "surrender"}
    ).to_json()
    assert (war["play"], war["loss"], war["staked"]) == ("surrender", "575/622", "25")


@pytest.mark.parametrize(
    ("edition", "bet", "problem"),
    [
        ("md-craps", {"bet": "buy", "amount": 25}, "bets[0].number: is missing"),
        ("md-craps", {"bet": "buy", "number": 4}, "bets[0].amount: is missing"),
        ("md-craps", {"number": 4}, "bets[0].bet: is missing"),
        ("md-craps", {"bet": "pass_odds", "amount": 5}, "bets[0].number: is missing"),
        ("md-craps", {"bet": "come", "number": 4, "amount": 5}, "bets[0].number: does not belong"),
        ("md-craps", {"bet": "field", "amount": 5, "stay": True}, "bets[0].stay: does not belong"),
        ("md-craps", {"bet": "field", "amount": 2.5}, "bets[0].amount: "),
        ("md-craps", {"bet": "feild", "amount": 5}, 'did you mean "field"?'),
        ("md-craps", "field", "bets[0]: should be an object"),
        ("nz-1998", {"bet": "fire", "amount": 5}, "bets[0].bet: fire is not offered"),
        ("bc-war", {"bet": "war", "amount": 5, "play": "x"}, "bets[0].play: should be one of war, surrender"),
        ("bc-war", {"bet": "go_to_war", "amount": 5}, "bets[0].bet: go_to_war is not a bet that begins"),
    ],
)
def test_bad_bets(craps: Any, edition: str, bet: Any, problem: str) -> None:
    out, err = craps("cost", {"ruleset": {"edition": edition}, "bets": [bet]}, code=2)
    assert (out, err.count("\n")) == ("", 1)
    assert problem in err


@pytest.mark.parametrize(
    ("request_", "problem"),
    [
        ({"ruleset": {"edition": "md-craps"}}, "bets: is missing"),
        ({"ruleset": {"edition": "md-craps"}, "bets": "all"}, "bets: should be a list"),
        ({"ruleset": {"edition": "md-craps"}, "bets": [], "rolls": 3}, "rolls: is not a known field"),
        (
            {"ruleset": {"edition": "atlantis"}, "bets": []},
            "ruleset.edition: 'atlantis' is not a known edition",
        ),
    ],
)
def test_bad_requests(craps: Any, request_: dict[str, Any], problem: str) -> None:
    assert problem in craps("cost", request_, code=2)[1]


def test_rounding_is_for_vigorish_only(craps: Any) -> None:
    request = {"ruleset": {"edition": "bc-war"}, "bets": [{"bet": "war", "amount": 25}]}
    assert "--rounding: is of vigorish" in craps("cost", request, "--rounding", "down", code=2)[1]
    with pytest.raises(BadInput, match="rounding: should be one of exact, down, nearest, up"):
        cost(load_ruleset({"edition": "md-craps"}), BETS[0], "sideways")


@pytest.mark.parametrize("verb", ["check", "edge"])
def test_an_unknown_edition_is_answered_with_all_there_are(craps: Any, verb: str) -> None:
    error = craps(verb, {"edition": "atlantis"}, code=2)[1]
    assert all(edition in error for edition in all_edition_ids())
