"""What the core says in every language: the tables agree, nothing is left in English, French reads well."""

from __future__ import annotations

import inspect
import pkgutil
import re
import string
import subprocess
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from html import unescape
from typing import Any

import pytest

import craps.games
import craps.messages.en
from craps import (
    BadInput,
    Table,
    all_edition_ids,
    check,
    compare,
    edges,
    game_of,
    load_edition,
    load_ruleset,
    rules,
    run_examples,
    settle,
)
from craps.drawing import draw_dice
from craps.finding_words import report_sentence
from craps.games.procedure import cited_steps
from craps.messages import ENGLISH, LANGUAGES, Words, language, say
from craps.money import amount_text, number_text, odds_text, percent_text, rounded_percent
from craps.playthrough import frames
from craps.reading_effects import other_effects
from craps.rulebook import glossary
from craps.rulebook.terms import terms_in
from craps.ruleset import with_every_wager
from craps.vocabulary import listed, path_words, value_words
from tests.invented_language import invented_language

OTHERS = [code for code in LANGUAGES if code != ENGLISH]


def subjects() -> list[str]:
    """Every subject that has tables: those of the core, and a game's own."""
    common = [module.name for module in pkgutil.iter_modules(craps.messages.en.__path__)]
    games = [module.name for module in pkgutil.iter_modules(craps.games.__path__) if module.ispkg]
    own = [f"games.{game}" for game in games if _exists(f"games.{game}")]
    return common + own


def _exists(subject: str) -> bool:
    try:
        LANGUAGES[ENGLISH].load(subject)
    except ModuleNotFoundError:
        return False
    return True


def texts(code: str, subject: str) -> dict[str, Any]:
    """Every text of a subject by its id."""
    tables = LANGUAGES[code].load(subject)
    return dict(_texts({name: tables[name] for name in tables if name.isupper() and name[0] != "_"}, ""))


def _texts(value: Any, before: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _texts(each, f"{before}.{key}")
    elif isinstance(value, tuple | list):
        for place, each in enumerate(value):
            yield from _texts(each, f"{before}.{place}")
    else:
        yield before, value


def parameters(text: Any) -> set[str]:
    if callable(text):
        return set(inspect.signature(text).parameters)
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("subject", subjects())
def test_every_message_has_a_text_with_the_same_parameters(subject: str, code: str) -> None:
    english, other = texts(ENGLISH, subject), texts(code, subject)
    if subject == "forms":
        other = {name: text for name, text in other.items() if not name.startswith(".SIGNS")}
    assert set(other) == set(english)
    assert {name for name in english if parameters(other[name]) - parameters(english[name])} == set()
    assert {name for name in english if bool(other[name]) != bool(english[name])} == set()


def test_a_language_that_the_core_has_not_is_named() -> None:
    with pytest.raises(ValueError, match="'de' is not a language of the core; there are en, fr"):
        language("de")


def test_a_language_holds_inside_of_its_block_only() -> None:
    with language("fr"):
        with language("en"):
            assert odds_text(Fraction(2)) == "2 to 1"
        assert odds_text(Fraction(2)) == "2 contre 1"
    assert odds_text(Fraction(2)) == "2 to 1"


def test_words_are_looked_up_in_the_language_spoken_then() -> None:
    equipment: Words[str, str] = Words("vocabulary.EQUIPMENT")
    assert equipment["stick"] == "Stick"
    with language("fr"):
        assert equipment["stick"] == "Bâton"
        assert list(equipment)[:2] == ["stick", "dice_bowl"]


# In an invented language ---------------------------------------------------------------------------------

EDITIONS = sorted(all_edition_ids())
# Printed in a document, or a sign of no language: dice, clauses, readings by their id, units.
_SIGNS = re.compile(r"\b[A-Z]\b|\bmm\b|\{\w+\}")


def english_in(edition_id: str, said: list[str]) -> list[str]:
    """What of these texts has letters of English, beside names that the document prints."""
    edition = load_edition(edition_id)
    names = {rule.name for rule in edition.wagers.values()} | {edition.currency}
    names |= {rule.clause for rule in edition.wagers.values()}
    longest = sorted(names, key=len, reverse=True)
    printed = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest))
    return [
        text
        for text in dict.fromkeys(said)
        if re.search(r"[A-Za-z]{2}", _SIGNS.sub(" ", printed.sub(" ", text)))
    ]


