"""Signed notes and checkpoints: short texts that a person can read and a program can hold to its letter.

The forms are those of c2sp.org/signed-note and c2sp.org/tlog-checkpoint, so that tools made for other logs
read ours. A checkpoint says in three lines which log it is, how many entries it has and their root.
"""

from __future__ import annotations

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
    """The text is not a note, or is not signed by a key that is known. The message says which."""


class Key(NamedTuple):
    """A public key under the name it signs as."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        """As it is handed out: name, id and key in one line."""
        return f"{self.name}+{self.id.hex()}+{_base64(ED25519 + self.public)}"


class Head(NamedTuple):
    """What a checkpoint states: the log's name, its size and its root."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n"


def key_named(name: str, private: Ed25519PrivateKey) -> Key:
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot name a key: leave out spaces and plus signs.")
    return Key(name, private.public_key().public_bytes_raw())


def read_key(line: str) -> Key:
    """A public key from the line it is handed out as."""
    name, _, rest = line.strip().partition("+")
    identity, _, text = rest.partition("+")
    data = _bytes(text)
    key = Key(name, data[1:])
    if not _NAME.fullmatch(name) or data[:1] != ED25519 or len(data) != 33 or key.id.hex() != identity:
        raise BadNote("This is not a public key of a log, or a part of it was changed.")
    return key


def sign(text: str, name: str, private: Ed25519PrivateKey) -> str:
    key = key_named(name, private)
    return f"{text}\n— {name} {_base64(key.id + private.sign(text.encode()))}\n"


def signed_text(note: str, keys: Iterable[Key]) -> str:
    """The text of a note, if one of these keys signed it and none of them is used falsely."""
    text, blank, signatures = note.rpartition("\n\n")
    text += "\n"
    if not blank or not signatures.endswith("\n"):
        raise BadNote("This is not a signed note: no blank line stands between text and signature.")
    known = {(key.name, key.id): key for key in keys}
    found = False
    for line in signatures[:-1].split("\n"):
        dash, _, rest = line.partition(" ")
        name, _, value = rest.partition(" ")
        data = _bytes(value)
        if dash != "—" or not _NAME.fullmatch(name) or len(data) < 5:
            raise BadNote("A line below the text is not a signature.")
        key = known.get((name, data[:4]))
        if key is None:
            continue  # somebody else signed as well, such as a witness
        try:
            Ed25519PublicKey.from_public_bytes(key.public).verify(data[4:], text.encode())
        except InvalidSignature:
            raise BadNote(f"The signature of {name} does not belong to this text.") from None
        found = True
    if not found:
        raise BadNote("No key that is known here signed this text.")
    return text


def read_head(text: str) -> Head:
    """What a checkpoint's text states."""
    lines = text.split("\n")
    if len(lines) != 4 or lines[3] or not lines[0] or not _SIZE.fullmatch(lines[1]):
        raise BadNote("This is not a checkpoint: it is a name, a size and a root, a line each.")
    found = _bytes(lines[2])
    if len(found) != 32:
        raise BadNote("The root in this checkpoint is not a hash.")
    return Head(lines[0], int(lines[1]), found)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    """Only as it is written by `_base64`: the same bytes in another form are another text."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadNote(f"{text[:60]!r} is not base64.") from None
    if _base64(data) != text:
        raise BadNote(f"{text[:60]!r} is not base64 as it is written here.")
    return data
