"""Constraints that the games played in rounds share: wagers, payouts, decks, figures of the table, limits.

A game picks those that its documents state and adds its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from craps.checks import CHECKS
from craps.checks.fields import due_at, is_stated, stated_at
from craps.checks.finding import REFER, Check, Finding, Rule, ratio
from craps.codec import Json
from craps.edition import Edition
from craps.measures import bounded
from craps.messages import say, template
from craps.money import Exact, amount_text, number_text, odds_text
from craps.ruleset import RuleSet
from craps.runs import outcome, worth

if TYPE_CHECKING:
    from craps.games.round_game import RoundGame

# What is asked of every game alike; an edition has those of them that it cites a clause for.
_COMMON = (
    "wagers.left_out",
    "wagers.supported",
    "limits.room",
    "layout.on_table",
    "layout.overlap",
    "layout.not_offered",
)
COMMON: tuple[Check, ...] = tuple(check for check in CHECKS if check.key in _COMMON)
NOBODY = next(check for check in CHECKS if check.key == "table.nobody")

BOUNDS: dict[str, Callable[[Exact, Exact], bool]] = {
    "at most": lambda own, due: own <= due,
    "at least": lambda own, due: own >= due,
    "exactly": lambda own, due: own == due,
}


def bound(path: str, kind: str, words: str) -> Check:
    """A figure of the table; ``words``, a message, state the rule with the document's figure at {figure}."""

    def text(edition: Edition) -> str:
        figure = bounded(kind, number_text(due_at(path, edition).value))
        return say("rules.sentence", words=template(words).format(figure=figure))

    def find(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
        due, own = due_at(path, ruleset.edition), stated_at(path, ruleset)
        if not BOUNDS[kind](own, due.value):
            yield rule.finding(
                path,
                f"{rule.text[:-1]} ({due.clause}). You entered {number_text(own)}. "
                f"Use {number_text(due.value)}.",
                submitted=str(own),
                allowed=f"{kind} {due.value}",
                nearest=str(due.value),
            )

    def clauses(edition: Edition) -> list[str]:
        due = due_at(path, edition)
        return [due.clause] if due else []

    return Check(path, clauses, text, find, partial(is_stated, path))


# Decks ---------------------------------------------------------------------------------------------------


def _decks_text(edition: Edition) -> str:
    least, most = (edition.own["cards"][name].value for name in ("least", "most"))
    return say("rules.decks", least=least, most=most)


def _decks(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    cards, own = ruleset.edition.own["cards"], ruleset.stated["decks"]
    least, most = cards["least"], cards["most"]
    if own < least.value or own > most.value:
        due = least if own < least.value else most
        yield rule.finding(
            "decks",
            f"{rule.text[:-1]} ({due.clause}). You entered {own}. Use {due.value}.",
            clause=due.clause,
            submitted=str(own),
            allowed=str(least.value) if least.value == most.value else f"{least.value} to {most.value}",
            nearest=str(due.value),
        )


DECKS = Check(
    "cards.decks",
    lambda edition: [edition.own["cards"][name].clause for name in ("least", "most")],
    _decks_text,
    _decks,
    lambda ruleset: "decks" in ruleset.stated,
)


# Payouts -------------------------------------------------------------------------------------------------


def payout_checks(
    game: RoundGame, wager_of: Callable[[str], str], winning: Callable[[str], list[dict[str, Json]]]
) -> tuple[Check, ...]:
    """One constraint for each payout: exactly what is printed. ``winning`` gives a round that wins it."""
    return tuple(_payout_check(game, key, wager_of(key), winning) for key in game.paid)


def _payout_check(
    game: RoundGame, key: str, wager: str, winning: Callable[[str], list[dict[str, Json]]]
) -> Check:
    def find(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
        own: Fraction = ruleset.stated["payouts"][key]
        due = game.due(ruleset.edition, key)
        if own != due.value:
            right = {**ruleset.stated, "payouts": {**ruleset.stated["payouts"], key: due.value}}
            title = f"{game.paid[key].capitalize()}: a round that wins it"
            yield rule.finding(
                f"payouts.{key}",
                f"{rule.text[:-1]} ({due.clause}). You pay {odds_text(own)}. Use {ratio(due.value)}.",
                clause=due.clause,
                submitted=ratio(own),
                allowed=ratio(due.value),
                nearest=ratio(due.value),
                reading=game.reading_of(ruleset.edition, key),
                demonstrate=partial(demonstrate, game, ruleset, right, title, winning(key)),
            )

    def text(edition: Edition) -> str:
        words = game.paid[key]
        pays = odds_text(game.due(edition, key).value)
        return say("rules.pays", name=f"{words[:1].upper()}{words[1:]}", tables=pays)

    return Check(
        f"payouts.{key.replace(':', '_')}",
        lambda edition: [game.due(edition, key).clause],
        text,
        find,
        lambda ruleset: wager in ruleset.offered and key in ruleset.stated.get("payouts", ()),
    )


def demonstrate(
    game: RoundGame, ruleset: RuleSet, right: dict[str, Any], title: str, events: list[dict[str, Json]]
) -> dict[str, Json] | None:
    """A round settled as submitted and as the edition has it; None where it comes to the same."""
    read = game.read_events(events, ruleset)
    sides = [dict(ruleset.stated), right]
    own, due = (
        game.settle(
            RuleSet(ruleset.edition, MappingProxyType({k: v for k, v in side.items() if k not in _ASIDE})),
            read,
        )
        for side in sides
    )
    difference = worth(own) - worth(due)
    if difference == 0:
        return None
    much = f"{amount_text(max(difference, -difference))} {'more' if difference > 0 else 'less'}"
    return {
        "title": f"{title}.",
        "events": events,
        "submitted": outcome(own),
        "edition": outcome(due),
        "difference": str(difference),
        "sentence": f"As submitted the player ends with {much} than under the edition.",
    }


_ASIDE = ("limits", "chip_unit", "wagers")  # they would only get in the way of an example's amounts


# Limits of a wager that is as much as another one -----------------------------------------------------------


def matched_limits(wager: str, first: str) -> Check:
    """``wager`` is as much as ``first``: the regulator judges limits that keep a player from that."""

    def cited(edition: Edition) -> list[str]:
        return [edition.own["play"]["equal"]]

    def text(edition: Edition) -> str:
        one, other = edition.name_of(wager), edition.name_of(first)
        return say("rules.as_much", one=one, other=other)

    def find(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
        own, other, name = ruleset.limits(wager), ruleset.limits(first), ruleset.edition.name_of
        wrong = {
            "min": own.min is not None and own.min > (other.min or 0),
            "max": own.max is not None and (other.max is None or own.max < other.max),
            "increment": own.increment is not None
            and (other.increment is None or bool(other.increment % own.increment)),
        }
        for field in (name for name, is_wrong in wrong.items() if is_wrong):
            due, value = getattr(other, field), getattr(own, field)
            yield rule.finding(
                f"limits.{wager}.{field}",
                f"{name(wager)} is as much as {name(first)} ({rule.clause}). "
                f"The limit of {number_text(value)} keeps some players from it.",
                judged="This is for the regulator to judge.",
                submitted=str(value),
                allowed=f"as for {name(first)}" if due is None else str(due),
                nearest=None if due is None else str(due),
            )

    return Check(
        f"limits.{wager}",
        cited,
        text,
        find,
        lambda ruleset: wager in ruleset.offered and wager in ruleset.stated.get("limits", ()),
        REFER,
    )
