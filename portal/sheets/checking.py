"""Checks one row: its casino and tables, every cell, and the rule set as a whole with the exact core.

Nothing is stored. Each problem names its cells, the clause and what would be right.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from craps import BadInput, check, load_ruleset
from craps.checks.finding import BREACH, INFO
from craps.choices import owed
from craps.codec import Json, canonical_bytes, digest_of
from craps.edition import Edition
from craps.validation import Finding
from craps.vocabulary import path_words, value_words
from portal.sheets.cells import NO, YES, entries
from portal.sheets.columns import (
    ALL_TABLES,
    CASINO,
    EDITION,
    MORE,
    TABLES,
    Column,
    columns_by_path,
    lists_of,
)
from portal.sheets.files import JSONL, RULESET, RawRow, cell_name
from portal.sheets.rows import problems_of_cells, read_row, sentence
from portal.text import or_list

UNREADABLE = "unreadable"
OK, REFER, BROKEN = "ok", "refer", "broken"  # what a row comes to
Problem = dict[str, Any]


@dataclass(frozen=True)
class Casino:
    """A casino of the operator. `tables` are those of the edition's game: codes by label."""

    id: int
    name: str
    tables: Mapping[str, str]
    other_tables: Mapping[str, str] = field(default_factory=dict)  # games by label, of its other tables
    refusal: str = ""  # why the edition is not for it


@dataclass
class CheckedRow:
    outcome: str
    problems: list[Problem]
    casino: Casino | None = None
    all_tables: bool = True
    tables: list[str] = field(default_factory=list)  # codes
    ruleset: dict[str, Any] | None = None  # in output form
    digest: str = ""
    owed: int = 0  # choices still to state before it can be submitted


