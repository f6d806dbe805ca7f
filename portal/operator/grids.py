"""Tables of figures in the editor: set a column, copy a row down, and paste rows from a spreadsheet.

Each of them changes what was posted before it is read. So every cell goes through the reader of its own field
and shows its own error, whether it was typed, set or pasted.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.http import QueryDict

from portal.operator.fields import Errors, Field, Group, Row

SET_ALL, COPY_DOWN, PASTE = "set", "down", "paste"
_TOOLS = "grid"  # their names begin with it: they are no part of the rules


def grid(
    path: str,
    title: str,
    columns: Sequence[str],
    rows: Iterable[tuple[Row, Sequence[Field]]],
    *,
    allowed: str = "",
    clause: str = "",
) -> Group:
    """A group whose fields are the cells of a table."""
    lines = list(rows)
    widest = max((cells for _, cells in lines), key=len, default=())
    return Group(
        path,
        title,
        tuple(each for _, cells in lines for each in cells),
        clause,
        allowed,
        columns=tuple(columns),
        grid=tuple(row for row, _ in lines),
        tools=(
            *(_set_all(path, place, column, widest) for place, column in enumerate(columns)),
            Field(f"{_TOOLS}.{PASTE}.{path}", "Rows to paste", "", "lines"),
        )
        if lines
        else (),
    )


def cell(row: str, column: str, field: Field) -> Field:
    """The field as a cell of this row and column."""
    return replace(field, label=f"{row}: {column[:1].lower()}{column[1:]}", column=column)


def is_asked(posted: QueryDict) -> bool:
    """Whether a button of a grid was pressed."""
    return posted.get("preset", "").partition(":")[0] in (SET_ALL, COPY_DOWN, PASTE)


def apply(groups: Iterable[Group], posted: QueryDict) -> tuple[QueryDict, Errors]:
    """Return what was posted with what a grid's buttons change in it, and an error for each that cannot.

    Saving also takes what is typed for all rows or pasted, but not set yet: else it would be lost.
    """
    action, _, where = posted.get("preset", "").partition(":")
    saves = "save" in posted
    if not (saves or is_asked(posted)):
        return posted, {}
    changed = posted.copy()
    errors: Errors = {}
    for group in groups:
        if not group.grid:
            continue
        if action == COPY_DOWN:
            _copy_down(group, where, changed)
        if saves or (action, where) == (SET_ALL, group.path):
            errors |= _set_columns(group, changed)
        if saves or (action, where) == (PASTE, group.path):
            errors |= _paste(group, changed)
    return changed, errors


def _set_all(path: str, place: int, column: str, cells: Sequence[Field]) -> Field:
    like = cells[place]
    choices = (("", "Choose"), *(each for each in like.choices if each[0])) if like.choices else ()
    name = f"{_TOOLS}.{SET_ALL}.{path}.{place}"
    return cell("All rows", column, Field(name, "", "", like.kind, choices, clean=like.clean))


def _set_columns(group: Group, posted: QueryDict) -> Errors:
    """Set every cell of a column to what is typed above it; an empty field changes nothing."""
    errors: Errors = {}
    for place, tool in enumerate(group.tools[:-1]):
        try:
            tool.read(posted)
        except ValueError as error:
            errors[tool.path] = str(error)
            continue
        if typed := posted.get(tool.path, "").strip():
            for _, cells in group.lines:
                if place < len(cells):
                    posted[cells[place].path] = typed
        posted[tool.path] = ""
    return errors


def _copy_down(group: Group, path: str, posted: QueryDict) -> None:
    """Set the rows below one to its values; its empty cells change nothing."""
    source: tuple[Field, ...] = ()
    for row, cells in group.lines:
        for above, below in zip(source, cells, strict=False):
            if typed := posted.get(above.path, "").strip():
                posted[below.path] = typed
        if row.path == path:
            source = cells


def _paste(group: Group, posted: QueryDict) -> Errors:
    """Fill in the pasted rows; if one does not fit, none is filled in and the text stays."""
    tool = group.tools[-1]
    lines = [line.split("\t") for line in posted.get(tool.path, "").splitlines() if line.strip()]
    if lines and _is_heading(group, lines[0]):
        del lines[0]
    rows = {row.title.casefold(): cells for row, cells in group.lines}
    named = any(_key(line) in rows for line in lines)
    filled: dict[str, str] = {}
    problems = []
    for number, line in enumerate(lines):
        cells = rows.get(_key(line)) if named else _at(group, number)
        values = [value.strip() for value in (line[1:] if named else line)]
        if cells is None:
            problems.append(f"“{line[0].strip()}” is not a row of this table." if named else _too_many(group))
            break
        while values and not values[-1] and len(values) > len(cells):
            values.pop()
        if len(values) > len(cells):
            problems.append(f"Row {number + 1} has {len(values)} values. There is room for {len(cells)}.")
            break
        for field, value in zip(cells, values, strict=False):
            read = _option(field, value) if field.choices else value
            if read is None:
                problems.append(f"“{value}” is not one of: {_options(field)}.")
            filled[field.path] = read or ""
    if problems:
        return {tool.path: f"Nothing was filled in. {problems[0]}"}
    for path, value in filled.items():
        posted[path] = value
    posted[tool.path] = ""
    return {}


def _key(line: list[str]) -> str:
    return line[0].strip().casefold()


def _is_heading(group: Group, line: list[str]) -> bool:
    titles = {column.casefold() for column in group.columns}
    return any(value.strip().casefold() in titles for value in line)


def _at(group: Group, number: int) -> tuple[Field, ...] | None:
    return group.lines[number][1] if number < len(group.lines) else None


def _too_many(group: Group) -> str:
    return f"There are more rows than the {len(group.grid)} of this table."


def _option(field: Field, text: str) -> str | None:
    """The value of the option with these words; None if there is none."""
    wanted = text.casefold()
    options = ((value, label) for value, label in field.choices)
    return next((value for value, label in options if wanted in (value.casefold(), label.casefold())), None)


def _options(field: Field) -> str:
    return ", ".join(label for value, label in field.choices if value)
