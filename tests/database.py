"""A test database that is filled once and emptied fast.

Editions are immutable and nearly every test needs them: they are loaded once per worker, right after the
migrations. A test that commits (a browser's, or one with threads) leaves rows behind; Django's `flush` takes
about a second over them, because it rebuilds the triggers of the append-only tables. SQLite gets back a copy
made at the start; PostgreSQL truncates the tables that have rows, with triggers off for that one session.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import TransactionTestCase

# What migrations and `post_migrate` write, and no test changes.
UNTOUCHED = {"django_migrations", "django_content_type", "auth_permission"}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The editions, and a way back to this state for tests that commit."""
    from portal.editions.services import load_built_in_editions

    with django_db_blocker.unblock():
        load_built_in_editions()
        if connection.vendor == "sqlite":
            restore = _sqlite_restorer()
        else:
            restore = _truncate_filled_tables
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda self: restore())
        yield


def _sqlite_restorer() -> Any:
    connection.ensure_connection()
    start = sqlite3.connect(":memory:", check_same_thread=False)
    connection.connection.backup(start)

    def restore() -> None:
        connection.ensure_connection()
        start.backup(connection.connection)

    return restore


def _truncate_filled_tables() -> None:
    from portal.editions.services import load_built_in_editions

    with transaction.atomic(), connection.cursor() as cursor:
        tables = [name for name in connection.introspection.table_names(cursor) if name not in UNTOUCHED]
        filled = " UNION ALL ".join(f"SELECT '{t}' WHERE EXISTS (SELECT 1 FROM \"{t}\")" for t in tables)
        cursor.execute(filled)
        names = ", ".join(f'"{name}"' for (name,) in cursor.fetchall())
        if names:
            cursor.execute("SET LOCAL session_replication_role = replica")  # triggers and foreign keys rest
            cursor.execute(f"TRUNCATE {names} CASCADE")
    load_built_in_editions()
