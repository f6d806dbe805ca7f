"""Reads the transparency log for pages and API: checkpoints, entries, and proofs anyone can check offline.

A proof always leads to a signed checkpoint, and is verified before it is given out.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.db.models import QuerySet

from craps.codec import canonical_bytes
from portal.errors import BadValue, NotFound, NotPossible
from portal.register import keys, merkle, tile_store, tiles, witnesses
from portal.register.checkpoints import count as count_entries
from portal.register.checkpoints import latest
from portal.register.models import Checkpoint, Entry, Kind, LogState
from portal.register.tiles import BadTiles

MAX_ENTRIES = 1000


class IssuedDocument(Protocol):
    """The fields of a document that its proof needs."""

    submission_id: int
    sha256: str


@dataclass(frozen=True)
class LogStatus:
    """The log today. `problems` is empty while the integrity check passes."""

    origin: str
    size: int
    checkpoint: Checkpoint | None
    examined_at: datetime | None
    problems: list[str]
    keys: list[str]
    witnesses: list[witnesses.WitnessStatus]

    @property
    def waiting(self) -> int:
        """Entries that no checkpoint covers yet."""
        return max(0, self.size - (self.checkpoint.size if self.checkpoint else 0))


def status() -> LogStatus:
    row = LogState.objects.first()
    return LogStatus(
        origin=keys.origin(),
        size=count_entries(),
        checkpoint=latest(),
        examined_at=row.examined_at if row else None,
        problems=list(row.problems) if row else [],
        keys=public_keys(),
        witnesses=witnesses.statuses(),
    )


def public_keys() -> list[str]:
    """Every public key that signed here, in one line each, the latest first."""
    return [str(key) for key in keys.public_keys()]


def health() -> str:
    """The log's line in /readyz."""
    row = LogState.objects.first()
    return "ok" if row is None or not row.problems else "stopped: the register's log failed its check"


def latest_checkpoint() -> Checkpoint:
    checkpoint = latest()
    if checkpoint is None:
        raise NotFound("No checkpoint has been signed yet. The first follows within a minute of an entry.")
    return checkpoint


def checkpoint(size: int) -> Checkpoint:
    checkpoint = Checkpoint.objects.filter(size=_in_range(size, "size")).first()
    if checkpoint is None:
        raise NotFound(f"There is no checkpoint over {size} entries. The log's page lists all checkpoints.")
    return checkpoint


def checkpoints() -> QuerySet[Checkpoint]:
    """Newest first, with the signatures of witnesses."""
    return Checkpoint.objects.order_by("-size").prefetch_related("cosignatures")


def entry(position: int) -> Entry:
    entry = Entry.objects.filter(position=_in_range(position, "position")).first()
    if entry is None:
        raise NotFound(f"The log has no entry {position}. It has {count_entries()}, counted from 0.")
    return entry


def lines(size: int) -> Iterator[bytes]:
    """The first `size` entries as the bytes that are hashed, one line each: the whole log to download."""
    rows = Entry.objects.filter(position__lt=_in_range(size, "size")).order_by("position")
    for leaf in rows.values_list("leaf", flat=True).iterator(chunk_size=500):
        yield canonical_bytes(leaf) + b"\n"


def entries(start: int, count: int) -> list[Entry]:
    """Up to `count` entries from position `start`, in order."""
    start, count = _in_range(start, "start"), _in_range(count, "count")
    if not 0 < count <= MAX_ENTRIES:
        raise BadValue(f"Ask for 1 to {MAX_ENTRIES} entries at a time.", field="count")
    rows = Entry.objects.filter(position__gte=start, position__lt=start + count)
    return list(rows.order_by("position"))


def tile(level: int, index: int, width: int = tiles.WIDTH) -> bytes:
    """The hashes of a tile of the signed log. NotFound if it has fewer than `width`."""
    wanted = tiles.Tile(level, index)
    hashes = tile_store.fetch({wanted: width}).get(wanted, b"") if _signed_width(wanted) >= width else b""
    if len(hashes) < width * tiles.HASH:
        raise NotFound(f"The signed log has no tile {tiles.path(level, index, width)}.")
    return hashes[: width * tiles.HASH]


