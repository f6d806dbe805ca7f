"""Is the log still what it was? Everything is recomputed from what is stored, and held to what was signed.

A checkpoint is only ever signed over a log that passed this. What it notices: an entry that was changed,
taken out, put elsewhere or brought back from a backup; columns that say something else than their entry; a
case that does not stand where its last entry leaves it; a checkpoint that was changed; a database from an
older day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from craps.codec import canonical_bytes
from portal.register import checkpoint_store, keys, merkle, notes, public_fields
from portal.register.models import Checkpoint, Entry
from portal.register.services import columns
from portal.submissions.models import State

MOST_PROBLEMS = 20
_COLUMNS = (
    "kind", "reference", "jurisdiction", "outcome", "operator", "property", "edition_id", "edition_title",
    "decided_on",
)  # fmt: skip


@dataclass(frozen=True)
class IntegrityReport:
    """The tree over all entries, and what is wrong with them: nothing, if all is well."""

    tree: merkle.Tree
    problems: list[str]

    @property
    def size(self) -> int:
        return len(self.tree)


def check_integrity() -> IntegrityReport:
    """Reads what was signed before it reads the entries: those that come meanwhile are only more."""
    known = keys.public_keys()
    signed = list(_signed(known))
    tree = merkle.Tree()
    problems = list(_entries(tree))
    problems += [claim for claim in signed if isinstance(claim, str)]
    problems += inconsistencies(tree, [claim for claim in signed if isinstance(claim, notes.Head)])
    return IntegrityReport(tree, list(dict.fromkeys(problems))[:MOST_PROBLEMS])


def inconsistencies(tree: merkle.Tree, heads: Iterable[notes.Head]) -> list[str]:
    """How the entries depart from what was signed: each way once, with where it begins."""
    found = []
    renamed, lost, unfit = set(), set(), set()
    for head in heads:
        if head.origin != keys.origin():
            renamed.add(head.origin)
        elif head.size > len(tree):
            lost.add(head.size)
        elif tree.root(head.size) != head.root:
            unfit.add(head.size)
    if renamed:
        found.append(
            f"Checkpoints were signed as {min(renamed)}, and the log is now called {keys.origin()}. "
            "Set LOG_ORIGIN back."
        )
    if lost:
        found.append(
            f"A checkpoint over {_counted(max(lost))} was signed, and only {len(tree)} are there. Some were "
            "lost, perhaps because a backup was put back."
        )
    if unfit:
        later = len(unfit) - 1
        more = f" The same is so for {later} after it." if later else ""
        found.append(
            f"The checkpoint over {_counted(min(unfit))} no longer fits: one of them was changed, taken out "
            f"or put elsewhere after it was signed.{more}"
        )
    return found


def _signed(known: Iterable[notes.Key]) -> Iterator[notes.Head | str]:
    """Everything that was ever signed, in the database and outside of it; a text where that is damaged."""
    known = list(known)
    try:
        remembered = checkpoint_store.load()
    except (OSError, ValueError) as error:
        yield f"The checkpoint kept outside the database cannot be read: {error}."
        remembered = []
    for note in remembered:
        try:
            yield notes.read_head(notes.signed_text(note, known))
        except notes.BadNote as error:
            yield f"The checkpoint kept outside the database cannot be relied on: {error}"
    for size, root, note in Checkpoint.objects.order_by("size").values_list("size", "root", "note"):
        try:
            head = notes.read_head(notes.signed_text(note, known))
        except notes.BadNote as error:
            yield f"The stored checkpoint over {_counted(size)} was changed: {error}"
            continue
        if (head.size, head.root.hex()) != (size, root):
            yield f"The stored checkpoint over {_counted(size)} was changed: it is filed as another."
        yield head


def _entries(tree: merkle.Tree) -> Iterator[str]:
    """Adds every entry to the tree, hashed anew, and says what is wrong with it."""
    rows = Entry.objects.order_by("position").values_list(
        "position", "leaf", "leaf_hash", "submission_id", "submission__state", *_COLUMNS
    )
    last: dict[int, tuple[str, str, str]] = {}
    expected = 0
    for position, leaf, stored_hash, case, state, *stored in rows.iterator(chunk_size=2000):
        if position != expected:
            yield f"Entry {expected} is missing: entry {position} stands in its place."
        expected = position + 1
        tree.append(found := merkle.leaf_hash(canonical_bytes(leaf)))
        if found.hex() != stored_hash:
            yield f"Entry {position} was changed: it no longer has the hash it was entered with."
        elif not _same(leaf, stored):
            yield f"Entry {position} is listed as something else than it says."
        if leaf.get("outcome") in public_fields.STATES_BY_OUTCOME:
            last[case] = (str(leaf.get("reference")), str(leaf.get("outcome")), state)
    for reference, outcome, state in last.values():
        if state not in public_fields.STATES_BY_OUTCOME[outcome]:
            label = State(state).label if state in State.values else state
            entered = public_fields.OUTCOME_LABELS.get(outcome, outcome)
            yield f"{reference} stands as “{label}”, and the last that was entered for it is “{entered}”."


def _same(leaf: dict[str, Any], stored: list[Any]) -> bool:
    try:
        return columns(leaf) == dict(zip(_COLUMNS, stored, strict=True))
    except (KeyError, ValueError):
        return False


def _counted(size: int) -> str:
    return f"{size} entr{'y' if size == 1 else 'ies'}"
