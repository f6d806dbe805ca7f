"""How much a player may put behind a line or come bet: multiples by point, and what they are measured on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from craps.checks import demonstrations
from craps.checks.finding import BREACH, REFER, Check, Finding, Rule
from craps.codec import Json
from craps.dice import POINTS
from craps.edition import Edition
from craps.edition_codec import Cited
from craps.messages import say
from craps.money import Exact, number_text
from craps.ruleset import RuleSet
from craps.vocabulary import BASIS, listed
from craps.wagers import ODDS_OF


def _above(flat: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    limits = ruleset.edition.odds[flat].most
    yield from _outside(flat, ruleset, rule, limits, lambda own, most: own > most, "at most")


def _below(flat: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    limits = ruleset.edition.odds[flat].least
    yield from _outside(flat, ruleset, rule, limits, lambda own, least: own < least, "at least")


def _outside(
    flat: str,
    ruleset: RuleSet,
    rule: Rule,
    limits: Mapping[int, Cited[Exact]],
    breaks: Callable[[Exact, Exact], bool],
    bound: str,
) -> Iterator[Finding]:
    stated = ruleset.stated.get("odds", {}).get(flat, {}).get("multiples")
    if stated is None:
        return
    each = isinstance(stated, Mapping)
    groups: dict[tuple[Cited[Exact], str], list[int]] = {}
    for point in POINTS:
        own = stated.get(str(point)) if each else stated
        if own is not None and breaks(own, limits[point].value):
            path = f"odds.{flat}.multiples" + (f".{point}" if each else "")
            groups.setdefault((limits[point], path), []).append(point)
    for (limit, path), points in groups.items():
        own = ruleset.multiple(flat, points[0])
        where = "" if len(points) == len(POINTS) else f" when the point is {listed(points, 'or')}"
        nearest = str(limit.value) if each else _clamped(flat, ruleset)
        message = (
            f"The limit on {_behind(flat, ruleset.edition)} is {bound} {number_text(limit.value)}×{where} "
            f"({limit.clause}). You entered {number_text(own)}×. Use {number_text(limit.value)}×."
        )
        if rule.severity == REFER:
            message = (
                f"A player may bet up to {number_text(limit.value)}× as {_behind(flat, ruleset.edition)}"
                f"{where} ({limit.clause}); the document names no lower limit that the house may set. "
                f"You entered {number_text(own)}×."
            )
        yield rule.finding(
            path,
            message,
            clause=limit.clause,
            submitted=str(own),
            allowed=f"{limit.value}; no lower limit is named"
            if rule.severity == REFER
            else f"{bound} {limit.value}",
            nearest=nearest,
            judged="This is for the regulator to judge.",
            demonstrate=partial(demonstrations.odds, ruleset, flat, points[0], path, nearest),
        )


def _clamped(flat: str, ruleset: RuleSet) -> Json:
    """The stated multiple brought within the limits of each point: one number where that is enough."""
    terms = ruleset.edition.odds[flat]
    own = ruleset.multiple(flat, POINTS[0])
    multiples = {str(p): str(min(max(own, terms.least[p].value), terms.most[p].value)) for p in POINTS}
    values = set(multiples.values())
    return values.pop() if len(values) == 1 else multiples


def _basis(flat: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.odds[flat].basis
    own = ruleset.basis(flat)
    if own == due.value:
        return
    path = f"odds.{flat}.basis"
    yield rule.finding(
        path,
        f"The limit on {_behind(flat, ruleset.edition)} is measured on {BASIS[due.value]} "
        f"({due.clause}). You measure it on {BASIS[own]}. Use {due.value}.",
        clause=due.clause,
        submitted=own,
        allowed=due.value,
        nearest=due.value,
        demonstrate=partial(demonstrations.odds, ruleset, flat, 4, path, due.value),
    )


def _excess(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    for flat, terms in ruleset.edition.odds.items():
        due = terms.excess
        own = ruleset.stated.get("odds", {}).get(flat, {}).get("excess")
        has_some = due.value != "none"
        if own is None or own == has_some or flat not in ruleset.offered:
            continue
        behind = _behind(flat, ruleset.edition)
        message = (
            f"The limit on {behind} may not be exceeded for a payable unit ({due.clause}). You accept more. "
            f"Do not accept it."
        )
        if not own:
            message = (
                f"A player may exceed the limit on {behind} as far as a payable unit needs ({due.clause}). "
                f"You do not accept it."
            )
        yield rule.finding(
            f"odds.{flat}.excess",
            message,
            clause=due.clause,
            submitted=own,
            allowed=has_some,
            nearest=has_some,
            demonstrate=partial(demonstrations.excess, ruleset, flat),
            judged="Whether you may refuse it is for the regulator to judge.",
        )


def _excess_clauses(edition: Edition) -> list[str]:
    """None where the operator may choose."""
    return [
        terms.excess.clause
        for terms in edition.odds.values()
        if terms.excess.value == "none" or terms.without_excess.value != "fine"
    ]


def _excess_text(edition: Edition) -> str:
    if all(terms.excess.value == "none" for terms in edition.odds.values()):
        return say("rules.excess_not")
    return say("rules.excess")


def _excess_severity(edition: Edition) -> str:
    judged = [
        BREACH if terms.excess.value == "none" else terms.without_excess.value
        for terms in edition.odds.values()
    ]
    return BREACH if BREACH in judged else REFER


def _offers(flat: str, ruleset: RuleSet) -> bool:
    return flat in ruleset.offered


def _bounds(edition: Edition, flat: str, bound: str) -> Mapping[int, Cited[Exact]]:
    bounds: Mapping[int, Cited[Exact]] = getattr(edition.odds[flat], bound) if flat in edition.odds else {}
    return bounds


def _clauses(flat: str, bound: str, edition: Edition) -> list[str]:
    return [cited.clause for cited in _bounds(edition, flat, bound).values()]


def _basis_clauses(flat: str, edition: Edition) -> list[str]:
    return [edition.odds[flat].basis.clause] if flat in edition.odds else []


def _text(flat: str, bound: str, edition: Edition) -> str:
    by_value: dict[Exact, list[int]] = {}
    for point, cited in _bounds(edition, flat, bound).items():
        by_value.setdefault(cited.value, []).append(point)
    multiples = [
        say("rules.multiple_on", value=number_text(value), points=listed(points))
        for value, points in by_value.items()
    ]
    if len(by_value) == 1:
        multiples = [f"{number_text(next(iter(by_value)))}×"]
    if bound == "least" and edition.odds[flat].below == REFER:
        return say("rules.odds_lower", multiples=listed(multiples), name=edition.name_of(flat))
    return say(f"rules.odds_{bound}", name=edition.name_of(flat), multiples=listed(multiples))


def _basis_text(flat: str, edition: Edition) -> str:
    due = edition.odds[flat].basis.value
    return say("rules.odds_basis", name=edition.name_of(flat), basis=BASIS[due])


def _behind(flat: str, edition: Edition) -> str:
    return say("rules.behind", name=edition.name_of(flat))


def _below_severity(flat: str, edition: Edition) -> str:
    return edition.odds[flat].below


CHECKS: tuple[Check, ...] = (
    *(
        check
        for flat in ODDS_OF
        for check in (
            Check(
                f"odds.{flat}",
                partial(_clauses, flat, "most"),
                partial(_text, flat, "most"),
                partial(_above, flat),
                partial(_offers, flat),
            ),
            Check(
                f"odds.{flat}.least",
                partial(_clauses, flat, "least"),
                partial(_text, flat, "least"),
                partial(_below, flat),
                partial(_offers, flat),
                partial(_below_severity, flat),
                "rules.a_lower_one",
            ),
            Check(
                f"odds.{flat}.basis",
                partial(_basis_clauses, flat),
                partial(_basis_text, flat),
                partial(_basis, flat),
                partial(_offers, flat),
            ),
        )
    ),
    Check(
        "odds.excess",
        _excess_clauses,
        _excess_text,
        _excess,
        lambda ruleset: "odds" in ruleset.stated,
        _excess_severity,
        "rules.refusing_that",
    ),
)