def bundle(index: int, width: int = tiles.WIDTH) -> bytes:
    """The entries of a tile of level 0, each behind its length. NotFound if there are fewer than `width`."""
    start = index * tiles.WIDTH
    covered = _signed_width(tiles.Tile(0, index)) >= width
    rows = Entry.objects.filter(position__gte=start, position__lt=start + width).order_by("position")
    leaves = list(rows.values_list("position", "leaf")) if covered else []
    if [position for position, _ in leaves] != list(range(start, start + width)):
        raise NotFound(f"The signed log has no entries {tiles.path('entries', index, width)}.")
    return tiles.bundle(canonical_bytes(leaf) for _, leaf in leaves)


def inclusion(position: int, size: int) -> dict[str, Any]:
    """Prove that the entry at `position` is covered by the checkpoint over `size` entries."""
    signed, logged = checkpoint(size), entry(position)
    if position >= size:
        raise NotFound(f"Entry {position} was added after the checkpoint over {size} entries.")
    leaf, root = bytes.fromhex(logged.leaf_hash), bytes.fromhex(signed.root)
    try:
        proof = tile_store.reader(size).inclusion(position, size)
    except BadTiles:
        raise _damaged() from None
    if not merkle.verify_inclusion(leaf, position, size, proof, root):
        raise _damaged()
    return {
        "position": position,
        "size": size,
        "leaf_hash": logged.leaf_hash,
        "proof": [step.hex() for step in proof],
        "checkpoint": signed.cosigned_note,
    }


def consistency(old: int, new: int) -> dict[str, Any]:
    """Prove that the checkpoint over `new` entries only adds to the one over `old`."""
    first, second = checkpoint(old), checkpoint(new)
    if old > new:
        raise BadValue(f"A log only grows: ask for the proof from {new} to {old} entries.", field="old")
    roots = bytes.fromhex(first.root), bytes.fromhex(second.root)
    try:
        proof = tile_store.reader(new).consistency(old, new)
    except BadTiles:
        raise _damaged() from None
    if not merkle.verify_consistency(old, new, *roots, proof):
        raise _damaged()
    return {
        "old": old,
        "new": new,
        "proof": [step.hex() for step in proof],
        "old_checkpoint": first.cosigned_note,
        "new_checkpoint": second.cosigned_note,
    }


def entry_proof(entry: Entry, *, cosigned: bool = False) -> dict[str, Any]:
    """All that is needed to check an entry offline: its text, its position, the proof and the signature.

    The proof leads to the first checkpoint over the entry, so it never changes; `cosigned` adds the
    signatures of witnesses, which come in later.
    """
    signed = Checkpoint.objects.filter(size__gt=entry.position).order_by("size").first()
    if signed is None:
        raise NotPossible(
            "No checkpoint covers this entry yet. The log is signed within a minute of each entry; "
            "try again then."
        )
    proof = inclusion(entry.position, signed.size)
    return {
        "checkpoint": signed.cosigned_note if cosigned else signed.note,
        "leaf": canonical_bytes(entry.leaf).decode(),
        "position": entry.position,
        "proof": proof["proof"],
        "size": signed.size,
    }


def document_proof(document: IssuedDocument) -> dict[str, Any]:
    """The proof of the entry that records a document with the hash of its file."""
    entry = Entry.objects.filter(
        kind=Kind.DOCUMENT, submission_id=document.submission_id, leaf__sha256=document.sha256
    ).first()
    if entry is None:
        raise NotFound("The log has no entry for this document.")
    return entry_proof(entry, cosigned=True)


def proof_file(proof: dict[str, Any]) -> bytes:
    """A proof in the one file form that the offline check accepts."""
    return (json.dumps(proof, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _signed_width(tile: tiles.Tile) -> int:
    signed = latest()
    return tiles.width_in(tile, signed.size) if signed else 0


def _in_range(number: int, field: str) -> int:
    """Return a position or size that fits a database column."""
    if not 0 <= number < 2**63:
        raise BadValue(f"{number} is not a position in the log: count from 0.", field=field)
    return number


def _damaged() -> NotPossible:
    return NotPossible(
        "The entries no longer match the checkpoint signed over them, so no proof can be given. "
        "The log’s page says what is wrong."
    )
