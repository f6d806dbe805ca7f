"""Try the table: plain forms, the run in its address, refusals and bad links, politely bounded."""

from __future__ import annotations

import gzip
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from craps import Example, edition_ids, examples_of, settle
from craps.run_link import MOST_EVENTS, read_run
from portal.public import game_tables, try_table
from portal.rate_limiter import RateLimiter
from portal.review import workflow
from tests.factories import House, approved, draft, odds
from tests.portal.doors import text

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def nobody_has_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(try_table, "_move_limit", RateLimiter("try", limit=400))
    monkeypatch.setattr(try_table, "_run_limit", RateLimiter("try-run", limit=400))


def moved(client: Client, address: str, **fields: str) -> str:
    """Sends a form as a browser does and gives the address it leads to."""
    answer = client.post(address, fields)
    assert answer.status_code == 302, text(answer)
    return str(answer["Location"])


def run_of(address: str) -> list[dict[str, object]]:
    return read_run(parse_qs(urlsplit(address).query).get("run", [""])[0])


@pytest.mark.parametrize("edition", edition_ids())
def test_every_edition_has_its_table(house: House, client: Client, edition: str) -> None:
    answer = client.get(f"/try/{edition}/")
    assert answer.status_code == 200
    assert f'href="/try/{edition}/"' in client.get("/try/").content.decode()
    page = answer.content.decode()
    assert 'class="craps-table"' in page
    assert "Start from a worked example" in page


def test_a_bet_a_roll_and_its_settlement_with_the_clause(house: House, client: Client) -> None:
    at = moved(client, "/try/nz-revised/", do="bet", bet="pass_line", amount="10")
    at = moved(client, at, do="set", first="3", second="1")
    page = client.get(at).content.decode()
    assert "4 is its point" in page
    assert "The point is 4." in page
    assert "/rulebook/nz-revised/4.1(a)(i)(B)/" in page
    at = moved(client, at, do="bet", bet="pass_odds", amount="10")
    at = moved(client, at, do="set", first="2", second="2")
    page = text(client.get(at))
    assert "pays 20" in page
    assert "NZ$30 ahead" in page
    assert run_of(at) == [
        {"bet": "pass_line", "amount": "10"},
        {"roll": [3, 1]},
        {"bet": "pass_odds", "amount": "10"},
        {"roll": [2, 2]},
    ]


def test_a_link_shows_the_same_settlements_to_whoever_opens_it(house: House, client: Client) -> None:
    for example in examples_of("bc-craps")[:12]:
        assert_played(client, "bc-craps", example)


def assert_played(client: Client, edition: str, example: Example) -> str:
    """The page of an example's link has every settlement and refusal of the example."""
    page = text(client.get(game_tables.example_url(edition, example)))
    ruleset = {"edition": edition, **example.terms}
    for step in settle({"ruleset": ruleset, "events": list(example.events)}).steps:
        for done in step.settlements or ():
            assert done.message in page, example.id
        if step.error:
            assert step.error.message in page, example.id
    return page


@pytest.mark.parametrize("edition", ["nz-revised", "md-craps"])
def test_every_example_with_terms_of_its_own_has_a_link(house: House, client: Client, edition: str) -> None:
    own = [example for example in examples_of(edition) if example.has_terms]
    assert len(own) >= 5
    for example in own:
        assert example.given in assert_played(client, edition, example)


def test_an_example_with_terms_of_its_own_is_played_by_them(house: House, client: Client) -> None:
    example = next(each for each in examples_of("nz-1998") if each.id == "double-odds")
    assert "The casino allows double odds." in assert_played(client, "nz-1998", example)
    # The terms stay in the address while the player goes on.
    at = moved(client, game_tables.example_url("nz-1998", example), do="bet", bet="pass_line", amount="10")
    at = moved(client, at, do="set", first="4", second="2")
    at = moved(client, at, do="bet", bet="pass_odds", amount="20")
    assert "example=double-odds" in at
    page = text(client.get(at))
    assert "21 is more than" in page and "20 is more than" not in page
    # The same run without them: nothing above single odds is accepted.
    plain = text(client.get(at.replace("&example=double-odds", "")))
    assert "20 is more than" in plain and "The casino allows double odds." not in plain


def test_a_link_names_only_examples_with_terms_that_the_table_has(house: House, client: Client) -> None:
    for name in ("no-such-example", "pass-line"):
        answer = client.get(f"/try/nz-1998/?run=1~31&example={name}")
        assert answer.status_code == 400
        assert "names an example that this table does not have" in text(answer)


