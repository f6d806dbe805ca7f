"""The client examples in docs/api.md, run as they stand against a live server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from portal.accounts import tokens
from portal.accounts.jurisdictions import jurisdiction
from portal.api.problems import CODES
from portal.demo.sample_pdf import one_page_pdf
from portal.documents import outbox, signing
from portal.register import checkpoints
from portal.review import workflow
from portal.review.models import Decision
from portal.submissions.models import Submission
from tests.factories import House, approved, in_review, make_house

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_lists_every_code_as_it_is() -> None:
    for code in CODES.values():
        assert f"| `{code.name}` | {code.status} | {code.title}. {code.advice} |" in PAGE


@pytest.fixture
def house(transactional_db: None) -> House:
    return make_house()


@pytest.fixture
def there(live_server: Any, house: House) -> dict[str, str]:
    """Where the portal is and a token for it, as the page has them."""
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
    client, draft, _ = blocks("python")
    said = run([sys.executable, "-c", client + draft], there)
    assert "version 2" in said
    assert "submitted" in said
    assert Submission.objects.latest("pk").state == "submitted"


def test_questions_files_and_proofs_work_with_this_page_alone(
    there: dict[str, str], house: House, tmp_path: Path
) -> None:
    decided = Decision.objects.get().submission
    for document in decided.documents.filter(kind="certificate"):
        claimed = outbox.claim(document.pk)
        assert claimed
        signed, signer = signing.sign(one_page_pdf("Certificate", ["One page"]), reason="", location="")
        assert outbox.finish(claimed, outbox.SignedDocument(signed, signer))
    checkpoints.sign()
    case, due = in_review(house), jurisdiction("nz").today() + timedelta(days=10)
    workflow.open_query(actor=house.officer, reference=case.reference, text="Which table?", due_on=due)
    names = {"REFERENCE": case.reference, "DECIDED": decided.reference}
    client, _, files = blocks("python")
    said = run([sys.executable, "-c", client + files], there | names, tmp_path)
    assert f"1 Which table? by {due}\nin_review\ngenuine in_force\nVALID." in said


def run(command: list[str], there: dict[str, str], folder: Path | None = None) -> str:
    done = subprocess.run(
        command, env=there, cwd=folder, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{command[-1]}\n{done.stdout}\n{done.stderr}"
    return done.stdout
