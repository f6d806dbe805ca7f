"""What Casino War's documents ask of a rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from craps.checks.fields import judged_flag
from craps.checks.finding import Check
from craps.codec import Json
from craps.games import checks
from craps.games.war.terms import GO_TO_WAR, TIE, WAR

if TYPE_CHECKING:
    from craps.games.round_game import RoundGame


def winning(wager: str) -> list[dict[str, Json]]:
    """A round that wins a payout, for bets of 10."""
    first = WAR if wager == GO_TO_WAR else wager
    bet: dict[str, Json] = {"bet": first, "amount": "10"}
    if wager == WAR:
        return [bet, _deal("K", "9")]
    if wager == TIE:
        return [bet, _deal("8", "8")]
    return [bet, _deal("8", "8"), {"bet": GO_TO_WAR, "amount": "10"}, _deal("9", "5")]


def _deal(player: str, dealer: str) -> dict[str, Json]:
    return {"deal": {"player": player, "dealer": dealer}}


def checks_of(game: RoundGame) -> tuple[Check, ...]:
    return (
        *checks.COMMON,
        checks.DECKS,
        *checks.payout_checks(game, lambda key: key, winning),
        checks.matched_limits(GO_TO_WAR, WAR),
        checks.bound("table.burn_cards", "exactly", "games.war.burns"),
        judged_flag(
            "table.dealer_bet_at_war",
            departs=True,
            words="games.war.dealer_bet",
            otherwise="it may",
        ),
        checks.NOBODY,
    )
