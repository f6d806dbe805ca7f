"""The rulebook says what the edition's data says: the figures of the one stand in the text of the other."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import pytest

from craps.edition import Edition
from craps.editions import edition_ids, load_edition
from craps.record import fields
from craps.rulebook import cited, clause, clause_ids

# Payouts that follow from another clause: the clause the edition cites has them in our note.
FOLLOWS = {("bc-craps", "1/4.4.1"), ("bc-midi", "4/4.4.1")}


def payouts(edition: Edition) -> Iterator[tuple[str, Fraction]]:
    for rule in edition.wagers.values():
        yield from ((cited.clause, cited.value) for cited in (rule.pays or {}).values())
    for choice in edition.paytables.values():
        for table in choice.tables.values():
            yield from ((cited.clause, cited.value) for slots in table.values() for cited in slots.values())


def said(ratio: Fraction) -> tuple[str, str]:
    """A payout as a rulebook may write it: 24:1, or 25 for 1 where the document reckons the stake in."""
    won, staked = ratio.numerator, ratio.denominator
    return f"{won:,}:{staked}", f"{won + staked:,} for {staked}"


def place_of_payout(edition: str, number: str) -> str:
    entry = clause(edition, number)
    return entry.note if (edition, number) in FOLLOWS else entry.text


@pytest.mark.parametrize("edition", edition_ids())
def test_payouts_stand_in_the_clause_that_the_edition_cites(edition: str) -> None:
    silent = {
        (number, said(ratio))
        for part, ratio in payouts(load_edition(edition))
        for number in cited(part)
        if not any(form in place_of_payout(edition, number) for form in said(ratio))
    }
    assert silent == set()


@pytest.mark.parametrize("edition", edition_ids())
def test_vigorish_stands_in_the_clause_that_the_edition_cites(edition: str) -> None:
    for rule in load_edition(edition).vig.values():
        assert f"{rule.rate.value * 100}%" in clause(edition, rule.rate.clause).text


def citations(value: object) -> Iterator[str]:
    """Every clause that any value of the edition's data names."""
    if isinstance(clause_id := getattr(value, "clause", None), str):
        yield clause_id
    parts: Iterable[object] = ()
    if isinstance(value, Mapping):
        parts = value.values()
    elif isinstance(value, tuple):
        parts = value
    elif type(value).__module__.startswith("craps."):
        parts = fields(value).values()
    for part in parts:
        yield from citations(part)


@pytest.mark.parametrize("edition", edition_ids())
def test_every_clause_the_edition_cites_is_in_the_book(edition: str) -> None:
    found = {number for part in citations(load_edition(edition)) for number in cited(part)}
    assert len(found) > 30
    assert {number for number in found if number} - set(clause_ids(edition)) == set()
