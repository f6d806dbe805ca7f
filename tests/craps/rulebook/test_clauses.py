"""Every clause of every source document has its text, and nothing else has."""

import re
from collections import Counter

import pytest

from craps import BadInput
from craps.editions import all_edition_ids, load_edition
from craps.examples import examples_of
from craps.rulebook import (
    book,
    book_ids,
    cited,
    clause,
    clause_ids,
    enforced_by,
    glossary,
    shown_by,
)
from craps.rulebook.terms import references_in
from craps.validation import rules
from tests.craps.rulebook.books import printed


@pytest.mark.parametrize("book_id", book_ids())
def test_every_clause_of_the_source_has_text_and_nothing_extra(book_id: str) -> None:
    assert list(clause_ids(book_id)) == printed(book_id)
    assert [entry.id for entry in book(book_id).clauses if not entry.text] == []


@pytest.mark.parametrize("book_id", book_ids())
def test_the_list_of_clause_numbers_names_each_once(book_id: str) -> None:
    assert [number for number, times in Counter(printed(book_id)).items() if times > 1] == []


@pytest.mark.parametrize("book_id", book_ids())
def test_chapters_have_headings_and_books_an_introduction(book_id: str) -> None:
    assert all(chapter.heading for chapter in book(book_id).chapters)
    assert book(book_id).title
    assert book(book_id).intro


@pytest.mark.parametrize("book_id", book_ids())
def test_text_is_whole_sentences_or_a_table(book_id: str) -> None:
    unfinished = [entry.id for entry in book(book_id).clauses if not re.search(r"[.”:|]$", entry.text)]
    assert unfinished == []


@pytest.mark.parametrize("book_id", book_ids())
def test_text_keeps_to_the_small_markdown(book_id: str) -> None:
    """Paragraphs, lists, tables and bold: what page, PDF and plain text can all show."""
    for entry in book(book_id).clauses:
        text = entry.text + entry.slip + entry.note
        assert not re.search(r"[<>`_\\]|^#|^[ \t]+\S|^\d+\. |\]\(|\*\*\*", text, re.MULTILINE), entry.id
        assert text.count("**") % 2 == 0, entry.id
        assert " to 1" not in text, f"{entry.id}: write a payout as 7:1"
        for block in text.split("\n\n"):
            if block.startswith("|"):
                assert len({row.count("|") for row in block.splitlines()}) == 1, entry.id
                assert set(block.splitlines()[1]) <= set("|- "), entry.id


@pytest.mark.parametrize("book_id", book_ids())
def test_references_lead_to_clauses_of_the_same_book(book_id: str) -> None:
    lost = {
        (entry.id, target)
        for entry in book(book_id).clauses
        for target in references_in(f"{entry.text} {entry.note}")
        if target not in clause_ids(book_id) or target == entry.id
    }
    assert lost == set()


@pytest.mark.parametrize("book_id", book_ids())
def test_every_clause_below_a_chapter_stands_under_its_own_number(book_id: str) -> None:
    ids = clause_ids(book_id)
    for entry in book(book_id).clauses:
        if entry.parent is None:
            assert not re.search(r"[/(]|\.[1-9]", entry.id), f"{entry.id} has lost its chapter"
        else:
            assert entry.id.startswith(entry.parent.removesuffix(".0")), entry.id
            assert ids.index(entry.parent) < ids.index(entry.id)


@pytest.mark.parametrize("edition", book_ids())
def test_slips_of_the_edition_are_shown_at_their_clause(edition: str) -> None:
    for slip in load_edition(edition).slips:
        assert slip["text"] in clause(edition, slip["clause"]).slip


@pytest.mark.parametrize("book_id", book_ids())
def test_a_note_of_ours_is_whole_sentences_and_no_part_of_the_text(book_id: str) -> None:
    notes = {entry.id: entry for entry in book(book_id).clauses if entry.note}
    assert [number for number, entry in notes.items() if not entry.note.endswith(".")] == []
    assert [number for number, entry in notes.items() if entry.note in entry.text] == []


