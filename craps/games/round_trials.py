"""Whether a wager of a game played in rounds settles: every different round of many, each way of betting."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from craps.ruleset import RuleSet

if TYPE_CHECKING:
    from craps.games.round_game import RoundGame

_ROUNDS = 5_000  # enough for every spread, tie and space to come up


def unsettled(game: RoundGame, ruleset: RuleSet, wager: str) -> Iterator[str]:
    """The first way in which a bet on the wager is refused, if there is one."""
    for bet in game.read_bets("all", ruleset):
        if bet.wager != wager:
            continue
        for _, outcome in game.outcomes(ruleset, _ROUNDS, 1):
            for step in game.settle(ruleset, game.round_events(ruleset, bet, outcome)).steps:
                if step.error and step.error.code != "over_limit":
                    yield f"{ruleset.edition.name_of(wager)} is refused: {step.error.message}"
                    return
