"""What pages are made from: frames, open moves, pictures and words of every game."""

from typing import Any

import pytest

from craps import load_edition, load_ruleset
from craps.games import game_of
from craps.games.fields import fields
from craps.games.round_game import RoundGame
from craps.playthrough import Frame, frames
from craps.vocabulary import path_words, value_words, wager_words
from tests.craps.games.play import EDITIONS, WHEEL, bet, deal, terms


def game(edition: str) -> RoundGame:
    found = game_of(load_edition(edition))
    assert isinstance(found, RoundGame)
    return found


def shown(edition: str, *events: dict[str, Any]) -> list[Frame]:
    rules = load_ruleset(terms(edition))
    return frames(rules, game(edition).read_events(list(events), rules))


def test_frames_of_red_dog() -> None:
    seen = shown(
        "bc-red-dog", bet("red_dog", 10), deal("5", "9", "bc-red-dog"), bet("raise", 10), {"draw": "7"}
    )
    assert [frame.what for frame in seen] == [
        *("10 on Red Dog", "The cards are a 5 and a 9", "10 on Raise", "The third card is a 7"),
    ]
    assert seen[2].bets == ({"bet": "red_dog", "amount": "10"}, {"bet": "raise", "amount": "10"})
    assert dict(seen[1].shown) == {"left": "5", "right": "9", "centre": ""}
    assert (dict(seen[3].shown)["centre"], seen[3].bets, seen[3].step.balance) == ("7", (), 40)
    assert seen[3].step.point is None


def test_frames_of_casino_war() -> None:
    war = (bet("war", 10), deal("8", "8"), bet("go_to_war", 10), deal("J", "A"))
    seen = shown("bc-war", *war)
    assert [frame.what for frame in seen] == [
        "10 on Casino War",
        "The player has an 8, the dealer an 8",
        "10 on Go to War",
        "The player has a jack, the dealer an ace",
    ]
    assert dict(seen[-1].shown) == {"player": "8", "dealer": "8", "war_player": "J", "war_dealer": "A"}
    assert shown("bc-war", *war[:2], {"surrender": True})[-1].what == "The player surrenders"


def test_frames_of_the_wheel() -> None:
    seen = shown(
        "bc-wheel",
        bet("space", 5, space="joker"),
        {"remove": "space", "space": "joker"},
        {"no_more_bets": True},
        {"spin": "joker"},
    )
    assert [frame.what for frame in seen] == [
        *("5 on Space joker", "Space joker is taken back", "No more bets", "The dealer calls joker"),
    ]
    assert seen[0].bets == ({"bet": "space", "space": "joker", "amount": "5"},)
    assert dict(seen[-1].shown) == {"called": "joker"}


def moves(edition: str, *events: dict[str, Any], **stated: Any) -> list[dict[str, Any]]:
    rules = load_ruleset(terms(edition, **stated))
    return game(edition).open_moves(rules, game(edition).read_events(list(events), rules))


def test_open_moves_follow_the_state_of_the_table() -> None:
    made, two = bet("red_dog", "10"), deal("5", "9", "bc-red-dog")
    assert moves("bc-red-dog") == [bet("red_dog", "1")]
    assert moves("bc-red-dog", limits={"red_dog": {"min": 7, "increment": 5}}) == [bet("red_dog", "10")]
    assert [next(iter(move)) for move in moves("bc-red-dog", made)] == ["bet", "deal", "remove"]
    assert moves("bc-red-dog", made, two) == [bet("raise", "10"), {"draw": "7"}]
    assert moves("bc-red-dog", made, two, bet("raise", 10)) == [{"draw": "7"}]
    assert moves("bc-war") == [bet("war", "1"), bet("tie", "1")]
    tied = (bet("war", 10), deal("8", "8"))
    assert moves("bc-war", *tied) == [bet("go_to_war", "10"), {"surrender": True}]
    assert moves("bc-war", *tied, bet("go_to_war", 10)) == [deal("8", "8")]
    spins = [{"spin": kind} for kind in WHEEL["spaces"]]
    assert len(moves("bc-wheel")) == 2 * len(spins) + 1
    assert moves("bc-wheel", bet("space", 5, space="1"), {"no_more_bets": True}) == spins


@pytest.mark.parametrize("edition", EDITIONS)
def test_pictures(edition: str) -> None:
    rules = load_ruleset(terms(edition))
    picture = game(edition).picture(rules)
    if edition == "bc-wheel":
        assert len(picture["segments"]) == sum(WHEEL["spaces"].values())
        assert {kind: picture["segments"].count(kind) for kind in WHEEL["spaces"]} == WHEEL["spaces"]
        assert picture["segments"] != sorted(picture["segments"])
        assert picture["spaces"][0] == {"name": "1", "count": 24, "pays": "1:1"}
    else:
        assert picture["spots"] == list(game(edition).wagers)
        assert set(game(edition).table(rules).shown()) == set(picture["squares"])


def test_words_of_fields_and_values() -> None:
    said = {
        "decks": ("6", "Decks in the shoe", "6"),
        "payouts.spread:3": ("2:1", "Payout of a spread of 3", "2 to 1"),
        "payouts.go_to_war": ("1:1", "Payout of the Go to War wager", "1 to 1"),
        "limits.red_dog.min": ("5", "Red Dog, minimum", "5"),
        "wheel.spaces.joker": ("1", "Spaces of joker", "1"),
        "wheel.payouts.joker": ("40:1", "Payout of joker", "40 to 1"),
        "table.revolutions": ("3", "Full turns of a spin, at least", "3"),
        "table.back_betting": (False, "Betting on another player’s hand", "no"),
    }
    for path, (value, field, words) in said.items():
        assert (path_words(path), value_words(path, value)) == (field, words)
    assert [wager_words(wager) for wager in ("go_to_war", "raise", "place", "x_y")] == [
        *("Go to War", "Raise", "Place", "x y"),
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_field_of_a_rule_set_has_its_words(edition: str) -> None:
    form = game(edition).ruleset_form
    for name in ("table", "layout", "limits"):
        for field in getattr(form.fields[name], "fields", {}):
            assert "_" not in path_words(f"{name}.{field}")
    assert all("_" not in path_words(name) for name in form.fields)


@pytest.mark.parametrize("edition", EDITIONS)
def test_fields_of_a_form(edition: str) -> None:
    found = {field.path: field for field in fields(load_edition(edition))}
    assert all(field.label and "_" not in field.label for field in found.values())
    asked = {path for path, field in found.items() if field.asks}
    assert {path for path in found if path.startswith("table.")} - asked <= {"table.players"}
    assert [field.path for field in fields(load_edition(edition), "table")] == [
        path for path in found if path.startswith("table.")
    ]
    if edition == "bc-red-dog":
        spread = found["payouts.spread:1"]
        assert spread[2:6] == ("payout", "A spread of 1 pays 5 to 1.", "6/5.1", "5:1")
        assert found["table.players"].asks == "The game takes at most 7 players."
        assert (found["decks"].kind, found["decks"].baseline) == ("whole number", "6")
        assert found["table.back_betting"].kind == "yes or no"
    if edition == "bc-wheel":
        assert (found["wheel.spaces"].kind, found["wheel.payouts"].clause) == ("table", "5/2.9")
