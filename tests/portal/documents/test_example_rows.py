"""The worked examples of a certificate: those that tell what happens under the approved rules."""

from typing import Any

from craps import load_ruleset, run_examples
from portal.documents.rule_tables import example_rows


def rows(**stated: Any) -> dict[str, dict[str, Any]]:
    ruleset = load_ruleset({"edition": "nz-1998", **stated})
    stored = [result.to_json() for result in run_examples(ruleset)]
    return {row["title"]: row for row in example_rows(ruleset, stored)}


DOUBLE = "Double odds behind a pass line bet on 6"


def test_an_example_that_assumes_other_terms_is_left_out() -> None:
    assert DOUBLE not in rows()


def test_it_is_there_where_the_approved_rules_have_these_terms() -> None:
    row = rows(odds={"pass_line": {"multiples": 2}})[DOUBLE]
    assert (row["given"], row["balance"]) == ("The casino allows double odds.", "34")


def test_a_marker_for_one_bet_only_is_described() -> None:
    steps = rows()["An On marker for one hardway only"]["steps"]
    assert "Hardways 4 turned on, and no other" in steps[0]["bets"]


def test_examples_stored_before_there_were_terms_are_all_there() -> None:
    ruleset = load_ruleset({"edition": "nz-1998"})
    stored = [result.to_json() for result in run_examples(ruleset)]
    for row in stored:
        row.pop("applies", None)
    assert len(example_rows(ruleset, stored)) == len(stored)
