"""The case file: complete for its reader, checkable, and the same bytes each time."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from craps.codec import canonical_bytes
from portal.audit.models import AuditEntry
from portal.review import comments
from portal.submissions.models import Submission
from tests.factories import House, create_table, create_user, draft
from tests.portal.bundles.making import NOTE, SHOWN, TICK_NOTE, busy_case, data_of, made, zip_of

pytestmark = pytest.mark.slow


@pytest.fixture
def case(house: House, quick_documents: Any) -> Submission:
    create_table(property=house.property)
    case = busy_case(house, conditions=[{"text": "Post a sign.", "due_on": None}])
    quick_documents()
    return case


def read(archive: ZipFile, path: str) -> Any:
    return json.loads(archive.read(path))


def test_a_regulators_file_has_everything(house: House, case: Submission) -> None:
    archive = zip_of(made(house.officer, case))
    names = archive.namelist()
    assert names[0] == "README.txt"
    assert names[-2:] == ["manifest.json", "SHA256SUMS"]
    assert {"versions/0001/rule-set.json", "versions/0002/check-1.json", "audit-trail.json"} <= set(names)
    assert {"questions/01/01-plan.pdf", "uploads/01-plan-by-somebody.png", "uploads/03-staff.pdf"} <= set(
        names
    )
    assert f"documents/{case.reference}-certificate.pdf" in names
    assert {row["text"] for row in read(archive, "comments.json")} == {NOTE, SHOWN}
    assert read(archive, "decisions.json")[0]["conditions"][0]["text"] == "Post a sign."
    assert read(archive, "review/recommendations.json")[0]["by"] == house.officer.name
    assert read(archive, "tables.json")[0]["active"] is True
    actions = {row["action"] for row in read(archive, "audit-trail.json")}
    assert {"submission.approve", "document.issue", "review.note"} <= actions
    assert not any(action.startswith("draft.") for action in actions), "a draft is the operator's own"
    decided = case.decisions.get()
    rules = archive.read(f"versions/{decided.version.number:04d}/rule-set.json")
    assert hashlib.sha256(rules).hexdigest() == decided.digest
    edition = archive.read(f"edition/{case.edition_id}.json")
    assert hashlib.sha256(edition).hexdigest() == case.edition.digest


def test_an_operator_gets_only_what_it_may_see(house: House, case: Submission) -> None:
    archive = zip_of(made(house.viewer, case))
    names = archive.namelist()
    assert not [name for name in names if name.startswith(("review/", "audit-trail"))]
    assert [row["text"] for row in read(archive, "comments.json")] == [SHOWN]
    whole = b"".join(archive.read(name) for name in names if not name.startswith("check/"))
    people = (house.officer, house.approver)
    for secret in (
        NOTE,
        TICK_NOTE,
        *(person.name for person in people),
        *(person.email for person in people),
    ):
        assert secret.encode() not in whole
    by = {row["move"]: row["by"] for row in read(archive, "timeline.json")}
    assert by["approve"] == house.regulator.name
    assert by["submit"] == house.submitter.name


def test_the_manifest_and_the_sums_hold(house: House, case: Submission, tmp_path: Path) -> None:
    archive = zip_of(made(house.officer, case))
    manifest = read(archive, "manifest.json")
    assert (manifest["schema"], manifest["reference"]) == (1, case.reference)
    assert [row["path"] for row in manifest["files"]] == archive.namelist()[:-2]
    for row in manifest["files"]:
        data = archive.read(row["path"])
        assert (row["size"], row["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    archive.extractall(tmp_path)
    run: dict[str, Any] = {"cwd": tmp_path, "capture_output": True, "text": True}
    assert subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], **run).returncode == 0
    proofs = sorted(path for path in archive.namelist() if path.endswith(".proof.json"))
    assert len(proofs) == 4  # the decision and three documents
    log = [sys.executable, "check/verify_log.py"]
    for proof in proofs:
        checked = subprocess.run([*log, "entry", proof, "--keys", "register/log-keys.txt"], **run)
        assert checked.returncode == 0, checked.stdout + checked.stderr
    pdf = f"documents/{case.reference}-certificate.pdf"
    proof = next(path for path in proofs if "certificate" in path)
    checked = subprocess.run([*log, "file", pdf, proof, "--keys", "register/log-keys.txt"], **run)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_same_state_gives_the_same_bytes(house: House, case: Submission) -> None:
    """Whoever of the house orders it, and however often it was ordered and downloaded before."""
    first = made(house.officer, case)
    data, name = data_of(first), first.file
    first.delete()
    second = made(house.approver, case)
    assert (data_of(second), second.file != name) == (data, True)
    assert AuditEntry.objects.filter(action="bundle.order").count() == 2


def test_an_unchanged_case_is_not_packed_again(house: House, case: Submission) -> None:
    first = made(house.officer, case)
    again = made(house.approver, case)
    assert (again.pk, again.file, again.attempts) == (first.pk, first.file, 1)
    comments.comment(actor=house.officer, reference=case.reference, text="One more thing.")
    later = made(house.officer, case)
    assert (later.pk, later.file != first.file) == (first.pk, True)
    assert "One more thing." in zip_of(later).read("comments.json").decode()


def test_an_internal_note_does_not_show_in_the_operators_file(house: House, case: Submission) -> None:
    first = made(house.submitter, case)
    comments.comment(actor=house.officer, reference=case.reference, text="Between us only.")
    assert made(house.submitter, case).file == first.file


def test_a_draft_can_be_packed_by_its_operator(house: House) -> None:
    case = draft(house)
    archive = zip_of(made(house.submitter, case))
    assert archive.read("versions/0002/rule-set.json") == canonical_bytes(_current(case))
    assert "register/log-keys.txt" not in archive.namelist()
    assert not AuditEntry.objects.filter(action="bundle.order").exclude(jurisdiction="").exists()


def test_two_regulators_have_a_file_each(house: House, case: Submission) -> None:
    from portal.accounts.models import Role
    from tests.factories import create_regulator

    other = create_user(create_regulator(["nz"]), roles=[Role.REGULATOR_OFFICER])
    assert made(other, case).pk != made(house.officer, case).pk


def _current(case: Submission) -> dict[str, Any]:
    assert case.current_version is not None
    ruleset: dict[str, Any] = case.current_version.ruleset
    return ruleset
