"""Casino War in words. Figures come from the rule set or the edition."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from craps.edition import Edition
from craps.games.procedure import Step
from craps.games.war.terms import GO_TO_WAR, TIE, TIED, WAR, pays, pays_on_tied_war
from craps.money import odds_text, percent_text
from craps.ruleset import RuleSet


def course(ruleset: RuleSet) -> str:
    burned = ruleset.stated.get("table", {}).get("burn_cards", ruleset.edition.table["burn_cards"].value)
    burns = f"burns {burned} card{'s' if burned != 1 else ''} before each of" if burned else "deals"
    told = (
        "You and the dealer get one card each, face up, and the higher card wins. The ace is the highest, "
        "and suits do not count. "
    )
    if GO_TO_WAR not in ruleset.offered:
        return (
            f"{told}If the two cards have the same rank, you surrender and lose {_share(ruleset)} your bet."
        )
    return (
        f"{told}If the two cards have the same rank, you choose: surrender and lose {_share(ruleset)} your "
        f"bet, or go to war with a second bet as large as the first. In a war the dealer {burns} two more "
        "cards, one for you and one for the dealer, and these decide both bets."
    )


def how_won(ruleset: RuleSet, wager: str) -> str:
    first, second = ruleset.rule(WAR).name, ruleset.rule(GO_TO_WAR).name
    if wager == TIE:
        return (
            "Bet before the first card, alone or with another bet. Wins if your card and the dealer’s have "
            "the same rank, and loses otherwise."
        )
    if wager == GO_TO_WAR:
        tied = pays_on_tied_war(ruleset)
        also = f" A tied war pays it {odds_text(tied)}." if tied != pays(ruleset, GO_TO_WAR) else ""
        return (
            f"Bet after a tie, as much as your {first} bet. Wins if your next card is higher than the "
            f"dealer’s or of the same rank; if it is lower, both bets lose.{also}"
        )
    told = (
        "Bet before the first card. Wins if your card is higher than the dealer’s and loses if it is lower. "
        f"After a tie you can surrender and lose {_share(ruleset)} it"
    )
    if GO_TO_WAR not in ruleset.offered:
        return f"{told}."
    tied_too = "it wins as well" if ruleset.edition.reads(TIED) == "both-win" else "it comes back too"
    return f"{told}, or go to war: if {second} wins, this bet comes back, and if the war is tied {tied_too}."


def steps(edition: Edition) -> Iterator[Step]:
    first, tie, second = map(edition.name_of, (WAR, TIE, GO_TO_WAR))
    share = _share_of(edition)
    tied = f"{first} and {second} win." if edition.reads(TIED) == "both-win" else _pushes(first, second)
    yield Step(
        "Bets", f"Before the first card, players bet on {first}, on {tie} or on both.", "play.bet_first"
    )
    yield Step(f"A bet on {tie} alone", "It is at least the table minimum.", "play.tie_alone")
    yield Step("After the first card", "Bets stay until they are decided.", "play.stays")
    yield Step(
        "The player’s card is higher", f"{first} wins, and {tie} loses.", "play.higher play.tie_lost_above"
    )
    yield Step("The dealer’s card is higher", f"{first} and {tie} lose.", "play.lower play.tie_lost_below")
    yield Step(
        "The cards tie",
        f"{tie} wins. A player with a bet on {first} goes to war or surrenders.",
        "play.tie play.choice",
    )
    yield Step("The player surrenders", f"The player loses {share} the {first} bet.", "play.surrender")
    yield Step(
        "The player goes to war",
        f"The player puts a {second} bet beside the {first} bet, as large as that. The dealer burns "
        f"{edition.table['burn_cards'].value} cards before each card of the war.",
        "play.equal table.burn_cards",
    )
    yield Step("The war is won", _pushes(first, second), "play.war_won")
    yield Step("The war is tied", tied, "play.war_tied")
    yield Step("The war is lost", f"{first} and {second} lose.", "play.war_lost")


def _pushes(first: str, second: str) -> str:
    return f"{second} wins, and {first} is a push."


def _share(ruleset: RuleSet) -> str:
    return _share_of(ruleset.edition)


def _share_of(edition: Edition) -> str:
    share: Fraction = edition.own["play"]["surrender"].value
    if share == 1:
        return "all of"
    return "half of" if share == Fraction(1, 2) else f"{percent_text(share)} of"
