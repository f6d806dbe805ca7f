"""Red Dog in words. Figures come from the rule set or the edition, texts from ``en.py`` and ``fr.py``."""

from __future__ import annotations

from collections.abc import Iterator

from craps.edition import Edition
from craps.games.procedure import Step, said_step
from craps.games.red_dog.figures import worth_raising
from craps.games.red_dog.terms import RAISE, RED_DOG, THREE, may_raise, pays, reads_raise, said_spreads
from craps.messages import say
from craps.money import odds_text
from craps.ruleset import RuleSet


def course(ruleset: RuleSet) -> str:
    three = odds_text(pays(ruleset, THREE)[0])
    return say("games.red_dog.course", three=three, raises=may_raise(ruleset))


def how_won(ruleset: RuleSet, wager: str) -> str:
    if wager != RAISE:
        return say("games.red_dog.won_red_dog")
    if not may_raise(ruleset):
        return say("games.red_dog.won_no_raise")
    return say("games.red_dog.won_raise", bet=ruleset.rule(RED_DOG).name, worth=_worth(ruleset))


def steps(edition: Edition) -> Iterator[Step]:
    bet, more = edition.name_of(RED_DOG), edition.name_of(RAISE)
    raises = reads_raise(edition)
    both = "_both" if raises else ""

    def step(name: str, about: str) -> Step:
        return said_step("games.red_dog.STEPS", name, about, bet=bet, more=more)

    yield step("bets", "play.bet_first play.before_the_deal")
    yield step("begun", "play.stays")
    yield step("deal", "play.deal")
    yield step("consecutive", "play.consecutive")
    yield step("raise" if raises else "no_raise", "play.equal")
    yield step("pair", "play.no_raise")
    yield step("third", "play.draw")
    yield step(f"between{both}", "payouts.spread:1")
    yield step(f"not_between{both}", "play.lose")
    yield step("matches", f"payouts.{THREE}")
    yield step("no_match", "play.pair")


def _worth(ruleset: RuleSet) -> str:
    spreads = worth_raising(ruleset)
    if not spreads:
        return say("games.red_dog.raise_never_worth")
    return say("games.red_dog.raise_worth", spreads=said_spreads(spreads))
