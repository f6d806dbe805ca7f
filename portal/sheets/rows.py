"""A rule set as the cells of a row, and back: what goes out comes in with the same digest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from craps import BadInput
from craps.codec import Codec, Json
from craps.edition import Edition
from portal.sheets.cells import NO, YES
from portal.sheets.columns import (
    EDITION,
    MORE,
    REQUIRED,
    Column,
    columns_by_path,
    columns_of,
    lists_of,
    value_at,
)

Ruleset = dict[str, Any]
MOST_KNOWN = 20_000
Cells = dict[str, str]  # what is in a row, by the path of its column


@dataclass
class RowRules:
    """The rule set of a row, as far as its cells can be read, and what is wrong with the others, by path."""

    ruleset: Ruleset
    problems: dict[str, str] = field(default_factory=dict)


def read_row(
    edition: Edition,
    cells: Mapping[str, str],
    *,
    semicolons: bool = False,
    known: dict[tuple[str, str], str | bool] | None = None,
) -> RowRules:
    """The rule set that the cells of a row state. An empty cell states nothing.

    `known` remembers what cells were read as: most rows of a sheet have the same in most of their columns.
    """
    known = {} if known is None else known
    columns = columns_by_path(edition)
    reading = RowRules({EDITION: edition.id})
    lists: dict[str, list[str]] = {}
    for path, text in cells.items():
        if path in REQUIRED or path == MORE or not text.strip():
            continue
        column = columns[path]
        try:
            value = known.get((path, text))
            if value is None:
                value = column.cell.read(text, semicolons=semicolons)
                if isinstance(value, str | bool) and len(known) < MOST_KNOWN:
                    known[path, text] = value
            if column.within:
                chosen = lists.setdefault(column.within, [])
                if value:
                    chosen.append(column.entry)
            else:
                _put(reading.ruleset, column.keys, value)
        except ValueError as error:
            reading.problems[path] = str(error)
    for path, chosen in lists.items():
        _put(reading.ruleset, path.split("."), chosen)
    if cells.get(MORE, "").strip():
        try:
            _merge(reading.ruleset, columns[MORE].cell.read(cells[MORE]), "")
        except ValueError as error:
            reading.problems[MORE] = str(error)
    return reading


def problems_of_cells(edition: Edition, reading: RowRules) -> dict[str, str]:
    """What the contract refuses in each cell: asked for when a rule set as a whole cannot be read."""
    problems: dict[str, str] = {}
    for column in columns_of(edition):
        value = value_at(reading.ruleset, column.path) if column.codec else None
        if column.codec is None or value is None or column.path in reading.problems:
            continue
        if isinstance(value, dict) and column.path + ".4" in columns_by_path(edition):
            continue  # one value for each point: their own columns are asked
        try:
            column.codec.read(value, column.path)
        except BadInput as error:
            problems[column.path] = sentence(column.label, error.message)
    return problems


def write_row(edition: Edition, ruleset: Ruleset) -> Cells:
    """The cells of a rule set in output form. What no column can carry goes in the last one, as JSON."""
    cells: Cells = {EDITION: edition.id}
    written = {EDITION}
    for column in columns_of(edition):
        value = value_at(ruleset, column.path)
        if column.codec is None or value is None:
            continue
        text = _text(column, column.codec, value)
        if text is not None:
            cells[column.path] = text
            written.add(column.path)
    for path, columns in lists_of(edition).items():
        chosen = value_at(ruleset, path)
        if chosen is None or not _in_order(chosen, columns):
            continue
        written.add(path)
        for column in columns:
            if column.entry in chosen or not chosen:
                cells[column.path] = YES if chosen else NO
    rest = _rest(ruleset, "", written)
    if rest:
        cells[MORE] = columns_by_path(edition)[MORE].cell.write(rest)
    return cells


def sentence(label: str, message: str) -> str:
    """A refusal of the contract as a sentence: "should be 0 or more" is about the field, a quoted value
    speaks for itself."""
    words = f"{label} {message}" if message[:1].islower() else message
    return words if words.endswith(".") else f"{words}."


def _text(column: Column, codec: Codec, value: Json) -> str | None:
    """The value as text, if reading it gives the same value again."""
    try:
        text = column.cell.write(value)
        again = column.cell.read(text)
        same = codec.write(codec.read(again, column.path)) == value
    except (ValueError, KeyError, TypeError, AttributeError, BadInput):
        return None
    return text if same and text.strip() else None


def _in_order(chosen: list[str], columns: tuple[Column, ...]) -> bool:
    """Whether the list is what its columns give again: their order, and nothing that has no column."""
    return chosen == [column.entry for column in columns if column.entry in chosen]


def _rest(value: Ruleset, before: str, written: set[str]) -> Ruleset:
    """What is not written yet; an object that states nothing is kept, since it counts for the digest."""
    rest: Ruleset = {}
    for key, inner in value.items():
        path = f"{before}{key}"
        if path in written:
            continue
        if isinstance(inner, dict) and inner:
            left = _rest(inner, f"{path}.", written)
            if left:
                rest[key] = left
        else:
            rest[key] = inner
    return rest


def _put(ruleset: Ruleset, keys: Sequence[str], value: Json) -> None:
    *parents, last = keys
    for parent in parents:
        inner = ruleset.setdefault(parent, {})
        if not isinstance(inner, dict):
            raise ValueError("State one value for all, or one for each: not both.")
        ruleset = inner
    if last in ruleset:
        raise ValueError("State one value for all, or one for each: not both.")
    ruleset[last] = value


def _merge(ruleset: Ruleset, more: Ruleset, before: str) -> None:
    for key, value in more.items():
        path = f"{before}{key}"
        if key not in ruleset:
            ruleset[key] = value
        elif isinstance(value, dict) and isinstance(ruleset[key], dict):
            _merge(ruleset[key], value, f"{path}.")
        else:
            raise ValueError(f"{path} also has a column of its own. State it only once.")
