"""Data folders made once and copied for each test: migrations and demo data take seconds."""

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.database import SqliteCopy, alone
from tests.product import ROOT, Product

# The worker renders what the demonstration has ordered as soon as it starts. A few documents are enough here;
# all of them would keep a core busy for minutes.
FEWER = """DELETE FROM documents_document
           WHERE id NOT IN (SELECT id FROM documents_document ORDER BY id LIMIT 8)"""


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A data folder with an empty database. Migrations take ten seconds of a core: see tests/database.py."""
    return _made_once("migrated", _migrate, tmp_path_factory, worker_id)


@pytest.fixture(scope="session")
def prepared(migrated: Path, tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The same, as `make run` leaves it on a new machine."""
    return _made_once("prepared", lambda data: _prepare(migrated, data), tmp_path_factory, worker_id)


def _made_once(
    name: str, make: Callable[[Path], None], factory: pytest.TempPathFactory, worker_id: str
) -> Path:
    """Made by the worker that asks first; the others wait for it."""
    mine = factory.getbasetemp()
    shared = (mine if worker_id == "master" else mine.parent) / name
    shared.mkdir(exist_ok=True)
    data = shared / "data"
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "done").exists():
            make(data)
            (shared / "done").touch()
    return data


def _migrate(data: Path) -> None:
    data.mkdir()
    database = data / "baize.sqlite3"
    copies = SqliteCopy()
    with alone(copies.lock):
        if not copies.use(database):
            _manage(data, "migrate", "-v0")
            _manage(data, "createcachetable")
            with closing(sqlite3.connect(database)) as migrated:
                copies.keep_from(migrated)


def _prepare(migrated: Path, data: Path) -> None:
    shutil.copytree(migrated, data)
    _manage(data, "prepare")
    with closing(sqlite3.connect(data / "baize.sqlite3")) as connection, connection:
        connection.execute(FEWER)


def _manage(data: Path, *command: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**Product(data).environment, "DEMO": "1"},
        check=True,
        stdout=subprocess.DEVNULL,
    )


@pytest.fixture
def data(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared, tmp_path / "data"))


# Two hundred pages in a browser: `make pages`.
collect_ignore = [] if "EVERY_PAGE" in os.environ else ["test_every_page.py"]
