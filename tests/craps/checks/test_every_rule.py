"""Every constraint that ``rules`` lists: a rule set that keeps it, one that breaks it, and what is found."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from craps import load_ruleset
from craps.checks import CHECKS
from craps.rulebook import cited
from craps.validation import Finding, check, rules
from tests.craps.checks.broken import broken
from tests.craps.checks.stated import findings, report, whole, with_value
from tests.craps.play import EDITIONS

CLAUSES = Path(__file__).parents[2] / "data" / "clauses"
EVERY = [(edition, rule.id.partition(".")[2]) for edition in EDITIONS for rule in rules(edition)]
each_rule = pytest.mark.parametrize(("edition", "rule"), EVERY)
each_edition = pytest.mark.parametrize("edition", EDITIONS)


@each_rule
def test_a_rule_set_that_breaks_it_is_found(edition: str, rule: str) -> None:
    found = findings(edition, rule, **broken(edition, rule))
    assert found
    listed = next(r for r in rules(edition) if r.id == found[0].rule)
    assert {f.severity for f in found} <= {"breach", "refer", "info"}
    assert found[0].severity == listed.severity


@each_edition
def test_a_rule_set_that_keeps_everything_passes(edition: str) -> None:
    found = check(load_ruleset(whole(edition)))
    assert [f.to_json() for f in found.findings if f.severity != "info"] == []
    assert found.verdict == "ok"
    assert {f.rule.split(".")[1] for f in found.findings} <= {"units"}


@each_edition
def test_it_was_held_to_every_rule(edition: str) -> None:
    """Save a choice of paytable where there is none to make, and the fire bet that md-mini leaves out."""
    ruleset = load_ruleset(whole(edition))
    aside = {r.id for r in rules(edition) if r.subject == "paytables"}
    if edition == "md-mini":
        aside |= {r.id for r in rules(edition) if ".fire" in r.id}
    held = {check.key for check in CHECKS if check.applies(ruleset)}
    assert {r.id for r in rules(edition) if r.id.partition(".")[2] not in held} == aside


@each_edition
def test_an_edition_alone_passes(edition: str) -> None:
    found = report(edition)
    assert (found.verdict, found.findings) == ("ok", ())
    assert found.checked > 40


@pytest.mark.parametrize(
    ("edition", "rule", "fields"),
    [
        *((e, f"units.{w}", {"chip_unit": 1, "payouts": {w: "2:1"}}) for e in EDITIONS for w in ("place",)),
        ("nz-1998", "units.shares", {"chip_unit": 1, "wagers": ["world", "horn_high"]}),
        ("bc-midi", "units.place", {"chip_unit": 1}),
        ("md-craps", "units.lay", {"chip_unit": 1, "payouts": {"lay": "2:1"}, "vig": {"lay": {"rate": 0}}}),
    ],
)
def test_amounts_that_always_come_out_in_chips_give_no_note(edition: str, rule: str, fields: Any) -> None:
    assert findings(edition, rule, **fields) == []


@each_edition
def test_a_finding_says_where_why_and_what_would_be_right(edition: str) -> None:
    for rule, fields, found in every_finding(edition):
        assert found.message.endswith("."), rule
        assert "!" not in found.message, rule
        top = re.split(r"[.\[]", found.path)[0]
        assert top in fields or top == "wagers", found.path
        assert found.allowed is not None, rule


@each_edition
def test_clauses_are_in_the_document(edition: str) -> None:
    printed = (CLAUSES / f"{'md-craps' if edition == 'md-mini' else edition}.txt").read_text().split("\n")
    citations = {clause for rule in rules(edition) for clause in rule.clauses}
    citations |= {found.clause for _, _, found in every_finding(edition)}
    assert {clause for citation in citations for clause in cited(citation)} - set(printed) == set()


@each_edition
def test_the_nearest_allowed_value_passes(edition: str) -> None:
    for rule, fields, found in every_finding(edition):
        if found.nearest is not None:
            mended = with_value({"edition": edition, **fields}, found.path, found.nearest)
            left = check(load_ruleset(mended)).findings
            assert (found.rule, found.path) not in {(f.rule, f.path) for f in left}, rule


NO_FIGURE = {"vig.procedure"}  # the document has no way of its own to compare with


@each_edition
def test_what_costs_money_is_demonstrated(edition: str) -> None:
    for rule, _, found in every_finding(edition):
        if rule not in NO_FIGURE and rule.split(".")[0] in ("odds", "vig", "payouts", "come_out"):
            assert found.demonstration is not None, rule
            assert found.demonstration["difference"] != "0", rule


def every_finding(edition: str) -> Iterator[tuple[str, dict[str, Any], Finding]]:
    """Each rule of an edition, fields that break it, and what is then found under it."""
    for rule in (rule for of, rule in EVERY if of == edition):
        fields = broken(edition, rule)
        for found in findings(edition, rule, **fields):
            yield rule, fields, found


def test_ids_are_unique_and_named_by_jurisdiction() -> None:
    for edition in EDITIONS:
        ids = [rule.id for rule in rules(edition)]
        assert len(ids) == len(set(ids))
        assert {rule_id.split(".")[0] for rule_id in ids} == {edition.split("-")[0]}


def test_every_rule_is_a_plain_sentence() -> None:
    for edition in EDITIONS:
        for rule in rules(edition):
            assert rule.text.endswith("."), rule
            assert rule.text[0].isupper() or rule.text[0].isdigit(), rule
            assert rule.clause in rule.clauses
