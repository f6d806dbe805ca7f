"""Merkle trees: against a second implementation by the text of RFC 6962, and published vectors."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from portal.register import merkle

VECTORS = Path(__file__).resolve().parents[2] / "data" / "merkle"
LARGEST = 1024
EVERY_PLACE = int(os.environ.get("MERKLE_EVERY_PLACE", 66))  # sizes up to this: each leaf; 1024 takes minutes
LEAVES = [hashlib.sha256(b"\x00" + str(n).encode()).digest() for n in range(LARGEST)]


# -- RFC 6962, section 2.1, word for word: recursive, slow, and written without a look at the other ---------


@cache
def mth(start: int, end: int) -> bytes:
    n = end - start
    if n == 0:
        return hashlib.sha256().digest()
    if n == 1:
        return LEAVES[start]
    k = largest_power_of_two_smaller_than(n)
    return hashlib.sha256(b"\x01" + mth(start, start + k) + mth(start + k, end)).digest()


def path(m: int, start: int, end: int) -> list[bytes]:
    n = end - start
    if n == 1:
        return []
    k = largest_power_of_two_smaller_than(n)
    if m < k:
        return [*path(m, start, start + k), mth(start + k, end)]
    return [*path(m - k, start + k, end), mth(start, start + k)]


def subproof(m: int, start: int, end: int, whole: bool) -> list[bytes]:
    n = end - start
    if m == n:
        return [] if whole else [mth(start, end)]
    k = largest_power_of_two_smaller_than(n)
    if m <= k:
        return [*subproof(m, start, start + k, whole), mth(start + k, end)]
    return [*subproof(m - k, start + k, end, False), mth(start, start + k)]


def largest_power_of_two_smaller_than(n: int) -> int:
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def test_every_size_up_to_1024_has_the_root_of_the_rfc() -> None:
    tree = merkle.Tree(LEAVES)
    for size in range(LARGEST + 1):
        assert tree.root(size) == mth(0, size)
    for size in (0, 1, 2, 3, 7, 8, 9, 600, LARGEST):
        assert merkle.Tree(LEAVES[:size]).root() == mth(0, size)


def test_inclusion_proofs_of_every_size_up_to_1024_are_those_of_the_rfc_and_hold() -> None:
    """Of each size the first, the last, the middle and some in between; of the smaller sizes every place."""
    tree = merkle.Tree(LEAVES)
    for size in range(1, LARGEST + 1):
        some = {0, size - 1, size // 2, size * 5 // 7, (1 << (size.bit_length() - 1)) - 1}
        for index in range(size) if size <= EVERY_PLACE else some:
            proof = tree.inclusion(index, size)
            assert proof == path(index, 0, size)
            assert merkle.verify_inclusion(LEAVES[index], index, size, proof, mth(0, size))


def test_consistency_proofs_of_every_size_up_to_1024_are_those_of_the_rfc_and_hold() -> None:
    tree = merkle.Tree(LEAVES)
    for new in range(1, LARGEST + 1):
        some = {1, new, new // 2 or 1, max(1, new - 1), new * 3 // 7 or 1, 1 << (new.bit_length() - 1)}
        for old in range(1, new + 1) if new <= EVERY_PLACE else some:
            proof = tree.consistency(old, new)
            assert proof == subproof(old, 0, new, True)
            assert merkle.verify_consistency(old, new, mth(0, old), mth(0, new), proof)


def test_the_functions_over_lists_give_the_same_proofs() -> None:
    for size in (1, 2, 3, 6, 7, 64, 65):
        for index in range(size):
            assert merkle.Tree(LEAVES[:size]).inclusion(index, size) == path(index, 0, size)
            assert merkle.Tree(LEAVES[:size]).consistency(index + 1, size) == subproof(
                index + 1, 0, size, True
            )


def test_a_leaf_is_no_node() -> None:
    left, right = merkle.leaf_hash(b"a"), merkle.leaf_hash(b"b")
    assert merkle.Tree([left, right]).root() != merkle.leaf_hash(left + right)
    assert merkle.leaf_hash(b"") == hashlib.sha256(b"\x00").digest()
    assert merkle.Tree([]).root() == hashlib.sha256(b"").digest()


sizes = st.integers(1, 300)


@settings(max_examples=150, deadline=None)
@given(size=sizes, data=st.data())
def test_no_wrong_inclusion_is_believed(size: int, data: Any) -> None:
    index = data.draw(st.integers(0, size - 1))
    proof = merkle.Tree(LEAVES[:size]).inclusion(index, size)
    root, leaf = mth(0, size), LEAVES[index]
    other = data.draw(st.integers(0, LARGEST - 1).filter(lambda n: n != index))
    assert not merkle.verify_inclusion(LEAVES[other], index, size, proof, root)
    assert not merkle.verify_inclusion(leaf, other, size, proof, root)
    assert not merkle.verify_inclusion(leaf, index, size, [*proof, leaf], root)
    assert not merkle.verify_inclusion(leaf, index, size, proof, flipped(root, data))
    if proof:
        place = data.draw(st.integers(0, len(proof) - 1))
        damaged = [*proof[:place], flipped(proof[place], data), *proof[place + 1 :]]
        assert not merkle.verify_inclusion(leaf, index, size, damaged, root)
        assert not merkle.verify_inclusion(leaf, index, size, proof[:place] + proof[place + 1 :], root)


@settings(max_examples=150, deadline=None)
@given(new=sizes, data=st.data())
def test_no_wrong_consistency_is_believed(new: int, data: Any) -> None:
    old = data.draw(st.integers(1, new))
    proof = merkle.Tree(LEAVES[:new]).consistency(old, new)
    first, second = mth(0, old), mth(0, new)
    assert not merkle.verify_consistency(old, new, flipped(first, data), second, proof)
    assert not merkle.verify_consistency(old, new, first, flipped(second, data), proof)
    assert not merkle.verify_consistency(old, new, first, second, [*proof, second])
    if proof:
        place = data.draw(st.integers(0, len(proof) - 1))
        damaged = [*proof[:place], flipped(proof[place], data), *proof[place + 1 :]]
        assert not merkle.verify_consistency(old, new, first, second, damaged)
        assert not merkle.verify_consistency(old, new, first, second, proof[:place] + proof[place + 1 :])


@pytest.mark.parametrize(
    ("index", "size"), [(-1, 4), (4, 4), (0, 0), (2**64 - 1, 4), (0, -1), (3, 2**70), (0, 2**70)]
)
def test_a_place_that_is_none_is_refused_and_not_a_crash(index: int, size: int) -> None:
    proof = merkle.Tree(LEAVES[:4]).inclusion(0, 4)
    assert not merkle.verify_inclusion(LEAVES[0], index, size, proof, mth(0, 4))
    with pytest.raises(ValueError, match="leaf"):
        merkle.Tree(LEAVES[:4]).inclusion(index, size)


def test_hashes_of_another_length_are_refused() -> None:
    proof = merkle.Tree(LEAVES[:4]).inclusion(1, 4)
    root = mth(0, 4)
    assert not merkle.verify_inclusion(LEAVES[1][:31], 1, 4, proof, root)
    # The same bytes, cut at another place, would give the same hash further up.
    assert not merkle.verify_inclusion(LEAVES[1] + b"x", 1, 4, [proof[0][:31], proof[1]], root)
    assert not merkle.verify_consistency(
        3, 4, mth(0, 3), root, [b"", *merkle.Tree(LEAVES[:4]).consistency(3, 4)]
    )


def test_published_roots() -> None:
    data = json.loads((VECTORS / "roots.json").read_text())
    leaves = [merkle.leaf_hash(bytes.fromhex(text)) for text in data["leaf_inputs_hex"]]
    for size, expected in enumerate(data["root_hex_by_size"]):
        assert merkle.Tree(leaves[:size]).root().hex() == expected


def test_published_inclusion_proofs() -> None:
    cases = json.loads((VECTORS / "inclusion.json").read_text())
    assert len(cases) > 90
    for case in cases:
        proof = [base64.b64decode(step) for step in case["proof"] or []]
        leaf, root = base64.b64decode(case["leafHash"] or ""), base64.b64decode(case["root"] or "")
        found = merkle.verify_inclusion(leaf, case["leafIdx"], case["treeSize"], proof, root)
        assert found is not case["wantErr"], case["case"]


def test_published_consistency_proofs() -> None:
    cases = json.loads((VECTORS / "consistency.json").read_text())
    assert len(cases) > 90
    for case in cases:
        proof = [base64.b64decode(step) for step in case["proof"] or []]
        roots = [base64.b64decode(case[name] or "") for name in ("root1", "root2")]
        found = merkle.verify_consistency(case["size1"], case["size2"], roots[0], roots[1], proof)
        assert found is not case["wantErr"], case["case"]


def flipped(hash_: bytes, data: Any) -> bytes:
    bit: int = data.draw(st.integers(0, 255))
    return (int.from_bytes(hash_, "big") ^ (1 << bit)).to_bytes(32, "big")
