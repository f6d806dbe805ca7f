"""The program anybody can check the register with: what holds, and that nothing touched does."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import subprocess
import sys
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from craps.codec import canonical_bytes
from portal.register import merkle, notes, table_statements
from portal.register.table_statements import TableStatement
from tests.portal.register.witnesses import private_key, witness_key
from tests.statements import COUNT, altered

pytestmark = pytest.mark.slow

PROGRAM = Path(__file__).resolve().parents[3] / "scripts" / "verify_log.py"
ORIGIN = "rules.example.org/register/log"
PRIVATE = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"a key for tests").digest())
KEYS = f"{notes.key_named(ORIGIN, PRIVATE)}\n"
PDF = b"%PDF-1.7 a certificate"
LEAVES: list[dict[str, Any]] = [
    {"kind": "decision", "reference": "NZ-2026-0001", "outcome": "approved", "operator": "Kōwhai “Group”"},
    {"kind": "document", "reference": "NZ-2026-0001", "sha256": hashlib.sha256(PDF).hexdigest()},
    *({"kind": "decision", "reference": f"NZ-2026-000{n}", "outcome": "refused"} for n in range(2, 8)),
]
LINES = [canonical_bytes(leaf) for leaf in LEAVES]
TREE = merkle.Tree([merkle.leaf_hash(line) for line in LINES])

FACTS = TableStatement(
    "k7m2p9xw", "MD-2026-0042", "cd" * 32, date(2026, 11, 1), date(2027, 10, 31), date(2026, 10, 28)
)
STATEMENT = table_statements.sign(FACTS, ORIGIN, PRIVATE)
SIGN = f"https://rules.example.org/t/{FACTS.code}/#{STATEMENT}"
OTHER = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"another key").digest())


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify_log", PROGRAM)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


verify = load()


def checkpoint(size: int) -> str:
    return notes.sign(notes.TreeHead(ORIGIN, size, TREE.root(size)).text(), ORIGIN, PRIVATE)


def written(proof: dict[str, Any]) -> bytes:
    return (json.dumps(proof, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def inclusion(position: int, size: int) -> bytes:
    return written(
        {
            "checkpoint": checkpoint(size),
            "leaf": LINES[position].decode(),
            "position": position,
            "proof": [step.hex() for step in TREE.inclusion(position, size)],
            "size": size,
        }
    )


def consistency(old: int, new: int) -> bytes:
    return written(
        {
            "new": new,
            "new_checkpoint": checkpoint(new),
            "old": old,
            "old_checkpoint": checkpoint(old),
            "proof": [step.hex() for step in TREE.consistency(old, new)],
        }
    )


def test_every_entry_holds_under_every_checkpoint() -> None:
    for size in range(1, 9):
        for position in range(size):
            assert verify.check_entry(inclusion(position, size), KEYS) == LEAVES[position]


def test_every_checkpoint_adds_to_every_earlier_one() -> None:
    for new in range(1, 9):
        for old in range(1, new + 1):
            found = verify.check_growth(checkpoint(old), checkpoint(new), consistency(old, new), KEYS)
            assert found == (old, new)


def test_a_rewritten_log_is_found_out() -> None:
    other = merkle.Tree([merkle.leaf_hash(b"another"), *TREE.levels[0][1:]])
    rewritten = notes.sign(notes.TreeHead(ORIGIN, 8, other.root()).text(), ORIGIN, PRIVATE)
    proof = json.loads(consistency(5, 8)) | {
        "new_checkpoint": rewritten,
        "proof": [step.hex() for step in other.consistency(5, 8)],
    }
    with pytest.raises(verify.NotValid, match="rewritten"):
        verify.check_growth(checkpoint(5), rewritten, written(proof), KEYS)


def test_the_whole_log_has_its_root() -> None:
    whole = b"".join(line + b"\n" for line in LINES)
    for size in range(1, 9):
        assert verify.check_whole(whole, checkpoint(size), KEYS) == size
    for entries in (whole[:-1], b"\n".join(LINES[:7]) + b"\n", whole.replace(b"approved", b"refused!")):
        with pytest.raises(verify.NotValid):
            verify.check_whole(entries, checkpoint(8), KEYS)


def test_the_file_is_the_one_that_was_entered() -> None:
    assert verify.check_file(PDF, inclusion(1, 8), KEYS)["reference"] == "NZ-2026-0001"
    with pytest.raises(verify.NotValid, match="SHA-256"):
        verify.check_file(PDF + b" ", inclusion(1, 8), KEYS)
    with pytest.raises(verify.NotValid, match="another entry"):
        verify.check_file(PDF, inclusion(0, 8), KEYS)


def changes(data: bytes) -> Any:
    for place, byte in enumerate(data):
        for other in {byte ^ 1, byte ^ 0x20, byte ^ 0x80, 0x0A, 0x20, ord("0"), ord('"')} - {byte}:
            yield data[:place] + bytes([other]) + data[place + 1 :]
        yield data[:place] + data[place + 1 :]
        yield data[:place] + data[place : place + 1] + data[place:]


def assert_refused(check: Any) -> None:
    try:
        found = check()
    except (verify.NotValid, ValueError):  # of which UnicodeDecodeError and a bad base64 are kinds
        return
    raise AssertionError(f"believed: {found}")


@pytest.mark.parametrize("position", [0, 1])
def test_every_change_of_a_single_byte_of_a_proof_is_noticed(position: int) -> None:
    for changed in changes(inclusion(position, 8)):
        assert_refused(lambda changed=changed: verify.check_entry(changed, KEYS))


def test_every_change_of_a_single_byte_of_a_checkpoint_is_noticed() -> None:
    for changed in changes(checkpoint(8).encode()):
        assert_refused(lambda changed=changed: verify.check_checkpoint(changed.decode(), KEYS))


def test_every_change_of_a_single_byte_of_a_consistency_proof_is_noticed() -> None:
    old, new = checkpoint(5), checkpoint(8)
    for changed in list(changes(consistency(5, 8)))[::4]:  # about two changes of each byte
        assert_refused(lambda changed=changed: verify.check_growth(old, new, changed, KEYS))


def test_another_key_is_not_believed() -> None:
    stranger = f"{notes.key_named(ORIGIN, Ed25519PrivateKey.generate())}\n"
    with pytest.raises(verify.NotValid, match="None of the keys"):
        verify.check_entry(inclusion(0, 8), stranger)
    assert verify.check_entry(inclusion(0, 8), stranger + KEYS)  # an older key stands beside a newer one


def test_the_statement_of_a_sign_holds_on_its_days() -> None:
    stated = {
        "table": "k7m2p9xw",
        "reference": "MD-2026-0042",
        "ruleset_digest": "cd" * 32,
        "in_force_from": "2026-11-01",
        "in_force_to": "2027-10-31",
        "issued_on": "2026-10-28",
    }
    for on in (date(2026, 11, 1), date(2027, 10, 31)):
        for text in (STATEMENT, SIGN):
            assert verify.check_table(text, KEYS, on) == stated
    endless = table_statements.sign(FACTS._replace(in_force_to=None), ORIGIN, PRIVATE)
    assert verify.check_table(endless, KEYS, date(2999, 1, 1)) == stated | {"in_force_to": None}


@pytest.mark.parametrize(
    ("text", "on", "why"),
    [
        (STATEMENT, "2026-10-31", "Not yet in force: MD-2026-0042 begins on 2026-11-01"),
        (STATEMENT, "2027-11-01", "Expired: MD-2026-0042 was in force at table k7m2p9xw until 2027-10-31"),
        (SIGN.replace("/k7m2p9xw/", "/aaaabbbb/"), "2026-11-18", "Another table"),
        (table_statements.sign(FACTS, ORIGIN, OTHER), "2026-11-18", "Unknown signature"),
        (STATEMENT[:99] + ("A" if STATEMENT[99] != "A" else "B") + STATEMENT[100:], "2026-11-18", "Altered"),
        (STATEMENT[:-4], "2026-11-18", "not a statement"),
        ("https://rules.example.org/t/k7m2p9xw/#", "2026-11-18", "not a statement"),
        ("Ag" + STATEMENT[2:], "2026-11-18", "version 2"),
    ],
)
def test_a_statement_that_does_not_hold_says_why(text: str, on: str, why: str) -> None:
    with pytest.raises(verify.NotValid, match=why):
        verify.check_table(text, KEYS, date.fromisoformat(on))


def test_no_altered_statement_is_believed() -> None:
    for text in altered(STATEMENT, OTHER, COUNT):
        with pytest.raises(verify.NotValid):
            verify.check_table(text, KEYS, date(2026, 11, 18))


# RFC 8032, section 7.1: TEST 1, 2 and 3. Public key, message, signature.
ED25519 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize("check", [verify.ed25519_holds, verify.ed25519_holds_here])
@pytest.mark.parametrize(("public_key", "message", "signature"), ED25519)
def test_signatures_of_rfc_8032(check: Any, public_key: str, message: str, signature: str) -> None:
    key, text, signed = (bytes.fromhex(value) for value in (public_key, message, signature))
    assert check(key, text, signed)
    assert not check(key, text + b"x", signed)
    assert not check(key, text, signed[:-1])
    assert not check(key, text, signed[:63] + bytes([signed[63] ^ 0x10]))
    assert not check(key, text, bytes([signed[0] ^ 1]) + signed[1:])
    assert not check(bytes([key[0] ^ 1]) + key[1:], text, signed)
    assert not check(key[:31], text, signed)


def test_both_ways_to_check_a_signature_agree() -> None:
    for number in range(8):
        private = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(bytes([number])).digest())
        message = bytes(range(number * 9))
        arguments = private.public_key().public_bytes_raw(), message, private.sign(message)
        assert verify.ed25519_holds(*arguments)
        assert verify.ed25519_holds_here(*arguments)


def test_a_signature_written_another_way_is_refused() -> None:
    """The same number, larger by the group's order: it must not pass as a second form."""
    order = 2**252 + 27742317777372353535851937790883648493
    key, _, signature = (bytes.fromhex(value) for value in ED25519[0])
    s = int.from_bytes(signature[32:], "little") + order
    assert not verify.ed25519_holds_here(key, b"", signature[:32] + s.to_bytes(32, "little"))


