"""A casino's page: its games, what differs between its tables, and how it compares with other casinos."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from craps.games import HOME, game_words
from craps.vocabulary import path_words
from portal.documents import selectors as documents
from portal.editions.selectors import core_edition
from portal.public.approved_game import ApprovedGame
from portal.register import selectors as register
from portal.register.models import Entry, Place
from portal.register.selectors import DecidedEntry
from portal.review.table_rules import TableRules, tables_of_casino
from portal.submissions.models import HOLDS_FORCE, State
from portal.submissions.row_groups import merge_equal_rows
from portal.text import and_list

Row = dict[str, Any]
MAX_NAMED = 3  # casinos named for one value, games in a heading


@dataclass(frozen=True)
class OtherValue:
    """A value that other casinos have, and which casinos they are."""

    value: str
    casinos: tuple[DecidedEntry, ...]

    @property
    def named(self) -> tuple[DecidedEntry, ...]:
        return self.casinos[:MAX_NAMED]

    @property
    def more(self) -> int:
        return len(self.casinos) - len(self.named)


@dataclass(frozen=True)
class Difference:
    label: str
    clause: str
    here: str
    elsewhere: tuple[OtherValue, ...]


@dataclass(frozen=True)
class TableRow:
    """A table with what differs between it and the other tables of its game: label and value."""

    rules: TableRules
    differing: list[Row]


def games(place: Place, on: date | None = None) -> list[ApprovedGame]:
    """Return the games in force at a casino today, or at the end of a past day."""
    if on is None:
        held = [entry for entry in register.entries(place=place.slug) if entry.standing in HOLDS_FORCE]
    else:
        held = list(register.entries(place=place.slug, on=on))
    games = []
    for entry in sorted(held, key=lambda entry: str(entry.leaf.get("game"))):
        if issued := documents.public_documents(entry.reference):
            games.append(ApprovedGame(entry, issued, issued[0].snapshot, on))
    return games


def name_by_tables(games: list[ApprovedGame], tables: list[TableRow]) -> list[ApprovedGame]:
    """Where tables of one game are under different approvals, name the tables of each."""
    labels: dict[str, list[str]] = {}
    for row in tables:
        if row.rules.entry:
            labels.setdefault(row.rules.entry.reference, []).append(row.rules.table.label)
    often = Counter(game.name for game in games)
    return [
        replace(game, tables=and_list(labels.get(game.entry.reference, []))) if often[game.name] > 1 else game
        for game in games
    ]


def table_rows(place: Place, on: date | None = None) -> list[TableRow]:
    """Return each table of a casino, by game and label, with what differs between those of one game."""
    by_game: dict[str, list[TableRules]] = {}
    for rules in tables_of_casino(place, on):
        by_game.setdefault(rules.table.game, []).append(rules)
    return [row for tables in by_game.values() for row in _differing(tables)]


def _differing(tables: list[TableRules]) -> list[TableRow]:
    stated = [_stated_at(rules) for rules in tables]
    compared = [rows for rules, rows in zip(tables, stated, strict=True) if rules.entry]
    paths = [
        path
        for path in dict.fromkeys(path for rows in compared for path in rows)
        if len({rows[path]["value"] if path in rows else "" for rows in compared}) > 1
    ]
    labels = {path: row["label"] for rows in compared for path, row in rows.items()}
    as_rulebook = _("Same as the rulebook")
    return [
        TableRow(
            rules,
            merge_equal_rows(
                rows.get(path, {})
                | {"label": labels[path], "clause": ""}
                | {"value": rows[path]["value"] if path in rows else as_rulebook}
                for path in paths
            )
            if rules.entry
            else [],
        )
        for rules, rows in zip(tables, stated, strict=True)
    ]


def _stated_at(rules: TableRules) -> dict[str, Row]:
    """What was chosen for a table by path, with the limits that are in force there."""
    if rules.entry is None:
        return {}
    chosen = {path: row for path, row in _chosen_rows(rules.entry).items() if not path.startswith("limits.")}
    edition = core_edition(rules.entry.edition_id)
    limits = {
        wager: {"label": path_words(f"limits.{wager}", edition), "value": row.words}
        for row in rules.limits
        for wager in row.wagers
    }
    return chosen | {f"limits.{wager}": row for wager, row in limits.items()}


def names_of(games: list[ApprovedGame], latest: DecidedEntry) -> str:
    """The games of a casino for its heading; if none is in force, that of its latest approval."""
    names = list(dict.fromkeys(game.title for game in games)) or [game_words(latest.leaf.get("game") or HOME)]
    return capfirst(and_list(names)) if len(names) <= MAX_NAMED else _("Table games")


def differences(game: ApprovedGame) -> list[Difference]:
    """Return where these rules differ from other casinos of the jurisdiction with the same game."""
    here = _chosen_rows(game.entry)
    stated = [(other, _chosen_rows(other)) for other in neighbours(game)]
    differing = []
    for path in dict.fromkeys(path for rows in (here, *(rows for _other, rows in stated)) for path in rows):
        mine = here.get(path, {}).get("value", "")
        by_value: dict[str, list[DecidedEntry]] = {}
        for other, rows in stated:
            if (value := rows.get(path, {}).get("value", "")) != mine:
                by_value.setdefault(value, []).append(other)
        if by_value:
            row = here.get(path) or next(rows[path] for _other, rows in stated if path in rows)
            elsewhere = tuple(OtherValue(value, tuple(casinos)) for value, casinos in by_value.items())
            differing.append({"label": row["label"], "clause": row["clause"], "value": (mine, elsewhere)})
    return [Difference(row["label"], row["clause"], *row["value"]) for row in merge_equal_rows(differing)]


def neighbours(game: ApprovedGame) -> list[DecidedEntry]:
    """Return other casinos of the jurisdiction with the same game in force, or on that day, by name."""
    standing = "" if game.on else State.IN_FORCE
    rows = register.entries(jurisdiction=game.entry.jurisdiction, standing=standing, on=game.on)
    others = [
        entry for entry in rows if entry.place != game.entry.place and entry.leaf.get("game") == game.name
    ]
    return sorted(others, key=lambda entry: entry.property)


def history(place: Place) -> list[tuple[DecidedEntry, Iterable[Entry]]]:
    """Return every approval of this casino, newest first, each with its entries in the register."""
    return [
        (entry, register.history(entry.reference).filter(kind="decision").order_by("position"))
        for entry in register.entries(place=place.slug)
    ]


def _chosen_rows(entry: Entry) -> dict[str, Row]:
    return {row["path"]: row for row in entry.leaf.get("chosen", [])}
