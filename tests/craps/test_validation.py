"""``check``, ``rules`` and ``explain``: the worked examples, the report, drafts, the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from craps import BadInput, check, edition_from_json, edition_ids, load_edition, load_ruleset, rules
from craps.__main__ import main
from craps.validation import explain

EXAMPLES = sorted((Path(__file__).parent.parent / "data" / "examples").glob("check-*.json"))
BREACH = {"edition": "md-craps", "vig": {"buy": {"rate": "3/50"}}}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example(path: Path) -> None:
    example = json.loads(path.read_text(encoding="utf-8"))
    found = check(load_ruleset(example["ruleset"])).to_json()
    expected = example["expect"]
    verdicts = expected["verdict"] if isinstance(expected["verdict"], list) else [expected["verdict"]]
    assert found["verdict"] in verdicts
    for pattern in expected["must"]:
        assert any(_matches(finding, pattern) for finding in found["findings"]), pattern
    for pattern in expected["must_not"]:
        assert not any(_matches(finding, pattern) for finding in found["findings"]), pattern


def test_the_examples_are_there() -> None:
    assert len(EXAMPLES) >= 26


def _matches(finding: dict[str, str], pattern: dict[str, str]) -> bool:
    return (
        pattern.get("severity", finding["severity"]) == finding["severity"]
        and finding["path"].startswith(pattern.get("path_prefix", ""))
        and finding["clause"].startswith(pattern.get("clause_prefix", ""))
    )


# The report ----------------------------------------------------------------------------------------------


def test_the_report_has_the_shape_of_the_contract() -> None:
    found = check(load_ruleset(BREACH)).to_json()
    assert (found["edition"], found["verdict"]) == ("md-craps", "breach")
    [finding] = found["findings"]
    assert finding.pop("demonstration")["difference"] == "-2"
    assert finding == {
        "severity": "breach",
        "rule": "md.vig.rate",
        "path": "vig.buy.rate",
        "clause": "5/G(3)(a)",
        "message": (
            "Vigorish on a Buy Bet is at most 5% of the amount wagered (5/G(3)(a)). You take 6%. Use 5%."
        ),
        "submitted": "3/50",
        "allowed": "at most 1/20",
        "nearest": "1/20",
    }
    json.dumps(found)


def test_every_finding_is_there_worst_first() -> None:
    report = check(
        load_ruleset(
            {
                "edition": "nz-1998",
                "chip_unit": 1,
                "wagers": ["pass_line", "pass_odds", "place", "buy", "hop"],
                "odds": {"pass_line": {"multiples": {"4": 9, "6": "1/2"}, "basis": "winnings"}},
                "vig": {"buy": {"rate": "1/2", "base": "win", "collect": "win", "refund_on_removal": False}},
            }
        )
    )
    severities = [finding.severity for finding in report.findings]
    assert severities == sorted(severities, key=("breach", "refer", "info").index)
    breached = {finding.path for finding in report.findings if finding.severity == "breach"}
    assert breached == {
        "wagers",
        "odds.pass_line.multiples.4",
        "odds.pass_line.basis",
        "vig.buy.rate",
        "vig.buy.base",
        "vig.buy.collect",
        "vig.buy.refund_on_removal",
    }
    assert severities.count("refer") == 21 + 1  # listed wagers left out, and odds below 1× on 6


def test_checked_counts_what_there_was_to_check() -> None:
    bare = check(load_ruleset({"edition": "md-craps"})).checked
    assert check(load_ruleset({"edition": "md-craps", "table": {"dice": 5}})).checked == bare + 1
    assert check(load_ruleset({"edition": "md-craps", "wagers": ["pass_line"]})).checked < bare
    assert bare < len(rules("md-craps"))


def test_the_same_terms_under_another_edition() -> None:
    ruleset = load_ruleset({"edition": "md-craps", "odds": {"come": {"multiples": 3}}})
    assert check(ruleset).verdict == "ok"
    elsewhere = check(ruleset, "nz-1998")
    assert (elsewhere.verdict, elsewhere.ruleset.edition.id) == ("breach", "nz-1998")
    assert check(ruleset, load_edition("nz-1998")).to_json() == elsewhere.to_json()


def test_a_drafted_edition_is_held_to_its_own_words() -> None:
    data = json.loads(json.dumps(load_edition("md-craps").to_json()))
    data |= {"id": "md-draft", "title": "Maryland craps, draft"}
    data["vig"]["buy"]["rate"] = ["at most", "1/25", "5/G(3)(a)"]
    data["wagers"]["field"] |= {"min": ["5", "3/C"], "max": ["500", "3/C"]}
    del data["paytables"]["fire"]["B"]
    draft = edition_from_json(data)
    stated = {
        "edition": "md-draft",
        "vig": {"buy": {"rate": "1/20"}},
        "limits": {"field": {"min": 1}},
        "paytables": {"fire": "B"},
    }
    found = check(load_ruleset(stated, draft))
    assert {f.path: f.nearest for f in found.findings} == {
        "vig.buy.rate": "1/25",
        "limits.field.min": "5",
        "paytables.fire": "A",
    }
    assert "md.limits.field.min" in {rule.id for rule in rules(draft)}
    assert "md.limits.field.min" not in {rule.id for rule in rules("md-craps")}


def test_explain_knows_every_rule_and_helps_with_a_wrong_one() -> None:
    for edition in edition_ids():
        for rule in rules(edition):
            assert rule in [each for _, each in explain(rule.id)]
    with pytest.raises(BadInput, match=r'did you mean "md\.vig\.rate"'):
        explain("md.vig.rates")


def test_games_of_one_jurisdiction_share_the_id_of_a_rule_and_each_cites_its_own_clause() -> None:
    assert {edition.id: rule.clause for edition, rule in explain("bc.table.players")} == {
        "bc-craps": "1/4.1",
        "bc-midi": "4/4.1",
        "bc-red-dog": "6/3.4",
    }


# The command line ----------------------------------------------------------------------------------------


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*args: Any) -> tuple[int, str, str]:
        words = []
        for arg in args:
            if not isinstance(arg, str):
                (tmp_path / "in.json").write_text(json.dumps(arg))
                arg = str(tmp_path / "in.json")
            words.append(arg)
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def test_check_exits_1_on_a_breach_only(run: Any) -> None:
    code, out, _ = run("check", BREACH)
    assert (code, json.loads(out)["verdict"]) == (1, "breach")
    code, out, _ = run("check", {"edition": "nz-1998", "wagers": ["pass_line"]})
    assert (code, json.loads(out)["verdict"]) == (0, "refer")
    code, out, _ = run("check", {"edition": "nz-1998"})
    assert (code, json.loads(out)["findings"]) == (0, [])


def test_check_says_what_can_not_be_read(run: Any) -> None:
    assert run("check", {"edition": "nz-1999"}) == (
        2,
        "",
        "craps: edition: 'nz-1999' is not a known edition; did you mean \"nz-1998\"?\n",
    )
    code, out, err = run("check", {"edition": "nz-1998", "vig": {"buy": {"rat": 1}}})
    assert (code, out) == (2, "")
    assert err.startswith("craps: vig.buy.rat: ")
    assert 'did you mean "rate"' in err


def test_check_lines_keep_their_order_and_name_the_bad_one(run: Any, tmp_path: Path) -> None:
    lines = [json.dumps(BREACH), '{"edition": 5}', json.dumps({"edition": "bc-midi"})]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    code, out, _ = run("check", "--jsonl", str(tmp_path / "in.jsonl"))
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [each.get("verdict") for each in found] == ["breach", None, "ok"]
    assert found[1]["error"]["path"] == "edition"


def test_check_in_words(run: Any) -> None:
    code, out, _ = run("check", "--text", BREACH)
    assert code == 1
    assert "BREACH  vig.buy.rate  [5/G(3)(a), md.vig.rate]" in out
    assert "As submitted the player ends with 2 less than under the edition." in " ".join(out.split())


@pytest.mark.parametrize("edition", edition_ids())
def test_rules_lists_them_all(run: Any, edition: str) -> None:
    code, out, _ = run("rules", edition)
    found = json.loads(out)
    assert code == 0
    assert [row["rule"] for row in found["rules"]] == [rule.id for rule in rules(edition)]
    assert all(row["clause"] and row["text"] for row in found["rules"])
    code, text, _ = run("rules", edition, "--text")
    assert all(row["rule"] in text for row in found["rules"])


def test_explain_on_the_command_line(run: Any) -> None:
    code, out, _ = run("explain", "bc.table.players")
    found = [row["edition"] for row in json.loads(out)["editions"]]
    assert found == ["bc-craps", "bc-midi", "bc-red-dog"]
    code, out, _ = run("explain", "bc.table.players", "--text")
    assert "The game takes at most 8 players." in out
    code, out, err = run("explain", "bc.table.player")
    assert (code, out) == (2, "")
    assert 'did you mean "bc.table.players"' in err
