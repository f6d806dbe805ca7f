"""Logs and witnesses for tests: a log in memory that can be forked, and a witness with a key of its own."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from portal.note_keys import COSIGNATURE, Key
from portal.register import merkle, notes
from portal.register.witnessing import Log, Request

ORIGIN = "rules.example.org/register/log"
ADDRESS = "http://127.0.0.1:1/register/log/"


def private_key(seed: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(seed.encode()).digest())


def pem(key: Ed25519PrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def witness_key(name: str) -> Key:
    return notes.key_named(name, private_key(name), COSIGNATURE)


@dataclass
class MemoryLog:
    """A log of made-up entries, signed by a key of its own."""

    leaves: list[bytes] = field(default_factory=list)
    origin: str = ORIGIN
    seed: str = "a log"

    def __post_init__(self) -> None:
        self.tree = merkle.Tree(self.leaves)

    @property
    def key(self) -> Key:
        return notes.key_named(self.origin, private_key(self.seed))

    def known(self) -> Log:
        return Log(self.key, ADDRESS)

    def grow(self, count: int = 1, what: str = "entry") -> MemoryLog:
        for _ in range(count):
            leaf = merkle.leaf_hash(f"{what} {len(self.leaves)}".encode())
            self.leaves.append(leaf)
            self.tree.append(leaf)
        return self

    def fork(self, place: int, what: str = "another") -> MemoryLog:
        """The same log with the entry at `place` rewritten, under the same name and key."""
        rewritten = merkle.leaf_hash(what.encode())
        leaves = [*self.leaves[:place], rewritten, *self.leaves[place + 1 :]]
        return MemoryLog(leaves, self.origin, self.seed)

    def note(self, size: int | None = None) -> str:
        size = len(self.tree) if size is None else size
        head = notes.TreeHead(self.origin, size, self.tree.root(size))
        return notes.sign(head.text(), self.origin, private_key(self.seed))

    def request(self, old: int, size: int | None = None) -> Request:
        """What the log sends to a witness that has seen `old` entries."""
        size = len(self.tree) if size is None else size
        proof = self.tree.consistency(old, size) if 0 < old < size else []
        return Request(old, proof, self.note(size))
