"""What Red Dog's documents ask of a rule set."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from craps.checks.fields import judged_flag
from craps.checks.finding import INFO, Check, Finding, Rule, ratio
from craps.codec import Json
from craps.edition import Edition
from craps.edition_codec import Cited
from craps.games import checks
from craps.games.cards import RANKS
from craps.games.red_dog.terms import RAISE, RED_DOG, THREE
from craps.messages import say
from craps.money import number_text, odds_text
from craps.ruleset import RuleSet

if TYPE_CHECKING:
    from craps.games.round_game import RoundGame


def winning(key: str) -> list[dict[str, Json]]:
    """A round that wins a payout, for a bet of 10."""
    bet: dict[str, Json] = {"bet": RED_DOG, "amount": "10"}
    if key == THREE:
        return [bet, {"deal": ["6", "6"]}, {"draw": "6"}]
    return [bet, {"deal": ["2", RANKS[int(key.partition(":")[2]) + 1]]}, {"draw": "3"}]


def _more_than_one(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    own = ruleset.stated["table"]["positions_per_player"]
    due = ruleset.edition.table["more_positions"]
    if own < due.value:
        yield rule.finding(
            "table.positions_per_player",
            f"{rule.text[:-1]} ({due.clause}). You entered {own}. Use {due.value} or more.",
            submitted=str(own),
            allowed=f"at least {due.value}",
            nearest=str(due.value),
        )


def _more_text(edition: Edition) -> str:
    return say("games.red_dog.positions", count=number_text(edition.table["more_positions"].value))


def _edge_of_the_spot(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    if not ruleset.stated["table"]["dealer_bet_area"]:
        yield rule.finding(
            "table.dealer_bet_area",
            f"Without an area for dealer bets they lie on the edge of the player's spot, on the dealer's "
            f"side ({rule.clause}).",
            submitted=False,
            allowed="an area for dealer bets, or the edge of the player's spot",
        )


def _converted(edition: Edition) -> Cited[Fraction]:
    """From which payout on chips may be converted, as the edition reads it."""
    cited: Cited[Fraction] = edition.table[f"conversion_{edition.reads('conversion')}"]
    return cited


def _conversion(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    own, cited = ruleset.stated["table"]["conversion_from"], _converted(ruleset.edition)
    if own < cited.value:
        yield rule.finding(
            "table.conversion_from",
            f"{rule.text[:-1]} ({cited.clause}). You convert from {odds_text(own)}. "
            f"Use {ratio(cited.value)}.",
            clause=cited.clause,
            submitted=ratio(own),
            allowed=f"{ratio(cited.value)} or more",
            nearest=ratio(cited.value),
            reading="conversion" if "conversion" in ruleset.edition.readings else "",
        )


def _conversion_text(edition: Edition) -> str:
    return say("games.red_dog.converted", odds=odds_text(_converted(edition).value))


def checks_of(game: RoundGame) -> tuple[Check, ...]:
    return (
        *checks.COMMON,
        checks.DECKS,
        *checks.payout_checks(game, lambda key: RED_DOG, winning),
        checks.matched_limits(RAISE, RED_DOG),
        checks.bound("table.players", "at most", "games.red_dog.players"),
        checks.bound("table.positions_per_player", "at most", "games.red_dog.positions_played"),
        Check(
            "table.more_positions",
            lambda edition: [edition.table["more_positions"].clause],
            _more_text,
            _more_than_one,
            lambda ruleset: "positions_per_player" in ruleset.stated.get("table", ()),
        ),
        judged_flag(
            "table.back_betting",
            departs=True,
            words="games.red_dog.nobody_bets",
            otherwise="back betting is allowed",
        ),
        Check(
            "table.dealer_bet_area",
            lambda edition: [edition.table["dealer_bet_area"]],
            lambda edition: say("games.red_dog.dealer_area"),
            _edge_of_the_spot,
            lambda ruleset: "dealer_bet_area" in ruleset.stated.get("table", ()),
            INFO,
        ),
        Check(
            "table.conversion_from",
            lambda edition: [edition.table[f"conversion_{name}"].clause for name in ("two", "three")],
            _conversion_text,
            _conversion,
            lambda ruleset: "conversion_from" in ruleset.stated.get("table", ()),
        ),
        checks.NOBODY,
    )
