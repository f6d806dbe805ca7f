"""The exact edge of Casino War: the two cards of the first deal by rank, and after a tie the two of the war.

The cards that are burned before a war are as likely as any to be those dealt, so they change no chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from craps.games.cards import Shoe, decks_of, value_of
from craps.games.figures import Ending, RoundEdge, edge_row
from craps.games.war.terms import GO_TO_WAR, PLAYS, SURRENDER, TIE, TIED, WAR, pays, pays_on_tied_war
from craps.ruleset import RuleSet


def edges(ruleset: RuleSet) -> list[RoundEdge]:
    """A row for each way of playing on after a tie, and one for the tie wager."""
    rows = []
    if WAR in ruleset.offered:
        plays = PLAYS if GO_TO_WAR in ruleset.offered else (SURRENDER,)
        rows += [edge_row(WAR, _endings(ruleset, play), play=play) for play in plays]
    if TIE in ruleset.offered:
        rows.append(edge_row(TIE, _tie(ruleset)))
    return rows


def _tie(ruleset: RuleSet) -> Iterator[Ending]:
    for chance, (player, dealer) in Shoe(decks_of(ruleset)).hands(2):
        if player == dealer:
            yield Ending(chance, "win", pays(ruleset, TIE))
        else:
            yield Ending(chance, "lose", -1)


def _endings(ruleset: RuleSet, play: str) -> Iterator[Ending]:
    shoe = Shoe(decks_of(ruleset))
    kept = ruleset.edition.own["play"]["surrender"].value
    for chance, (player, dealer) in shoe.hands(2):
        order = value_of(player) - value_of(dealer)
        if order > 0:
            yield Ending(chance, "win", pays(ruleset, WAR))
        elif order < 0:
            yield Ending(chance, "lose", -1)
        elif play == SURRENDER:
            yield Ending(chance, "lose", -kept)
        else:
            yield from _war(ruleset, shoe, chance, (player, dealer))


def _war(ruleset: RuleSet, shoe: Shoe, chance: Fraction, tied: tuple[str, str]) -> Iterator[Ending]:
    won, on_tie = pays(ruleset, GO_TO_WAR), pays_on_tied_war(ruleset)
    if ruleset.edition.reads(TIED) == "both-win":
        on_tie += pays(ruleset, WAR)
    for then, (player, dealer) in shoe.hands(2, tied):
        order = value_of(player) - value_of(dealer)
        if order < 0:
            yield Ending(chance * then, "lose", -2, 2)
        else:
            yield Ending(chance * then, "win", won if order else on_tie, 2)
