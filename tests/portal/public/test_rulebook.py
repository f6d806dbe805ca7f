"""The rulebooks: every clause has its page, with its links, checks, examples and slips."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from django.test import Client

from craps.rulebook import book, book_ids, clause_ids, glossary
from portal.editions.search import plain
from tests.exhaustive import sample
from tests.factories import House
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft, published_draft

pytestmark = pytest.mark.slow


def at(book_id: str, clause_id: str = "") -> str:
    return f"/rulebook/{book_id}/{quote(clause_id, safe='/()')}{'/' if clause_id else ''}"


def letters(words: str) -> str:
    """Letters and figures alone: tags stand where spaces would."""
    return "".join(re.findall(r"\w", words))


def test_the_shelf_has_every_book(house: House, client: Client) -> None:
    page = client.get("/rulebook/").content.decode()
    for book_id in book_ids():
        assert f'href="/rulebook/{book_id}/"' in page


@pytest.mark.slow
@pytest.mark.parametrize("book_id", book_ids())
def test_every_clause_of_every_book_has_its_page(house: House, client: Client, book_id: str) -> None:
    for clause in sample(book(book_id).clauses, every=6):
        answer = client.get(at(book_id, clause.id))
        assert answer.status_code == 200, clause.id
        assert letters(plain(clause.text)) in letters(text(answer)), clause.id


@pytest.mark.parametrize("address", ["/rulebook/md-craps/5/G(3)(a)/", "/rulebook/bc-craps/1/6.4.5/"])
def test_addresses_are_the_documents_own_numbers(house: House, client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    assert f'<link rel="canonical" href="http://127.0.0.1:8000{address}">' in page


def test_a_number_typed_in_small_letters_leads_to_the_clause(house: House, client: Client) -> None:
    answer = client.get("/rulebook/md-craps/5/g(3)(A)/")
    assert (answer.status_code, answer["Location"]) == (301, "/rulebook/md-craps/5/G(3)(a)/")


@pytest.mark.parametrize(
    "address", ["nz-revised/9.99/", "nz-2050/4.10/", "nz-revised/4.10.1/", "nz-revised/4.10/x/"]
)
def test_what_is_not_there_is_404(house: House, client: Client, address: str) -> None:
    assert client.get(f"/rulebook/{address}").status_code == 404


def test_a_clause_that_is_not_there_comes_with_its_neighbours(house: House, client: Client) -> None:
    answer = client.get("/rulebook/nz-revised/4.10(z)/")
    assert answer.status_code == 404
    assert "New Zealand craps, revised has no clause 4.10(z)" in text(answer)
    assert 'href="/rulebook/nz-revised/4.10/"' in answer.content.decode()


def test_an_edition_that_is_not_published_has_no_pages(house: House, client: Client) -> None:
    draft = a_draft("md-mini")
    assert client.get(f"/rulebook/{draft.pk}/").status_code == 404
    assert client.get(f"/rulebook/{draft.pk}/5/").status_code == 404
    assert draft.pk not in client.get("/rulebook/").content.decode()


def test_terms_lead_to_the_glossary_and_references_to_clauses(house: House, client: Client) -> None:
    page = client.get("/rulebook/nz-revised/4.12/").content.decode()
    assert 'href="/rulebook/nz-revised/4.1(j)/"' in page
    assert 'href="/glossary/#' in page
    terms = client.get("/glossary/").content.decode()
    for term_id in glossary():
        assert f'id="{term_id}"' in terms


@pytest.mark.slow
def test_no_link_on_a_clause_page_leads_nowhere(house: House, client: Client) -> None:
    seen = set()
    for address in ("/rulebook/md-craps/3/", "/rulebook/bc-craps/1/6/", "/rulebook/nz-1998/4.0/"):
        seen |= set(re.findall(r'href="(/rulebook/[^"#?]+)', client.get(address).content.decode()))
    assert len(seen) > 200
    assert [
        href for href in sample(sorted(seen), every=5) if client.get(href).status_code not in {200, 202}
    ] == []


def test_a_clause_shows_its_checks_and_examples_with_money(house: House, client: Client) -> None:
    page = text(client.get("/rulebook/nz-revised/4.12/"))
    assert "Vigorish is refunded if the bet is removed before a decision." in page
    assert "nz.vig.refund" in page
    assert "Worked examples" in page
    assert "The player ends" in page
    assert "NZ$" in page


def test_a_slip_is_noted_as_such(house: House, client: Client) -> None:
    page = text(client.get("/rulebook/md-craps/1/B(7)/"))
    assert "Error in the source." in page
    assert "5/G(3)(a)" in page


def test_what_we_add_is_marked_as_our_note(house: House, client: Client) -> None:
    """On the clause's own page and on the chapter's, after the text of the document."""
    for address in ("/rulebook/md-craps/3/A(1)/", "/rulebook/md-craps/3/"):
        page = text(client.get(address))
        assert re.search(r"Our note\. A player with a Pass Bet bets with the shooter ?\.", page), address
    assert "Our note" not in text(client.get("/rulebook/md-craps/3/B(1)/"))


def test_previous_and_next_walk_through_the_whole_book(house: House, client: Client) -> None:
    address, walked = at("sg-mbs-v2", clause_ids("sg-mbs-v2")[0]), 0
    while True:
        walked += 1
        after = re.search(r'<link rel="next" href="([^"]+)">', client.get(address).content.decode())
        if after is None:
            break
        address = after[1]
    assert address == at("sg-mbs-v2", clause_ids("sg-mbs-v2")[-1])
    assert walked == len(clause_ids("sg-mbs-v2"))


def test_the_other_edition_is_named_where_it_differs(house: House, client: Client) -> None:
    assert "It reads differently in New Zealand craps, 1998" in text(client.get("/rulebook/nz-revised/6.8/"))
    assert "The clause reads the same in" in text(client.get("/rulebook/nz-revised/4.10/"))
    assert "This clause is new" in text(client.get("/rulebook/nz-revised/6.4(i)/"))
    assert "no longer has this clause" in text(client.get("/rulebook/nz-1998/appendix/"))


@pytest.mark.parametrize("book_id", book_ids())
def test_the_whole_book_is_on_one_page(house: House, client: Client, book_id: str) -> None:
    page = client.get(f"/rulebook/{book_id}/all/").content.decode()
    for clause_id in clause_ids(book_id):
        assert f'id="{clause_id}"' in page


@pytest.mark.parametrize(
    ("book_id", "game"),
    [("bc-wheel", "Wheel of Fortune"), ("bc-red-dog", "Red Dog"), ("bc-war", "Casino War")],
)
def test_other_games_have_books_of_their_own(house: House, client: Client, book_id: str, game: str) -> None:
    page = text(client.get(f"/rulebook/{book_id}/"))
    assert f"Game {game}" in page
    assert "The document gives no date" in page
    for title in ("Wagers", "Payouts", "Sequence of play", "Table and equipment", "What a bet costs"):
        assert title in page
    assert f"/rulebook/{book_id}/readings/" in client.get("/sitemap.xml").content.decode()


def test_a_clause_of_another_game_has_its_checks_and_examples(house: House, client: Client) -> None:
    page = text(client.get("/rulebook/bc-war/7/5.2.3.a(1)/"))
    assert "Worked examples" in page and "surrender" in page
    assert "The dealer burns exactly 3 cards" in text(client.get("/rulebook/bc-war/7/5.2.4.a(2)/"))
    page = text(client.get("/rulebook/bc-red-dog/6/6.11/"))
    assert "Three of a kind pays 11 to 1." in page
    assert "Checks that enforce it" in page and "Play it on the table" in page


def test_the_text_is_never_read_as_html(house: House) -> None:
    from portal.pages.clauses import clause_html

    assert "<script>" not in clause_html("nz-1998", "<script>alert(1)</script> **bold**")
    assert "<strong>bold</strong>" in clause_html("nz-1998", "<b>x</b> **bold**")


# Point in time -------------------------------------------------------------------------------------------


def on(client: Client, day: str, address: str = "/rulebook/") -> str:
    return text(client.get(f"{address}?on={day}"))


def test_a_day_under_the_gazetted_rules(house: House, client: Client) -> None:
    page = on(client, "1998-03-01")
    assert "Which rulebooks were in force on 1 March 1998" in page
    assert "In force from 1 February 1998, unless “New Zealand craps, revised”" in page
    assert "It came into force on 9 September 2016." in page
    assert "The document gives no date, so it does not show whether it was in force on 1 March 1998." in page


def test_a_day_before_any(house: House, client: Client) -> None:
    assert "Not yet in force It came into force on 1 February 1998." in on(client, "1998-01-31")
    assert "which was itself in force only from 1 February 1998" in on(client, "1998-01-31")


def test_the_day_goes_along_to_book_and_clause(house: House, client: Client) -> None:
    for address in ("/rulebook/nz-1998/", "/rulebook/nz-1998/4.10/"):
        assert "On 1 January 1998: not yet in force." in on(client, "1998-01-01", address)


@pytest.mark.parametrize("day", ["1998-13-01", "yesterday", "1998", "0000-00-00"])
def test_an_invalid_day_is_reported(house: House, client: Client, day: str) -> None:
    answer = client.get(f"/rulebook/?on={day}")
    assert answer.status_code == 400
    assert "such as 2026-11-30" in text(answer)
    assert client.get(f"/rulebook/nz-1998/?on={day}").status_code == 400


@pytest.mark.parametrize(
    "address", ["nz-revised/", "nz-revised/4.10/", "nz-revised/all/", "nz-revised/changes/", "bc-red-dog/6/"]
)
def test_a_chosen_day_is_kept_by_every_link_to_a_book(house: House, client: Client, address: str) -> None:
    page = client.get(f"/rulebook/{address}?on=1998-03-01").content.decode()
    assert "1 March 1998" in page
    links = re.findall(r'href="(/rulebook/[^"]*)"', page)
    within = [link for link in links if "/search/" not in link and "book.pdf" not in link]
    assert len(within) > 5
    assert all("on=1998-03-01" in link for link in within)
    assert "on=" not in "".join(set(links) - set(within))
    assert 'href="?"' in page
    assert "?on=" not in client.get(f"/rulebook/{address}").content.decode()


def test_a_day_is_kept_on_the_way_to_the_right_spelling(house: House, client: Client) -> None:
    answer = client.get("/rulebook/md-craps/5/g(3)(A)/?on=2020-01-01")
    assert answer["Location"] == "/rulebook/md-craps/5/G(3)(a)/?on=2020-01-01"


def test_an_invalid_day_is_reported_on_the_book_too(house: House, client: Client) -> None:
    assert "is not a date" in text(client.get("/rulebook/nz-1998/?on=tomorrow"))


def test_the_time_line_says_where_a_date_is_missing(house: House, client: Client) -> None:
    page = text(client.get("/rulebook/"))
    line = page[page.index("Timeline") :]
    assert line.index("1 February 1998") < line.index("Later, on a date the document does not give")
    assert line.index("Later, on a date") < line.index("9 September 2016") < line.index("gives no date")
    assert line.count("The document gives no date") == 1
    for title in ("British Columbia craps", "Maryland mini-craps", "British Columbia Red Dog"):
        assert line.index("gives no date") < line.index(title)


def test_an_undated_edition_says_that_its_status_on_a_day_is_not_known(house: House, client: Client) -> None:
    for address in ("/rulebook/bc-war/", "/rulebook/bc-war/7/7.4/"):
        page = text(client.get(f"{address}?on=1998-03-01"))
        assert "On 1 March 1998: not known." in page
        assert "The document gives no date" in page


def test_what_changed_shows_each_difference_and_on_request_all(house: House, client: Client) -> None:
    answer = client.get("/rulebook/nz-revised/changes/")
    page = answer.content.decode()
    for clause_id in ("notice", "4.5", "5.2", "6.4(i)", "6.8", "6.10", "appendix"):
        assert f'id="{clause_id}"' in page
    assert 'id="4.10"' not in page
    assert "<ins>" in page
    assert "<del>" in page
    assert page.index('id="6.4(i)"') < page.index('id="6.8"')
    assert 'id="4.10"' in client.get("/rulebook/nz-revised/changes/?all=1").content.decode()
    assert client.get("/rulebook/nz-1998/changes/").status_code == 404


# Kept pages ----------------------------------------------------------------------------------------------


def test_a_page_seen_before_is_answered_with_304(house: House, client: Client) -> None:
    first = client.get("/rulebook/nz-revised/4.10/")
    assert first["Cache-Control"] == "public, max-age=300"
    assert "Cookie" in first["Vary"]
    again = client.get("/rulebook/nz-revised/4.10/", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/rulebook/nz-revised/4.10/", headers={"if-none-match": 'W/"x"'}).status_code == 200


def test_a_changed_edition_is_rendered_anew(house: House, client: Client) -> None:
    before = client.get("/rulebook/")["ETag"]
    published_draft("sg-mbs-v2")
    assert client.get("/rulebook/")["ETag"] != before


def test_a_signed_in_reader_gets_a_page_of_their_own(house: House, client: Client) -> None:
    client.get("/rulebook/")
    own = signed_in(house.submitter).get("/rulebook/")
    assert house.submitter.name in text(own)
    assert "private" in own["Cache-Control"]
    assert "ETag" not in own
    assert house.submitter.name not in text(client.get("/rulebook/"))


def test_a_page_goes_out_packed_where_that_is_understood(house: House, client: Client) -> None:
    import gzip

    plain = client.get("/rulebook/md-craps/all/")
    packed = client.get("/rulebook/md-craps/all/", headers={"accept-encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] == plain["ETag"]


def test_sitemap_and_robots_name_the_clauses_and_no_work_area(house: House, client: Client) -> None:
    sitemap = client.get("/sitemap.xml").content.decode()
    assert "<loc>http://127.0.0.1:8000/rulebook/nz-revised/4.10/</loc>" in sitemap
    assert "/operator/" not in sitemap
    robots = client.get("/robots.txt").content.decode()
    assert "Disallow: /operator/" in robots
    assert "Sitemap: http://127.0.0.1:8000/sitemap.xml" in robots
