"""Altered copies of a signed statement for a table, for the tests of each program that checks one.

`STATEMENTS=10000` takes so many in each of these tests instead of a sample, and measures the browser.
"""

from __future__ import annotations

import base64
import os
import random
from collections.abc import Iterator

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from portal.register.table_statements import CONTEXT

FULL = "STATEMENTS" in os.environ
COUNT = int(os.environ.get("STATEMENTS", "1200"))
# Where each field of a statement begins and ends; the last is the signature.
FIELDS = [(0, 1), (1, 5), (5, 13), (13, 45), (45, 48), (48, 51), (51, 54)]
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def altered(text: str, other: Ed25519PrivateKey, count: int) -> Iterator[str]:
    """Yield altered statements, the same ones each time: every bit first, then each other way in turn."""
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    chance = random.Random(16)
    ways = (_flipped, _cut, _swapped, _reencoded, _resigned, _replaced)
    made = 0
    for bit in range(min(len(data) * 8, count)):
        made += 1
        yield _text(_flip(data, bit))
    while made < count:
        copy = ways[made % len(ways)](data, other, chance)
        if copy != text:
            made += 1
            yield copy


def _flipped(data: bytes, other: Ed25519PrivateKey, chance: random.Random) -> str:
    for bit in chance.sample(range(len(data) * 8), chance.randint(2, 12)):
        data = _flip(data, bit)
    return _text(data)


def _cut(data: bytes, other: Ed25519PrivateKey, chance: random.Random) -> str:
    if chance.random() < 0.3:
        return _text(data + chance.randbytes(chance.randint(1, 6)))
    start = chance.randrange(len(data))
    return _text(data[:start] + data[start + chance.randint(1, 20) :])


def _swapped(data: bytes, other: Ed25519PrivateKey, chance: random.Random) -> str:
    """Two pieces of one length change places, such as the first day and the last."""
    length = chance.choice([1, 2, 3, 4, 8, 16, 32])
    first, second = sorted(chance.sample(range(len(data) - length), 2))
    if chance.random() < 0.5:
        first, second, length = 45, 48, 3
    if first + length > second:
        second = min(first + length, len(data) - length)
    one, two = data[first : first + length], data[second : second + length]
    return _text(data[:first] + two + data[first + length : second] + one + data[second + length :])


def _reencoded(data: bytes, other: Ed25519PrivateKey, chance: random.Random) -> str:
    """The same bytes in another form of base64, which would be a second text for one statement."""
    text = _text(data)
    place = chance.randrange(len(text))
    return chance.choice(
        [
            text + "=",
            text + "==",
            text[:place] + "=" + text[place:],
            text[:place] + chance.choice(" \n\t.%") + text[place:],
            text.swapcase(),
            text.lower(),
            text[::-1],
            base64.b32encode(data).decode(),
            data.hex(),
            text[:place] + "%" + f"{ord(text[place]):02X}" + text[place + 1 :],
            text[:-1] + chance.choice(ALPHABET),
        ]
    )


def _resigned(data: bytes, other: Ed25519PrivateKey, chance: random.Random) -> str:
    """Other facts, signed with another key, under the id of the true one."""
    start, end = chance.choice(FIELDS[2:])
    facts = data[:-64]
    facts = facts[:start] + chance.randbytes(end - start) + facts[end:]
    return _text(facts + other.sign(CONTEXT + facts))


def _replaced(data: bytes, other: Ed25519PrivateKey, chance: random.Random) -> str:
    start, end = chance.choice([*FIELDS, (len(data) - 64, len(data)), (len(data) - 32, len(data))])
    return _text(data[:start] + chance.randbytes(end - start) + data[end:])


def _flip(data: bytes, bit: int) -> bytes:
    return data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
