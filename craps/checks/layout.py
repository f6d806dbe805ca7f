"""What is printed on the layout: legends, words, the operator's name, schedules.

The side bets' own fields are in layout_side_bets.py, the areas in layout_areas.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from craps.checks.fields import Missing, field_check, incomplete, is_stated, lacking
from craps.checks.finding import INFO, Check, Finding, Rule
from craps.checks.layout_areas import AREA_CHECKS
from craps.checks.layout_side_bets import SIDE_BET_CHECKS
from craps.edition import Edition
from craps.messages import say
from craps.ruleset import RuleSet, plain
from craps.vocabulary import listed

QUOTED = 'with "{entry}"'


def _legends(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    edition = ruleset.edition
    due = edition.layout["legends"]
    missing = _missing_legends(ruleset)
    layout = ruleset.stated["layout"]
    # Where only areas are stated a list of legends would have to name those of every wager.
    whole = [*layout["legends"], *missing] if "legends" in layout else None

    def message(legend: str, wagers: Sequence[str]) -> str:
        names = listed([edition.name_of(wager) for wager in wagers])
        clause, on = due[legend]["clause"], due[legend].get("on")
        area = (
            f"The area for {edition.name_of(on)}, by which {names} is placed,"
            if on
            else f"The area for {names}"
        )
        marks = _or_instead(legend, due[legend], wagers)
        return f"{area} is marked {marks} ({clause}). Your layout does not show that legend. Add it."

    lacks = [Missing(legend, due[legend]["clause"], message(legend, ws)) for legend, ws in missing.items()]
    own = layout.get("legends", ())
    yield from lacking(rule, "layout.legends", own, lacks, nearest=whole, allowed=QUOTED)


def _missing_legends(ruleset: RuleSet) -> dict[str, list[str]]:
    """The legends of what is offered that are not printed, with the wagers that call for them and have no
    other; where only labels are stated, of the wagers with a labelled area."""
    layout, printed = ruleset.stated["layout"], ruleset.layout_texts
    labelled = {area["wager"] for area in layout.get("areas", ()) if "label" in area}
    missing = {}
    for legend, due in ruleset.edition.layout["legends"].items():
        if plain(legend) in printed:
            continue
        served = {wager for wager, text in due.get("instead", {}).items() if plain(text) in printed}
        wagers = [wager for wager in due["wagers"] if wager in ruleset.offered and wager not in served]
        if wagers and ("legends" in layout or labelled.intersection([due["on"]] if "on" in due else wagers)):
            missing[legend] = wagers
    return missing


def _or_instead(legend: str, due: Mapping[str, Any], wagers: Iterable[str]) -> str:
    """A legend in quotation marks, with the one that would do as well for each of these wagers."""
    other = {due.get("instead", {}).get(wager) for wager in wagers}
    either = "" if None in other else "".join(f' {say("forms.or")} "{text}"' for text in other)
    return f'"{legend}"{either}'


def _marks(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    printed = ruleset.layout_texts
    marks = ruleset.edition.layout["marks"]
    split = ruleset.edition.layout.get("may_be_split", ())
    missing = [
        mark
        for mark, due in marks.items()
        if any(w in ruleset.offered and w not in split for w in due["wagers"]) and plain(mark) not in printed
    ]
    if missing:
        quoted_marks = listed([f'"{mark}" ({marks[mark]["clause"]})' for mark in missing])
        yield rule.finding(
            "layout.legends",
            f"The document describes boxes that carry {quoted_marks}. Your legends and labels do not name "
            f"them; see that the printed layout does.",
            clause=marks[missing[0]]["clause"],
            submitted=list(ruleset.stated["layout"].get("legends", ())),
            allowed=f"with {listed(missing)}",
            nearest=[*ruleset.stated["layout"].get("legends", ()), *missing],
        )


def _words(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    printed = ruleset.layout_texts
    legends = ruleset.stated["layout"]["legends"]
    missing = [
        Missing(
            words, clause, f'The layout carries the words "{words}" ({clause}). Yours does not. Add them.'
        )
        for words, clause in ruleset.edition.layout["words"].items()
        if not any(plain(words) in text for text in printed)
    ]
    yield from lacking(rule, "layout.legends", legends, missing, allowed=QUOTED)


def _operator_name(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    layout = ruleset.stated["layout"]
    name = plain(ruleset.stated["operator"])
    if layout.get("logo") or any(name in text for text in ruleset.layout_texts):
        return
    legends = layout.get("legends", ())
    yield rule.finding(
        "layout.legends",
        f"The layout shows the operator's name or logo ({rule.clause}). Yours shows neither. Add "
        f'"{ruleset.stated["operator"]}" or your logo.',
        submitted=list(legends),
        allowed=f'"{ruleset.stated["operator"]}" or a logo',
        nearest=[*legends, ruleset.stated["operator"]],
    )


SCHEDULE = "What a {name} pays is posted on the layout ({clause}). Your layout does not post it. Add it."


# When the rule set says enough to be held to it, and the constraint in a sentence ---------------------------


def _prints(ruleset: RuleSet) -> bool:
    areas = ruleset.stated.get("layout", {}).get("areas", ())
    return is_stated("layout.legends", ruleset) or any("label" in area for area in areas)


def _names_operator(ruleset: RuleSet) -> bool:
    return "operator" in ruleset.stated and is_stated("layout.legends", ruleset)


def _legends_text(edition: Edition) -> str:
    due = edition.layout["legends"]
    marks = [_or_instead(legend, each, each["wagers"]) for legend, each in due.items()]
    return say("rules.legends", marks=listed(marks))


def _marks_text(edition: Edition) -> str:
    return say("rules.marks", marks=_quoted(edition.layout["marks"]))


def _words_text(edition: Edition) -> str:
    return say("rules.words", words=_quoted(edition.layout["words"]))


def _quoted(texts: Iterable[str]) -> str:
    return listed([f'"{text}"' for text in texts])


def _schedules_text(edition: Edition) -> str:
    names = [edition.name_of(wager) for wager in edition.layout["schedules"]]
    return say("rules.schedules", names=listed(names), several=len(names) != 1)


CHECKS: tuple[Check, ...] = (
    field_check("layout.legends", _legends_text, _legends, _prints),
    field_check("layout.words", _words_text, _words, partial(is_stated, "layout.legends")),
    field_check(
        "layout.operator_name",
        lambda edition: say("rules.operator_name"),
        _operator_name,
        _names_operator,
    ),
    field_check("layout.marks", _marks_text, _marks, _prints, INFO),
    field_check("layout.schedules", _schedules_text, partial(incomplete, "layout.schedules", SCHEDULE, {})),
    *SIDE_BET_CHECKS,
    *AREA_CHECKS,
)
