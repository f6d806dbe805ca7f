"""What is wrong with the contents of an edition: its rulebook, its worked examples, the clauses it cites.

``problems`` says all of it at once, each with its place and what would be right. The values themselves are
read by ``edition_from_json`` and ``contradictions`` (craps/edition_values.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from craps.codec import UNSHOWN, Codec, Items, Json, Text, kind, text_of
from craps.edition import Edition
from craps.edition_values import READING, values
from craps.errors import BadInput, nearest, path_key, quoted
from craps.examples import examples_data
from craps.examples.catalogue import FORM, stated_form
from craps.games import game_of
from craps.readings import choose
from craps.rulebook import book_data, cited
from craps.rulebook.clauses import parent_of
from craps.rulebook.terms import references_in
from craps.ruleset import RuleSet

# Where a problem is: a value of the edition, the head of its book, a clause or a worked example.
VALUE, BOOK, CLAUSE, EXAMPLE = "value", "book", "clause", "example"
# Addresses below a rulebook that are not clauses.
_RESERVED = ("all", "book.pdf", "changes", "readings")
_ID = Text(40, r"[A-Za-z0-9][A-Za-z0-9./()-]*", "4.12, 6/E(1) or 4.1(a)(ii)")
_EXAMPLE_ID = Text(60, r"[a-z0-9]+(-[a-z0-9]+)*", "buy-taken-down")
_BELOW = re.compile(r"[/(]|\.[1-9]")  # in the id of a clause that stands under another
# Paragraphs, lists, tables and bold: what page, PDF and plain text can all show.
_MARKUP = re.compile(r"[<>`_\\]|^#|^[ \t]+\S|^\d+\. |\]\(|\*\*\*", re.MULTILINE)
_UNSHOWN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Problem(NamedTuple):
    """One thing that is wrong: what kind of thing it is in, which one, the field, and what would be right."""

    kind: str
    id: str
    field: str
    message: str

    @property
    def path(self) -> str:
        """Its place, as an error names it: ``clause[4.12].text``."""
        place = f"{self.kind}[{self.id}]" if self.kind in (CLAUSE, EXAMPLE) else self.id
        return ".".join(filter(None, (place, self.field)))

    def to_json(self) -> dict[str, str]:
        return {"kind": self.kind, "id": self.id, "path": self.path, "message": self.message}


def problems(edition: Edition) -> list[Problem]:
    """Everything that is wrong with an edition's rulebook and worked examples, and every clause that it cites
    and the rulebook has not.

    >>> from craps import load_edition
    >>> problems(load_edition("md-craps"))
    []
    """
    book, examples = book_data(edition), examples_data(edition)
    every_problem = [*book_problems(book, _ids(examples.get("example"))), *citation_problems(edition, book)]
    if edition.examples is not None:
        every_problem += example_problems(examples, edition)
    return every_problem


# The rulebook --------------------------------------------------------------------------------------------


class _Prose:
    """Text of several lines in the small Markdown of the rulebooks."""

    def __init__(self, longest: int) -> None:
        self.longest = longest

    def read(self, value: Json, path: str) -> str:
        text = text_of(value, path, self.longest)
        if _UNSHOWN.search(text):
            raise BadInput(path, UNSHOWN)
        if match := _MARKUP.search(text):
            shown = quoted(match[0].strip() or match[0])
            raise BadInput(
                path, f"has {shown}; use paragraphs, lists with -, tables with | and **bold** only"
            )
        if text.count("**") % 2:
            raise BadInput(path, "has a ** without a closing **")
        for block in text.split("\n\n"):
            if block.startswith("|"):
                rows = block.strip().splitlines()
                if len({row.count("|") for row in rows}) > 1 or not set("".join(rows[1:2])) <= set("|- "):
                    raise BadInput(
                        path, "has a table whose rows differ in cells, or without |---| below its head"
                    )
        return text


_BOOK: Mapping[str, Any] = {"title": Text(120), "intro": _Prose(4_000)}
_CLAUSE: Mapping[str, Any] = {
    "id": _ID,
    "number": Text(40),
    "heading": Text(200),
    "text": _Prose(20_000),
    "parent": _ID,
    "slip": _Prose(2_000),
    "note": _Prose(4_000),
    "examples": Items(Text(60)),
}
_MAY_BE_EMPTY = ("number", "heading", "slip", "note")


def book_problems(data: Json, example_ids: Sequence[str] = ()) -> list[Problem]:
    """Everything that is wrong with the data of a rulebook."""
    if not isinstance(data, Mapping):
        return [
            Problem(
                BOOK, "", "", f"The rulebook should be an object with title and clauses, not {kind(data)}."
            )
        ]
    wrong = [
        *_unknown(BOOK, "", data, (*_BOOK, "clause")),
        *_read_each(BOOK, "", data, _BOOK, required=tuple(_BOOK)),
    ]
    entries = data.get("clause")
    if not isinstance(entries, list) or not entries:
        return [*wrong, Problem(BOOK, "", "clause", "The rulebook has no clauses. Add at least one.")]
    ids = _ids(entries)
    above: list[str] = []  # the clauses around the one at hand
    seen: dict[str, int] = {}
    for place, entry in enumerate(entries):
        if not isinstance(entry, Mapping):
            wrong.append(
                Problem(
                    CLAUSE, f"#{place + 1}", "", f"should be an object with id and text, not {kind(entry)}"
                )
            )
            continue
        clause_id = str(entry.get("id", f"#{place + 1}"))
        wrong += _unknown(CLAUSE, clause_id, entry, _CLAUSE)
        wrong += _read_each(CLAUSE, clause_id, entry, _CLAUSE, required=("id", "text"), empty=_MAY_BE_EMPTY)
        if clause_id in seen:
            message = f"is the id of two clauses, the {_nth(seen[clause_id])} and the {_nth(place + 1)}"
            wrong.append(Problem(CLAUSE, clause_id, "id", message))
        if clause_id.lower() in _RESERVED:
            wrong.append(Problem(CLAUSE, clause_id, "id", "is the address of another page; choose another"))
        wrong += _standing(entry, clause_id, seen, ids, above)
        seen.setdefault(clause_id, place + 1)
        wrong += _references(entry, clause_id, ids)
        for name in entry.get("examples", ()) if isinstance(entry.get("examples"), list) else ():
            if name not in example_ids:
                message = f"{quoted(name)} is not a worked example of the edition{_near(name, example_ids)}"
                wrong.append(Problem(CLAUSE, clause_id, "examples", message))
    return wrong


def _standing(
    entry: Mapping[str, Any], clause_id: str, seen: Mapping[str, int], ids: Sequence[str], above: list[str]
) -> Iterator[Problem]:
    """Whether it stands under its parent, after it and not apart from it. Keeps ``above``."""
    named = entry.get("parent")
    parent = named or parent_of(clause_id, seen)
    if named is not None and named not in seen:
        message = (
            "is below this one; move it above"
            if named in ids and named != clause_id
            else f"is not a clause of this rulebook{_near(named, ids)}"
        )
        yield Problem(CLAUSE, clause_id, "parent", f"{quoted(named)} {message}")
        parent = None
    elif parent is None and (later := parent_of(clause_id, [each for each in ids if each != clause_id])):
        yield Problem(CLAUSE, clause_id, "", f"is before {later}, the clause it belongs to; move it below")
    elif parent is None and _BELOW.search(clause_id):
        message = "belongs under a clause that does not exist; add that clause before it or name its parent"
        yield Problem(CLAUSE, clause_id, "id", message)
    if parent is not None and parent in seen and parent not in above:
        yield Problem(
            CLAUSE, clause_id, "", f"is separated from {parent}, the clause it belongs to; move it there"
        )
    if parent is None and not entry.get("heading"):
        yield Problem(CLAUSE, clause_id, "heading", "is missing: a chapter needs a heading")
    del above[above.index(parent) + 1 if parent in above else 0 :]
    above.append(clause_id)


def _references(entry: Mapping[str, Any], clause_id: str, ids: Sequence[str]) -> Iterator[Problem]:
    for name in ("text", "note"):
        text = entry.get(name)
        for target in references_in(text) if isinstance(text, str) else ():
            if target == clause_id:
                yield Problem(
                    CLAUSE, clause_id, name, f"refers to itself as [{target}]; leave the reference out"
                )
            elif target not in ids:
                message = f"refers to [{target}], which is not a clause of this rulebook{_near(target, ids)}"
                yield Problem(CLAUSE, clause_id, name, message)


# What values cite ----------------------------------------------------------------------------------------


def citation_problems(edition: Edition, book: Mapping[str, Any]) -> list[Problem]:
    """Every clause that a value, a reading or a slip of the edition cites and its rulebook has not."""
    ids = _ids(book.get("clause"))
    wrong = []
    for value in values(edition.data):
        clauses = value.json["clauses"] if value.kind == READING else [value.clause]
        wrong += [
            Problem(VALUE, value.path, "", _not_there(clause_id, ids))
            for citation in clauses
            for clause_id in cited(citation)
            if clause_id and clause_id not in ids
        ]
    for place, slip in enumerate(edition.slips):
        if slip["clause"] not in ids:
            wrong.append(Problem(VALUE, f"slips[{place}]", "clause", _not_there(slip["clause"], ids)))
    return wrong


def _not_there(clause_id: str, ids: Sequence[str]) -> str:
    return f"cites {clause_id}, which is not a clause of the rulebook{_near(clause_id, ids)}"


# Worked examples -----------------------------------------------------------------------------------------


_EXAMPLE_FIELDS = (*FORM.fields, "events", "terms", "readings")


def example_problems(data: Json, edition: Edition) -> list[Problem]:
    """Everything that is wrong with the data of an edition's worked examples."""
    entries = data.get("example") if isinstance(data, Mapping) else None
    if not isinstance(entries, list):
        return [
            Problem(EXAMPLE, "", "", "The worked examples should be an object with a list named example.")
        ]
    wrong: list[Problem] = []
    seen: dict[str, int] = {}
    for place, entry in enumerate(entries, start=1):
        if not isinstance(entry, Mapping):
            message = f"should be an object with id, title and events, not {kind(entry)}"
            wrong.append(Problem(EXAMPLE, f"#{place}", "", message))
            continue
        example_id = str(entry.get("id", f"#{place}"))
        if example_id in seen:
            message = f"is the id of two examples, the {_nth(seen[example_id])} and the {_nth(place)}"
            wrong.append(Problem(EXAMPLE, example_id, "id", message))
        seen.setdefault(example_id, place)
        wrong += _example(entry, example_id, edition)
    return wrong