def test_an_example_of_a_wager_that_waits_for_judgement_has_no_link(house: House, client: Client) -> None:
    page = client.get("/rulebook/md-mini/3/A(40)/").content.decode()
    assert "A fire bet with one point made four times" in page
    assert "Play it on the table" not in page


def test_the_dice_are_thrown_by_the_server(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    thrown = iter([0, 5])
    monkeypatch.setattr("portal.public.try_craps.secrets.randbelow", lambda faces: next(thrown))
    assert run_of(moved(client, "/try/md-craps/", do="roll")) == [{"roll": [1, 6]}]


def test_taking_down_reducing_calling_and_passing(house: House, client: Client) -> None:
    at = moved(client, "/try/nz-revised/", do="bet", bet="buy.4", amount="20")
    page = client.get(at).content.decode()
    assert "vigorish of NZ$1 is taken" in page
    assert all(label in page for label in ("Reduce", "Remove", "Turn on"))
    at = moved(client, at, do="on", bet="buy.4")
    at = moved(client, at, do="reduce", bet="buy.4", amount="10")
    assert "vigorish of NZ$0.50 is refunded" in text(client.get(at))
    at = moved(client, at, do="remove", bet="buy.4")
    at = moved(client, at, do="next")
    assert [next(iter(event)) for event in run_of(at)] == ["bet", "turn", "remove", "remove", "pass_dice"]
    assert "even" in text(client.get(at))


def test_a_bet_left_up_only_where_it_can_be(house: House, client: Client) -> None:
    assert (
        run_of(moved(client, "/try/md-craps/", do="bet", bet="place.6", amount="6", stay="yes"))[0]["stay"]
        is True
    )
    assert (
        "stay"
        not in run_of(moved(client, "/try/md-craps/", do="bet", bet="field", amount="6", stay="yes"))[0]
    )


def test_a_refusal_says_why_with_its_clause_and_changes_nothing(house: House, client: Client) -> None:
    at = moved(client, "/try/nz-revised/", do="bet", bet="come", amount="10")
    page = client.get(at).content.decode()
    assert "Refused:" in page
    assert "needs a point" in page
    assert "/rulebook/nz-revised/4.1(c)/" in page
    assert "NZ$0" in page


def test_what_a_contract_bet_may_not_do_is_shown_in_advance(house: House, client: Client) -> None:
    page = client.get("/try/nz-revised/?run=1~pass_line-10~31").content.decode()
    assert "may not be taken down or reduced: its point 4 is set" in page
    assert ">Remove<" not in page
    assert "Add odds" in page


def test_undo_and_start_again_are_links(house: House, client: Client) -> None:
    page = client.get("/try/nz-revised/?run=1~field-5~31").content.decode()
    assert 'href="/try/nz-revised/?run=1~field-5"' in page
    assert 'href="/try/nz-revised/"' in page
    assert 'href="/try/nz-revised/" hx-get' in client.get("/try/nz-revised/?run=1~field-5").content.decode()


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"do": "bet", "bet": "field", "amount": "ten"}, "such as 25 or 2.50"),
        ({"do": "bet", "bet": "field", "amount": ""}, "such as 25 or 2.50"),
        ({"do": "bet", "bet": "field", "amount": "-5"}, "such as 25 or 2.50"),
        ({"do": "bet", "bet": "field", "amount": "0"}, "such as 25 or 2.50"),
        ({"do": "bet", "bet": "field", "amount": "2000000"}, "at most 1,000,000"),
        ({"do": "bet", "bet": "roulette", "amount": "5"}, "Choose a bet from the list"),
        ({"do": "bet", "bet": "place", "amount": "5"}, "Choose a bet from the list"),
        ({"do": "bet"}, "Choose a bet from the list"),
        ({"do": "set", "first": "7", "second": "1"}, "a face from 1 to 6"),
        ({"do": "set"}, "a face from 1 to 6"),
        ({"do": "cheat", "bet": "field", "amount": "5"}, "Choose a button"),
        ({}, "Choose a bet from the list"),
    ],
)
def test_invalid_input_is_reported_beside_the_form(
    house: House, client: Client, fields: dict[str, str], says: str
) -> None:
    answer = client.post("/try/nz-revised/?run=1~31", fields)
    assert answer.status_code == 422
    assert says in text(answer)
    assert answer["HX-Push-Url"] == "false"
    assert "Roll 3-1" in text(answer)


@pytest.mark.parametrize(
    ("typed", "amount"),
    [(" 1,000 ", "1000"), ("$25", "25"), ("NZ$25", "25"), ("10 000", "10000"), ("½", "0.50"), ("2½", "2.50")],
)
def test_an_amount_may_be_written_as_people_write_it(
    house: House, client: Client, typed: str, amount: str
) -> None:
    at = moved(client, "/try/nz-revised/", do="bet", bet="field", amount=typed)
    assert run_of(at)[0]["amount"] == amount


