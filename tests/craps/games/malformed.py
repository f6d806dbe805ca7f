"""Documents of each game that nobody can settle, with the place that the complaint must name."""

import json
from copy import deepcopy
from typing import Any, NamedTuple

from tests.craps.games.play import bet, deal, terms

GOOD: dict[str, list[dict[str, Any]]] = {
    "bc-red-dog": [
        bet("red_dog", "10"),
        deal("5", "9", "bc-red-dog"),
        bet("raise", "10"),
        {"draw": "7"},
        {"remove": "red_dog"},
    ],
    "bc-war": [
        bet("war", "10"),
        deal("8", "8"),
        bet("go_to_war", "10"),
        deal("9", "5"),
        {"surrender": True},
        {"remove": "tie"},
    ],
    "bc-wheel": [
        bet("space", "10", space="joker"),
        {"no_more_bets": True},
        {"spin": "joker"},
        {"remove": "space", "space": "1"},
    ],
}


class Case(NamedTuple):
    name: str
    text: bytes
    place: str


def cases(edition: str) -> list[Case]:
    whole = {"ruleset": terms(edition), "events": GOOD[edition]}
    found = [
        *_texts(whole),
        *(_event(whole, *each) for each in (*_EVERY, *_EVENTS[edition])),
        *(_stated(whole, *each) for each in (*_RULES, *_RULESETS[edition])),
    ]
    assert len({case.name for case in found}) == len(found)
    return found


def _texts(whole: dict[str, Any]) -> list[Case]:
    text = json.dumps(whole).encode()
    return [
        Case("empty", b"", ""),
        Case("cut off", text[:-7], ""),
        Case("a list", b"[]", ""),
        Case("not UTF-8", text.replace(b"amount", b"\xc3"), ""),
        Case("NaN", text.replace(b'"10"', b"NaN"), ""),
        Case("a key twice", text.replace(b'"events"', b'"ruleset": {}, "events"'), "ruleset"),
        Case("deep", text.replace(b'"10"', b"[" * 5000 + b"]" * 5000), ""),
        Case("no events", json.dumps({"ruleset": whole["ruleset"]}).encode(), "events"),
        Case("no rule set", json.dumps({"events": []}).encode(), "ruleset"),
        Case("events are an object", json.dumps({**whole, "events": {}}).encode(), "events"),
        Case("an unknown field", json.dumps({**whole, "seed": 1}).encode(), "seed"),
        Case("an unknown reading", json.dumps({**whole, "readings": {"x": "y"}}).encode(), "readings.x"),
    ]


def _event(whole: dict[str, Any], name: str, event: Any, place: str) -> Case:
    """One more event at the end, which cannot be read."""
    document = deepcopy(whole)
    document["events"].append(event)
    where = f"events[{len(document['events']) - 1}]"
    return Case(name, json.dumps(document).encode(), f"{where}.{place}" if place else where)


def _stated(whole: dict[str, Any], name: str, stated: dict[str, Any], place: str) -> Case:
    document = deepcopy(whole)
    document["ruleset"] |= stated
    return Case(name, json.dumps(document).encode(), f"ruleset.{place}")


_EVERY: list[tuple[str, Any, str]] = [
    ("event is text", "spin", ""),
    ("event is null", None, ""),
    ("event is empty", {}, ""),
    ("event is a roll", {"roll": [3, 4]}, ""),
    ("event passes the dice", {"pass_dice": True}, ""),
    ("event is unknown", {"shuffle": True}, ""),
    ("bet on the pass line", {"bet": "pass_line", "amount": 5}, "bet"),
    ("bet on nothing", {"bet": None, "amount": 5}, "bet"),
    ("remove of a craps bet", {"remove": "field"}, "remove"),
]
_RULES: list[tuple[str, dict[str, Any], str]] = [
    ("edition is unknown", {"edition": "bc-roulette"}, ""),
    ("edition is a number", {"edition": 7}, "edition"),
    ("rule set with odds", {"odds": {"pass_line": {"multiples": 3}}}, "odds"),
    ("rule set with vigorish", {"vig": {}}, "vig"),
    ("rule set with a come-out state", {"come_out": {}}, "come_out"),
    ("rule set with dice", {"table": {"dice": 5}}, "table.dice"),
    ("a craps wager", {"wagers": ["pass_line"]}, "wagers[0]"),
    ("wagers is an object", {"wagers": {}}, "wagers"),
    ("limits of a craps wager", {"limits": {"field": {"min": 1}}}, "limits.field"),
    ("a negative minimum", {"chip_unit": "-1"}, "chip_unit"),
    ("chip unit is a float", {"chip_unit": 2.5}, "chip_unit"),
    ("currency in words", {"currency": "dollars"}, "currency"),
    ("an area without a place", {"layout": {"areas": [{"x": 1}]}}, "layout.areas[0].wager"),
]


def _amounts(event: dict[str, Any]) -> list[tuple[str, Any, str]]:
    return [
        ("no amount", event, "amount"),
        ("amount is nought", {**event, "amount": 0}, "amount"),
        ("amount is below nought", {**event, "amount": "-5"}, "amount"),
        ("amount is a float", {**event, "amount": 2.5}, "amount"),
        ("amount is true", {**event, "amount": True}, "amount"),
        ("amount in words", {**event, "amount": "ten"}, "amount"),
        ("bet that stays", {**event, "amount": 5, "stay": True}, "stay"),
        ("bet on a number", {**event, "amount": 5, "number": 6}, "number"),
    ]


