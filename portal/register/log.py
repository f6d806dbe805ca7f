"""The transparency log as pages and API read it: checkpoints, entries, and proofs that hold without us.

A proof always leads to a checkpoint that was signed. Each is checked before it is handed out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, Protocol

from django.db.models import QuerySet

from craps.codec import canonical_bytes
from portal.errors import BadValue, NotFound, NotPossible
from portal.register import keys, merkle
from portal.register.checkpoints import count as count_entries
from portal.register.checkpoints import latest
from portal.register.models import Checkpoint, Entry, Kind, LogState

MOST_ENTRIES = 1000


class Issued(Protocol):
    """What of a document its proof needs."""

    submission_id: int
    sha256: str


@dataclass(frozen=True)
class State:
    """How the log is today. `problems` is empty while all is well."""

    origin: str
    size: int
    checkpoint: Checkpoint | None
    examined_at: datetime | None
    problems: list[str]
    keys: list[str]

    @property
    def waiting(self) -> int:
        """Entries that no checkpoint covers yet."""
        return max(0, self.size - (self.checkpoint.size if self.checkpoint else 0))


def state() -> State:
    row = LogState.objects.first()
    return State(
        origin=keys.origin(),
        size=count_entries(),
        checkpoint=latest(),
        examined_at=row.examined_at if row else None,
        problems=list(row.problems) if row else [],
        keys=[str(key) for key in keys.public_keys()],
    )


def condition() -> str:
    """For the health page: ok, or in a word that it is not."""
    row = LogState.objects.first()
    return "ok" if row is None or not row.problems else "stopped: the register's log is not whole"


def latest_checkpoint() -> Checkpoint:
    found = latest()
    if found is None:
        raise NotFound("No checkpoint has been signed yet. The first follows within a minute of an entry.")
    return found


def checkpoint(size: int) -> Checkpoint:
    found = Checkpoint.objects.filter(size=_whole(size, "size")).first()
    if found is None:
        raise NotFound(f"No checkpoint over {size} entries was signed. The log's page lists those that were.")
    return found


def checkpoints() -> QuerySet[Checkpoint]:
    """Newest first."""
    return Checkpoint.objects.order_by("-size")


def entry(position: int) -> Entry:
    found = Entry.objects.filter(position=_whole(position, "position")).first()
    if found is None:
        raise NotFound(f"The log has no entry {position}. It has {count_entries()}, counted from 0.")
    return found


def lines(size: int) -> Iterator[bytes]:
    """The first so many entries as the bytes that are hashed, a line each: the whole log to take away."""
    rows = Entry.objects.filter(position__lt=_whole(size, "size")).order_by("position")
    for leaf in rows.values_list("leaf", flat=True).iterator(chunk_size=500):
        yield canonical_bytes(leaf) + b"\n"


def entries(start: int, count: int) -> list[Entry]:
    """So many entries from a position on, in their order; fewer where the log ends."""
    start, count = _whole(start, "start"), _whole(count, "count")
    if not 0 < count <= MOST_ENTRIES:
        raise BadValue(f"Ask for 1 to {MOST_ENTRIES} entries at a time.", field="count")
    rows = Entry.objects.filter(position__gte=start, position__lt=start + count)
    return list(rows.order_by("position"))


def inclusion(position: int, size: int) -> dict[str, Any]:
    """Proof that the entry at a position is among those of the checkpoint over so many."""
    signed, found = checkpoint(size), entry(position)
    if position >= size:
        raise NotFound(f"Entry {position} came after the checkpoint over {size} entries.")
    leaf, root = bytes.fromhex(found.leaf_hash), bytes.fromhex(signed.root)
    for tree in _trees(size):
        proof = tree.inclusion(position, size)
        if merkle.verify_inclusion(leaf, position, size, proof, root):
            return {
                "position": position,
                "size": size,
                "leaf_hash": found.leaf_hash,
                "proof": [step.hex() for step in proof],
                "checkpoint": signed.note,
            }
    raise _damaged()


def consistency(old: int, new: int) -> dict[str, Any]:
    """Proof that the checkpoint over `new` entries only adds to the one over `old`."""
    first, second = checkpoint(old), checkpoint(new)
    if old > new:
        raise BadValue(f"A log only grows: ask for the way from {new} to {old} entries.", field="old")
    roots = bytes.fromhex(first.root), bytes.fromhex(second.root)
    for tree in _trees(new):
        proof = tree.consistency(old, new)
        if merkle.verify_consistency(old, new, *roots, proof):
            return {
                "old": old,
                "new": new,
                "proof": [step.hex() for step in proof],
                "old_checkpoint": first.note,
                "new_checkpoint": second.note,
            }
    raise _damaged()


def entry_proof(found: Entry) -> dict[str, Any]:
    """All that is needed to check an entry offline: its text, its place, the way to the root, the signature.

    It leads to the first checkpoint over the entry, so it stays the same for good.
    """
    signed = Checkpoint.objects.filter(size__gt=found.position).order_by("size").first()
    if signed is None:
        raise NotPossible(
            "No checkpoint covers this yet: the log is signed within a minute of each entry. Try again then."
        )
    proof = inclusion(found.position, signed.size)
    return {
        "checkpoint": signed.note,
        "leaf": canonical_bytes(found.leaf).decode(),
        "position": found.position,
        "proof": proof["proof"],
        "size": signed.size,
    }


def document_proof(document: Issued) -> dict[str, Any]:
    """The same for the entry that says a document was issued, with the hash of its file."""
    found = Entry.objects.filter(
        kind=Kind.DOCUMENT, submission_id=document.submission_id, leaf__sha256=document.sha256
    ).first()
    if found is None:
        raise NotFound("The log has no entry of this document.")
    return entry_proof(found)


def proof_file(proof: dict[str, Any]) -> bytes:
    """A proof as it is handed out, in the one form that the offline check takes."""
    return (json.dumps(proof, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


# The hashes of all subtrees, kept in each process: they never change, so they are read once and added to.
_kept, _lock = merkle.Tree(), Lock()


def _trees(least: int) -> Iterator[merkle.Tree]:
    """The kept tree; should it not give a proof that holds, one read anew."""
    for afresh in (False, True):
        tree = _tree(afresh)
        if len(tree) >= least:
            yield tree


def _tree(afresh: bool) -> merkle.Tree:
    global _kept
    with _lock:
        tree = merkle.Tree() if afresh else _kept
        last = len(tree) - 1
        rows = Entry.objects.filter(position__gte=max(last, 0)).order_by("position")
        hashes = rows.values_list("position", "leaf_hash").iterator(chunk_size=2000)
        if last >= 0 and next(hashes, None) != (last, tree.levels[0][last].hex()):
            tree = merkle.Tree()  # another database than before, as after a restore
            hashes = (
                Entry.objects.order_by("position")
                .values_list("position", "leaf_hash")
                .iterator(chunk_size=2000)
            )
        for position, leaf_hash in hashes:
            if position != len(tree):
                break
            tree.append(bytes.fromhex(leaf_hash))
        _kept = tree
        return tree


def _whole(number: int, field: str) -> int:
    """A position or size that a database can be asked for."""
    if not 0 <= number < 2**63:
        raise BadValue(f"{number} is no place in a log: count from 0.", field=field)
    return number


def _damaged() -> NotPossible:
    return NotPossible(
        "The entries no longer fit the checkpoint that was signed over them, so there is no proof to give. "
        "The log’s page says what was found."
    )
