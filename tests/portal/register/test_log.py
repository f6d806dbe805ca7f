"""The transparency log: what is signed, and every way a damaged log is found out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.files.storage import storages
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from craps.codec import canonical_bytes
from portal import files
from portal.audit.models import AuditEntry
from portal.notices.models import Mail, Notice
from portal.register import checkpoint_store, checkpoints, keys, log, merkle, notes, public_fields, tasks
from portal.register.models import Checkpoint, Entry, LogState, LogTile
from portal.register.services import enter_document
from tests.factories import House
from tests.portal.register.entries import (
    TODAY,
    assert_found_by_the_check,
    assert_stopped,
    behind_the_guards,
    entered,
    signed,
    three_entries,
)

pytestmark = pytest.mark.slow

# -- signing ------------------------------------------------------------------------------------------------


def test_a_checkpoint_is_signed_over_all_entries(house: House) -> None:
    assert checkpoints.sign() is None  # an empty log says nothing
    three_entries(house)
    made = signed()
    head = notes.read_head(notes.signed_text(made.note, keys.public_keys()))
    leaves = [merkle.leaf_hash(canonical_bytes(e.leaf)) for e in Entry.objects.order_by("position")]
    assert (head.origin, head.size, head.root) == (keys.origin(), 3, merkle.Tree(leaves).root())
    assert made.root == head.root.hex()
    assert checkpoint_store.load() == [made.note, made.note]
    assert AuditEntry.objects.get(action="log.sign").after == {"size": 3, "root": made.root}


def test_nothing_new_is_not_signed_again(grown: House) -> None:
    last = checkpoints.latest()
    assert checkpoints.sign() == last
    tasks.sign_checkpoint.apply()
    assert Checkpoint.objects.count() == 2


def test_the_worker_signs_what_is_new(grown: House, monkeypatch: pytest.MonkeyPatch) -> None:
    signs: list[int] = []
    monkeypatch.setattr(checkpoints, "sign", lambda: signs.append(1))
    checkpoints.sign_if_due()
    assert not signs
    entered(grown)
    checkpoints.sign_if_due()
    assert len(signs) == 1


def test_the_worker_checks_the_whole_log_now_and_then(grown: House, monkeypatch: pytest.MonkeyPatch) -> None:
    checks: list[int] = []
    tasks.check_log.apply()
    monkeypatch.setattr(checkpoints, "check", lambda: checks.append(1))
    tasks.check_log.apply()
    assert not checks
    monkeypatch.setattr(checkpoints, "CHECK_INTERVAL", checkpoints.CHECK_INTERVAL * 0)
    LogState.objects.update(took_ms=10_000)  # checking takes at most a hundredth of the time
    tasks.check_log.apply()
    assert not checks
    LogState.objects.update(took_ms=0)
    tasks.check_log.apply()
    assert checks


def test_signing_reads_only_what_is_new(grown: House) -> None:
    """Entries that are signed are not looked at again: their hashes are, by the root signed over them."""
    entered(grown)
    with CaptureQueriesContext(connection) as asked:
        assert signed().size == 7
    reads = [q["sql"] for q in asked if 'FROM "register_entry"' in q["sql"]]
    assert reads and all(">= 6" in sql for sql in reads)


def test_damaged_hashes_are_made_again_from_the_entries(grown: House) -> None:
    before = list(LogTile.objects.values_list("level", "number", "hashes"))
    for damage in ("UPDATE register_logtile SET hashes = %s", "DELETE FROM register_logtile WHERE %s <> ''"):
        with connection.cursor() as sql:
            sql.execute(damage, [b"\x00" * 192])
        entered(grown)
        assert checkpoints.sign() is not None
        assert not log.status().problems
        assert log.inclusion(0, 6)
    assert AuditEntry.objects.filter(action="log.tiles").count() == 2
    (first,) = LogTile.objects.all()
    assert bytes(first.hashes).startswith(bytes(before[0][2]))


def test_the_command_says_how_the_log_is(grown: House, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_log")
    assert "The log passes: 6 entries" in capsys.readouterr().out
    behind_the_guards("UPDATE register_entry SET operator = 'Somebody else' WHERE position = 0")
    with pytest.raises(CommandError, match="columns of entry 0"):
        call_command("check_log")


def test_a_crash_between_remembering_and_committing_costs_nothing(
    grown: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The checkpoint lies outside, and the database does not have it: it is signed again, the same."""
    entered(grown)

    def crash(**_: Any) -> None:
        raise OSError("the machine stops")

    with monkeypatch.context() as patch:
        patch.setattr(checkpoints, "record", crash)
        with pytest.raises(OSError, match="stops"):
            checkpoints.sign()
    assert log.latest_checkpoint().size == 6
    (ahead,) = set(checkpoint_store.load())
    assert "\n7\n" in ahead
    assert signed().note == ahead


