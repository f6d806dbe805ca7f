"""Wagers by editions: what each pays and what it costs the player, exactly.

A wager on several numbers has one row for those that pay and cost the same everywhere. Where an edition
leaves a choice to the operator, the baseline is shown and the cell says so.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from craps import edges
from craps.edge import READINGS
from craps.edition import Edition
from craps.games import game_of
from craps.games.round_game import RoundGame
from craps.money import decimal_text, odds_text, percent_text
from craps.reading_effects import other_effects
from craps.ruleset import RuleSet, with_every_wager
from craps.wagers import CATALOGUE, Spot, slot_of
from portal.pages.matrix_cells import MatrixCell, MatrixRow
from portal.pages.matrix_rounds import round_rows
from portal.pages.pay_words import pays_text
from portal.text import and_list, or_list

WAGER = "wager"


def wager_rows(
    editions: Iterable[Edition], *, sort: str = WAGER, descending: bool = False
) -> list[MatrixRow]:
    """Return every wager of any of the editions, in the catalogue's order or by its edge under one of them.

    The editions are of one game. Wagers that the edition sorted by does not list come last in either order.
    """
    rows = _wager_rows(tuple(editions), get_language())
    if sort == WAGER:
        return list(reversed(rows)) if descending else list(rows)
    listed = [row for row in rows if sort in row.cells]
    listed.sort(key=lambda row: row.cells[sort].edge, reverse=descending)
    return listed + [row for row in rows if sort not in row.cells]


def to_json(editions: list[Edition], rows: list[MatrixRow]) -> dict[str, Any]:
    """Return the matrix as data: edges as exact fractions and as decimals of a percent."""
    return {
        "editions": [
            {"id": e.id, "title": e.title, "digest": e.digest, "currency": e.currency} for e in editions
        ],
        "wagers": [
            {
                "wager": line.wager,
                **line.which,
                "label": line.label,
                "cells": {
                    edition_id: {
                        "pays": cell.pays,
                        "edge": str(cell.edge),
                        "edge_percent": decimal_text(cell.edge * 100, 4),
                        "clause": cell.clause,
                        **({"wagered": str(cell.wagered)} if cell.wagered is not None else {}),
                        **({"note": cell.note} if cell.note else {}),
                    }
                    for edition_id, cell in line.cells.items()
                },
            }
            for line in rows
        ],
    }


def to_table(editions: list[Edition], rows: list[MatrixRow]) -> list[list[str]]:
    """Return the matrix as rows of a spreadsheet, two columns for each edition."""
    head = ["wager", *(f"{e.id} {part}" for e in editions for part in ("pays", "edge %"))]
    body = [
        [
            line.label,
            *(
                text
                for e in editions
                for cell in [line.cells.get(e.id)]
                for text in ((cell.pays, decimal_text(cell.edge * 100, 4)) if cell else ("", ""))
            ),
        ]
        for line in rows
    ]
    return [head, *body]


@lru_cache(maxsize=32)
def _wager_rows(editions: tuple[Edition, ...], language: str | None) -> tuple[MatrixRow, ...]:
    """Cached by language: labels and notes are translated."""
    game = game_of(editions[0]) if editions else None
    if isinstance(game, RoundGame):
        return tuple(round_rows(game, editions))
    columns = {edition.id: _column(edition) for edition in editions}
    rows: list[MatrixRow] = []
    for wager in CATALOGUE:
        spots = dict.fromkeys(spot for column in columns.values() for spot in column.get(wager, {}))
        alike: dict[tuple[Any, ...], list[Spot]] = {}
        for spot in spots:
            figures = tuple(_figures(column.get(wager, {}).get(spot)) for column in columns.values())
            alike.setdefault(figures, []).append(spot)
        for group in alike.values():
            cells = {
                edition_id: column[wager][group[0]]
                for edition_id, column in columns.items()
                if wager in column
            }
            rows.append(MatrixRow(wager, _label(wager, group, len(alike)), cells))
    return tuple(rows)


def _figures(cell: MatrixCell | None) -> tuple[str, Fraction] | None:
    return (cell.pays, cell.edge) if cell else None


def _column(edition: Edition) -> dict[str, dict[Spot, MatrixCell]]:
    """Return one edition's cells by wager and spot."""
    ruleset = with_every_wager(edition)
    column: dict[str, dict[Spot, MatrixCell]] = {}
    read_otherwise = _edges_read_otherwise(edition)
    for row in edges(ruleset):
        cell = MatrixCell(
            _pays(ruleset, row.bet, row.spot),
            row.edge,
            edition.wagers[row.bet].clause,
            _note(edition, row.bet) or read_otherwise.get((row.bet, row.spot), ""),
        )
        column.setdefault(row.bet, {})[row.spot] = cell
    return column


def _edges_read_otherwise(edition: Edition) -> dict[tuple[str, Spot], str]:
    """Return a note for each bet whose edge another reading would change, by wager and spot."""
    text = _("Depends on how {clauses} is read; under the other option {edge}%")
    return {
        (row.bet, row.dice or row.number): text.format(
            clauses=", ".join(effect.reading.clauses), edge=decimal_text(row.b * 100, 2)
        )
        for name in READINGS
        if name in edition.readings
        for effect in other_effects(edition, name)
        for row in effect.edges
    }


def _pays(ruleset: RuleSet, wager: str, spot: Spot) -> str:
    item = CATALOGUE[wager]
    if item.parts:
        printed = {total: cited.value for total, cited in ruleset.printed(wager).items()}
        return pays_text(wager, printed) if printed else _("in shares")
    slot = slot_of(wager, spot)
    if spot is not None or len(item.slots) == 1:
        return odds_text(ruleset.payout(wager, slot))
    return pays_text(wager, {slot: ruleset.payout(wager, slot) for slot in item.slots})


def _note(edition: Edition, wager: str) -> str:
    for choice in edition.paytables.values():
        if wager in choice.tables[choice.baseline]:
            others = [letter for letter in choice.tables if letter != choice.baseline]
            text = _("Table {letter}; the operator may choose {others}")
            return text.format(letter=choice.baseline, others=or_list(others))
    if (vig := edition.vig.get(wager)) and (len(vig.collect.value) > 1 or vig.rate.kind == "at most"):
        text = _("{rate} on placing; the operator may take less, or take it on a win")
        return text.format(rate=percent_text(vig.rate.value))
    if edition.wagers[wager].offering.value != "yes":
        return _("Whether it may be offered is for the regulator to judge")
    return ""


def _label(wager: str, group: list[Spot], groups: int) -> str:
    name = CATALOGUE[wager].name
    if group == [None] or groups == 1:
        return name
    if isinstance(group[0], tuple):
        text = _("{bet}, a pair") if group[0][0] == group[0][1] else _("{bet}, two different faces")
        return text.format(bet=name)
    return _("{bet} on {numbers}").format(bet=name, numbers=and_list([str(spot) for spot in group]))
