"""A run of any game as a line of text: it reads back the same; a link of another game is told its place."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from craps import BadInput, all_edition_ids, examples_of, load_edition, load_ruleset
from craps.games import game_of
from craps.games.wheel.terms import NAME
from craps.ruleset import RuleSet
from craps.run_link import MOST_EVENTS, read_run, write_run
from tests.craps.games.play import EDITIONS, bet, deal, terms

ADDRESS = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.~")


def rules(edition: str) -> RuleSet:
    return load_ruleset(terms(edition))


@pytest.mark.parametrize(
    ("edition", "events", "line"),
    [
        (
            "bc-war",
            [bet("war", "10"), deal("8", "8"), bet("go_to_war", "10"), deal("J", "10")],
            "1~war-10~deal.8.8~go_to_war-10~deal.J.10",
        ),
        (
            "bc-war",
            [bet("tie", "2.50"), {"remove": "tie"}, {"surrender": True}],
            "1~tie-2.50~x-tie~surrender",
        ),
        ("bc-red-dog", [deal("5", "A", "bc-red-dog"), {"draw": "7"}], "1~deal.5.A~draw.7"),
        (
            "bc-wheel",
            [bet("space", "5", space="joker"), {"no_more_bets": True}, {"spin": "20"}],
            "1~space.joker-5~no_more_bets~spin.20",
        ),
    ],
)
def test_a_run_is_written_in_words_of_the_game(edition: str, events: list[Any], line: str) -> None:
    assert write_run(events, rules(edition)) == line
    assert read_run(line, rules(edition)) == events


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_worked_example_fits_into_a_link(edition: str) -> None:
    game = game_of(load_edition(edition))
    for example in examples_of(edition):
        table = example.under(rules(edition))
        again = read_run(write_run(example.events, table), table)
        assert tuple(game.read_events(list(again), table)) == example.read, example.id


@given(st.text(min_size=1, max_size=40).filter(lambda name: "." not in name and name.strip() == name))
def test_a_space_of_any_name_can_be_bet_on_in_a_link(name: str) -> None:
    try:
        NAME.read(name, "")
    except BadInput:
        return
    wheel = {"spaces": {name: 3, "1": 9}, "payouts": {name: "2:1", "1": "1:1"}}
    table = load_ruleset(terms("bc-wheel", wheel=wheel))
    run = [bet("space", "5", space=name), {"remove": "space", "space": name}, {"spin": name}]
    line = write_run(run, table)
    assert set(line) <= ADDRESS
    assert read_run(line, table) == run


@pytest.mark.parametrize(
    ("edition", "line", "place", "says"),
    [
        ("bc-war", "1~pass_line-10~31", "events[0].bet", "'pass_line' is not a wager of this game"),
        ("bc-war", "1~war-10~31", "events[1]", "neither a bet nor a call of this game"),
        ("bc-war", "1~war-10~draw.7", "events[1]", "which has deal, surrender"),
        ("bc-war", "1~war-10~deal.8", "events[1]", "should have 2 after deal"),
        ("bc-war", "1~war-10~deal.8.1", "events[1].deal.dealer", "card"),
        ("bc-war", "1~surrender.8", "events[0]", "nothing after surrender"),
        ("bc-war", "1~bet.war", "events[0]", "neither a bet"),
        ("bc-war", "1~war.8-10", "events[0].space", "does not belong here"),
        ("bc-war", "1~x-pass_line", "events[0].remove", "not a wager of this game"),
        ("bc-war", "1~war-ten", "events[0].amount", "write it as 10 or 2.50"),
        ("bc-war", "1~war-10-stay", "events[0].amount", "not an amount"),
        ("bc-war", "2~war-10", "", "only form 1 can be read"),
        ("bc-war", "1~", "events[0]", "neither a bet"),
        ("bc-red-dog", "1~war-10", "events[0].bet", "it has red_dog, raise"),
        ("bc-wheel", "1~space.gold-5", "events[0].space", "space of the wheel"),
        ("bc-wheel", "1~space-5", "events[0].space", "is missing"),
        ("bc-wheel", "1~spin.2-5", "events[0].bet", "not a wager"),
        ("bc-wheel", "1~spin._d800_", "events[0]", "neither a card nor a space"),
        ("bc-wheel", "1~spin._ffffff_", "events[0]", "neither a card nor a space"),
        ("bc-wheel", "1~spin.a_b", "events[0]", "neither a card nor a space"),
        ("bc-wheel", "1" + "~no_more_bets" * (MOST_EVENTS + 1), "", "limit is 150"),
        ("nz-revised", "1~war-10", "events[0]", "'war' is not a known wager"),
        ("nz-revised", "1~31~deal.8.8", "events[1]", "neither a bet nor a roll nor a call"),
    ],
)
def test_a_link_of_another_game_or_none_is_told_the_place(
    edition: str, line: str, place: str, says: str
) -> None:
    with pytest.raises(BadInput) as error:
        read_run(line, rules(edition))
    assert error.value.path == place
    assert says in error.value.message


@pytest.mark.parametrize("edition", all_edition_ids())
@given(
    rest=st.text(max_size=60)
    | st.from_regex(r"(~?(x-)?(deal|spin|space|war)[.-][A-K0-9._~-]*)+", fullmatch=True)
)
def test_any_text_is_read_or_refused_by_name(edition: str, rest: str) -> None:
    try:
        run = read_run(f"1~{rest}", rules(edition))
    except BadInput:
        return
    assert read_run(write_run(run, rules(edition)), rules(edition)) == run
