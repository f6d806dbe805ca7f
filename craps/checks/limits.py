"""Least, most and step of a wager: within what the document fixes, as wide, and in its units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial, reduce

from craps.checks import demonstrations, room
from craps.checks.finding import BREACH, REFER, Check, Finding, Rule
from craps.checks.room import Unit, units
from craps.edition import Edition
from craps.edition_codec import Cited
from craps.messages import Words, say
from craps.money import Exact, common_multiple, is_multiple, number_text, round_up
from craps.ruleset import RuleSet
from craps.vocabulary import listed
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


def _narrower(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    """Limits within the document's range; what is outside it is a breach and said there."""
    terms = ruleset.edition.wagers[wager]
    low, high = (bound.value if bound else None for bound in (terms.min, terms.max))
    for field in ("min", "max", "increment"):
        due: Cited[Exact] | None = getattr(terms, field)
        own = _own(wager, field, ruleset)
        if due is None or own is None or own == due.value:
            continue
        if field == "increment":
            outside = not is_multiple(own, due.value)
        else:
            outside = (low is not None and own < low) or (high is not None and own > high)
        if outside:
            continue
        yield rule.finding(
            f"limits.{wager}.{field}",
            f"{due.clause} prints {number_text(due.value)} as the {_WORDS[field]} of the {terms.name}, so "
            f"that players may bet the whole range. You entered {number_text(own)}.",
            judged="Whether the house may set a narrower range is for the regulator to judge.",
            clause=due.clause,
            submitted=str(own),
            allowed=str(due.value),
            nearest=str(due.value),
        )


def _off_the_unit(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    """A step that promises amounts the document's units do not allow."""
    for unit, of, own in _missed_units(wager, ruleset):
        if not unit.wrong_is_paid:
            yield rule.finding(
                f"limits.{wager}.increment",
                f"{ruleset.edition.name_of(wager)}{unit.on()} is bet in multiples of {number_text(of)} "
                f"({unit.clause}). Steps of {number_text(own)} include amounts that the table must refuse. "
                f"Use {number_text(of)}, or state no step.",
                clause=unit.clause,
                submitted=str(own),
                allowed=f"a multiple of {of}",
                nearest=str(of),
            )


def _invites_wrong_units(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    """A step by which players come to amounts that are partly paid even money."""
    for unit, of, own in _missed_units(wager, ruleset):
        if unit.wrong_is_paid:
            every = (each.of for each in units(ruleset, wager) if each.of)
            yield rule.finding(
                f"limits.{wager}.increment",
                f"{ruleset.edition.name_of(wager)}{unit.on()} is bet in multiples of {number_text(of)}, and "
                f"what is above one is paid even money ({unit.clause}). Steps of {number_text(own)} allow "
                f"such amounts.",
                judged="Whether the house may set them is for the regulator to judge.",
                clause=unit.clause,
                submitted=str(own),
                allowed=f"a multiple of {of}",
                nearest=str(reduce(common_multiple, every)),
            )


def _missed_units(wager: str, ruleset: RuleSet) -> Iterator[tuple[Unit, Exact, Exact]]:
    """The units that the stated step does not keep to, each with its figure and the step."""
    own = _own(wager, "increment", ruleset)
    if own is None:
        return
    for unit in units(ruleset, wager):
        if unit.of is not None and not is_multiple(own, unit.of):
            yield unit, unit.of, own


def _due(wager: str, field: str, edition: Edition) -> Cited[Exact]:
    bound: Cited[Exact] = getattr(edition.wagers[wager], field)
    return bound


def _stated(wager: str, ruleset: RuleSet) -> bool:
    return wager in ruleset.offered and wager in ruleset.stated.get("limits", ())


def _clauses(wager: str, field: str, edition: Edition) -> list[str]:
    due = getattr(edition.wagers.get(wager), field, None)
    return [due.clause] if due else []


_BOUNDS = ("min", "max", "increment")
_WORDS = {"min": "minimum", "max": "maximum", "increment": "step"}


def _text(wager: str, field: str, edition: Edition) -> str:
    return say("rules.limit", name=edition.name_of(wager), bound=_bounded(wager, field, edition))


def _bounded(wager: str, field: str, edition: Edition) -> str:
    return LIMITED[field].format(figure=number_text(_due(wager, field, edition).value))


LIMITED: Mapping[str, str] = Words("rules.LIMITS")


def _narrower_text(wager: str, edition: Edition) -> str:
    terms = edition.wagers[wager]
    bounds = [_bounded(wager, field, edition) for field in _BOUNDS if getattr(terms, field)]
    return say("rules.limit", name=terms.name, bound=listed(bounds))


def _narrower_clauses(wager: str, edition: Edition) -> list[str]:
    terms = edition.wagers.get(wager)
    if terms is None or terms.narrower is None:
        return []
    return [terms.narrower.clause, *(c for field in _BOUNDS for c in _clauses(wager, field, edition))]


def _narrower_severity(wager: str, edition: Edition) -> str:
    narrower = edition.wagers[wager].narrower
    return narrower.value if narrower else REFER


def _unit_clauses(wager: str, edition: Edition) -> list[str]:
    terms = edition.wagers.get(wager)
    if terms is None:
        return []
    cited = [*([terms.chips] if terms.chips else []), *terms.multiple.values()]
    return [each.clause for each in cited]


def _wrong_unit_clauses(wager: str, edition: Edition) -> list[str]:
    terms = edition.wagers.get(wager)
    return [cited.clause for cited in terms.wrong_unit.values()] if terms else []


def _unit_text(wager: str, edition: Edition) -> str:
    terms = edition.wagers[wager]
    if terms.chips:
        return say("rules.in_units", name=terms.name, chips=terms.chips.value)
    return say("rules.in_multiples", name=terms.name, multiples=_multiples(terms.multiple))


def _wrong_unit_text(wager: str, edition: Edition) -> str:
    terms = edition.wagers[wager]
    return say("rules.wrong_unit", name=terms.name, multiples=_multiples(terms.wrong_unit))


def _multiples(units: Mapping[str, Cited[int]]) -> str:
    by_unit: dict[int, list[str]] = {}
    for number, cited in units.items():
        by_unit.setdefault(cited.value, []).append(number)
    return listed([say("rules.multiples", unit=unit, numbers=listed(on)) for unit, on in by_unit.items()])


_DEPARTING = {
    "narrower": "rules.narrower",
    "wrong_unit": "rules.wrong_step",
}

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
    *(
        Check(
            f"limits.{wager}.{field}",
            partial(clauses, wager),
            partial(text, wager),
            partial(find, wager),
            partial(_stated, wager),
            severity,
            _DEPARTING.get(field, ""),
        )
        for wager in CATALOGUE
        for field, clauses, text, find, severity in (
            ("narrower", _narrower_clauses, _narrower_text, _narrower, partial(_narrower_severity, wager)),
            ("unit", _unit_clauses, _unit_text, _off_the_unit, BREACH),
            ("wrong_unit", _wrong_unit_clauses, _wrong_unit_text, _invites_wrong_units, REFER),
        )
    ),
    *room.CHECKS,
)