def run(*arguments: str, isolated: bool = False) -> subprocess.CompletedProcess[str]:
    """Isolated and without site packages: nothing is there but Python itself."""
    options = ["-I", "-S"] if isolated else []
    return subprocess.run(
        [sys.executable, *options, str(PROGRAM), *arguments], capture_output=True, text=True, timeout=60
    )


def test_from_the_command_line_with_nothing_but_python(tmp_path: Path) -> None:
    place = {
        "file.pdf": PDF,
        "proof.json": inclusion(1, 8),
        "old.txt": checkpoint(5).encode(),
        "new.txt": checkpoint(8).encode(),
        "grown.json": consistency(5, 8),
        "all.jsonl": b"".join(line + b"\n" for line in LINES),
        "keys.txt": KEYS.encode(),
        "bad.txt": b"no key\n",
    }
    for name, data in place.items():
        (tmp_path / name).write_bytes(data)
    at = {name: str(tmp_path / name) for name in place}
    keys = ("--keys", at["keys.txt"])
    done = run("file", at["file.pdf"], at["proof.json"], *keys, isolated=True)
    assert (done.returncode, done.stdout.split("\n")[0]) == (
        0,
        "VALID. This file is in the register:",
    ), done
    assert run("entry", at["proof.json"], *keys).returncode == 0
    grown = run("grown", at["old.txt"], at["new.txt"], at["grown.json"], *keys)
    assert "The first 5 entries are unchanged; 3 were added since." in grown.stdout
    assert "All 8 entries" in run("whole", at["all.jsonl"], at["new.txt"], *keys).stdout
    table = run("table", SIGN, *keys, "--on", "2026-11-18", isolated=True)
    assert table.stdout.startswith("VALID. The register signed this statement, and it covers 2026-11-18:"), (
        table
    )
    assert "only known online" in table.stdout
    expired = run("table", SIGN, *keys, "--on", "2028-01-01")
    assert (expired.returncode, expired.stdout[:19]) == (1, "NOT VALID. Expired:")
    refused = run("file", at["proof.json"], at["proof.json"], *keys)
    assert (refused.returncode, refused.stdout[:9]) == (1, "NOT VALID")
    unreadable = run("entry", at["file.pdf"], *keys)
    assert (unreadable.returncode, unreadable.stderr) == (1, "")
    for arguments in (
        ("entry", "/nowhere", *keys),
        ("entry", at["proof.json"], "--keys", at["bad.txt"]),
    ):
        done = run(*arguments)
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)
        assert "could not be made" in done.stderr


