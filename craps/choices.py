"""What a document leaves to the operator: the choices that a submission has to state.

A field that is not stated is no finding of a check, which takes the edition's baseline there. But a baseline
is ours, not the operator's: rules that leave a choice unsaid are not complete. A choice exists where an
edition's data give a range or alternatives. What a document fixes, or does not speak of, is not asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from craps.dice import POINTS
from craps.edition import Edition, OddsRule, VigRule
from craps.games import game_of
from craps.money import percent_text
from craps.ruleset import RuleSet
from craps.vocabulary import listed
from craps.wagers import ODDS_OF

_NAMED = 3  # optional wagers; if there are more, the document lists what may be offered


class Choice(NamedTuple):
    """A choice that is not stated: where, what to say, and the clause that leaves it to the operator."""

    path: str
    clause: str
    message: str


def owed(ruleset: RuleSet) -> tuple[Choice, ...]:
    """Every choice that the edition leaves to the operator and the rule set does not state; the game knows.

    >>> from craps import load_ruleset
    >>> [choice.path for choice in owed(load_ruleset({"edition": "bc-craps"}))]
    ['wagers']
    >>> owed(load_ruleset({"edition": "sg-mbs-v2"}))
    ()
    """
    return tuple(game_of(ruleset.edition).owed(ruleset))


def left_open(ruleset: RuleSet) -> tuple[str, ...]:
    """The path of every choice that the edition leaves to the operator for these wagers, stated or not.

    >>> from craps import load_ruleset
    >>> left_open(load_ruleset({"edition": "bc-craps", "wagers": ["pass_line"]}))
    ('wagers',)
    """
    edition = ruleset.edition
    stated = game_of(edition).first_draft(edition) | {"wagers": tuple(ruleset.offered)}
    choices = [choice.path for choice in owed(RuleSet(edition, MappingProxyType(stated)))]
    return (*["wagers"] * bool(optional_wagers(edition)), *choices)


def craps_owed(ruleset: RuleSet) -> Iterator[Choice]:
    """The choices of craps."""
    yield from owed_wagers(ruleset)
    yield from _odds(ruleset)
    yield from _excess(ruleset)
    yield from _cash(ruleset)
    yield from _vig(ruleset)
    yield from _paytables(ruleset)


def optional_wagers(edition: Edition) -> tuple[str, ...]:
    """The wagers that the document lets the operator offer or leave out."""
    return tuple(wager for wager, rule in edition.wagers.items() if rule.left_out.value == "fine")


def owed_wagers(ruleset: RuleSet) -> Iterator[Choice]:
    """Which of the optional wagers are offered, in any game."""
    edition = ruleset.edition
    optional = optional_wagers(edition)
    if "wagers" in ruleset.stated or not optional:
        return
    clause = ", ".join(dict.fromkeys(edition.wagers[wager].left_out.clause for wager in optional))
    if len(optional) > _NAMED:
        which = "among those that the document lists"
    else:
        which = f"whether to offer {listed([edition.name_of(wager) for wager in optional])}"
    yield Choice("wagers", clause, f"State which wagers you offer: you may choose {which} ({clause}).")


def _odds(ruleset: RuleSet) -> Iterator[Choice]:
    for flat, rule in ruleset.edition.odds.items():
        points = [point for point in POINTS if rule.least[point].value < rule.most[point].value]
        if not points or ODDS_OF[flat] not in ruleset.offered:
            continue
        stated = ruleset.stated.get("odds", {}).get(flat, {}).get("multiples")
        if stated is not None and not isinstance(stated, Mapping):
            continue
        missing = [point for point in points if str(point) not in (stated or {})]
        if missing:
            name, on = ruleset.edition.name_of(flat), f" on {listed(missing)}" if stated else ""
            clause = rule.most[missing[0]].clause
            message = f"State the odds on {name}{on}: you may choose {_range(rule, missing)} ({clause})."
            yield Choice(f"odds.{flat}.multiples", clause, message)


def _range(rule: OddsRule, points: list[int]) -> str:
    least = min(rule.least[point].value for point in points)
    most = max(rule.most[point].value for point in points)
    return f"{least}× to {most}×"


def _excess(ruleset: RuleSet) -> Iterator[Choice]:
    """Whether odds may pass their limit for a payable unit, where the operator may refuse that."""
    for flat, rule in ruleset.edition.odds.items():
        chosen = rule.excess.value != "none" and rule.without_excess.value == "fine"
        stated = ruleset.stated.get("odds", {}).get(flat, {})
        if chosen and ODDS_OF[flat] in ruleset.offered and "excess" not in stated:
            clause = rule.excess.clause
            message = (
                f"State whether odds on {ruleset.edition.name_of(flat)} may exceed their limit as far as a "
                f"payable unit needs: you may accept that or not ({clause})."
            )
            yield Choice(f"odds.{flat}.excess", clause, message)


def _cash(ruleset: RuleSet) -> Iterator[Choice]:
    making, stated = ruleset.edition.making, ruleset.stated.get("making", {})
    if making.called_with_cash and making.cash_is_a_choice and "called_with_cash" not in stated:
        clause = making.called_with_cash.clause
        message = f"State whether you take called bets with cash: you may choose ({clause})."
        yield Choice("making.called_with_cash", clause, message)


def _vig(ruleset: RuleSet) -> Iterator[Choice]:
    for wager, rule in ruleset.edition.vig.items():
        if wager not in ruleset.offered or wager not in ruleset.edition.wagers:
            continue
        stated = ruleset.stated.get("vig", {}).get(wager, {})
        if str(stated.get("rate")) == "0":  # none is taken: nothing else to say about it
            continue
        for field, clause, message in _vig_choices(ruleset.edition, wager, rule, stated.get("collect")):
            if field not in stated:
                yield Choice(f"vig.{wager}.{field}", clause, f"State {message} ({clause}).")


def _vig_choices(
    edition: Edition, wager: str, rule: VigRule, collect: str | None
) -> Iterator[tuple[str, str, str]]:
    """Field, clause and words of each choice about vigorish; a cap leaves both rate and base to choose."""
    name = edition.name_of(wager)
    if len(rule.collect.value) > 1:
        clause = (edition.two_vig_ways or rule.collect).clause
        yield "collect", clause, f"when vigorish on the {name} is taken: you may choose the procedure"
    if rule.rate.kind == "at most":
        rate, base, cap = rule.rate.clause, rule.base.clause, percent_text(rule.rate.value)
        words = f"you may choose up to {cap}"
        if collect == "win" and rule.open_on_win:
            rate = base = rule.open_on_win
            words = "the document names none"
        yield "rate", rate, f"the rate of vigorish on the {name}: {words}"
        yield "base", base, f"what vigorish on the {name} is calculated on"


def _paytables(ruleset: RuleSet) -> Iterator[Choice]:
    for name, choice in ruleset.edition.paytables.items():
        paid = [wager for wager in choice.tables[choice.baseline] if wager in ruleset.offered]
        if len(choice.tables) < 2 or not paid or name in ruleset.stated.get("paytables", {}):
            continue
        wagers = listed([ruleset.edition.name_of(wager) for wager in paid])
        tables = listed(tuple(choice.tables), "or")
        message = f"State the pay table of {wagers}: you may choose {tables} ({choice.clause})."
        yield Choice(f"paytables.{name}", choice.clause, message)
