"""A wheel of fortune in words. Figures come from the rule set or the edition, texts from ``en.py``."""

from __future__ import annotations

from collections.abc import Iterator

from craps.edition import Edition
from craps.games.procedure import Step, said_step
from craps.games.wheel.terms import spaces
from craps.messages import say
from craps.ruleset import RuleSet


def course(ruleset: RuleSet) -> str:
    counts = spaces(ruleset)
    turns = ruleset.stated.get("table", {}).get("revolutions", ruleset.edition.table["revolutions"].value)
    return say("games.wheel.course", spaces=sum(counts.values()), kinds=len(counts), turns=turns)


def how_won(ruleset: RuleSet, wager: str) -> str:
    return say("games.wheel.won")


def steps(edition: Edition) -> Iterator[Step]:
    turns = edition.table["revolutions"].value

    def step(name: str, about: str) -> Step:
        return said_step("games.wheel.STEPS", name, about, turns=turns)

    yield step("bets", "wagers.space")
    yield step("close", "play.close play.stays")
    yield step("late", "play.late")
    yield step("spin", "table.revolutions table.alternate_direction")
    yield step("won", "play.won")
    yield step("lost", "play.lost")
