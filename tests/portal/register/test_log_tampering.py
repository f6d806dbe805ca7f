"""Whatever is done to the rows: somebody who keeps every checkpoint never sees two that contradict."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from craps.codec import canonical_bytes
from portal.audit.append_only import unguard_tables
from portal.register import checkpoints, keys, merkle, notes, public_fields, tile_store
from portal.register.models import Checkpoint, Entry, LogTile
from portal.submissions.models import Submission
from tests.factories import House
from tests.portal.register.entries import entered

pytestmark = pytest.mark.slow

STEPS = 40
Taken = dict[str, tuple[list[str], list[Any]]]


class Vandal:
    """Has the database's password, and does one thing at a time to it."""

    def __init__(self, house: House, chance: random.Random) -> None:
        self.chance = chance
        self.cases = [entered(house) for _ in range(3)]
        self.backup = self.taken()
        self.acts: list[Callable[[], None]] = [
            self.enter,
            self.enter,
            self.enter,
            self.change,
            self.remove,
            self.swap,
            self.forget_a_checkpoint,
            self.take_backup,
            self.put_back,
            self.damage_hashes,
        ]

    def act(self) -> str:
        chosen = self.chance.choice(self.acts)
        chosen()
        return chosen.__name__

    def enter(self) -> None:
        """As the portal does it, one further; of rows that are gone the number is used again."""
        case = self.chance.choice(self.cases)
        leaf = public_fields.decision_leaf(
            {"outcome": "refused", "reference": case.reference, "jurisdiction": "nz"}
        ) | {"note": self.chance.random().hex()}
        Entry.objects.create(
            position=checkpoints.count(),
            kind="decision",
            leaf=leaf,
            leaf_hash=public_fields.leaf_hash(leaf),
            submission=case,
            reference=case.reference,
            jurisdiction="nz",
            outcome="refused",
        )

    def change(self) -> None:
        """With its hash and all, so that the row itself is in order."""
        row = self.row()
        leaf = row.leaf | {"note": self.chance.random().hex()}
        self.sql(
            "UPDATE register_entry SET leaf = %s, leaf_hash = %s WHERE id = %s",
            json.dumps(leaf),
            public_fields.leaf_hash(leaf),
            row.pk,
        )

    def remove(self) -> None:
        """One, and those after it move up."""
        row = self.row()
        self.sql("DELETE FROM register_entry WHERE id = %s", row.pk)
        for later in Entry.objects.filter(position__gt=row.position).order_by("position"):
            self.sql("UPDATE register_entry SET position = %s WHERE id = %s", later.position - 1, later.pk)

    def swap(self) -> None:
        one, two = self.row(), self.row()
        self.sql("UPDATE register_entry SET position = 1000000 WHERE id = %s", one.pk)
        self.sql("UPDATE register_entry SET position = %s WHERE id = %s", one.position, two.pk)
        if one.pk != two.pk:
            self.sql("UPDATE register_entry SET position = %s WHERE id = %s", two.position, one.pk)
        else:
            self.sql("UPDATE register_entry SET position = %s WHERE id = %s", one.position, one.pk)

    def forget_a_checkpoint(self) -> None:
        newest = Checkpoint.objects.order_by("-size").first()
        if newest is not None:
            self.sql("DELETE FROM register_checkpoint WHERE id = %s", newest.pk)

    def take_backup(self) -> None:
        self.backup = self.taken()

    def put_back(self) -> None:
        self.restore(self.backup)

    def restore(self, backup: Taken) -> None:
        for table, (names, rows) in backup.items():
            self.sql(f"DELETE FROM {table}")
            columns, marks = ", ".join(f'"{name}"' for name in names), ", ".join(["%s"] * len(names))
            for row in rows:
                self.sql(f"INSERT INTO {table} ({columns}) VALUES ({marks})", *map(_stored, row))

    def damage_hashes(self) -> None:
        """The stored hashes are changed, as if an entry had another one."""
        for tile in LogTile.objects.all():
            at = 32 * self.chance.randrange(len(bytes(tile.hashes)) // 32)
            changed = bytes(tile.hashes)[:at] + self.chance.randbytes(32) + bytes(tile.hashes)[at + 32 :]
            LogTile.objects.filter(pk=tile.pk).update(hashes=changed)

    def taken(self) -> Taken:
        found = {}
        with connection.cursor() as sql:
            for table in ("register_entry", "register_checkpoint", "register_logtile"):
                sql.execute(f"SELECT * FROM {table}")
                found[table] = ([column[0] for column in sql.description], sql.fetchall())
        return found

    def row(self) -> Entry:
        if not Entry.objects.exists():
            self.enter()
        return self.chance.choice(list(Entry.objects.all()))

    def sql(self, statement: str, *values: Any) -> None:
        with connection.cursor() as sql:
            sql.execute(statement, values)


def _stored(value: Any) -> Any:
    """PostgreSQL hands JSON out as what it says, and takes it as text."""
    if isinstance(value, memoryview):
        return bytes(value)
    return json.dumps(value) if isinstance(value, (dict, list)) else value


@pytest.mark.parametrize("seed", range(4))
def test_no_two_checkpoints_ever_contradict(house: House, seed: int) -> None:
    """Whatever is signed adds to all that was signed before, and a check that passes is right to pass."""
    unguard_tables()
    vandal = Vandal(house, random.Random(seed))
    # Where the cases stand is another check's matter.
    Submission.objects.filter(pk__in=[case.pk for case in vandal.cases]).update(state="refused")
    kept: dict[int, bytes] = {}
    signed = refused = found = 0
    done: list[str] = []
    vandal.sql("DELETE FROM register_entry")
    for _ in range(STEPS):
        before = vandal.taken()
        done.append(vandal.act())
        made = checkpoints.sign()
        if made is None:
            refused += 1
            vandal.restore(before)
            continue
        signed += 1
        head = notes.read_head(notes.signed_text(made.note, keys.public_keys()))
        assert kept.setdefault(head.size, head.root) == head.root, done
        stored = tile_store.reader(head.size)
        for size, root in kept.items():
            assert size <= head.size, done
            assert stored.root(size) == root, done
        leaves = [merkle.leaf_hash(canonical_bytes(e.leaf)) for e in Entry.objects.order_by("position")]
        whole = merkle.Tree(leaves)
        in_order = all(size <= len(whole) and whole.root(size) == root for size, root in kept.items())
        assert bool(checkpoints.check().problems) is not in_order, done
        if not in_order:
            found += 1
            vandal.restore(before)
    assert signed
    assert refused
    assert found