def _example(entry: Mapping[str, Any], example_id: str, edition: Edition) -> Iterator[Problem]:
    yield from _unknown(EXAMPLE, example_id, entry, _EXAMPLE_FIELDS)
    forms = {**FORM.fields, "id": _EXAMPLE_ID}
    yield from _read_each(EXAMPLE, example_id, entry, forms, required=("id", "title", "why", "subjects"))
    stated: Mapping[str, Any] = MappingProxyType({})
    try:
        stated = stated_form(edition).read(entry.get("terms", {}), "terms")
        choose(edition.readings, entry.get("readings", {}), edition.id)
    except BadInput as error:
        yield Problem(EXAMPLE, example_id, error.path, error.message)
    if (entry.get("terms") or entry.get("readings")) and "given" not in entry:
        yield Problem(
            EXAMPLE, example_id, "given", "is missing: describe in words what terms the example has"
        )
    for subject in entry.get("subjects", ()) if isinstance(entry.get("subjects"), list) else ():
        if isinstance(subject, str) and not _is_subject(edition, subject):
            message = (
                f"{quoted(subject)} is not a subject of this edition, such as payouts.pass_line or vig.buy"
            )
            yield Problem(EXAMPLE, example_id, "subjects", message)
    events = entry.get("events")
    if not isinstance(events, list) or not events:
        yield Problem(EXAMPLE, example_id, "events", "should be a list of bets and rolls")
        return
    game = game_of(edition)
    rules = RuleSet(edition, MappingProxyType({"edition": edition.id, **stated}))
    for index, event in enumerate(events):
        try:
            read = game.read_event(event, index, rules)
        except BadInput as error:
            yield Problem(EXAMPLE, example_id, error.path, error.message)
            continue
        if read.verb == "bet" and read.wager not in edition.wagers:
            close = _near(read.wager, tuple(edition.wagers))
            message = f"{quoted(read.wager)} is not offered by this edition{close}"
            yield Problem(EXAMPLE, example_id, f"events[{index}]", message)