def events_of(edition_id: str) -> list[dict[str, Any]]:
    """Bets on everything, calls, rolls and rounds, allowed or not."""
    ruleset = ruleset_of(edition_id)
    game = game_of(ruleset.edition)
    if game.in_rounds:
        events: list[dict[str, Any]] = []
        for _ in range(8):
            moves = [move.to_json() for move in game.moves(ruleset, game.read_events(events, ruleset))]  # type: ignore[attr-defined]
            events += moves
        return events
    return [event for _ in range(2) for event in _craps_events()]


def _craps_events() -> Iterator[dict[str, Any]]:
    from craps.wagers import CATALOGUE

    for dice in ([1, 1], [2, 2], [5, 6], [3, 3], [6, 6], [3, 1], [4, 4], [2, 2], [3, 4]):
        for wager, item in CATALOGUE.items():
            for amount in ("12", "7", "5000000"):
                spot: dict[str, Any] = {}
                if item.pairs:
                    spot = {"dice": [2, 3]}
                elif item.numbers and not item.moves:
                    spot = {"number": item.numbers[0]}
                yield {"bet": wager, **spot, "amount": amount}
            yield {"turn": "off", "bet": wager, **spot}
            yield {"turn": "on", "bet": wager, **spot}
            if dice[0] % 3:
                yield {"remove": wager, **spot, "amount": "5"}
            if dice == [2, 2]:
                yield {"remove": wager, **spot}
        yield {"roll": dice}
    yield {"pass_dice": True}


def ruleset_of(edition_id: str) -> Any:
    edition = load_edition(edition_id)
    game = game_of(edition)
    return load_ruleset(game.first_draft(edition)) if game.in_rounds else with_every_wager(edition)


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_run_says_nothing_in_english(edition_id: str) -> None:
    ruleset = ruleset_of(edition_id)
    game = game_of(ruleset.edition)
    events: list[Any] = []
    for event in events_of(edition_id):
        try:
            events.append(game.read_event(event, len(events), ruleset))
        except BadInput:
            continue
    with invented_language():
        said: list[str] = []
        for frame in frames(ruleset, events):
            said += [frame.what, *game.stands(frame.step)]
            said += [frame.step.error.message] if frame.step.error else []
            said += [settled.message for settled in frame.step.settlements or ()]
    assert len(said) > 100
    assert english_in(edition_id, said) == []


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_what_fields_are_called_is_not_in_english(edition_id: str) -> None:
    ruleset = ruleset_of(edition_id)
    game = game_of(ruleset.edition)
    with invented_language():
        said = []
        for path, (value, _) in game.terms(ruleset):
            said += [path_words(path, ruleset.edition), value_words(path, value, ruleset.edition)]
    assert english_in(edition_id, said) == []


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_constraints_are_not_stated_in_english(edition_id: str) -> None:
    edition = load_edition(edition_id)
    printed = re.escape(edition.game)
    with invented_language():
        said = [re.sub(rf'"[^"]*"|{printed}', "", rule.text) for rule in rules(edition)]
    assert english_in(edition_id, said) == []


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_a_drawing_is_not_in_english(edition_id: str) -> None:
    ruleset = ruleset_of(edition_id)
    game = game_of(ruleset.edition)
    layout = game.layout_of(ruleset)
    printed = {str(area.get("label", "")) for area in layout["areas"]} | set(layout.get("legends", ()))
    events = [{"roll": [2, 2]}] if not game.in_rounds else _round_of(ruleset)
    with invented_language():
        shown = frames(ruleset, game.read_events(events, ruleset))
        drawn = [game.draw(ruleset, title="", frame=frame) for frame in shown]
        drawn += [draw_dice((3, 4)), game.draw(ruleset, title="", narrow=True)]
        said = [words for frame in shown for pair in game.lies_open(ruleset, frame) for words in pair]
    found = (text for svg in drawn for text in re.findall(r">([^<]+)<|aria-label=\"([^\"]+)", svg))
    said += [unescape(text) for texts in found for text in texts]
    assert english_in(edition_id, [text for text in said if not _is_printed(text, printed)]) == []