_EVENTS: dict[str, list[tuple[str, Any, str]]] = {
    "bc-red-dog": [
        *_amounts({"bet": "red_dog"}),
        ("one card", {"deal": ["5"]}, "deal"),
        ("three cards", {"deal": ["5", "6", "7"]}, "deal"),
        ("cards of war", {"deal": {"player": "5", "dealer": "6"}}, "deal"),
        ("a one", {"deal": ["5", "1"]}, "deal[1]"),
        ("a number for a card", {"deal": [5, "9"]}, "deal[0]"),
        ("a small jack", {"draw": "j"}, "draw"),
        ("a joker", {"draw": "joker"}, "draw"),
        ("no card", {"draw": None}, "draw"),
        ("a draw with more", {"draw": "7", "amount": 1}, "amount"),
        ("a war", {"bet": "war", "amount": 5}, "bet"),
        ("a part taken back", {"remove": "red_dog", "amount": 5}, "amount"),
        ("a surrender", {"surrender": True}, ""),
    ],
    "bc-war": [
        *_amounts({"bet": "war"}),
        ("cards in a list", {"deal": ["5", "6"]}, "deal"),
        ("no dealer's card", {"deal": {"player": "5"}}, "deal.dealer"),
        ("a third hand", {"deal": {"player": "5", "dealer": "6", "guest": "7"}}, "deal.guest"),
        ("an eleven", {"deal": {"player": "11", "dealer": "6"}}, "deal.player"),
        ("a number for a card", {"deal": {"player": "5", "dealer": 6}}, "deal.dealer"),
        ("a surrender that is not", {"surrender": False}, "surrender"),
        ("a surrender of a bet", {"surrender": "war"}, "surrender"),
        ("a raise", {"bet": "raise", "amount": 5}, "bet"),
        ("a draw", {"draw": "7"}, ""),
        ("a part taken back", {"remove": "war", "amount": 5}, "amount"),
        ("a space", {"bet": "war", "space": "joker", "amount": 5}, "space"),
    ],
    "bc-wheel": [
        *_amounts({"bet": "space", "space": "1"}),
        ("no space", {"bet": "space", "amount": 5}, "space"),
        ("a space the wheel has not", {"bet": "space", "space": "3", "amount": 5}, "space"),
        ("a space by number", {"bet": "space", "space": 1, "amount": 5}, "space"),
        ("remove from no space", {"remove": "space"}, "space"),
        ("remove from another", {"remove": "space", "space": "x"}, "space"),
        ("spin of nothing", {"spin": None}, "spin"),
        ("spin of another space", {"spin": "50"}, "spin"),
        ("spin twice", {"spin": "1", "amount": 1}, "amount"),
        ("some more bets", {"no_more_bets": False}, "no_more_bets"),
        ("a card", {"draw": "7"}, ""),
    ],
}


def _wheel(spaces: dict[str, Any], *paid: str) -> dict[str, Any]:
    return {"wheel": {"spaces": spaces, "payouts": dict.fromkeys(paid, "1:1")}}


_CARDS: list[tuple[str, dict[str, Any], str]] = [
    ("no decks", {"decks": 0}, "decks"),
    ("half a deck", {"decks": "5/2"}, "decks"),
    ("decks in words", {"decks": "six"}, "decks"),
    ("a wheel", {"wheel": {}}, "wheel"),
    ("an unknown payout", {"payouts": {"field:2": "3:1"}}, "payouts.field:2"),
]
_RULESETS: dict[str, list[tuple[str, dict[str, Any], str]]] = {
    "bc-red-dog": [
        *_CARDS,
        ("a spread of twelve", {"payouts": {"spread:12": "1:1"}}, "payouts.spread:12"),
        ("a payout in words", {"payouts": {"spread:1": "five"}}, "payouts.spread:1"),
        ("burns", {"table": {"burn_cards": 3}}, "table.burn_cards"),
        ("positions by half", {"table": {"positions_per_player": "1/2"}}, "table.positions_per_player"),
    ],
    "bc-war": [
        *_CARDS,
        ("a payout of a spread", {"payouts": {"spread:1": "5:1"}}, "payouts.spread:1"),
        ("positions", {"table": {"positions_per_player": 1}}, "table.positions_per_player"),
        ("a flag in words", {"table": {"dealer_bet_at_war": "no"}}, "table.dealer_bet_at_war"),
    ],
    "bc-wheel": [
        ("no wheel", {"wheel": None}, "wheel"),
        ("an empty wheel", {"wheel": {"spaces": {}, "payouts": {}}}, "wheel.spaces"),
        ("no payouts", {"wheel": {"spaces": {"1": 1}}}, "wheel.payouts"),
        ("a space without payout", _wheel({"1": 1, "2": 1}, "1"), "wheel.payouts.2"),
        ("a payout without space", _wheel({"1": 1}, "1", "x"), "wheel.payouts.x"),
        ("no spaces of a kind", _wheel({"1": 0}, "1"), "wheel.spaces.1"),
        ("half a space", _wheel({"1": "1/2"}, "1"), "wheel.spaces.1"),
        ("a name with a stop", _wheel({"a.b": 1}, "a.b"), "wheel.spaces.a.b"),
        ("an empty name", _wheel({"": 1}, ""), "wheel.spaces"),
        ("decks", {"decks": 6}, "decks"),
        ("payouts of their own", {"payouts": {"space": "1:1"}}, "payouts"),
    ],
}
