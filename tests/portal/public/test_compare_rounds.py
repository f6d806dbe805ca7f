"""Comparison and matrix of the games played in rounds, and how games are kept apart."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

import pytest
from django.test import Client

from craps import edges, edition_from_json, load_edition
from craps.edition import Edition
from craps.edition_values import with_value
from craps.ruleset import with_every_wager
from portal.pages import matrix
from portal.public.compare import differing_examples, side_by_side
from portal.public.rulebook_figures import compared_subjects
from tests.craps.games.play import EDITIONS
from tests.factories import House
from tests.portal.api.callers import Caller
from tests.portal.doors import text
from tests.portal.editions.drafts import a_draft, change, publish

pytestmark = pytest.mark.slow


def drafted(edition_id: str, path: tuple[str, ...], value: list[str]) -> Edition:
    """An edition that differs in one value."""
    data = with_value(dict(load_edition(edition_id).data), path, value)
    return edition_from_json({**data, "id": f"{edition_id}-2"})


WAR_2 = drafted("bc-war", ("payouts", "tie"), ["11:1", "7/7.1"])
DOG_2 = drafted("bc-red-dog", ("payouts", "spread:7"), ["2:1", "6/5.1"])


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_the_matrix_has_every_bet_and_way_of_playing(edition_id: str) -> None:
    edition = load_edition(edition_id)
    rows = matrix.wager_rows([edition])
    assert [row.cells[edition_id].edge for row in rows] == [
        row.edge for row in edges(with_every_wager(edition))
    ]
    assert len({row.label for row in rows}) == len(rows)
    for row in rows:
        assert row.cells[edition_id].pays


def test_figures_of_the_matrix_are_exact() -> None:
    rows = {row.label: row for row in matrix.wager_rows([load_edition("bc-war"), WAR_2])}
    war, tie = rows["Casino War, to war after a tie"], rows["Tie"]
    assert war.cells["bc-war"].edge == Fraction(23138, 993023)
    assert war.cells["bc-war"].staked == "1.07"
    assert war.which == {"play": "war"}
    assert rows["Casino War, surrendered after a tie"].cells["bc-war"].staked == ""
    assert (tie.cells["bc-war"].pays, tie.cells["bc-war-2"].pays) == ("10 to 1", "11 to 1")
    assert tie.cells["bc-war-2"].edge == Fraction(35, 311)
    by_cost = matrix.wager_rows([load_edition("bc-war")], sort="bc-war", descending=True)
    assert by_cost[0].label == "Tie"


def test_notes_say_what_figures_rest_on() -> None:
    war = matrix.wager_rows([load_edition("bc-war")])[0].cells["bc-war"].note
    assert "7/7.4, 7/5.2.4.a(3) is read; under the other option 4.04%" in war
    assert "7/7.5, 7/5.2.4.a(4) is read; under the other option 2.88%" in war
    dog = matrix.wager_rows([load_edition("bc-red-dog")])[0].cells["bc-red-dog"]
    assert "With 6 decks; the operator may choose 4 or 5" in dog.note
    assert "1 to 1 on a spread of 4 to 11, 11 to 1 on three of a kind" in dog.pays
    wheel = matrix.wager_rows([load_edition("bc-wheel")])[0].cells["bc-wheel"]
    assert wheel.note == "An example: the rulebook leaves this to the operator (wheel)"


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_subjects_of_the_comparison(edition_id: str) -> None:
    found = compared_subjects(load_edition(edition_id))
    assert [each.slug for each in found] == ["wagers", "payouts", "procedure", "table", "layout", "readings"]
    for subject in found:
        keys = [row.key for row in subject.rows]
        assert len(keys) == len(set(keys)), subject.slug


def test_only_what_differs_between_two_editions() -> None:
    tables = side_by_side([load_edition("bc-red-dog"), DOG_2], differences_only=True)
    lines = {
        table.slug: [(line.label, [cell.text for cell in line.cells]) for line in table.lines]
        for table in tables
    }
    assert lines.pop("payouts") == [("A spread of 7", ["1 to 1", "2 to 1"])]
    assert set(map(tuple, lines.values())) == {()}


def test_examples_that_end_differently() -> None:
    (example,) = differing_examples(load_edition("bc-war"), WAR_2)
    assert (example.by, example.better.id) == ("10", "bc-war-2")


# Pages ---------------------------------------------------------------------------------------------------

slow = pytest.mark.slow


@slow
def test_a_drafted_edition_is_compared_with_its_parent(db: None, client: Client) -> None:
    row = publish(change(a_draft("bc-war"), "payouts.tie", "11:1", "7/7.1"), days=0)
    page = text(client.get("/compare/", {"edition": ["bc-war", row.pk]}))
    assert "The tie wager" in page and "10 to 1" in page and "11 to 1" in page
    assert "Money: the same bets, different results" in page
    both = client.get("/compare/matrix.json", {"game": "war"}).json()
    assert [edition["id"] for edition in both["editions"]] == ["bc-war", row.pk]


@slow
def test_editions_are_chosen_by_game(house: House, client: Client) -> None:
    page = client.get("/compare/").content.decode()
    for name in ("Craps", "Red Dog", "Casino War", "Wheel of Fortune"):
        assert f"<legend>{name}</legend>" in page
    for edition_id in EDITIONS:
        assert f'value="{edition_id}"' in page
    only = text(client.get("/compare/", {"edition": "bc-war"}))
    assert "the only edition of Casino War so far" in only


@slow
@pytest.mark.parametrize("address", ["/compare/", "/compare/matrix/"])
def test_editions_of_two_games_are_answered_with_what_would_be_right(
    house: House, client: Client, address: str
) -> None:
    answer = client.get(address, {"edition": ["bc-war", "md-craps", "nz-1998"]})
    assert answer.status_code == 422
    said = text(answer)
    assert "Editions of one game are compared at a time." in said
    assert (
        "New Zealand craps, 1998 and Maryland craps (Craps) and British Columbia Casino War (Casino War)"
        in said
    )
    page = answer.content.decode()
    assert 'href="?edition=nz-1998&amp;edition=md-craps"' in page
    assert 'href="?edition=bc-war"' in page
    assert "<table" not in page


@slow
def test_downloads_of_two_games_are_refused_with_the_sentence(house: House, client: Client) -> None:
    for address in ("/compare/matrix.csv", "/compare/matrix.json"):
        answer = client.get(address, {"edition": ["bc-war", "bc-wheel"]})
        assert answer.status_code == 422
        assert "Editions of one game are compared at a time." in answer.content.decode()


@slow
def test_the_matrix_of_each_game(house: House, client: Client) -> None:
    craps = client.get("/compare/matrix.json").json()
    assert client.get("/compare/matrix.json?game=craps").json() == craps
    assert {key for row in craps["wagers"] for key in row} == {"wager", "label", "cells"}
    page = client.get("/compare/matrix/?game=war").content.decode()
    assert 'href="?game=war" aria-current="true"' in page
    assert "/compare/matrix.csv?game=war" in page
    assert "?game=war&amp;sort=bc-war&amp;order=up" in page
    assert 'href="/rulebook/bc-war/7/4.1.2/"' in page
    assert "stakes 1.07 times the bet" in page
    assert "vigorish" not in text(client.get("/compare/matrix/?game=war"))
    assert client.get("/compare/matrix/?edition=bc-war").status_code == 200
    assert "There is no game named “roulette”" in text(client.get("/compare/matrix/?game=roulette"))
    sheet = client.get("/compare/matrix.csv?game=war")
    rows = list(csv.reader(io.StringIO(sheet.content.decode("utf-8-sig"))))
    assert rows[0] == ["wager", "bc-war pays", "bc-war edge %"]
    assert rows[3] == ["Tie", "10 to 1", "18.6495"]
    assert "war-wagers" in sheet["Content-Disposition"]


@slow
def test_the_matrix_of_the_api(house: House) -> None:
    war = Caller().get("/matrix?game=war").json()
    assert [edition["id"] for edition in war["editions"]] == ["bc-war"]
    assert war["wagers"][0]["play"] == "war"
    assert war["wagers"][0]["cells"]["bc-war"] | {"note": ""} == {
        "pays": "1 to 1",
        "edge": "23138/993023",
        "edge_percent": "2.3301",
        "clause": "7/4.1.1",
        "wagered": "334/311",
        "note": "",
    }
    assert Caller().get("/matrix?edition=bc-war").json() == war
    assert {edition["id"] for edition in Caller().get("/matrix").json()["editions"]}.isdisjoint(EDITIONS)
    for query in ("edition=bc-war&edition=md-craps", "game=war&edition=md-craps", "game=roulette"):
        answer = Caller().get(f"/matrix?{query}")
        assert answer.status_code == 400, query
        assert answer.json()["errors"][0]["path"] in ("edition", "game")
