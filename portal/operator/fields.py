"""The editor's form fields: each is declared once, with its path, label, value and how it is read.

A field's name in the form is its path in the contract (`odds.come.multiples.4`), so that a finding's path
leads to its field, and one function reads every step's form into the rule set.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.text import capfirst

from craps.codec import Odds
from portal.typed_values import payout

Ruleset = dict[str, Any]
Errors = dict[str, str]  # message by path

YES_NO = (("yes", "Yes"), ("no", "No"))
NOT_STATED = ("", "Not stated")


def one_line(text: str) -> str:
    return " ".join(text.split())


def payout_unless(figure: str, text: str) -> str:
    """A typed payout; nothing if it is the edition's own figure."""
    if text == figure:  # as most are
        return ""
    text = payout(text, figure)
    return "" if Odds().read(text, "") == Odds().read(figure, "") else text


def yes_or_no(text: str) -> bool | None:
    return {"yes": True, "no": False}.get(text)


@dataclass(frozen=True)
class Field:
    """One control. `clean` turns typed text into the value to store, or raises ValueError with a message."""

    path: str
    label: str
    value: Any
    kind: str = "text"  # text, multiple, figure, choice, tick, ticks, lines, areas
    choices: tuple[tuple[str, str], ...] = ()
    hint: str = ""
    clean: Callable[[str], Any] = one_line
    findings: tuple[Any, ...] = ()
    error: str = ""
    cell: str = ""  # in a table with rows: its name in the form, with the number of the row
    column: str = ""  # and the heading above it

    @property
    def id(self) -> str:
        return element_id(self.cell or self.path)

    @property
    def name(self) -> str:
        """Its name in the form; cells of one column have it in common."""
        return self.cell.partition("[")[0] or self.path

    @property
    def has_messages(self) -> bool:
        """Whether findings and errors stand at the field; those of a list of ticks stand at its group."""
        return self.kind not in ("tick", "ticks")

    def read(self, posted: QueryDict) -> Any:
        """Return the posted value; empty if the field was left empty."""
        if self.kind == "ticks":
            ticked = set(posted.getlist(self.path))
            return [value for value, _ in self.choices if value in ticked]
        text = posted.get(self.path, "").strip()
        return self.clean(text) if text else ""


@dataclass(frozen=True)
class Row:
    """A row of a grid: what it is about, what the rulebook allows there, and how many cells it has."""

    path: str
    title: str
    cells: int
    clause: str = ""
    allowed: str = ""
    findings: tuple[Any, ...] = ()
    error: str = ""

    @property
    def id(self) -> str:
        return element_id(self.path, "group")


@dataclass(frozen=True)
class Group:
    """Fields under one heading, with the clause and the allowed range."""

    path: str
    title: str
    fields: tuple[Field, ...]
    clause: str = ""
    allowed: str = ""
    presets: tuple[tuple[str, str], ...] = ()
    findings: tuple[Any, ...] = ()
    error: str = ""
    columns: tuple[str, ...] = ()  # the headings of a table, whose cells are the fields, row by row
    grid: tuple[Row, ...] = ()  # rows that are not the operator's to name; one may have fewer cells
    tools: tuple[Field, ...] = ()  # of a grid: a field for each column to set all, and one for pasted rows

    @property
    def lines(self) -> list[tuple[Row, tuple[Field, ...]]]:
        """The rows of a grid with their cells."""
        lines, start = [], 0
        for row in self.grid:
            lines.append((row, self.fields[start : start + row.cells]))
            start += row.cells
        return lines

    @property
    def rows(self) -> list[tuple[Field, ...]]:
        """The cells of a table."""
        width = len(self.columns)
        return [self.fields[start : start + width] for start in range(0, len(self.fields), width)]

    @property
    def id(self) -> str:
        return element_id(self.path, "group")

    @property
    def is_clear(self) -> bool:
        """Whether neither the group nor any of its fields has a finding or an error."""
        places: tuple[Group | Row | Field, ...] = (self, *self.fields, *self.grid, *self.tools)
        return not any(each.findings or each.error for each in places)

    @property
    def message_ids(self) -> list[str]:
        """The ids of the boxes beside its fields and below it, which the live check fills or clears."""
        fields = [each.id for each in (*self.fields, *self.tools) if each.has_messages]
        return [f"at-{place}" for place in (*fields, *(row.id for row in self.grid), self.id)]

    @property
    def layout(self) -> str:
        """The CSS class: short figures fit a narrow row, fields with a hint or a list need more room."""
        narrow = all(field.kind in {"multiple", "figure"} and not field.hint for field in self.fields)
        return "points" if narrow else "choices" if self.fields[0].kind != "ticks" else ""


