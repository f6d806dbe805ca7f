"""Counts that the web processes of one machine share, in a small SQLite file: a cache for rate limits.

Nothing in it is worth keeping. It is written without waiting for the disk, and emptied of what has expired.
"""

import sqlite3
import threading
import time
from contextlib import closing
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

_CREATE = "CREATE TABLE IF NOT EXISTS count (key TEXT PRIMARY KEY, value REAL, ends REAL) WITHOUT ROWID"
_SWEEP = 60  # seconds between two looks for what has expired


class SharedCounts(BaseCache):
    """Adding and incrementing are one statement each, so no count is lost between processes."""

    def __init__(self, file: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._file = file
        self._local = threading.local()
        self._swept = time.time()

    def add(self, key: str, value: float, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        now = time.time()
        if now > self._swept + _SWEEP:
            self._swept = now
            self._write("DELETE FROM count WHERE ends <= ?", now)
        sql = (
            "INSERT INTO count VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value, "
            "ends = excluded.ends WHERE ends <= ?"
        )
        return self._write(sql, self._key(key, version), value, self._ends(timeout), now) > 0

    def set(self, key: str, value: float, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        sql = "INSERT OR REPLACE INTO count VALUES (?, ?, ?)"
        self._write(sql, self._key(key, version), value, self._ends(timeout))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        sql = "SELECT value FROM count WHERE key = ? AND ends > ?"
        row = self._connection().execute(sql, (self._key(key, version), time.time())).fetchone()
        return row[0] if row else default

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        sql = "UPDATE count SET value = value + ? WHERE key = ? AND ends > ? RETURNING value"
        values = (delta, self._key(key, version), time.time())
        row = self._connection().execute(sql, values).fetchall()
        if not row:
            raise ValueError(f"Key '{key}' not found")
        return int(row[0][0])

    def delete(self, key: str, version: int | None = None) -> bool:
        return self._write("DELETE FROM count WHERE key = ?", self._key(key, version)) > 0

    def clear(self) -> None:
        self._write("DELETE FROM count")

    def close(self, **_: Any) -> None:
        """The connection stays open from one request to the next."""

    def _key(self, key: str, version: int | None) -> str:
        return self.make_and_validate_key(key, version)

    def _ends(self, timeout: Any) -> float:
        ends = self.get_backend_timeout(timeout)
        return float("inf") if ends is None else float(ends)

    def _write(self, sql: str, *values: Any) -> int:
        with closing(self._connection().execute(sql, values)) as cursor:
            return cursor.rowcount

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = sqlite3.connect(self._file, timeout=2, isolation_level=None)
            connection.execute("PRAGMA journal_mode = MEMORY")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute(_CREATE)
            self._local.connection = connection
        return connection
