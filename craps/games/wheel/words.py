"""A wheel of fortune in words. Figures come from the rule set or the edition."""

from __future__ import annotations

from collections.abc import Iterator

from craps.edition import Edition
from craps.games.procedure import Step
from craps.games.wheel.terms import spaces
from craps.ruleset import RuleSet


def course(ruleset: RuleSet) -> str:
    counts = spaces(ruleset)
    turns = ruleset.stated.get("table", {}).get("revolutions", ruleset.edition.table["revolutions"].value)
    through = f"{turns} full turn{'s' if turns != 1 else ''}"
    kinds = f" of {len(counts)} kinds" if len(counts) > 1 else ""
    return (
        f"The wheel has {sum(counts.values())} spaces{kinds}, and you bet on the kinds you like. The dealer "
        f"calls “no more bets”, spins the wheel through at least {through} "
        "and calls the space at which it stops. Bets on that kind of space win, all others lose. Earlier "
        "spins do not affect later ones."
    )


def how_won(ruleset: RuleSet, wager: str) -> str:
    return (
        "Bet on a kind of space before “no more bets”; a bet made later is void and comes back. Wins if the "
        "dealer calls that kind of space, and loses otherwise. The call counts even if the indicator slips "
        "afterwards."
    )


def steps(edition: Edition) -> Iterator[Step]:
    turns = edition.table["revolutions"].value
    yield Step("Bets", "Players bet on any kind of space of the wheel.", "wagers.space")
    yield Step(
        "No more bets",
        "The dealer calls it before spinning the wheel. From then on bets stay until they are decided.",
        "play.close play.stays",
    )
    yield Step("A bet after the call", "It is void and goes back to the player.", "play.late")
    yield Step(
        "The spin",
        f"The dealer spins the wheel at least {turns} full turns, each time in the other direction.",
        "table.revolutions table.alternate_direction",
    )
    yield Step("The space that the dealer calls", "Bets on its kind win and are paid.", "play.won")
    yield Step("Every other space", "Bets on it lose and are taken off the layout.", "play.lost")
