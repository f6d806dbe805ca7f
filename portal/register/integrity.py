"""Recomputes the whole log from what is stored and compares it with every checkpoint that was signed.

A checkpoint is signed only over a log that passes. The check finds an entry that was changed, removed, moved
or restored from a backup; columns that differ from their entry; a case whose state contradicts its last
entry; a changed checkpoint; and a database restored to an older day.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from craps.codec import canonical_bytes
from portal.register import checkpoint_store, keys, merkle, notes, public_fields
from portal.register.models import Checkpoint, Entry
from portal.register.services import columns
from portal.submissions.models import State

MAX_PROBLEMS = 20
_COLUMNS = (
    "kind", "reference", "jurisdiction", "outcome", "operator", "property", "edition_id", "edition_title",
    "decided_on",
)  # fmt: skip


@dataclass(frozen=True)
class IntegrityReport:
    """The tree over all entries, and the problems found: none if the log passes."""

    tree: merkle.Tree
    problems: list[str]

    @property
    def size(self) -> int:
        return len(self.tree)


def check_integrity() -> IntegrityReport:
    """Check every entry and checkpoint.

    Checkpoints are read before entries, so entries added meanwhile only make the log longer than they say.
    """
    signed = list(_signed_heads(keys.public_keys()))
    tree = merkle.Tree()
    problems = list(_check_entries(tree))
    problems += [head for head in signed if isinstance(head, str)]
    problems += inconsistencies(tree, [head for head in signed if isinstance(head, notes.Head)])
    return IntegrityReport(tree, list(dict.fromkeys(problems))[:MAX_PROBLEMS])


def inconsistencies(tree: merkle.Tree, heads: Iterable[notes.Head]) -> list[str]:
    """Compare the entries with what was signed: one problem of each kind, naming where it begins."""
    renamed, lost, changed = set(), set(), set()
    for head in heads:
        if head.origin != keys.origin():
            renamed.add(head.origin)
        elif head.size > len(tree):
            lost.add(head.size)
        elif tree.root(head.size) != head.root:
            changed.add(head.size)
    problems = []
    if renamed:
        problems.append(
            f"Checkpoints were signed as {min(renamed)}, but the log is now called {keys.origin()}. "
            "Set LOG_ORIGIN back."
        )
    if lost:
        problems.append(
            f"A checkpoint over {_count_entries(max(lost))} was signed, but the log has only {len(tree)}. "
            "Some were lost, perhaps by restoring a backup."
        )
    if changed:
        later = len(changed) - 1
        verb = "s do" if later > 1 else " does"
        more = f" {later} later checkpoint{verb} not match either." if later else ""
        problems.append(
            f"The checkpoint over {_count_entries(min(changed))} no longer matches: an entry was changed, "
            f"removed or moved after it was signed.{more}"
        )
    return problems


def _signed_heads(known: list[notes.Key]) -> Iterator[notes.Head | str]:
    """Everything ever signed, inside and outside the database; a problem as text where it is damaged."""
    try:
        copies = checkpoint_store.load()
    except (OSError, ValueError) as error:
        yield f"The copy of the checkpoint outside the database cannot be read: {error}."
        copies = []
    for note in copies:
        try:
            yield notes.read_head(notes.signed_text(note, known))
        except notes.BadNote as error:
            yield f"The copy of the checkpoint outside the database is not valid: {error}"
    for size, root, note in Checkpoint.objects.order_by("size").values_list("size", "root", "note"):
        try:
            head = notes.read_head(notes.signed_text(note, known))
        except notes.BadNote as error:
            yield f"The stored checkpoint over {_count_entries(size)} was changed: {error}"
            continue
        if (head.size, head.root.hex()) != (size, root):
            yield f"The stored checkpoint over {_count_entries(size)} differs from its columns."
        yield head


def _check_entries(tree: merkle.Tree) -> Iterator[str]:
    """Hash every entry again, add it to the tree and yield what is wrong with it."""
    rows = Entry.objects.order_by("position").values_list(
        "position", "leaf", "leaf_hash", "submission_id", "submission__state", *_COLUMNS
    )
    last: dict[int, tuple[dict[str, Any], str]] = {}
    expected = 0
    for position, leaf, stored_hash, case, state, *stored in rows.iterator(chunk_size=2000):
        if position != expected:
            yield f"Entry {expected} is missing: entry {position} is in its place."
        expected = position + 1
        tree.append(leaf_hash := merkle.leaf_hash(canonical_bytes(leaf)))
        if leaf_hash.hex() != stored_hash:
            yield f"Entry {position} was changed: it no longer has the hash it was entered with."
        elif not _columns_match(leaf, stored):
            yield f"The columns of entry {position} differ from its content."
        if leaf.get("outcome") in public_fields.OUTCOMES:
            last[case] = (leaf, state)
    for leaf, state in last.values():
        if state not in public_fields.states_after(leaf):
            label = State(state).label if state in State.values else state
            outcome = public_fields.OUTCOMES[leaf["outcome"]].label
            yield f"{leaf.get('reference')} has the state “{label}”, but its last entry is “{outcome}”."


def _columns_match(leaf: dict[str, Any], stored: list[Any]) -> bool:
    try:
        return columns(leaf) == dict(zip(_COLUMNS, stored, strict=True))
    except (KeyError, ValueError):
        return False


def _count_entries(size: int) -> str:
    return f"{size} entr{'y' if size == 1 else 'ies'}"
