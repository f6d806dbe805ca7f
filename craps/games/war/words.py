"""Casino War in words. Figures come from the rule set or the edition, texts from ``en.py`` and ``fr.py``."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from craps.edition import Edition
from craps.games.procedure import Step, said_step
from craps.games.war.terms import GO_TO_WAR, TIE, TIED, WAR, pays, pays_on_tied_war
from craps.messages import say
from craps.ruleset import RuleSet


def course(ruleset: RuleSet) -> str:
    burned = ruleset.stated.get("table", {}).get("burn_cards", ruleset.edition.table["burn_cards"].value)
    share, to_war = _share(ruleset.edition), GO_TO_WAR in ruleset.offered
    return say("games.war.course", share=share, burned=burned, to_war=to_war)


def how_won(ruleset: RuleSet, wager: str) -> str:
    first, second = ruleset.rule(WAR).name, ruleset.rule(GO_TO_WAR).name
    if wager == TIE:
        return say("games.war.won_tie")
    if wager == GO_TO_WAR:
        tied = pays_on_tied_war(ruleset)
        other = tied if tied != pays(ruleset, GO_TO_WAR) else None
        return say("games.war.won_go_to_war", first=first, tied=other)
    return say(
        "games.war.won_war",
        share=_share(ruleset.edition),
        second=second,
        tied_wins=ruleset.edition.reads(TIED) == "both-win",
        to_war=GO_TO_WAR in ruleset.offered,
    )


def steps(edition: Edition) -> Iterator[Step]:
    first, tie, second = map(edition.name_of, (WAR, TIE, GO_TO_WAR))
    burned = edition.table["burn_cards"].value
    tied = "war_tied_both" if edition.reads(TIED) == "both-win" else "war_tied"

    def step(name: str, about: str) -> Step:
        return said_step("games.war.STEPS", name, about, first=first, tie=tie, second=second, burned=burned)

    yield step("bets", "play.bet_first")
    yield step("alone", "play.tie_alone")
    yield step("stays", "play.stays")
    yield step("higher", "play.higher play.tie_lost_above")
    yield step("lower", "play.lower play.tie_lost_below")
    yield step("tie", "play.tie play.choice")
    lost = say("games.war.surrendered", share=_share(edition), first=first)
    yield step("surrender", "play.surrender")._replace(words=lost)
    yield step("to_war", "play.equal table.burn_cards")
    yield step("war_won", "play.war_won")
    yield step(tied, "play.war_tied")
    yield step("war_lost", "play.war_lost")


def _share(edition: Edition) -> Fraction:
    share: Fraction = edition.own["play"]["surrender"].value
    return share
