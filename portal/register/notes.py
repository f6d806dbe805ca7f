"""Signed notes and checkpoints: short texts that people can read and programs can verify.

The formats are those of c2sp.org/signed-note, c2sp.org/tlog-checkpoint and c2sp.org/tlog-cosignature, so
tools made for other logs read ours. A checkpoint has three lines: the log's name, the number of entries and
their root hash. A witness signs them together with the time: a cosignature.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from portal.note_keys import COSIGNATURE, ED25519, NAME, decode, encode
from portal.note_keys import BadNote as BadNote
from portal.note_keys import Key as Key
from portal.note_keys import read_key as read_key

_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")
_TIME = 8  # bytes


class TreeHead(NamedTuple):
    """The tree head a checkpoint states: the log's name, its size and its root hash."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{encode(self.root)}\n"


class Signature(NamedTuple):
    """A line below the text of a note. Nothing is verified yet."""

    name: str
    key_id: bytes
    value: bytes

    def __str__(self) -> str:
        return f"— {self.name} {encode(self.key_id + self.value)}\n"


class Cosignature(NamedTuple):
    """The verified signature of a witness: whose, when (seconds since 1970) and its line."""

    key: Key
    time: int
    line: str


def key_named(name: str, private: Ed25519PrivateKey, algorithm: bytes = ED25519) -> Key:
    if not NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot name a key: use no spaces and no plus signs.")
    return Key(name, private.public_key().public_bytes_raw(), algorithm)


def sign(text: str, name: str, private: Ed25519PrivateKey) -> str:
    key = key_named(name, private)
    return f"{text}\n{Signature(name, key.id, private.sign(text.encode()))}"


def cosign(text: str, name: str, private: Ed25519PrivateKey, time: int) -> str:
    """The line by which a witness signs the text of a checkpoint at this time."""
    key = key_named(name, private, COSIGNATURE)
    value = time.to_bytes(_TIME, "big") + private.sign(_cosigned(text, time))
    return str(Signature(name, key.id, value))


def split(note: str) -> tuple[str, list[Signature]]:
    """The text of a note and the signatures below it."""
    text, blank, below = note.rpartition("\n\n")
    if not blank or not below.endswith("\n"):
        raise BadNote("This is not a signed note: there is no blank line between text and signature.")
    return f"{text}\n", read_signatures(below)


def read_signatures(lines: str) -> list[Signature]:
    return [_signature(line) for line in lines.removesuffix("\n").split("\n")]


def signed_text(note: str, keys: Iterable[Key]) -> str:
    """Return the text of a note if one of these keys signed it and no signature in their name is false."""
    text, signatures = split(note)
    known = {(key.name, key.id): key for key in keys}
    verified = False
    for signature in signatures:
        key = known.get((signature.name, signature.key_id))
        if key is None:
            continue  # signed by someone else too, such as a witness
        _verify(key, signature, text.encode(), signature.value)
        verified = True
    if not verified:
        raise BadNote("No known key signed this text.")
    return text


def cosignatures(text: str, lines: str, witnesses: Iterable[Key]) -> list[Cosignature]:
    """Those of the lines by which these witnesses signed the text. A false one in their name is refused."""
    known = {(key.name, key.id): key for key in witnesses}
    verified = []
    for signature in read_signatures(lines):
        key = known.get((signature.name, signature.key_id))
        if key is None:
            continue
        time = int.from_bytes(signature.value[:_TIME], "big")
        _verify(key, signature, _cosigned(text, time), signature.value[_TIME:])
        verified.append(Cosignature(key, time, str(signature)))
    return verified


def read_head(text: str) -> TreeHead:
    """Parse the text of a checkpoint."""
    lines = text.split("\n")
    if len(lines) != 4 or lines[3] or not lines[0] or not _SIZE.fullmatch(lines[1]):
        raise BadNote("This is not a checkpoint, which has three lines: a name, a size and a root hash.")
    root = decode(lines[2])
    if len(root) != 32:
        raise BadNote("The root in this checkpoint is not a hash.")
    return TreeHead(lines[0], int(lines[1]), root)


def _signature(line: str) -> Signature:
    dash, _, rest = line.partition(" ")
    name, _, value = rest.partition(" ")
    data = decode(value)
    if dash != "—" or not NAME.fullmatch(name) or len(data) < 5:
        raise BadNote("A line below the text is not a signature.")
    return Signature(name, data[:4], data[4:])


def _cosigned(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def _verify(key: Key, signature: Signature, message: bytes, value: bytes) -> None:
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(value, message)
    except InvalidSignature:
        raise BadNote(f"The signature of {signature.name} does not match this text.") from None