class RowChecker:
    """Checks the rows of one file."""

    def __init__(
        self,
        edition: Edition,
        casinos: Iterable[Casino],
        *,
        kind: str,
        columns: dict[str, str],
        semicolons: bool = False,
    ) -> None:
        self.edition = edition
        self.casinos = {_plain(casino.name): casino for casino in casinos}
        self.kind, self.columns, self.semicolons = kind, columns, semicolons
        self.known: dict[tuple[str, str], str | bool] = {}

    def check(self, row: RawRow) -> CheckedRow:
        problems = [self._problem(row, path, message) for path, message in row.problems.items()]
        checked = CheckedRow(BROKEN, problems)
        if not {CASINO, RULESET} & set(row.problems):
            self._find_casino(row, checked)
        if checked.casino is not None and TABLES not in row.problems:
            self._find_tables(row, checked)
        if self.kind != JSONL:
            self._check_cells(row, checked)
        elif not row.problems:
            self._check_json(row, checked)
        severities = {problem["severity"] for problem in problems}
        if not severities & {UNREADABLE, BREACH}:
            checked.outcome = REFER if severities else OK
        return checked

    def _find_casino(self, row: RawRow, checked: CheckedRow) -> None:
        entered = row.cells.get(CASINO, "")
        checked.casino = self.casinos.get(_plain(entered))
        names = [casino.name for casino in self.casinos.values()]
        if checked.casino is None:
            what = (
                f"“{entered.strip()[:60]}” is not one of your casinos"
                if entered.strip()
                else "No casino is named"
            )
            right = f"Enter {or_list(names[:8])}" if names else "Ask your administrator to add one"
            checked.problems.append(self._problem(row, CASINO, f"{what}. {right}."))
        elif checked.casino.refusal:
            checked.problems.append(self._problem(row, EDITION, checked.casino.refusal))

    def _find_tables(self, row: RawRow, checked: CheckedRow) -> None:
        casino, text = checked.casino, row.cells.get(TABLES, "")
        if casino is None or _plain(text) == ALL_TABLES:
            return
        codes = {_plain(label): code for label, code in casino.tables.items()}
        others = {_plain(label): game for label, game in casino.other_tables.items()}
        choice = or_list([*list(casino.tables)[:12], f"“{ALL_TABLES}”"])
        if not text.strip():
            checked.problems.append(self._problem(row, TABLES, f"No table is named. Enter {choice}."))
        for label in entries(text):
            plain = _plain(label)
            if plain in codes:
                checked.tables += [codes[plain]] if codes[plain] not in checked.tables else []
            elif plain in others:
                message = f"{label[:40]} is a table of {others[plain]}. Enter {choice}."
                checked.problems.append(self._problem(row, TABLES, message))
            else:
                message = f"{casino.name} has no table “{label[:40]}” of this game. Enter {choice}."
                checked.problems.append(self._problem(row, TABLES, message))
        checked.all_tables = False

    def _check_cells(self, row: RawRow, checked: CheckedRow) -> None:
        reading = read_row(self.edition, row.cells, semicolons=self.semicolons, known=self.known)
        problems = dict(reading.problems)
        try:
            self._check_rules(row, checked, reading.ruleset, {*problems, *row.problems})
        except BadInput as error:
            problems |= problems_of_cells(self.edition, reading) or {
                error.path: sentence(path_words(error.path, self.edition), error.message)
            }
        for path, message in problems.items():
            checked.problems.append(self._problem(row, path, message))

    def _check_json(self, row: RawRow, checked: CheckedRow) -> None:
        try:
            self._check_rules(row, checked, row.ruleset, set())
        except BadInput as error:
            message = sentence(path_words(error.path, self.edition), error.message)
            checked.problems.append(self._problem(row, error.path, message))

    def _check_rules(self, row: RawRow, checked: CheckedRow, ruleset: Json, unread: set[str]) -> None:
        rules = load_ruleset(ruleset, self.edition)
        for finding in check(rules).findings:
            # A cell that cannot be read is reported once; its value is unknown to the check.
            if finding.severity != INFO and not any(_is_within(finding.path, path) for path in unread):
                checked.problems.append(self._finding(row, finding))
        if not unread:
            checked.ruleset = rules.to_json()
            checked.digest = digest_of(canonical_bytes(checked.ruleset))
            checked.owed = len(owed(rules))

    # Problems with their cells ---------------------------------------------------------------------------

    def _problem(self, row: RawRow, path: str, message: str) -> Problem:
        column = columns_by_path(self.edition).get(path)
        at = column if column else self._nearest_column(row, path)
        label = column.label if column else "Rule set" if path == RULESET else path_words(path, self.edition)
        return {
            "cells": [name] if (name := self._cell(row, at.path if at else path)) else [],
            "path": path,
            "label": label,
            "severity": UNREADABLE,
            "clause": "",
            "message": message,
            "right": "",
        }

    def _finding(self, row: RawRow, finding: Finding) -> Problem:
        columns = list(self._columns_of(row, finding))
        cells = [name for column in columns if (name := self._cell(row, column.path))]
        return {
            "cells": list(dict.fromkeys(cells)),
            "path": finding.path,
            "label": columns[0].label
            if len(columns) == 1 and columns[0].path != MORE
            else path_words(finding.path, self.edition),
            "severity": finding.severity,
            "clause": finding.clause,
            "message": finding.message,
            "right": _right(finding, columns, self.edition)
            if self.kind != JSONL
            else _as_words(finding, self.edition),
        }

    def _columns_of(self, row: RawRow, finding: Finding) -> Iterator[Column]:
        """The columns a finding is about. Of a list with a column for each entry: those that would change."""
        parts = lists_of(self.edition).get(finding.path)
        if (
            parts
            and isinstance(finding.nearest, list | tuple)
            and isinstance(finding.submitted, list | tuple)
        ):
            changed = set(finding.nearest) ^ set(finding.submitted)
            concerned = [column for column in parts if column.entry in changed]
            if concerned and len(concerned) == len(changed):
                yield from concerned
                return
        if parts:
            filled = [column for column in parts if row.cells.get(column.path, "").strip()]
            yield from filled[:1] or parts[:1]
            return
        column = self._nearest_column(row, finding.path)
        if column is not None:
            yield column

    def _nearest_column(self, row: RawRow, path: str) -> Column | None:
        """The column of a path, or of what is around or inside it: a filled one first."""
        columns = columns_by_path(self.edition)
        path = path.partition("[")[0]
        around = [path]
        while "." in path:
            path = path.rpartition(".")[0]
            around.append(path)
        inside = [name for name in columns if name.startswith((f"{around[0]}.", f"{around[0]}:"))]
        named = [name for name in (*around, *inside) if name in columns]
        filled = [name for name in named if row.cells.get(name, "").strip()]
        if not filled and row.cells.get(MORE, "").strip() and around[-1] in row.cells[MORE]:
            return columns[MORE]
        return next((columns[name] for name in (*filled, *named)), None)

    def _cell(self, row: RawRow, path: str) -> str:
        return cell_name(self.columns, self.kind, row.number, path)


def _right(finding: Finding, columns: list[Column], edition: Edition) -> str:
    """What to enter in the cell: the nearest allowed value."""
    if finding.nearest is None or not columns:
        return ""
    column = columns[0]
    if column.within:
        wanted = {YES if each.entry in finding.nearest else NO for each in columns}
        return wanted.pop() if len(wanted) == 1 else _as_words(finding, edition)
    if column.path != finding.path:
        return _as_words(finding, edition)
    try:
        return column.cell.write(finding.nearest)
    except (ValueError, KeyError, TypeError, AttributeError):
        return _as_words(finding, edition)


def _as_words(finding: Finding, edition: Edition) -> str:
    return "" if finding.nearest is None else value_words(finding.path, finding.nearest, edition)


def _is_within(path: str, other: str) -> bool:
    return path == other or path.startswith((f"{other}.", f"{other}[", f"{other}:"))


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()
