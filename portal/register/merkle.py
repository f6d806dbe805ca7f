"""Merkle trees as in RFC 6962: roots, inclusion proofs and consistency proofs.

Pure functions of hashes. Leaves and nodes are hashed with different first bytes, so neither can pass for the
other. Hashes are 32 bytes each; a proof is a list of them.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

EMPTY = hashlib.sha256(b"").digest()


class Node(NamedTuple):
    """A complete subtree: the leaves from number·2^level up to (number + 1)·2^level."""

    level: int
    number: int


class Span(NamedTuple):
    """The leaves from `start` up to `end`."""

    start: int
    end: int


def leaf_hash(data: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof leads from this leaf hash, at this index in a tree of this size, to this root."""
    if not 0 <= index < size or not _hashes(leaf, root, *proof):
        return False
    # Going up, a place is a right child if its number is odd. At the ragged right edge, where there is no
    # right neighbour, levels are skipped until the place is a right child.
    place, last, computed = index, size - 1, leaf
    for step in proof:
        if last == 0:
            return False
        if place % 2 or place == last:
            computed = node_hash(step, computed)
            while place % 2 == 0:
                place, last = place // 2, last // 2
        else:
            computed = node_hash(computed, step)
        place, last = place // 2, last // 2
    return last == 0 and computed == root


def verify_consistency(size1: int, size2: int, root1: bytes, root2: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the tree of `size2` leaves begins with the tree of `size1`.

    Every tree begins with the empty tree, which proves nothing, so `size1` 0 is not accepted.
    """
    if 0 < size1 == size2:
        return not proof and root1 == root2
    if not 0 < size1 < size2 or not _hashes(root1, root2, *proof):
        return False
    place, last = size1 - 1, size2 - 1
    while place % 2:
        place, last = place // 2, last // 2
    steps = list(proof)
    # If the old tree is one complete subtree, start from its root; otherwise the proof begins with the start.
    start = root1 if place == 0 else (steps.pop(0) if steps else b"")
    old = new = start
    for step in steps:
        if last == 0:
            return False
        if place % 2 or place == last:
            old, new = node_hash(step, old), node_hash(step, new)
            while place and place % 2 == 0:
                place, last = place // 2, last // 2
        else:
            new = node_hash(new, step)
        place, last = place // 2, last // 2
    return last == 0 and old == root1 and new == root2


def root_from(frontier: Sequence[bytes]) -> bytes:
    """The root over complete subtrees, largest first, as `nodes_of` lists them."""
    if not frontier:
        return EMPTY
    computed = frontier[-1]
    for left in reversed(frontier[:-1]):
        computed = node_hash(left, computed)
    return computed


def nodes_of(span: Span) -> list[Node]:
    """The complete subtrees that a subtree of the RFC 6962 tree is made of, largest first."""
    start, end = span
    nodes = []
    while start < end:
        level = (end - start).bit_length() - 1
        nodes.append(Node(level, start >> level))
        start += 1 << level
    return nodes


def inclusion_spans(index: int, size: int) -> list[Span]:
    """The parts of the tree whose hashes are the proof of a leaf, in the proof's order."""
    if not 0 <= index < size:
        raise ValueError(f"There is no leaf {index} in a tree of {size}.")
    start, end, path = 0, size, []
    while end - start > 1:
        middle = start + _split(end - start)
        if index < middle:
            path.append(Span(middle, end))
            end = middle
        else:
            path.append(Span(start, middle))
            start = middle
    return path[::-1]


def consistency_spans(old: int, new: int) -> list[Span]:
    """The parts of the tree whose hashes prove that it begins with a smaller one, in the proof's order."""
    if not 0 < old <= new:
        raise ValueError(f"There is no proof from {old} to {new} leaves.")
    start, end, path = 0, new, []
    while old != end:
        middle = start + _split(end - start)
        if old <= middle:
            path.append(Span(middle, end))
            end = middle
        else:
            path.append(Span(start, middle))
            start = middle
    # The caller knows the old root, so its hash is left out when the old tree is one complete subtree.
    return ([Span(start, end)] if start else []) + path[::-1]


class Frontier:
    """The few hashes that a growing tree needs to give its root: those of its complete subtrees."""

    def __init__(self, size: int = 0, hashes: Iterable[bytes] = ()) -> None:
        self.size, self.hashes = size, list(hashes)
        if len(self.hashes) != size.bit_count():
            raise ValueError(f"A tree of {size} leaves has {size.bit_count()} complete subtrees.")

    def append(self, leaf: bytes) -> list[bytes]:
        """Add a leaf. Return the hash of each subtree that it completes, by level: the leaf's own first."""
        made, rest = [leaf], self.size
        while rest % 2:
            made.append(node_hash(self.hashes.pop(), made[-1]))
            rest //= 2
        self.hashes.append(made[-1])
        self.size += 1
        return made

    def root(self) -> bytes:
        return root_from(self.hashes)


class Tree:
    """A whole tree in memory, with the hash of every complete subtree. For tests and small logs."""

    def __init__(self, leaf_hashes: Iterable[bytes] = ()) -> None:
        # levels[k][i] is the hash over the leaves from i·2^k up to (i + 1)·2^k.
        self.levels: list[list[bytes]] = [[]]
        self._frontier = Frontier()
        for leaf in leaf_hashes:
            self.append(leaf)

    def __len__(self) -> int:
        return len(self.levels[0])

    def append(self, leaf: bytes) -> None:
        for level, subtree in enumerate(self._frontier.append(leaf)):
            if level == len(self.levels):
                self.levels.append([])
            self.levels[level].append(subtree)

    def root(self, size: int | None = None) -> bytes:
        """The root over the first `size` leaves; over all of them by default."""
        size = len(self) if size is None else size
        if not 0 <= size <= len(self):
            raise ValueError(f"The tree has {len(self)} leaves, so no root over {size}.")
        return self._over(Span(0, size))

    def inclusion(self, index: int, size: int) -> list[bytes]:
        if not 0 <= index < size <= len(self):
            raise ValueError(f"There is no leaf {index} in a tree of {size}; this one has {len(self)}.")
        return [self._over(span) for span in inclusion_spans(index, size)]

    def consistency(self, old: int, new: int) -> list[bytes]:
        if not 0 < old <= new <= len(self):
            raise ValueError(f"There is no proof from {old} to {new} leaves; the tree has {len(self)}.")
        return [self._over(span) for span in consistency_spans(old, new)]

    def _over(self, span: Span) -> bytes:
        return root_from([self.levels[node.level][node.number] for node in nodes_of(span)])


def _split(width: int) -> int:
    """The largest power of two below the width, where RFC 6962 splits a tree."""
    return 1 << ((width - 1).bit_length() - 1)


def _hashes(*values: bytes) -> bool:
    return all(isinstance(value, bytes) and len(value) == 32 for value in values)
