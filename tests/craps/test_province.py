"""The made-up Province of Tidewater in tests/data/province: a whole edition that is not built in."""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from craps import edition_ids, examples_of, load_edition, load_ruleset, run_examples
from craps.contents import problems
from craps.edge import edges
from craps.edition import Edition
from craps.edition_files import edition_of_files, files_of
from craps.edition_values import contradictions
from craps.examples.subjects import clauses_of, money_subjects
from craps.rulebook import book
from craps.ruleset import RuleSet
from craps.wagers import CATALOGUE, ODDS_OF

PROVINCE = Path(__file__).parents[1] / "data" / "province"
FOLDERS = ("editions", "rulebook", "examples")

# The events that an example shows to be refused, by their place; every other event is accepted.
REFUSED = {
    "win-odds": {2: "over_limit", 7: "over_limit", 12: "over_limit"},
    "lose-odds": {2: "over_limit", 7: "over_limit", 12: "over_limit"},
    "come-odds": {3: "over_limit"},
    "dont-come-odds": {3: "over_limit", 5: "fixed_state"},
    "big-six-eight": {1: "fixed_state", 8: "fixed_state"},
    "horn": {0: "bad_unit"},
    "horn-high": {0: "bad_unit"},
    "world": {0: "bad_unit"},
    "shares": dict.fromkeys((0, 5, 10, 15, 20), "bad_unit"),
    "hop": {6: "not_offered"},
    "lantern-refused": {
        0: "not_now",
        2: "under_minimum",
        3: "over_limit",
        5: "no_raise",
        6: "contract",
        11: "not_now",
    },
    "run-refused": {
        0: "not_now",
        2: "under_minimum",
        3: "over_limit",
        5: "no_raise",
        6: "contract",
        11: "not_now",
    },
    "tides-refused": dict.fromkeys((3, 5, 7), "no_raise")
    | dict.fromkeys((4, 6, 8), "contract")
    | dict.fromkeys((12, 13, 14), "not_now"),
    "raised": {1: "not_now", 6: "contract", 10: "contract"},
    "against-not-raised": {2: "no_raise", 5: "no_raise"},
    "not-put-back": {2: "not_now"},
    "reduced-odds": {3: "over_limit"},
    "posted-limits": {0: "under_minimum", 1: "over_limit"},
}


def province_files() -> dict[str, bytes]:
    paths = (path for folder in FOLDERS for path in (PROVINCE / folder).glob("*.toml"))
    return {str(path.relative_to(PROVINCE)): path.read_bytes() for path in paths}


@cache
def province() -> Edition:
    read = edition_of_files(province_files())
    assert read.problems == ()
    assert read.edition is not None
    return read.edition


def table(**stated: object) -> RuleSet:
    edition = province()
    return load_ruleset({"edition": edition.id, "wagers": list(edition.wagers), **stated}, edition)


def test_it_is_whole_and_nothing_is_wrong_with_it() -> None:
    edition = province()
    assert problems(edition) == []
    assert contradictions(edition) == []
    assert edition.book is not None and edition.examples is not None and not edition.supersedes
    assert not any("base" in tomllib.loads(content.decode()) for content in province_files().values())
    assert set(edition.wagers) == set(CATALOGUE)
    assert len(book(edition).clauses) >= 60
    assert edition.slips and edition.readings


def test_its_files_are_written_as_they_were_read() -> None:
    assert files_of(province()) == province_files()


def test_it_names_the_jurisdiction_it_belongs_to() -> None:
    facts = tomllib.loads((PROVINCE / "jurisdiction.toml").read_text())
    edition = province()
    named = (edition.jurisdiction, edition.authority, edition.currency)
    assert named == (facts["code"], facts["authority"], facts["currency"])
    assert book(edition).find(facts["limits_by_notice"])


@pytest.mark.parametrize("fire", ["A", "B"])
def test_the_house_has_an_advantage_in_every_bet_but_odds(fire: str) -> None:
    odds = set(ODDS_OF.values())
    rows = edges(table(paytables={"fire": fire}))
    assert {row.bet for row in rows} == set(CATALOGUE)
    for row in rows:
        assert row.edge == 0 if row.bet in odds else row.edge > 0, (row.bet, row.number, row.dice)


def test_its_examples_end_as_stated_and_only_what_they_show_is_refused() -> None:
    results = run_examples(table())
    assert len(results) == len(examples_of(province())) >= 25
    assert {result.example.id for result in results} >= set(REFUSED)
    for result in results:
        name = result.example.id
        refused = {place: step.error.code for place, step in enumerate(result.run.steps) if step.error}
        assert refused == REFUSED.get(name, {}), name
        assert result.example.end is not None, name
        assert (result.run.balance, result.run.on_table) == (result.example.end, 0), name


def test_its_examples_are_about_every_clause_that_decides_money() -> None:
    edition = province()
    money = {clause for subject in money_subjects(edition) for clause in clauses_of(edition, subject)}
    assert money <= {clause for example in examples_of(edition) for clause in example.clauses}


def terms_of(edition: Edition) -> dict[str, object]:
    """What it pays and allows, without its clauses, which no two documents number alike."""
    terms: dict[str, object] = {
        f"odds.{f}": [m.value for m in o.most.values()] for f, o in edition.odds.items()
    }
    terms |= {w: {slot: paid.value for slot, paid in rule.pays.items()} for w, rule in edition.wagers.items()}
    terms |= {f"vig.{w}": (v.collect.value, v.rate.value, v.base.value) for w, v in edition.vig.items()}
    return terms


@pytest.mark.parametrize("other", edition_ids())
def test_it_has_other_terms_than_every_built_in_edition(other: str) -> None:
    theirs, ours = terms_of(load_edition(other)), terms_of(province())
    for name in ("odds.pass_line", "odds.come", "place", "field", "any_seven", "vig.buy"):
        assert ours[name] != theirs.get(name), name
