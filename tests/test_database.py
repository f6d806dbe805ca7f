"""The embedded database is as safe as we say."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from portal.environment import sqlite

pytestmark = pytest.mark.django_db


@pytest.fixture
def embedded(tmp_path: Path) -> Iterator[BaseDatabaseWrapper]:
    """A connection with the product's own options; the tests' database is set for speed."""
    connection = ConnectionHandler({"default": sqlite(str(tmp_path / "baize.sqlite3"))})["default"]
    yield connection
    connection.close()


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("recursive_triggers", 1)],
)
def test_every_connection_is_set_for_safety(
    embedded: BaseDatabaseWrapper, pragma: str, value: object
) -> None:
    with embedded.cursor() as cursor:
        assert cursor.execute(f"PRAGMA {pragma}").fetchone()[0] == value


def test_a_transaction_takes_the_write_lock_at_once(
    embedded: BaseDatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise two readers that both want to write would fail half-way, whatever the timeout."""
    monkeypatch.setattr(transaction, "get_connection", lambda using=None: embedded)
    other = sqlite3.connect(embedded.settings_dict["NAME"], timeout=0)
    with transaction.atomic(), embedded.cursor() as cursor:
        cursor.execute("SELECT 1")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
    other.execute("BEGIN IMMEDIATE")
    other.close()
