"""Subjects: what an example is about, and the clauses of an edition behind it.

A subject is a path of a rule set (``vig.buy``, ``odds.come``), of how bets are made (``making.contract``) or
of a reading (``readings.on-marker``); after a colon stands one number, pair or side of it: ``odds.come:4``,
``wagers.dont_pass:pushes``. The clauses are looked up in the edition, so that a midi table or a drafted
edition cites its own numbers. ``money_subjects`` lists every subject that decides money.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from craps.edition import Edition
from craps.edition_codec import Cited
from craps.games import game_of
from craps.readings import MONEY


def clauses_of(edition: Edition, subject: str) -> tuple[str, ...]:
    """The edition's clauses behind a subject, ``vig.buy`` or, for one number, ``odds.come:4``; () if silent.

    >>> from craps.editions import load_edition
    >>> clauses_of(load_edition("bc-midi"), "vig.buy"), clauses_of(load_edition("bc-midi"), "odds.come:4")
    (('4/7.4.5',), ('4/7.1.2.a',))
    >>> clauses_of(load_edition("nz-1998"), "wagers.dont_pass:pushes")
    ('4.1(b)(iii)',)
    """
    return tuple(dict.fromkeys(filter(None, game_of(edition).clauses_of(edition, subject))))


def money_subjects(edition: Edition) -> Iterator[str]:
    """Every subject of an edition that decides who gets how much: what is paid and lost, how much may be bet,
    the vigorish, when a bet is on, what may be raised or taken down, and the readings of all that."""
    return game_of(edition).money_subjects(edition)


def reading_clauses(edition: Edition, name: str, _: str = "") -> Iterator[str]:
    """The clauses behind a reading, in every game."""
    if reading := edition.readings.get(name):
        yield from reading.clauses


# Craps ---------------------------------------------------------------------------------------------------


def craps_clauses(edition: Edition, subject: str) -> Iterator[str]:
    path, _, slot = subject.partition(":")
    head, _, name = path.partition(".")
    return _CITED[head](edition, name, slot) if head in _CITED else iter(())


def craps_money_subjects(edition: Edition) -> Iterator[str]:
    for wager in edition.wagers:
        yield f"payouts.{wager}"
        yield from (f"wagers.{wager}:{side}" for side in SIDES)
        yield f"limits.{wager}"
    yield from (f"odds.{flat}" for flat in edition.odds)
    for wager in edition.vig:
        yield from (f"vig.{wager}", f"vig.{wager}.refund_on_removal", f"vig.{wager}.open_on_win")
    yield from (f"come_out.{wager}" for wager in edition.come_out)
    for name, choice in edition.paytables.items():
        yield from (f"paytables.{name}.{table}" for table in choice.tables)
    yield from (f"making.{name}" for name in MAKING)
    yield from (f"readings.{name}" for name, reading in edition.readings.items() if reading.kind == MONEY)


# Where the clauses stand ---------------------------------------------------------------------------------

# The sides of a wager's rule that a subject may name, as in wagers.fire:remove.
SIDES = (
    "moves",
    "loses",
    "loses_point",
    "wins_point",
    "pushes",
    "when",
    "not_on",
    "needs",
    "raises",
    "stays",
    "remove",
    "reduce",
)
MAKING = (
    "pass_after_point",
    "come_raise",
    "contract",
    "contract_come",
    "dont_raise",
    "dont_come_raise",
    "after_point",
    "no_call",
    "no_call_on_point",
    "limits",
    "posted",
)
# Sides that are the wager's own clause where the document has no other.
_BY_DEFAULT = ("moves", "pushes", "when", "not_on")


def _odds(edition: Edition, path: str, point: str) -> Iterator[str]:
    flat, _, part = path.partition(".")
    rule = edition.odds.get(flat)
    if rule is None:
        return
    if point:
        yield from (rule.most[int(point)].clause, rule.least[int(point)].clause)
    elif part:
        yield getattr(rule, part).clause
    else:
        yield from (rule.basis.clause, *(most.clause for most in rule.most.values()), rule.excess.clause)
        yield from (least.clause for least in rule.least.values())


def _vig(edition: Edition, path: str, _: str) -> Iterator[str]:
    wager, _, part = path.partition(".")
    if rule := edition.vig.get(wager):
        if part == "open_on_win":
            yield rule.open_on_win
        elif part != "refund_on_removal":
            yield from (rule.collect.clause, rule.rate.clause, rule.base.clause)
        elif rule.refund:
            yield rule.refund.clause


def _payouts(edition: Edition, wager: str, slot: str) -> Iterator[str]:
    rule = edition.wagers.get(wager)
    if rule and rule.shares:
        yield rule.shares
    elif rule:
        chosen = (choice.tables[choice.baseline].get(wager, {}) for choice in edition.paytables.values())
        for pays in (rule.pays, *chosen):
            yield from _slots(pays, slot)


def _paytables(edition: Edition, path: str, slot: str) -> Iterator[str]:
    name, _, table = path.partition(".")
    if choice := edition.paytables.get(name):
        yield choice.clause
        for pays in choice.tables.get(table or choice.baseline, {}).values():
            yield from _slots(pays, slot)


def _slots(pays: Mapping[str, Cited[Any]], slot: str) -> Iterator[str]:
    yield from (cited.clause for key, cited in pays.items() if slot in ("", key))


def _come_out(edition: Edition, wager: str, slot: str) -> Iterator[str]:
    """Of being on or off, and of calling it on or off; for one number the clause of its own."""
    if rule := edition.come_out.get(wager):
        if slot in rule.clauses:
            yield rule.clauses[slot]
        else:
            yield from (rule.state.clause, rule.call.clause, *rule.clauses.values())


def _limits(edition: Edition, wager: str, _: str) -> Iterator[str]:
    """Least, most and step, and the units an edition asks for."""
    if rule := edition.wagers.get(wager):
        bounds = (rule.min, rule.max, rule.increment, rule.chips, rule.fewest_chips)
        yield from (bound.clause for bound in bounds if bound)
        yield from (unit.clause for units in (rule.multiple, rule.wrong_unit) for unit in units.values())


def _wagers(edition: Edition, wager: str, side: str) -> Iterator[str]:
    """The wager's own clause, or those of one side of its rule."""
    rule = edition.wagers.get(wager)
    if rule is None:
        return
    if not side:
        yield rule.clause
    elif side == "loses":
        yield from rule.loses.values() or (rule.clause,)
    else:
        value = getattr(rule, side)
        clause = value if isinstance(value, str) else value.clause if value else ""
        if side not in _BY_DEFAULT or clause != rule.clause:
            yield clause


def _making(edition: Edition, name: str, slot: str) -> Iterator[str]:
    value = getattr(edition.making, name)
    if isinstance(value, Mapping):
        yield from (clause for key, clause in value.items() if slot in ("", key))
    else:
        yield value if isinstance(value, str) else value.clause


_CITED: Mapping[str, Callable[[Edition, str, str], Iterator[str]]] = {
    "odds": _odds,
    "vig": _vig,
    "payouts": _payouts,
    "come_out": _come_out,
    "paytables": _paytables,
    "limits": _limits,
    "wagers": _wagers,
    "making": _making,
    "readings": reading_clauses,
}
