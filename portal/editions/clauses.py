"""The rulebook of a draft: its clauses are changed, added, moved and deleted here.

The first change copies the parent's rulebook into the draft. A change that would make something wrong with
the rulebook is refused with the place; what was wrong before does not stand in its way.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from craps.codec import canonical_bytes, digest_of
from craps.contents import BOOK, CLAUSE, Problem, book_problems
from craps.edition import Edition as CoreEdition
from craps.edition_values import READING, values
from craps.edition_words import value_label
from craps.examples import examples_data
from craps.rulebook import book_data, cited
from craps.rulebook.terms import references_in
from portal.accounts.models import User
from portal.audit.services import record
from portal.editions.book_edits import (
    Entry,
    cited_anew,
    clauses_in,
    end_of,
    entry_of,
    moved,
    new_names,
    place_of,
    with_new_names,
)
from portal.editions.draft_store import locked_draft, save_contents
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.errors import BadValue, Conflict, NotFound, NotPossible

BEFORE, AFTER = "before", "after"
MOST_CLAUSES = 2_000


class ClauseDifference(NamedTuple):
    """A clause before and after; None where it is not in one of the two rulebooks."""

    id: str
    was: Entry | None
    now: Entry | None


# Reading -------------------------------------------------------------------------------------------------


def book_of(row: Edition) -> dict[str, Any]:
    """The rulebook of an edition as data: its own, or a copy of its parent's under its title."""
    if row.book is not None:
        return dict(row.book)
    if row.parent is None:
        return book_data(core_edition_for(row))
    return book_data(core_edition_for(row.parent)) | {"title": row.title}


def clause_entry(row: Edition, clause_id: str) -> Entry:
    entries = clauses_in(book_of(row))
    place = place_of(entries, clause_id)
    if place is None:
        raise NotFound(f"The rulebook of “{row.title}” has no clause {clause_id}.")
    return entries[place]


def clause_differences(row: Edition) -> list[ClauseDifference]:
    """The clauses that differ from the parent's, in the order of the rulebook, dropped ones last."""
    if row.parent is None or row.book is None:
        return []
    was = {entry["id"]: entry for entry in clauses_in(book_data(core_edition_for(row.parent)))}
    now = {entry["id"]: entry for entry in clauses_in(row.book)}
    return [
        ClauseDifference(name, was.get(name), now.get(name))
        for name in {**now, **was}
        if _plain(was.get(name)) != _plain(now.get(name))
    ]


def state_of(entry: Mapping[str, Any]) -> str:
    """Names what a clause, or the head of a rulebook, says; another after each change."""
    return digest_of(canonical_bytes(dict(entry)))[:16]


def head_of(book: Mapping[str, Any]) -> dict[str, str]:
    return {"title": book["title"], "intro": book["intro"]}


def cited_by(core: CoreEdition, book: Mapping[str, Any], clause_id: str) -> list[str]:
    """The places that name a clause, in words: values, readings, slips and other clauses."""
    places = [
        f"the reading “{value.json['question']}”" if value.kind == READING else value_label(core, value)
        for value in values(core.data)
        for citation in (value.json["clauses"] if value.kind == READING else [value.clause])
        if clause_id in cited(citation)
    ]
    places += ["a slip of the document" for slip in core.slips if slip["clause"] == clause_id]
    for entry in clauses_in(book):
        texts = (entry.get("text", ""), entry.get("note", ""))
        if clause_id in (name for text in texts for name in references_in(text)):
            places.append(f"clause {entry['id']}")
    return list(dict.fromkeys(places))


def problem_sentence(problem: Problem, clause_id: str = "") -> str:
    """What is wrong as a sentence; it names its clause if that is another."""
    said = problem.message.rstrip(".")
    if problem.kind == CLAUSE and problem.id != clause_id:
        return f"Clause {problem.id} {said}."
    if problem.kind in (CLAUSE, BOOK) and said[:1].islower():
        return f"It {said}."
    return f"{said[:1].upper()}{said[1:]}."


# Changing ------------------------------------------------------------------------------------------------


