"""What each wager pays: exactly what the document says, by value (14:12 is 7:6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from craps.checks import demonstrations
from craps.checks.finding import Check, Finding, Rule, ratio
from craps.edition import Edition
from craps.edition_codec import Cited
from craps.messages import say
from craps.money import odds_text
from craps.ruleset import RuleSet
from craps.vocabulary import listed, slot_words
from craps.wagers import CATALOGUE


def _differs(wager: str, ruleset: RuleSet, rule: Rule) -> Iterator[Finding]:
    stated = ruleset.stated.get("payouts")
    if not stated:
        return
    due = ruleset.cited_payouts(wager)
    groups: dict[tuple[str, Cited[Fraction]], list[str]] = {}
    for slot, cited in due.items():
        key = _key(wager, slot, stated)
        # Equal payouts are mostly one object (craps/codec.py), which is quicker to see than their equality.
        if key and stated[key] is not cited.value and stated[key] != cited.value:
            groups.setdefault((key, cited), []).append(slot)
    for (key, cited), slots in groups.items():
        own: Fraction = stated[key]
        name = ruleset.edition.name_of(wager)
        alike = len({due[slot].value for slot in _covered(wager, key, stated)}) == 1
        yield rule.finding(
            f"payouts.{key}",
            f"{name}{_on(wager, slots)} pays {odds_text(cited.value)} ({cited.clause}). "
            f"You pay {odds_text(own)}.{_for_or_to(own, cited.value)} "
            f"{_use(wager, cited, alike, slots)}",
            clause=cited.clause,
            submitted=ratio(own),
            allowed=ratio(cited.value),
            nearest=ratio(cited.value) if alike else None,
            demonstrate=partial(demonstrations.payout, ruleset, wager, slots[0], key),
        )


def _key(wager: str, slot: str, stated: Mapping[str, Fraction]) -> str:
    """The stated key that sets this payout: its own first, else the wager's; empty where neither is."""
    own = f"{wager}:{slot}" if slot else wager
    if own in stated:
        return own
    return wager if wager in stated and "" not in CATALOGUE[wager].slots else ""


def _covered(wager: str, key: str, stated: Mapping[str, Fraction]) -> list[str]:
    return [slot for slot in CATALOGUE[wager].slots if _key(wager, slot, stated) == key]


def _for_or_to(own: Fraction, due: Fraction) -> str:
    """Says so where the difference is just the stake: a "for" was taken for a "to", or the reverse."""
    if own == due + 1:
        return (
            f" {ratio(own).replace(':', ' for ')} and {odds_text(due)} are the same money: "
            f"what is paid for 1 includes the stake."
        )
    if own == due - 1:
        return (
            f" {ratio(due).replace(':', ' for ')} would be {odds_text(own)}: "
            f"the document's {odds_text(due)} comes on top of the stake."
        )
    return ""


def _use(wager: str, cited: Cited[Fraction], alike: bool, slots: list[str]) -> str:
    if alike:
        return f"Use {ratio(cited.value)}."
    return f"State {ratio(cited.value)} on {slot_words(wager, *slots)} instead of one payout for all."


def _on(wager: str, slots: list[str]) -> str:
    if slots == [""]:
        return ""
    if wager in ("fire", "sharpshooter"):
        return say("rules.on_points", slots=listed(slots, "or"))
    if wager == "hop":
        return say("rules.on_hop", kinds=tuple(slots))
    if wager == "six_seven_eight":
        return say("rules.on_hard")
    return say("rules.on", slots=listed(slots, "or"))


def _pays(wager: str, ruleset: RuleSet) -> bool:
    return wager in ruleset.offered or any(wager in CATALOGUE[w].parts for w in ruleset.offered)


def _tables(wager: str, edition: Edition) -> Iterator[Mapping[str, Cited[Fraction]]]:
    """Every schedule of payouts the document has for a wager: its own, or the tables to choose from."""
    if wager not in edition.wagers:
        return
    for choice in edition.paytables.values():
        yield from (table[wager] for table in choice.tables.values() if wager in table)
    if edition.wagers[wager].pays:
        yield edition.wagers[wager].pays


def _clauses(wager: str, edition: Edition) -> list[str]:
    return [cited.clause for table in _tables(wager, edition) for cited in table.values()]


def _text(wager: str, edition: Edition) -> str:
    tables = []
    for table in _tables(wager, edition):
        by_value: dict[Fraction, list[str]] = {}
        for slot, cited in table.items():
            by_value.setdefault(cited.value, []).append(slot)
        tables.append(
            ", ".join(
                f"{odds_text(value)}{_on(wager, slots) if len(by_value) > 1 else ''}"
                for value, slots in by_value.items()
            )
        )
    return say("rules.pays", name=edition.name_of(wager), tables=say("rules.or_table").join(tables))


CHECKS: tuple[Check, ...] = tuple(
    Check(
        f"payouts.{wager}",
        partial(_clauses, wager),
        partial(_text, wager),
        partial(_differs, wager),
        partial(_pays, wager),
    )
    for wager, item in CATALOGUE.items()
    if item.slots
)
