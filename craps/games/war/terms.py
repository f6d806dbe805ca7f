"""The words and figures of Casino War: wagers, payouts, readings."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from craps.edition import Edition
from craps.edition_codec import Cited
from craps.messages import Words
from craps.ruleset import RuleSet

WAR, TIE, GO_TO_WAR = "war", "tie", "go_to_war"
WAGERS: Mapping[str, str] = Words("games.war.WAGERS")
PAID: Mapping[str, str] = Words("games.war.PAID")
# What a won war pays, and what a tied one pays; the first option is the default of the documents we know.
WON, TIED = "war-won", "war-tied"
MODELLED = {WON: ("one-on-two", "one-to-two"), TIED: ("both-win", "war-wager-only")}
TO_WAR, SURRENDER = "war", "surrender"
PLAYS: Mapping[str, str] = Words("games.war.PLAYS")


def due(edition: Edition, wager: str) -> Cited[Fraction]:
    """What the document pays a wager. The printed "1 to 2" for a won war is read as 1 on the 2 staked, or as
    half of the go-to-war wager."""
    if wager == GO_TO_WAR and edition.reads(WON) == "one-to-two":
        alone: Cited[Fraction] = edition.own["play"]["won_alone"]
        return alone
    printed: Cited[Fraction] = edition.own["payouts"][wager]
    return printed


def pays(ruleset: RuleSet, wager: str) -> Fraction:
    """What a wager pays under a rule set."""
    stated: Fraction | None = ruleset.stated.get("payouts", {}).get(wager)
    return due(ruleset.edition, wager).value if stated is None else stated


def pays_on_tied_war(ruleset: RuleSet) -> Fraction:
    """What the go-to-war wager pays when the war is tied: as stated, else as printed for that."""
    stated: Fraction | None = ruleset.stated.get("payouts", {}).get(GO_TO_WAR)
    printed: Fraction = ruleset.edition.own["payouts"][GO_TO_WAR].value
    return printed if stated is None else stated