@transaction.atomic
def change_clause(
    *, actor: User, edition_id: str, clause_id: str, fields: Mapping[str, Any], seen: str = ""
) -> Edition:
    """Write a clause anew. A new number is followed by all that cite it.

    `seen` is the state of the clause that the person edited, to detect conflicts.
    """
    row = locked_draft(actor, edition_id)
    book, entries, place = _found(row, clause_id)
    before, after = entries[place], entry_of(fields)
    _unchanged(row, before, seen, clause_id)
    document = row.document
    entries[place] = {**after, "id": clause_id}
    names = new_names(entries, clause_id, after["id"]) if after.get("id", clause_id) != clause_id else {}
    if names:
        if taken := [name for name in names.values() if place_of(entries, name) is not None]:
            raise BadValue(f"There is already a clause {taken[0]}. Choose another number.", field="id")
        entries = with_new_names(entries, names)
        document, runs = cited_anew(document, names)
        if runs:
            labels = "; ".join(value_label(core_edition_for(row), value) for value in runs)
            raise BadValue(
                f"Values cite {clause_id} as part of a range of clauses: {labels}. Change their clause "
                "first.",
                field="id",
            )
    elif "id" not in after:
        entries[place].pop("id")
    _store(
        actor,
        row,
        book,
        entries,
        "edition.change_clause",
        {clause_id: _words(before)},
        {after.get("id", ""): _words(after)},
        own=after.get("id", ""),
        document=document,
    )
    return row


@transaction.atomic
def add_clause(
    *, actor: User, edition_id: str, at: str, where: str, fields: Mapping[str, Any], seen: str = ""
) -> Edition:
    """Add a clause before another, or after it and all that is below it."""
    row = locked_draft(actor, edition_id)
    book, entries, place = _found(row, at)
    if len(entries) >= MOST_CLAUSES:
        raise NotPossible(f"There are already {MOST_CLAUSES:,} clauses, which is the limit.")
    entry = entry_of(fields)
    if entry.get("id") and place_of(entries, entry["id"]) is not None:
        raise BadValue(f"There is already a clause {entry['id']}. Choose another number.", field="id")
    entries.insert(place if where == BEFORE else end_of(entries, place), entry)
    after = {entry.get("id", ""): _words(entry)}
    _store(actor, row, book, entries, "edition.add_clause", {}, after, own=entry.get("id", ""))
    return row


@transaction.atomic
def move_clause(*, actor: User, edition_id: str, clause_id: str, up: bool) -> Edition:
    """Move a clause, with all that is below it, before or after its neighbour."""
    row = locked_draft(actor, edition_id)
    book, entries, place = _found(row, clause_id)
    changed = moved(entries, place, up=up)
    if changed is None:
        raise NotPossible(f"Clause {clause_id} is already the {'first' if up else 'last'} on its level.")
    where = {clause_id: "before its neighbour" if up else "after its neighbour"}
    _store(actor, row, book, changed, "edition.move_clause", {}, where, own=clause_id)
    return row


@transaction.atomic
def delete_clause(*, actor: User, edition_id: str, clause_id: str, seen: str = "") -> Edition:
    """Delete a clause that nothing names and that has none below it."""
    row = locked_draft(actor, edition_id)
    book, entries, place = _found(row, clause_id)
    _unchanged(row, entries[place], seen, clause_id)
    if reasons := why_not_deleted(row, clause_id):
        raise NotPossible(f"Clause {clause_id} cannot be deleted. {reasons}")
    before = {clause_id: _words(entries.pop(place))}
    _store(actor, row, book, entries, "edition.delete_clause", before, {}, own=clause_id)
    return row


def why_not_deleted(row: Edition, clause_id: str) -> str:
    """What prevents deleting a clause, as sentences; "" if nothing does."""
    book = book_of(row)
    entries = clauses_in(book)
    place = place_of(entries, clause_id)
    if place is None:
        return ""
    said = []
    if end_of(entries, place) > place + 1:
        said.append(f"Clause {entries[place + 1]['id']} is below it: delete or move that one first.")
    if len(entries) == 1:
        said.append("It is the only one, and a rulebook has at least one clause.")
    if places := cited_by(core_edition_for(row), book, clause_id):
        said.append(f"It is named by {'; '.join(places)}. Change them to another clause first.")
    return " ".join(said)


