"""The side bets' own fields of the layout: places, notices, markers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from craps.checks.fields import (
    clauses_at,
    due_at,
    field_check,
    flag,
    incomplete,
    is_stated,
    stated_at,
    too_many,
    wrong_choice,
)
from craps.checks.finding import BREACH, REFER, Check, Find, Finding, Rule
from craps.codec import Json
from craps.edition import Edition
from craps.messages import Words, say
from craps.ruleset import RuleSet
from craps.vocabulary import SIDE_BET_PLACES, WALL_NOTICES, listed, named
from craps.wagers import SIDE_BETS

# Positions: how many, stated or drawn ---------------------------------------------------------------------


def _positions(bet: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    """A count below 1 or above the limit, whether it is stated or drawn as areas."""
    counts = {f"layout.{bet}.positions": stated_at(f"layout.{bet}.positions", ruleset)}
    if drawn := len(_drawn(bet, ruleset)):
        counts["layout.areas"] = drawn
    yield from _counted(bet, "positions", counts, ruleset, rule)


def _positions_per_end(bet: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    path = f"layout.{bet}.positions_per_end"
    counts = {path: stated_at(path, ruleset)}
    if _place(bet, ruleset.edition) == "players":
        counts["layout.areas"] = max(_drawn_at_ends(bet, ruleset)) or None
    yield from _counted(bet, "positions_per_end", counts, ruleset, rule)


def _counted(
    bet: str, field: str, counts: Mapping[str, int | None], ruleset: RuleSet, rule: Rule
) -> Iterator[Finding]:
    due = ruleset.edition.layout[bet]
    name = _name(bet, ruleset.edition)
    most, end = due[field], " at one end" if field == "positions_per_end" else ""
    for path, count in counts.items():
        if count is None:
            continue
        drawn = path == "layout.areas"
        if count > most.value:
            use = "Remove some." if drawn else f"Use {most.value}."
            yield rule.finding(
                path,
                f"The {name} has at most {most.value} positions{end} ({most.clause}). "
                f"{'Your layout draws' if drawn else 'You entered'} {count}{end if drawn else ''}. {use}",
                clause=most.clause,
                submitted=str(count),
                allowed=f"at most {most.value}",
                nearest=None if drawn else str(most.value),
            )
        elif count == 0:
            clause = due["place"].clause if "place" in due else most.clause
            yield rule.finding(
                path,
                f"The {name} has its positions on the layout ({clause}). You entered 0, so nobody can "
                f"make it. Enter how many there are.",
                clause=clause,
                submitted="0",
                allowed="at least 1",
            )


def _agree(bet: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    """Positions stated against those drawn, and against those at each end."""
    path = f"layout.{bet}.positions"
    own, name = stated_at(path, ruleset), _name(bet, ruleset.edition)
    drawn, per_end = len(_drawn(bet, ruleset)), stated_at(f"layout.{bet}.positions_per_end", ruleset)
    one_for_all = drawn == 1 and _place(bet, ruleset.edition) == "boxperson"
    if drawn not in (0, own) and not one_for_all:
        yield rule.finding(
            path,
            f"You state {own} positions for the {name}, while your layout draws {drawn} "
            f"({rule.clause}). State the number that is drawn.",
            submitted=str(own),
            allowed=f"{drawn}, as drawn",
            nearest=str(drawn),
        )
    if per_end is not None and own > 2 * per_end:
        message = (
            f"You state {own} positions for the {name}, but only {per_end} at each of two ends "
            f"({rule.clause}). Use at most {2 * per_end}."
        )
        yield too_many(rule, path, own, 2 * per_end, message)


def _bonus_agree(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    own = stated_at("layout.bonus.areas", ruleset)
    drawn = {area["wager"] for area in _drawn("bonus", ruleset)}
    if drawn and drawn != set(own):
        stated, shown = (
            listed([ruleset.edition.name_of(wager) for wager in SIDE_BETS["bonus"] if wager in some])
            for some in (own, drawn)
        )
        nearest = [wager for wager in own if wager in drawn]
        yield rule.finding(
            "layout.bonus.areas",
            f"You state areas for {stated or 'none of the bonus bets'}, while your layout draws areas for "
            f"{shown} ({rule.clause}). State what is drawn.",
            submitted=list(own),
            allowed="the areas that are drawn",
            nearest=[*nearest, *(w for w in SIDE_BETS["bonus"] if w in drawn and w not in own)],
        )


def _drawn(bet: str, ruleset: RuleSet) -> list[Mapping[str, Any]]:
    """The areas drawn for a side bet: each is one position."""
    areas = stated_at("layout.areas", ruleset) or ()
    return [area for area in areas if area["wager"] in SIDE_BETS[bet]]


def _drawn_at_ends(bet: str, ruleset: RuleSet) -> tuple[int, int]:
    """How many of them lie left and right of the layout's middle."""
    layout = ruleset.stated["layout"]
    areas = layout.get("areas", ())
    width = layout.get("width") or max((area["x"] + area["w"] for area in areas), default=0)
    twice_middles = [2 * area["x"] + area["w"] for area in _drawn(bet, ruleset)]
    return sum(at < width for at in twice_middles), sum(at > width for at in twice_middles)


def _name(bet: str, edition: Edition) -> str:
    """The document's own name; the three bonus bets have one name together."""
    return say("rules.bonus_bet") if bet == "bonus" else named(f"{{{bet}}}", edition)


def _place(bet: str, edition: Edition) -> str:
    place = due_at(f"layout.{bet}.place", edition)
    return place.value if place else ""


# Where they are, and what is beside them -------------------------------------------------------------------


