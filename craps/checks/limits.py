"""Least, most and step of a wager: within what the document fixes, and leaving an amount to bet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from craps.checks import worked
from craps.checks.finding import BREACH, REFER, Check, Finding, Rule, said
from craps.edition import Edition
from craps.edition_form import Cited
from craps.money import Exact, is_multiple, round_up
from craps.ruleset import Limits, RuleSet
from craps.wagers import CATALOGUE


def _least(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due, own = _both(wager, "min", ruleset)
    if own < due.value:
        yield _found(ruleset, rule, wager, "min", due, own, f"at least {due.value}", due.value)


def _most(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due, own = _both(wager, "max", ruleset)
    if own > due.value:
        yield _found(ruleset, rule, wager, "max", due, own, f"at most {due.value}", due.value)


def _step(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due, own = _both(wager, "increment", ruleset)
    if not is_multiple(own, due.value):
        nearest = round_up(own, due.value)
        yield _found(ruleset, rule, wager, "increment", due, own, f"a multiple of {due.value}", nearest)


def _both(wager: str, field: str, ruleset: RuleSet) -> tuple[Cited[Exact], Exact]:
    due: Cited[Exact] = getattr(ruleset.edition.wagers[wager], field)
    return due, ruleset.stated["limits"][wager][field]


def _found(
    ruleset: RuleSet,
    rule: Rule,
    wager: str,
    field: str,
    due: Cited[Exact],
    own: Exact,
    allowed: str,
    nearest: Exact,
) -> Finding:
    return rule.found(
        f"limits.{wager}.{field}",
        f"{rule.text[:-1]} ({due.clause}). You entered {said(own)}. Use {said(nearest)}.",
        clause=due.clause,
        submitted=str(own),
        allowed=allowed,
        nearest=str(nearest),
        demonstrate=partial(worked.limit, ruleset, wager, field, nearest),
    )


def _no_amount_fits(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    edition = ruleset.edition
    for wager in ruleset.stated["limits"]:
        if wager not in ruleset.offered:
            continue
        limits = ruleset.limits(wager)
        least = smallest(limits)
        if limits.max is None or (limits.max > 0 and least <= limits.max):
            continue
        clause = edition.making.limits or ruleset.rule(wager).clause
        path, nearest = _way_out(ruleset, wager, limits, limits.max)
        judged = "" if edition.making.limits else " The document is silent on limits: the regulator judges."
        yield rule.found(
            path,
            f"No amount fits the limits of {edition.name_of(wager)}: the smallest bet is {said(least)}, "
            f"the maximum {said(limits.max)}, so nobody could make the bet that {clause} speaks of.{judged}",
            clause=clause,
            submitted=str(least if path.endswith("min") else limits.max),
            allowed="a minimum at or below the maximum",
            nearest=nearest,
        )


def smallest(limits: Limits) -> Exact:
    """The smallest bet that the minimum and the step allow."""
    least = limits.min or 0
    return round_up(least, limits.increment) if limits.increment and least else limits.increment or least


def _way_out(ruleset: RuleSet, wager: str, limits: Limits, most: Exact) -> tuple[str, str | None]:
    """The field to change and the nearest value that leaves an amount to bet, within the document's own."""
    stated = ruleset.stated["limits"][wager]
    floor, ceiling = _due(wager, "min", ruleset.edition), _due(wager, "max", ruleset.edition)
    step = limits.increment
    lower = most // step * step if step else most
    if "min" in stated and lower > 0 and (not floor or lower >= floor.value):
        return f"limits.{wager}.min", str(lower)
    higher = smallest(limits)
    field = "max" if "max" in stated else "min"
    fits = field == "max" and higher > 0 and (not ceiling or higher <= ceiling.value)
    return f"limits.{wager}.{field}", str(higher) if fits else None


def _due(wager: str, field: str, edition: Edition) -> Cited[Exact] | None:
    terms = edition.wagers.get(wager)
    found: Cited[Exact] | None = getattr(terms, field) if terms else None
    return found


def _stated(wager: str, field: str, ruleset: RuleSet) -> bool:
    return wager in ruleset.offered and field in ruleset.stated.get("limits", {}).get(wager, ())


def _clauses(wager: str, field: str, edition: Edition) -> list[str]:
    due = _due(wager, field, edition)
    return [due.clause] if due else []


_WORDS = {"min": "is at least", "max": "is at most", "increment": "is made in steps of"}


def _text(wager: str, field: str, edition: Edition) -> str:
    due = _due(wager, field, edition)
    return f"{edition.name_of(wager)} {_WORDS[field]} {said(due.value) if due else ''}."


CHECKS: tuple[Check, ...] = (
    *(
        Check(
            f"limits.{wager}.{field}",
            partial(_clauses, wager, field),
            partial(_text, wager, field),
            partial(find, wager),
            partial(_stated, wager, field),
        )
        for wager in CATALOGUE
        for field, find in (("min", _least), ("max", _most), ("increment", _step))
    ),
    Check(
        "limits.room",
        lambda edition: [edition.making.limits] if edition.making.limits else [edition.listed],
        lambda edition: "The limits of a wager leave at least one amount that may be bet.",
        _no_amount_fits,
        lambda ruleset: bool(ruleset.stated.get("limits")),
        lambda edition: BREACH if edition.making.limits else REFER,
    ),
)
