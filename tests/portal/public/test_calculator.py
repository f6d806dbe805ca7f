"""The calculator: exact figures in words, two choices side by side, breaches said and still worked out."""

from __future__ import annotations

import pytest
from django.test import Client

from craps import load_ruleset
from craps.edge import edge_spots
from craps.run_link import spot_text
from tests.factories import House, approved, odds
from tests.portal.doors import text

pytestmark = pytest.mark.slow


def page(client: Client, **query: str) -> str:
    return text(client.get("/calculator/", query))


def test_what_a_25_buy_on_the_4_really_costs(house: House, client: Client) -> None:
    said = page(client)
    assert "US$25 on Buy Bet 4 costs US$1.25 on average" in said
    assert "you stake US$26.25" in said
    assert "4.76% = 1/21" in said
    assert "1.67% = 1/60" in said
    assert "The second choice costs about US$0.83 less than the first" in said


def test_the_address_holds_the_choices(house: House, client: Client) -> None:
    said = client.get(
        "/calculator/", {"table": "md-craps", "bet": "buy.10", "amount": "40", "b.rate": "4", "b.round": "up"}
    ).content.decode()
    assert '<option value="buy.10" selected>' in said
    assert 'name="b.rate" value="4"' in said
    assert '<option value="up" selected>' in said


def test_rounding_is_shown_as_another_rate(house: House, client: Client) -> None:
    said = page(client, table="md-craps", bet="buy.4", amount="25", **{"b.round": "down"})
    assert "US$1 instead of US$1.25: as if the rate were 4%" in said


def test_a_breach_is_shown_with_its_clause_and_still_calculated(house: House, client: Client) -> None:
    answer = client.get("/calculator/", {"table": "md-craps", "bet": "buy.4", "amount": "25", "b.rate": "6"})
    said = text(answer)
    assert "This choice would be a breach." in said
    assert "at most 5%" in said
    assert "/rulebook/md-craps/5/G(3)(a)/" in answer.content.decode()
    assert "US$1.50" in said


def test_odds_change_the_edge_on_all_money_and_are_drawn(house: House, client: Client) -> None:
    answer = client.get(
        "/calculator/", {"table": "nz-revised", "bet": "pass_line", "amount": "10", "b.odds": "2"}
    )
    said = text(answer)
    assert "7/825" in said and "1/165" in said
    assert 'class="chart"' in answer.content.decode()
    assert "by odds multiple" in said
    over = page(client, table="nz-revised", bet="pass_line", amount="10", **{"b.odds": "4"})
    assert "This choice would be a breach." in over


def test_a_pay_table_and_a_payout(house: House, client: Client) -> None:
    fire = page(client, table="md-craps", bet="fire", amount="5", **{"b.paytable": "B"})
    assert "20.76%" in fire and "23.89%" in fire
    field = page(client, table="md-craps", bet="field", amount="10", **{"b.pays.12": "3:1"})
    assert "5.56% = 1/18" in field and "2.78% = 1/36" in field


def test_two_documents_side_by_side(house: House, client: Client) -> None:
    said = page(client, table="bc-craps", bet="place.6", amount="25", **{"b.table": "md-craps"})
    assert "C$25" in said and "US$25" in said
    assert "The second choice costs 0.30 percentage points less" in said


def test_an_amount_these_rules_would_refuse_is_said(house: House, client: Client) -> None:
    said = page(client, table="bc-craps", bet="place.4", amount="12")
    assert "These rules would not accept this bet" in said
    assert "multiples of 5" in said


def test_a_wager_the_second_document_does_not_have(house: House, client: Client) -> None:
    said = page(client, table="md-craps", bet="place_to_lose.4", amount="11", **{"b.table": "nz-revised"})
    assert "These rules would not accept this bet" in said


def test_a_casinos_own_rules(house: House, client: Client) -> None:
    reference = approved(house, odds(2)).submission.reference
    said = page(client, table=reference, bet="pass_line", amount="10")
    assert house.property.name in said
    assert "1/165" in said


@pytest.mark.parametrize("edition", ["bc-craps", "md-craps"])  # between them they have every wager
def test_every_bet_is_worked_out(house: House, client: Client, edition: str) -> None:
    ruleset = load_ruleset({"edition": edition})
    for wager in sorted(ruleset.offered):
        bet = spot_text(wager, edge_spots(wager)[-1])
        answer = client.get("/calculator/", {"table": edition, "bet": bet, "amount": "60"})
        assert answer.status_code == 200
        assert "on average" in text(answer), bet


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"amount": "much"}, "such as 25 or 2.50"),
        ({"amount": "0"}, "such as 25 or 2.50"),
        ({"table": "nz-2050"}, "no register entry named “nz-2050”"),
        ({"b.table": "nowhere"}, "no register entry named “nowhere”"),
        ({"b.rate": "five"}, "Enter the rate in per cent"),
        ({"b.rate": "-1"}, "Enter the rate in per cent"),
        ({"bet": "pass_line", "b.odds": "lots"}, "a number of times the bet"),
        ({"bet": "field", "b.pays.12": "3 of 1"}, "Enter the payout as 7:6 or 25 for 1"),
        ({"bet": "fire", "b.paytable": "Z"}, "Choose a pay table"),
    ],
)
def test_what_cannot_be_read_is_named_and_the_rest_is_worked_out(
    house: House, client: Client, query: dict[str, str], says: str
) -> None:
    answer = client.get("/calculator/", {"table": "md-craps", "bet": "buy.4", "amount": "25"} | query)
    assert answer.status_code == 422
    assert says in text(answer)
    assert "House edge" in text(answer)


@pytest.mark.parametrize("bet", ["", "roulette", "buy", "buy.7", "hop.2", "hop.99", "pass_line.4", "'"])
def test_an_unknown_bet_gives_way_to_a_known_one(house: House, client: Client, bet: str) -> None:
    assert client.get("/calculator/", {"table": "md-craps", "bet": bet}).status_code == 200


def test_nothing_about_it_is_anybodys_own(house: House, client: Client) -> None:
    first = client.get("/calculator/")
    assert "public" in first["Cache-Control"]
    assert client.get("/calculator/", headers={"if-none-match": first["ETag"]}).status_code == 304
    assert not client.cookies


def test_before_the_editions_are_loaded_the_page_says_so(no_editions: None, client: Client) -> None:
    assert "No rulebook is loaded yet" in text(client.get("/calculator/"))


def test_how_far_a_bet_swings(house: House, client: Client) -> None:
    page = text(client.get("/calculator/?table=md-craps&bet=pass_line&amount=10"))
    assert "Standard deviation, each bet decided about US$10.00 = √(" in page
    assert "1 in 10 ends here or worse US$70 behind" in page
    assert "half end here or worse even" in page
    assert "1 in 10 ends here or better US$70 ahead" in page
    assert "An evening is 100 rolls" in page
    fire = text(client.get("/calculator/?table=md-craps&bet=fire&amount=5"))
    assert "Standard deviation" in fire and "ends here or worse" not in fire
    war = text(client.get("/calculator/?table=bc-war&bet=war&amount=25"))
    assert "Standard deviation, each round about C$" in war
