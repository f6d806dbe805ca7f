"""The worked examples of a draft: written anew, added, put in another order and deleted.

The first change copies the parent's examples into the draft. What cannot be read is refused with its place.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction

from craps import BadInput
from craps.codec import canonical_bytes, digest_of
from craps.contents import EXAMPLE, Problem, example_problems
from craps.edition import Edition as CoreEdition
from craps.examples import examples_data
from craps.examples.catalogue import Example, example_from_json
from craps.games import game_of
from craps.ruleset import with_every_wager
from craps.runs import Played
from portal.accounts.models import User
from portal.audit.services import record
from portal.editions.draft_store import locked_draft, save_contents
from portal.editions.models import Edition
from portal.editions.selectors import core_edition_for
from portal.errors import BadValue, Conflict, NotFound, NotPossible

MOST = 400
FIELDS = ("id", "title", "why", "given", "subjects", "terms", "readings", "events", "end")
Entry = dict[str, Any]


def entries_of(core: CoreEdition) -> list[Entry]:
    return [dict(entry) for entry in examples_data(core)["example"]]


def entry_of(core: CoreEdition, example_id: str) -> Entry:
    entry = next((each for each in entries_of(core) if each["id"] == example_id), None)
    if entry is None:
        raise NotFound(f"The edition has no worked example {example_id}.")
    return entry


class ExampleDifference(NamedTuple):
    """A worked example that is not as in the parent edition."""

    id: str
    title: str
    kind: str  # new, changed or removed


def example_differences(row: Edition) -> list[ExampleDifference]:
    """Worked examples that are new or changed against the parent's, in their order, removed ones last."""
    if row.parent is None or row.examples is None:
        return []
    was = {entry["id"]: entry for entry in entries_of(core_edition_for(row.parent))}
    now = {entry["id"]: entry for entry in entries_of(core_edition_for(row))}
    return [
        ExampleDifference(name, each["title"], "changed" if name in was and name in now else kind)
        for kind, entries in (("new", now), ("removed", was))
        for name, each in entries.items()
        if was.get(name) != now.get(name) and (kind == "new" or name not in now)
    ]


def state_of(entry: Mapping[str, Any]) -> str:
    """Names what an example says; another after each change."""
    return digest_of(canonical_bytes(dict(entry)))[:16]


def settled(core: CoreEdition, entry: Mapping[str, Any]) -> tuple[Example, Played]:
    """An example and its run under the edition, with its own terms. BadInput where it cannot be read."""
    example = example_from_json(dict(entry), core)
    return example, game_of(core).settle(example.under(with_every_wager(core)), example.read)


@transaction.atomic
def save_example(
    *, actor: User, edition_id: str, example_id: str, fields: Mapping[str, Any], seen: str = ""
) -> Edition:
    """Write an example anew; without an `example_id` it is added at the end.

    `seen` is the state of the example that the person edited, to detect conflicts.
    """
    row = locked_draft(actor, edition_id)
    core = core_edition_for(row)
    entries = entries_of(core)
    entry = {name: fields[name] for name in FIELDS if fields.get(name) not in (None, "", [], {})}
    place = _place(entries, example_id) if example_id else len(entries)
    if not example_id and len(entries) >= MOST:
        raise NotPossible(f"There are already {MOST} examples, which is the limit.")
    before = entries[place] if example_id else None
    if before is not None and seen and seen != state_of(before):
        raise Conflict(
            f"Someone changed the example “{before.get('title', '')}” while you had it open. Your change was "
            "not saved."
        )
    taken = [each["id"] for at, each in enumerate(entries) if at != place]
    if entry.get("id") in taken:
        raise BadValue("There is already an example of this id. Choose another.", field="id")
    named = [c["id"] for c in (row.book or {}).get("clause", []) if example_id in c.get("examples", ())]
    if example_id and entry.get("id") != example_id and named:
        message = f"Clause {named[0]} names this example. Change it to another example first, or keep the id."
        raise BadValue(message, field="id")
    entries[place : place + 1] = [entry]
    problems = [p for p in example_problems({"example": entries}, core) if p.id == str(entry.get("id"))]
    if problems:
        raise NotPossible("The example was not saved.", problems=tuple(map(_problem, problems)))
    action = "edition.change_example" if example_id else "edition.add_example"
    words = {} if before is None else {str(before["id"]): before.get("title", "")}
    return _store(actor, row, entries, action, words, {entry["id"]: entry["title"]})


@transaction.atomic
def move_example(*, actor: User, edition_id: str, example_id: str, up: bool) -> Edition:
    row = locked_draft(actor, edition_id)
    entries = entries_of(core_edition_for(row))
    place = _place(entries, example_id)
    other = place - 1 if up else place + 1
    if not 0 <= other < len(entries):
        raise NotPossible(f"This example is already the {'first' if up else 'last'}.")
    entries[place], entries[other] = entries[other], entries[place]
    return _store(actor, row, entries, "edition.move_example", {}, {example_id: "up" if up else "down"})


@transaction.atomic
def delete_example(*, actor: User, edition_id: str, example_id: str) -> Edition:
    """Delete an example that no clause names."""
    row = locked_draft(actor, edition_id)
    entries = entries_of(core_edition_for(row))
    gone = entries.pop(_place(entries, example_id))
    named = [c["id"] for c in (row.book or {}).get("clause", []) if example_id in c.get("examples", ())]
    if named:
        raise NotPossible(f"Clause {', '.join(named)} names this example. Remove it there first.")
    return _store(actor, row, entries, "edition.delete_example", {example_id: gone.get("title", "")}, {})


def _place(entries: list[Entry], example_id: str) -> int:
    for place, entry in enumerate(entries):
        if entry["id"] == example_id:
            return place
    raise NotPossible(f"The edition has no worked example {example_id} any more. Nothing was changed.")


def _store(
    actor: User,
    row: Edition,
    entries: list[Entry],
    action: str,
    before: Mapping[str, str],
    after: Mapping[str, str],
) -> Edition:
    save_contents(row, actor=actor, examples={"example": entries})
    record(actor=actor, action=action, obj=row, before=dict(before), after=dict(after))
    return row


def _problem(problem: Problem) -> dict[str, str]:
    said = problem.message.rstrip(".")
    field = problem.field.partition("[")[0].partition(".")[0]
    words = f"It {said}." if said[:1].islower() else f"{said}."
    if field == "events" and problem.kind == EXAMPLE:
        field = problem.field
    return {"path": field, "message": words}


def read_problem(error: BadInput) -> str:
    """Why an example cannot be settled, in a sentence."""
    return f"{error.path}: {error.message}." if error.path else f"{error.message}."
