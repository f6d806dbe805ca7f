"""Bodies nobody can use, made from a good one: each with the code it must get and what its place looks like.

They hold for every address, whatever its body is: each is broken as text, or by a field that no body has.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

UNREADABLE, BAD = "unreadable", "bad_value"
DEEP = 100_000


class Bad(NamedTuple):
    name: str
    body: bytes
    code: str
    place: str = ""  # the path that `errors` must name; "" where the detail tells line, column or byte


def bodies(good: dict[str, Any]) -> list[Bad]:
    found = [
        *_texts(good),
        *_encodings(good),
        *_numbers(good),
        *_characters(good),
        *_depths(good),
        *_keys(good),
        *_whole(good),
    ]
    assert len({bad.name for bad in found}) == len(found)
    return found


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _with(good: dict[str, Any], raw: bytes, key: str = "extra") -> bytes:
    """The good body with one more field, written as these bytes."""
    inside = _json(good)[1:-1]
    comma = b", " if inside.strip() else b""
    return b"{" + inside + comma + b'"' + key.encode() + b'": ' + raw + b"}"


def _texts(good: dict[str, Any]) -> Iterator[Bad]:
    whole = _json({**good, "extra": [1, "two"]})
    for at in range(1, len(whole) - 1, max(1, len(whole) // 12)):
        yield Bad(f"cut after {at} bytes", whole[:at], UNREADABLE)
    for name, text in {
        "white space only": b" \n\t ",
        "a word": b"craps",
        "two documents": whole + whole,
        "a trailing comma": whole[:-1] + b",}",
        "no colon": b'{"a" 1}',
        "no quotes": b"{a: 1}",
        "single quotes": b"{'a': 1}",
        "a comment": b"// note\n" + whole,
        "a line break in a string": b'{"a": "b\nc"}',
        "an open string": b'{"a": "b',
        "a closing bracket too many": whole + b"}",
        "a bad escape": rb'{"a": "\q"}',
        "a short escape": rb'{"a": "\u12"}',
        "a stray backslash": b'{"a": "b\\"}',
        "a form": b"a=1&b=2",
        "a key that is a number": b"{1: 2}",
        "True": b'{"a": True}',
        "undefined": b'{"a": undefined}',
        "a byte order mark twice": b"\xef\xbb\xbf\xef\xbb\xbf" + whole,
        "a template": b'{"a": {{ 1 }} }',
    }.items():
        yield Bad(name, text, UNREADABLE)


def _encodings(good: dict[str, Any]) -> Iterator[Bad]:
    text = _json({**good, "extra": "Röll"}).decode()
    for encoding in ("utf-16", "utf-16-be", "utf-32", "latin-1", "cp037"):
        yield Bad(f"encoded as {encoding}", text.encode(encoding), UNREADABLE)
    for name, raw in {
        "a cut character": b'"\xc3"',
        "a stray continuation": b'"\x80"',
        "an overlong slash": b'"\xc0\xaf"',
        "an overlong NUL": b'"\xc0\x80"',
        "a surrogate in UTF-8": b'"\xed\xa0\x80"',
        "a character beyond Unicode": b'"\xf4\x90\x80\x80"',
        "a byte that is never used": b'"\xff"',
        "five bytes": b'"\xf8\x88\x80\x80\x80"',
        "CESU-8": b'"\xed\xa0\xbd\xed\xb8\x80"',
        "compressed": b'"\x1f\x8b\x08\x00"',
    }.items():
        yield Bad(name, _with(good, raw), UNREADABLE)


def _numbers(good: dict[str, Any]) -> Iterator[Bad]:
    for raw in (
        "NaN",
        "Infinity",
        "-Infinity",
        "nan",
        "inf",
        "+1",
        "01",
        "-01",
        "0x10",
        "0b1",
        "1_000",
        ".5",
    ):
        yield Bad(f"the number {raw}", _with(good, raw.encode()), UNREADABLE)
    for raw in ("5.", "1e", "1e+", "--1", "-", "1.2.3", "1,5", "٣", "½", "1/2", "$5", "5%"):
        yield Bad(f"the number {raw}", _with(good, raw.encode()), UNREADABLE)
    yield Bad("five thousand digits", _with(good, b"9" * 5000), UNREADABLE)
    for raw in (
        "1e400",
        "-1e400",
        "0.1",
        "2.50",
        "1e2",
        "1E2",
        "0.0",
        "-0.0",
        "1e-400",
        "1.0",
        "9" * 400 + ".5",
    ):
        yield Bad(f"the float {raw[:20]}", _with(good, raw.encode()), UNREADABLE, "extra")
    yield Bad("a float in a list", _with(good, b"[1, [2, 2.5]]"), UNREADABLE, "extra[1][1]")
    yield Bad("a float in an object", _with(good, b'{"a": {"b": 1.5}}'), UNREADABLE, "extra.a.b")


def _characters(good: dict[str, Any]) -> Iterator[Bad]:
    for name, raw in {
        "a high surrogate": rb'"\ud800"',
        "a low surrogate": rb'"\udc00"',
        "surrogates the wrong way round": rb'"\udc00\ud800"',
        "two high surrogates": rb'"\ud83d\ud83d"',
        "a surrogate in a word": rb'"pass\udfffline"',
        "an escaped NUL": rb'"\u0000"',
        "a NUL in a word": rb'"pass\u0000line"',
    }.items():
        yield Bad(name, _with(good, raw), UNREADABLE, "extra")
    yield Bad("a surrogate deep inside", _with(good, rb'[{"a": ["\ud800"]}]'), UNREADABLE, "extra[0].a[0]")
    yield Bad("a NUL as a byte", _with(good, b'"a\x00b"'), UNREADABLE)
    yield Bad("only a NUL", b"\x00", UNREADABLE)
    yield Bad("a control character", _with(good, b'"a\x07b"'), UNREADABLE)
    yield Bad("an escape sequence", _with(good, b'"\x1b[31m"'), UNREADABLE)
    yield Bad("a surrogate in a key", _with(good, b"1", r"\ud800"), UNREADABLE)
    yield Bad("a NUL in a key", _with(good, b"1", r"a\u0000b"), UNREADABLE)


def _depths(good: dict[str, Any]) -> Iterator[Bad]:
    yield Bad("open lists, very deep", b"[" * DEEP, UNREADABLE)
    yield Bad("lists, very deep", b"[" * DEEP + b"]" * DEEP, UNREADABLE)
    yield Bad("open objects, very deep", b'{"a":' * 40_000, UNREADABLE)
    yield Bad("objects, very deep", b'{"a":' * 20_000 + b"1" + b"}" * 20_000, UNREADABLE)
    for deep in (33, 60, 500):
        yield Bad(f"lists {deep} deep in a field", _with(good, b"[" * deep + b"]" * deep), UNREADABLE)
        nested = b'{"a":' * deep + b"1" + b"}" * deep
        yield Bad(f"objects {deep} deep in a field", _with(good, nested), UNREADABLE)


def _keys(good: dict[str, Any]) -> Iterator[Bad]:
    yield Bad("a key twice", b'{"a": 1, "a": 2}', UNREADABLE, "a")
    yield Bad("a key twice with the same value", b'{"a": 1, "a": 1}', UNREADABLE, "a")
    yield Bad("a key twice, once escaped", rb'{"a": 1, "\u0061": 1}', UNREADABLE, "a")
    yield Bad("a key twice deep inside", _with(good, b'[{"k": 1, "k": 2}]'), UNREADABLE, "k")
    yield Bad("an escaped key twice", rb'{"\t": 1, "\u0009": 2}', UNREADABLE, r"\t")
    for key in good:
        raw = _json(good[key])
        yield Bad(f"{key} twice", _with(good, raw, key), UNREADABLE, key)
    for key in ("extra", "status", "digests", "__proto__", "constructor", "__class__", "EDITION", " edition"):
        yield Bad(f"the field {key}", _with(good, b"1", key), BAD, key)
    yield Bad("a very long field", _with(good, b"1", "x" * 10_000), BAD)
    yield Bad("a field in Cyrillic that looks like ours", _with(good, b'"x"', "еdition"), BAD)


def _whole(good: dict[str, Any]) -> Iterator[Bad]:
    values: dict[str, Any] = {
        "null": None,
        "true": True,
        "false": False,
        "a number": 5,
        "a huge number": 10**40,
        "a string": "craps",
        "an empty string": "",
        "JSON in a string": json.dumps(good),
        "a list": [good],
        "an empty list": [],
        "a list of lists": [[]],
    }
    for name, value in values.items():
        yield Bad(f"the document is {name}", _json(value), BAD)
