"""The core's own tests of an edition that is not built in, one by one: what a draft has to pass.

Every wager is settled at every outcome, its edge is calculated under every paytable, every worked example
ends as it states, and nothing is wrong with rulebook, citations and values. ``edition_tests`` lists them in a
fixed order, so that a run can be stopped and continued at a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from craps.contents import problems
from craps.edge import edges
from craps.edition import Edition
from craps.edition_values import contradictions
from craps.errors import BadInput
from craps.examples import examples_data
from craps.examples.catalogue import example_from_json
from craps.games import game_of
from craps.money import amount_text
from craps.ruleset import RuleSet, with_every_wager

CONTENTS, WAGER, EDGE, EXAMPLE = "contents", "wager", "edge", "example"
TITLES = {
    CONTENTS: "Rulebook and values agree",
    WAGER: "Every wager settles",
    EDGE: "Every edge is calculated",
    EXAMPLE: "Every worked example ends as stated",
}


@dataclass(frozen=True)
class EditionTest:
    """One test: what kind it is, what it is about in words, and the function that says what is wrong."""

    kind: str
    name: str
    find: Callable[[], Iterator[str]]

    def run(self) -> list[str]:
        """What is wrong, as sentences. A failure of the program is something wrong, too."""
        try:
            return list(self.find())
        except BadInput as error:
            return [f"{error.path}: {error.message}." if error.path else f"{error.message}."]
        except Exception as error:
            return [f"It cannot be calculated: {type(error).__name__}: {error}."]


def edition_tests(edition: Edition) -> list[EditionTest]:
    """Every test of an edition, in an order that does not change.

    >>> from craps import load_edition
    >>> tests = edition_tests(load_edition("bc-war"))
    >>> [test.kind for test in tests][:2], [problem for test in tests for problem in test.run()]
    (['contents', 'contents'], [])
    """
    tests = [
        EditionTest(CONTENTS, "Rulebook, citations and worked examples", partial(_contents, edition)),
        EditionTest(CONTENTS, "Values do not contradict each other", partial(_contradictions, edition)),
    ]
    wagers = [wager for wager in edition.catalogue if wager in edition.wagers]
    for words, terms in _tables(edition):
        which = f", {words}" if words else ""
        tests += [
            EditionTest(WAGER, f"{edition.name_of(wager)}{which}", partial(_settles, edition, terms, wager))
            for wager in wagers
        ]
        tests.append(EditionTest(EDGE, f"Every wager{which}", partial(_edges, edition, terms)))
    for entry in examples_data(edition)["example"]:
        title = str(entry.get("title", entry.get("id", "")))
        tests.append(EditionTest(EXAMPLE, title, partial(_ends, edition, entry)))
    return tests


def _tables(edition: Edition) -> Iterator[tuple[str, dict[str, dict[str, str]]]]:
    """The choices of paytables, in words: the baseline of each, then every other one by itself."""
    yield "", {}
    for name, paytable in edition.paytables.items():
        for letter in list(paytable.tables)[1:]:
            yield f"{name} paytable {letter}", {"paytables": {name: letter}}


def _contents(edition: Edition) -> Iterator[str]:
    if not edition.wagers:
        yield "It offers no wager. Add at least one."
    for problem in problems(edition):
        yield f"{problem.path}: {problem.message}."


def _contradictions(edition: Edition) -> Iterator[str]:
    for path, message in contradictions(edition):
        yield f"{path}: {message}."


def _settles(edition: Edition, terms: dict[str, dict[str, str]], wager: str) -> Iterator[str]:
    rules = with_every_wager(edition, terms)
    yield from game_of(edition).unsettled(rules, wager)


def _edges(edition: Edition, terms: dict[str, dict[str, str]]) -> Iterator[str]:
    rules = with_every_wager(edition, terms)
    rows = edges(rules)
    for row in rows:
        bet = game_of(edition).bet_words(edition, row.bet, row.to_json())
        if row.win + row.lose + row.push != 1:
            yield f"{bet}: the chances to win, lose and push come to {row.win + row.lose + row.push}, not 1."
        if row.edge >= 1 or row.edge < -1:
            yield f"{bet}: the house edge is {row.edge}, which no bet can have."


def _ends(edition: Edition, entry: dict[str, object]) -> Iterator[str]:
    example = example_from_json(entry, edition)
    if not example.wagers <= edition.wagers.keys():
        return  # a wager that the edition no longer offers: the example is not shown
    rules: RuleSet = example.under(with_every_wager(edition))
    run = game_of(edition).settle(rules, example.read)
    if example.end is not None and run.balance != example.end:
        yield (
            f"It states that the player ends with {amount_text(example.end)}; by the values of the edition "
            f"the player ends with {amount_text(run.balance)}."
        )