NOTICE = "The inside wall tells every player {name} ({clause}). Yours does not. Add it."
BONUS_AREA = (
    "There is an area in front of the boxperson for the {name} ({clause}). Your layout does not have it. "
    "Add it."
)


def _marker_spots(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.layout["bonus"]["marker_spots"]
    own = ruleset.stated["layout"]["bonus"]["marker_spots"]
    right: list[Json] = [str(number) for number in due.value]
    missing = [number for number in due.value if number not in own]
    extra = [number for number in own if number not in due.value]
    if missing or extra:
        what = f"lack {listed(missing)}" if missing else f"also have {listed(extra)}"
        yield rule.finding(
            "layout.bonus.marker_spots",
            f"Markers have a spot on each of {listed(due.value)} ({due.clause}). Yours {what}.",
            judged="The document does not mention more: this is for the regulator to judge.",
            severity=BREACH if missing else REFER,
            submitted=[str(number) for number in own],
            allowed=right,
            nearest=right,
        )


# When the rule set says enough to be held to it, and the constraint in a sentence ---------------------------


def _says(bet: str, field: str, ruleset: RuleSet) -> bool:
    return is_stated(f"layout.{bet}.{field}", ruleset) and _is_offered(bet, ruleset)


def _says_or_draws(bet: str, field: str, ruleset: RuleSet) -> bool:
    if "layout" not in ruleset.stated:
        return False
    says = is_stated(f"layout.{bet}.{field}", ruleset) or bool(_drawn(bet, ruleset))
    return says and _is_offered(bet, ruleset)


def _is_offered(bet: str, ruleset: RuleSet) -> bool:
    return any(wager in ruleset.offered for wager in SIDE_BETS[bet])


def _count_clauses(bet: str, field: str, edition: Edition) -> list[str]:
    most = clauses_at(f"layout.{bet}.{field}", edition)
    return [*most, *clauses_at(f"layout.{bet}.place", edition)] if most else []


def _count_text(bet: str, field: str, edition: Edition) -> str:
    most = edition.layout[bet][field].value
    told = "rules.count_per_end" if field == "positions_per_end" else "rules.count"
    return say(told, name=_name(bet, edition), most=most)


def _agree_text(bet: str, edition: Edition) -> str:
    return say("rules.agree", name=_name(bet, edition))


def _notice_text(edition: Edition) -> str:
    notices = [named(WALL_NOTICES[notice], edition) for notice in edition.layout["fire"]["wall_notice"]]
    return say("rules.notice", notices=listed(notices))


def _bonus_text(edition: Edition) -> str:
    names = [edition.name_of(wager) for wager in edition.layout["bonus"]["areas"]]
    return say("rules.bonus_areas", names=listed(names))


def _spots_text(edition: Edition) -> str:
    return say("rules.marker_spots", numbers=listed(edition.layout["bonus"]["marker_spots"].value))


SENTENCES: Mapping[str, str] = Words("rules.SIDE_BETS")


def _field(bet: str, name: str, text: Callable[[Edition], str], find: Find) -> Check:
    return field_check(f"layout.{bet}.{name}", text, find, partial(_says, bet, name))


def _yes(bet: str, field: str, words: str) -> Check:
    return flag(f"layout.{bet}.{field}", words, partial(_says, bet, field))


def _where(bet: str, field: str) -> Check:
    """Where the bet is placed or its payouts are posted."""
    path = f"layout.{bet}.{field}"

    def text(edition: Edition) -> str:
        choice = SIDE_BET_PLACES[due_at(path, edition).value]
        return SENTENCES[field].format(bet=_name(bet, edition), choice=choice)

    return _field(bet, field, text, partial(wrong_choice, path, SIDE_BET_PLACES, text))


def _count(bet: str, field: str, find: Callable[[str, RuleSet, Rule], Iterator[Finding]]) -> Check:
    return Check(
        f"layout.{bet}.{field}",
        partial(_count_clauses, bet, field),
        partial(_count_text, bet, field),
        partial(find, bet),
        partial(_says_or_draws, bet, field),
    )


def _agreement(bet: str) -> Check:
    return Check(
        f"layout.{bet}.agree",
        partial(clauses_at, f"layout.{bet}.positions"),
        partial(_agree_text, bet),
        partial(_agree, bet),
        partial(_says, bet, "positions"),
        REFER,
    )


SIDE_BET_CHECKS: tuple[Check, ...] = (
    *(
        check
        for bet in ("fire", "sharpshooter")
        for check in (
            _count(bet, "positions", _positions),
            _count(bet, "positions_per_end", _positions_per_end),
            _agreement(bet),
            _where(bet, "place"),
            _where(bet, "schedule_place"),
        )
    ),
    _yes("fire", "circles", "rules.circles"),
    _yes("fire", "clockwise", "rules.clockwise"),
    _yes("fire", "relocation_area", "rules.relocation"),
    _yes("fire", "relocation_numbered", "rules.numbered"),
    _yes("fire", "markers_distinct", "rules.fire_markers"),
    _field(
        "fire",
        "wall_notice",
        _notice_text,
        partial(incomplete, "layout.fire.wall_notice", NOTICE, WALL_NOTICES),
    ),
    _field("bonus", "areas", _bonus_text, partial(incomplete, "layout.bonus.areas", BONUS_AREA, {})),
    Check(
        "layout.bonus.agree",
        partial(clauses_at, "layout.bonus.areas"),
        lambda edition: say("rules.bonus_agree"),
        _bonus_agree,
        partial(_says, "bonus", "areas"),
        REFER,
    ),
    _where("bonus", "place"),
    _yes("bonus", "markers_distinct", "rules.bonus_markers"),
    _field("bonus", "marker_spots", _spots_text, _marker_spots),
    _yes("bonus", "odds_shown", "rules.odds_shown"),
)
