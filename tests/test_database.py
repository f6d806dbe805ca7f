"""The embedded database is as safe as we say."""

import sqlite3

import pytest
from django.db import connection, transaction


@pytest.fixture(autouse=True)
def sqlite_only(transactional_db: None) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("speaks of SQLite only")


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]
)
def test_every_connection_is_set_for_safety(pragma: str, value: object) -> None:
    connection.close()
    with connection.cursor() as cursor:
        assert cursor.execute(f"PRAGMA {pragma}").fetchone()[0] == value


def test_a_transaction_takes_the_write_lock_at_once() -> None:
    """Otherwise two readers that both want to write would fail half-way, whatever the timeout."""
    other = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()
