"""One prepared data folder, copied for each test: the demo data takes seconds to make."""

import fcntl
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.product import ROOT, Product

# The worker renders what the demonstration has ordered as soon as it starts. A few documents are enough here;
# all of them would keep a core busy for minutes.
FEWER = """DELETE FROM documents_document
           WHERE id NOT IN (SELECT id FROM documents_document ORDER BY id LIMIT 8)"""


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Made by the worker that asks first; the others wait for it."""
    mine = tmp_path_factory.getbasetemp()
    shared = (mine if worker_id == "master" else mine.parent) / "prepared"
    shared.mkdir(exist_ok=True)
    data = shared / "data"
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "done").exists():
            _prepare(data)
            (shared / "done").touch()
    return data


def _prepare(data: Path) -> None:
    product = Product(data)
    subprocess.run(
        [sys.executable, "manage.py", "prepare"],
        cwd=ROOT,
        env={**product.environment, "DEMO": "1"},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    with closing(sqlite3.connect(data / "baize.sqlite3")) as connection, connection:
        connection.execute(FEWER)


@pytest.fixture
def data(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared, tmp_path / "data"))