def test_a_store_that_is_away_signs_nothing(grown: House, monkeypatch: pytest.MonkeyPatch) -> None:
    entered(grown)

    def away(*_: Any) -> str:
        raise OSError("no such bucket")

    monkeypatch.setattr(files, "put", away)
    with pytest.raises(OSError, match="bucket"):
        checkpoints.sign()
    assert log.latest_checkpoint().size == 6


def test_a_checkpoint_cannot_be_changed_or_taken_back(grown: House) -> None:
    for statement in (
        "UPDATE register_checkpoint SET size = 7 WHERE size = 6",
        "DELETE FROM register_checkpoint",
        "DELETE FROM register_logkey",
        "DELETE FROM register_place",
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as sql:
            sql.execute(statement)


def test_a_document_entry_names_its_decision(house: House) -> None:
    case = entered(house)
    made = enter_document(
        submission=case,
        document="certificate",
        sha256="ab" * 32,
        ruleset_digest="cd" * 32,
        issued_on=TODAY,
    )
    first = Entry.objects.get(position=0)
    assert made.leaf["decision"] == {"position": 0, "leaf_hash": first.leaf_hash}
    assert (first.reference, first.outcome) == (made.reference, "approved")


# -- what goes wrong ----------------------------------------------------------------------------------------


def test_a_changed_entry_is_noticed(grown: House) -> None:
    leaf = Entry.objects.get(position=1).leaf | {"operator": "Somebody else"}
    behind_the_guards("UPDATE register_entry SET leaf = %s WHERE position = 1", json.dumps(leaf))
    assert_found_by_the_check("Entry 1 was changed", "over 3 entries no longer matches")


def test_an_entry_changed_together_with_its_hash_and_columns_is_noticed(grown: House) -> None:
    leaf = Entry.objects.get(position=0).leaf | {"operator": "Somebody else"}
    behind_the_guards(
        "UPDATE register_entry SET leaf = %s, leaf_hash = %s, operator = %s WHERE position = 0",
        json.dumps(leaf),
        public_fields.leaf_hash(leaf),
        "Somebody else",
    )
    assert_found_by_the_check("over 3 entries no longer matches", "1 later checkpoint does not match either")


def test_columns_that_say_something_else_than_the_entry_are_noticed(grown: House) -> None:
    behind_the_guards("UPDATE register_entry SET operator = 'Somebody else' WHERE position = 0")
    assert_found_by_the_check("The columns of entry 0 differ from its content")


@pytest.mark.parametrize("position", [0, 2, 4])
def test_a_removed_entry_is_noticed(grown: House, position: int) -> None:
    behind_the_guards("DELETE FROM register_entry WHERE position = %s", position)
    assert_found_by_the_check(f"Entry {position} is missing", "has only 5")


def test_a_removed_last_entry_is_noticed(grown: House) -> None:
    behind_the_guards("DELETE FROM register_entry WHERE position = 5")
    assert_stopped("A checkpoint over 6 entries was signed, but the log has only 5")


def test_a_removed_entry_whose_gap_was_closed_is_noticed(grown: House) -> None:
    behind_the_guards("DELETE FROM register_entry WHERE position = 4")
    behind_the_guards("UPDATE register_entry SET position = 4 WHERE position = 5")
    assert_stopped("has only 5")


def test_entries_in_another_order_are_noticed(grown: House) -> None:
    behind_the_guards("UPDATE register_entry SET position = 99 WHERE position = 1")
    behind_the_guards("UPDATE register_entry SET position = 1 WHERE position = 2")
    behind_the_guards("UPDATE register_entry SET position = 2 WHERE position = 99")
    assert_found_by_the_check("over 3 entries no longer matches")


def test_an_entry_put_in_between_is_noticed(grown: House) -> None:
    behind_the_guards("UPDATE register_entry SET position = 6 WHERE position = 0")
    assert signed().size == 7  # by its hash, an entry that is there twice
    assert checkpoints.check().problems
    assert_stopped("Entry 0 is missing", "no longer matches")


def test_an_entry_brought_back_from_a_backup_is_noticed(grown: House) -> None:
    """A row as it was before: entry 5 is put back as a copy of what stood at 0."""
    old = Entry.objects.get(position=0)
    behind_the_guards(
        "UPDATE register_entry SET leaf = %s, leaf_hash = %s WHERE position = 5",
        json.dumps(old.leaf),
        old.leaf_hash,
    )
    assert_found_by_the_check("over 6 entries no longer matches")


def test_a_database_from_an_older_day_is_noticed(grown: House) -> None:
    """Entries and checkpoints alike are those of yesterday; only what lies outside knows better."""
    behind_the_guards("DELETE FROM register_entry WHERE position >= 3")
    behind_the_guards("DELETE FROM register_checkpoint WHERE size > 3")
    assert_stopped("A checkpoint over 6 entries was signed, but the log has only 3")


def test_a_database_from_an_older_day_that_went_on_is_noticed(grown: House) -> None:
    behind_the_guards("DELETE FROM register_entry WHERE position >= 3")
    behind_the_guards("DELETE FROM register_checkpoint WHERE size > 3")
    behind_the_guards("UPDATE submissions_counter SET value = 3 WHERE name = 'register'")
    for _ in range(4):
        entered(grown)
    assert checkpoints.count() > 6
    assert_stopped("over 6 entries no longer matches")


@pytest.mark.parametrize("place", ["store", "own"])
def test_either_place_outside_the_database_is_enough(grown: House, place: str, settings: Any) -> None:
    own = Path(settings.DATA) / checkpoint_store.NAME
    if place == "store":
        own.unlink()
    else:
        storages["default"].delete(checkpoint_store.NAME)
    behind_the_guards("DELETE FROM register_entry WHERE position >= 3")
    behind_the_guards("DELETE FROM register_checkpoint WHERE size > 3")
    assert_stopped("A checkpoint over 6 entries was signed")


def test_a_forged_memory_is_noticed(grown: House, settings: Any) -> None:
    forged = notes.sign(
        notes.TreeHead(keys.origin(), 6, bytes(32)).text(), keys.origin(), Ed25519PrivateKey.generate()
    )
    (Path(settings.DATA) / checkpoint_store.NAME).write_text(forged)
    assert_stopped("outside the database is not valid")


def test_a_memory_that_cannot_be_read_is_noticed(grown: House, settings: Any) -> None:
    entered(grown)
    path = Path(settings.DATA) / checkpoint_store.NAME
    path.write_bytes(b"\xff\xfe")
    assert checkpoints.sign() is None
    assert "cannot be read" in log.status().problems[0]
    path.unlink()
    assert signed().size == 7


@pytest.mark.parametrize("size", [3, 6])
def test_a_changed_checkpoint_is_noticed(grown: House, size: int) -> None:
    other = notes.sign(
        notes.TreeHead(keys.origin(), size, bytes(32)).text(), keys.origin(), Ed25519PrivateKey.generate()
    )
    behind_the_guards("UPDATE register_checkpoint SET note = %s WHERE size = %s", other, size)
    found = assert_stopped if size == 6 else assert_found_by_the_check
    found(f"The stored checkpoint over {size} entries was changed")


def test_a_checkpoint_filed_as_another_is_noticed(grown: House) -> None:
    behind_the_guards("UPDATE register_checkpoint SET root = %s WHERE size = 3", "00" * 32)
    assert_found_by_the_check("differs from its columns")


def test_a_case_that_stands_elsewhere_than_its_entries_say_is_noticed(grown: House) -> None:
    behind_the_guards("UPDATE submissions_submission SET state = 'in_force' WHERE state = 'suspended'")
    assert_found_by_the_check("has the state “In force”, but its last entry is “Suspended”")


def test_a_log_under_another_name_is_another_log(grown: House, settings: Any) -> None:
    settings.LOG_ORIGIN = "elsewhere.example.org/log"
    entered(grown)
    assert_stopped("Set LOG_ORIGIN back")


def test_a_stop_is_reported_once_and_signing_resumes_when_corrected(grown: House, client: Client) -> None:
    behind_the_guards("UPDATE register_entry SET operator = 'Somebody else' WHERE position = 0")
    assert checkpoints.check().problems
    assert_stopped("entry 0")
    assert checkpoints.sign() is None
    assert AuditEntry.objects.filter(action="log.stop").count() == 1
    assert Notice.objects.filter(user=grown.site_admin, url="/register/log/").count() == 1
    assert Mail.objects.filter(to=grown.site_admin.email, subject__contains="log").count() == 1
    assert client.get("/readyz").json()["log"].startswith("stopped")
    name = Entry.objects.get(position=0).leaf["operator"]
    behind_the_guards("UPDATE register_entry SET operator = %s WHERE position = 0", name)
    assert signed().size == 6
    assert AuditEntry.objects.filter(action="log.resume").exists()
    assert client.get("/readyz").json()["log"] == "ok"
