"""This Baize as a witness of other logs: c2sp.org/tlog-witness and c2sp.org/tlog-cosignature.

A witness remembers the last checkpoint it signed of each log, and signs a later one only with the proof that
it adds to that one. So a log that shows different people different entries cannot get both signed. The logs
are those of WITNESS_LOGS; the demonstration witnesses itself.
"""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from portal.audit.services import record
from portal.note_keys import COSIGNATURE, BadNote, Key, decode, encode
from portal.register import keys, log_client, merkle, notes, tiles
from portal.register.models import WitnessedLog

MAX_PROOF = 63
MAX_REQUEST = 64 * 1024
SIZE_TYPE = "text/x.tlog.size"  # of the answer that gives the size last signed
_OLD = re.compile(r"old (0|[1-9][0-9]{0,18})")


class Log(NamedTuple):
    """A log that is witnessed: its public key and its address."""

    key: Key
    address: str


class Request(NamedTuple):
    """A checkpoint to sign, and the proof that it adds to the one over `old` entries."""

    old: int
    proof: Sequence[bytes]
    note: str

    def body(self) -> bytes:
        lines = [f"old {self.old}", *map(encode, self.proof), "", self.note]
        return "\n".join(lines).encode()


class SigningRefused(Exception):
    """The checkpoint is not signed. The message says why; the status is the protocol's."""

    status = 400


class UnknownLog(SigningRefused):
    status = 404


class NotSigned(SigningRefused):
    """None of the keys known for the log signed the checkpoint."""

    status = 403


class OtherSize(SigningRefused):
    """The proof starts elsewhere than at the last checkpoint that was signed."""

    status = 409

    def __init__(self, message: str, size: int) -> None:
        super().__init__(message)
        self.size = size


class Contradiction(SigningRefused):
    """Two checkpoints of one size with different roots: the log was forked."""

    status = 409


class NotGrown(SigningRefused):
    """The proof does not lead from the last checkpoint to this one."""

    status = 422


def logs() -> list[Log]:
    """The logs that are witnessed here; a log that changed its key is there once for each key."""
    if settings.WITNESS_LOGS or not settings.DEMO:
        return [Log(*entry) for entry in settings.WITNESS_LOGS]
    own = f"{settings.SITE_URL}/register/log/"
    return [Log(key, own) for key in keys.public_keys()]


def seen() -> list[WitnessedLog]:
    """The logs that have been signed here, with what was last seen of each."""
    return list(WitnessedLog.objects.exclude(note=""))


def read_request(body: bytes) -> Request:
    """Parse the body of an add-checkpoint request."""
    try:
        head, blank, note = body.decode().partition("\n\n")
        old, *proof = head.split("\n")
        size = _OLD.fullmatch(old)
        if not blank or size is None or len(proof) > MAX_PROOF:
            raise BadNote("A request begins with the line “old” and a size, then a proof and an empty line.")
        return Request(int(size[1]), [decode(line) for line in proof], note)
    except UnicodeDecodeError:
        raise SigningRefused("The request is not UTF-8.") from None
    except BadNote as error:
        raise SigningRefused(str(error)) from None


def add_checkpoint(*, request: Request, known: Iterable[Log] | None = None) -> str:
    """Sign a checkpoint that adds to the last one that was signed. Return the line of the signature.

    What was signed is stored before the line is returned, and one request at a time is decided for each log.
    """
    head = _signed_head(request.note, logs() if known is None else known)
    if request.old > head.size:
        raise SigningRefused(
            f"The proof starts at {request.old} entries, the checkpoint has only {head.size}."
        )
    name, private = keys.witness_name(), keys.witness_key()
    with transaction.atomic():
        WitnessedLog.objects.get_or_create(origin=head.origin)
        row = WitnessedLog.objects.select_for_update(no_key=True).get(origin=head.origin)
        refusal = _refusal(row, head, request)
        if refusal is None:
            _save(row, head, request.note)
        elif 0 < head.size == row.size and head.root.hex() != row.root and not row.contradiction:
            _save_contradiction(row, request.note)
    if refusal is not None:
        raise refusal
    return notes.cosign(head.text(), name, private, int(time.time()))


