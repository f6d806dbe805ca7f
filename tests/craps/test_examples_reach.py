"""The worked examples reach every clause that decides money, and show every bet win and lose."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from craps import ExampleResult, edition_from_json, examples_of, load_edition, load_ruleset, run_examples
from craps.edition import Edition
from craps.examples.subjects import clauses_of, money_subjects
from craps.readings import MONEY
from craps.rulebook import book, cited, shown_by
from craps.runs import Played
from tests.craps.play import EDITIONS, FAMILY, MD

pytestmark = pytest.mark.slow

# Values that decide money without a settlement or a refusal that cites their clause. That an example which is
# about one of them notices when it is another is tested below and in test_examples_catalogue.py.
SILENT = ("vig", "come_out", "paytables", "readings")
SILENT_SIDES = (".excess", ":stays", ".come_raise", ".pass_after_point")
# Clauses that no run can cite, and why.
EXCEPTIONS = {
    (edition, "11/B(1)(a)"): "The step of 1 (11/B(1)(c)) refuses every amount below the minimum of 1 first."
    for edition in MD
}


@cache
def results_of(edition: str) -> list[ExampleResult]:
    """Every example under a table that offers all that its edition lists."""
    wagers = list(load_edition(edition).wagers)
    return run_examples(load_ruleset({"edition": edition, "wagers": wagers}))


def expanded(clauses: Iterator[str] | tuple[str, ...]) -> set[str]:
    return {one for clause in clauses for one in cited(clause)}


def cited_by(run: Played) -> set[str]:
    settled = (each.clause for step in run.steps for each in step.settlements or ())
    refused = (step.error.clause for step in run.steps if step.error)
    return expanded((*settled, *refused))


def is_silent(subject: str) -> bool:
    return subject.partition(".")[0] in SILENT or subject.endswith(SILENT_SIDES)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_that_decides_money_is_reached(edition: str) -> None:
    """It is among the clauses of an example, and the example's run cites it or is about that very value."""
    loaded = load_edition(edition)
    money = {
        clause: subject
        for subject in money_subjects(loaded)
        for clause in expanded(clauses_of(loaded, subject))
    }
    reached: set[str] = set()
    for result in results_of(edition):
        subjects = filter(is_silent, result.example.subjects)
        about = expanded(tuple(clause for subject in subjects for clause in clauses_of(loaded, subject)))
        reached |= expanded(result.example.clauses) & (cited_by(result.edition_run) | about)
    missed = {clause for clause in money if clause not in reached}
    assert missed == {clause for of, clause in EXCEPTIONS if of == edition}, [money[c] for c in missed]


