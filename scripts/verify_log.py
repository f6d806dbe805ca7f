#!/usr/bin/env python3
"""Check Baize's public register offline, with nothing but Python 3.10 or later.

    python verify_log.py file CERTIFICATE.pdf CERTIFICATE.proof.json --keys log-keys.txt
        Is this file in the register's log, under a signed checkpoint?
    python verify_log.py entry PROOF.json --keys log-keys.txt
        The same for any entry, such as a decision; prints the entry.
    python verify_log.py grown OLD.txt NEW.txt CONSISTENCY.json --keys log-keys.txt
        Does the newer checkpoint only add to the older one you kept?
    python verify_log.py whole ENTRIES.jsonl CHECKPOINT.txt --keys log-keys.txt
        Do all entries together have the signed root?
    python verify_log.py table 'https://…/t/k7m2p9xw/#AQ…' --keys log-keys.txt [--on 2026-11-18]
        Did the register sign the statement in this QR code of a table's sign, and does it cover today?

With --witnesses witness-keys.txt [--quorum 2] all but the last ask for signatures of witnesses and name them.

Download proofs, checkpoints, entries and keys from the log's page. Keep the keys from your first visit, or
compare them with a copy from someone you trust. Exit code 0: valid; 1: not valid; 2: not checked.

This program shares no code with the portal, so that a mistake would have to be made twice. The formats are
RFC 6962 (tree), c2sp.org/signed-note, tlog-checkpoint and tlog-cosignature (signatures), RFC 8032 (Ed25519);
the statement for a table is described in docs/register.md.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import hashlib
import json
import re
import sys
import time
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any


class NotValid(Exception):
    """The check failed. The message says why."""


# -- the five checks ----------------------------------------------------------------------------------------


def check_file(document: bytes, proof: bytes, keys: str) -> dict[str, Any]:
    """Return the entry of a document if it has the hash of this file."""
    entry = check_entry(proof, keys)
    if entry.get("kind") != "document":
        raise NotValid("The proof is for another entry, not for a document.")
    if entry.get("sha256") != hashlib.sha256(document).hexdigest():
        raise NotValid("The file is not the one in the register: its SHA-256 differs.")
    return entry


def check_entry(proof: bytes, keys: str) -> dict[str, Any]:
    """Return the entry if the proof leads from it to a signed checkpoint."""
    fields = _object(proof, {"checkpoint": str, "leaf": str, "position": int, "proof": list, "size": int})
    size, root = check_checkpoint(fields["checkpoint"], keys)
    if fields["size"] != size:
        raise NotValid("The size in the proof differs from its checkpoint.")
    leaf = fields["leaf"].encode()
    if _root_from(_leaf(leaf), fields["position"], size, _hashes(fields["proof"])) != root:
        raise NotValid("The proof does not lead to the signed root.")
    entry = json.loads(leaf)
    if not isinstance(entry, dict):
        raise NotValid("The proof has no entry of a register.")
    return entry


def check_growth(old: str, new: str, proof: bytes, keys: str) -> tuple[int, int]:
    """Return both sizes if the newer checkpoint only adds to the older one."""
    kinds = {"new": int, "new_checkpoint": str, "old": int, "old_checkpoint": str, "proof": list}
    fields = _object(proof, kinds)
    (size1, root1), (size2, root2) = check_checkpoint(old, keys), check_checkpoint(new, keys)
    inside = [check_checkpoint(fields[name], keys) for name in ("old_checkpoint", "new_checkpoint")]
    if inside != [(size1, root1), (size2, root2)] or [fields["old"], fields["new"]] != [size1, size2]:
        raise NotValid("The proof is for two other checkpoints.")
    if not _grown(size1, size2, root1, root2, _hashes(fields["proof"])):
        raise NotValid("The newer checkpoint does not add to the older one: entries were rewritten.")
    return size1, size2


def check_whole(entries: bytes, checkpoint: str, keys: str) -> int:
    """Return how many entries were signed if these, one per line, have the signed root."""
    size, root = check_checkpoint(checkpoint, keys)
    lines = entries.split(b"\n")
    if lines.pop() != b"":
        raise NotValid("The last entry is cut off.")
    if len(lines) < size:
        raise NotValid(f"{size} entries were signed, but there are {len(lines)}.")
    if _root([_leaf(line) for line in lines[:size]]) != root:
        raise NotValid("The entries do not have the signed root.")
    return size


def check_table(text: str, keys: str, on: date) -> dict[str, Any]:
    """Return the facts of a statement for a table if one of the keys signed it and it covers this day."""
    address = re.fullmatch(r"https?://[^\s#?]+/t/([^/\s#?]+)/#(.*)", text, re.DOTALL)
    data = _statement(address[2] if address else text)
    signed, signature = data[:-64], data[-64:]
    candidates = [key for (_, key_id), key in _keys(keys).items() if key_id == signed[1:5]]
    if not candidates:
        raise NotValid("Unknown signature: none of the keys signed this statement.")
    if not any(ed25519_holds(key, b"baize table statement\n" + signed, signature) for key in candidates):
        raise NotValid("Altered: the signature does not match this statement.")
    first, last, issued = (int.from_bytes(signed[at : at + 3], "big") for at in (45, 48, 51))
    code, reference = signed[5:13].decode("ascii"), signed[55:].decode("ascii")
    if address and address[1] != code:
        raise NotValid(f"Another table: {reference} is stated for table {code}, not for {address[1][:20]}.")
    if on < _day(first):
        raise NotValid(f"Not yet in force: {reference} begins on {_day(first)}.")
    if last != _NO_END and on > _day(last):
        raise NotValid(f"Expired: {reference} was in force at table {code} until {_day(last)}.")
    return {
        "table": code,
        "reference": reference,
        "ruleset_digest": signed[13:45].hex(),
        "in_force_from": str(_day(first)),
        "in_force_to": None if last == _NO_END else str(_day(last)),
        "issued_on": str(_day(issued)),
    }


def check_checkpoint(note: str, keys: str) -> tuple[int, bytes]:
    """Return size and root of a checkpoint if one of the keys signed it."""
    text, signatures = _signed(note)
    origin, size, root = text.split("\n")[:3]
    if not re.fullmatch("0|[1-9][0-9]{0,18}", size):
        raise NotValid("The size in the checkpoint is not a number.")
    own = {identity: key for identity, key in _keys(keys).items() if identity[0] == origin}
    signed = [(own[name, data[:4]], data[4:]) for name, data in signatures if (name, data[:4]) in own]
    if not signed:
        raise NotValid("None of the keys signed this checkpoint.")
    if not all(ed25519_holds(public, text.encode(), signature) for public, signature in signed):
        raise NotValid("The signature does not match this checkpoint.")
    root_hash = _base64(root)
    if len(root_hash) != 32:
        raise NotValid("The root in the checkpoint is not a hash.")
    return int(size), root_hash


def check_witnesses(note: str, witnesses: str, quorum: int = 1) -> dict[str, str]:
    """Return which of the witnesses signed a checkpoint, and when, if there are as many as `quorum`."""
    text, signatures = _signed(note)
    known, found = _keys(witnesses, b"\x04"), {}
    for name, data in ((name, data) for name, data in signatures if (name, data[:4]) in known):
        at = int.from_bytes(data[4:12], "big")
        if not ed25519_holds(known[name, data[:4]], f"cosignature/v1\ntime {at}\n{text}".encode(), data[12:]):
            raise NotValid(f"The signature of the witness {name} does not match this checkpoint.")
        found[name] = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(at))
    if len(found) < quorum:
        raise NotValid(f"{len(found)} of the witnesses signed this checkpoint; {quorum} had to.")
    return found


def _signed(note: str) -> tuple[str, list[tuple[str, bytes]]]:
    """The text of a checkpoint, and name and bytes of each signature below it."""
    text, _, below = note.rpartition("\n\n")
    lines = [line.split(" ") for line in below[:-1].split("\n")]
    if text.count("\n") != 2 or not below.endswith("\n"):
        raise NotValid("This is not a checkpoint.")
    if any(len(parts) != 3 or parts[0] != "\u2014" for parts in lines):
        raise NotValid("A line below the checkpoint is not a signature.")
    return f"{text}\n", [(name, _base64(value)) for _, name, value in lines]


# -- the tree, RFC 6962 -------------------------------------------------------------------------------------


def _leaf(data: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + data).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _root(leaves: list[bytes]) -> bytes:
    if not leaves:
        return hashlib.sha256(b"").digest()
    level = leaves
    while len(level) > 1:
        paired = [_node(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = paired + level[len(paired) * 2 :]
    return level[0]


def _root_from(leaf: bytes, index: int, size: int, proof: list[bytes]) -> bytes:
    """Compute the root from the top: the half with the leaf decides the side of each hash of the proof."""
    if not 0 <= index < size:
        raise NotValid("The position is not in the log.")
    sides = []
    while size > 1:
        half = 1 << ((size - 1).bit_length() - 1)
        right = index >= half
        sides.append(right)
        index, size = (index - half, size - half) if right else (index, half)
    if len(sides) != len(proof):
        raise NotValid("The proof has the wrong length.")
    computed = leaf
    for right, step in zip(reversed(sides), proof, strict=True):
        computed = _node(step, computed) if right else _node(computed, step)
    return computed


def _grown(old: int, new: int, root1: bytes, root2: bytes, proof: list[bytes]) -> bool:
    if not 0 < old <= new:
        return False
    if old == new:
        return not proof and root1 == root2
    steps = list(proof)

    def roots(old: int, new: int, begun: bool) -> tuple[bytes, bytes]:
        """The root of the first `old` leaves of this part, and of the part; reads the proof from its end."""
        if old == new:
            if not begun:
                return root1, root1
            return (last := steps.pop()), last
        half = 1 << ((new - 1).bit_length() - 1)
        step = steps.pop()
        if old <= half:
            first, part = roots(old, half, begun)
            return first, _node(part, step)
        first, part = roots(old - half, new - half, True)
        return _node(step, first), _node(step, part)

    try:
        computed = roots(old, new, False)
    except IndexError:
        return False
    return not steps and computed == (root1, root2)


# -- Ed25519, RFC 8032 --------------------------------------------------------------------------------------


def ed25519_holds(public: bytes, message: bytes, signature: bytes) -> bool:
    """Verify with the `cryptography` package if it is installed, otherwise with the code below."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return ed25519_holds_here(public, message, signature)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_Point = tuple[int, int, int, int]


