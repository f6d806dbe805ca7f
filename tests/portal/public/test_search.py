"""Words to clauses, on whichever database the suite runs."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from craps.rulebook import book_ids, clause_ids, glossary, same_text
from portal.editions import search
from portal.editions.models import ClauseText
from portal.editions.search import MARK, UNMARK, Hit, find, plain, read_query

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def filled(db: None) -> None:
    search.rebuild()


def found(words: str, **rest: str | bool) -> list[Hit]:
    return find(read_query(words), **rest)  # type: ignore[arg-type]


def test_every_clause_of_every_book_is_there_and_stays() -> None:
    clauses = sum(len(clause_ids(book)) for book in book_ids() if same_text(book) == book)
    assert ClauseText.objects.count() == clauses + len(glossary())
    before = list(ClauseText.objects.values_list("pk", flat=True))
    out = StringIO()
    call_command("index_rulebooks", stdout=out)
    assert out.getvalue() == f"Rulebooks: {len(before)} texts can be searched.\n"
    assert list(ClauseText.objects.values_list("pk", flat=True)) == before


def test_a_changed_text_is_indexed_anew() -> None:
    ClauseText.objects.filter(book="nz-1998", clause="4.12").update(text="Nothing but xylophones.")
    search.rebuild()
    assert not found("xylophones")
    assert "4.12" in {hit.clause for hit in found("commission", book_id="nz-1998")}


def test_word_forms_and_capitals_do_not_matter() -> None:
    assert {hit.clause for hit in found("WAGER")} == {hit.clause for hit in found("wagers")}


def test_all_words_are_wanted_and_a_minus_leaves_out() -> None:
    both = {(hit.book, hit.clause) for hit in found("dice bowl")}
    assert both < {(hit.book, hit.clause) for hit in found("dice")}
    without = found("dice -bowl")
    assert without
    assert not any("bowl" in hit.snippet.lower() for hit in without)
    assert len(found("dice xylophone")) == 0
    assert len(found("dice xylophone", any_word=True)) == len(found("dice"))


def test_a_phrase_stands_as_it_is() -> None:
    assert len(found('"dice bowl"')) < len(found("dice"))
    assert found('"bowl dice"') == []


def test_a_heading_counts_more_than_a_mention() -> None:
    assert "vigorish" in {hit.heading.lower() for hit in found("vigorish")[:5]}


def test_found_words_are_marked() -> None:
    hit = found("vigorish", book_id="md-craps")[0]
    assert MARK in hit.snippet
    assert hit.snippet.count(MARK) == hit.snippet.count(UNMARK)


def test_texts_that_read_the_same_come_once() -> None:
    hits = [
        hit for hit in found("stickperson") if ("nz-revised", "3.4(a)") in {(hit.book, hit.clause), *hit.also}
    ]
    assert [(hit.book, hit.clause, hit.also) for hit in hits] == [
        ("nz-1998", "3.4(a)", (("nz-revised", "3.4(a)"),))
    ]


def test_one_book_only_also_the_one_that_shares_its_text() -> None:
    assert {hit.book for hit in found("dice", book_id="sg-mbs-v2")} == {"sg-mbs-v2"}
    mini = found("dice", book_id="md-mini")
    assert {hit.book for hit in mini} == {"md-mini"}
    assert len(mini) == len(found("dice", book_id="md-craps"))


@pytest.mark.parametrize("number", ["4.10", "5/G(3)(a)", "5/g(3)(A)", " 4.10 "])
def test_a_clause_is_found_by_its_number(number: str) -> None:
    assert search.clauses_numbered(number)


@pytest.mark.parametrize(
    "words",
    ["", "   ", '"', "''", "-", "*", "a*b", "NOT", "dice AND", "NEAR(dice", "(", "\x00", "%", "é", "x" * 500],
)
def test_any_text_can_be_asked(words: str) -> None:
    assert isinstance(found(words), list)
    assert isinstance(found(words, any_word=True), list)


def test_plain_text_has_no_markup() -> None:
    table = "Pays:\n\n| Point | Odds |\n|---|---|\n| 6 or 8 | 6:5 |"
    assert plain(table) == "Pays: Point: Odds 6 or 8: 6:5"
    assert plain("- **Roll**: a throw\n- **Total**: a sum") == "Roll: a throw Total: a sum"
    assert not ClauseText.objects.filter(text__contains="**").exists()
