"""The step for payouts: the choice of pay tables, and each payout beside the edition's own figure."""

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from craps.edition import Edition
from craps.money import odds_text
from craps.vocabulary import LABELS, PAYTABLES, WAGER_GROUPS, named, slot_words
from craps.wagers import CATALOGUE
from portal.operator.fields import Field, Group, Ruleset, payout_unless, value_at
from portal.pages.pay_words import pays_text


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    """The pay tables, then wagers with one payout together, then a row of figures for each other wager.

    Only for what is offered and the parts of combination bets on offer.
    """
    offered = set(ruleset.get("wagers", edition.baseline_wagers))
    offered |= {part for wager in offered & CATALOGUE.keys() for part in CATALOGUE[wager].parts}
    paid = [w for w in CATALOGUE if w in offered and w in edition.wagers and edition.wagers[w].pays]
    single = [wager for wager in paid if len(edition.wagers[wager].pays) == 1]
    return [
        *_paytables(edition, ruleset, offered),
        *_single_payouts(edition, ruleset, single),
        *(_payout_row(edition, ruleset, wager) for wager in paid if wager not in single),
    ]


def _paytables(edition: Edition, ruleset: Ruleset, offered: set[str]) -> Iterator[Group]:
    for name, choice in edition.paytables.items():
        if len(choice.tables) < 2 or not offered & choice.tables[choice.baseline].keys():
            continue
        path, tables = f"paytables.{name}", choice.tables.items()
        options = tuple((letter, f"Table {letter}: {_paytable_words(table)}") for letter, table in tables)
        field = Field(path, LABELS["paytables"], value_at(ruleset, path, choice.baseline), "choice", options)
        title = named(PAYTABLES[name], edition)
        yield Group(path, title, (field,), choice.clause, "You choose one of the tables.")


def _single_payouts(edition: Edition, ruleset: Ruleset, wagers: list[str]) -> Iterator[Group]:
    for kind, title in WAGER_GROUPS.items():
        fields = tuple(
            field
            for wager in wagers
            if CATALOGUE[wager].group == kind
            for field in _fields(edition, ruleset, wager, label=edition.name_of(wager))
        )
        if fields:
            allowed = "The rulebook’s figure is above each field."
            yield Group(f"payouts.{kind}", title, fields, allowed=allowed)


def _payout_row(edition: Edition, ruleset: Ruleset, wager: str) -> Group:
    return Group(
        path=f"payouts.{wager}",
        title=edition.name_of(wager),
        fields=tuple(_fields(edition, ruleset, wager)),
        clause=", ".join(dict.fromkeys(cited.clause for cited in edition.wagers[wager].pays.values())),
        allowed=f"The rulebook pays {_payout_words(edition, wager)}.",
    )


def _fields(edition: Edition, ruleset: Ruleset, wager: str, *, label: str = "") -> Iterator[Field]:
    """The payouts of a wager; with the wager as their label they also show the rulebook's figure."""
    for slot, cited in edition.wagers[wager].pays.items():
        path = f"payouts.{wager}:{slot}" if slot else f"payouts.{wager}"
        figure = f"{cited.value.numerator}:{cited.value.denominator}"
        yield Field(
            path,
            label or f"On {slot_words(wager, slot)}",
            value_at(ruleset, path, figure),
            kind="figure",
            hint=f"{_payout_words(edition, wager)} ({cited.clause})" if label else "",
            clean=partial(payout_unless, figure),
        )


@lru_cache(maxsize=1024)  # the live check asks at every keystroke
def _payout_words(edition: Edition, wager: str) -> str:
    return pays_text(wager, {slot: cited.value for slot, cited in edition.wagers[wager].pays.items()})


def _paytable_words(table: Any) -> str:
    return ", ".join(odds_text(cited.value) for slots in table.values() for cited in slots.values())
