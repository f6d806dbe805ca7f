"""The editions of the games as data: clauses, readings, words, drafts, rulebooks."""

from collections.abc import Iterator
from typing import Any

import pytest

from craps import (
    BadInput,
    all_edition_ids,
    check,
    edges,
    edition_from_json,
    examples_of,
    load_edition,
    load_ruleset,
    rules,
    settle,
)
from craps.edition_values import READING, differences, values, with_value
from craps.edition_words import SUBJECTS, change_in_words, subject_of, value_label, value_text
from craps.games import game_of, games
from craps.reading_effects import other_effects
from craps.readings import APPROVAL, MONEY, RECORDED
from craps.rulebook import book, cited, clause_ids, enforced_by, shown_by
from tests.craps.games.play import EDITIONS, bet, deal, terms


def _cited(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for entry in value.values():
            yield from _cited(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _cited(entry)
    elif isinstance(value, str) and value[:2] in ("5/", "6/", "7/"):
        yield value


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_stands_in_the_chapter(edition: str) -> None:
    known = set(clause_ids(edition))
    found = {one for clause in _cited(load_edition(edition).to_json()) for one in cited(clause)}
    assert len(found) >= 9
    assert found <= known
    assert {clause.split("/")[0] for clause in found} == {
        clause.split("/")[0] for clause in clause_ids(edition)
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_is_read_from_what_it_writes(edition: str) -> None:
    loaded = load_edition(edition)
    again = edition_from_json(loaded.to_json())
    assert (again, again.digest, again.own) == (loaded, loaded.digest, loaded.own)
    data = loaded.to_json()
    for section in ("odds", "vig", "come_out", "making"):
        with pytest.raises(BadInput, match=section):
            edition_from_json({**data, section: {}})
    with pytest.raises(BadInput, match="play"):
        edition_from_json({key: value for key, value in data.items() if key != "play"})


def test_craps_editions_have_no_sections_of_their_own() -> None:
    for edition in all_edition_ids():
        loaded = load_edition(edition)
        assert bool(loaded.own) == (edition in EDITIONS)
        assert bool(loaded.odds) == (edition not in EDITIONS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_readings_are_complete(edition: str) -> None:
    loaded = load_edition(edition)
    game = game_of(loaded)
    of_rules = {rule.id: rule for rule in rules(loaded)}
    assert set(game.modelled) <= set(loaded.readings)
    for rule in of_rules.values():
        assert rule.severity != "refer" or rule.id in loaded.readings, rule.id
    for reading in loaded.readings.values():
        assert reading.question.endswith("?") and reading.why.endswith("."), reading.id
        assert all(effect.endswith(".") for effect in reading.options.values())
        assert set(reading.clauses) <= set(clause_ids(edition)), reading.id
        if reading.id in game.modelled:
            assert set(reading.options) == set(game.modelled[reading.id])
            assert reading.kind == (APPROVAL if reading.id in game.approving else MONEY)
        elif "." in reading.id:
            assert reading.kind == APPROVAL and set(reading.clauses) & set(of_rules[reading.id].clauses)
        else:
            assert (reading.kind, reading.others) == (RECORDED, ())


@pytest.mark.parametrize(
    ("edition", "reading", "difference"),
    [("bc-red-dog", "raise", -10), ("bc-war", "war-won", -5), ("bc-war", "war-tied", -10)],
)
def test_what_another_reading_would_change(edition: str, reading: str, difference: int) -> None:
    (effect,) = other_effects(load_edition(edition), reading)
    assert effect.example is not None
    assert effect.example.difference == difference
    assert effect.edges
    assert effect.to_json()["example"]["differs_at"]


def test_a_reading_of_an_approval_with_options_of_its_own_has_no_story() -> None:
    for edition, reading in (("bc-wheel", "equal-spaces"), ("bc-red-dog", "conversion")):
        (effect,) = other_effects(load_edition(edition), reading)
        assert (effect.example, effect.found) == (None, None)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_value_has_its_words(edition: str) -> None:
    loaded = load_edition(edition)
    found = values(loaded.to_json())
    assert {value.keys[0] for value in found} >= {*game_of(loaded).own, "wagers", "table", "readings"}
    labels = [value_label(loaded, value) for value in found if value.kind != READING]
    assert len(set(labels)) == len(labels)
    for value in found:
        assert subject_of(value) in SUBJECTS
        assert value_text(loaded, value)
        assert value.kind == READING or "_" not in value_label(loaded, value)


def test_a_drafted_edition_of_a_game() -> None:
    """A regulator's next edition: five decks allowed, a tie that pays 9 to 1."""
    parent = load_edition("bc-war")
    data = with_value(parent.to_json(), ("cards", "least"), [5, "7/1.1"])
    data = with_value(data, ("payouts", "tie"), ["9:1", "7/7.1"])
    draft = edition_from_json({**data, "id": "bc-war-2", "title": "Casino War, next", "supersedes": "bc-war"})
    assert check(load_ruleset({"edition": "bc-war-2", "decks": 5}, draft)).verdict == "ok"
    played = {"ruleset": {"edition": "bc-war-2"}, "events": [bet("tie", 1), deal("8", "8")]}
    assert settle(played, draft).balance == 9
    assert [str(row.edge) for row in edges(load_ruleset({"edition": "bc-war-2"}, draft))][-1] == "81/311"
    told = [change_in_words(draft, change) for change in differences(parent.to_json(), draft.to_json())]
    assert told == [
        "Payout of the tie wager: was 10 to 1, is 9 to 1",
        "Decks in the shoe, at least: was 6, is 5",
    ]
    assert "was 10 to 1, is 9 to 1" in book(draft).clause("7/7.1").text
    assert {example.id for example in examples_of(draft)} == {each.id for each in examples_of("bc-war")}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_rulebook_is_the_chapter(edition: str) -> None:
    shown = book(edition)
    assert [clause.id for clause in shown.chapters] == [
        {"bc-wheel": "5", "bc-red-dog": "6", "bc-war": "7"}[edition]
    ]
    for rule in rules(edition):
        assert all(rule in enforced_by(edition, one) for part in rule.clauses for one in cited(part))
    assert any(shown_by(edition, clause.id) for clause in shown.clauses)


def test_every_game_is_registered_alike() -> None:
    known = list(games())
    assert [game.id for game in known] == ["craps", "red_dog", "war", "wheel"]
    for game in known:
        assert game.name and game.wagers and game.checks
        for edition in all_edition_ids():
            loaded = load_edition(edition)
            if game_of(loaded) is game:
                draft = game.first_draft(loaded)
                assert check(load_ruleset(draft)).verdict == "ok"
                assert game.picture(load_ruleset(draft))["kind"] in ("layout", "cards", "wheel")


def test_a_rule_set_without_wheel_is_a_baseline_only() -> None:
    with pytest.raises(BadInput, match="wheel: is missing"):
        load_ruleset({"edition": "bc-wheel"})
    assert load_ruleset(terms("bc-wheel")).payout("space", "joker") == 40
    assert load_ruleset({"edition": "bc-red-dog"}).payout("raise", "spread:1") == 5
    assert load_ruleset({"edition": "bc-war"}).payout("go_to_war") == 1
