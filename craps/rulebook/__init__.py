"""The rulebooks: every clause of every source document, in our own words, under its own number.

One data file per document part. Where is Singapore's rule on contract wagers? ``sg-mbs-v2.toml``, 1.1.4.
A file with ``base`` states only what differs: its clauses replace the base's, a new one names the clause it
stands ``after``, ``without`` drops clauses. Text is a small part of Markdown; ``[4.12]`` is a reference to
another clause of the same book. What the document does not say is no part of the text: an explanation of ours
is the clause's ``note``. An edition that is not built in has the book of the one it follows on, with each
change written under its clause.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain
from typing import Any

from craps.edition import Edition
from craps.edition_values import differences
from craps.edition_words import change_in_words
from craps.editions import all_edition_ids, load_edition, predecessor_of
from craps.errors import BadInput, nearest, quoted
from craps.examples import Example, examples_of
from craps.readings import Reading
from craps.rulebook.terms import Term, glossary, linked, terms_in
from craps.validation import Rule, rules

__all__ = [
    "Book",
    "Clause",
    "Term",
    "book",
    "book_ids",
    "cited",
    "clause",
    "clause_ids",
    "enforced_by",
    "glossary",
    "linked",
    "readings_at",
    "same_text",
    "shown_by",
]

# A citation of neighbouring items: 3/A(7)-(10), 2/D(4)(c)-(d), or the same part of each: 3/A(7)(a)-(10)(a).
_RUN = re.compile(r"(.+?)\((\d{1,3}|[a-z])\)((?:\(\w+\))*)-\((\d{1,3}|[a-z])\)\3")
# Mini-craps is governed by the same document as craps.
SAME_BOOK = {"md-mini": "md-craps"}


@dataclass(frozen=True)
class Clause:
    """One clause: ``number`` as printed, ``text`` in our words, ``slip`` what is odd in the source there,
    ``note`` what we add to explain it. ``examples`` are named where the clause decides money, such as when a
    bet wins, and no value of the edition that an example could be about cites it."""

    id: str
    number: str
    heading: str
    text: str
    parent: str | None
    depth: int
    slip: str = ""
    note: str = ""
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


def book_ids() -> tuple[str, ...]:
    """Every built-in book: one for each edition."""
    return all_edition_ids()


def book(of: str | Edition) -> Book:
    """The rulebook of an edition."""
    known_ids = all_edition_ids()
    if isinstance(of, Edition):
        return _amended(of) if of.id not in known_ids else _book(of.id)
    if of in known_ids:
        return _book(of)
    known = nearest(of, known_ids) or f"; there are {', '.join(known_ids)}"
    raise BadInput("book", f"{quoted(of)} is not a known rulebook{known}")


def same_text(of: str | Edition) -> str:
    """The id of the book whose text this one shows: itself, but for mini-craps, which craps' document governs
    too, and for an edition that is not built in, which shows that of the one it follows on."""
    book_id = of.id if isinstance(of, Edition) else of
    if isinstance(of, Edition) and book_id not in all_edition_ids():
        return same_text(predecessor_of(of))
    return SAME_BOOK.get(book_id, book_id)


def clause(of: str | Edition, clause_id: str) -> Clause:
    """One clause of a book.

    >>> clause("nz-revised", "4.1(j)").heading
    'Buy Bet'
    """
    return book(of).clause(clause_id)


def clause_ids(of: str | Edition) -> tuple[str, ...]:
    """The ids of a book's clauses, in document order."""
    return tuple(clause.id for clause in book(of).clauses)


def cited(clause_id: str) -> tuple[str, ...]:
    """The clauses that a citation names: itself, or each of a run.

    >>> cited("3/A(7)-(10)")
    ('3/A(7)', '3/A(8)', '3/A(9)', '3/A(10)')
    >>> cited("3/A(9)(a)-(10)(a)")
    ('3/A(9)(a)', '3/A(10)(a)')
    >>> cited("2/D(4)(c)-(d)")
    ('2/D(4)(c)', '2/D(4)(d)')
    """
    run = _RUN.fullmatch(clause_id)
    if run is None or run[2].isdigit() != run[4].isdigit():
        return (clause_id,)
    start, first, part, last = run.groups()
    items: Iterable[object]
    if first.isdigit():
        items = range(int(first), int(last) + 1)
    else:
        items = map(chr, range(ord(first), ord(last) + 1))
    return tuple(f"{start}({item}){part}" for item in items)


def enforced_by(of: str | Edition, clause_id: str) -> tuple[Rule, ...]:
    """The checks that hold a rule set to this clause.

    >>> [rule.id for rule in enforced_by("nz-revised", "4.12")]
    ['nz.vig.refund']
    """
    known_id = clause(of, clause_id).id
    return _rules(load_edition(of)).get(known_id, ())


