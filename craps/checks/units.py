"""Payable units: which amounts pay whole chips, what rounding costs, and vigorish that chips cannot pay.

One note a kind of wager and never a finding against the operator: the documents leave the chips to the house.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from craps.checks.finding import INFO, Check, Finding, Rule
from craps.edition import Edition
from craps.messages import cached, say
from craps.money import Exact, amount_text, is_multiple, percent_text, times
from craps.ruleset import RuleSet, VigTerms
from craps.vocabulary import listed
from craps.wagers import CATALOGUE

# The kinds of wager that can win a part of a chip, and how a note calls them.
KINDS = {
    "odds": ("pass_odds", "come_odds"),
    "dont_odds": ("dont_pass_odds", "dont_come_odds"),
    "place": ("place",),
    "place_to_lose": ("place_to_lose",),
    "buy": ("buy",),
    "lay": ("lay",),
    "shares": tuple(wager.id for wager in CATALOGUE.values() if wager.parts),
}


def _payable(kind: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    wagers = [wager for wager in KINDS[kind] if wager in ruleset.offered and wager in ruleset.edition.wagers]
    chip = ruleset.chip_unit
    if kind == "shares":
        units = {wager: shares(wager) * chip for wager in wagers if _splits(ruleset, wager)}
        if units:
            yield _shares_note(ruleset, rule, units)
        return
    wager = wagers[0]
    wagers = [each for each in wagers if ruleset.payouts[each] == ruleset.payouts[wager]]
    pays = tuple(
        (slot, value.numerator, value.denominator)
        for slot, value in ruleset.payouts[wager].items()
        if _open(ruleset, wager, slot, value)
    )
    told, amounts = note(pays, chip, ruleset.vig(wager) if wager in ruleset.edition.vig else None)
    if told:
        names = listed([_name(ruleset.edition, each) for each in wagers])
        yield rule.finding(
            "chip_unit",
            f"{names}: {told}",
            submitted=str(chip),
            allowed=amounts,
        )


@cached(512)
def note(ratios: tuple[tuple[str, int, int], ...], chip: Exact, vig: VigTerms | None) -> tuple[str, str]:
    """What is to be said of these payouts in chips of this value, and the amounts that pay exactly.

    A payout is two whole numbers because those are quickly looked up among the notes that are known.

    >>> told, amounts = note((("6", 7, 6),), 1, None)
    >>> amounts, told[-52:]
    ('multiples of 6 on 6', 'paid as 8 the player loses 1/6, paid as 9 gains 5/6.')
    """
    pays = {slot: (top, bottom) for slot, top, bottom in ratios}
    units: dict[Exact, list[str]] = {}
    for slot, _, bottom in ratios:
        if bottom > 1:
            units.setdefault(chip * bottom, []).append(slot)
    told, amounts = [], ""
    if units:
        amounts = listed(
            [f"multiples of {amount_text(unit)} on {listed(slots)}" for unit, slots in units.items()]
        )
        unit, slots = max(units.items())
        amount = unit + chip
        exactly = times(amount, Fraction(*pays[slots[0]]))
        down = exactly // chip * chip
        told.append(
            f"whole chips of {amount_text(chip)} are won by {amounts}. {amount_text(amount)} on {slots[0]} "
            f"would win {amount_text(exactly)}: paid as {amount_text(down)} the player loses "
            f"{amount_text(exactly - down)}, paid as {amount_text(down + chip)} gains "
            f"{amount_text(down + chip - exactly)}."
        )
    if vig and vig.rate:
        told += _vig_note(pays, chip, vig)
    return " ".join(told), amounts or "multiples that take a whole vigorish" if told else ""


def _vig_note(pays: Mapping[str, tuple[int, int]], chip: Exact, vig: VigTerms) -> list[str]:
    units: dict[Exact, list[str]] = {}
    for slot, ratio in pays.items():
        share = vig.rate * Fraction(*ratio) if vig.base == "win" else vig.rate
        units.setdefault(chip * share.denominator, []).append(slot)
    amount = 25 * chip
    inexact = [slots[0] for unit, slots in units.items() if amount % unit]
    if not inexact:
        return []
    slot = inexact[0]
    where = listed([f"multiples of {amount_text(u)} on {listed(s)}" for u, s in units.items()])
    if len(units) == 1:
        where = f"multiples of {amount_text(next(iter(units)))}"
    base = times(amount, Fraction(*pays[slot])) if vig.base == "win" else amount
    taken = base * vig.rate
    on = (
        f"the {amount_text(base)} that {amount_text(amount)} on {slot} can win"
        if vig.base == "win"
        else amount_text(amount)
    )
    return [
        f"Vigorish of {percent_text(vig.rate)} comes out in whole chips for {where}; of {on} it is "
        f"{amount_text(taken)}."
    ]


def shares(wager: str) -> int:
    """How many equal shares a combined bet has."""
    return len(CATALOGUE[wager].parts) + (wager == "horn_high")


def _splits(ruleset: RuleSet, wager: str) -> bool:
    """Whether an accepted amount may leave a share that is not whole chips."""
    chips = ruleset.edition.wagers[wager].chips
    return not (chips and is_multiple(chips.value, shares(wager)))


def _shares_note(ruleset: RuleSet, rule: Rule, units: dict[str, Exact]) -> Finding:
    by_unit: dict[Exact, list[str]] = {}
    for wager, unit in units.items():
        by_unit.setdefault(unit, []).append(ruleset.edition.name_of(wager))
    amounts = listed(
        [f"multiples of {amount_text(unit)} on {listed(names)}" for unit, names in by_unit.items()]
    )
    chip = ruleset.chip_unit
    unit, names = next(iter(by_unit.items()))
    part = Fraction(unit + chip) * chip / unit
    return rule.finding(
        "chip_unit",
        clause=ruleset.edition.wagers[next(iter(units))].shares,
        message=f"Combination bets of equal shares split into whole chips of {amount_text(chip)} as "
        f"{amounts}. {amount_text(unit + chip)} on {names[0]} would leave shares of {amount_text(part)}.",
        submitted=str(chip),
        allowed=amounts,
    )


def _open(ruleset: RuleSet, wager: str, slot: str, pays: Fraction) -> bool:
    """Whether the document leaves amounts on this number that might not pay exactly."""
    terms = ruleset.edition.wagers[wager]
    if slot in terms.wrong_unit or (slot and not ruleset.offers(wager, int(slot))):
        return False
    multiple = terms.multiple.get(slot)
    return not (multiple and is_multiple(multiple.value, ruleset.chip_unit * pays.denominator))


def _applies(kind: str, ruleset: RuleSet) -> bool:
    edition = ruleset.edition
    return "chip_unit" in ruleset.stated and any(
        wager in ruleset.offered and wager in edition.wagers for wager in KINDS[kind]
    )


def _clauses(kind: str, edition: Edition) -> Iterator[str]:
    for wager in KINDS[kind]:
        if wager in edition.wagers:
            terms = edition.wagers[wager]
            yield from (cited.clause for cited in terms.pays.values())
            yield terms.shares


def _text(kind: str, edition: Edition) -> str:
    names = listed([_name(edition, wager) for wager in KINDS[kind] if wager in edition.wagers])
    return say("rules.units", names=names)


def _name(edition: Edition, wager: str) -> str:
    flat = CATALOGUE[wager].flat
    return say("rules.odds_behind", name=edition.name_of(flat)) if flat else edition.name_of(wager)


CHECKS: tuple[Check, ...] = tuple(
    Check(
        f"units.{kind}",
        partial(_clauses, kind),
        partial(_text, kind),
        partial(_payable, kind),
        partial(_applies, kind),
        INFO,
    )
    for kind in KINDS
)
