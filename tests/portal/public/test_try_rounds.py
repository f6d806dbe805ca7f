"""Try the table in the games played in rounds: plain forms, fair chance, refusals with clauses, bad links."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from craps import examples_of, load_edition, settle
from craps.games import game_of
from craps.ruleset import first_ruleset
from craps.run_link import MOST_EVENTS, read_run
from portal.public import game_tables, try_table
from portal.rate_limiter import RateLimiter
from tests.craps.games.play import EDITIONS, WHEEL
from tests.factories import House, approved, make_house
from tests.portal.doors import text
from tests.portal.public.test_try import moved

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def nobody_has_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(try_table, "_move_limit", RateLimiter("try", limit=4000))
    monkeypatch.setattr(try_table, "_run_limit", RateLimiter("try-run", limit=4000))


def run_of(address: str, edition: str) -> list[dict[str, Any]]:
    line = parse_qs(urlsplit(address).query).get("run", [""])[0]
    return read_run(line, first_ruleset(load_edition(edition)))


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def offered(page: str) -> list[str]:
    """What the buttons of the bar do, the first one first; the felt comes after them."""
    moves = page[page.index('class="try-moves"') : page.index('id="try-play"')]
    return re.findall(r'name="do" value="(\w+)"', moves)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_its_table(house: House, client: Client, edition: str) -> None:
    page = page_of(client, f"/try/{edition}/")
    assert f'href="/try/{edition}/"' in page_of(client, "/try/")
    assert "Start from a worked example" in page
    assert "How a round is played" in page
    assert "equally likely" in page
    assert "craps" not in page.partition("<main")[2]


def test_tables_are_listed_by_game_and_then_jurisdiction(house: House, client: Client) -> None:
    page = page_of(client, "/try/")
    order = ['<h2 id="craps"', "nz-revised", "md-craps", '<h2 id="war"', "/try/bc-war/"]
    places = [page.index(each) for each in order]
    assert places == sorted(places)


def test_casino_war_from_bet_to_war(house: House, client: Client) -> None:
    page = page_of(client, "/try/bc-war/")
    assert offered(page) == []
    assert "Nothing is bet: a round begins with a bet." in page
    at = moved(client, "/try/bc-war/", do="bet", bet="war", amount="10")
    assert offered(page_of(client, at)) == ["deal"]
    at = moved(client, at, do="set", verb="deal", part0="8", part1="8")
    page = page_of(client, at)
    assert offered(page) == ["bet", "surrender"]
    assert "Go to War: C$10" in page
    assert "A tie: go to war or surrender" in page
    assert "may not be taken back any more" in page
    at = moved(client, at, do="bet", bet="go_to_war", amount="10")
    assert offered(page_of(client, at)) == ["deal"]
    at = moved(client, at, do="set", verb="deal", part0="9", part1="5")
    page = page_of(client, at)
    assert "Go to War wins in the war on a 9 against a 5: 10 at 1 to 1 pays 10." in page
    assert "/rulebook/bc-war/readings/#reading-war-won" in page
    assert "C$10 ahead" in page
    assert run_of(at, "bc-war") == [
        {"bet": "war", "amount": "10"},
        {"deal": {"player": "8", "dealer": "8"}},
        {"bet": "go_to_war", "amount": "10"},
        {"deal": {"player": "9", "dealer": "5"}},
    ]


def test_after_a_round_the_same_bet_is_one_button_away(house: House, client: Client) -> None:
    page = page_of(client, "/try/bc-war/?run=1~war-25~tie-5~deal.8.8~go_to_war-25~deal.9.5")
    assert offered(page) == ["bet", "bet"]
    assert page.index("Casino War: C$25") < page.index("Tie: C$5")
    assert offered(page_of(client, "/try/bc-war/")) == []


def test_surrender_gives_half_back(house: House, client: Client) -> None:
    at = moved(client, "/try/bc-war/?run=1~war-10~deal.8.8", do="surrender")
    page = text(client.get(at))
    assert "5 of the 10 is lost, 5 comes back" in page
    assert "C$5 behind" in page


def test_red_dog_with_a_raise(house: House, client: Client) -> None:
    at = moved(client, "/try/bc-red-dog/", do="bet", bet="red_dog", amount="10")
    at = moved(client, at, do="set", verb="deal", part0="5", part1="9")
    page = page_of(client, at)
    assert offered(page) == ["draw", "bet"]
    assert "Raise: C$10" in page
    at = moved(client, at, do="bet", bet="raise", amount="10")
    assert "/rulebook/bc-red-dog/readings/#reading-raise" in page_of(client, at)
    at = moved(client, at, do="set", verb="draw", part0="7")
    page = text(client.get(at))
    assert "Raise wins on a 7 between a 5 and a 9, a spread of 3: 10 at 2 to 1 pays 20." in page
    assert "C$40 ahead" in page


def test_the_wheel_with_a_bet_that_comes_too_late(house: House, client: Client) -> None:
    at = moved(client, "/try/bc-wheel/", do="bet", bet="space.10", amount="5")
    assert offered(page_of(client, at)) == ["spin", "no_more_bets"]
    at = moved(client, at, do="no_more_bets")
    assert offered(page_of(client, at)) == ["spin"]
    at = moved(client, at, do="bet", bet="space.2", amount="5")
    page = page_of(client, at)
    assert "Refused:" in page
    assert "/rulebook/bc-wheel/5/2.4/" in page
    at = moved(client, at, do="set", verb="spin", part0="10")
    page = text(client.get(at))
    assert "Space 10 wins on 10: 5 at 10 to 1 pays 50." in page
    assert "C$50 ahead" in page


def test_a_bet_is_added_to_and_taken_back(house: House, client: Client) -> None:
    at = moved(client, "/try/bc-wheel/", do="bet", bet="space.10", amount="5")
    at = moved(client, at, do="bet", bet="space.10", amount="5", **{"from": "up"})
    page = page_of(client, at)
    assert "Remove" in page and "C$10" in page
    at = moved(client, at, do="remove", bet="space.10")
    assert run_of(at, "bc-wheel")[-1] == {"remove": "space", "space": "10"}
    assert "even" in text(client.get(at))


@pytest.mark.parametrize(
    ("edition", "run", "verb", "numbers", "event"),
    [
        ("bc-war", "1~war-10", "deal", [0, 310], {"deal": {"player": "2", "dealer": "A"}}),
        ("bc-red-dog", "1~red_dog-10~deal.5.9", "draw", [309], {"draw": "A"}),
        ("bc-wheel", "1~space.1-5", "spin", [24], {"spin": "2"}),
    ],
)
def test_cards_and_spins_come_from_the_server(
    house: House,
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    edition: str,
    run: str,
    verb: str,
    numbers: list[int],
    event: dict[str, Any],
) -> None:
    """From what is left: 312 cards at first, 310 after two; every number below that is as likely."""
    asked: list[int] = []
    given_numbers = iter(numbers)

    def randbelow(limit: int) -> int:
        asked.append(limit)
        return next(given_numbers)

    monkeypatch.setattr("portal.public.try_rounds.secrets.randbelow", randbelow)
    assert run_of(moved(client, f"/try/{edition}/?run={run}", do=verb), edition)[-1] == event
    assert asked == {"deal": [312, 311], "draw": [310], "spin": [50]}[verb]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_worked_example_is_played_with_its_settlements(
    house: House, client: Client, edition: str
) -> None:
    start = game_of(load_edition(edition)).first_draft(load_edition(edition))
    for example in examples_of(edition):
        page = text(client.get(game_tables.example_url(edition, example)))
        scenario = {
            "ruleset": start | dict(example.terms),
            "events": list(example.events),
            "readings": dict(example.readings),
        }
        for step in settle(scenario).steps:
            told = [(done.message, done.clause) for done in step.settlements or ()]
            told += [(step.error.message, step.error.clause)] if step.error else []
            for message, clause in told:
                assert message in page and clause in page, example.id
        assert not example.given or example.given in page


def test_an_example_keeps_its_terms_while_the_player_goes_on(house: House, client: Client) -> None:
    example = next(each for each in examples_of("bc-wheel") if each.id == "space-wins")
    at = moved(client, game_tables.example_url("bc-wheel", example), do="bet", bet="space.joker", amount="5")
    assert "example=space-wins" in at
    page = text(client.get(at))
    assert "Space joker, pays 40 to 1" in page
    assert "so the table has an example" not in page
    assert "so the table has an example" in text(client.get("/try/bc-wheel/"))


def test_undo_and_start_again_are_links(house: House, client: Client) -> None:
    page = page_of(client, "/try/bc-war/?run=1~war-10~deal.8.8")
    assert 'href="/try/bc-war/?run=1~war-10"' in page
    assert 'href="/try/bc-war/" hx-get' in page


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"do": "bet", "bet": "war", "amount": "ten"}, "such as 25 or 2.50"),
        ({"do": "bet", "bet": "war", "amount": "0"}, "such as 25 or 2.50"),
        ({"do": "bet", "bet": "pass_line", "amount": "5"}, "Choose a bet from the list"),
        ({"do": "bet", "bet": "war.8", "amount": "5"}, "Choose a bet from the list"),
        ({"do": "bet", "bet": "war._d800_", "amount": "5"}, "Choose a bet from the list"),
        ({"do": "remove", "bet": ""}, "Choose a bet from the list"),
        ({"do": "set", "verb": "deal", "part0": "1", "part1": "8"}, "Choose one from each list"),
        ({"do": "set", "verb": "deal"}, "Choose one from each list"),
        ({"do": "set", "verb": "bet"}, "Choose a button"),
        ({"do": "set"}, "Choose a button"),
        ({"do": "roll"}, "Choose a button"),
        ({}, "Choose a button"),
    ],
)
def test_invalid_input_is_reported_beside_the_form(
    house: House, client: Client, fields: dict[str, str], says: str
) -> None:
    answer = client.post("/try/bc-war/?run=1~war-10", fields)
    assert answer.status_code == 422
    assert says in text(answer)
    assert "10 on Casino War" in text(answer)
    assert answer["HX-Push-Url"] == "false"


@pytest.mark.parametrize(
    ("edition", "run", "says"),
    [
        ("bc-war", "1~war-10~31", "Event 2 of the link"),
        ("bc-war", "1~pass_line-10", "Event 1 of the link: 'pass_line' is not a wager of this game"),
        ("bc-wheel", "1~space.gold-5", "Event 1 of the link"),
        ("nz-revised", "1~31~deal.8.8", "Event 2 of the link"),
        ("bc-red-dog", "1" + "~draw.7" * 200, "the limit is 150"),
        ("bc-war", "<script>", "only form 1"),
    ],
)
def test_a_bad_link_is_a_page_that_says_so(
    house: House, client: Client, edition: str, run: str, says: str
) -> None:
    answer = client.get(f"/try/{edition}/", {"run": run})
    assert answer.status_code == 400
    assert "This link cannot be played" in text(answer)
    assert says in text(answer)
    assert "<script>" not in answer.content.decode()


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    query=st.dictionaries(
        st.sampled_from(["run", "example", "on"]),
        st.text(max_size=30)
        | st.from_regex(
            r"1(~(x-)?(war|tie|space|red_dog|raise|deal|draw|spin)[.-]([2-9JQKA_.~-]|10)*)+", fullmatch=True
        ),
    )
)
def test_no_query_is_an_error_of_the_server(
    house: House, client: Client, edition: str, query: dict[str, str]
) -> None:
    assert client.get(f"/try/{edition}/", query).status_code in (200, 400)


@pytest.mark.parametrize("edition", EDITIONS)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    posted=st.dictionaries(
        st.sampled_from(["do", "bet", "amount", "verb", "part0", "part1", "from"]),
        st.text(max_size=12)
        | st.sampled_from(
            ["bet", "remove", "set", "deal", "draw", "spin", "war", "space.1", "10", "A", "up"]
        ),
    )
)
def test_no_form_is_an_error_of_the_server(
    house: House, client: Client, edition: str, posted: dict[str, str]
) -> None:
    sent = {name: value.replace("\0", "") for name, value in posted.items()}
    assert client.post(f"/try/{edition}/", sent).status_code in (302, 422)


def test_a_run_ends_where_a_link_would(house: House, client: Client) -> None:
    full = "1" + "~surrender" * MOST_EVENTS
    answer = client.post(f"/try/bc-war/?run={full}", {"do": "surrender"})
    assert answer.status_code == 422
    assert "The link cannot get any longer" in text(answer)


def test_a_casinos_own_wheel(db: None, client: Client) -> None:
    house = make_house("bc", "bc-wheel")
    spaces, payouts = WHEEL["spaces"] | {"big <b>": 1}, WHEEL["payouts"] | {"big <b>": "40:1"}
    wheel = {"edition": "bc-wheel", "wheel": {"spaces": spaces, "payouts": payouts}}
    reference = approved(house, wheel).submission.reference
    of_the_wheel = page_of(client, "/try/").partition('<h2 id="wheel"')[2]
    assert f'href="/try/{reference}/">{house.property.name}<' in of_the_wheel
    at = moved(client, f"/try/{reference}/", do="bet", bet="space.big_20__3c_b_3e_", amount="5")
    at = moved(client, at, do="set", verb="spin", part0="big <b>")
    page = page_of(client, at)
    assert "Space big &lt;b&gt; wins" in page
    assert "big <b>" not in page
    assert f"{house.property.name} in the register" in text(client.get(at))
    assert "so the table has an example" not in page
