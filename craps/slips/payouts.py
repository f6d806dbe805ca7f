"""Payouts beside each other: the rarer result pays more, and results of the same chance pay the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from craps.edition import Edition
from craps.money import odds_text
from craps.slips.slip import Beside, Draft, Slip

Place = tuple[str, str]  # wager and payout slot

_NUMBERS = (("6", "8"), ("5", "9"), ("4", "10"))
# From the likeliest result to the rarest: each pays at least what the one before it pays.
RISING: tuple[tuple[tuple[Place, ...], ...], ...] = (
    *(
        tuple(tuple((wager, number) for number in pair) for pair in _NUMBERS)
        for wager in ("pass_odds", "come_odds", "place", "buy")
    ),
    *(
        tuple(tuple((wager, number) for number in pair) for pair in reversed(_NUMBERS))
        for wager in ("dont_pass_odds", "dont_come_odds", "place_to_lose", "lay")
    ),
    ((("hardway", "4"), ("hardway", "10")), (("hardway", "6"), ("hardway", "8"))),
    (
        tuple(("field", total) for total in ("3", "4", "9", "10", "11")),
        (("field", "2"), ("field", "12")),
    ),
    ((("hop", "easy"),), (("hop", "hard"),)),
    ((("six_seven_eight", ""),), (("six_seven_eight", "hard"),)),
    (
        (("any_seven", ""),),
        (("any_craps", ""),),
        (("craps_3", ""), ("eleven", "")),
        (("craps_2", ""), ("craps_12", "")),
    ),
    tuple((("fire", points),) for points in ("4", "5", "6")),
    tuple((("sharpshooter", str(points)),) for points in range(3, 11)),
    ((("all_small", ""), ("all_tall", "")), (("all_or_nothing", ""),)),
)
# Results of the same chance, which no edition pays differently.
ALIKE: tuple[tuple[Place, ...], ...] = (
    *(
        tuple((wager, number) for number in pair)
        for wager in (
            "pass_odds",
            "dont_pass_odds",
            "come_odds",
            "dont_come_odds",
            "place",
            "place_to_lose",
            "buy",
            "lay",
        )
        for pair in _NUMBERS
    ),
    (("hardway", "4"), ("hardway", "10")),
    (("hardway", "6"), ("hardway", "8")),
    (("craps_2", ""), ("craps_12", "")),
    (("craps_3", ""), ("eleven", "")),
    (("all_small", ""), ("all_tall", "")),
    (("big_6", ""), ("big_8", "")),
)


def payout_order(draft: Draft) -> Iterator[Slip]:
    """A rarer result that pays less than a likelier one."""
    for table, pays in _tables(draft.edition).items():
        before = _tables(draft.parent).get(table, {}) if draft.parent else {}
        for steps in RISING:
            for less, more in pairwise(steps):
                broken = _broken(pays, less, more)
                if broken and not _broken(before, less, more):
                    low, high = broken
                    sentence = (
                        f"{_name(draft, high)} pays {odds_text(pays[high])}, less than {_name(draft, low)} "
                        f"with {odds_text(pays[low])}, though it comes up less often."
                    )
                    yield _slip(draft, "payout-order", high, table, sentence, pays, before)


def payout_unlike(draft: Draft) -> Iterator[Slip]:
    """Results of the same chance that pay differently."""
    for table, pays in _tables(draft.edition).items():
        before = _tables(draft.parent).get(table, {}) if draft.parent else {}
        for places in ALIKE:
            paid = [place for place in places if place in pays]
            if len({pays[place] for place in paid}) < 2 or len({before[p] for p in paid if p in before}) > 1:
                continue
            moved = next((p for p in paid if p in before and before[p] != pays[p]), paid[0])
            other = next(place for place in paid if pays[place] != pays[moved])
            sentence = (
                f"{_name(draft, moved)} pays {odds_text(pays[moved])} and {_name(draft, other)} "
                f"{odds_text(pays[other])}, though both come up equally often."
            )
            yield _slip(draft, "payout-unlike", moved, table, sentence, pays, before)


def _tables(edition: Edition | None) -> dict[str, dict[Place, Fraction]]:
    """What an edition pays, by paytable letter; "" for what it pays in every case."""
    if edition is None:
        return {}
    tables: dict[str, dict[Place, Fraction]] = {"": {}}
    for wager, rule in edition.wagers.items():
        tables[""] |= {(wager, slot): cited.value for slot, cited in rule.pays.items()}
    for choice in edition.paytables.values():
        for letter, table in choice.tables.items():
            for wager, slots in table.items():
                pays = {(wager, slot): cited.value for slot, cited in slots.items()}
                tables.setdefault(letter, {}).update(pays)
    return tables


def _broken(
    pays: Mapping[Place, Fraction], less: tuple[Place, ...], more: tuple[Place, ...]
) -> tuple[Place, Place] | None:
    """The likelier place that pays most and the rarer that pays least, if these are the wrong way round."""
    low = max((place for place in less if place in pays), key=lambda place: pays[place], default=None)
    high = min((place for place in more if place in pays), key=lambda place: pays[place], default=None)
    return (low, high) if low and high and pays[low] > pays[high] else None


def _name(draft: Draft, place: Place) -> str:
    wager, slot = place
    return draft.edition.name_of(wager) + (f" on {slot}" if slot else "")


def _slip(
    draft: Draft,
    kind: str,
    place: Place,
    table: str,
    sentence: str,
    pays: Mapping[Place, Fraction],
    before: Mapping[Place, Fraction],
) -> Slip:
    wager, slot = place
    path, clause = _where(draft, wager, slot, table)
    beside = (
        Beside(each.id, each.title, odds_text(theirs[place]))
        for each in draft.compared
        if place in (theirs := _tables(each).get(table, {}))
    )
    return Slip(
        kind=kind,
        path=f"{path}.{slot}" if slot and not path.endswith(f".{slot}") else path,
        label=_name(draft, place) + (f", table {table}" if table else ""),
        was=odds_text(before[place]) if place in before else "not stated",
        now=odds_text(pays[place]),
        sentence=sentence,
        clause=clause,
        mend=path,
        beside=tuple(beside),
    )


def _where(draft: Draft, wager: str, slot: str, table: str) -> tuple[str, str]:
    """The path of the value that states a payout, and its clause."""
    for path, value in draft.values.items():
        *head, last = value.keys
        here = head[-1:] == [wager] and table in head if table else head == ["wagers", wager, "pays"]
        if here and (slot in last.split() or (last == "all" and slot not in _named(draft, head))):
            return path, value.clause
    return f"wagers.{wager}", ""


def _named(draft: Draft, head: list[str]) -> set[str]:
    """The slots that have a value of their own beside an ``all``."""
    beside = (value.keys for value in draft.values.values() if list(value.keys[:-1]) == head)
    return {slot for keys in beside for slot in keys[-1].split()}
