"""Signed notes and checkpoints: as others write them, and to the letter."""

from __future__ import annotations

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from portal.register import notes

ORIGIN = "rules.example.org/register/log"
PRIVATE = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"a key for tests").digest())
KEY = notes.key_named(ORIGIN, PRIVATE)
HEAD = notes.TreeHead(ORIGIN, 42, hashlib.sha256(b"root").digest())
NOTE = notes.sign(HEAD.text(), ORIGIN, PRIVATE)


def test_a_note_made_elsewhere_is_read() -> None:
    """The example that golang.org/x/mod/sumdb/note documents."""
    key = notes.read_key("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
    text = (
        "If you think cryptography is the answer to your problem,\n"
        "then you don't know what your problem is.\n"
    )
    signature = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM="
    assert notes.signed_text(f"{text}\n— PeterNeumann {signature}\n", [key]) == text


def test_a_checkpoint_is_three_lines_and_a_signature() -> None:
    lines = NOTE.split("\n")
    assert lines[:2] == [ORIGIN, "42"]
    assert lines[3] == ""
    assert lines[4].startswith(f"— {ORIGIN} ")
    assert notes.read_head(notes.signed_text(NOTE, [KEY])) == HEAD


def test_a_public_key_is_one_line_and_can_be_read_again() -> None:
    assert notes.read_key(str(KEY)) == KEY
    for place in range(len(str(KEY))):
        line = str(KEY)
        damaged = line[:place] + ("A" if line[place] != "A" else "B") + line[place + 1 :]
        with pytest.raises(notes.BadNote):
            notes.read_key(damaged)


def test_every_change_of_a_single_byte_is_noticed() -> None:
    """Each byte of the note, replaced by each of several others, taken out, or doubled."""
    data = NOTE.encode()
    for place, byte in enumerate(data):
        others = {byte ^ 1, byte ^ 0x20, byte ^ 0x80, 0x0A, 0x20, ord("A"), ord("0"), ord("=")} - {byte}
        changed = [data[:place] + bytes([other]) + data[place + 1 :] for other in others]
        changed += [data[:place] + data[place + 1 :], data[:place] + bytes([byte]) + data[place:]]
        for one in changed:
            with pytest.raises((notes.BadNote, UnicodeDecodeError)):
                notes.read_head(notes.signed_text(one.decode(), [KEY]))


def test_another_key_under_the_same_name_is_not_known() -> None:
    other = Ed25519PrivateKey.generate()
    with pytest.raises(notes.BadNote, match="No known key"):
        notes.signed_text(notes.sign(HEAD.text(), ORIGIN, other), [KEY])


def test_a_witness_may_sign_as_well() -> None:
    witness = Ed25519PrivateKey.generate()
    second = notes.sign(HEAD.text(), "witness.example.org", witness).rpartition("\n\n")[2]
    assert notes.signed_text(NOTE + second, [KEY]) == HEAD.text()
    assert notes.signed_text(NOTE + second, [notes.key_named("witness.example.org", witness)]) == HEAD.text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "no signature\n",
        HEAD.text(),
        f"{HEAD.text()}\n",
        f"{HEAD.text()}\n— {ORIGIN} AAAA\n",
        f"{HEAD.text()}\n- {ORIGIN} {'A' * 92}\n",
        NOTE[:-1],
        NOTE + "\n",
        NOTE + "more\n",
        "\n" + NOTE,
    ],
)
def test_what_is_no_note_is_refused(text: str) -> None:
    with pytest.raises(notes.BadNote):
        notes.read_head(notes.signed_text(text, [KEY]))


@pytest.mark.parametrize("size", ["-1", "042", "+42", "4_2", " 42", "42 ", "٤", "1e3", "", "9" * 20])
def test_a_size_is_written_in_one_way(size: str) -> None:
    text = HEAD.text().replace("\n42\n", f"\n{size}\n")
    with pytest.raises(notes.BadNote):
        notes.read_head(text)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\n"])
def test_a_name_that_would_break_the_form_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="cannot name a key"):
        notes.key_named(name, PRIVATE)
