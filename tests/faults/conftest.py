"""One prepared data folder, copied for each test: the demo data takes seconds to make."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.product import ROOT, Product


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
    return data


@pytest.fixture
def data(prepared: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(prepared, tmp_path / "data"))