def ed25519_holds_here(public: bytes, message: bytes, signature: bytes) -> bool:
    key = _point(public)
    if len(signature) != 64 or key is None:
        return False
    first, s = signature[:32], int.from_bytes(signature[32:], "little")
    if s >= _L:
        return False
    h = int.from_bytes(hashlib.sha512(first + public + message).digest(), "little") % _L
    x, y, z, t = _times(h, key)
    return _written(_sum(_times(s, _BASE), (-x % _P, y, z, -t % _P))) == first


def _sum(p: _Point, q: _Point) -> _Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % _P, (p[1] + p[0]) * (q[1] + q[0]) % _P
    c, d = 2 * p[3] * q[3] * _D % _P, 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(n: int, point: _Point) -> _Point:
    total: _Point = (0, 1, 1, 0)
    while n:
        if n & 1:
            total = _sum(total, point)
        point = _sum(point, point)
        n >>= 1
    return total


def _written(point: _Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _point(data: bytes) -> _Point | None:
    if len(data) != 32:
        return None
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    x = _x(y, sign)
    return None if x is None else (x, y, 1, x * y % _P)


def _x(y: int, sign: int) -> int | None:
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * pow(2, (_P - 1) // 4, _P) % _P
    if (x * x - square) % _P or (x == 0 and sign):
        return None
    return x if x & 1 == sign else _P - x


_BASE_Y = 4 * pow(5, -1, _P) % _P
_BASE_X = _x(_BASE_Y, 0) or 0
_BASE: _Point = (_BASE_X, _BASE_Y, 1, _BASE_X * _BASE_Y % _P)


# -- reading ------------------------------------------------------------------------------------------------

_NO_END = 0xFFFFFF  # of a statement without a last day
_FILES = {"file": "document proof", "entry": "proof", "grown": "old new proof", "whole": "entries checkpoint"}
_ONLINE = "A suspension, revocation or variation since the day of issue is only known online."


def _object(data: bytes, expected: dict[str, type]) -> dict[str, Any]:
    """Parse a proof, accepting only the exact bytes that Baize writes."""
    try:
        fields = json.loads(data)
    except ValueError as problem:
        raise NotValid(f"The proof cannot be read: {problem}.") from None
    if not isinstance(fields, dict) or set(fields) != set(expected):
        raise NotValid(f"A proof has the fields {', '.join(expected)} and no others.")
    if any(type(fields[name]) is not kind for name, kind in expected.items()):
        raise NotValid("A value in the proof has the wrong type.")
    if (json.dumps(fields, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode() != data:
        raise NotValid("The proof file was changed after it was issued.")
    return fields


def _hashes(steps: list[Any]) -> list[bytes]:
    if not all(isinstance(step, str) and re.fullmatch("[0-9a-f]{64}", step) for step in steps):
        raise NotValid("A step of the proof is not a hash.")
    return [bytes.fromhex(step) for step in steps]


def _statement(text: str) -> bytes:
    """Decode a statement for a table, accepting only the exact text that Baize writes."""
    problem = NotValid("This is not a statement for a table, or it is cut off.")
    if not re.fullmatch("[A-Za-z0-9_-]{1,180}", text) or len(text) % 4 == 1:
        raise problem
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if base64.urlsafe_b64encode(data).decode().rstrip("=") != text:
        raise problem
    if data[0] != 1:
        raise NotValid(f"This statement has version {data[0]}. This program knows version 1.")
    if len(data) < 120 or not 1 <= data[54] <= 16 or len(data) != 55 + data[54] + 64:
        raise problem
    return data


def _day(number: int) -> date:
    return date(1970, 1, 1) + timedelta(days=number)


def _keys(text: str, kind: bytes = b"\x01") -> dict[tuple[str, bytes], bytes]:
    found = {}
    for line in filter(str.strip, text.splitlines()):
        name, identity, encoded = (*line.strip().split("+", 2), "", "")[:3]
        data = _base64(encoded)
        key_id = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
        if data[:1] != kind or len(data) != 33 or key_id.hex() != identity:
            raise ValueError(f"the keys file has a line that is not a key: {line[:80]}")
        found[name, key_id] = data[1:]
    return found


def _base64(text: str) -> bytes:
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data).decode() != text:
        raise NotValid("A value is not canonical base64.")
    return data


def main(arguments: list[str] | None = None) -> int:
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    commands = parser.add_subparsers(dest="command", required=True, metavar="CHECK")
    for command, files in {**_FILES, "table": "text"}.items():
        command_parser = commands.add_parser(command)
        for name in files.split():
            command_parser.add_argument(name)
        command_parser.add_argument("--keys", required=True, help="the log's public keys, one per line")
        if command == "table":
            command_parser.add_argument("--on", type=date.fromisoformat, help="a day; default: today")
        else:
            command_parser.add_argument("--witnesses", help="the public keys of witnesses, one per line")
            command_parser.add_argument("--quorum", type=int, default=1, help="how many had to sign")
    options = parser.parse_args(arguments)
    try:
        print(_run(options))
    except NotValid as problem:
        print(f"NOT VALID. {problem}")
        return 1
    except (json.JSONDecodeError, UnicodeDecodeError, binascii.Error) as problem:
        print(f"NOT VALID. The file cannot be read: {problem}")
        return 1
    except (OSError, ValueError) as problem:
        print(f"The check could not be made: {problem}", file=sys.stderr)
        return 2
    return 0


def _run(options: argparse.Namespace) -> str:
    keys, what = _text(options.keys), options.command
    if what == "table":
        on = options.on or datetime.now().astimezone().date()
        stated = _shown(check_table(options.text, keys, on))
        return f"VALID. The register signed this statement, and it covers {on}:\n{stated}\n{_ONLINE}"
    if what == "grown":
        checkpoint = _text(options.new)
        sizes = check_growth(_text(options.old), checkpoint, Path(options.proof).read_bytes(), keys)
        said = f"The first {sizes[0]} entries are unchanged; {sizes[1] - sizes[0]} were added since."
    elif what == "whole":
        checkpoint = _text(options.checkpoint)
        size = check_whole(Path(options.entries).read_bytes(), checkpoint, keys)
        said = f"All {size} entries match the signed checkpoint."
    else:
        proof = Path(options.proof).read_bytes()
        if what == "file":
            check_file(Path(options.document).read_bytes(), proof, keys)
        entry, checkpoint = check_entry(proof, keys), json.loads(proof)["checkpoint"]
        said = f"This {what} is in the register:\n{_shown(entry)}"
    if options.witnesses:
        found = check_witnesses(checkpoint, _text(options.witnesses), options.quorum)
        said += f"\nThese witnesses signed its checkpoint:\n{_shown(found)}"
    return f"VALID. {said}"


def _text(name: str) -> str:
    return Path(name).read_text(encoding="utf-8")


def _shown(entry: dict[str, Any]) -> str:
    return "\n".join(f"  {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in entry.items())


if __name__ == "__main__":
    sys.exit(main())