def test_witnesses_are_checked_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = [f"witness.example.org/{number}" for number in range(3)]
    text = checkpoint(8).rpartition("\n\n")[0] + "\n"
    lines = [notes.cosign(text, name, private_key(name), 1_700_000_000) for name in names]
    cosigned, witness_keys = (
        checkpoint(8) + lines[0] + lines[1],
        f"{witness_key(names[0])}\n{witness_key(names[2])}\n",
    )
    assert verify.check_witnesses(cosigned, witness_keys) == {names[0]: "2023-11-14 22:13:20 UTC"}
    assert verify.check_witnesses(cosigned + lines[2], witness_keys, 2).keys() == {names[0], names[2]}
    with pytest.raises(verify.NotValid, match="1 of the witnesses signed this checkpoint; 2 had to"):
        verify.check_witnesses(cosigned, witness_keys, 2)
    other = notes.cosign(text.replace("8", "7"), names[0], private_key(names[0]), 1_700_000_000)
    with pytest.raises(verify.NotValid, match="does not match"):
        verify.check_witnesses(checkpoint(8) + other, witness_keys)
    with pytest.raises(ValueError, match="not a key"):
        verify.check_witnesses(cosigned, KEYS)
    for name, content in {"keys": KEYS, "witnesses": witness_keys, "checkpoint": cosigned}.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "entries").write_bytes(b"".join(line + b"\n" for line in LINES))
    (tmp_path / "proof").write_bytes(written(json.loads(inclusion(1, 8)) | {"checkpoint": cosigned}))
    given = ["--keys", str(tmp_path / "keys"), "--witnesses", str(tmp_path / "witnesses")]
    for command in (
        ["whole", str(tmp_path / "entries"), str(tmp_path / "checkpoint")],
        ["entry", str(tmp_path / "proof")],
    ):
        assert verify.main([*command, *given]) == 0
        assert f'  {names[0]}: "2023-11-14 22:13:20 UTC"' in capsys.readouterr().out
        assert verify.main([*command, *given, "--quorum", "2"]) == 1
        assert "2 had to" in capsys.readouterr().out