def shown_by(of: str | Edition, clause_id: str) -> tuple[Example, ...]:
    """The worked examples that show this clause at work.

    >>> shown_by("nz-revised", "4.12")[0].id
    'buy-taken-down'
    """
    known_id = clause(of, clause_id).id
    return _examples(load_edition(of)).get(known_id, ())


def readings_at(of: str | Edition, clause_id: str) -> tuple[Reading, ...]:
    """How the edition reads what this clause leaves open.

    >>> [(reading.id, reading.chosen) for reading in readings_at("nz-revised", "4.10(a)")]
    [('on-marker', 'kind'), ('on-marker-after-off', 'on-again')]
    """
    known_id = clause(of, clause_id).id
    return tuple(reading for reading in load_edition(of).readings.values() if known_id in reading.clauses)


@lru_cache(maxsize=64)
def _rules(edition: Edition) -> dict[str, tuple[Rule, ...]]:
    by_clause: dict[str, tuple[Rule, ...]] = {}
    for rule in rules(edition):
        for clause_id in chain.from_iterable(map(cited, rule.clauses)):
            by_clause[clause_id] = (*by_clause.get(clause_id, ()), rule)
    return by_clause


@lru_cache(maxsize=64)
def _examples(edition: Edition) -> dict[str, tuple[Example, ...]]:
    by_clause: dict[str, tuple[Example, ...]] = {}
    named = {each.id: each.examples for each in book(edition).clauses if each.examples}
    for example in examples_of(edition):
        naming = (clause_id for clause_id, examples in named.items() if example.id in examples)
        for clause_id in dict.fromkeys((*chain.from_iterable(map(cited, example.clauses)), *naming)):
            by_clause[clause_id] = (*by_clause.get(clause_id, ()), example)
    return by_clause


@cache
def _book(book_id: str) -> Book:
    data = _data(same_text(book_id))
    slips = _slips(book_id)
    clauses: dict[str, Clause] = {}
    for entry in data["clause"]:
        parent = next((start for start in _beginnings(entry["id"]) if start in clauses), None)
        clauses[entry["id"]] = Clause(
            id=entry["id"],
            number=entry.get("number", entry["id"].rpartition("/")[2]),
            heading=entry.get("heading", ""),
            text=entry["text"].strip(),
            parent=parent,
            depth=0 if parent is None else clauses[parent].depth + 1,
            slip=" ".join(filter(None, (slips.get(entry["id"]), entry.get("slip")))),
            note=entry.get("note", "").strip(),
            examples=tuple(entry.get("examples", ())),
        )
    return Book(book_id, data["title"], data["intro"].strip(), tuple(clauses.values()), clauses)


@lru_cache(maxsize=64)
def _amended(edition: Edition) -> Book:
    """The book an edition follows on, each change written under the clause it cites; a clause that the book
    does not have is added at its end."""
    before = predecessor_of(edition)
    base = book(before)
    since = f"{edition.in_force_from.day} {edition.in_force_from:%B %Y}" if edition.in_force_from else ""
    head = f"Changed from {since}" if since else "Changed"
    changes: dict[str, list[str]] = {}
    for change in differences(before.data, edition.data):
        # A few values are our reading and cite no clause: they go with the clause that lists the wagers.
        for clause_id in cited(change.clause or edition.listed)[:1]:
            changes.setdefault(clause_id, []).append(f"**{head}:** {change_in_words(edition, change)}.")
    clauses = [
        replace(each, text="\n\n".join([each.text, *changes.pop(each.id)])) if each.id in changes else each
        for each in base.clauses
    ]
    clauses += [
        Clause(clause_id, clause_id, "", "\n\n".join(texts), None, 0) for clause_id, texts in changes.items()
    ]
    intro = f"This edition follows on “{before.title}”. What it changes is marked at its clause."
    by_id = {each.id: each for each in clauses}
    return Book(edition.id, edition.title, f"{intro}\n\n{base.intro}", tuple(clauses), by_id)


def _slips(book_id: str) -> dict[str, str]:
    """An edition's slips, by clause. They are part of its data, so the book does not repeat them."""
    texts: dict[str, str] = {}
    for slip in load_edition(book_id).slips:
        texts[slip["clause"]] = " ".join(filter(None, (texts.get(slip["clause"]), slip["text"])))
    return texts


def _beginnings(clause_id: str) -> Iterator[str]:
    """Possible parents of a clause, the longest first: 4.1(j), 4.1, then the chapter's 4.0."""
    for end in range(len(clause_id) - 1, 0, -1):
        start, rest = clause_id[:end], clause_id[end:]
        if rest[0] in "(./":
            yield start
            if rest[0] == ".":
                yield f"{start}.0"


def _data(name: str) -> dict[str, Any]:
    own = tomllib.loads((files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))
    base = own.pop("base", None)
    if base is None:
        return own
    return _data(base) | own | {"clause": _laid_over(_data(base)["clause"], own)}


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
