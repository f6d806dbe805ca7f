"""What an edition changes against another, in words: its values, and its clauses before and after."""

import re
from typing import NamedTuple

from craps.edition import Edition as CoreEdition
from craps.edition_values import READING, Difference
from craps.edition_words import change_texts, value_label
from craps.rulebook import Book, Clause


class ChangedValue(NamedTuple):
    label: str
    was: str
    now: str
    clause: str


def changed_value(core: CoreEdition, change: Difference) -> ChangedValue:
    was, now = _option_effects(change) or change_texts(core, change)
    return ChangedValue(value_label(core, change.value), was, now, change.clause)


def _option_effects(change: Difference) -> tuple[str, str] | None:
    """What the options of a changed reading do: their names alone ("kind", "one") say too little."""
    if change.was is None or change.now is None or change.now.kind != READING:
        return None
    options = change.now.json.get("options", {})  # none where a person judges, or the edition has decided
    was, now = (options.get(value.json["chosen"]) for value in (change.was, change.now))
    return (was, now) if was and now and was != now else None


def clause_pairs(before: Book, after: Book) -> list[tuple[Clause | None, Clause | None]]:
    """Every clause of either book with its counterpart, an added one at its place in the later book."""
    order = [clause.id for clause in before.clauses]
    for clause in after.clauses:
        if clause.id not in order:
            previous, _ = after.neighbours(clause.id)
            order.insert(order.index(previous.id) + 1 if previous else 0, clause.id)
    return [(before.find(clause_id), after.find(clause_id)) for clause_id in order]


def clause_words(clause: Clause) -> str:
    """Heading and text without markup, a row of a table as a line; references stay as their numbers."""
    text = re.sub(r"\*\*|[\[\]]", "", clause.text)
    text = _TABLE_ROW.sub(_as_line, _BELOW_HEAD.sub("", text))
    return f"{clause.heading}. {text}" if clause.heading else text


_BELOW_HEAD = re.compile(r"^\|[-:| ]+\|\n", re.MULTILINE)
_TABLE_ROW = re.compile(r"^\|(.+)\|$", re.MULTILINE)


def _as_line(row: re.Match[str]) -> str:
    first, *others = (cell.strip() for cell in row[1].split("|"))
    return f"{first}: {'; '.join(others)}" if others else first
