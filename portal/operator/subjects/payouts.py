"""The step for payouts: the pay tables to choose from, and each payout beside the edition's own figure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.http import QueryDict

from craps import BadInput
from craps.codec import Odds
from craps.edition import Edition
from craps.money import odds_text
from craps.vocabulary import LABELS, PAYTABLES, WAGER_GROUPS, slot_words
from craps.wagers import CATALOGUE
from portal.operator.fields import Field, Group
from portal.pages.pay_words import pays_text

Ruleset = dict[str, Any]


def groups(edition: Edition, ruleset: Ruleset) -> list[Group]:
    """The pay tables, then bets with one payout together, then a row of figures for each of the others."""
    paid = [wager for wager in CATALOGUE if wager in edition.wagers and edition.wagers[wager].pays]
    single = [wager for wager in paid if len(edition.wagers[wager].pays) == 1]
    stated = ruleset.get("payouts", {})
    return [
        *_paytables(edition, ruleset),
        *_together(edition, single, stated),
        *(_row(edition, wager, stated) for wager in paid if wager not in single),
    ]


def read(edition: Edition, posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, dict[str, str]]:
    """Only what differs from the edition's own figure is stated; what is left empty does not differ."""
    payouts, errors = {}, {}
    for wager in (wager for wager in CATALOGUE if wager in edition.wagers):
        for path, _, figure in _figures(edition, wager):
            if posted.get(path, "").strip() in ("", figure):  # as most are: nothing to read
                continue
            text = (
                " ".join(posted.get(path, "").replace(" to ", ":").split())
                .replace(" :", ":")
                .replace(": ", ":")
            )
            try:
                ratio = Odds().read(text, path)
            except BadInput:
                errors[path] = f"Write the payout like {figure}, or like 25 for 1 if the stake is in it."
                payouts[_key(path)] = text
                continue
            if ratio != Odds().read(figure, path):
                payouts[_key(path)] = text
    tables = {
        name: posted[f"paytables.{name}"] for name in edition.paytables if f"paytables.{name}" in posted
    }
    changed = {key: value for key, value in ruleset.items() if key not in {"payouts", "paytables"}}
    return changed | ({"payouts": payouts} if payouts else {}) | (
        {"paytables": tables} if tables else {}
    ), errors


def _paytables(edition: Edition, ruleset: Ruleset) -> Iterator[Group]:
    for name, choice in edition.paytables.items():
        if len(choice.tables) < 2:
            continue
        options = tuple(
            (letter, f"Table {letter}: {_table_in_words(table)}") for letter, table in choice.tables.items()
        )
        value = ruleset.get("paytables", {}).get(name, choice.baseline)
        field = Field(f"paytables.{name}", LABELS["paytables"], value, "choice", options)
        yield Group(
            f"paytables.{name}", PAYTABLES[name], (field,), choice.clause, "You choose one of the tables."
        )


def _together(edition: Edition, wagers: list[str], stated: dict[str, Any]) -> Iterator[Group]:
    for kind, title in WAGER_GROUPS.items():
        fields = tuple(
            Field(
                path,
                edition.name_of(wager),
                stated.get(_key(path), figure),
                kind="figure",
                hint=f"{_in_words(edition, wager)} ({edition.wagers[wager].pays[''].clause})",
            )
            for wager in wagers
            if CATALOGUE[wager].group == kind
            for path, _, figure in _figures(edition, wager)
        )
        if fields:
            yield Group(
                f"payouts.{kind}", title, fields, allowed="The rulebook’s figure stands above each field."
            )


def _row(edition: Edition, wager: str, stated: dict[str, Any]) -> Group:
    return Group(
        path=f"payouts.{wager}",
        title=edition.name_of(wager),
        fields=tuple(
            Field(path, label, stated.get(_key(path), figure), kind="figure")
            for path, label, figure in _figures(edition, wager)
        ),
        clause=", ".join(dict.fromkeys(cited.clause for cited in edition.wagers[wager].pays.values())),
        allowed=f"The rulebook pays {_in_words(edition, wager)}.",
    )


def _once(function: Callable[[Edition, str], Any]) -> Callable[[Edition, str], Any]:
    """Worked out once for each edition and wager: the live check asks at every keystroke."""
    known: dict[tuple[str, str], Any] = {}

    def found(edition: Edition, wager: str) -> Any:
        key = edition.digest, wager
        if key not in known:
            known[key] = function(edition, wager)
        return known[key]

    return found


@_once
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


@_once
def _in_words(edition: Edition, wager: str) -> str:
    return pays_text(wager, {slot: cited.value for slot, cited in edition.wagers[wager].pays.items()})


def _table_in_words(table: Any) -> str:
    return ", ".join(odds_text(cited.value) for slots in table.values() for cited in slots.values())


def _key(path: str) -> str:
    return path.removeprefix("payouts.")
