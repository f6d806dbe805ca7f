"""Public keys in the form of c2sp.org/signed-note: name, id and key in one line."""

import base64
import binascii
import hashlib
import re
from typing import NamedTuple

ED25519 = b"\x01"  # signs a note, such as the checkpoint of a log
COSIGNATURE = b"\x04"  # the Ed25519 key of a witness, which signs a checkpoint together with the time
NAME = re.compile(r"[^\s+]+")


class BadNote(Exception):
    """The text is not a note or a key, or no known key signed it. The message says which."""


class Key(NamedTuple):
    """A public key, the name it signs as, and what kind of signature it makes."""

    name: str
    public: bytes
    algorithm: bytes = ED25519

    @property
    def id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n" + self.algorithm + self.public).digest()[:4]

    def __str__(self) -> str:
        """The published form: name, id and key in one line."""
        return f"{self.name}+{self.id.hex()}+{encode(self.algorithm + self.public)}"


def read_key(line: str, algorithm: bytes = ED25519) -> Key:
    """Parse a public key from its published line."""
    name, _, rest = line.strip().partition("+")
    identity, _, text = rest.partition("+")
    data = decode(text)
    key = Key(name, data[1:], data[:1])
    right_kind = key.algorithm == algorithm and len(key.public) == 32
    if not right_kind or not NAME.fullmatch(name) or key.id.hex() != identity:
        whose = "log" if algorithm == ED25519 else "witness"
        raise BadNote(f"This is not a public key of a {whose}, or it was changed.")
    return key


def encode(data: bytes) -> str:
    return base64.b64encode(data).decode()


def decode(text: str) -> bytes:
    """Decode base64, accepting only the exact form that `encode` writes."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadNote(f"{text[:60]!r} is not base64.") from None
    if encode(data) != text:
        raise BadNote(f"{text[:60]!r} is not canonical base64.")
    return data
