"""What is printed on the layout: legends, words, the operator's name, schedules, the side bets' fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from craps.checks.finding import BREACH, INFO, REFER, Check, Finding, Rule
from craps.checks.layout_areas import AREA_CHECKS
from craps.codec import Json
from craps.edition import Edition
from craps.ruleset import RuleSet
from craps.vocabulary import WALL_NOTICES, listed

BONUS = ("all_small", "all_or_nothing", "all_tall")


def _legends(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    printed = _printed(ruleset)
    missing = [legend for legend in _needed_legends(ruleset) if plain(legend) not in printed]
    layout = ruleset.stated["layout"]
    # Where only areas are stated a list of legends would have to name those of every wager.
    whole = [*layout["legends"], *missing] if "legends" in layout else None
    for legend in missing:
        due = ruleset.edition.layout["legends"][legend]
        names = listed([ruleset.edition.name_of(w) for w in due["wagers"] if w in ruleset.offered])
        yield rule.finding(
            "layout.legends",
            f'The area for {names} is marked "{legend}" ({due["clause"]}). Your layout does not show that '
            f"legend. Add it.",
            clause=due["clause"],
            submitted=list(layout.get("legends", ())),
            allowed=f'with "{legend}"',
            nearest=whole,
        )


def _needed_legends(ruleset: RuleSet) -> Iterator[str]:
    """The legends of what is offered; where only labels are stated, of the wagers with a labelled area."""
    layout = ruleset.stated["layout"]
    wagers = ruleset.offered
    if "legends" not in layout:
        wagers &= {area["wager"] for area in layout.get("areas", ()) if "label" in area}
    for legend, due in ruleset.edition.layout["legends"].items():
        if any(wager in wagers for wager in due["wagers"]):
            yield legend


def _marks(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    printed = _printed(ruleset)
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
    printed = _printed(ruleset)
    legends = ruleset.stated["layout"]["legends"]
    due = ruleset.edition.layout["words"]
    missing = [words for words in due if not any(plain(words) in text for text in printed)]
    for words in missing:
        yield rule.finding(
            "layout.legends",
            f'The layout carries the words "{words}" ({due[words]}). Yours does not. Add them.',
            clause=due[words],
            submitted=list(legends),
            allowed=f'with "{words}"',
            nearest=[*legends, *missing],
        )


def _operator_name(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    layout = ruleset.stated["layout"]
    name = plain(ruleset.stated["operator"])
    if layout.get("logo") or any(name in text for text in _printed(ruleset)):
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


def _printed(ruleset: RuleSet) -> frozenset[str]:
    """Every text on the layout, legends and labels alike, in plain form."""
    layout = ruleset.stated["layout"]
    labels = (area["label"] for area in layout.get("areas", ()) if "label" in area)
    return frozenset(plain(text) for text in (*layout.get("legends", ()), *labels))


def plain(text: str) -> str:
    """A legend as it is compared: without regard to case, spacing or the kind of apostrophe."""
    return " ".join(text.replace("\u2019", "'").casefold().split())


def _schedules(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.layout["schedules"]
    own = ruleset.stated["layout"]["schedules"]
    missing = [wager for wager in due if wager in ruleset.offered and wager not in own]
    for wager in missing:
        yield rule.finding(
            "layout.schedules",
            f"What a {ruleset.edition.name_of(wager)} pays is posted on the layout ({due[wager]}). "
            f"Your layout does not post it. Add {wager}.",
            clause=due[wager],
            submitted=list(own),
            allowed=f"with {wager}",
            nearest=[*own, *missing],
        )


# The fire bet's and the bonus bets' own fields -----------------------------------------------------------


def _positions(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.layout["fire"]["positions"]
    own = ruleset.stated["layout"]["fire"]["positions"]
    if own > due.value:
        yield rule.finding(
            "layout.fire.positions",
            f"At most {due.value} areas take fire bets ({due.clause}). You entered {own}. Use {due.value}.",
            submitted=str(own),
            allowed=f"at most {due.value}",
            nearest=str(due.value),
        )


def _side_flag(bet: str, field: str, words: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    if not ruleset.stated["layout"][bet][field]:
        yield rule.finding(
            f"layout.{bet}.{field}",
            f"{words} ({rule.clause}). You state that it is not so.",
            submitted=False,
            allowed=True,
            nearest=True,
        )


def _wall_notice(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.layout["fire"]["wall_notice"]
    own = ruleset.stated["layout"]["fire"]["wall_notice"]
    for notice in due:
        if notice not in own:
            yield rule.finding(
                "layout.fire.wall_notice",
                f"The inside wall tells every player {WALL_NOTICES[notice]} ({due[notice]}). Yours does not. "
                f"Add {notice}.",
                clause=due[notice],
                submitted=list(own),
                allowed=f"with {notice}",
                nearest=[*own, *(each for each in due if each not in own)],
            )


def _bonus_areas(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.layout["bonus"]["areas"]
    own = ruleset.stated["layout"]["bonus"]["areas"]
    missing = [wager for wager in due if wager in ruleset.offered and wager not in own]
    for wager in missing:
        yield rule.finding(
            "layout.bonus.areas",
            f"There is an area before the boxperson for the {ruleset.edition.name_of(wager)} ({due[wager]}). "
            f"Your layout does not have it. Add {wager}.",
            clause=due[wager],
            submitted=list(own),
            allowed=f"with {wager}",
            nearest=[*own, *missing],
        )


def _marker_spots(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.layout["bonus"]["marker_spots"]
    own = ruleset.stated["layout"]["bonus"]["marker_spots"]
    right: list[Json] = [str(number) for number in due.value]
    missing = [number for number in due.value if number not in own]
    extra = [number for number in own if number not in due.value]
    if missing or extra:
        what = f"lack {listed(missing)}" if missing else f"also have {listed(extra)}"
        judged = "" if missing else " The document does not speak of more: the regulator judges."
        yield rule.finding(
            "layout.bonus.marker_spots",
            f"Markers have a spot on each of {listed(due.value)} ({due.clause}). Yours {what}.{judged}",
            severity=BREACH if missing else REFER,
            submitted=[str(number) for number in own],
            allowed=right,
            nearest=right,
        )


# When the document has it, and when the rule set says enough to be held to it ------------------------------


def _clauses(field: str, edition: Edition) -> list[str]:
    due: Any = edition.layout.get(field)
    if due is None:
        return []
    if isinstance(due, str):
        return [due]
    return [value["clause"] if not isinstance(value, str) else value for value in due.values()]


def _side_clauses(bet: str, field: str, edition: Edition) -> list[str]:
    due: Any = edition.layout.get(bet, {}).get(field)
    if due is None:
        return []
    if isinstance(due, str):
        return [due]
    return [due.clause] if hasattr(due, "clause") else list(due.values())


def _says(field: str, ruleset: RuleSet) -> bool:
    return field in ruleset.stated.get("layout", ())


def _prints(ruleset: RuleSet) -> bool:
    areas = ruleset.stated.get("layout", {}).get("areas", ())
    return _says("legends", ruleset) or any("label" in area for area in areas)


def _names_operator(ruleset: RuleSet) -> bool:
    return "operator" in ruleset.stated and _says("legends", ruleset)


def _side_says(bet: str, field: str, ruleset: RuleSet) -> bool:
    wagers = ("fire",) if bet == "fire" else BONUS
    stated = ruleset.stated.get("layout", {}).get(bet, ())
    return field in stated and any(wager in ruleset.offered for wager in wagers)


def _legends_text(edition: Edition) -> str:
    return f"The areas of the wagers offered are marked {_quoted(edition.layout['legends'])}."


def _marks_text(edition: Edition) -> str:
    return f"Boxes carry the marks {_quoted(edition.layout['marks'])}."


def _words_text(edition: Edition) -> str:
    return f"The layout carries the words {_quoted(edition.layout['words'])}."


def _quoted(texts: Iterable[str]) -> str:
    return listed([f'"{text}"' for text in texts])


def _schedules_text(edition: Edition) -> str:
    names = [edition.name_of(wager) for wager in edition.layout["schedules"]]
    return f"What {listed(names)} pay{'s' if len(names) == 1 else ''} is posted on the layout."


def _positions_text(edition: Edition) -> str:
    return f"At most {edition.layout['fire']['positions'].value} areas take fire bets."


def _notice_text(edition: Edition) -> str:
    notices = [WALL_NOTICES[notice] for notice in edition.layout["fire"]["wall_notice"]]
    return f"The inside wall tells every player {listed(notices)}."


def _bonus_text(edition: Edition) -> str:
    names = [edition.name_of(wager) for wager in edition.layout["bonus"]["areas"]]
    return f"The boxperson has areas for {listed(names)}."


def _spots_text(edition: Edition) -> str:
    return f"Markers have a spot on each of {listed(edition.layout['bonus']['marker_spots'].value)}."


CLOCKWISE = "Fire bet areas are numbered clockwise from the boxperson's or dealer's left"
RELOCATION = "A numbered area before the boxperson takes the fire bets brought in"
ODDS_SHOWN = "The layout shows what the bonus bets pay"


def _side(bet: str, field: str, text: Any, find: Any) -> Check:
    return Check(
        f"layout.{bet}.{field}",
        partial(_side_clauses, bet, field),
        text,
        find,
        partial(_side_says, bet, field),
    )


def _side_yes(bet: str, field: str, words: str) -> Check:
    return _side(bet, field, lambda edition: f"{words}.", partial(_side_flag, bet, field, words))


CHECKS: tuple[Check, ...] = (
    Check("layout.legends", partial(_clauses, "legends"), _legends_text, _legends, _prints),
    Check("layout.words", partial(_clauses, "words"), _words_text, _words, partial(_says, "legends")),
    Check(
        "layout.operator_name",
        partial(_clauses, "operator_name"),
        lambda edition: "The layout shows the operator's name or logo.",
        _operator_name,
        _names_operator,
    ),
    Check("layout.marks", partial(_clauses, "marks"), _marks_text, _marks, _prints, INFO),
    Check(
        "layout.schedules",
        partial(_clauses, "schedules"),
        _schedules_text,
        _schedules,
        partial(_says, "schedules"),
    ),
    _side("fire", "positions", _positions_text, _positions),
    _side_yes("fire", "clockwise", CLOCKWISE),
    _side_yes("fire", "relocation_area", RELOCATION),
    _side("fire", "wall_notice", _notice_text, _wall_notice),
    _side("bonus", "areas", _bonus_text, _bonus_areas),
    _side("bonus", "marker_spots", _spots_text, _marker_spots),
    _side_yes("bonus", "odds_shown", ODDS_SHOWN),
    *AREA_CHECKS,
)
