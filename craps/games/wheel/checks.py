"""What the documents on wheels of fortune ask of a rule set."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from craps.checks.fields import flag
from craps.checks.finding import REFER, Check, Finding, Rule, ratio
from craps.edition import Edition
from craps.games import checks
from craps.games.wheel.terms import EQUAL, SPACE, pays, spaces
from craps.messages import say
from craps.money import odds_text
from craps.ruleset import RuleSet
from craps.vocabulary import listed

if TYPE_CHECKING:
    from craps.games.round_game import RoundGame


def _equal_kinds(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    """Two kinds with as many spaces and different payouts."""
    first: dict[int, str] = {}
    for kind, count in spaces(ruleset).items():
        other = first.setdefault(count, kind)
        own, due = pays(ruleset)[kind], pays(ruleset)[other]
        if own != due:
            yield rule.finding(
                f"wheel.payouts.{kind}",
                f"{rule.text[:-1]} ({rule.clause}). {other} and {kind} both have {count}, and pay "
                f"{odds_text(due)} and {odds_text(own)}. Pay both the same, or give one another number.",
                submitted=ratio(own),
                allowed=f"{ratio(due)}, as {other}",
                nearest=ratio(due),
                reading=_reading(ruleset.edition),
            )


def _equal_totals(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    """Two payouts with as many spaces, of all their kinds together."""
    total: dict[Fraction, int] = {}
    for kind, paid in pays(ruleset).items():
        total[paid] = total.get(paid, 0) + spaces(ruleset)[kind]
    first: dict[int, Fraction] = {}
    for paid, count in total.items():
        other = first.setdefault(count, paid)
        if other != paid:
            kinds = [kind for kind, each in pays(ruleset).items() if each == paid]
            yield rule.finding(
                f"wheel.spaces.{kinds[-1]}",
                f"{rule.text[:-1]} ({rule.clause}). The spaces that pay {odds_text(other)} and those that "
                f"pay {odds_text(paid)} ({listed(kinds)}) are {count} each. Give one payout another number.",
                submitted=str(spaces(ruleset)[kinds[-1]]),
                allowed=f"not {count} spaces in all for {ratio(paid)}",
                reading=_reading(ruleset.edition),
            )


def _reading(edition: Edition) -> str:
    return EQUAL if EQUAL in edition.readings else ""


def _equal(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    find = _equal_kinds if ruleset.edition.reads(EQUAL) == "kind" else _equal_totals
    return find(ruleset, rule)


def _equal_text(edition: Edition) -> str:
    if edition.reads(EQUAL) == "kind":
        return say("games.wheel.equal_kinds")
    return say("games.wheel.equal_totals")


def _without_area(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    drawn = {area.get("space") for area in ruleset.stated["layout"]["areas"] if area["wager"] == SPACE}
    for kind in spaces(ruleset):
        if kind not in drawn:
            yield rule.finding(
                "layout.areas",
                f"{rule.text[:-1]} ({rule.clause}). Your layout has no area for space {kind}. Add one.",
                submitted=None,
                allowed=f"an area for space {kind}",
            )


def _no_such_space(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    for place, area in enumerate(ruleset.stated["layout"]["areas"]):
        kind = area.get("space")
        if kind not in spaces(ruleset):
            name = "no space" if kind is None else f"{kind}, which the wheel does not have"
            yield rule.finding(
                f"layout.areas[{place}]",
                f"An area is for a space of the wheel ({rule.clause}). This one names {name}.",
                judged="This is for the regulator to judge.",
                submitted=kind,
                allowed="a space of the wheel",
            )


def _has_areas(ruleset: RuleSet) -> bool:
    return "areas" in ruleset.stated.get("layout", ())


def _layout_clause(edition: Edition) -> list[str]:
    return [edition.layout["areas"]]


def checks_of(game: RoundGame) -> tuple[Check, ...]:
    return (
        *checks.COMMON,
        Check(
            "wheel.equal_spaces",
            lambda edition: [edition.own["wheel"]["equal_spaces"]],
            _equal_text,
            _equal,
            spaces,
        ),
        Check(
            "layout.spaces",
            _layout_clause,
            lambda edition: say("games.wheel.areas"),
            _without_area,
            _has_areas,
        ),
        Check(
            "layout.other_spaces",
            _layout_clause,
            lambda edition: say("games.wheel.own_areas"),
            _no_such_space,
            _has_areas,
            REFER,
            "rules.any_other",
        ),
        checks.bound("table.revolutions", "at least", "games.wheel.turns"),
        flag("table.alternate_direction", "games.wheel.direction"),
        flag("table.dealer_bets", "games.wheel.dealer_bets"),
    )