def figure_field(
    ruleset: Ruleset, path: str, label: str, *, hint: str = "", clean: Callable[[str], Any] = one_line
) -> Field:
    """A short figure, empty if it is not stated."""
    return Field(path, label, str(value_at(ruleset, path, "")), "figure", hint=hint, clean=clean)


def flag_field(ruleset: Ruleset, path: str, label: str, *, hint: str = "") -> Field:
    """Yes, no or not stated."""
    value = value_at(ruleset, path)
    shown = "" if value is None else "yes" if value else "no"
    return Field(path, label, shown, "choice", (NOT_STATED, *YES_NO), hint, clean=yes_or_no)


def choice_field(
    ruleset: Ruleset, path: str, label: str, *, options: Mapping[str, str], hint: str = ""
) -> Field:
    """One of a few, or not stated; a value that is not among them stays as it was entered."""
    value = str(value_at(ruleset, path, ""))
    known = {"": NOT_STATED[1], **{option: capfirst(words) for option, words in options.items()}}
    choices = tuple((known if value in known else {**known, value: value}).items())
    return Field(path, label, value, "choice", choices, hint)


def tick_group(
    ruleset: Ruleset,
    path: str,
    title: str,
    *,
    options: Mapping[str, str],
    clauses: Mapping[str, str],
    allowed: str,
) -> Group:
    """A list of tick boxes; those that the rulebook requires show their clause."""
    choices = tuple(
        (value, f"{text} ({clauses[value]})" if value in clauses else text) for value, text in options.items()
    )
    field = Field(path, title, value_at(ruleset, path, []), "ticks", choices)
    return Group(path, title, (field,), allowed=allowed)


def read_groups(groups: Iterable[Group], posted: QueryDict, ruleset: Ruleset) -> tuple[Ruleset, Errors]:
    """Return the rule set with the posted values, and an error for each value that is not valid.

    An empty field is not stated. A list that was stated stays stated when it is emptied: choosing nothing is
    a choice too. A value that is not valid stays in the rule set as typed, so that the page can show it.
    """
    errors: Errors = {}
    changed = ruleset
    for field in (field for group in groups for field in group.fields):
        try:
            value = field.read(posted)
        except ValueError as error:
            value, errors[field.path] = posted.get(field.path, "").strip(), str(error)
        if value in ("", None, []):
            value = [] if isinstance(value_at(ruleset, field.path), list) else None
        changed = with_value(changed, field.path, value)
    return changed, errors


def as_typed(groups: Iterable[Group], posted: QueryDict) -> list[Group]:
    """The groups with what was typed in them, letter for letter, where one value is typed."""
    return [
        replace(
            group,
            fields=tuple(_as_typed(field, posted) for field in group.fields),
            tools=tuple(_as_typed(field, posted) for field in group.tools),
        )
        for group in groups
    ]


def _as_typed(field: Field, posted: QueryDict) -> Field:
    several = field.cell or field.kind in ("tick", "ticks", "areas")
    return field if several or field.path not in posted else replace(field, value=posted[field.path])


def with_value(ruleset: Ruleset, path: str, value: Any) -> Ruleset:
    """Return the rule set with one field set, or no longer stated if the value is None."""
    key, _, rest = path.partition(".")
    if rest:
        inner = ruleset.get(key)
        value = with_value(inner if isinstance(inner, dict) else {}, rest, value) or None
    if value is None:
        return without(ruleset, key)
    return {**ruleset, key: value}


def without(ruleset: Ruleset, *keys: str) -> Ruleset:
    return {key: value for key, value in ruleset.items() if key not in keys}


def value_at(ruleset: Ruleset, path: str, default: Any = None) -> Any:
    value: Any = ruleset
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return default if value is None else value


_IN_IDS = str.maketrans(".: [", "----", "]")


def element_id(path: str, kind: str = "field") -> str:
    """Return a path as an element id; dots would be read as classes in a selector."""
    return f"{kind}-{path.translate(_IN_IDS)}"
