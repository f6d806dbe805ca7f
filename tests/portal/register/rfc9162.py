"""Verification of proofs by the text of RFC 9162, sections 2.1.3.2 and 2.1.4.2, step by step.

A second implementation for tests: it shares no code with the portal or with scripts/verify_log.py.
"""

from __future__ import annotations

from hashlib import sha256


def inclusion_holds(
    hash: bytes, leaf_index: int, tree_size: int, path: list[bytes], root_hash: bytes
) -> bool:
    if leaf_index >= tree_size:
        return False
    fn, sn = leaf_index, tree_size - 1
    r = hash
    for p in path:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            r = sha256(b"\x01" + p + r).digest()
            if not fn & 1:
                while not (fn & 1 or fn == 0):
                    fn, sn = fn >> 1, sn >> 1
        else:
            r = sha256(b"\x01" + r + p).digest()
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and r == root_hash


def consistency_holds(
    first: int, second: int, first_hash: bytes, second_hash: bytes, path: list[bytes]
) -> bool:
    if first == second:
        return not path and first_hash == second_hash
    if not path:
        return False
    if first & (first - 1) == 0:
        path = [first_hash, *path]
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    fr = sr = path[0]
    for c in path[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            fr, sr = sha256(b"\x01" + c + fr).digest(), sha256(b"\x01" + c + sr).digest()
            if not fn & 1:
                while not (fn & 1 or fn == 0):
                    fn, sn = fn >> 1, sn >> 1
        else:
            sr = sha256(b"\x01" + sr + c).digest()
        fn, sn = fn >> 1, sn >> 1
    return fr == first_hash and sr == second_hash and sn == 0
