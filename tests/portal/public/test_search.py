"""Words to clauses, on whichever database the suite runs."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from craps import load_edition
from craps.rulebook import book_ids, clause_ids, glossary, same_text
from portal.editions import search
from portal.editions.models import ClauseText
from portal.editions.search import MARK, UNMARK, Hit, find, plain
from portal.editions.search_words import read_query
from tests.factories import House
from tests.portal.editions.drafts import a_draft, called_back, lower_odds, publish, published_draft

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def filled(db: None) -> None:
    search.rebuild()


def found(words: str, **rest: str | bool) -> list[Hit]:
    return find(read_query(words), **rest)  # type: ignore[arg-type]


def test_every_clause_of_every_book_is_there_and_stays() -> None:
    clauses = sum(len(clause_ids(book)) for book in book_ids() if same_text(book) == book)
    readings = sum(len(load_edition(edition).readings) for edition in book_ids() if edition != "md-mini")
    own = 2  # mini-craps has craps' book and two readings that craps has not
    assert ClauseText.objects.count() == clauses + readings + own + len(glossary())
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


# The page ------------------------------------------------------------------------------------------------


def page(client: Client, **query: str) -> str:
    answer = client.get("/rulebook/search/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_results_lead_to_clauses_with_the_words_marked(house: House, client: Client) -> None:
    found = page(client, q="vigorish")
    assert 'href="/rulebook/md-craps/1/B(7)/"' in found
    assert "<mark>Vigorish</mark>" in found
    assert 'href="/glossary/#vigorish"' in found
    assert "Same text in:" in found


def test_a_number_leads_straight_to_its_clause(house: House, client: Client) -> None:
    found = page(client, q="4.10")
    assert 'href="/rulebook/nz-1998/4.10/"' in found
    assert 'href="/rulebook/nz-revised/4.10/"' in found


def test_one_book_is_searched_when_chosen(house: House, client: Client) -> None:
    found = page(client, q="dice", book="sg-mbs-v2").split("<ol")[-1]
    assert "/rulebook/sg-mbs-v2/" in found
    assert "/rulebook/nz-1998/" not in found


def test_other_spellings_are_offered(house: House, client: Client) -> None:
    assert "The rulebooks also write" in page(client, q="vigorish")
    assert "commission" in page(client, q="vigorish")


@pytest.mark.parametrize(
    ("words", "book", "clause", "also"),
    [
        ("spread", "bc-red-dog", "6/5.1", ""),
        ("raises", "bc-red-dog", "6/3.2", ""),
        ("consecutive", "bc-red-dog", "6/6.8", "consecutive cards"),
        ("tie", "bc-war", "7/5.2.3", ""),
        ("surrender", "bc-war", "7/4.2.2", "surrendered"),
        ('"go to war"', "bc-war", "7/4.2.1", "going to war"),
        ("burn", "bc-war", "7/5.2.4.a(1)", "burn card"),
        ("wheel", "bc-wheel", "5/2.5", "wheel of fortune"),
        ("spin", "bc-wheel", "5/2.1", ""),
    ],
)
def test_the_words_of_the_other_games_are_found(
    house: House, client: Client, words: str, book: str, clause: str, also: str
) -> None:
    assert (book, clause) in [(hit.book, hit.clause) for hit in found(words)]
    assert any(hit.book == ClauseText.GLOSSARY for hit in found(words))
    assert f">{also}</a>" in page(client, q=words) if also else True


def test_words_that_never_meet_give_the_closest(house: House, client: Client) -> None:
    assert "No clause has all these words." in page(client, q="vigorish xylophone")


def test_an_empty_query_and_an_empty_result_have_messages(house: House, client: Client) -> None:
    assert "No clause or term contains “xylophone”" in page(client, q="xylophone")
    assert "Search all books" in page(client, q="xylophone", book="nz-1998")
    assert "Every clause of every rulebook can be searched" in page(client)


def test_an_empty_index_says_how_it_is_filled(house: House, client: Client) -> None:
    ClauseText.objects.all().delete()
    assert "manage.py index_rulebooks" in page(client, q="dice")


def test_what_was_typed_is_shown_as_text(house: House, client: Client) -> None:
    assert "<script>alert" not in page(client, q="<script>alert(1)</script>")


@pytest.mark.parametrize("number", ["0", "-1", "999", "x"])
def test_any_page_number_answers(house: House, client: Client, number: str) -> None:
    assert "<ol" in page(client, q="dice", page=number)


def test_a_book_that_is_called_back_is_not_found(house: House, client: Client) -> None:
    later = published_draft("sg-mbs-v2")
    assert f"/rulebook/{later.pk}/" in page(client, q="dice", book=later.pk)
    called_back(later)
    assert f"/rulebook/{later.pk}/" not in page(client, q="dice", book=later.pk)


def test_what_a_later_edition_changes_is_found_in_its_book_until_it_is_called_back(
    house: House, client: Client
) -> None:
    later = publish(lower_odds(a_draft("md-craps"), 10), days=45)

    def change() -> list[Hit]:
        return [hit for hit in found("changed odds pass bet") if hit.book == later.pk]

    assert [hit.clause for hit in change()] == ["6/E"]
    assert "Changed" in change()[0].snippet.replace(MARK, "").replace(UNMARK, "")
    in_its_book = [hit.clause for hit in found("odds", book_id=later.pk)]
    assert sorted(in_its_book) == sorted({hit.clause for hit in found("odds", book_id="md-craps")} | {"6/E"})
    assert search.clauses_numbered("6/E", book_id=later.pk) == [(later.pk, "6/E")]
    assert f"/rulebook/{later.pk}/6/E/" in page(client, q="changed odds pass bet")
    before = set(ClauseText.objects.values_list("pk", flat=True))
    search.rebuild()
    assert set(ClauseText.objects.values_list("pk", flat=True)) == before
    called_back(later)
    assert not change()
