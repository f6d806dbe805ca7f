"""The calculator for the games played in rounds: ways of playing, decks, spaces and payouts of choice."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client

from craps import edges, load_edition
from craps.money import rounded_percent
from craps.ruleset import first_ruleset
from tests.craps.games.play import EDITIONS
from tests.exhaustive import EXHAUSTIVE
from tests.factories import WHEEL, House, approved, make_house
from tests.portal.doors import text

pytestmark = pytest.mark.slow


def page(client: Client, table: str, **query: str) -> str:
    answer = client.get("/calculator/", {"table": table, "amount": "25"} | query)
    assert answer.status_code == 200
    return text(answer)


def test_war_or_surrender(house: House, client: Client) -> None:
    said = page(client, "bc-war", bet="war", **{"b.play": "surrender"})
    assert "C$25 on Casino War, to war after a tie, costs about C$0.58 on average each time" in said
    assert "the house keeps 2.33% of the first bet" in said
    assert "you stake about C$26.85 on average" in said
    assert "2.33% = 23138/993023" in said and "3.70% = 23/622" in said
    assert "The second choice costs about C$0.34 more than the first" in said
    assert "50.27%" in said  # wins
    assert "Casino War: 1 to 1, C$25; Go to War: 1 to 1, C$25" in said


def test_clauses_are_linked(house: House, client: Client) -> None:
    answer = client.get("/calculator/", {"table": "bc-war", "bet": "war", "b.play": "surrender"})
    for clause in ("7/1.1", "7/7.2", "7/4.2.2", "7/5.2.4.a(3)"):
        assert f'href="/rulebook/bc-war/{clause}/"' in answer.content.decode()


def test_red_dog_raised_when_it_is_worth_it_with_four_decks_or_six(house: House, client: Client) -> None:
    said = page(client, "bc-red-dog", **{"b.decks": "4"})
    assert "2.80% = 17533/626665" in said
    assert "2.88% = 7993/277173" in said
    assert "Chance of a push" in said
    assert "a spread of 4 to 11: 1 to 1, C$25" in said
    assert "This choice would be a breach" not in said
    assert "7.97% = 3841/48205" in page(client, "bc-red-dog", **{"a.play": "never_raise"})


def test_a_wheel_of_choice(house: House, client: Client) -> None:
    said = page(client, "bc-wheel", bet="space.10", **{"b.wheel.payouts.10": "12:1"})
    assert "The rulebook leaves this to the casino, so the figures begin with an example: Wheel" in said
    assert "12.00% = 3/25" in said  # 4 of 50 at 10 to 1
    assert "C$25 on Space 10 wins C$1 on average: the player has the edge." in said  # at 12 to 1
    more = page(client, "bc-wheel", bet="space.10", **{"a.wheel.spaces.1": "25"})
    assert "13.73% = 7/51" in more


def test_a_breach_is_told_with_its_clause_and_calculated(house: House, client: Client) -> None:
    answer = client.get("/calculator/", {"table": "bc-war", "bet": "tie", "b.payouts.tie": "11:1"})
    said = text(answer)
    assert answer.status_code == 200
    assert "This choice would be a breach. The tie wager pays 10 to 1" in said
    assert "/rulebook/bc-war/7/7.1/" in answer.content.decode()
    assert "11.25% = 35/311" in said
    assert "exactly 6 decks" in page(client, "bc-war", bet="tie", **{"a.decks": "5"})
    spaces = page(client, "bc-wheel", bet="space.2", **{"a.wheel.spaces.2": "24"})
    assert "This choice would be a breach" in spaces and "5/2.9" in spaces


def test_what_the_rules_would_not_take(house: House, client: Client) -> None:
    said = page(client, "bc-war", bet="tie", amount="2.50")
    assert "These rules would not accept this bet" in said
    assert "whole number of chips" in said


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_bet_and_way_of_playing(house: House, client: Client, edition: str) -> None:
    for row in edges(first_ruleset(load_edition(edition))):
        bet = ".".join(filter(None, (row.bet, row.which.get("space", ""))))
        said = page(client, edition, bet=bet, **{"a.play": row.which.get("play", "")})
        assert f"{rounded_percent(row.edge)} = {row.edge}" in said, row


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_address_alone_is_enough(house: House, client: Client, edition: str) -> None:
    answer = client.get("/calculator/", {"table": edition})
    assert answer.status_code == 200
    page = answer.content.decode()
    assert f'<option value="{edition}" selected>' in page
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for word in ("vigorish", "come-out", "pay tables", "stand-off"):
        assert word not in text(answer).split("What it costs", 1)[1], word


def test_the_choice_of_rules_is_by_game_and_the_second_is_of_the_same(house: House, client: Client) -> None:
    shown = client.get("/calculator/", {"table": "bc-red-dog"}).content.decode()
    first, second = (part.split("</select>")[0] for part in re.split(r'name="(?:b\.)?table"', shown)[1:3])
    assert 'label="Craps: rulebooks"' in first and 'label="Casino War: rulebooks"' in first
    assert 'value="md-craps"' in first
    assert 'label="Red Dog: rulebooks"' in second
    assert "md-craps" not in second and "bc-war" not in second


def test_two_games_are_not_compared(house: House, client: Client) -> None:
    answer = client.get("/calculator/", {"table": "bc-war", "b.table": "md-craps"})
    assert answer.status_code == 422
    said = text(answer)
    assert "bets of two games are not compared. Choose other rules of Casino War" in said
    assert "23138/993023" in said
    assert client.get("/calculator/", {"table": "md-craps", "b.table": "bc-wheel"}).status_code == 422


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"amount": "much"}, "such as 25 or 2.50"),
        ({"a.decks": "many"}, "Decks in the shoe: enter a whole number, such as 6."),
        ({"b.decks": "0"}, "Decks in the shoe: enter a whole number, such as 6."),
        ({"b.decks": "6.5"}, "Decks in the shoe: enter a whole number, such as 6."),
        ({"b.decks": "9" * 5000}, "Decks in the shoe: enter a whole number, such as 6."),
        ({"b.payouts.war": "3 of 1"}, "Payout of the Casino War wager: enter a payout, such as 1:1"),
        ({"a.play": "flee"}, "Choose a way of playing from the list."),
        ({"b.table": "nowhere"}, "no register entry named “nowhere”"),
    ],
)
def test_what_cannot_be_read_is_named_and_the_rest_is_calculated(
    house: House, client: Client, query: dict[str, str], says: str
) -> None:
    answer = client.get("/calculator/", {"table": "bc-war", "bet": "war", "amount": "25"} | query)
    assert answer.status_code == 422
    assert says in text(answer)
    assert "23138/993023" in text(answer)


def test_a_way_of_playing_of_another_game_gives_way_to_the_first(house: House, client: Client) -> None:
    """It is left over in the form when other rules are chosen."""
    assert "17533/626665" in page(client, "bc-red-dog", **{"a.play": "surrender"})


def test_a_payout_is_read_in_words_too(house: House, client: Client) -> None:
    for typed in ("11:1", "11 to 1", "12 for 1"):
        assert "35/311" in page(client, "bc-war", bet="tie", **{"a.payouts.tie": typed}), typed


def test_no_query_breaks_it(house: House, client: Client) -> None:
    rng = random.Random(15)
    names = ["table", "bet", "amount", "a.play", "b.play", "a.decks", "b.decks", "b.table", "a.payouts.war"]
    names += ["b.payouts.spread:1", "b.payouts.tie", "a.wheel.spaces.1", "b.wheel.payouts.10", "b.wheel", "x"]
    values = [*EDITIONS, "md-craps", "", "war", "space.1", "space", "best", "0", "-1", "1:0", "1e9", "½"]
    values += ["é" * 300, "<b>", "9999999999999999999:1", "1", "25", "buy.4", ".", "space.", "joker"]
    for _ in range(150 if EXHAUSTIVE else 30):
        query = {name: rng.choice(values) for name in rng.sample(names, rng.randint(1, 7))}
        assert client.get("/calculator/", query).status_code in (200, 422), query


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_casinos_own_rules(db: None, client: Client, edition: str) -> None:
    house = make_house("bc", edition)
    stated = {"wheel": WHEEL} if edition == "bc-wheel" else {}
    reference = approved(house, {"edition": edition, **stated}).submission.reference
    answer = client.get("/calculator/", {"table": reference, "amount": "10", "b.table": edition})
    assert answer.status_code == 200
    page, said = answer.content.decode(), text(answer)
    assert f'value="{reference}" selected' in page
    assert f"First choice, {house.property.name}" in said
    assert ("an example" in said) == (edition == "bc-wheel")  # of the second choice
    assert "an example" not in text(client.get("/calculator/", {"table": reference}))