RIDDLES = (
    *("lives for", "goes down", "answers to", "whenever the player likes", "put down", "sooner than"),
    *("are down", "is down", "be down", "reckon", "stands against", "hold out"),
)


@pytest.mark.parametrize("book_id", book_ids())
def test_bets_are_placed_and_decided_in_a_dealers_words(book_id: str) -> None:
    """A bet is placed, and decided by the next roll; it does not live, stand or go down."""
    found = [
        (entry.id, phrase)
        for entry in book(book_id).clauses
        for phrase in RIDDLES
        if phrase in f"{entry.heading} {entry.text} {entry.note} {entry.slip}"
    ]
    assert found == []


def test_an_explanation_is_a_note() -> None:
    """Maryland says where a pass bet is placed and when; that it backs the shooter are our words."""
    pass_bet = clause("md-craps", "3/A(1)")
    assert "shooter" in pass_bet.note
    assert "shooter" not in pass_bet.text


@pytest.mark.parametrize("edition", book_ids())
def test_checks_and_examples_lead_to_clauses(edition: str) -> None:
    """Each check stands at each clause it cites, and so does each worked example."""
    for rule in rules(edition):
        assert all(rule in enforced_by(edition, number) for part in rule.clauses for number in cited(part)), (
            rule.id
        )
    for example in examples_of(edition):
        assert all(
            example in shown_by(edition, number) for part in example.clauses for number in cited(part)
        ), example.id


def test_the_way_from_a_chapter_to_a_clause() -> None:
    assert [step.id for step in book("nz-1998").path("4.1(a)(i)(B)")] == [
        "4.0",
        "4.1",
        "4.1(a)",
        "4.1(a)(i)",
        "4.1(a)(i)(B)",
    ]
    assert [step.id for step in book("nz-1998").children("4.10")] == ["4.10(a)", "4.10(b)"]
    assert [entry and entry.id for entry in book("sg-mbs-v2").neighbours("1")] == [None, "1.1"]
    assert [entry and entry.id for entry in book("sg-mbs-v2").neighbours("5.2")] == ["5.1", None]


def test_the_revision_differs_where_it_differs() -> None:
    """Five clauses and the appendix; the gazette's own notice is no part of the revision."""
    before = {entry.id: (entry.heading, entry.text) for entry in book("nz-1998").clauses}
    after = {entry.id: (entry.heading, entry.text) for entry in book("nz-revised").clauses}
    assert set(before) - set(after) == {"notice", "appendix"}
    assert set(after) - set(before) == {"6.4(i)"}
    changed = {number for number in before.keys() & after.keys() if before[number] != after[number]}
    assert changed == {"4.5", "5.2", "6.8", "6.10"}


def test_mini_craps_reads_the_same_book() -> None:
    assert book("md-mini").clauses == book("md-craps").clauses
    assert book("md-mini").id == "md-mini"


def test_every_edition_of_every_game_has_a_book() -> None:
    assert book_ids() == all_edition_ids()
    chapters = {name: [chapter.id for chapter in book(name).chapters] for name in book_ids()}
    assert [chapters[name] for name in ("bc-wheel", "bc-red-dog", "bc-war")] == [["5"], ["6"], ["7"]]
    assert [rule.id for rule in enforced_by("bc-wheel", "5/2.1")] == ["bc.table.revolutions"]


def test_an_unknown_book_or_clause_is_named_with_what_is_near() -> None:
    with pytest.raises(
        BadInput, match=r"""book: 'nz-1989' is not a known rulebook; did you mean "nz-1998"\?"""
    ):
        book("nz-1989")
    with pytest.raises(BadInput, match=r"clause: '4\.99' is not a clause of nz-1998"):
        clause("nz-1998", "4.99")


def test_every_term_of_the_glossary_is_used_by_a_rulebook_or_by_pages_alone() -> None:
    used = {term for name in book_ids() for entry in book(name).clauses for term in entry.terms}
    assert set(glossary()) - used == {term.id for term in glossary().values() if term.of_pages}
