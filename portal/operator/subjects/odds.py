"""The step for odds: one multiple for each point, for each flat bet that takes odds."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from django.http import QueryDict

from craps.dice import POINTS
from craps.edition import Edition, OddsRule
from craps.vocabulary import BASIS, LABELS
from craps.wagers import ODDS_OF
from portal.operator.fields import Errors, Field, Group, Ruleset, flag_field, read_groups, with_value
from portal.text import and_list

PRESETS: dict[str, dict[int, int]] = {
    "1×": dict.fromkeys(POINTS, 1),
    "2×": dict.fromkeys(POINTS, 2),
    "3-4-5×": {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3},
    "10×": dict.fromkeys(POINTS, 10),
    "20×": dict.fromkeys(POINTS, 20),
    "100×": dict.fromkeys(POINTS, 100),
}
_NUMBER = re.compile(r"(\d{1,9}(?:[./]\d{1,9})?)\s*[x×]?", re.IGNORECASE)


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    stated = ruleset.get("odds", {})
    multiples = [_group(edition, flat, rule, stated.get(flat, {})) for flat, rule in edition.odds.items()]
    return [*multiples, *_excess(edition, ruleset)]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
    """Read the multiples; the same figure on all six points is stated as one."""
    changed, errors = read_groups(groups(edition, ruleset), posted, ruleset)
    for flat, terms in changed.get("odds", {}).items():
        if "multiples" in terms:
            changed = with_value(changed, f"odds.{flat}.multiples", _as_one(terms["multiples"]))
    return changed, errors


def presets(edition: Edition) -> list[str]:
    """The usual choices that this edition allows."""
    return [
        name
        for name, figures in PRESETS.items()
        if all(figures[point] <= rule.most[point].value for rule in edition.odds.values() for point in POINTS)
    ]


def preset(edition: Edition, name: str, ruleset: Ruleset) -> Ruleset:
    """Return the rule set with one usual choice for every bet; an unknown name changes nothing."""
    if name not in PRESETS:
        return ruleset
    multiples = _as_one({str(point): str(multiple) for point, multiple in PRESETS[name].items()})
    stated = ruleset.get("odds", {})
    return {
        **ruleset,
        "odds": {flat: {**stated.get(flat, {}), "multiples": multiples} for flat in edition.odds},
    }


def _group(edition: Edition, flat: str, rule: OddsRule, stated: dict[str, Any]) -> Group:
    multiples = stated.get("multiples", {})
    fields = tuple(
        Field(
            path=f"odds.{flat}.multiples.{point}",
            label=f"On {point}",
            value=multiples.get(str(point), rule.baseline[point])
            if isinstance(multiples, dict)
            else multiples,
            kind="multiple",
            clean=partial(_multiple, point),
        )
        for point in POINTS
    )
    clauses = dict.fromkeys(rule.most[point].clause for point in POINTS)
    return Group(
        f"odds.{flat}", edition.name_of(ODDS_OF[flat]), fields, ", ".join(clauses), _allowed(rule, stated)
    )


def _excess(edition: Edition, ruleset: Ruleset) -> Iterator[Group]:
    """Whether more is accepted for a payable unit, where the rulebook has that or the rule set states it."""
    stated = ruleset.get("odds", {})
    rules = {
        flat: rule
        for flat, rule in edition.odds.items()
        if rule.excess.value != "none" or "excess" in stated.get(flat, {})
    }
    fields = tuple(
        flag_field(ruleset, f"odds.{flat}.excess", edition.name_of(ODDS_OF[flat]), hint=rule.excess.clause)
        for flat, rule in rules.items()
    )
    if fields:
        chosen = any(rule.without_excess.value == "fine" for rule in rules.values())
        whose = (
            "You choose whether to accept it."
            if chosen
            else "The rulebook lets the player bet it. Not stated, it is accepted."
        )
        allowed = f"An amount above the limit that pays whole chips. {whose}"
        yield Group("odds.excess", LABELS["odds.excess"], fields, allowed=allowed)


def _allowed(rule: OddsRule, stated: dict[str, Any]) -> str:
    """Return the allowed range in words, points with the same range together.

    Where no document names a lower limit, what a player may bet is the only figure.
    """
    ranges: dict[str, list[str]] = {}
    for point in POINTS:
        least, most = rule.least[point].value, rule.most[point].value
        words = f"{least}× to {most}×" if least < most else f"up to {most}×"
        ranges.setdefault(words, []).append(str(point))
    if len(ranges) == 1:
        text = f"Allowed: {next(iter(ranges))} on every point"
    else:
        text = "Allowed: " + ", ".join(f"{words} on {and_list(points)}" for words, points in ranges.items())
    measured = BASIS.get(stated.get("basis", rule.basis.value), "")
    no_least = " The rulebook names no lower limit." if rule.below == "refer" else ""
    return f"{text}, measured on {measured}.{no_least} {_left_empty(rule)}"


def _left_empty(rule: OddsRule) -> str:
    """Return what an empty field means: the rulebook's figure, or ours where it leaves a choice."""
    least, most = (list(dict.fromkeys(bound.values())) for bound in (rule.least, rule.most))
    if [bound.value for bound in least] == [bound.value for bound in most]:
        return "Left empty, a point has the rulebook’s own multiple."
    allows = f"{most[0].clause} allows up to {most[0].value}×"
    clause = "" if least[0].clause == most[0].clause else f"{least[0].clause}; "
    return f"Left empty: our baseline of {rule.baseline[POINTS[0]]}× ({clause}{allows})."


def _multiple(point: int, text: str) -> str:
    number = _NUMBER.fullmatch(text)
    if number is None:
        raise ValueError(f"Enter the multiple on {point} as a number, such as 2.")
    return number[1]


def _as_one(multiples: Any) -> Any:
    """Return the one figure of all six points, or the multiples as they are."""
    if not isinstance(multiples, dict):
        return multiples
    figures = set(multiples.values())
    return figures.pop() if len(figures) == 1 and len(multiples) == len(POINTS) else multiples
