"""The side bets' own fields of the layout: places, notices, markers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from craps.checks.fields import Missing, at_most, clauses_at, flag, is_stated, lacking
from craps.checks.finding import BREACH, REFER, Check, Find, Finding, Rule
from craps.codec import Json
from craps.edition import Edition
from craps.ruleset import RuleSet
from craps.vocabulary import WALL_NOTICES, listed

# The wagers of each side bet, by its name in the contract.
SIDE_BETS = {"fire": ("fire",), "bonus": ("all_small", "all_or_nothing", "all_tall")}


def _positions(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    due = ruleset.edition.layout["fire"]["positions"]
    own = ruleset.stated["layout"]["fire"]["positions"]
    if own > due.value:
        message = (
            f"At most {due.value} areas take fire bets ({due.clause}). You entered {own}. Use {due.value}."
        )
        yield at_most("layout.fire.positions", rule, own, due.value, message)


def _wall_notice(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    own = ruleset.stated["layout"]["fire"]["wall_notice"]
    missing = [
        Missing(
            notice,
            clause,
            f"The inside wall tells every player {WALL_NOTICES[notice]} ({clause}). Yours does not. "
            f"Add {notice}.",
        )
        for notice, clause in ruleset.edition.layout["fire"]["wall_notice"].items()
        if notice not in own
    ]
    yield from lacking(rule, "layout.fire.wall_notice", own, missing)


def _bonus_areas(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    own = ruleset.stated["layout"]["bonus"]["areas"]
    missing = [
        Missing(
            wager,
            clause,
            f"There is an area before the boxperson for the {ruleset.edition.name_of(wager)} ({clause}). "
            f"Your layout does not have it. Add {wager}.",
        )
        for wager, clause in ruleset.edition.layout["bonus"]["areas"].items()
        if wager in ruleset.offered and wager not in own
    ]
    yield from lacking(rule, "layout.bonus.areas", own, missing)


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


# When the rule set says enough to be held to it, and the constraint in a sentence ---------------------------


def _says(bet: str, field: str, ruleset: RuleSet) -> bool:
    offered = any(wager in ruleset.offered for wager in SIDE_BETS[bet])
    return offered and is_stated(f"layout.{bet}.{field}", ruleset)


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


def _field(bet: str, field: str, text: Callable[[Edition], str], find: Find) -> Check:
    path = f"layout.{bet}.{field}"
    return Check(path, partial(clauses_at, path), text, find, partial(_says, bet, field))


def _yes(bet: str, field: str, words: str) -> Check:
    return flag(f"layout.{bet}.{field}", words, partial(_says, bet, field))


SIDE_BET_CHECKS: tuple[Check, ...] = (
    _field("fire", "positions", _positions_text, _positions),
    _yes("fire", "clockwise", CLOCKWISE),
    _yes("fire", "relocation_area", RELOCATION),
    _field("fire", "wall_notice", _notice_text, _wall_notice),
    _field("bonus", "areas", _bonus_text, _bonus_areas),
    _field("bonus", "marker_spots", _spots_text, _marker_spots),
    _yes("bonus", "odds_shown", ODDS_SHOWN),
)
