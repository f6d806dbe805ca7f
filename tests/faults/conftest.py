"""One prepared data folder, copied for each test: the demo data takes seconds to make."""

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
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    data = tmp_path_factory.mktemp("prepared") / "data"
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
    return data


@pytest.fixture
def data(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared, tmp_path / "data"))
