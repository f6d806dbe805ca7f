"""Approvals of the games played in rounds, with every subject stated."""

from typing import Any

from portal.review import workflow
from portal.review.models import Decision
from tests.craps.games.play import WHEEL
from tests.factories import House, digest, present, recommended

RULES: dict[str, dict[str, Any]] = {
    "bc-wheel": {
        "wheel": WHEEL,
        "limits": {"space": {"min": "1", "max": "100"}},
        "table": {"revolutions": "3", "alternate_direction": True, "dealer_bets": True},
    },
    "bc-red-dog": {
        "decks": "5",
        "payouts": {"spread:1": "6:1"},
        "limits": {"red_dog": {"min": "5", "max": "500"}},
        "table": {
            "players": "7",
            "positions_per_player": "3",
            "back_betting": False,
            "dealer_bet_area": True,
        },
    },
    "bc-war": {
        "decks": "6",
        "limits": {"war": {"min": "10", "max": "1000"}, "tie": {"min": "5", "max": "100"}},
        "table": {"players": "7", "burn_cards": "3", "dealer_bet_at_war": False},
    },
}
EDITIONS = tuple(RULES)
NAMES = {"bc-wheel": "Wheel of Fortune", "bc-red-dog": "Red Dog", "bc-war": "Casino War"}


def approve_game(house: House, **fields: Any) -> Decision:
    """Rules of the house's edition approved on a condition, with a waiver for each breach."""
    edition = house.edition.pk
    made = recommended(house, {"edition": edition, **RULES[edition], **fields})
    asked = present(made.current_version).explanations.filter(kind="waiver")
    return workflow.approve(
        actor=house.approver,
        reference=made.reference,
        digest=digest(made),
        waivers=[request.pk for request in asked],
        conditions=[{"text": "Post the limits at the table.", "due_on": None}],
        no_conflict=True,
    )
