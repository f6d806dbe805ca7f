"""Whether the limits of a wager leave an amount that may be bet: with its units, its step and the chips.

A limit outside the document's own is a finding of its own; here it counts as if it were mended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

from craps.checks.finding import BREACH, REFER, Check, Finding, Rule
from craps.edition import Edition, WagerRule
from craps.edition_codec import Cited
from craps.messages import say
from craps.money import MAX_DIGITS, Exact, common_multiple, is_multiple, number_text, round_up, whole_if_it_is
from craps.ruleset import Limits, RuleSet
from craps.vocabulary import listed
from craps.wagers import CATALOGUE


class Unit(NamedTuple):
    """What the document makes amounts on some numbers of a wager multiples of; ``of`` is None: nothing."""

    numbers: tuple[str, ...]  # empty: on all of them
    of: Exact | None
    clause: str
    wrong_is_paid: bool = False  # other amounts are taken, and what is above a multiple is paid even money

    def on(self) -> str:
        return f" on {listed(self.numbers)}" if self.numbers else ""


def units(ruleset: RuleSet, wager: str) -> list[Unit]:
    """The document's units of a wager, numbers with the same one together."""
    rule = ruleset.rule(wager)
    if rule.chips:
        return [Unit((), rule.chips.value * ruleset.chip_unit, rule.chips.clause)]
    if ruleset.needs_even_units(wager):
        clause = ruleset.edition.readings["c-and-e-odd"].clauses[0]
        return [Unit((), 2 * ruleset.chip_unit, clause)]
    printed = {**rule.multiple, **rule.wrong_unit}
    if not printed:
        return [Unit((), None, "")]
    groups: dict[Cited[int] | None, list[str]] = {}
    for number in map(str, CATALOGUE[wager].numbers):
        groups.setdefault(printed.get(number), []).append(number)
    return [
        Unit(tuple(numbers), unit.value, unit.clause, numbers[0] in rule.wrong_unit)
        if unit
        else Unit(tuple(numbers), None, "")
        for unit, numbers in groups.items()
    ]


