"""The step for payouts: the choice of pay tables, and each payout beside the edition's own figure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from django.http import QueryDict

from craps import BadInput
from craps.codec import Odds
from craps.edition import Edition
from craps.money import odds_text
from craps.vocabulary import LABELS, PAYTABLES, WAGER_GROUPS, slot_words
from craps.wagers import CATALOGUE
from portal.operator.fields import Errors, Field, Group, Ruleset, read_groups, without
from portal.pages.pay_words import pays_text


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    """The pay tables, then wagers with one payout together, then a row of figures for each other wager."""
    paid = [wager for wager in CATALOGUE if wager in edition.wagers and edition.wagers[wager].pays]
    single = [wager for wager in paid if len(edition.wagers[wager].pays) == 1]
    stated = ruleset.get("payouts", {})
    return [
        *_paytables(edition, ruleset),
        *_single_payouts(edition, single, stated),
        *(_payout_row(edition, wager, stated) for wager in paid if wager not in single),
    ]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
    """Only what differs from the edition's figure is stated; a payout that the edition has not is dropped."""
    return read_groups(groups(edition, ruleset), posted, without(ruleset, "payouts", "paytables"))


def _paytables(edition: Edition, ruleset: Ruleset) -> Iterator[Group]:
    for name, choice in edition.paytables.items():
        if len(choice.tables) < 2:
            continue
        options = tuple(
            (letter, f"Table {letter}: {_paytable_words(table)}") for letter, table in choice.tables.items()
        )
        value = ruleset.get("paytables", {}).get(name, choice.baseline)
        field = Field(f"paytables.{name}", LABELS["paytables"], value, "choice", options)
        yield Group(
            f"paytables.{name}", PAYTABLES[name], (field,), choice.clause, "You choose one of the tables."
        )


def _single_payouts(edition: Edition, wagers: list[str], stated: dict[str, Any]) -> Iterator[Group]:
    for kind, title in WAGER_GROUPS.items():
        fields = tuple(
            Field(
                path,
                edition.name_of(wager),
                stated.get(_key(path), figure),
                kind="figure",
                clean=partial(_payout, figure),
                hint=f"{_payout_words(edition, wager)} ({edition.wagers[wager].pays[''].clause})",
            )
            for wager in wagers
            if CATALOGUE[wager].group == kind
            for path, _, figure in _figures(edition, wager)
        )
        if fields:
            yield Group(
                f"payouts.{kind}", title, fields, allowed="The rulebook’s figure is above each field."
            )


def _payout_row(edition: Edition, wager: str, stated: dict[str, Any]) -> Group:
    return Group(
        path=f"payouts.{wager}",
        title=edition.name_of(wager),
        fields=tuple(
            Field(path, label, stated.get(_key(path), figure), "figure", clean=partial(_payout, figure))
            for path, label, figure in _figures(edition, wager)
        ),
        clause=", ".join(dict.fromkeys(cited.clause for cited in edition.wagers[wager].pays.values())),
        allowed=f"The rulebook pays {_payout_words(edition, wager)}.",
    )


@lru_cache(maxsize=1024)  # the live check asks at every keystroke
def _figures(edition: Edition, wager: str) -> list[tuple[str, str, str]]:
    """Path, label and the edition's figure of each payout of a wager."""
    return [
        (
            f"payouts.{wager}:{slot}" if slot else f"payouts.{wager}",
            f"On {slot_words(wager, slot)}" if slot else "Pays",
            f"{cited.value.numerator}:{cited.value.denominator}",
        )
        for slot, cited in edition.wagers[wager].pays.items()
    ]


@lru_cache(maxsize=1024)
def _payout_words(edition: Edition, wager: str) -> str:
    return pays_text(wager, {slot: cited.value for slot, cited in edition.wagers[wager].pays.items()})


def _paytable_words(table: Any) -> str:
    return ", ".join(odds_text(cited.value) for slots in table.values() for cited in slots.values())


def _key(path: str) -> str:
    return path.removeprefix("payouts.")


def _payout(figure: str, text: str) -> str:
    """Return a typed payout such as 4:1, 4 to 1 or 5 for 1; nothing if it is the edition's own figure."""
    if text == figure:  # as most are
        return ""
    text = " ".join(text.replace(" to ", ":").split()).replace(" :", ":").replace(": ", ":")
    try:
        is_own = Odds().read(text, "") == Odds().read(figure, "")
    except BadInput:
        message = f"Enter the payout like {figure}, or like 25 for 1 if it includes the stake."
        raise ValueError(message) from None
    return "" if is_own else text
