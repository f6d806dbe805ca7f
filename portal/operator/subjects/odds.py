"""The step for odds: one multiple for each point, for each flat bet that takes odds."""

from functools import partial
from typing import Any

from django.http import QueryDict

from craps.dice import POINTS
from craps.edition import Edition, OddsRule
from craps.vocabulary import BASIS, path_words
from portal.operator.fields import Errors, Field, Group, Row, Ruleset, flag_field, read_groups, with_value
from portal.operator.grids import cell, grid
from portal.text import and_list
from portal.typed_values import multiple

PRESETS: dict[str, dict[int, int]] = {
    "1×": dict.fromkeys(POINTS, 1),
    "2×": dict.fromkeys(POINTS, 2),
    "3-4-5×": {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3},
    "10×": dict.fromkeys(POINTS, 10),
    "20×": dict.fromkeys(POINTS, 20),
    "100×": dict.fromkeys(POINTS, 100),
}

EXCESS = "Payable unit"


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    """One table: a row for each bet with odds, a column for each point, and one for the payable unit."""
    stated = ruleset.get("odds", {})
    above = {
        flat
        for flat, rule in edition.odds.items()
        if rule.excess.value != "none" or "excess" in stated.get(flat, {})
    }
    lines = [
        _line(edition, flat, rule, ruleset, with_excess=flat in above) for flat, rule in edition.odds.items()
    ]
    columns = [*(f"On {point}" for point in POINTS), *([EXCESS] if above else [])]
    return [grid("odds", "Multiples for each bet", columns, lines, allowed=_about_excess(edition, above))]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
    """Read the multiples; the same figure on all six points is stated as one."""
    changed, errors = read_groups(groups(edition, ruleset), posted, ruleset)
    return same_as_one(changed), errors


def same_as_one(ruleset: Ruleset) -> Ruleset:
    """The rule set with one figure where a bet has the same on all six points."""
    for flat, terms in ruleset.get("odds", {}).items():
        if "multiples" in terms:
            ruleset = with_value(ruleset, f"odds.{flat}.multiples", _as_one(terms["multiples"]))
    return ruleset


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


def _line(
    edition: Edition, flat: str, rule: OddsRule, ruleset: Ruleset, *, with_excess: bool
) -> tuple[Row, list[Field]]:
    stated = ruleset.get("odds", {}).get(flat, {})
    multiples = stated.get("multiples", {})
    title = path_words(f"odds.{flat}", edition)
    cells = [
        cell(
            title,
            f"On {point}",
            Field(
                f"odds.{flat}.multiples.{point}",
                "",
                multiples.get(str(point), rule.baseline[point]) if isinstance(multiples, dict) else multiples,
                "multiple",
                clean=partial(_multiple, point),
            ),
        )
        for point in POINTS
    ]
    if with_excess:
        cells.append(cell(title, EXCESS, flag_field(ruleset, f"odds.{flat}.excess", "")))
    clauses = dict.fromkeys(rule.most[point].clause for point in POINTS)
    allowed = f"{_allowed(rule, stated)} {_left_empty(rule)}"
    return Row(f"odds.{flat}", title, len(cells), ", ".join(clauses), allowed), cells


def _about_excess(edition: Edition, above: set[str]) -> str:
    """What the column for the payable unit is about; "" where there is none."""
    if not above:
        return ""
    chosen = any(edition.odds[flat].without_excess.value == "fine" for flat in above)
    whose = (
        "You choose whether to accept it"
        if chosen
        else "The rulebook lets the player bet it; not stated, it is accepted"
    )
    clauses = ", ".join(dict.fromkeys(edition.odds[f].excess.clause for f in edition.odds if f in above))
    return f"“{EXCESS}” is an amount above the limit that pays whole chips. {whose} ({clauses})."


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
    return f"{text}, measured on {measured}.{no_least}"


def _left_empty(rule: OddsRule) -> str:
    """Return what an empty field means: the rulebook's figure, or ours where it leaves a choice."""
    least, most = (list(dict.fromkeys(bound.values())) for bound in (rule.least, rule.most))
    if [bound.value for bound in least] == [bound.value for bound in most]:
        return "Left empty, a point has the rulebook’s own multiple."
    allows = f"{most[0].clause} allows up to {most[0].value}×"
    clause = "" if least[0].clause == most[0].clause else f"{least[0].clause}; "
    return f"Left empty: our baseline of {rule.baseline[POINTS[0]]}× ({clause}{allows})."


def _multiple(point: int, text: str) -> str:
    try:
        return multiple(text)
    except ValueError:
        raise ValueError(f"Enter the multiple on {point} as a number, such as 2.") from None


def _as_one(multiples: Any) -> Any:
    """Return the one figure of all six points, or the multiples as they are."""
    if not isinstance(multiples, dict):
        return multiples
    figures = set(multiples.values())
    return figures.pop() if len(figures) == 1 and len(multiples) == len(POINTS) else multiples