class _Room(NamedTuple):
    """The bounds within which an amount must lie, and everything it must be a multiple of."""

    least: Exact
    most: Exact
    chip: Exact
    unit: Exact | None
    step: Exact | None
    fewest: Exact

    def every(self, *parts: str) -> Exact | None:
        """The smallest amount that is a whole number of each of these."""
        amounts = [value for value in (getattr(self, part) for part in parts) if value]
        return reduce(common_multiple, amounts) if amounts else None

    @property
    def smallest(self) -> Exact:
        unit = self.every("chip", "unit", "step") or self.chip
        return max(round_up(max(self.least, self.fewest), unit), unit)

    def highest(self, *parts: str) -> Exact:
        """The largest amount up to the maximum that is a whole number of each of these; 0 for none."""
        unit = self.every(*parts)
        return self.most if unit is None else whole_if_it_is(self.most // unit * unit)


def _no_amount_fits(ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    by_the_table: dict[str, list[tuple[str, _Room, Exact | None]]] = {}
    for wager in ruleset.edition.catalogue:
        if wager not in ruleset.offered or not _is_limited(ruleset, wager):
            continue
        own = ruleset.limits(wager)
        if own.max is None or _takes_its_maximum(ruleset, wager, own):
            continue
        rooms = [(unit, _room(ruleset, wager, own, unit)) for unit in units(ruleset, wager)]
        tight = [(unit, room) for unit, room in rooms if room.smallest > room.most]
        if not tight:
            continue
        path, nearest = _mended(ruleset, wager, [room for _, room in tight])
        if path.startswith(_TABLE):
            by_the_table.setdefault(path, []).extend((wager, room, nearest) for _, room in tight)
            continue
        for unit, room in tight:
            yield _finding(ruleset, rule, wager, unit, room, path, nearest)
    for path, without_room in by_the_table.items():
        yield _table_finding(ruleset, rule, path, without_room)


def _takes_its_maximum(ruleset: RuleSet, wager: str, own: Limits) -> bool:
    """The common case, looked at first: chips are the only unit, and the maximum can be bet."""
    terms = ruleset.rule(wager)
    if terms.chips or terms.fewest_chips or terms.multiple or terms.wrong_unit or terms.min or terms.max:
        return False
    if own.max is None or own.increment or ruleset.needs_even_units(wager):
        return False
    return own.max >= max(own.min or 0, ruleset.chip_unit) and is_multiple(own.max, ruleset.chip_unit)


def _room(ruleset: RuleSet, wager: str, own: Limits, unit: Unit) -> _Room:
    terms = ruleset.rule(wager)
    step = own.increment
    if step and terms.increment and not is_multiple(step, terms.increment.value):
        step = round_up(step, terms.increment.value)
    fewest = terms.fewest_chips.value * ruleset.chip_unit if terms.fewest_chips else 0
    least, most = _within(own.min or 0, terms), _within(own.max or 0, terms)
    return _Room(least, most, ruleset.chip_unit, unit.of, step, fewest)


def _within(bound: Exact, terms: WagerRule) -> Exact:
    """A limit brought within the document's own."""
    if terms.min:
        bound = max(bound, terms.min.value)
    return min(bound, terms.max.value) if terms.max else bound


def _finding(
    ruleset: RuleSet, rule: Rule, wager: str, unit: Unit, room: _Room, path: str, nearest: Exact | None
) -> Finding:
    edition, terms = ruleset.edition, ruleset.rule(wager)
    clause = edition.making.limits or _unit_clause(unit, terms, room) or terms.clause
    stops = f"the maximum is {number_text(room.most)}"
    if terms.max and terms.max.value == room.most:
        stops = f"{terms.max.clause} stops at {number_text(room.most)}"
        if path == "chip_unit" or path.endswith(".increment"):
            clause = terms.max.clause
    smallest = f"the smallest bet is {number_text(room.smallest)}, and {stops}"
    name = f"{edition.name_of(wager)}{unit.on()}"
    if unit.wrong_is_paid:
        message = (
            f"No multiple of {number_text(unit.of or 1)} ({unit.clause}) fits the limits of {name}: "
            f"{smallest}. Every bet would be an incorrect unit, paid even money."
        )
    else:
        message = f"No amount fits the limits of {name}{_because(unit, terms, room, path)}: {smallest}."
        message += f" Nobody could make the bet that {clause} describes."
    if nearest is not None and path == "chip_unit":
        message += f" Use {number_text(nearest)}."
    return rule.finding(
        path,
        message,
        judged="Whether the house may set such limits is for the regulator to judge."
        if unit.wrong_is_paid
        else _SILENT,
        clause=clause,
        submitted=_submitted(ruleset, wager, path),
        allowed="a minimum at or below the maximum, with an amount between them",
        nearest=None if nearest is None or len(str(nearest)) > MAX_DIGITS else str(nearest),
    )


def _table_finding(
    ruleset: RuleSet, rule: Rule, path: str, without_room: list[tuple[str, _Room, Exact | None]]
) -> Finding:
    """One finding for all wagers that only the limits of the whole table leave without an amount."""
    edition, field = ruleset.edition, path.rpartition(".")[2]
    table = ruleset.stated["limits"]["table"]
    nearest = reduce(_TOGETHER[field], (value for _, _, value in without_room if value is not None))
    names = [edition.name_of(wager) for wager in dict.fromkeys(wager for wager, _, _ in without_room)]
    if len(names) > _MANY:
        names = [*names[:_MANY], f"{len(names) - _MANY} more"]
    needed = max(room.smallest for _, room, _ in without_room)
    message = (
        f"No amount fits the limits of the table for {listed(names)}: in their units and in chips the "
        f"smallest bet is {number_text(needed)}, and the maximum is {number_text(table['max'])}."
    )
    if "min" in table and table["min"] > table["max"]:
        message = (
            f"The minimum of the table, {number_text(table['min'])}, is above its maximum, "
            f"{number_text(table['max'])}: nobody could bet on {listed(names)}."
        )
    return rule.finding(
        path,
        f"{message} Use {number_text(nearest)}, or state limits of their own.",
        judged=_SILENT,
        clause=edition.making.limits or ruleset.rule(without_room[0][0]).clause,
        submitted=str(table[field]),
        allowed="limits that leave an amount for each wager",
        nearest=str(nearest) if len(str(nearest)) <= MAX_DIGITS else None,
    )


_SILENT = "The document is silent on this: it is for the regulator to judge."


def _because(unit: Unit, terms: WagerRule, room: _Room, path: str) -> str:
    if path == "chip_unit":
        return f" with chips of {number_text(room.chip)}"
    if path.endswith(".increment"):
        return f" in steps of {number_text(room.step or 1)}"
    if unit.of:
        return f" in units of {number_text(unit.of)} ({unit.clause})"
    if terms.fewest_chips and room.fewest > room.most:
        return f" of at least {terms.fewest_chips.value} chips ({terms.fewest_chips.clause})"
    return ""


def _unit_clause(unit: Unit, terms: WagerRule, room: _Room) -> str:
    if unit.clause:
        return unit.clause
    if terms.fewest_chips and room.fewest > room.most:
        return terms.fewest_chips.clause
    return terms.max.clause if terms.max else ""


def _mended(ruleset: RuleSet, wager: str, rooms: list[_Room]) -> tuple[str, Exact | None]:
    """The stated field by which all numbers without room get some, and its nearest value.

    A field comes first that none of the document's own limits forbids; without one there is no value.
    """
    ways = [_ways(ruleset, wager, room) for room in rooms]
    stated = ruleset.stated.get("limits", {}).get(wager, {})
    for field, one_for_all in _TOGETHER.items():
        if all(field in way for way in ways):
            return _path(wager, field, stated), reduce(one_for_all, (way[field] for way in ways))
    return _path(wager, next((field for field in _TOGETHER if field in stated), "chip_unit"), stated), None


def _ways(ruleset: RuleSet, wager: str, room: _Room) -> dict[str, Exact]:
    """What each stated field could be instead to leave an amount.

    A shorter step and a smaller chip are divisors of the old ones, so that what fitted before still fits.
    """
    terms, own = ruleset.rule(wager), ruleset.own_limits(wager)
    limits = ruleset.stated.get("limits", {})
    stated = set(limits.get(wager, {}))
    stated |= {field for field in limits.get("table", {}) if getattr(own, field) is None}
    ways: dict[str, Exact] = {}
    amount = room.highest("chip", "unit", "step")
    if "min" in stated and amount > 0 and amount >= max(room.fewest, terms.min.value if terms.min else 0):
        ways["min"] = amount
    if "max" in stated and (terms.max is None or room.smallest <= terms.max.value):
        ways["max"] = room.smallest
    amount = room.highest("chip", "unit")
    if "increment" in stated and room.step and amount > 0 and amount >= max(room.least, room.fewest):
        ways["increment"] = _common_divisor(room.step, amount)
    amount = room.highest("step") if terms.chips else room.highest("step", "unit")
    if "chip_unit" in ruleset.stated and amount > 0 and amount >= room.least:
        chips = max(each.value if each else 1 for each in (terms.chips, terms.fewest_chips))
        ways["chip_unit"] = whole_if_it_is(Fraction(_common_divisor(room.chip * chips, amount)) / chips)
    return ways


def _path(wager: str, field: str, stated: Mapping[str, Exact]) -> str:
    """Where to mend it: at the wager where it has limits of its own, which stand over the table's."""
    if field == "chip_unit":
        return field
    return f"limits.{wager}.{field}" if stated else f"{_TABLE}{field}"


def _common_divisor(one: Exact, other: Exact) -> Exact:
    """The largest amount of which both are whole numbers."""
    return whole_if_it_is(Fraction(one) * other / common_multiple(one, other))


_TOGETHER: dict[str, Callable[[Exact, Exact], Exact]] = {
    "min": min,
    "max": max,
    "increment": _common_divisor,
    "chip_unit": _common_divisor,
}
_TABLE = "limits.table."
_MANY = 6  # names in one finding


def _submitted(ruleset: RuleSet, wager: str, path: str) -> str:
    if path == "chip_unit":
        return str(ruleset.chip_unit)
    return str(getattr(ruleset.limits(wager), path.rpartition(".")[2]))


def _is_limited(ruleset: RuleSet, wager: str) -> bool:
    """Whether something stated bears on its amounts: a limit, or the chip where the document has a limit."""
    limits = ruleset.stated.get("limits", ())
    if wager in limits or ("table" in limits and not CATALOGUE[wager].flat):
        return True
    return "chip_unit" in ruleset.stated and ruleset.rule(wager).max is not None


def _text(edition: Edition) -> str:
    return say("rules.room")


CHECKS: tuple[Check, ...] = (
    Check(
        "limits.room",
        lambda edition: [edition.making.limits] if edition.making.limits else [edition.listed],
        _text,
        _no_amount_fits,
        lambda ruleset: (
            ("limits" in ruleset.stated or "chip_unit" in ruleset.stated)
            and any(_is_limited(ruleset, wager) for wager in ruleset.offered)
        ),
        lambda edition: BREACH if edition.making.limits else REFER,
    ),
)
