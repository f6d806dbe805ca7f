"""The demo's cases of British Columbia's further games: Wheels of Fortune, Red Dog, Casino War.

One approval of each game is in force; others are in review with a breach, with the approver, and in draft.
As in cases.py, do not rename these functions.
"""

from collections.abc import Callable
from typing import Any

from portal.demo import actors

Spaces = dict[str, tuple[int, str]]  # by kind of space: how many, what it pays

PLAIN_WHEEL: Spaces = {
    "1": (24, "1:1"),
    "2": (15, "2:1"),
    "5": (7, "5:1"),
    "10": (4, "10:1"),
    "20": (2, "20:1"),
    "Cedar": (1, "45:1"),
    "Joker": (1, "45:1"),
}


def wheel(spaces: Spaces) -> dict[str, Any]:
    return {
        "wheel": {
            "spaces": {kind: count for kind, (count, _) in spaces.items()},
            "payouts": {kind: pays for kind, (_, pays) in spaces.items()},
        },
        "limits": {"space": {"min": "1", "max": "200"}},
        "table": {"revolutions": 3, "alternate_direction": True, "dealer_bets": True},
    }


def red_dog(decks: int, *, players: int = 7) -> dict[str, Any]:
    table = {"players": players, "positions_per_player": 2, "back_betting": False, "dealer_bet_area": True}
    limits = {"red_dog": {"min": "5", "max": "500"}, "raise": {"min": "5", "max": "500"}}
    return {"decks": decks, "limits": limits, "table": table}


def war(*, burns: int = 3, **more: Any) -> dict[str, Any]:
    """Six decks; a tie bet from a dollar."""
    limits = {
        "war": {"min": "5", "max": "1000"},
        "tie": {"min": "1", "max": "100"},
        "go_to_war": {"min": "5", "max": "1000"},
    }
    table = {"players": 6, "burn_cards": burns, "dealer_bet_at_war": False}
    return {"decks": 6, "limits": limits, "table": table} | more


def bc_wheel_in_force() -> None:
    case = actors.submit_new("Cedar Inlet Casino", "bc-wheel", wheel(PLAIN_WHEEL))
    actors.approve(case, "Fifty-four spaces of seven kinds; kinds with as many spaces pay alike (5/2.9).")


def bc_red_dog_in_force() -> None:
    case = actors.submit_new("Cedar Inlet Casino", "bc-red-dog", red_dog(6))
    actors.approve(case, "Six decks are within 6/1.1, the payouts are those of 6/5.1.")


def bc_war_in_force() -> None:
    case = actors.submit_new("Cedar Inlet Casino", "bc-war", war())
    actors.approve(case, "As section 7 sets out, with six seats and a tie bet from a dollar.")


def bc_wheel_breach_under_review() -> None:
    """Two kinds with one space each pay 40 and 45 to 1."""
    spaces = PLAIN_WHEEL | {"Joker": (1, "40:1"), "Glacier": (1, "45:1")}
    del spaces["Cedar"]
    case = actors.submit_new("Glacier Peak Casino", "bc-wheel", wheel(spaces))
    actors.claim(case)
    actors.note(case, "Joker and Glacier have one space each and pay differently. 5/2.9 makes no exception.")


def bc_war_waits_for_the_approver() -> None:
    case = actors.submit_new("Glacier Peak Casino", "bc-war", war(chip_unit="5"))
    actors.recommend(case, "The payouts are those of 7/7, three cards are burned before each war card.")


def bc_red_dog_draft_with_a_breach() -> None:
    """Eight decks where six are the most."""
    actors.draft("Ferry Landing Casino", "bc-red-dog", red_dog(8))


FURTHER_GAMES: tuple[Callable[[], None], ...] = (
    bc_wheel_in_force,
    bc_red_dog_in_force,
    bc_war_in_force,
    bc_wheel_breach_under_review,
    bc_war_waits_for_the_approver,
    bc_red_dog_draft_with_a_breach,
)
