"""Rules of the games played in rounds, as an operator of British Columbia would submit them."""

from __future__ import annotations

from typing import Any

from tests.craps.games.play import EDITIONS as EDITIONS
from tests.craps.games.play import WHEEL
from tests.factories import House, make_house

# Nothing in these is found to be wrong.
PLAIN: dict[str, dict[str, Any]] = {
    "bc-wheel": {"edition": "bc-wheel", "chip_unit": "5", "wheel": WHEEL, "table": {"revolutions": "4"}},
    "bc-red-dog": {
        "edition": "bc-red-dog",
        "decks": "6",
        "limits": {"red_dog": {"min": "10", "max": "500"}},
        "table": {"positions_per_player": "7"},
    },
    "bc-war": {"edition": "bc-war", "limits": {"war": {"min": "15", "max": "300"}}},
}
# Each of these has breaches, and points for the regulator.
WRONG: dict[str, dict[str, Any]] = {
    "bc-wheel": {
        "edition": "bc-wheel",
        "wheel": {"spaces": WHEEL["spaces"], "payouts": {**WHEEL["payouts"], "logo": "45:1"}},
        "table": {"revolutions": "2", "alternate_direction": False},
        "layout": {
            "areas": [
                {"wager": "space", "space": kind, "x": str(10 * place), "y": "0", "w": "10", "h": "10"}
                for place, kind in enumerate(("1", "2", "5", "10", "20", "joker", "moon"))
            ]
        },
    },
    "bc-red-dog": {
        "edition": "bc-red-dog",
        "wagers": ["red_dog"],
        "decks": "8",
        "payouts": {"spread:1": "4:1", "three_of_a_kind": "10:1"},
        "table": {
            "players": "8",
            "positions_per_player": "7",
            "back_betting": True,
            "dealer_bet_area": False,
            "conversion_from": "1:1",
        },
    },
    "bc-war": {
        "edition": "bc-war",
        "decks": "8",
        "payouts": {"tie": "8:1", "go_to_war": "1:2"},
        "limits": {"war": {"min": "15", "max": "300"}, "go_to_war": {"max": "200"}},
        "table": {"burn_cards": "1", "dealer_bet_at_war": True},
    },
}


def house_of(edition: str) -> House:
    return make_house("bc", edition)
