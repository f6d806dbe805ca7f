"""The log's keys, and what it proves."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from django.db import connection
from django.test import Client

from portal.errors import BadValue, NotFound, NotPossible
from portal.register import checkpoints, keys, log, merkle, notes
from portal.register.models import LogKey, LogTile, Place
from tests.factories import House
from tests.portal.register import rfc9162
from tests.portal.register.entries import assert_stopped, behind_the_guards, entered, signed

pytestmark = pytest.mark.slow

# -- keys ---------------------------------------------------------------------------------------------------


def pem(key: PrivateKeyTypes) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def test_a_new_key_leaves_the_old_one_known(grown: House, settings: Any, tmp_path: Path) -> None:
    (old,) = keys.public_keys()
    (tmp_path / "log.pem").write_bytes(pem(Ed25519PrivateKey.generate()))
    settings.LOG_KEY_FILE = str(tmp_path / "log.pem")
    entered(grown)
    made = signed()
    new, still = keys.public_keys()
    assert (still, LogKey.objects.count()) == (old, 2)
    assert notes.signed_text(made.note, [new])
    with pytest.raises(notes.BadNote):
        notes.signed_text(made.note, [old])


@pytest.mark.parametrize(
    "content",
    [b"", b"no key", pem(ec.generate_private_key(ec.SECP256R1()))],
    ids=["empty", "no key", "a key of another kind"],
)
def test_without_a_usable_key_nothing_is_signed(
    grown: House, settings: Any, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "log.pem").write_bytes(content)
    settings.LOG_KEY_FILE = str(tmp_path / "log.pem")
    entered(grown)
    assert_stopped("LOG_KEY_FILE")


def test_production_makes_no_key_of_its_own(grown: House, settings: Any) -> None:
    settings.PRODUCTION = True
    entered(grown)
    assert_stopped("LOG_KEY_FILE is not set")


# -- proofs -------------------------------------------------------------------------------------------------


def test_every_entry_is_proved_in_every_checkpoint_that_covers_it(grown: House) -> None:
    for checkpoint in log.checkpoints():
        for position in range(checkpoint.size):
            proof = log.inclusion(position, checkpoint.size)
            assert proof["checkpoint"] == checkpoint.note
            assert merkle.verify_inclusion(
                bytes.fromhex(proof["leaf_hash"]),
                position,
                checkpoint.size,
                [bytes.fromhex(step) for step in proof["proof"]],
                bytes.fromhex(checkpoint.root),
            )


def test_a_checkpoint_is_proved_to_add_to_an_earlier_one(grown: House) -> None:
    proof = log.consistency(3, 6)
    steps = [bytes.fromhex(step) for step in proof["proof"]]
    old, new = (bytes.fromhex(log.checkpoint(size).root) for size in (3, 6))
    assert merkle.verify_consistency(3, 6, old, new, steps)
    assert log.consistency(6, 6)["proof"] == []
    with pytest.raises(BadValue, match="only grows"):
        log.consistency(6, 3)


def test_a_proof_leads_to_the_first_checkpoint_over_the_entry_and_stays(grown: House) -> None:
    first = log.entry_proof(log.entry(1))
    assert (first["size"], first["position"]) == (3, 1)
    entered(grown)
    checkpoints.sign()
    assert log.entry_proof(log.entry(1)) == first
    assert json.loads(first["leaf"]) == log.entry(1).leaf


def test_an_entry_that_waits_for_its_checkpoint_says_so(grown: House) -> None:
    entered(grown)
    assert log.status().waiting == 1
    with pytest.raises(NotPossible, match="within a minute"):
        log.entry_proof(log.entry(6))


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda: log.checkpoint(4), NotFound),
        (lambda: log.checkpoint(2**70), BadValue),
        (lambda: log.checkpoint(-1), BadValue),
        (lambda: log.entry(6), NotFound),
        (lambda: log.inclusion(3, 3), NotFound),
        (lambda: log.inclusion(99, 6), NotFound),
        (lambda: log.inclusion(0, 5), NotFound),
        (lambda: log.consistency(0, 6), NotFound),
        (lambda: log.consistency(3, 5), NotFound),
        (lambda: log.entries(0, 0), BadValue),
        (lambda: log.entries(0, 1001), BadValue),
        (lambda: log.entries(-1, 5), BadValue),
    ],
)
def test_what_is_not_there_is_said(grown: House, ask: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        ask()


def test_entries_come_in_their_order(grown: House) -> None:
    assert [e.position for e in log.entries(2, 3)] == [2, 3, 4]
    assert [e.position for e in log.entries(5, 1000)] == [5]
    assert log.entries(6, 10) == []


def test_a_damaged_log_gives_no_proof(grown: House) -> None:
    proved = log.consistency(3, 6)
    behind_the_guards("UPDATE register_entry SET leaf_hash = %s WHERE position = 0", "00" * 32)
    with pytest.raises(NotPossible, match="no longer match"):
        log.inclusion(0, 6)
    assert log.consistency(3, 6) == proved  # the hashes that were signed are still there
    with connection.cursor() as sql:
        sql.execute("UPDATE register_logtile SET hashes = %s", [b"\x00" * 192])
    with pytest.raises(NotPossible, match="no longer match"):
        log.consistency(3, 6)
    LogTile.objects.all().delete()
    with pytest.raises(NotPossible, match="no longer match"):
        log.consistency(3, 6)
    with pytest.raises(NotPossible, match="no longer match"):
        log.inclusion(1, 6)


def test_a_casino_keeps_its_address(house: House) -> None:
    entered(house)
    (place,) = Place.objects.all()
    type(house.property).objects.filter(pk=house.property.pk).update(name="Quite another name")
    entered(house)
    assert Place.objects.get() == place
    assert place.slug == house.property.name.lower().replace(" ", "-")


def test_proofs_hold_in_a_second_implementation(grown: House, client: Client) -> None:
    """Everything as it is served, verified by the text of RFC 9162; and nothing altered passes."""
    sizes = [3, 6]
    roots = {size: base64.b64decode(_lines(client, size)[2]) for size in sizes}
    for size in sizes:
        for position in range(size):
            proof = client.get(f"/api/v1/log/inclusion?position={position}&size={size}").json()
            leaf = client.get(f"/api/v1/log/entries?start={position}&count=1").json()["entries"][0][
                "leaf_hash"
            ]
            path = [bytes.fromhex(step) for step in proof["proof"]]
            assert rfc9162.inclusion_holds(bytes.fromhex(leaf), position, size, path, roots[size])
            assert not rfc9162.inclusion_holds(bytes(32), position, size, path, roots[size])
    proof = client.get("/register/log/consistency/3-6.json").json()
    path = [bytes.fromhex(step) for step in proof["proof"]]
    assert rfc9162.consistency_holds(3, 6, roots[3], roots[6], path)
    assert not rfc9162.consistency_holds(3, 6, roots[6], roots[6], path)
    assert not rfc9162.consistency_holds(3, 6, roots[3], roots[6], path[1:])


def _lines(client: Client, size: int) -> list[str]:
    return client.get(f"/register/log/checkpoints/{size}.txt").content.decode().split("\n")
