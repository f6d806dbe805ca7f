"""Signed statements for the sign of a table: which approval holds there, in a QR code that needs no network.

A statement has at most 135 bytes, 180 characters in base64url; docs/register.md describes every byte. The key
of the register's log signs it, over a text that no checkpoint can have. What happens after its day of issue,
such as a suspension, is not in it.
"""

import base64
import re
from collections.abc import Iterable
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings

from portal.register import keys, notes
from portal.text import format_day

VERSION = 1
# The first line of a checkpoint is the name of the log, which has no spaces.
CONTEXT = b"baize table statement\n"
MAX_TEXT = 180
MAX_QR_TEXT = 300
_EPOCH = date(1970, 1, 1)
_LAST_DAY = (date.max - _EPOCH).days
_NO_END = 0xFFFFFF
_SIGNATURE = 64
_FIXED = 1 + 4 + 8 + 32 + 3 + 3 + 3 + 1  # every byte before the reference
_CODE = re.compile(r"[0-9a-z]{8}")
_REFERENCE = re.compile(r"[A-Z0-9-]{1,16}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_QR_TEXT = re.compile(r"https?://[^\s#?]+/t/([^/\s#?]+)/#(.*)", re.DOTALL)


class Reason(StrEnum):
    """Why a statement is not accepted."""

    NOT_A_STATEMENT = "not_a_statement"
    FOREIGN = "foreign"
    ALTERED = "altered"
    OTHER_TABLE = "other_table"
    NOT_YET = "not_yet"
    EXPIRED = "expired"


class BadStatement(Exception):
    """The statement is not accepted. `statement` is set if a known key signed it all the same."""

    def __init__(self, reason: Reason, message: str, statement: "TableStatement | None" = None) -> None:
        super().__init__(message)
        self.reason, self.message, self.statement = reason, message, statement


class TableStatement(NamedTuple):
    """At the table `code` the rules with this digest, approved as `reference`, are in force on these days."""

    code: str
    reference: str
    digest: str
    in_force_from: date
    in_force_to: date | None
    issued_on: date


def make(statement: TableStatement) -> str:
    """Sign with the log's current key, which is then published for good. Raises keys.KeyProblem."""
    private = keys.current_key()
    keys.publish(private)
    return sign(statement, keys.origin(), private)


def qr_text(code: str, statement: str) -> str:
    """The text of the QR code on the sign of a table: the address of its page and the statement."""
    text = f"{settings.SITE_URL}/t/{code}/#{statement}"
    if len(text.encode()) > MAX_QR_TEXT:
        raise ValueError(
            f"The text of the QR code has {len(text.encode())} bytes. At most {MAX_QR_TEXT} are allowed: "
            "use a shorter SITE_URL."
        )
    return text


def split_qr_text(text: str) -> tuple[str | None, str]:
    """Return the table's code in the address and the statement. A statement alone has no address."""
    match = _QR_TEXT.fullmatch(text)
    return (match[1], match[2]) if match else (None, text)


def sign(statement: TableStatement, name: str, private: Ed25519PrivateKey) -> str:
    """Return the signed statement as text. The same statement and key give the same text."""
    problems = _problems(statement)
    if problems:
        raise ValueError(" ".join(problems))
    signed = _packed(statement, notes.key_named(name, private).id)
    return _base64(signed + private.sign(CONTEXT + signed))


def verify(text: str, known: Iterable[notes.Key], *, on: date, code: str | None = None) -> TableStatement:
    """Return the statement in a QR code if it holds on this day and, with `code`, is for that table."""
    address, text = split_qr_text(text)
    statement = read(text, known)
    for table in (address, code):
        if table is not None and table != statement.code:
            message = f"The statement is for table {statement.code}, not for table {table[:20]}."
            raise BadStatement(Reason.OTHER_TABLE, message, statement)
    if on < statement.in_force_from:
        message = f"The rules are in force from {format_day(statement.in_force_from)}."
        raise BadStatement(Reason.NOT_YET, message, statement)
    if statement.in_force_to is not None and on > statement.in_force_to:
        message = f"The rules were in force until {format_day(statement.in_force_to)}."
        raise BadStatement(Reason.EXPIRED, message, statement)
    return statement


def read(text: str, known: Iterable[notes.Key]) -> TableStatement:
    """Return the statement if one of these keys signed it, whatever the day."""
    data = _bytes(text)
    signed, signature = data[:-_SIGNATURE], data[-_SIGNATURE:]
    candidates = [key for key in known if key.id == signed[1:5]]
    if not candidates:
        raise BadStatement(Reason.FOREIGN, "No key of this register's log signed the statement.")
    for key in candidates:
        try:
            Ed25519PublicKey.from_public_bytes(key.public).verify(signature, CONTEXT + signed)
        except InvalidSignature:
            continue
        return _unpacked(signed)
    raise BadStatement(Reason.ALTERED, "The statement was altered: its signature does not match.")


def _packed(statement: TableStatement, key_id: bytes) -> bytes:
    end = _NO_END if statement.in_force_to is None else (statement.in_force_to - _EPOCH).days
    days = ((statement.in_force_from - _EPOCH).days, end, (statement.issued_on - _EPOCH).days)
    reference = statement.reference.encode("ascii")
    return b"".join(
        (
            bytes([VERSION]),
            key_id,
            statement.code.encode("ascii"),
            bytes.fromhex(statement.digest),
            *(day.to_bytes(3, "big") for day in days),
            bytes([len(reference)]),
            reference,
        )
    )


def _unpacked(signed: bytes) -> TableStatement:
    start, end, issued = (int.from_bytes(signed[at : at + 3], "big") for at in (45, 48, 51))
    if max(start, 0 if end == _NO_END else end, issued) > _LAST_DAY:
        raise _not_a_statement("a day in it is after the year 9999.")
    statement = TableStatement(
        signed[5:13].decode("latin-1"),
        signed[_FIXED:].decode("latin-1"),
        signed[13:45].hex(),
        _EPOCH + timedelta(days=start),
        None if end == _NO_END else _EPOCH + timedelta(days=end),
        _EPOCH + timedelta(days=issued),
    )
    if problems := _problems(statement):
        raise _not_a_statement(" ".join(problems))
    return statement


def _problems(statement: TableStatement) -> list[str]:
    problems = []
    if not _CODE.fullmatch(statement.code):
        problems.append("The code of a table has 8 digits and small letters.")
    if not _REFERENCE.fullmatch(statement.reference):
        problems.append("A reference has 1 to 16 capital letters, digits and hyphens.")
    if not _DIGEST.fullmatch(statement.digest):
        problems.append("A digest has 64 hexadecimal digits.")
    if min(statement.in_force_from, statement.issued_on) < _EPOCH:
        problems.append("A statement has no day before 1970.")
    if statement.in_force_to is not None and statement.in_force_to < statement.in_force_from:
        problems.append("The last day in force is before the first.")
    return problems


def _not_a_statement(why: str) -> BadStatement:
    return BadStatement(Reason.NOT_A_STATEMENT, f"This is not a statement for a table: {why}")


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    """Decode a statement of the right version and length, accepting only base64url as `_base64` writes it."""
    if not text or len(text) > MAX_TEXT or not re.fullmatch(r"[A-Za-z0-9_-]+", text) or len(text) % 4 == 1:
        raise _not_a_statement(f"it has to be base64url of at most {MAX_TEXT} characters.")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if _base64(data) != text:
        raise _not_a_statement("its base64url is not in the canonical form.")
    if data[0] != VERSION:
        raise _not_a_statement(f"its version is {data[0]}, and only version {VERSION} is known.")
    if len(data) < _FIXED + _SIGNATURE or len(data) != _FIXED + data[_FIXED - 1] + _SIGNATURE:
        raise _not_a_statement("its length is wrong.")
    return data
