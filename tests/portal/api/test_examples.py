"""The client examples in docs/api.md, run as they stand against a live server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from portal.accounts import tokens
from portal.api.problems import CODES
from portal.submissions.models import Submission
from tests.factories import approved, make_house

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_lists_every_code_as_it_is() -> None:
    for code in CODES.values():
        assert f"| `{code.name}` | {code.status} | {code.title}. {code.advice} |" in PAGE


@pytest.fixture
def there(live_server: Any, transactional_db: None) -> dict[str, str]:
    """Where the portal is and a token for it, as the page has them."""
    house = make_house()
    approved(house)
    scopes = ["submissions.write", "submissions.submit"]
    _, token = tokens.create(actor=house.submitter, name="documentation", scopes=scopes, days=1)
    return {**os.environ, "BAIZE": live_server.url, "TOKEN": token}


def test_every_shell_example_works(there: dict[str, str]) -> None:
    if not shutil.which("curl"):
        pytest.skip("SKIPPED, no curl (apt-get install curl)")
    said = [run(["bash", "-euo", "pipefail", "-c", block], there) for block in blocks("sh")]
    assert len(said) == 6
    assert '"verdict":"breach"' in said[0]
    assert '"balance":"10"' in said[1]
    assert '"edge":"1/21"' in said[2]
    assert any(submission.reference in said[3] for submission in Submission.objects.all())
    assert '"state":"draft"' in said[4]
    assert '"code":"unreadable"' in said[5]


def test_the_python_example_works(there: dict[str, str]) -> None:
    said = run([sys.executable, "-c", blocks("python")[0]], there)
    assert "version 2" in said
    assert "submitted" in said
    assert Submission.objects.latest("pk").state == "submitted"


def run(command: list[str], there: dict[str, str]) -> str:
    done = subprocess.run(command, env=there, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, f"{command[-1]}\n{done.stdout}\n{done.stderr}"
    return done.stdout
