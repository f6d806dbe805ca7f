"""``compare`` and ``where``: what differs, and where else a rule set would pass."""

import json
from pathlib import Path
from typing import Any

import pytest

from craps import edition_ids, load_ruleset
from craps.__main__ import main
from craps.commands.compare import as_text
from craps.comparing import compare, where


def rule_set(edition: str, **fields: Any) -> Any:
    return load_ruleset({"edition": edition, **fields})


@pytest.mark.parametrize("edition", edition_ids())
def test_a_rule_set_is_the_same_as_itself(edition: str) -> None:
    found = compare(rule_set(edition), rule_set(edition))
    assert found.same
    assert found.to_json()["values"] == []


def test_the_revision_of_new_zealand_changed_words_and_no_money() -> None:
    found = compare(rule_set("nz-1998"), rule_set("nz-revised"))
    assert {row.clause for row in found.clauses} >= {"4.5", "5.2", "6.4(i)", "6.8", "6.10", "appendix"}
    assert (found.rules, found.values, found.settlements, found.edges) == ((), (), (), ())


def test_two_rule_sets_under_one_edition() -> None:
    one = rule_set("md-craps", odds={"pass_line": {"multiples": 10}}, vig={"buy": {"collect": "win"}})
    found = compare(one, rule_set("md-craps"))
    assert found.rules == ()
    values = {row.path: (row.a, row.b) for row in found.values}
    assert values["odds.pass_line.multiples.6"] == ("10", "1")
    assert values["vig.buy.collect"] == ("win", "placement")
    money = {row.title: row.difference for row in found.settlements}
    assert money["Pass odds of 100 behind 10 on 4 wins"] == 200
    assert money["Buy of 100 on 4 loses, another wins"] == 5
    assert {(row.bet, row.number): (str(row.a), str(row.b)) for row in found.edges}[("buy", 4)] == (
        "1/60",
        "1/21",
    )


def test_two_editions_differ_in_rules_values_settlements_and_edges() -> None:
    found = compare(rule_set("nz-1998"), rule_set("bc-midi"))
    rules = {row.rule: row for row in found.rules}
    assert rules["table.dice_face_mm"].b is None
    assert not rules["come_out.hardway"].same_words
    assert rules["payouts.field"].same_words  # the same payouts under another number
    assert "big_6" not in {row.bet for row in found.edges}  # offered on one side only
    hard = next(row for row in found.settlements if row.title == "Hardway and a seven on the come-out roll")
    assert hard.difference == 60
    assert found.clauses == ()


def test_two_editions_differ_in_what_may_be_done_with_a_bet() -> None:
    def told(a: str, b: str) -> dict[str, str]:
        found = compare(rule_set(a), rule_set(b))
        assert "-1/2" not in as_text(found, (a, b))  # money reads as money
        return {row.title: str(row.difference) for row in found.settlements}

    nz_sg = told("nz-1998", "sg-mbs-v2")
    assert nz_sg["Pass line taken down before a roll of 2"] == "10"  # a contract from the start in Singapore
    assert nz_sg["Pass line raised after the point wins"] == "-10"
    assert nz_sg["C and E of 1 and an 11"] == "-7"
    bc_md = told("bc-craps", "md-craps")
    assert bc_md["Place of 10 on 6 wins"] == "-2/3"  # 6 at 7 to 6 and 4 at even money
    assert bc_md["Place of 12 on 4 wins"] == "-108/5"
    assert bc_md["Pass line made after the point wins"] == "10"
    assert bc_md["Don't pass raised before a roll of 2"] == "-10"
    assert bc_md["Place 6 turned off and a seven"] == "30"
    assert bc_md["Fire taken down before the first point"] == "5"
    assert "Place of 10 on 6 wins" not in told("md-craps", "md-mini")


def test_a_printed_name_alone_is_no_difference() -> None:
    """Maryland's Whirl is New Zealand's World."""
    rules = {row.rule: row for row in compare(rule_set("md-craps"), rule_set("nz-1998")).rules}
    assert rules["payouts.any_seven"].same_words


def test_comparing_is_the_same_from_both_ends() -> None:
    there, back = (
        compare(a, b)
        for a, b in (
            (rule_set("sg-mbs-v2"), rule_set("md-mini")),
            (rule_set("md-mini"), rule_set("sg-mbs-v2")),
        )
    )
    assert {row.path: (row.a, row.b) for row in there.values} == {
        row.path: (row.b, row.a) for row in back.values
    }
    assert {(row.bet, row.number, row.a, row.b) for row in there.edges} == {
        (row.bet, row.number, row.b, row.a) for row in back.edges
    }


def test_where_else_a_rule_set_passes() -> None:
    found = {each.edition.id: each for each in where(rule_set("md-craps", odds={"come": {"multiples": 3}}))}
    assert set(found) == set(edition_ids())
    assert {edition: each.report.verdict for edition, each in found.items()} == {
        "nz-1998": "breach",
        "nz-revised": "breach",
        "sg-mbs-v2": "refer",
        "bc-craps": "refer",
        "bc-midi": "refer",
        "md-craps": "ok",
        "md-mini": "ok",
    }
    [change] = found["nz-1998"].changes
    assert (change.path, change.nearest) == ("odds.come.multiples", "2")


def test_notes_do_not_stand_in_the_way() -> None:
    assert all(not each.changes for each in where(rule_set("nz-1998", chip_unit=1)))


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"edition": "bc-craps", "come_out": {"hardway": "off"}}))
    assert main(["compare", "bc-craps", str(file)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["values"] == [
        {
            "path": "come_out.hardway",
            "a": {"value": "on", "clause": "1/6.7.6"},
            "b": {"value": "off", "clause": "1/6.7.6"},
        }
    ]
    assert main(["compare", "bc-craps", str(file), "--text"]) == 0
    assert "come_out.hardway  on [1/6.7.6]" in capsys.readouterr().out
    assert main(["compare", "bc-craps", "bc-craps", "--text"]) == 0
    assert capsys.readouterr().out == "bc-craps and bc-craps do not differ.\n"
    assert main(["where", str(file)]) == 0
    verdicts = {row["edition"]: row["verdict"] for row in json.loads(capsys.readouterr().out)["editions"]}
    assert (verdicts["bc-craps"], verdicts["nz-1998"]) == ("breach", "ok")
    assert main(["where", str(file), "--text"]) == 0
    assert "British Columbia craps (where it was submitted): does not pass." in capsys.readouterr().out
    assert main(["compare", "bc-craps", str(tmp_path / "none.json")]) == 2
    assert "is neither a file nor a known edition; there are nz-1998" in capsys.readouterr().err
    assert main(["compare", "bc-craps", "nz-1988"]) == 2
    assert 'did you mean "nz-1998"?' in capsys.readouterr().err
