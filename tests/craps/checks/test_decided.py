"""A question that an edition has decided: nothing then says that a person judges it."""

from typing import Any

import pytest

from craps import check, edition_ids, load_edition, load_ruleset
from craps.editions import all_edition_ids
from craps.readings import ALLOW, BREACH, REFER
from craps.validation import rules
from tests.craps.checks.broken import broken

AS = {ALLOW: "info", BREACH: "breach"}


def judged() -> list[tuple[str, str, dict[str, Any]]]:
    """Edition, rule and a rule set that leaves its point to judge, for each such rule of craps."""
    return [
        (edition, rule.id, broken(edition, rule.id.partition(".")[2]))
        for edition in edition_ids()
        for rule in rules(edition)
        if rule.id in load_edition(edition).readings and rule.severity == REFER
    ]


@pytest.mark.parametrize("option", AS)
@pytest.mark.parametrize(("edition", "rule", "stated"), judged(), ids=lambda each: str(each)[:40])
def test_a_decided_question_is_not_said_to_be_judged(
    edition: str, rule: str, stated: dict[str, Any], option: str
) -> None:
    terms = load_ruleset({"edition": edition, **stated})
    open_ones = [f for f in check(terms).findings if f.rule == rule and f.severity == REFER]
    decided = [f for f in check(terms.with_readings({rule: option})).findings if f.rule == rule]
    assert open_ones and {f.severity for f in decided} == {AS[option]}
    for found in decided:
        assert "regulator" not in found.message and "judge" not in found.message, found.message
        assert found.message.count("The edition has decided the question") == 1
        assert ".." not in found.message and ": The" not in found.message, found.message
    for found in open_ones:
        assert "edition has decided" not in found.message


@pytest.mark.parametrize("edition", all_edition_ids())
@pytest.mark.parametrize("option", AS)
def test_a_constraint_says_how_the_edition_reads_it(edition: str, option: str) -> None:
    loaded = load_edition(edition)
    open_ones = {rule.id: rule for rule in rules(loaded) if rule.severity == REFER}
    decided = {rule.id: rule for rule in rules(loaded.with_readings(dict.fromkeys(open_ones, option)))}
    for rule in open_ones:
        assert decided[rule].severity == AS[option]
        assert "judge" not in decided[rule].text, decided[rule].text
        assert decided[rule].text.endswith(".") and ".." not in decided[rule].text
        assert decided[rule].clauses == open_ones[rule].clauses


def test_the_words_of_a_constraint_follow_its_reading() -> None:
    texts = {}
    for option in (REFER, *AS):
        edition = load_edition("nz-1998").with_readings({"nz.wagers.left_out": option})
        texts[option] = next(rule.text for rule in rules(edition) if rule.id == "nz.wagers.left_out")
    assert texts == {
        REFER: "Every listed wager is offered; one left out is for the regulator to judge.",
        ALLOW: "Every listed wager is offered; one left out is allowed.",
        BREACH: "Every listed wager is offered; one left out is a breach.",
    }