@transaction.atomic
def undo_clause(*, actor: User, edition_id: str, clause_id: str) -> Edition:
    """Return to the parent: to its text, to the clause if it was deleted, to none if it is new."""
    row = locked_draft(actor, edition_id)
    change = next((each for each in clause_differences(row) if each.id == clause_id), None)
    if change is None or row.parent is None:
        raise NotPossible(
            f"Clause {clause_id} is the same as in the parent edition. There is nothing to undo."
        )
    if change.was is None:
        return delete_clause(actor=actor, edition_id=edition_id, clause_id=clause_id)
    book = book_of(row)
    entries = clauses_in(book)
    place = place_of(entries, clause_id)
    if place is not None:
        entries[place] = change.was
    else:
        theirs = clauses_in(book_data(core_edition_for(row.parent)))
        names = [entry["id"] for entry in theirs]
        places = (place_of(entries, name) for name in names[: names.index(clause_id)])
        above = [at for at in places if at is not None]
        entries.insert(above[-1] + 1 if above else 0, change.was)
    before = {clause_id: _words(change.now) if change.now else ""}
    after = {clause_id: "as in the parent edition"}
    _store(actor, row, book, entries, "edition.undo_clause", before, after, own=clause_id)
    return row


@transaction.atomic
def change_book_head(*, actor: User, edition_id: str, title: str, intro: str, seen: str = "") -> Edition:
    """Change the title of the rulebook and the words before its first clause."""
    row = locked_draft(actor, edition_id)
    book = book_of(row)
    before = head_of(book)
    if seen and seen != state_of(before):
        raise Conflict(
            "Someone changed the head of the rulebook while you had it open. Your change was not saved.",
            theirs=before,
            mine=intro,
        )
    after = {"title": " ".join(title.split()), "intro": typed_text(intro)}
    _store(actor, row, book | after, clauses_in(book), "edition.change_book", before, after)
    return row


# Parts ---------------------------------------------------------------------------------------------------


def _found(row: Edition, clause_id: str) -> tuple[dict[str, Any], list[Entry], int]:
    book = book_of(row)
    entries = clauses_in(book)
    place = place_of(entries, clause_id)
    if place is None:
        raise NotPossible(
            f"The rulebook of “{row.title}” has no clause {clause_id} any more. Nothing was changed."
        )
    return book, entries, place


def _unchanged(row: Edition, entry: Entry, seen: str, clause_id: str) -> None:
    if seen and seen != state_of(entry):
        raise Conflict(
            f"Someone changed clause {clause_id} while you had it open. It now reads: “{_words(entry)}” "
            "Your change was not saved.",
            theirs=entry,
        )


def _store(
    actor: User,
    row: Edition,
    book: dict[str, Any],
    entries: Sequence[Entry],
    action: str,
    before: Mapping[str, str],
    after: Mapping[str, str],
    *,
    own: str = "",
    document: dict[str, Any] | None = None,
) -> None:
    """Write the rulebook, unless something is wrong with it that was not before."""
    changed = {**book, "clause": list(entries)}
    examples = [str(entry["id"]) for entry in examples_data(core_edition_for(row))["example"]]
    known = set(book_problems(book, examples))
    new = [problem for problem in book_problems(changed, examples) if problem not in known]
    if new:
        fields = [
            {
                "path": problem.field.partition("[")[0] if problem.id == own or problem.kind == BOOK else "",
                "message": problem_sentence(problem, own),
            }
            for problem in new
        ]
        raise NotPossible("The rulebook was not changed.", problems=tuple(fields))
    if changed == row.book and document in (None, row.document):
        return
    save_contents(row, actor=actor, document=document, book=changed)
    record(actor=actor, action=action, obj=row, before=dict(before), after=dict(after))


def _plain(entry: Mapping[str, Any] | None) -> Entry | None:
    if entry is None:
        return None
    return {
        name: value.strip() if isinstance(value, str) else value for name, value in entry_of(entry).items()
    }


def _words(entry: Mapping[str, Any]) -> str:
    """A clause for the audit trail."""
    return ". ".join(filter(None, (entry.get("heading", ""), entry.get("text", ""))))


def typed_text(text: str) -> str:
    """What a person typed into a text area: line ends of one kind, no spaces before them."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()
