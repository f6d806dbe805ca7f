"""The rulebooks keep the meaning of their source and say it in words that a dealer would use."""

import re

import pytest

from craps.rulebook import book, clause, glossary

# Books whose words have been read with this in mind.
READ = ("sg-mbs-v2", "bc-craps", "bc-midi", "bc-wheel", "bc-red-dog", "bc-war")
RIDDLES = re.compile(
    r"lives? for one roll|goes? down\b|share the fate|answers to where|whoever is next|sooner than"
    r"|side by side|puts \w+ duties|served by|whenever (?:the player|a player|they) likes?|come to lie",
    re.IGNORECASE,
)
# What the source says there and a looser wording once lost.
KEPT = {
    ("sg-mbs-v2", "1.1.16"): "pay wagers or",
    ("sg-mbs-v2", "3.4.6.1"): "original Don't Pass wager",
    ("sg-mbs-v2", "3.4.8.1"): "original Don't Come wager",
    ("sg-mbs-v2", "3.10"): "before bets are closed",
    ("sg-mbs-v2", "3.11.9"): "foreign object",
    ("sg-mbs-v2", "3.11.12"): "foreign object",
    ("sg-mbs-v2", "5.1"): "is refused, is not honoured, or both",
    ("bc-craps", "1/2.1.6"): "original pass line wager",
    ("bc-craps", "1/2.2.7"): "original don't pass wager",
    ("bc-craps", "1/4.5"): "during the roll",
    ("bc-craps", "1/4.7.2"): "If the request to turn a wager off is not clear",
    ("bc-craps", "1/4.7.5"): "If the request to take a wager down is not clear",
    ("bc-craps", "2/3.1"): "initial pass line wager",
    ("bc-craps", "3/3.1"): "initial pass line or don't pass wager",
    ("bc-midi", "4/2.1.6"): "original pass line wager",
    ("bc-midi", "4/2.2.7"): "original don't pass wager",
    ("bc-midi", "4/4.7.2"): "If the request to turn a wager off is not clear",
    ("bc-midi", "4/4.7.5"): "If the request to take a wager down is not clear",
    ("bc-midi", "4/7.6.9.a"): "Midi Craps Eleven",
    ("bc-red-dog", "6/6.3.1"): "numerical span",
    ("bc-war", "7/7.4"): "A win after going to war pays 1:2.",
}
# Sentences that the source does not have are notes.
NOTES = {
    "sg-mbs-v2": ("3.4.4.2", "3.4.5", "3.4.7", "3.5"),
    "bc-craps": ("1/4.4.1", "2/5.4"),
    "bc-midi": ("4/4.4.1", "4/7.6.5"),
}


@pytest.mark.parametrize("book_id", READ)
def test_no_clause_uses_an_obscure_phrase(book_id: str) -> None:
    found = {entry.id: RIDDLES.findall(f"{entry.text} {entry.note}") for entry in book(book_id).clauses}
    assert {number: words for number, words in found.items() if words} == {}


def test_no_term_uses_an_obscure_phrase() -> None:
    assert [term.id for term in glossary().values() if RIDDLES.search(term.text)] == []


@pytest.mark.parametrize(("book_id", "clause_id"), KEPT)
def test_the_meaning_of_the_source_is_kept(book_id: str, clause_id: str) -> None:
    assert KEPT[book_id, clause_id] in clause(book_id, clause_id).text


@pytest.mark.parametrize(("book_id", "clause_id"), [(b, c) for b, ids in NOTES.items() for c in ids])
def test_what_the_source_does_not_say_is_a_note(book_id: str, clause_id: str) -> None:
    assert clause(book_id, clause_id).note