def _round_of(rules: Any) -> list[dict[str, Any]]:
    game, events = game_of(rules.edition), list[dict[str, Any]]()
    for _ in range(5):
        events += game.open_moves(rules, game.read_events(events, rules))[:3]  # type: ignore[attr-defined]
        events = [event for event in events if "remove" not in event]
    return events


def _is_printed(text: str, printed: set[str]) -> bool:
    """Whether it is a label of the layout, or a line of one."""
    return text == "ON" or any(text in label for label in printed) or text.startswith("FIRE 1")


@pytest.mark.parametrize("edition_id", [name for name in EDITIONS if game_of(load_edition(name)).in_rounds])
def test_a_game_is_not_told_in_english(edition_id: str) -> None:
    ruleset = ruleset_of(edition_id)
    game: Any = game_of(ruleset.edition)
    with invented_language():
        said = [game.name, game.course(ruleset), game.begins, game.area_rule, game.left_words(ruleset)]
        said += [game.how_won(ruleset, wager) for wager in game.wagers]
        said += [text for step in cited_steps(game, ruleset.edition) for text in (step.when, step.words)]
        said += [game.edge_words, *game.subjects.values(), *game.section_titles.values()]
        said += [*game.states.values(), *game.plays.values(), *game.paid.values(), *game.said.values()]
        said += [*game.wagers.values(), *game.labels.values()]
        for verb in set(game.events) - {"bet", "remove"}:
            button, choose, parts = game.call(verb)
            said += [button, choose, *parts]
        for wager in ruleset.offered:
            for row in game.pay_rows(ruleset, wager):
                said += [row.on, row.among]
        said += [game.row_name(ruleset, row) for row in edges(ruleset)]
        said += [text for each in game.statements(ruleset) for text in (each.label, each.value)]
    assert english_in(edition_id, said) == []


@pytest.mark.parametrize(("one", "other"), [("nz-1998", "bc-craps"), ("bc-craps", "md-craps")])
def test_what_settles_otherwise_is_not_told_in_english(one: str, other: str) -> None:
    with invented_language():
        rows = compare(ruleset_of(one), ruleset_of(other)).settlements
        said = [row.title for row in rows]
        said += [text for row in rows for side in (row.a, row.b) for text in side["told"]]
    assert len(rows) > 20
    assert set(english_in(one, said)) & set(english_in(other, said)) == set()


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_examples_of_readings_are_not_told_in_english(edition_id: str) -> None:
    edition = load_edition(edition_id)
    with invented_language():
        said = []
        for reading in edition.readings:
            for effect in other_effects(edition, reading):
                said += [effect.example.title] if effect.example else []
                said += [step.words for step in effect.example.steps] if effect.example else []
        results = run_examples(with_every_wager(edition))
        said += [text for result in results for text in (result.result, *result.choices)]
    assert english_in(edition_id, said) == []


@pytest.mark.parametrize("code", OTHERS)
def test_the_glossary_has_every_term(code: str) -> None:
    english = glossary()
    with language(code):
        terms = glossary()
    assert set(terms) == set(english)
    assert {name for name, term in terms.items() if term.text == english[name].text} == set()
    assert {name for name, term in terms.items() if term.also[0] != english[name].name} == set()
    assert terms_in("The shooter rolls.") == ("shooter",)


@pytest.mark.parametrize("edition_id", ["bc-craps", "md-craps", "nz-revised"])
@pytest.mark.parametrize(
    "changed",
    [
        {"odds": {"pass_line": {"multiples": 300}}},
        {"payouts": {"any_seven": "5:1"}},
        {"vig": {"buy": {"rate": "1/5", "collect": "placement_and_payment", "base": "win"}}},
        {"limits": {"place": {"min": "5", "max": "4000000"}}},
    ],
)
def test_findings_on_what_visitors_change_are_not_in_english(
    edition_id: str, changed: dict[str, Any]
) -> None:
    """The calculator changes odds, payouts and vigorish; a finding is said by its constraint."""
    ruleset = load_ruleset({"edition": edition_id, **changed})
    with invented_language():
        said = [report_sentence(finding, ruleset.edition) for finding in check(ruleset).findings]
    assert english_in(edition_id, [re.sub(r'"[^"]*"', "", text) for text in said]) == []


