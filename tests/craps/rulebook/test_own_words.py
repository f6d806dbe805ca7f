"""No sentence of a source document is ours: no run of twelve words is shared, figures left out."""

from functools import cache

import pytest

from craps.rulebook import book, book_ids, glossary
from scripts.source_hashes import DIGITS, HASHES, RUN, digest, runs, words


@cache
def source_hashes() -> frozenset[str]:
    return frozenset(HASHES.read_text(encoding="ascii").split())


def shared(text: str) -> list[str]:
    return [run for run in runs(text) if digest(run) in source_hashes()]


@pytest.mark.parametrize("book_id", book_ids())
def test_no_run_of_words_is_theirs(book_id: str) -> None:
    """Over the whole book in its order too, so that no sentence is theirs across two clauses."""
    found = book(book_id)
    assert [(entry.id, shared(entry.text)) for entry in found.clauses if shared(entry.text)] == []
    assert shared(" ".join(entry.text for entry in found.clauses)) == []
    assert [(entry.id, shared(entry.note)) for entry in found.clauses if shared(entry.note)] == []
    whole = (f"{entry.heading} {entry.text} {entry.note} {entry.slip}" for entry in found.clauses)
    assert shared(" ".join(whole)) == []
    assert shared(f"{found.title} {found.intro}") == []


def test_the_glossary_is_ours() -> None:
    assert shared(" ".join(f"{term.name} {term.text}" for term in glossary().values())) == []


def test_the_hashes_would_find_a_copied_sentence() -> None:
    """The New Zealand rule on commission as the document prints it, with another figure."""
    copied = (
        "the player shall receive true odds on the wager, in return for which he/she shall, at the time of "
        "placement of the wager, pay a commission to the casino operator equal to 99% of the wager"
    )
    assert len(shared(copied)) == len(words(copied)) - RUN + 1


def test_the_file_of_hashes_is_whole() -> None:
    lines = HASHES.read_text(encoding="ascii").split()
    assert len(lines) > 20_000
    assert lines == sorted(set(lines))
    assert {len(line) for line in lines} == {DIGITS}
    assert HASHES.stat().st_size < 600_000


def test_words_leave_out_figures_marks_and_letters_of_lists() -> None:
    text = "- (a) **“Don't Pass Bet”**, being\n (ii) a 12-unit wager; 6.4.8.a 7 to 6 <b>x</b>"
    assert words(text) == ["dont", "pass", "bet", "being", "a", "unit", "wager", "to", "x"]
