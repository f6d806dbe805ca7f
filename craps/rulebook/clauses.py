"""Clauses and books, and how they are made from the data of a rulebook."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from craps.errors import BadInput, nearest, quoted
from craps.rulebook.terms import terms_in


@dataclass(frozen=True)
class Clause:
    """One clause: ``number`` as printed, ``text`` in our words, ``slip`` what is odd in the source there,
    ``note`` what we add to explain it, ``changed`` what the text ends with because values changed.
    ``examples`` are named where the clause decides money, such as when a
    bet wins, and no value of the edition that an example could be about cites it."""

    id: str
    number: str
    heading: str
    text: str
    parent: str | None
    depth: int
    slip: str = ""
    note: str = ""
    changed: str = ""
    examples: tuple[str, ...] = ()

    @property
    def terms(self) -> tuple[str, ...]:
        """Ids of the glossary's terms that the text uses, in the order they come."""
        return terms_in(self.text)

    @property
    def label(self) -> str:
        """What a list of clauses shows: number and heading, or the one of them there is."""
        return f"{self.number} {self.heading}".strip()


@dataclass(frozen=True)
class Book:
    """The clauses of one edition's source document, in document order."""

    id: str
    title: str
    intro: str
    clauses: tuple[Clause, ...]
    _by_id: Mapping[str, Clause] = field(repr=False, compare=False)

    @property
    def chapters(self) -> tuple[Clause, ...]:
        """The top-level clauses."""
        return self.children(None)

    def children(self, clause_id: str | None) -> tuple[Clause, ...]:
        return tuple(clause for clause in self.clauses if clause.parent == clause_id)

    def find(self, clause_id: str) -> Clause | None:
        return self._by_id.get(clause_id)

    def clause(self, clause_id: str) -> Clause:
        """The clause of this id; BadInput names the nearest one there is."""
        clause = self.find(clause_id)
        if clause is None:
            close = nearest(clause_id, tuple(self._by_id))
            raise BadInput("clause", f"{quoted(clause_id)} is not a clause of {self.id}{close}")
        return clause

    def path(self, clause_id: str) -> tuple[Clause, ...]:
        """The clauses from the chapter down to this one.

        >>> from craps.rulebook import book
        >>> [clause.id for clause in book("nz-1998").path("4.10(a)")]
        ['4.0', '4.10', '4.10(a)']
        """
        steps = [self.clause(clause_id)]
        while steps[0].parent is not None:
            steps.insert(0, self._by_id[steps[0].parent])
        return tuple(steps)

    def neighbours(self, clause_id: str) -> tuple[Clause | None, Clause | None]:
        """The clauses before and after this one in the document."""
        at = self.clauses.index(self.clause(clause_id))
        before = self.clauses[at - 1] if at else None
        return before, self.clauses[at + 1] if at + 1 < len(self.clauses) else None


def book_of_data(
    book_id: str, data: Mapping[str, Any], slips: Iterable[Mapping[str, str]] = (), title: str = ""
) -> Book:
    """A book from its data; ``slips`` are those of the edition, which the book does not repeat."""
    printed: dict[str, str] = {}
    for slip in slips:
        printed[slip["clause"]] = " ".join(filter(None, (printed.get(slip["clause"]), slip["text"])))
    clauses: dict[str, Clause] = {}
    for entry in data["clause"]:
        parent = entry.get("parent") or parent_of(entry["id"], clauses)
        clauses[entry["id"]] = Clause(
            id=entry["id"],
            number=entry.get("number", entry["id"].rpartition("/")[2]),
            heading=entry.get("heading", ""),
            text=entry["text"].strip(),
            parent=parent,
            depth=0 if parent is None else clauses[parent].depth + 1,
            slip=" ".join(filter(None, (printed.get(entry["id"]), entry.get("slip")))),
            note=entry.get("note", "").strip(),
            examples=tuple(entry.get("examples", ())),
        )
    return Book(book_id, title or data["title"], data["intro"].strip(), tuple(clauses.values()), clauses)


def parent_of(clause_id: str, known: Iterable[str]) -> str | None:
    """The clause among those known that this one stands under by its number.

    >>> parent_of("4.1(j)", ["4.0", "4.1"]), parent_of("4.1", ["4.0"]), parent_of("5", ["4.0"])
    ('4.1', '4.0', None)
    """
    return next((start for start in _beginnings(clause_id) if start in known), None)


def built_in_data(name: str) -> dict[str, Any]:
    """The data of a built-in book, without ``base``."""
    return resolved(tomllib.loads((files(__package__) / f"{name}.toml").read_text(encoding="utf-8")))


def resolved(own: dict[str, Any]) -> dict[str, Any]:
    """The data of a book from its file: with the clauses of its ``base``, which is a built-in book."""
    own = dict(own)
    base = own.pop("base", None)
    if base is None:
        return own
    under = built_in_data(base)
    whole = under | own | {"clause": _laid_over(under["clause"], own)}
    return {key: value for key, value in whole.items() if key != "without"}


def _beginnings(clause_id: str) -> Iterator[str]:
    """Possible parents of a clause, the longest first: 4.1(j), 4.1, then the chapter's 4.0."""
    for end in range(len(clause_id) - 1, 0, -1):
        start, rest = clause_id[:end], clause_id[end:]
        if rest[0] in "(./":
            yield start
            if rest[0] == ".":
                yield f"{start}.0"


def _laid_over(base: list[dict[str, Any]], own: dict[str, Any]) -> list[dict[str, Any]]:
    changed = {entry["id"]: entry for entry in own.get("clause", ()) if "after" not in entry}
    added = {entry["after"]: entry for entry in own.get("clause", ()) if "after" in entry}
    merged = []
    for entry in base:
        if entry["id"] not in own.get("without", ()):
            merged.append(entry | changed.get(entry["id"], {}))
        if entry["id"] in added:
            merged.append({key: value for key, value in added[entry["id"]].items() if key != "after"})
    return merged