# In French -----------------------------------------------------------------------------------------------


def french(edition: str, *events: dict[str, Any]) -> list[str]:
    with language("fr"):
        run = settle({"ruleset": {"edition": edition}, "events": list(events)})
        said = []
        for step in run.steps:
            said += [step.error.message] if step.error else []
            said += [settled.message for settled in step.settlements or ()]
    return said


def test_a_win_in_french_with_its_money() -> None:
    assert french("nz-revised", {"bet": "field", "amount": "5000"}, {"roll": [6, 6]}) == [
        "Field Bet gagne sur 6-6\u00a0: 5\u00a0000 à 2 contre 1 paie 10\u00a0000."
    ]


def test_points_made_in_french_in_the_plural() -> None:
    assert say("settlement.counted", made=1, different=False) == " with 1 point made"
    with language("fr"):
        assert say("settlement.counted", made=0, different=True) == " avec aucun point réussi"
        assert say("settlement.counted", made=1, different=True) == " avec un point réussi"
        assert say("settlement.counted", made=4, different=True) == " avec 4 points différents réussis"


def test_a_refusal_in_french() -> None:
    assert french("bc-craps", {"bet": "come", "amount": "5"}) == [
        "Come exige un point\u00a0: cette mise se place après le lancer de sortie."
    ]


def test_a_table_speaks_the_language_of_each_moment() -> None:
    table = Table({"edition": "nz-revised"})
    with language("fr"):
        refused = table.play({"remove": "field"}).error
    assert refused and refused.message == "Field Bet n’est pas en jeu\u00a0: il n’y a rien à retirer."
    refused = table.play({"remove": "field"}).error
    assert refused and refused.message == "Field Bet is not up: there is nothing to take down."


def test_figures_in_french() -> None:
    with language("fr"):
        assert [amount_text(each) for each in (1000, Fraction(-5, 2), Fraction(184, 3))] == [
            "1\u00a0000",
            "-2,50",
            "61 et 1/3",
        ]
        assert [percent_text(Fraction(1, 80)), rounded_percent("1/36")] == ["1,25\u00a0%", "2,78\u00a0%"]
        assert [number_text(Fraction(5, 2)), odds_text(Fraction(7, 6))] == ["2,5", "7 contre 6"]
        assert listed([4, 5, 6]) == "4, 5 et 6"
        assert listed([4, 5], "or") == "4 ou 5"


def test_labels_in_french() -> None:
    with language("fr"):
        assert path_words("odds.pass_line.multiples.4") == "Cote sur Ligne de passe, sur le 4"
        assert value_words("vig.buy.rate", "3/50") == "6\u00a0%"
        assert value_words("payouts.field:2", "3:1") == "3 contre 1"


def test_what_was_said_in_french_first_is_said_in_english_after_it() -> None:
    """Answers that are kept are kept by language. In a process of its own, where nothing has been said."""
    program = """
from craps import *
from craps.checks.units import note
from craps.rulebook import book, enforced_by, glossary
from craps.vocabulary import path_words

def told():
    for name in ("nz-revised", "bc-war"):
        edition = load_edition(name)
        yield [rule.text for rule in rules(edition)]
        yield [rule.text for clause in book(edition).clauses for rule in enforced_by(edition, clause.id)]
    yield note((("6", 7, 6), ("8", 7, 6)), 1, None), path_words("payouts.war"), list(glossary())

with language("fr"):
    french = list(told())
    books = [clause.text for name in ("nz-revised", "bc-war") for clause in book(name).clauses]
english = list(told())
print([one == other for one, other in zip(french, english)], "é" in repr(english) + repr(books))
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (said.stdout, said.stderr) == ("[False, False, False, False, False] False\n", "")


@pytest.mark.parametrize("subject", subjects())
def test_no_sentence_is_the_same_in_french(subject: str) -> None:
    english, french_ = texts(ENGLISH, subject), texts("fr", subject)
    same = [text for name, text in english.items() if isinstance(text, str) and text == french_[name]]
    assert [text for text in same if len(re.findall(r"(?<!\{)\b[A-Za-z]{3,}", text)) > 2] == []
