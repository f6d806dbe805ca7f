"""Signed notes and checkpoints: short texts that people can read and programs can verify.

The formats are those of c2sp.org/signed-note and c2sp.org/tlog-checkpoint, so tools made for other logs read
ours. A checkpoint has three lines: the log's name, the number of entries and their root hash.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519 = b"\x01"
_NAME = re.compile(r"[^\s+]+")
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


class BadNote(Exception):
    """The text is not a note, or no known key signed it. The message says which."""


class Key(NamedTuple):
    """A public key and the name it signs as."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        """The published form: name, id and key in one line."""
        return f"{self.name}+{self.id.hex()}+{_base64(ED25519 + self.public)}"


class Head(NamedTuple):
    """The tree head a checkpoint states: the log's name, its size and its root hash."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n"


def key_named(name: str, private: Ed25519PrivateKey) -> Key:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot name a key: use no spaces and no plus signs.")
    return Key(name, private.public_key().public_bytes_raw())


def read_key(line: str) -> Key:
    """Parse a public key from its published line."""
    name, _, rest = line.strip().partition("+")
    identity, _, text = rest.partition("+")
    data = _bytes(text)
    key = Key(name, data[1:])
    if not _NAME.fullmatch(name) or data[:1] != ED25519 or len(data) != 33 or key.id.hex() != identity:
        raise BadNote("This is not a public key of a log, or it was changed.")
    return key


def sign(text: str, name: str, private: Ed25519PrivateKey) -> str:
    key = key_named(name, private)
    return f"{text}\n— {name} {_base64(key.id + private.sign(text.encode()))}\n"


def signed_text(note: str, keys: Iterable[Key]) -> str:
    """Return the text of a note if one of these keys signed it and no signature in their name is false."""
    text, blank, signatures = note.rpartition("\n\n")
    text += "\n"
    if not blank or not signatures.endswith("\n"):
        raise BadNote("This is not a signed note: there is no blank line between text and signature.")
    known = {(key.name, key.id): key for key in keys}
    verified = False
    for line in signatures[:-1].split("\n"):
        dash, _, rest = line.partition(" ")
        name, _, value = rest.partition(" ")
        data = _bytes(value)
        if dash != "—" or not _NAME.fullmatch(name) or len(data) < 5:
            raise BadNote("A line below the text is not a signature.")
        key = known.get((name, data[:4]))
        if key is None:
            continue  # signed by someone else too, such as a witness
        try:
            Ed25519PublicKey.from_public_bytes(key.public).verify(data[4:], text.encode())
        except InvalidSignature:
            raise BadNote(f"The signature of {name} does not match this text.") from None
        verified = True
    if not verified:
        raise BadNote("No known key signed this text.")
    return text


def read_head(text: str) -> Head:
    """Parse the text of a checkpoint."""
    lines = text.split("\n")
    if len(lines) != 4 or lines[3] or not lines[0] or not _SIZE.fullmatch(lines[1]):
        raise BadNote("This is not a checkpoint, which has three lines: a name, a size and a root hash.")
    root = _bytes(lines[2])
    if len(root) != 32:
        raise BadNote("The root in this checkpoint is not a hash.")
    return Head(lines[0], int(lines[1]), root)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    """Decode base64, accepting only the exact form that `_base64` writes."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadNote(f"{text[:60]!r} is not base64.") from None
    if _base64(data) != text:
        raise BadNote(f"{text[:60]!r} is not canonical base64.")
    return data