@pytest.mark.parametrize(
    ("run", "says"),
    [
        ("2~31", "only form 1 can be read"),
        ("1~31~xyz-4", "Event 2 of the link"),
        ("1~pass_line-35/3", "not an amount"),
        ("1" + "~31" * 200, "the limit is 150"),
        ("<script>", "only form 1"),
    ],
)
def test_a_bad_link_is_a_page_that_says_so(house: House, client: Client, run: str, says: str) -> None:
    answer = client.get("/try/nz-revised/", {"run": run})
    assert answer.status_code == 400
    assert "This link cannot be played" in text(answer)
    assert says in text(answer)
    assert "<script>" not in answer.content.decode()


def test_a_run_ends_where_a_link_would(house: House, client: Client) -> None:
    full = "1" + "~31" * MOST_EVENTS
    answer = client.post(f"/try/nz-revised/?run={full}", {"do": "roll"})
    assert answer.status_code == 422
    assert "The link cannot get any longer" in text(answer)


def test_too_quick_is_asked_to_wait_and_keeps_the_run(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(try_table, "_move_limit", RateLimiter("try", limit=2))
    at = moved(client, moved(client, "/try/nz-revised/", do="roll"), do="roll")
    answer = client.post(at, {"do": "roll"})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "your run is still here" in text(answer)
    assert client.post(at, {"do": "roll"}, REMOTE_ADDR="10.0.0.9").status_code == 302


def test_a_form_needs_no_cookie_and_sets_none(house: House) -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.get(moved(strict, "/try/nz-revised/", do="roll"))
    assert answer.status_code == 200
    assert not strict.cookies


def test_a_page_is_named_and_not_sent_twice(house: House, client: Client) -> None:
    first = client.get("/try/nz-revised/?run=1~31")
    assert "public" in first["Cache-Control"]
    again = client.get("/try/nz-revised/?run=1~31", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert client.post("/try/nz-revised/", {"do": "roll"})["Cache-Control"] == "no-store"
    client.force_login(house.submitter, backend="django.contrib.auth.backends.ModelBackend")
    assert "private" in client.get("/try/nz-revised/?run=1~31")["Cache-Control"]


def test_a_run_goes_out_packed_and_a_page_of_ones_own_does_not(house: House, client: Client) -> None:
    at, accepts = "/try/nz-revised/?run=1~31", {"accept-encoding": "gzip"}
    packed = client.get(at, headers=accepts)
    assert gzip.decompress(packed.content) == client.get(at).content
    assert len(packed.content) * 4 < len(client.get(at).content)
    client.force_login(house.submitter, backend="django.contrib.auth.backends.ModelBackend")
    assert "Content-Encoding" not in client.get(at, headers=accepts)


def test_a_casinos_own_rules(house: House, client: Client) -> None:
    reference = approved(house, odds(2)).submission.reference
    assert house.property.name in text(client.get("/try/"))
    at = f"/try/{reference}/?run=1~pass_line-10~31~pass_odds-20"
    page = text(client.get(at))
    assert "Refused" not in page
    assert f"{house.property.name} in the register" in page
    assert "Refused" in text(client.get(at.replace(reference, "nz-revised")))
    lower = client.get(at.replace(reference, reference.lower()))
    assert (lower.status_code, lower["Location"]) == (301, at)


def test_rules_that_are_not_in_force_have_no_table(house: House, client: Client) -> None:
    reference = approved(house).submission.reference
    workflow.suspend(actor=house.approver, reference=reference, reason="The dice are being looked at.")
    answer = client.get(f"/try/{reference}/")
    assert answer.status_code == 404
    assert "not in force today" in text(answer)
    assert reference not in client.get("/try/").content.decode()


@pytest.mark.parametrize("key", ["nz-2050", "NZ-2026-9999", "'", "%3Cscript%3E"])
def test_no_such_table_is_a_page_that_helps(house: House, client: Client, key: str) -> None:
    answer = client.get(f"/try/{key}/")
    assert answer.status_code == 404
    assert "Tables you can try" in text(answer)


def test_a_draft_has_no_table(house: House, client: Client) -> None:
    assert client.get(f"/try/{draft(house).reference}/").status_code == 404


def test_before_the_editions_are_loaded_the_page_says_so(no_editions: None, client: Client) -> None:
    assert "No rulebook is loaded yet" in text(client.get("/try/"))


def test_runs_by_address_have_a_limit_too(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(try_table, "_run_limit", RateLimiter("try-run", limit=2))
    address = moved(client, "/try/nz-revised/", do="roll")
    assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]
    refused = client.get(address)
    assert int(refused["Retry-After"]) > 0
    assert "Too many runs" in refused.content.decode()
    assert "<svg" in refused.content.decode(), "the table is still there"
    assert client.get("/try/nz-revised/").status_code == 200


def test_a_refusal_says_whose_rule_it_is(house: House, client: Client) -> None:
    reference = approved(house, odds(2)).submission.reference
    fraction = "?run=1~field-2.50"
    assert "The casino’s own choice, under" in text(client.get(f"/try/{reference}/{fraction}"))
    assert "Our baseline, where the casino may choose, under" in text(
        client.get(f"/try/nz-revised/{fraction}")
    )
    assert "The rulebook’s rule:" in text(client.get("/try/nz-revised/?run=1~come-10"))
    # No casino may allow more than double odds there.
    double = client.get(f"/try/{reference}/?run=1~pass_line-10~31~pass_odds-30")
    assert "The rulebook’s rule:" in text(double)


def test_what_the_table_assumes_is_listed(house: House, client: Client) -> None:
    page = text(client.get("/try/md-craps/"))
    assert "What this table assumes" in page
    assert "up to 1× on every point" in page
    assert "This table posts no minimum and no maximum." in page
    assert "Whole chips of US$1." in page
    reference = approved(house, odds(2)).submission.reference
    assert "2× on every point" in text(client.get(f"/try/{reference}/"))


def test_a_bet_that_is_on_is_not_offered_to_be_turned_on(house: House, client: Client) -> None:
    page = client.get("/try/nz-revised/?run=1~buy.4-20").content.decode()
    assert "Turn on" in page and "Turn off" not in page
    page = client.get("/try/nz-revised/?run=1~buy.4-20~on-buy.4").content.decode()
    assert "Turn on" not in page and "Turn off" in page


def test_an_area_of_the_felt_is_a_button_that_bets_a_chip(house: House, client: Client) -> None:
    page = client.get("/try/nz-revised/").content.decode()
    assert page.count('name="bet" value="place.6"') >= 2  # the wide and the narrow drawing
    assert 'name="amount" value="10" form="try-play" checked' in page
    at = moved(client, "/try/nz-revised/", do="bet", bet="place.6", amount="25")
    assert 'value="25" form="try-play" checked' in client.get(at).content.decode()
    # The last amount is a chip too, and a casino's limits leave out chips that it would refuse.
    assert (
        'value="12" form="try-play" checked' in client.get("/try/nz-revised/?run=1~field-12").content.decode()
    )


def test_ten_rolls_at_once_are_one_act_to_undo(house: House, client: Client) -> None:
    at = moved(client, "/try/nz-revised/?run=1~field-5", do="rolls")
    assert len(run_of(at)) == 11 and at.endswith("&act=10")
    page = client.get(at).content.decode()
    assert page.count('href="/try/nz-revised/?run=1~field-5" hx-get') == 2
    assert "act=" not in page.partition('id="try-link"')[2].partition(">")[0]
    for wrong in ("x", "-1", "99999", "²"):
        answer = client.get("/try/nz-revised/", {"run": "1~field-5~31", "act": wrong})
        assert 'href="/try/nz-revised/?run=1~field-5" hx-get' in answer.content.decode()
    nearly_full = "1" + "~31" * (MOST_EVENTS - 3)
    assert len(run_of(moved(client, f"/try/nz-revised/?run={nearly_full}", do="rolls"))) == MOST_EVENTS


def test_the_same_bets_again(house: House, client: Client) -> None:
    lost = "/try/nz-revised/?run=1~pass_line-10~31~field-5~come-15~place.6-12~34~come-10"
    page = client.get(lost).content.decode()
    assert ">, NZ$27</span>" in page  # a come bet needs a point, and the refused one was never up
    at = moved(client, lost, do="again")
    assert [(each.get("bet"), each.get("amount")) for each in run_of(at)[-3:]] == [
        ("pass_line", "10"),
        ("field", "5"),
        ("place", "12"),
    ]
    assert "Same bets" not in text(client.get(at))
    answer = client.post("/try/nz-revised/?run=1~31", {"do": "again"})
    assert answer.status_code == 422
    assert "No bet that was taken down can be made again now." in text(answer)


def test_how_the_player_stood_is_drawn_with_its_figures(house: House, client: Client) -> None:
    page = client.get("/try/nz-revised/?run=1~field-5~11~field-5~34").content.decode()
    assert 'points="0,60 75,60 150,0 225,0 300,30"' in page
    words = text(client.get("/try/nz-revised/?run=1~field-5~11~field-5~34"))
    assert "highest +NZ$10 · lowest NZ$0" in words
