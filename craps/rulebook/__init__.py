"""The rulebooks: every clause of every source document, in our own words, under its own number.

One data file per document part. Where is Singapore's rule on contract wagers? ``sg-mbs-v2.toml``, 1.1.4.
A file with ``base`` states only what differs: its clauses replace the base's, a new one names the clause it
stands ``after``, ``without`` drops clauses. Text is a small part of Markdown; ``[4.12]`` is a reference to
another clause of the same book. What the document does not say is no part of the text: an explanation of ours
is the clause's ``note``. An edition that is not built in may have a book of its own in the same form; else it
has the book of the one it follows on. Either way each changed value is noted under its clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from craps.edition import Edition
from craps.edition_values import differences
from craps.edition_words import change_in_words
from craps.editions import all_edition_ids, load_edition, predecessor_of
from craps.errors import BadInput, nearest, quoted
from craps.examples import Example, examples_of
from craps.messages import ENGLISH, cached, language
from craps.readings import Reading
from craps.rulebook.clauses import Book, Clause, book_of_data, built_in_data
from craps.rulebook.terms import Term, glossary, linked
from craps.validation import Rule, rules

__all__ = [
    "Book",
    "Clause",
    "Term",
    "book",
    "book_data",
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
_RUN = re.compile(r"(.{1,60}?)\((\d{1,3}|[a-z])\)((?:\(\w{1,8}\)){0,4})-\((\d{1,3}|[a-z])\)\3")
# Mini-craps is governed by the same document as craps.
SAME_BOOK = {"md-mini": "md-craps"}


def book_ids() -> tuple[str, ...]:
    """Every built-in book: one for each edition."""
    return all_edition_ids()


def book(of: str | Edition) -> Book:
    """The rulebook of an edition."""
    known_ids = all_edition_ids()
    if isinstance(of, Edition):
        if of.book is not None:
            return _own(of)
        return _amended(of) if of.id not in known_ids else _book(of.id)
    if of in known_ids:
        return _book(of)
    known = nearest(of, known_ids) or f"; there are {', '.join(known_ids)}"
    raise BadInput("book", f"{quoted(of)} is not a known rulebook{known}")


def same_text(of: str | Edition) -> str:
    """The id of the book whose text this one shows: itself, but for mini-craps, which craps' document governs
    too, and for an edition that is not built in and has no book of its own, which shows that of the one it
    follows on."""
    book_id = of.id if isinstance(of, Edition) else of
    if isinstance(of, Edition) and of.book is None and book_id not in all_edition_ids():
        before = predecessor_of(of)
        return same_text(before) if before else book_id
    return SAME_BOOK.get(book_id, book_id)


def book_data(of: str | Edition) -> dict[str, Any]:
    """The data of an edition's book, in the form of its file and without ``base``: its own, or that of the
    book whose text it shows, with what was noted under the clauses as part of their text."""
    if isinstance(of, Edition) and of.book is not None:
        return dict(of.book)
    if isinstance(of, str) or of.id in all_edition_ids():
        book_id = of if isinstance(of, str) else of.id
        return built_in_data(SAME_BOOK.get(book_id, book_id))
    shown, before = book(of), predecessor_of(of)
    entries = {entry["id"]: entry for entry in (book_data(before)["clause"] if before else ())}
    clauses = [{**entries.get(each.id, {"id": each.id}), "text": each.text} for each in shown.clauses]
    return {"title": shown.title, "intro": shown.intro, "clause": clauses}


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


@cached(64)
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
    return book_of_data(book_id, book_data(book_id), load_edition(book_id).slips)


@lru_cache(maxsize=64)
def _own(edition: Edition) -> Book:
    """The edition's own book, each changed value noted under its clause."""
    assert edition.book is not None  # noqa: S101 - asked for only where there is one
    base = book_of_data(edition.id, edition.book, edition.slips)
    return _with_notes(base, edition, predecessor_of(edition))


@lru_cache(maxsize=64)
def _amended(edition: Edition) -> Book:
    """The book of the edition it follows on, each change noted under the clause it cites."""
    before = predecessor_of(edition)
    if before is None:
        return book_of_data(edition.id, {"title": edition.title, "intro": "", "clause": []})
    base = book(before)
    intro = f"This edition follows “{before.title}”. What it changes is marked at its clause."
    head = replace(base, id=edition.id, title=edition.title, intro=f"{intro}\n\n{base.intro}")
    return _with_notes(head, edition, before)


def _with_notes(base: Book, edition: Edition, before: Edition | None) -> Book:
    """The book with each changed value written under the clause it cites; a clause that the book does not
    have is added at its end."""
    with language(ENGLISH):  # as the rest of the book is
        return _noted(base, edition, before)


def _noted(base: Book, edition: Edition, before: Edition | None) -> Book:
    since = f"{edition.in_force_from.day} {edition.in_force_from:%B %Y}" if edition.in_force_from else ""
    head = f"Changed from {since}" if since else "Changed"
    changes: dict[str, list[str]] = {}
    for change in differences(before.data, edition.data) if before else ():
        # A few values are our reading and cite no clause: they go with the clause that lists the wagers.
        for clause_id in cited(change.clause or edition.listed)[:1]:
            changes.setdefault(clause_id, []).append(f"**{head}:** {change_in_words(edition, change)}.")
    clauses = [_amended_clause(each, changes.pop(each.id, [])) for each in base.clauses]
    clauses += [
        Clause(clause_id, clause_id, "", "\n\n".join(texts), None, 0) for clause_id, texts in changes.items()
    ]
    return replace(base, clauses=tuple(clauses), _by_id={each.id: each for each in clauses})


def _amended_clause(clause: Clause, changes: list[str]) -> Clause:
    changed = "\n\n".join(changes)
    return replace(clause, text=f"{clause.text}\n\n{changed}" if changed else clause.text, changed=changed)
