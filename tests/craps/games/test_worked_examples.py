"""The worked examples of the games: complete, reaching every clause that decides money, noticing a change."""

from typing import Any

import pytest

from craps import ExampleResult, examples_of, load_edition, load_ruleset, run_examples
from craps.examples.subjects import clauses_of, money_subjects
from craps.playthrough import frames
from craps.ruleset import baseline_of
from craps.runs import Played
from tests.craps.games.play import EDITIONS, terms

FEWEST = {"bc-red-dog": 12, "bc-war": 12, "bc-wheel": 6}
# What decides money and is no settlement of its own: an example is about it, and notices when it changes.
SILENT = ("payouts", "readings", "wheel")


def results(edition: str) -> list[ExampleResult]:
    return run_examples(baseline_of(load_edition(edition)))


def cited_by(run: Played) -> set[str]:
    settled = {each.clause for step in run.steps for each in step.settlements or ()}
    return settled | {step.error.clause for step in run.steps if step.error}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_example_is_complete(edition: str) -> None:
    examples = examples_of(edition)
    assert len(examples) >= FEWEST[edition]
    assert len({example.id for example in examples}) == len(examples)
    for result in results(edition):
        example = result.example
        assert example.title and example.why.endswith(".") and example.clauses, example.id
        assert (result.verdict, result.run.on_table) == ("same", 0), example.id
        assert len(frames(result.run.ruleset, example.read)) == len(example.events)
    assert set().union(*(example.wagers for example in examples)) == set(load_edition(edition).wagers)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_that_decides_money_is_reached(edition: str) -> None:
    loaded = load_edition(edition)
    reached: set[str] = set()
    for result in results(edition):
        silent = [s for s in result.example.subjects if s.partition(".")[0] in SILENT]
        about = {clause for subject in silent for clause in clauses_of(loaded, subject)}
        reached |= set(result.example.clauses) & (cited_by(result.edition_run) | about)
    money = {clause: subject for subject in money_subjects(loaded) for clause in clauses_of(loaded, subject)}
    assert len(money) >= 4
    assert {clause: subject for clause, subject in money.items() if clause not in reached} == {}


@pytest.mark.parametrize(
    ("edition", "key"),
    [
        *(("bc-red-dog", f"spread:{spread}") for spread in range(1, 12)),
        ("bc-red-dog", "three_of_a_kind"),
        *(("bc-war", wager) for wager in ("war", "tie", "go_to_war")),
    ],
)
def test_a_changed_payout_is_noticed_by_an_example_that_shows_it(edition: str, key: str) -> None:
    showing = [example for example in examples_of(edition) if example.shows(f"payouts.{key}")]
    found = run_examples(load_ruleset(terms(edition, payouts={key: "7:3"})), showing)
    differing = [result for result in found if result.verdict == "differs"]
    assert differing
    assert differing[0].first is not None and differing[0].difference != 0


@pytest.mark.parametrize("edition", ["bc-red-dog", "bc-war"])
def test_limits_and_chips_of_the_operator_do_not_get_in_the_way(edition: str) -> None:
    first = {"bc-red-dog": "red_dog", "bc-war": "war"}[edition]
    found = run_examples(load_ruleset(terms(edition, chip_unit=25, limits={first: {"min": 500}})))
    assert {result.verdict for result in found} == {"same"}


def test_an_operators_wheel_gives_way_to_that_of_the_examples() -> None:
    wheel: dict[str, Any] = {"spaces": {"a": 3, "b": 1}, "payouts": {"a": "1:1", "b": "3:1"}}
    own = load_ruleset({"edition": "bc-wheel", "wheel": wheel})
    for result in run_examples(own):
        assert (result.verdict, result.applies) == ("same", False)
    assert all(result.applies for result in run_examples(load_ruleset(terms("bc-wheel"))))


def test_a_wager_that_is_not_offered_is_left_out_on_both_sides() -> None:
    found = {
        result.example.id: result for result in run_examples(load_ruleset(terms("bc-war", wagers=["tie"])))
    }
    assert found["war-won"].verdict == "not offered"
    assert found["tie-alone"].not_offered == ("war",)