def _is_subject(edition: Edition, subject: str) -> bool:
    try:
        list(game_of(edition).clauses_of(edition, subject))
    except (AttributeError, KeyError, ValueError):
        return False
    return True


# Parts ---------------------------------------------------------------------------------------------------


def _read_each(
    where: str,
    name: str,
    entry: Mapping[str, Any],
    forms: Mapping[str, Codec],
    *,
    required: Iterable[str],
    empty: Sequence[str] = (),
) -> Iterator[Problem]:
    """Read every field by itself, so that each says what is wrong with it."""
    for field, form in forms.items():
        if field not in entry:
            if field in required:
                yield Problem(where, name, field, "is missing")
            continue
        if entry[field] == "" and field in empty:
            continue
        try:
            form.read(entry[field], field)
        except BadInput as error:
            yield Problem(where, name, error.path, error.message)


def _unknown(where: str, name: str, entry: Mapping[str, Any], known: Iterable[str]) -> Iterator[Problem]:
    names = tuple(known)
    for key in entry:
        if key not in names:
            yield Problem(where, name, path_key(key), f"is not a known field{_near(key, names)}")


def _ids(entries: Json) -> list[str]:
    rows = entries if isinstance(entries, list) else []
    return [str(entry["id"]) for entry in rows if isinstance(entry, Mapping) and "id" in entry]


def _near(name: object, known: Sequence[str]) -> str:
    return nearest(str(name), known)


def _nth(place: int) -> str:
    ending = "th" if 10 < place % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"
