"""Which table of payouts is chosen, where the document leaves a choice; none where it leaves none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from craps.checks.finding import Check, Finding, Rule
from craps.edition import Edition
from craps.messages import say
from craps.ruleset import RuleSet
from craps.vocabulary import PAYTABLE_BETS, listed, named

LETTERS = ("A", "B")
_PAID = {"fire": ("fire",), "bonus": ("all_small", "all_tall", "all_or_nothing")}


def _no_such_table(name: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    own = ruleset.stated["paytables"][name]
    allowed = _allowed(name, ruleset.edition)
    if own in allowed:
        return
    right = f"Use table {listed(allowed, 'or')}." if allowed else "Leave the choice out."
    yield rule.finding(
        f"paytables.{name}",
        f"{_text(name, ruleset.edition)[:-1]} ({rule.clause}). You chose table {own}. {right}",
        submitted=own,
        allowed=listed(allowed, "or") if allowed else "no choice",
        nearest=allowed[0] if allowed else None,
    )


def _allowed(name: str, edition: Edition) -> tuple[str, ...]:
    return tuple(edition.paytables[name].tables) if name in edition.paytables else ()


def _clauses(name: str, edition: Edition) -> list[str]:
    if name in edition.paytables:
        choice = edition.paytables[name]
        return [] if set(choice.tables) == set(LETTERS) else [choice.clause]
    clauses = [
        cited.clause
        for wager in _PAID[name]
        if wager in edition.wagers
        for cited in edition.wagers[wager].pays.values()
    ]
    return clauses or [edition.listed]


def _text(name: str, edition: Edition) -> str:
    allowed, bets = _allowed(name, edition), named(PAYTABLE_BETS[name], edition)
    if allowed:
        return say("rules.has_tables", bets=bets, tables=listed(allowed, "or"))
    if any(wager in edition.wagers for wager in _PAID[name]):
        return say("rules.no_table", bets=bets)
    return say("rules.not_listed", bets=bets)


def _stated(name: str, ruleset: RuleSet) -> bool:
    return name in ruleset.stated.get("paytables", ())


CHECKS: tuple[Check, ...] = tuple(
    Check(
        f"paytables.{name}",
        partial(_clauses, name),
        partial(_text, name),
        partial(_no_such_table, name),
        partial(_stated, name),
    )
    for name in _PAID
)