# Clauses that speak of winning, losing or paying and decide no money.
CONDUCT = {
    "nz": {"4.2": "how dice are read", "6.1(d)": "lost dice"},
    "sg": {"1.1.11": "a word", "1.1.16": "a word", "5.2": "a bet taken after the dice rest is no event here"},
    "bc": {
        "1/2.1.4.a": "who throws",
        "1/2.2.4.a": "who throws",
        "1/4.5.1.c": "call bets",
        "1/5.4": "dealer bets",
        "1/7.14": "conduct",
        "2/6.2": "the order of paying",
        "2/6.2.1": "the order of paying",
        "3/6.3.1": "the order of paying",
        "3/6.3.3.a": "from which float",
        "4/2.1.4.a": "who throws",
        "4/2.2.4.a": "who throws",
        "4/4.5.1.c": "call bets",
        "4/5.4": "dealer bets",
        "4/8.14": "conduct",
    },
    "md": {
        "2/D(4)(e)(i)": "a notice",
        "2/D(5)(c)": "the layout",
        "7/F(2)": "lost dice",
        "11/A(3)": "conduct",
    },
}
MONEY_WORDS = re.compile(r"\b(wins?|won|loses?|lost|pays?|paid|stand-off|push)\b")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_clause_that_says_when_a_bet_wins_loses_or_pays_has_an_example(edition: str) -> None:
    """Also where no value of the edition cites it: the rulebook names the example there."""
    text = book(edition)
    parents = {clause.parent for clause in text.clauses}
    for clause in text.clauses:
        if clause.id in CONDUCT[FAMILY[edition]]:
            assert not shown_by(edition, clause.id), clause.id
        elif clause.id not in parents and MONEY_WORDS.search(clause.text):
            assert shown_by(edition, clause.id), clause.id


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rulebook_names_examples_that_are_there(edition: str) -> None:
    known = {example.id for example in examples_of(edition)}
    for clause in book(edition).clauses:
        assert set(clause.examples) <= known, clause.id
        assert {example.id for example in shown_by(edition, clause.id)} >= set(clause.examples), clause.id


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_bet_wins_and_loses_and_is_pushed_or_returned_where_it_can_be(edition: str) -> None:
    outcomes: dict[str, set[str]] = {}
    for result in results_of(edition):
        for step in result.edition_run.steps:
            for settled in step.settlements or ():
                outcomes.setdefault(settled.bet, set()).add(settled.outcome)
    loaded = load_edition(edition)
    for wager in loaded.wagers:
        expected = {"win", "lose"}
        if wager in ("dont_pass", "dont_come"):
            expected.add("push")
        if wager == "come_odds" and loaded.come_out[wager].state.value == "off":
            expected.add("returned")
        assert expected <= outcomes[wager], wager


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_bet_that_may_be_turned_is_turned(edition: str) -> None:
    turned = {
        (event.wager, event.state)
        for result in results_of(edition)
        for event, step in zip(result.example.read, result.edition_run.steps, strict=True)
        if event.verb == "turn" and not step.error and result.example.shows(f"come_out.{event.wager}")
    }
    allowed = {(w, state) for w, rule in load_edition(edition).come_out.items() for state in rule.call.value}
    assert allowed <= turned


def differing(edition: str, other: Edition) -> set[str]:
    """The examples whose run is another one under ``other``."""
    ruleset = load_ruleset({"edition": other.id, "wagers": list(other.wagers)}, other)
    return {
        theirs.example.id
        for mine, theirs in zip(results_of(edition), run_examples(ruleset), strict=True)
        if [step.to_json() for step in mine.run.steps] != [step.to_json() for step in theirs.run.steps]
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_another_reading_is_noticed_by_an_example_that_shows_it(edition: str) -> None:
    loaded = load_edition(edition)
    for reading in loaded.readings.values():
        if reading.kind == MONEY:
            shown = {e.id for e in examples_of(edition) if f"readings.{reading.id}" in e.subjects}
            other = loaded.with_readings({reading.id: reading.others[0]})
            assert shown & differing(edition, other), reading.id


@pytest.mark.parametrize("edition", EDITIONS)
def test_another_value_is_noticed_where_no_rule_set_can_state_it(edition: str) -> None:
    """What stays up after a win, odds above the limit that pay whole chips, bets made after the point."""
    data: dict[str, Any] = load_edition(edition).to_json()
    for wager, rule in data["wagers"].items():
        if "stays" in rule:
            changed = rule | {"stays": [not rule["stays"][0], rule["stays"][1]]}
            draft = edition_from_json(data | {"wagers": data["wagers"] | {wager: changed}})
            shown = {e.id for e in examples_of(edition) if f"wagers.{wager}:stays" in e.subjects}
            assert shown & differing(edition, draft), wager
    for flat, rule in data["odds"].items():
        if rule["excess"][0] != "none":
            changed = rule | {"excess": ["none", rule["excess"][1]]}
            draft = edition_from_json(data | {"odds": data["odds"] | {flat: changed}})
            assert differing(edition, draft), flat
    for name, options in (("come_raise", (True, False)), ("pass_after_point", ("no", "raise", "make"))):
        value, clause = data["making"][name]
        shown = {e.id for e in examples_of(edition) if f"making.{name}" in e.subjects}
        for other in options:
            draft = edition_from_json(data | {"making": data["making"] | {name: [other, clause]}})
            assert other == value or shown & differing(edition, draft), (name, other)
