"""Red Dog in words. Figures come from the rule set or the edition."""

from __future__ import annotations

from collections.abc import Iterator

from craps.edition import Edition
from craps.games.paying import numbered
from craps.games.procedure import Step
from craps.games.red_dog.figures import worth_raising
from craps.games.red_dog.terms import RAISE, RED_DOG, THREE, may_raise, pays, reads_raise
from craps.money import odds_text
from craps.ruleset import RuleSet


def course(ruleset: RuleSet) -> str:
    raises = "Then you may raise your bet, and a third card is drawn. " if may_raise(ruleset) else ""
    return (
        "The dealer turns up two cards, and you bet that a third one falls between them. The ace is the "
        "highest, and suits do not count. The spread is the number of ranks between the two cards, and "
        f"what a win pays goes by it. {raises}If the first two cards are next to each other, the round "
        "ends at once and your bet comes back. If they are a pair, a third card of the same rank pays "
        f"{odds_text(pays(ruleset, THREE)[0])}, and after any other your bet comes back."
    )


def how_won(ruleset: RuleSet, wager: str) -> str:
    bet = ruleset.rule(RED_DOG).name
    if wager == RAISE and not may_raise(ruleset):
        return "No raise is taken: a bet stays as it is."
    if wager == RAISE:
        return (
            "Bet after the first two cards, unless they are a pair or next to each other: once, and as much "
            f"as your {bet} bet. Wins and loses with it and is paid the same. {_worth(ruleset)}"
        )
    return (
        "Bet before the first card. Wins if the third card falls between the first two, and loses if it is "
        "outside or of the same rank as one of them. Comes back if the first two are next to each other, or "
        "a pair that the third card does not match."
    )


def steps(edition: Edition) -> Iterator[Step]:
    bet, more = edition.name_of(RED_DOG), edition.name_of(RAISE)
    may = "Each player may raise once, by as much as the bet."
    won, lost = f"{bet} and {more} win and are paid by the spread.", f"{bet} and {more} lose."
    if not reads_raise(edition):
        may = "No raise is taken: the bet stays as it is."
        won, lost = f"{bet} wins and is paid by the spread.", f"{bet} loses."
    yield Step(
        "Bets",
        "A round begins with bets on the spots of the layout, placed before the deal.",
        "play.bet_first play.before_the_deal",
    )
    yield Step("Once the game has begun", "Players do not touch their bets.", "play.stays")
    yield Step("The deal", "The dealer turns up two cards from the shoe.", "play.deal")
    yield Step(
        "The two cards are consecutive", f"No third card is drawn, and {bet} is a push.", "play.consecutive"
    )
    yield Step("They are neither consecutive nor a pair", may, "play.equal")
    yield Step("They are a pair", "No raise is taken.", "play.no_raise")
    yield Step("The third card", "The dealer draws it when all raises have been made.", "play.draw")
    yield Step("It falls between the two", won, "payouts.spread:1")
    yield Step("It does not fall between them", lost, "play.lose")
    yield Step("It matches the pair", f"{bet} wins as three of a kind.", f"payouts.{THREE}")
    yield Step("It does not match the pair", f"{bet} is a push.", "play.pair")


def _worth(ruleset: RuleSet) -> str:
    spreads = worth_raising(ruleset)
    if not spreads:
        return "On average it loses more than it wins, whatever the spread."
    return f"On average it wins more than it loses on {numbered('a spread of', spreads)} only."
