"""A table of the rule set whose rows the operator names, such as the kinds of spaces of a wheel.

Its cells are posted column by column. Rows without a name and without values are ignored, so a few empty ones
at the end are enough to add some, and a tick removes one: no script is needed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from craps.games.fields import Field as FormField
from portal.operator.fields import Errors, Field, Group, Ruleset, one_line, value_at

SPARE = 2  # empty rows at the end
MOST = 200
NAME, REMOVE, MORE = "name", "remove", "more"


@dataclass(frozen=True)
class RowTable:
    """The key of the rule set, and a column for each of its values."""

    key: str
    title: str
    columns: tuple[FormField, ...]
    clean: Mapping[str, Callable[[str], Any]]  # by kind of value

    def cell(self, column: str, place: int | None = None) -> str:
        return f"{self.key}.rows.{column}" + ("" if place is None else f"[{place}]")


def stated(table: RowTable, row: str, ruleset: Ruleset) -> Group:
    """The rows of a rule set, and empty ones."""
    values = {column.path: value_at(ruleset, column.path, {}) for column in table.columns}
    names = dict.fromkeys(name for entries in values.values() for name in entries)
    lines = [[name, *(str(values[column.path].get(name, "")) for column in table.columns)] for name in names]
    return _group(table, row, lines + _empty(table))


def as_typed(table: RowTable, row: str, posted: QueryDict) -> Group:
    """The rows as they were posted, so that messages stand where the page has the row."""
    more = _empty(table) if posted.get("preset") == MORE else []
    return _group(table, row, _lines(table, posted) + more, frozenset(posted.getlist(table.cell(REMOVE))))


def read(table: RowTable, row: str, posted: QueryDict) -> tuple[dict[str, Any], Errors]:
    """The values of each column by name, and an error for each cell that is not valid."""
    values: dict[str, Any] = {column.path.rpartition(".")[2]: {} for column in table.columns}
    errors: Errors = {}
    removed = set(posted.getlist(table.cell(REMOVE)))
    seen: set[str] = set()
    for place, (name, *cells) in enumerate(_lines(table, posted)):
        if str(place) in removed or not any((name, *cells)):
            continue
        if not name or name in seen:
            problem = "already has a row above" if name else "needs a name"
            errors[table.cell(NAME, place)] = f"{name or 'This row'} {problem}."
            continue
        seen.add(name)
        for column, text in zip(table.columns, cells, strict=True):
            path = f"{column.path}.{name}"
            try:
                if not text:
                    raise ValueError("Fill in this field, or remove the row.")
                value = table.clean[column.each](text)
            except ValueError as error:
                value, errors[path] = text, f"{name}, {column.label.lower()}: {error}"
            values[column.path.rpartition(".")[2]][name] = value
    if not seen and not errors:
        errors[table.key] = f"Add at least one {row.lower()}." if row else "Add at least one row."
    return values, errors


def _lines(table: RowTable, posted: QueryDict) -> list[list[str]]:
    """Each row as its name and its values; columns of different length are cut to the shortest."""
    names = [NAME, *(column.path.rpartition(".")[2] for column in table.columns)]
    columns = [posted.getlist(table.cell(name))[:MOST] for name in names]
    return [[one_line(text) for text in line] for line in zip(*columns, strict=False)]


def _empty(table: RowTable) -> list[list[str]]:
    return [[""] * (len(table.columns) + 1) for _ in range(SPARE)]


def _group(table: RowTable, row: str, lines: list[list[str]], removed: frozenset[str] = frozenset()) -> Group:
    fields: list[Field] = []
    for place, (name, *values) in enumerate(lines):
        label = f"{row or 'Row'} {place + 1}"
        at = table.cell(NAME, place)
        ticked = "yes" if str(place) in removed else ""
        fields.append(Field(at, f"{label}: name", name, cell=at, column=row or "Name"))
        for column, value in zip(table.columns, values, strict=True):
            at = table.cell(column.path.rpartition(".")[2], place)
            # A row without a name has no path; nothing can be found there.
            path = f"{column.path}.{name}" if name else at
            fields.append(
                Field(
                    path,
                    f"{name or label}: {column.label.lower()}",
                    value,
                    "figure",
                    cell=at,
                    column=column.label,
                )
            )
        at = table.cell(REMOVE, place)
        fields.append(Field(at, f"Remove {name or label.lower()}", ticked, "tick", cell=at, column="Remove"))
    asked = next((column for column in table.columns if column.asks), None)
    return Group(
        table.key,
        table.title,
        tuple(fields),
        asked.clause if asked else "",
        asked.asks if asked else "",
        presets=((MORE, "More rows"),),
        columns=(row or "Name", *(column.label for column in table.columns), "Remove"),
    )
