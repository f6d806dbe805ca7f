"""The questions that people have, from the home page to the answer: by the words of links, in few clicks."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin

import pytest
from django.test import Client

from craps import Table, edition_ids, load_edition
from craps.ruleset import with_every_wager
from portal.editions import search
from portal.editions.search_words import read_query
from portal.public import ready_pages, rulebook_figures, site_search
from portal.register.selectors import entry
from tests.factories import House, approved, make_house, refused

pytestmark = pytest.mark.slow

MOST_CLICKS = 4


class Visitor:
    """Follows links by their words, as a reader does; counts what is clicked."""

    def __init__(self, client: Client) -> None:
        self.client, self.clicks = client, 0
        self.open("/")

    def open(self, address: str) -> Visitor:
        answer = self.client.get(address)
        assert answer.status_code == 200, address
        self.address, self.page = address.partition("#")[0], answer.content.decode()
        return self

    def click(self, words: str) -> Visitor:
        for href, inner in re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', self.page, re.DOTALL):
            said = " ".join(unescape(re.sub(r"<[^>]+>", "", inner)).split())
            if words.lower() in said.lower():
                self.clicks += 1
                return self.open(urljoin(self.address, unescape(href)))
        raise AssertionError(f"{self.address} has no link “{words}”")

    def send(self, **fields: str) -> Visitor:
        """Fill in a form of the page that has these fields and press its button."""
        for start, form in re.findall(r"<form([^>]*)>(.*?)</form>", self.page, re.DOTALL):
            if all(f'name="{name}"' in form for name in fields) and "post" not in start:
                action = re.search(r'action="([^"#]*)', start)
                hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
                answer = self.client.get(
                    action[1] if action and action[1] else self.address.partition("?")[0], hidden | fields
                )
                assert answer.status_code == 200
                self.clicks += 1
                self.address, self.page = answer.request["PATH_INFO"], answer.content.decode()
                return self
        raise AssertionError(f"{self.address} has no form with {sorted(fields)}")

    @property
    def text(self) -> str:
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.page)).split())


@pytest.mark.slow
def test_fifteen_questions_are_answered_in_few_clicks(house: House, client: Client) -> None:
    search.rebuild()
    casino = entry(approved(house).submission.reference).property
    approved(make_house("md", "md-craps"))
    refusal = refused(house).reference

    def asked(told: str, visitor: Visitor) -> None:
        assert told in visitor.text, (told, visitor.address, visitor.text[:600])
        assert visitor.clicks <= MOST_CLICKS, told

    def new() -> Visitor:
        return Visitor(client)

    # What does a buy 4 for 25 cost in Singapore, and what in Maryland?
    question = "buy 4 for 25 in Singapore against Maryland"
    costs = new().send(q=question).click("What it costs in money")
    assert "table=sg-mbs-v2&b.table=md-craps" in costs.address
    asked("Buy Bet 4", costs)
    # May a casino in British Columbia refuse to take a don't pass bet down?
    may = new().send(q="may a BC casino refuse to take a don't pass down")
    asked("Taking down: Don't pass and Don't come", may.click("Placing and removing bets everywhere"))
    assert 'href="/rulebook/bc-craps/1/4.4.3/"' in may.page
    # What changed in New Zealand's clause 4.5?
    asked(
        "What changed, clause by clause", new().send(q="4.5 New Zealand").click("What changed: New Zealand")
    )
    # Is this PDF in force?
    asked("PDF file, at most 10 MB", new().click("check a document"))
    # Which casinos offer fire pay table B?
    fire = new().click("casinos side by side").send(edition="md-craps", rule="paytables.fire")
    asked("Fire Bet pay table", fire)
    assert "Odds on Pass Bet" not in fire.page.partition("<table")[2]
    # Which bet has the lowest edge at midi craps in British Columbia?
    asked(
        "British Columbia midi craps, the cheapest bet first",
        new().click("See every bet").click("midi craps"),
    )
    # What becomes of come odds on a come-out 7, and how large may odds be, everywhere?
    asked("When a come-out roll is 7: Come odds", new().click("Compare").click("come-out roll everywhere"))
    asked("100× on every point", new().click("odds everywhere"))
    # The minimum at a casino, and its rules on a past day.
    asked("The casino posts minimum and maximum at the table.", new().click("All casinos").click(casino))
    past = new().click("All casinos").click(casino).send(on="1998-03-01")
    asked("No rules were in force here on 1 March 1998.", past)
    # Which edition applies in New Zealand today?
    asked("New Zealand craps, revised Applies today", new().click("Rulebooks"))
    asked("New Zealand craps, 1998 Replaced by New Zealand craps, revised", new().click("Rulebooks"))
    # Why does a refusal say no more?
    asked("Why this page says no more", new().click("Register").click(refusal))
    asked("gives no reason", new().click("Register").click("Why a refusal says no more"))
    # What are house edge and vigorish? Whom to contact?
    asked("The share of a bet that the house keeps on average", new().send(q="what is house edge"))
    asked("commission", new().send(q="what is vigorish"))
    asked("Whom to contact", new().click("Contact"))


@pytest.mark.parametrize("edition_id", edition_ids())
def test_come_odds_on_a_come_out_seven_are_as_the_core_settles_them(edition_id: str) -> None:
    edition = load_edition(edition_id)
    table = Table(with_every_wager(edition))
    for event in (
        {"bet": "pass_line", "amount": "10"},
        {"roll": [3, 3]},
        {"bet": "come", "amount": "10"},
        {"roll": [1, 3]},
        {"bet": "come_odds", "number": 4, "amount": "10"},
        {"roll": [2, 4]},
        {"roll": [3, 4]},
    ):
        step = table.play(event)
        assert not step.error, step.error
    outcome = next(done.outcome for done in step.settlements or () if done.bet == "come_odds")
    rows = {row.key: row.value for row in rulebook_figures._come_out(edition)}
    assert rows["come_odds.seven"].startswith("Lost" if outcome == "lose" else "Returned")


@pytest.mark.parametrize(
    ("typed", "also"),
    [
        ("remove", "taken down"),
        ("take back", "taken down"),
        ("take a don't pass down", "taken down"),
        ("vig", "commission"),
        ("casino advantage", "house edge"),
    ],
)
def test_the_trades_other_words_are_found(typed: str, also: str) -> None:
    ways = [way for ways in read_query(typed).sought for way in ways]
    assert (also,) in ways
    assert (also,) not in [way for ways in read_query(f'"{typed}"').sought for way in ways]


def test_stop_words_are_left_out_unless_there_is_nothing_else() -> None:
    assert read_query("what is the float").sought[0][0] == ("float",)
    assert read_query("what is").sought == ((("what",),), (("is",),))


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["", '"', "-", "*", "4.5", "BC", "nz-2026-0001 " * 20, "é", "x" * 500])
def test_any_text_can_be_searched_for(house: House, client: Client, typed: str) -> None:
    assert client.get("/search/", {"q": typed}).status_code == 200


def test_every_ready_page_is_there(house: House, client: Client) -> None:
    gone = [
        page.href for page in ready_pages.PAGES if client.get(page.href.partition("#")[0]).status_code != 200
    ]
    assert gone == []
    assert client.get("/compare/everywhere/nothing/").status_code == 404


def test_places_are_told_from_the_rest_of_a_question(house: House) -> None:
    question = site_search.read_question("odds in British Columbia or nz")
    assert (set(question.places), question.query.included[:1]) == ({"bc", "nz"}, ("odds",))
