"""How the documents are read: on the clause's page, on the edition's page of readings, where editions are
compared, and in the search."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import pytest
from django.test import Client

from craps import all_edition_ids, load_edition
from craps.readings import APPROVAL, MONEY, RECORDED
from craps.rulebook import book
from portal.editions import drafting, search
from portal.editions.models import ClauseText, Edition
from portal.editions.search_words import read_query
from portal.pages.templatetags.rulebook import clause_url, listed_reading_url
from tests.exhaustive import sample
from tests.factories import House, make_house
from tests.portal.doors import text
from tests.portal.editions.drafts import a_draft, author, called_back, publish

pytestmark = pytest.mark.slow


def panel(client: Client, address: str, reading: str) -> str:
    """What a page says of one reading."""
    page = client.get(address).content.decode()
    found = re.search(rf'<article[^>]*id="reading-{re.escape(reading)}".*?</article>', page, re.DOTALL)
    assert found, (address, reading)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


# The clause's page ---------------------------------------------------------------------------------------


def test_a_clause_says_how_it_is_read_and_what_the_other_option_would_change(
    house: House, client: Client
) -> None:
    page = text(client.get("/rulebook/bc-craps/1/6.4.5/"))
    assert "How this is read" in page
    said = panel(client, "/rulebook/bc-craps/1/6.4.5/", "vig-coming-down")
    reading = load_edition("bc-craps").readings["vig-coming-down"]
    for words in (reading.question, reading.why, *reading.options.values()):
        assert words in said
    assert "4/63" in said and "1/21" in said and "6.35%" in said and "4.76%" in said
    assert "C$38" in said and "C$39" in said
    assert "In the worked example the player has C$1 more under the other option." in said


def test_money_is_in_the_editions_currency(house: House, client: Client) -> None:
    said = panel(client, "/rulebook/nz-revised/4.10(a)/", "on-marker")
    assert "In the worked example the player has NZ$14 less under the other option." in said
    assert "NZ$12 still on the table" in said
    assert "No house edge changes." in said
    said = panel(client, "/rulebook/md-craps/4/E/", "dont-put-back")
    assert "In the worked example the player has US$10 more under the other option." in said
    assert "Refused: " in said and "Accepted. Balance −US$10" in said


def test_an_approval_says_what_a_person_decides_and_what_the_options_would_make_of_it(
    house: House, client: Client
) -> None:
    said = panel(client, "/rulebook/md-craps/5/I/", "md.vig.procedure")
    assert "May buy and lay bets take vigorish in two different ways?" in said
    assert "A finding is referred to the regulator’s officer." in said
    assert "It is allowed: a note says so and the verdict does not change." in said
    assert "It is a breach." in said and "Raised by the check" in said
    assert "US$" not in said


def test_a_recorded_reading_says_that_no_other_is_modelled(house: House, client: Client) -> None:
    said = panel(client, "/rulebook/sg-mbs-v2/3.4.14/", "horn-not-by-four")
    assert "Another reading is not modelled yet" in said and "S$" not in said


def test_a_game_in_rounds_says_what_another_reading_would_change(house: House, client: Client) -> None:
    said = panel(client, "/rulebook/bc-war/7/7.4/", "war-won")
    assert "The player ends C$10 ahead." in said and "The player ends C$5 ahead." in said
    assert "House edge: Casino War, to war after a tie" in said
    assert "23138/993023 (2.33%)" in said and "200698/4965115 (4.04%)" in said
    said = panel(client, "/rulebook/bc-red-dog/6/3.2/", "raise")
    assert "17533/626665 (2.80%)" in said and "3841/48205 (7.97%)" in said
    assert "Refused: A bet stays as it is during the play" in said


def test_a_reading_that_a_check_goes_by_names_the_check(house: House, client: Client) -> None:
    said = panel(client, "/rulebook/bc-wheel/5/2.9/", "equal-spaces")
    assert "Two kinds of spaces that the wheel has equally often pay the same." in said
    assert "no two payouts have the same number of spaces" in said
    assert "The regulator has decided it" not in said  # it is how the edition reads it, nobody's judgement


def test_a_clause_that_leaves_nothing_open_says_nothing(house: House, client: Client) -> None:
    assert "How this is read" not in text(client.get("/rulebook/nz-revised/4.12/"))
    assert "How this is read" not in text(client.get("/rulebook/bc-red-dog/6/2.1/"))


def test_a_clause_also_says_how_those_below_it_are_read(house: House, client: Client) -> None:
    assert panel(client, "/rulebook/md-craps/5/G/", "md.vig.rate")


@pytest.mark.parametrize("edition_id", all_edition_ids())
def test_every_clause_that_a_reading_cites_names_it(house: House, client: Client, edition_id: str) -> None:
    cited = [
        (reading.id, clause)
        for reading in load_edition(edition_id).readings.values()
        for clause in reading.clauses
    ]
    for name, clause in sample(cited, every=4):
        assert panel(client, f"/rulebook/{edition_id}/{quote(clause, safe='/()')}/", name)


# The edition's readings ----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition_id", all_edition_ids())
def test_an_edition_lists_all_its_readings_in_three_groups(
    house: House, client: Client, edition_id: str
) -> None:
    edition = load_edition(edition_id)
    answer = client.get(f"/rulebook/{edition_id}/readings/")
    page = answer.content.decode()
    starts = [page.index(f'id="{group}"') for group in ("money", "approvals", "recorded")]
    assert starts == sorted(starts)
    parts = [page[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]
    for part, kind in zip(parts, (MONEY, APPROVAL, RECORDED), strict=True):
        listed = re.findall(r'<article[^>]*id="reading-([^"]+)"', part)
        assert listed == [r.id for r in edition.readings.values() if r.kind == kind]
    for clause in sample(sorted({c for r in edition.readings.values() for c in r.clauses}), every=5):
        assert f'href="{clause_url(edition_id, clause)}"' in page


def test_the_readings_are_linked_from_the_book_the_shelf_and_the_clause(house: House, client: Client) -> None:
    link = 'href="/rulebook/md-craps/readings/'
    for address in ("/rulebook/", "/rulebook/md-craps/", "/rulebook/md-craps/4/E/"):
        assert link in client.get(address).content.decode(), address
    assert "/rulebook/md-craps/readings/" in client.get("/sitemap.xml").content.decode()
    assert listed_reading_url("md-craps", "md.vig.rate") == "/rulebook/md-craps/readings/#reading-md.vig.rate"


def test_a_book_that_there_is_not_has_no_readings(house: House, client: Client) -> None:
    assert client.get("/rulebook/nowhere/readings/").status_code == 404


# A drafted edition that reads otherwise ------------------------------------------------------------------


@pytest.fixture
def read_otherwise(db: None) -> Edition:
    make_house("md", "md-craps")
    row = a_draft("md-craps")
    otherwise = load_edition("md-craps").with_readings({"dont-put-back": "before-the-roll"})
    readings = json.dumps(otherwise.to_json()["readings"])
    row = drafting.rewrite_part(actor=author(row), edition_id=row.pk, path="readings", text=readings)
    return publish(row, days=30)


def test_a_later_edition_may_read_otherwise_and_its_pages_say_so(
    read_otherwise: Edition, client: Client
) -> None:
    said = panel(client, f"/rulebook/{read_otherwise.pk}/4/E/", "dont-put-back")
    assert "In the worked example the player has US$10 less under the other option." in said
    assert panel(client, f"/rulebook/{read_otherwise.pk}/readings/", "dont-put-back")


def test_what_changed_names_the_reading(read_otherwise: Edition, client: Client) -> None:
    page = text(client.get(f"/rulebook/{read_otherwise.pk}/changes/"))
    md = load_edition("md-craps").readings["dont-put-back"]
    assert "1 reading changed" in page
    assert all(words in page for words in (md.question, *md.options.values()))


def test_an_edition_that_reads_as_before_says_so(house: House, client: Client) -> None:
    page = text(client.get("/rulebook/nz-revised/changes/"))
    assert "No reading changed." in page


def test_comparing_editions_compares_their_readings(read_otherwise: Edition, client: Client) -> None:
    page = client.get(f"/compare/?edition=md-craps&edition={read_otherwise.pk}").content.decode()
    part = page[page.index('id="readings"') :].partition("</section>")[0]
    md = load_edition("md-craps").readings
    assert all(words in part.replace("&#x27;", "'") for words in md["dont-put-back"].options.values())
    assert md["vig-left-up"].question not in part
    everything = client.get(f"/compare/?edition=md-craps&edition={read_otherwise.pk}&show=all")
    assert md["vig-left-up"].question in text(everything)


def test_a_question_that_only_one_document_leaves_open_is_a_difference(house: House, client: Client) -> None:
    page = text(client.get("/compare/?edition=nz-revised&edition=bc-craps"))
    assert load_edition("nz-revised").readings["on-marker"].question in page
    assert "No such reading" in page
    # Both put it to the regulator under their own rule: that is no difference.
    assert load_edition("nz-revised").readings["nz.wagers.left_out"].question not in page


# The search ----------------------------------------------------------------------------------------------


def test_the_search_finds_readings(house: House, client: Client) -> None:
    search.rebuild()
    page = client.get("/rulebook/search/", {"q": "lammer comes off after"}).content.decode()
    assert 'href="/rulebook/bc-craps/readings/#reading-marker-lasts"' in page
    assert "How long does a bet that was called on or off stay so?" in page
    in_book = client.get("/rulebook/search/", {"q": "fire bet mini-craps chapter", "book": "md-mini"})
    assert "/rulebook/md-mini/readings/#reading-md.wagers.for_judgement" in in_book.content.decode()
    elsewhere = client.get("/rulebook/search/", {"q": "lammer comes off after", "book": "nz-1998"})
    assert "marker-lasts" not in elsewhere.content.decode()


def test_a_reading_is_no_clause_number(house: House) -> None:
    search.rebuild()
    assert search.clauses_numbered("reading:on-marker") == []


def test_the_index_follows_what_a_later_edition_reads_otherwise(
    read_otherwise: Edition, client: Client
) -> None:
    search.rebuild()
    # Its texts are the same, so the option is all that differs: nothing is indexed twice.
    found = search.find(read_query('"put back or raised until the roll"'), book_id=read_otherwise.pk)
    readings = [hit.clause for hit in found if hit.clause.startswith("reading:")]
    assert readings == ["reading:dont-put-back"]  # PostgreSQL, which knows word stems, finds the clause too
    called_back(read_otherwise)
    assert not ClauseText.objects.filter(book=read_otherwise.pk).exists()


# Slips ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition_id", all_edition_ids())
def test_the_page_of_an_edition_lists_every_slip_of_its_book(
    house: House, client: Client, edition_id: str
) -> None:
    page = client.get(f"/rulebook/{edition_id}/").content.decode()
    part = page[page.index('id="slips"') :].partition("</section>")[0]
    slips = [clause for clause in book(edition_id).clauses if clause.slip]
    assert slips
    assert part.count('<th scope="row"') == len(slips)
    for clause in slips:
        assert f'href="{clause_url(edition_id, clause.id)}"' in part
