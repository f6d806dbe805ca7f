"""Approvals of games played in rounds as the public meets them: register, casino, files, verification."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from portal.documents import outbox, services, signing, verification
from portal.editions.models import Edition
from portal.register import selectors as register
from portal.review.models import Decision
from portal.submissions.models import State
from scripts.verify_document import examine
from tests.factories import House, make_house
from tests.portal.approvals import EDITIONS, NAMES, approve_game
from tests.portal.documents.test_games_on_paper import FOREIGN, html_text
from tests.portal.doors import text
from tests.portal.public.test_register_pages import issue

pytestmark = pytest.mark.slow


def page(client: Client, address: str) -> str:
    """The words of a page's own part, without the site's head and foot."""
    answer = client.get(address)
    assert answer.status_code == 200
    main = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(html_text(f"<main{main}").split())


@pytest.fixture
def house(db: None) -> House:
    return make_house("bc", "bc-war")


def approve(house: House, edition: str) -> Decision:
    decision = approve_game(replace(house, edition=Edition.objects.get(pk=edition)))
    issue(decision)
    decision.submission.refresh_from_db()
    return decision


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_entry_names_its_game_and_what_was_chosen(house: House, client: Client, edition: str) -> None:
    made = approve(house, edition).submission
    assert made.state == State.IN_FORCE
    shown = page(client, f"/register/{made.reference}/")
    assert f"Game {NAMES[edition]}" in shown
    for words in {
        "bc-wheel": ["Full turns of a spin, at least 3 5/2.1", "joker", "40 to 1"],
        "bc-red-dog": ["Decks in the shoe 5 6/1.1", "Payout of a spread of 1", "Waivers"],
        "bc-war": ["Cards burned before each card of a war 3", "At least C$5, at most C$100"],
    }[edition]:
        assert words in shown, words
    assert FOREIGN.findall(shown) == []
    head = client.get(f"/register/{made.reference}/").content.decode().partition("</head>")[0]
    assert f"{made.reference}: {NAMES[edition]} rules at" in head
    assert "craps" not in head.lower()


@pytest.mark.parametrize(
    ("edition", "words"),
    [
        (
            "bc-wheel",
            [
                "The wheel has 54 spaces of 7 kinds",
                "on joker : 40 to 1 (1 of 54 spaces)",
                "on joker : 24.07%",
                "Space joker",
            ],
        ),
        (
            "bc-red-dog",
            [
                "on a spread of 4 to 11 : 1 to 1 6/5.1",
                "raised when a raise is worth it : 1.82%",
                "never raised : 7.02%",
                "On average it wins more than it loses on a spread of 7 to 11 only.",
            ],
        ),
        (
            "bc-war",
            ["to war after a tie : 2.33%", "surrendered after a tie : 3.70%", "Limits of Tie", "18.65%"],
        ),
    ],
)
def test_a_casino_s_page_tells_the_game(house: House, client: Client, edition: str, words: list[str]) -> None:
    place = register.entry(approve(house, edition).submission.reference).place
    shown = page(client, f"/register/property/{place}/")
    assert f"{NAMES[edition]} at {house.property.name}" in shown
    for some in words:
        assert some in shown, some
    assert FOREIGN.findall(shown) == []


def test_a_casino_with_several_games_lists_each(house: House, client: Client) -> None:
    made = {edition: approve(house, edition).submission for edition in EDITIONS}
    place = register.entry(made["bc-war"].reference).place
    shown = page(client, f"/register/property/{place}/")
    assert f"Casino War, Red Dog and Wheel of Fortune at {house.property.name}" in shown
    for submission in made.values():
        assert submission.reference in shown
    everywhere = page(client, "/register/property/")
    assert everywhere.count(house.property.name) == 1
    for edition in EDITIONS:
        assert f"In force {NAMES[edition]} British Columbia {NAMES[edition]}" in everywhere
    found = page(client, "/register/?edition=bc-red-dog")
    assert made["bc-red-dog"].reference in found
    assert made["bc-war"].reference not in found


def test_two_casinos_with_the_game_are_compared(house: House, client: Client) -> None:
    here = approve(house, "bc-war").submission
    other = make_house("bc", "bc-war")
    issue(approve_game(other, table={"burn_cards": "3", "players": "5", "dealer_bet_at_war": False}))
    shown = page(client, f"/register/property/{register.entry(here.reference).place}/")
    assert "One other casino has this game in force." in shown
    assert f"Maximum players 7 5 : {other.property.name}" in shown


def test_files_feed_and_proof_have_such_an_entry(house: House, client: Client) -> None:
    made = approve(house, "bc-wheel").submission
    data = json.loads(client.get(f"/register/{made.reference}/entry.json").content)
    assert data["entry"]["game"] == "wheel of fortune"
    assert {row["path"].partition(".")[0] for row in data["entry"]["chosen"]} >= {"wagers", "limits", "table"}
    assert made.reference in b"".join(client.get("/register/decisions.csv").streaming_content).decode()  # type: ignore[attr-defined]
    feed = ElementTree.fromstring(client.get("/register/feed.atom").content)
    assert "British Columbia Wheel of Fortune" in ElementTree.tostring(feed, encoding="unicode")


@pytest.mark.parametrize("edition", EDITIONS)
def test_its_documents_are_typeset_signed_and_verified(house: House, client: Client, edition: str) -> None:
    logging.disable(logging.CRITICAL)
    decision = approve_game(replace(house, edition=Edition.objects.get(pk=edition)))
    known = signing.current_signer().chain.encode()
    for document in decision.submission.documents.exclude(kind="receipt").order_by("pk"):
        assert outbox.produce(document.pk)
        document.refresh_from_db()
        data = services.read(document)
        found = examine(data, known)  # as the offline program does
        assert found["verdict"] == "genuine"
        assert [one["sha256"] for one in found["attached"]] == [decision.digest]
        answer = verification.verify_file(data)
        assert (answer.verdict, answer.reference, answer.in_force) == (
            "genuine",
            decision.submission.reference,
            True,
        )
    logging.disable(logging.NOTSET)
    upload = SimpleUploadedFile("sign.pdf", data, "application/pdf")
    assert "Genuine and in force" in text(client.post("/verify/", {"document": upload}))
