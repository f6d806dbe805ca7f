"""A test database that is made once, filled once and emptied fast.

The migrations take ten seconds. The first worker that needs a database runs them and leaves a copy, from
which the others begin; SQLite's copy also serves the product that tests/faults starts, and later runs, until
a migration changes.

Editions are immutable and nearly every test needs them: they are loaded once per worker, right after the
migrations. A test that commits (a browser's, or one with threads) leaves rows behind; Django's `flush` takes
about a second over them, because it rebuilds the triggers of the append-only tables. SQLite gets back a copy
made at the start; PostgreSQL truncates the tables that have rows, with triggers off for that one session.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import TransactionTestCase

from tests.jurisdictions import built_in

ROOT = Path(__file__).resolve().parent.parent
COPIES = ROOT / ".pytest_cache" / "d" / "migrated"

# What migrations and `post_migrate` write, and no test changes.
UNTOUCHED = {"django_migrations", "django_content_type", "auth_permission"}


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Begin with the copy, if there is one; the folder or server it is in goes at the end of the run."""
    return True


@pytest.fixture(scope="session")
def migrated_copy(
    django_db_modify_db_settings: None,
    django_db_blocker: Any,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
) -> Iterator[Any]:
    """Puts the copy in place; where there is none yet, gives a function that makes it."""
    copies = SqliteCopy() if connection.vendor == "sqlite" else _PostgresCopy()
    mine = tmp_path_factory.getbasetemp()
    of_this_run = (mine if worker_id == "master" else mine.parent) / "migrated.lock"
    lock = copies.lock if isinstance(copies, SqliteCopy) else of_this_run
    # Held until the migrations have run, so that two workers do not run them both.
    with alone(lock) as release, django_db_blocker.unblock():
        if copies.use():
            release()
            yield None
        else:
            yield lambda: (copies.keep(), release())


@pytest.fixture(scope="session")
def django_db_setup(migrated_copy: Any, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The editions, and a way back to this state for tests that commit."""
    from portal.editions.services import load_built_in_editions

    with django_db_blocker.unblock():
        if migrated_copy:
            migrated_copy()
        load_built_in_editions()
        if connection.vendor == "sqlite":
            restore = _sqlite_restorer()
        else:
            restore = _truncate_filled_tables
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: restore())
        yield


class SqliteCopy:
    """A file in pytest's cache, named after the migrations. Whoever looks for it holds the lock meanwhile."""

    lock = COPIES.parent / "migrated.lock"

    def __init__(self) -> None:
        digest = hashlib.sha256((ROOT / "requirements.txt").read_bytes())
        for path in sorted((ROOT / "portal").rglob("migrations/*.py")):
            digest.update(path.name.encode() + path.read_bytes())
        self.file = COPIES / f"{digest.hexdigest()[:16]}.sqlite3"
        COPIES.mkdir(parents=True, exist_ok=True)

    def use(self, place: str | Path = "") -> bool:
        """Puts the copy where the test database belongs, or at another place; says whether there is one."""
        if self.file.exists():
            shutil.copyfile(self.file, place or _test_name())
        return self.file.exists()

    def keep(self) -> None:
        connection.ensure_connection()
        self.keep_from(connection.connection)

    def keep_from(self, database: sqlite3.Connection) -> None:
        for old in set(COPIES.iterdir()) - {self.file}:
            old.unlink(missing_ok=True)
        with tempfile.TemporaryDirectory(dir=COPIES.parent) as folder:
            with closing(sqlite3.connect(f"{folder}/copy")) as copy:
                database.backup(copy)
            Path(folder, "copy").rename(self.file)


class _PostgresCopy:
    """A database beside those of the workers, on the server of this run."""

    name = "migrated"

    def __init__(self) -> None:
        self.mine = _test_name()  # asked before the set-up, which puts it in the place of the database's own

    def use(self) -> bool:
        with connection._nodb_cursor() as cursor:  # as Django's own test runner
            cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [self.name])
            there = cursor.fetchone() is not None
            if there:
                cursor.execute(f'CREATE DATABASE "{self.mine}" TEMPLATE "{self.name}"')
        return there

    def keep(self) -> None:
        connection.close()  # nobody may be connected to what is copied
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{self.name}" TEMPLATE "{self.mine}"')


def _test_name() -> str:
    name: str = connection.creation._get_test_db_name()  # type: ignore[attr-defined]  # has no public name
    return name


@contextmanager
def alone(path: Path) -> Iterator[Any]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lambda: fcntl.flock(lock, fcntl.LOCK_UN)


def _sqlite_restorer() -> Any:
    connection.ensure_connection()
    start = sqlite3.connect(":memory:", check_same_thread=False)
    connection.connection.backup(start)

    def restore() -> None:
        connection.ensure_connection()
        start.backup(connection.connection)

    return restore


def _truncate_filled_tables() -> None:
    from portal.accounts.jurisdictions import Jurisdiction
    from portal.editions.services import load_built_in_editions

    with transaction.atomic(), connection.cursor() as cursor:
        tables = [name for name in connection.introspection.table_names(cursor) if name not in UNTOUCHED]
        filled = " UNION ALL ".join(f"SELECT '{t}' WHERE EXISTS (SELECT 1 FROM \"{t}\")" for t in tables)
        cursor.execute(filled)
        names = ", ".join(f'"{name}"' for (name,) in cursor.fetchall())
        if names:
            cursor.execute("SET LOCAL session_replication_role = replica")  # triggers and foreign keys rest
            cursor.execute(f"TRUNCATE {names} RESTART IDENTITY CASCADE")
    Jurisdiction.objects.bulk_create(Jurisdiction(**facts) for facts in built_in())
    load_built_in_editions()
