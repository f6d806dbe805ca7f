"""Least, most and step of a wager: within what the document fixes, and leaving an amount to bet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from craps.checks import demonstrations
from craps.checks.finding import BREACH, REFER, Check, Finding, Rule
from craps.edition import Edition
from craps.edition_codec import Cited
from craps.money import Exact, common_multiple, is_multiple, number_text, round_up
from craps.ruleset import RuleSet
from craps.wagers import CATALOGUE


def _least(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = _due(wager, "min", ruleset.edition)
    for field in ("min", "max"):
        own = _own(wager, field, ruleset)
        if own is not None and own < due.value:
            yield _finding(ruleset, rule, wager, field, due, own, f"at least {due.value}", due.value)


def _most(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = _due(wager, "max", ruleset.edition)
    for field in ("max", "min"):
        own = _own(wager, field, ruleset)
        if own is not None and own > due.value:
            yield _finding(ruleset, rule, wager, field, due, own, f"at most {due.value}", due.value)


def _step(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = _due(wager, "increment", ruleset.edition)
    own = _own(wager, "increment", ruleset)
    if own is not None and not is_multiple(own, due.value):
        nearest = round_up(own, due.value)
        yield _finding(ruleset, rule, wager, "increment", due, own, f"a multiple of {due.value}", nearest)


def _own(wager: str, field: str, ruleset: RuleSet) -> Exact | None:
    amount: Exact | None = ruleset.stated["limits"][wager].get(field)
    return amount


def _finding(
    ruleset: RuleSet,
    rule: Rule,
    wager: str,
    field: str,
    due: Cited[Exact],
    own: Exact,
    allowed: str,
    nearest: Exact,
) -> Finding:
    return rule.finding(
        f"limits.{wager}.{field}",
        f"{rule.text[:-1]} ({due.clause}). You entered {number_text(own)} as its {_WORDS[field]}. "
        f"Use {number_text(nearest)}.",
        clause=due.clause,
        submitted=str(own),
        allowed=allowed,
        nearest=str(nearest),
        demonstrate=partial(demonstrations.limit, ruleset, wager, field, nearest),
    )


def _no_amount_fits(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    edition = ruleset.edition
    for wager in (wager for wager in CATALOGUE if wager in ruleset.stated["limits"]):
        stated = ruleset.stated["limits"][wager]
        most = stated.get("max")
        step = _unit(ruleset, wager)
        least = max(round_up(stated.get("min", 0), step), step)
        if wager not in ruleset.offered or most is None or least <= most:
            continue
        fixed = ruleset.rule(wager).min
        if fixed and most < fixed.value:
            continue  # said by the document's own minimum
        clause = edition.making.limits or ruleset.rule(wager).clause
        highest = most // step * step
        field, nearest = ("min", highest) if "min" in stated and highest > 0 else ("max", least)
        yield rule.finding(
            f"limits.{wager}.{field}",
            f"No amount fits the limits of {edition.name_of(wager)}: the smallest bet is "
            f"{number_text(least)}, the maximum {number_text(most)}, so nobody could make the bet that "
            f"{clause} describes."
            f"{'' if edition.making.limits else ' The document is silent on limits: the regulator judges.'}",
            clause=clause,
            submitted=str(stated[field]),
            allowed="a minimum at or below the maximum",
            nearest=str(nearest),
        )


def _unit(ruleset: RuleSet, wager: str) -> Exact:
    """What every amount on a wager is a multiple of: chips, the document's units of them, the step."""
    chips = ruleset.rule(wager).chips
    unit = ruleset.chip_unit * (chips.value if chips else 1)
    step = ruleset.limits(wager).increment
    return common_multiple(unit, step) if step else unit


def _due(wager: str, field: str, edition: Edition) -> Cited[Exact]:
    bound: Cited[Exact] = getattr(edition.wagers[wager], field)
    return bound


def _stated(wager: str, ruleset: RuleSet) -> bool:
    return wager in ruleset.offered and wager in ruleset.stated.get("limits", ())


def _clauses(wager: str, field: str, edition: Edition) -> list[str]:
    due = getattr(edition.wagers.get(wager), field, None)
    return [due.clause] if due else []


_BOUNDS = {"min": "is at least", "max": "is at most", "increment": "is made in steps of"}
_WORDS = {"min": "minimum", "max": "maximum", "increment": "step"}


def _text(wager: str, field: str, edition: Edition) -> str:
    return f"{edition.name_of(wager)} {_BOUNDS[field]} {number_text(_due(wager, field, edition).value)}."


CHECKS: tuple[Check, ...] = (
    *(
        Check(
            f"limits.{wager}.{field}",
            partial(_clauses, wager, field),
            partial(_text, wager, field),
            partial(find, wager),
            partial(_stated, wager),
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
