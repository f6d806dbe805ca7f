"""Merkle trees as in RFC 6962: roots, inclusion proofs and consistency proofs.

Pure functions of hashes. Leaves and nodes are hashed with different first bytes, so neither can pass for the
other. Hashes are 32 bytes each; a proof is a list of them.
"""

import hashlib
from collections.abc import Iterable, Sequence

EMPTY = hashlib.sha256(b"").digest()


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


class Tree:
    """A tree that grows at its right end and caches the hash of every complete subtree.

    Building it costs one hash for each leaf; a root or proof of any size then takes a handful.
    """

    def __init__(self, leaf_hashes: Iterable[bytes] = ()) -> None:
        # levels[k][i] is the hash over the leaves from i·2^k up to (i + 1)·2^k.
        self.levels: list[list[bytes]] = [[]]
        for leaf in leaf_hashes:
            self.append(leaf)

    def __len__(self) -> int:
        return len(self.levels[0])

    def append(self, leaf: bytes) -> None:
        subtree = leaf
        for level in self.levels:
            level.append(subtree)
            if len(level) % 2:
                return
            subtree = node_hash(level[-2], level[-1])
        self.levels.append([subtree])

    def root(self, size: int | None = None) -> bytes:
        """The root over the first `size` leaves; over all of them by default."""
        size = len(self) if size is None else size
        if not 0 <= size <= len(self):
            raise ValueError(f"The tree has {len(self)} leaves, so no root over {size}.")
        return self._over(0, size) if size else EMPTY

    def inclusion(self, index: int, size: int) -> list[bytes]:
        if not 0 <= index < size <= len(self):
            raise ValueError(f"There is no leaf {index} in a tree of {size}; this one has {len(self)}.")
        start, end, path = 0, size, []
        while end - start > 1:
            middle = start + _split(end - start)
            if index < middle:
                path.append(self._over(middle, end))
                end = middle
            else:
                path.append(self._over(start, middle))
                start = middle
        return path[::-1]

    def consistency(self, old: int, new: int) -> list[bytes]:
        if not 0 < old <= new <= len(self):
            raise ValueError(f"There is no proof from {old} to {new} leaves; the tree has {len(self)}.")
        start, end, path = 0, new, []
        while old != end:
            middle = start + _split(end - start)
            if old <= middle:
                path.append(self._over(middle, end))
                end = middle
            else:
                path.append(self._over(start, middle))
                start = middle
        # The caller knows the old root, so its hash is left out when the old tree is one complete subtree.
        return ([self._over(start, end)] if start else []) + path[::-1]

    def _over(self, start: int, end: int) -> bytes:
        """The hash over a range that is a subtree of the RFC 6962 tree."""
        width = end - start
        if width & (width - 1) == 0:
            level = width.bit_length() - 1
            return self.levels[level][start >> level]
        middle = start + _split(width)
        return node_hash(self._over(start, middle), self._over(middle, end))


def _split(width: int) -> int:
    """The largest power of two below the width, where RFC 6962 splits a tree."""
    return 1 << ((width - 1).bit_length() - 1)


def _hashes(*values: bytes) -> bool:
    return all(isinstance(value, bytes) and len(value) == 32 for value in values)
