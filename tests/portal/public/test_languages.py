"""French at addresses of its own: chosen, remembered, linked and kept apart from English."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

import pytest
from django.conf import LazySettings as Settings
from django.test import Client
from django.utils import translation

from portal.languages import in_language, language_of
from portal.submissions.wording import money
from portal.text import and_list, format_day, money_text
from portal.typed_values import amount
from tests.factories import House


@pytest.mark.parametrize(
    ("path", "language", "bare"),
    [
        ("/", "en", "/"),
        ("/rulebook/", "en", "/rulebook/"),
        ("/fr-ca/", "fr-ca", "/"),
        ("/fr-ca/t/7k2m9xqe/", "fr-ca", "/t/7k2m9xqe/"),
        ("/fr-ca", "en", "/fr-ca"),
        ("/frisbee/", "en", "/frisbee/"),
    ],
)
def test_the_address_says_the_language(path: str, language: str, bare: str) -> None:
    assert language_of(path) == language
    assert in_language(path, "en") == bare
    assert in_language(in_language(path, "fr-ca"), "en") == bare


def test_each_page_is_kept_apart_in_each_language(house: House, client: Client) -> None:
    """Also where both are kept, and for a browser that has one of them."""
    pages = {}
    for _again in range(2):
        for path in ("/rulebook/", "/fr-ca/rulebook/"):
            pages[path] = client.get(path)
    english, french = pages["/rulebook/"], pages["/fr-ca/rulebook/"]
    assert "<h1>Rulebooks</h1>" in english.content.decode()
    assert "<h1>Règlements</h1>" in french.content.decode()
    assert english["ETag"] != french["ETag"]
    assert french["Content-Language"] == "fr-ca"
    answer = client.get("/fr-ca/rulebook/", headers={"If-None-Match": english["ETag"]})
    assert answer.status_code == 200
    assert client.get("/fr-ca/rulebook/", headers={"If-None-Match": french["ETag"]}).status_code == 304
    assert "Cookie" in french["Vary"]


def test_links_of_a_french_page_stay_in_french(house: House, client: Client) -> None:
    client.get("/rulebook/nz-1998/4.5/")  # English first: nothing of it may come back
    page = client.get("/fr-ca/rulebook/nz-1998/4.5/").content.decode()
    inner = set(re.findall(r'href="(/[^"#?]*)', page))
    english = {href for href in inner if not href.startswith(("/fr-ca/", "/static/"))}
    assert english == {"/sign-in/", "/api/"}


def test_a_page_names_its_address_in_every_language(house: House, client: Client, settings: Settings) -> None:
    for path in ("/glossary/", "/fr-ca/glossary/"):
        page = client.get(path).content.decode()
        assert f'<link rel="canonical" href="{settings.SITE_URL}{path}">' in page
        for code, there in (("en", "/glossary/"), ("fr-ca", "/fr-ca/glossary/"), ("x-default", "/glossary/")):
            assert f'<link rel="alternate" hreflang="{code}" href="{settings.SITE_URL}{there}">' in page
    assert 'content="fr_CA"' in page
    sitemap = client.get("/sitemap.xml").content.decode()
    assert f"<loc>{settings.SITE_URL}/fr-ca/glossary/</loc>" in sitemap
    assert f'hreflang="fr-ca" href="{settings.SITE_URL}/fr-ca/glossary/"' in sitemap
    assert "Disallow: /fr-ca/search/" in client.get("/robots.txt").content.decode()


def test_a_visitor_chooses_a_language_and_it_is_remembered(house: House, client: Client) -> None:
    page = client.get("/register/").content.decode()
    (href,) = re.findall(r'href="([^"]*)" lang="fr-ca"', page)
    answer = client.get(href, headers={"Referer": "http://testserver/register/?q=casino"})
    assert answer["Location"] == "/fr-ca/register/?q=casino"
    cookie = client.cookies["language"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == ("fr-ca", True, "Lax")
    # An address without a language leads to the page in the chosen one; files and forms stay where they are.
    led = client.get("/verify/?reference=x")
    assert (led.status_code, led["Location"]) == (302, "/fr-ca/verify/?reference=x")
    assert "Cookie" in led["Vary"]
    assert client.get("/register/decisions.json").status_code == 200
    assert client.get("/sign-in/").status_code == 200
    # And back again.
    (href,) = re.findall(r'href="([^"]*)" lang="en"', client.get("/fr-ca/register/").content.decode())
    assert client.get(href)["Location"] == "/register/"
    assert client.get("/verify/").status_code == 200


@pytest.mark.parametrize("to", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:x", ""])
def test_a_choice_leads_nowhere_else(db: None, client: Client, to: str) -> None:
    assert client.get("/language/fr-ca/", {"to": to})["Location"] == "/fr-ca/"
    assert client.get("/language/xx/").status_code == 404


def test_only_what_is_in_french_offers_french(house: House, client: Client) -> None:
    assert 'hreflang="fr-ca"' not in client.get("/sign-in/").content.decode()
    missing = client.get("/fr-ca/nowhere/")
    assert missing.status_code == 404
    assert "Page introuvable" in missing.content.decode()
    # Nothing of one answer stays for the next, which has no language in its address.
    assert '<html lang="en">' in client.get("/sign-in/").content.decode()


def test_days_and_money_in_french() -> None:
    with translation.override("fr-ca"):
        assert format_day(date(2026, 11, 15)) == "15 novembre 2026"
        assert and_list([4, 5, 6]) == "4, 5 et 6"
        assert [money_text("5", symbol) for symbol in ("C$", "US$", "NZ$", "S$", "kr ")] == [
            "5\u00a0$\u00a0CA",
            "5\u00a0$\u00a0US",
            "5\u00a0$\u00a0NZ",
            "5\u00a0$\u00a0SG",
            "5\u00a0kr",
        ]
        assert money(Fraction(2, 3), "US$") == "2/3 de 1\u00a0$\u00a0US"
    assert money_text("5", "US$") == "US$5"


@pytest.mark.parametrize(
    ("typed", "read"), [("2,50", "2.50"), ("1 500,5", "1500.5"), ("25 $", "25"), ("2.5", "2.5")]
)
def test_amounts_are_typed_with_a_comma_in_french(typed: str, read: str) -> None:
    with translation.override("fr-ca"):
        assert amount(typed, "US$") == read


def test_an_amount_that_could_mean_two_things_is_refused() -> None:
    for typed, language in (("1,500", "fr-ca"), ("2,50", "en")):
        with translation.override(language), pytest.raises(ValueError, match="Enter an amount"):
            amount(typed)
    assert amount("1,500") == "1500"