def witness(*, origin: str, address: str, known: Iterable[Log]) -> tuple[WitnessedLog, str]:
    """Fetch the checkpoint of a log and the hashes that prove its growth, and sign it.

    Return what is now known of the log, and the line of the signature. Raise SigningRefused, or
    LogUnreachable if the log cannot be read.
    """
    here = [log for log in known if log.key.name == origin]
    old = _last_size(origin)
    try:
        line = _fetch_and_sign(address, here, old)
    except OtherSize as refusal:
        if refusal.size == old:
            raise
        line = _fetch_and_sign(address, here, refusal.size)  # the log has sent a checkpoint meanwhile
    return WitnessedLog.objects.get(origin=origin), line


def public_key() -> Key:
    """The key that signs here as a witness."""
    return notes.key_named(keys.witness_name(), keys.witness_key(), COSIGNATURE)


def _signed_head(note: str, known: Iterable[Log]) -> notes.TreeHead:
    origin = note.partition("\n")[0]
    trusted = [log.key for log in known if log.key.name == origin]
    if not trusted:
        raise UnknownLog(f"{origin[:200]!r} is not a log that is witnessed here.")
    try:
        text = notes.signed_text(note, trusted)
    except BadNote as error:
        raise NotSigned(f"The checkpoint is not signed by the key known for {origin}: {error}") from None
    try:
        head = notes.read_head(text)
    except BadNote as error:
        raise SigningRefused(str(error)) from None
    if head.size >= 2**63:
        raise SigningRefused(f"{head.size} entries are more than a witness can count.")
    return head


def _last_size(origin: str) -> int:
    return WitnessedLog.objects.filter(origin=origin).values_list("size", flat=True).first() or 0


def _fetch_and_sign(address: str, known: list[Log], old: int) -> str:
    try:
        note = log_client.get(f"{address}checkpoint").decode()
    except UnicodeDecodeError:
        raise SigningRefused(f"{address}checkpoint is not a checkpoint.") from None
    head = _signed_head(note, known)
    proof = _fetch_proof(address, head, old) if old < head.size else []
    return add_checkpoint(request=Request(min(old, head.size), proof, note), known=known)


def _refusal(row: WitnessedLog, head: notes.TreeHead, request: Request) -> SigningRefused | None:
    if request.old != row.size:
        said = _shorter(head, row.size) if head.size < row.size else f"{row.size} entries were last signed."
        return OtherSize(said, row.size)
    if not row.size:
        empty = head.size == 0 and head.root != merkle.EMPTY
        return NotGrown("There is no proof from an empty log.") if request.proof or empty else None
    old_root = bytes.fromhex(row.root)
    if head.size == row.size and head.root != old_root:
        return Contradiction(
            f"{head.origin} signed two checkpoints over {head.size} entries with different roots: a fork."
        )
    if merkle.verify_consistency(row.size, head.size, old_root, head.root, request.proof):
        return None
    return NotGrown(
        f"The checkpoint over {head.size} entries is not shown to add to the {row.size} entries of "
        f"{head.origin} that were signed before: a fork, or a wrong proof."
    )


def _save(row: WitnessedLog, head: notes.TreeHead, note: str) -> None:
    before = row.size
    row.size, row.root, row.note, row.seen_at = head.size, head.root.hex(), note, timezone.now()
    row.save()
    if head.size > before:
        after = {"size": head.size, "root": row.root}
        record(actor=None, action="witness.cosign", obj=row, before={"size": before}, after=after)


def _save_contradiction(row: WitnessedLog, note: str) -> None:
    row.contradiction = note
    row.save()
    record(
        actor=None,
        action="witness.fork",
        obj=row,
        before={"checkpoint": row.note},
        after={"checkpoint": note},
    )


def _fetch_proof(address: str, head: notes.TreeHead, old: int) -> list[bytes]:
    """The proof that a log grew from `old` entries, from the hashes that it serves."""

    def fetch(wanted: Mapping[tiles.Tile, int]) -> dict[tiles.Tile, bytes]:
        paths = {tile: tiles.path(tile.level, tile.number, width) for tile, width in wanted.items()}
        return {tile: log_client.get(address + path) for tile, path in paths.items()}

    served = tiles.Reader(head.size, fetch)
    try:
        if served.root() != head.root:
            raise NotGrown(f"{head.origin} serves hashes that do not have the root it signed.")
        return served.consistency(old, head.size) if old else []
    except tiles.BadTiles as error:
        raise NotGrown(f"{head.origin} does not serve the hashes it signed. {error}") from None


def _shorter(head: notes.TreeHead, size: int) -> str:
    return (
        f"{head.origin} has {head.size} entries; {size} were signed before. A log never becomes shorter: "
        "entries were taken back, or an old checkpoint is shown."
    )
