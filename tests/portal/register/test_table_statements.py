"""Signed statements for tables: what holds, why the rest does not, and that nothing altered is accepted."""

from __future__ import annotations

import base64
import hashlib
from datetime import date, timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import LazySettings

from portal.register import keys, log, notes, table_statements
from portal.register.models import LogKey
from portal.register.table_statements import BadStatement, Reason, TableStatement
from tests.statements import COUNT, altered

ORIGIN = "rules.example.org/register/log"
PRIVATE = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"a key for tests").digest())
OTHER = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"another key").digest())
KEY = notes.key_named(ORIGIN, PRIVATE)
FACTS = TableStatement(
    "k7m2p9xw", "MD-2026-0042", "cd" * 32, date(2026, 11, 1), date(2027, 10, 31), date(2026, 10, 28)
)
LONGEST = FACTS._replace(reference="MD-2026-12345678")
TEXT = table_statements.sign(FACTS, ORIGIN, PRIVATE)
DAY = date(2026, 11, 18)


def why(
    text: str, *, on: date = DAY, code: str | None = None, known: list[notes.Key] | None = None
) -> Reason:
    with pytest.raises(BadStatement) as caught:
        table_statements.verify(text, known or [KEY], on=on, code=code)
    assert caught.value.message.endswith(".")
    return caught.value.reason


def test_a_statement_says_what_was_signed() -> None:
    assert table_statements.verify(TEXT, [KEY], on=DAY, code=FACTS.code) == FACTS
    open_ended = FACTS._replace(in_force_to=None)
    text = table_statements.sign(open_ended, ORIGIN, PRIVATE)
    assert table_statements.verify(text, [KEY], on=date(2999, 1, 1)) == open_ended


def test_the_bytes_are_as_documented() -> None:
    """docs/register.md says where each byte is. Signs are printed, so this never changes."""
    data = base64.urlsafe_b64decode(TEXT + "=" * (-len(TEXT) % 4))
    head = bytes([1]) + KEY.id + b"k7m2p9xw" + bytes.fromhex("cd" * 32)
    days = (20758).to_bytes(3, "big") + (21122).to_bytes(3, "big") + (20754).to_bytes(3, "big")
    signed = head + days + bytes([12]) + b"MD-2026-0042"
    assert data[:-64] == signed
    PRIVATE.public_key().verify(data[-64:], b"baize table statement\n" + signed)
    assert table_statements.sign(FACTS, ORIGIN, PRIVATE) == TEXT


def test_the_qr_code_has_at_most_300_bytes(settings: LazySettings) -> None:
    """With the longest reference there is room for a SITE_URL of 107 characters."""
    longest = table_statements.sign(LONGEST, ORIGIN, PRIVATE)
    assert len(longest) == table_statements.MAX_TEXT
    settings.SITE_URL = f"https://{'rules.' * 16}gov"
    assert len(settings.SITE_URL) == 107
    text = table_statements.qr_text(LONGEST.code, longest)
    assert len(text.encode()) == 300
    assert table_statements.verify(text, [KEY], on=DAY) == LONGEST
    settings.SITE_URL += "s"
    with pytest.raises(ValueError, match="301 bytes"):
        table_statements.qr_text(LONGEST.code, longest)


@pytest.mark.parametrize(
    ("days", "expected"),
    [(-18, Reason.NOT_YET), (-17, None), (347, None), (348, Reason.EXPIRED)],
)
def test_a_statement_holds_from_its_first_day_to_its_last(days: int, expected: Reason | None) -> None:
    on = DAY + timedelta(days=days)
    if expected is None:
        assert table_statements.verify(TEXT, [KEY], on=on) == FACTS
    else:
        assert why(TEXT, on=on) == expected


def test_a_statement_out_of_its_days_is_still_told() -> None:
    with pytest.raises(BadStatement, match="until 31 October 2027") as caught:
        table_statements.verify(TEXT, [KEY], on=date(2028, 1, 1))
    assert caught.value.statement == FACTS


def test_a_statement_on_the_sign_of_another_table_is_refused() -> None:
    address = "https://rules.example.org/t/{}/#" + TEXT
    assert table_statements.verify(address.format(FACTS.code), [KEY], on=DAY) == FACTS
    assert why(address.format("aaaabbbb")) == Reason.OTHER_TABLE
    assert why(TEXT, code="aaaabbbb") == Reason.OTHER_TABLE


def test_a_key_of_another_log_is_foreign() -> None:
    assert why(table_statements.sign(FACTS, ORIGIN, OTHER)) == Reason.FOREIGN
    assert why(table_statements.sign(FACTS, "elsewhere.example.org/log", PRIVATE)) == Reason.FOREIGN
    forged = bytearray(base64.urlsafe_b64decode(table_statements.sign(LONGEST, ORIGIN, OTHER)))
    forged[1:5] = KEY.id
    assert why(base64.urlsafe_b64encode(forged).decode()) == Reason.ALTERED


def test_a_signature_of_the_log_over_anything_else_is_not_a_statement() -> None:
    """Neither over the same bytes without the context, nor is a statement a checkpoint."""
    data = base64.urlsafe_b64decode(table_statements.sign(LONGEST, ORIGIN, PRIVATE))
    bare = data[:-64] + PRIVATE.sign(data[:-64])
    assert why(base64.urlsafe_b64encode(bare).decode()) == Reason.ALTERED
    with pytest.raises(ValueError, match="cannot name a key"):
        notes.key_named(table_statements.CONTEXT.decode().strip(), PRIVATE)


@pytest.mark.parametrize(
    "text", ["", "A", "hello", TEXT + "=", TEXT + "AAAA", TEXT[:-1], TEXT[:60], " ", "#"]
)
def test_what_is_no_statement_is_called_so(text: str) -> None:
    assert why(text) == Reason.NOT_A_STATEMENT


def test_of_altered_statements_none_is_accepted() -> None:
    for number, text in enumerate(altered(TEXT, OTHER, COUNT)):
        assert text != TEXT, number
        assert why(text) in {Reason.NOT_A_STATEMENT, Reason.FOREIGN, Reason.ALTERED}, text


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"code": "K7M2P9XW"}, "code of a table"),
        ({"reference": "MD-2026-123456789"}, "1 to 16"),
        ({"reference": ""}, "1 to 16"),
        ({"digest": "cd" * 31}, "64 hexadecimal"),
        ({"in_force_from": date(1969, 12, 31)}, "before 1970"),
        ({"in_force_to": date(2026, 10, 31)}, "before the first"),
    ],
)
def test_facts_that_cannot_be_stated_are_refused(changed: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        table_statements.sign(FACTS._replace(**changed), ORIGIN, PRIVATE)  # type: ignore[arg-type]  # on purpose


@pytest.mark.django_db
def test_a_statement_holds_after_the_key_was_changed(
    settings: LazySettings, tmp_path_factory: pytest.TempPathFactory
) -> None:
    text = table_statements.make(FACTS)
    assert text == table_statements.make(FACTS)
    assert LogKey.objects.count() == 1

    settings.KEYS = tmp_path_factory.mktemp("new keys")
    assert len(log.status().keys) == 2
    address = table_statements.qr_text(FACTS.code, text)
    assert table_statements.verify(address, keys.public_keys(), on=DAY, code=FACTS.code) == FACTS
