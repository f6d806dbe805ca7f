"""The games in a player's words: every figure is the rule set's, every option the edition's."""

from typing import Any

import pytest

from craps import game_of, load_edition, load_ruleset
from craps.games import game_words
from craps.games.procedure import cited_steps
from craps.games.round_game import RoundGame
from craps.ruleset import RuleSet
from tests.craps.games.play import EDITIONS

WHEEL = {
    "spaces": {"1": "4", "joker": "1", "logo": "1"},
    "payouts": {"1": "1:1", "joker": "5:1", "logo": "5:1"},
}


def rules(edition: str, readings: dict[str, str] | None = None, **fields: Any) -> tuple[RoundGame, RuleSet]:
    ruleset = load_ruleset({"edition": edition, **fields}).with_readings(readings or {})
    game = game_of(ruleset.edition)
    assert isinstance(game, RoundGame)
    return game, ruleset


def test_a_game_has_its_name_and_a_kind_of_craps_what_its_edition_calls_it() -> None:
    assert [game_words(words) for words in ("mini-craps", "red dog", "wheel of fortune")] == [
        "mini-craps",
        "Red Dog",
        "Wheel of Fortune",
    ]


def test_a_round_is_told_with_the_figures_of_the_rule_set() -> None:
    game, ruleset = rules("bc-war", table={"burn_cards": "1"})
    assert "lose half of your bet" in game.course(ruleset)
    assert "burns 1 card before each" in game.course(ruleset)
    game, ruleset = rules("bc-wheel", wheel=WHEEL, table={"revolutions": "5"})
    assert game.course(ruleset).startswith("The wheel has 6 spaces of 3 kinds")
    assert "at least 5 full turns" in game.course(ruleset)
    game, ruleset = rules("bc-red-dog", payouts={"three_of_a_kind": "9:1"})
    assert "of the same rank pays 9 to 1" in game.course(ruleset)


def test_what_is_not_offered_or_read_away_is_not_told() -> None:
    game, ruleset = rules("bc-war", wagers=["war", "tie"])
    assert "go to war" not in game.course(ruleset) + game.how_won(ruleset, "war")
    game, ruleset = rules("bc-red-dog", wagers=["red_dog"])
    assert "raise" not in game.course(ruleset)
    game, ruleset = rules("bc-red-dog", {"raise": "bets-unchanged"})
    assert "raise" not in game.course(ruleset)
    assert game.how_won(ruleset, "raise").startswith("No raise is taken")


def test_a_tied_war_is_told_as_the_edition_reads_it() -> None:
    game, ruleset = rules("bc-war")
    assert game.how_won(ruleset, "war").endswith("if the war is tied it wins as well.")
    assert "A tied war pays" not in game.how_won(ruleset, "go_to_war")
    game, ruleset = rules("bc-war", {"war-tied": "war-wager-only", "war-won": "one-to-two"})
    assert game.how_won(ruleset, "war").endswith("if the war is tied it comes back too.")
    assert game.how_won(ruleset, "go_to_war").endswith("A tied war pays it 1 to 1.")
    assert [(str(row.pays), row.reading) for row in game.pay_rows(ruleset, "go_to_war")] == [
        ("1/2", "war-won")
    ]


@pytest.mark.parametrize(
    ("edition", "fields", "wager", "expected"),
    [
        ("bc-war", {"payouts": {"tie": "11:1"}}, "tie", [("", "11", "10", "7/7.1", "")]),
        (
            "bc-red-dog",
            {"payouts": {"spread:6": "2:1", "spread:1": "11:1"}},
            "red_dog",
            [
                ("a spread of 1", "11", "5", "6/5.1", ""),
                ("a spread of 2", "4", "4", "6/5.1", ""),
                ("a spread of 3", "2", "2", "6/5.1", ""),
                ("a spread of 4 to 5 or 7 to 11", "1", "1", "6/5.1", ""),
                ("a spread of 6", "2", "1", "6/5.1", ""),
                ("three of a kind", "11", "11", "6/6.11", ""),
            ],
        ),
        (
            "bc-wheel",
            {"wheel": WHEEL},
            "space",
            [
                ("1", "1", "None", "", "4 of 6 spaces"),
                ("joker", "5", "None", "", "1 of 6 spaces"),
                ("logo", "5", "None", "", "1 of 6 spaces"),
            ],
        ),
    ],
)
def test_payouts_are_listed_beside_the_document_s(
    edition: str, fields: dict[str, Any], wager: str, expected: list[tuple[str, ...]]
) -> None:
    game, ruleset = rules(edition, **fields)
    told = [
        (row.on, str(row.pays), str(row.printed), row.clause, row.among)
        for row in game.pay_rows(ruleset, wager)
    ]
    assert told == expected


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_the_steps_of_a_round_cite_every_clause_that_settles_it(edition_id: str) -> None:
    edition = load_edition(edition_id)
    game = game_of(edition)
    assert isinstance(game, RoundGame)
    steps = list(cited_steps(game, edition))
    assert all(step.words.endswith(".") and step.clause for step in steps)
    cited = {clause for step in steps for clause in step.clause.split(", ")}
    play = {clause for name in edition.own["play"] for clause in game.clauses_of(edition, f"play.{name}")}
    paid = {
        clause
        for name in edition.own.get("payouts", ())
        for clause in game.clauses_of(edition, f"payouts.{name}")
    }
    assert play - paid <= cited


@pytest.mark.parametrize(
    ("edition_id", "reading", "when", "words"),
    [
        ("bc-war", {}, "The war is tied", "Casino War and Go to War win."),
        (
            "bc-war",
            {"war-tied": "war-wager-only"},
            "The war is tied",
            "Go to War wins, and Casino War is a push.",
        ),
        ("bc-red-dog", {}, "It does not fall between them", "Red Dog and Raise lose."),
        ("bc-red-dog", {"raise": "bets-unchanged"}, "It does not fall between them", "Red Dog loses."),
    ],
)
def test_the_steps_of_a_round_follow_the_readings(
    edition_id: str, reading: dict[str, str], when: str, words: str
) -> None:
    edition = load_edition(edition_id).with_readings(reading)
    game = game_of(edition)
    assert isinstance(game, RoundGame)
    assert [step.words for step in cited_steps(game, edition) if step.when == when] == [words]
