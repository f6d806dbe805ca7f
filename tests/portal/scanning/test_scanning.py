"""Uploaded files stay in quarantine until the scanner has found nothing in them."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.storage import storages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from portal import files, health
from portal.audit.models import AuditEntry
from portal.audit.selectors import trail
from portal.bundles import contents, outbox, publication
from portal.bundles.models import Bundle, BundleKind
from portal.bundles.people import people_of
from portal.errors import NotPossible
from portal.notices.models import Notice
from portal.register import selectors as register
from portal.review.models import AnswerFile, ConditionFile, IntentFile
from portal.scanning import clamd, quarantine, tasks, work
from portal.scanning.apps import scanner_line
from portal.scanning.models import Scan, ScanState
from portal.submissions import uploads
from portal.submissions.models import Upload
from tests.factories import House, draft
from tests.portal.bundles.making import busy_case
from tests.portal.doors import signed_in, text
from tests.portal.operator.test_documents import PDF, add, picture
from tests.portal.scanning.clamd import EICAR, SIGNATURE, Scanner, running

INFECTED = PDF.replace(b"<<>>", b"<</A (" + EICAR + b")>>", 1)


@pytest.fixture
def scanner(settings: Settings) -> Iterator[Scanner]:
    with running() as scanner:
        settings.FILE_SCANNER = scanner.address
        yield scanner


def verdict(upload: Upload) -> str:
    row = Scan.objects.get(file=upload.file)
    work.scan(row.pk)
    row.refresh_from_db()
    return row.state


def exists(name: str) -> bool:
    return storages["default"].exists(name)


def test_a_file_is_served_once_the_scanner_found_nothing(house: House, scanner: Scanner) -> None:
    made = draft(house)
    row = add(house, made)
    client = signed_in(house.submitter)
    documents = f"/operator/submissions/{made.reference}/documents/"
    waiting = client.get(f"/uploads/{row.pk}/")
    assert waiting.status_code == 409
    assert "report.pdf is being checked for malware. It will be here in a few minutes" in text(waiting)
    assert client.get(f"/api/v1/submissions/{made.reference}/uploads/{row.pk}").status_code == 409
    assert "Being checked for malware" in text(client.get(documents))
    assert not exists(row.file)
    assert verdict(row) == ScanState.CLEAN
    assert scanner.seen == [PDF]
    assert client.get(f"/uploads/{row.pk}/").content == PDF
    assert "Being checked" not in text(client.get(documents))
    assert not exists(f"quarantine/{row.file}")


def test_an_infected_file_is_never_served_and_everybody_is_told(
    house: House, scanner: Scanner, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    made = draft(house)
    row = add(house, made, INFECTED)
    with django_capture_on_commit_callbacks(execute=True):
        assert verdict(row) == ScanState.INFECTED
    refused = signed_in(house.submitter).get(f"/uploads/{row.pk}/")
    assert refused.status_code == 409
    assert "report.pdf was refused: malware was found in it" in text(refused)
    assert not exists(row.file) and not exists(f"quarantine/{row.file}")
    documents = f"/operator/submissions/{made.reference}/documents/"
    assert SIGNATURE not in text(signed_in(house.submitter).get(documents))
    assert f"Refused: malware was found ({SIGNATURE})" in text(signed_in(house.operator_admin).get(documents))
    entry = AuditEntry.objects.get(action="draft.infected")
    assert (entry.after or {})["found"] == SIGNATURE
    assert entry in trail(house.operator_admin) and entry not in trail(house.regulator_admin)
    assert made.reference in Notice.objects.get(user=house.submitter).text


@pytest.mark.parametrize("mode", ["dies", "errs", "is away"])
def test_without_a_verdict_it_stays_until_the_worker_gets_one(
    house: House, scanner: Scanner, settings: Settings, mode: str
) -> None:
    row = add(house, draft(house), INFECTED if mode == "dies" else PDF)
    scanner.mode = mode
    if mode == "is away":
        settings.FILE_SCANNER = "tcp://127.0.0.1:1"
    assert verdict(row) == ScanState.WAITING
    with pytest.raises(NotPossible, match="being checked"):
        uploads.read(row)
    scan = Scan.objects.get()
    assert scan.problem and scan.next_attempt_at > timezone.now() + timedelta(seconds=10)
    assert tasks.sweep() == 0
    scanner.mode, settings.FILE_SCANNER = "works", scanner.address
    Scan.objects.update(next_attempt_at=timezone.now())
    assert work.overdue().count() == 1
    assert verdict(row) == (ScanState.INFECTED if mode == "dies" else ScanState.CLEAN)


def test_a_scanner_that_hangs_is_waited_for_so_long_and_no_longer(scanner: Scanner) -> None:
    scanner.mode = "hangs"
    began = time.monotonic()
    with pytest.raises(clamd.ScannerProblem):
        clamd.signature_in(PDF, seconds=0.3)
    assert time.monotonic() - began < 5


def test_a_socket_file(settings: Settings, tmp_path: Path) -> None:
    with running(tmp_path / "clamd.sock") as scanner:
        settings.FILE_SCANNER = scanner.address
        assert clamd.signature_in(b"x" * 200_000) == ""
        assert clamd.signature_in(b"x" * 200_000 + EICAR) == SIGNATURE
        assert len(scanner.seen[0]) == 200_000


def test_a_worker_that_dies_leaves_the_file_to_the_next(house: House, scanner: Scanner) -> None:
    row = add(house, draft(house))
    scan = work.SCANS.claim(Scan.objects.get().pk)
    files.put(row.file, PDF)  # it came so far
    assert not work.scan(scan.pk)
    Scan.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert verdict(row) == ScanState.CLEAN


def test_a_file_taken_out_of_its_draft_leaves_nothing(house: House, scanner: Scanner) -> None:
    made = draft(house)
    row = add(house, made)
    uploads.remove(actor=house.submitter, reference=made.reference, upload_id=row.pk)
    quarantine.discard(row.file)  # on commit
    assert not Scan.objects.exists() and not exists(f"quarantine/{row.file}")


def test_a_bundle_leaves_out_what_is_held_and_says_so(house: House, scanner: Scanner) -> None:
    made = draft(house)
    held, infected, clean = (
        add(house, made, data, filename=name, confidential=False)
        for name, data in (("held.pdf", PDF), ("bad.pdf", INFECTED), ("seen.png", picture()))
    )
    assert (verdict(infected), verdict(clean)) == (ScanState.INFECTED, ScanState.CLEAN)
    before = contents.stamp(house.submitter, made)
    bundle = Bundle(kind=BundleKind.CASE_FILE, submission=made, ordered_by=house.submitter)
    target = io.BytesIO()
    outbox.write(bundle, made, target, lambda *_: None)
    with zipfile.ZipFile(target) as archive:
        names = [name for name in archive.namelist() if name.startswith("uploads/")]
        manifest = json.loads(archive.read("manifest.json"))
    assert names == ["uploads/uploads.json", "uploads/03-seen.png"]
    assert manifest["left_out"] == [
        {"path": "uploads/01-held.pdf", "why": "is being checked for malware"},
        {"path": "uploads/02-bad.pdf", "why": "was refused: malware was found in it"},
    ]
    assert verdict(held) == ScanState.CLEAN
    assert contents.stamp(house.submitter, made) != before


def test_what_is_read_at_once_is_scanned_first(house: House, scanner: Scanner, settings: Settings) -> None:
    client = signed_in(house.submitter)

    def send(data: bytes) -> str:
        return text(client.post("/operator/sheets/", {"file": SimpleUploadedFile("rules.csv", data)}))

    assert "Malware was found in this file" in send(b"a,b\n" + EICAR)
    settings.FILE_SCANNER = "tcp://127.0.0.1:1"
    assert "cannot be checked for malware just now" in send(b"a,b\n")


def test_readiness_names_a_scanner_that_is_away(scanner: Scanner, settings: Settings) -> None:
    assert scanner_line() == "ok"
    settings.FILE_SCANNER = "unix:///nowhere/clamd.sock"
    assert "stay in quarantine" in scanner_line()
    assert "scanner" not in health.extra_checks  # no scanner is set when this suite starts


@pytest.mark.slow
def test_every_file_of_a_case_is_held_and_none_is_published(house: House, scanner: Scanner) -> None:
    case = busy_case(house)
    stored = {
        row.file for model in (Upload, AnswerFile, ConditionFile, IntentFile) for row in model.objects.all()
    }
    assert len(stored) >= 4
    assert set(Scan.objects.values_list("file", flat=True)) == stored
    assert not [name for name in stored if exists(name)]
    entry = publication.entry_of(case)
    copy = publication.Publication([])
    for upload in register.public_uploads(entry):
        publication.add_upload(copy, 1, upload, people_of(case))
        assert Client().get(f"/register/{case.reference}/attachments/{upload.pk}/").status_code == 409
    assert copy.parts == []
    assert {row["why"] for row in copy.left_out} == {"is being checked for malware"}


def test_nothing_else_stores_what_people_send() -> None:
    """Whoever stores bytes beside the quarantine stores what Baize made itself."""
    makers = {
        "bundles/outbox.py",
        "documents/outbox.py",
        "public/rulebook_pdf.py",
        "register/checkpoint_store.py",
    }
    portal = Path(files.__file__).parent
    stores = {
        str(path.relative_to(portal)) for path in portal.rglob("*.py") if "files.put" in path.read_text()
    }
    assert stores - {"scanning/quarantine.py", "scanning/work.py"} <= makers


def test_without_a_scanner_a_file_is_stored_as_it_is(house: House) -> None:
    row = add(house, draft(house), INFECTED)
    assert uploads.read(row) == INFECTED
    assert not Scan.objects.exists()
