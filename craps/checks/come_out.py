"""Whether a wager is on or off on a come-out roll unless the player turns it otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from craps.checks import demonstrations
from craps.checks.finding import Check, Finding, Rule
from craps.edition import Edition
from craps.messages import say
from craps.ruleset import RuleSet
from craps.wagers import COME_OUT_STATES


def _differs(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.come_out[wager].state
    own = ruleset.come_out_state(wager)
    if own == due.value:
        return
    yield rule.finding(
        f"come_out.{wager}",
        f"{ruleset.edition.name_of(wager)} is {due.value} for a come-out roll ({due.clause}). "
        f"You have it {own}. Use {due.value}.",
        clause=due.clause,
        submitted=own,
        allowed=due.value,
        nearest=due.value,
        demonstrate=partial(demonstrations.come_out, ruleset, wager),
    )


def _offers(wager: str, ruleset: RuleSet) -> bool:
    return wager in ruleset.offered


def _clauses(wager: str, edition: Edition) -> list[str]:
    return [edition.come_out[wager].state.clause] if wager in edition.come_out else []


def _text(wager: str, edition: Edition) -> str:
    due = edition.come_out[wager]
    calls = [word for word in due.call.value if word != due.state.value]
    call = calls[0] == "on" if calls else None
    return say("rules.come_out", name=edition.name_of(wager), on=due.state.value == "on", call=call)


CHECKS: tuple[Check, ...] = tuple(
    Check(
        f"come_out.{wager}",
        partial(_clauses, wager),
        partial(_text, wager),
        partial(_differs, wager),
        partial(_offers, wager),
    )
    for wager in COME_OUT_STATES
)
