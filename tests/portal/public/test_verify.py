"""The verify page: what it says of a genuine, altered, foreign and unknown file, and of a reference."""

import io
import resource
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.writer import PageObject, PdfFileWriter

from portal.documents import outbox, services, signing, verification
from portal.documents.models import Document
from portal.public import verify
from portal.rate_limiter import RateLimiter
from portal.review import workflow
from tests.factories import House, approved, odds
from tests.portal.documents.test_signing import write_certificate, write_key

pytestmark = pytest.mark.slow


def small_pdf(*args: Any) -> bytes:
    """A PDF that takes no time to typeset; what is verified is what was signed, not what it says."""
    writer = PdfFileWriter()  # type: ignore[no-untyped-call]  # pyHanko has no types here
    contents = writer.add_object(_stream())
    page = PageObject(contents=contents, media_box=(0, 0, 200, 200))  # type: ignore[no-untyped-call]  # pyHanko has no types here
    writer.insert_page(page)  # type: ignore[no-untyped-call]  # pyHanko has no types here
    target = io.BytesIO()
    writer.write(target)  # type: ignore[no-untyped-call]  # pyHanko has no types here
    return target.getvalue()


def _stream() -> Any:
    from pyhanko.pdf_utils.generic import StreamObject

    return StreamObject(stream_data=b"")


@pytest.fixture(autouse=True)
def nobody_has_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "_file_limit", RateLimiter("verify", limit=10))


@pytest.fixture
def certificate(house: House, monkeypatch: pytest.MonkeyPatch) -> Document:
    monkeypatch.setattr("portal.documents.pdf.render", small_pdf)
    document = Document.objects.get(submission=approved(house).submission, kind="certificate")
    assert outbox.produce(document.pk)
    document.refresh_from_db()
    return document


def dropped(client: Client, data: bytes) -> str:
    answer = client.post("/verify/", {"document": SimpleUploadedFile("a.pdf", data, "application/pdf")})
    assert answer.status_code == 200, answer.content
    return str(answer.content.decode())


def test_a_genuine_file_in_force(client: Client, certificate: Document) -> None:
    said = dropped(client, services.read(certificate))
    assert "Genuine and in force" in said
    assert certificate.submission.reference in said
    assert certificate.signed_by in said
    assert signing.DEMO_SIGNER in said
    assert certificate.version.digest in said


def test_nothing_of_it_is_kept(client: Client, certificate: Document, settings: Any, tmp_path: Path) -> None:
    data = services.read(certificate) + b"\n% marked, so that it can be found again\n"
    before = sorted(p for p in Path(settings.DATA).rglob("*") if p.is_file())
    assert "Altered" in dropped(client, data)
    after = sorted(p for p in Path(settings.DATA).rglob("*") if p.is_file())
    assert [p for p in after if p not in before] == []
    assert Document.objects.count() == 4, "three public ones and the receipt"


def test_a_large_file_never_touches_the_disk(
    client: Client, certificate: Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.core.files.uploadedfile.TemporaryUploadedFile.__init__", None)
    assert "Altered" in dropped(client, services.read(certificate) + b"%" * 4_000_000)


def test_a_foreign_page_cannot_post_here() -> None:
    given = {"document": SimpleUploadedFile("a.pdf", b"%PDF-1.7", "application/pdf")}
    assert Client(enforce_csrf_checks=True).post("/verify/", given).status_code == 403


@pytest.mark.parametrize("place", ["first", "middle", "signature", "last"])
def test_one_changed_byte(client: Client, certificate: Document, place: str) -> None:
    data = bytearray(services.read(certificate))
    gap = data.index(b"/Contents <") + 40
    at = {"first": 9, "middle": len(data) // 3, "signature": gap, "last": len(data) - 8}[place]
    data[at] ^= 1
    said = dropped(client, bytes(data))
    assert "Genuine" not in said
    assert "Altered" in said


def test_an_addition_is_an_alteration(client: Client, certificate: Document) -> None:
    writer = IncrementalPdfFileWriter(io.BytesIO(services.read(certificate)))
    writer.root["/Baize"] = writer.add_object(_stream())
    writer.update_root()  # type: ignore[no-untyped-call]  # pyHanko has no types here
    target = io.BytesIO()
    writer.write(target)  # type: ignore[no-untyped-call]  # pyHanko has no types here
    assert "Altered" in dropped(client, target.getvalue())


def test_a_long_addition_is_not_read(client: Client, certificate: Document) -> None:
    """What was signed is looked at first: it names the document, and what follows costs nothing."""
    writer = IncrementalPdfFileWriter(io.BytesIO(services.read(certificate)))
    for _ in range(20_000):
        last = writer.add_object(_stream())
    writer.root["/Baize"] = last
    writer.update_root()  # type: ignore[no-untyped-call]  # pyHanko has no types here
    target = io.BytesIO()
    writer.write(target)  # type: ignore[no-untyped-call]  # pyHanko has no types here
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = dropped(client, target.getvalue())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert "Altered" in said
    assert f"/register/{certificate.submission.reference}/" in said
    assert signing.DEMO_SIGNER in said
    assert after.ru_utime - before.ru_utime < verification.WORK_LIMIT


def test_revoked_and_superseded(client: Client, house: House, certificate: Document) -> None:
    data, first = services.read(certificate), certificate.submission
    second = approved(house, odds(1)).submission
    said = dropped(client, data)
    assert "not in force" in said
    assert "superseded" in said
    assert second.reference in said
    workflow.revoke(actor=house.approver, reference=second.reference, reason="Fraud.", urgency="Now.")
    assert "revoked" in client.get("/verify/", {"reference": second.reference.lower()}).content.decode()
    assert f"/register/{first.reference}/" in dropped(client, data)


def test_a_letter_is_genuine_and_says_no_more(client: Client, house: House, certificate: Document) -> None:
    reference = certificate.submission.reference
    workflow.revoke(actor=house.approver, reference=reference, reason="Loaded dice.", urgency="Now.")
    letter = Document.objects.get(kind="revocation")
    outbox.produce(letter.pk)
    letter.refresh_from_db()
    said = dropped(client, services.read(letter))
    assert "Genuine" in said
    assert "Loaded dice" not in said


def test_signed_by_somebody_else(
    client: Client, settings: Any, tmp_path: Path, certificate: Document
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    settings.SIGNING_KEY_FILE = write_key(tmp_path, key)
    settings.SIGNING_CERTIFICATE_FILE = write_certificate(tmp_path, key)
    forged, _ = signing.sign(small_pdf(), reason="Approval certificate NZ-2026-0001", location="x")
    settings.SIGNING_KEY_FILE = settings.SIGNING_CERTIFICATE_FILE = ""
    said = dropped(client, forged)
    assert "Unknown" in said
    assert "not with our key" in said


def test_signed_by_us_and_never_issued(client: Client, certificate: Document) -> None:
    signed, _ = signing.sign(small_pdf(), reason="Approval certificate NZ-2026-0001", location="x")
    assert "we did not issue this file" in dropped(client, signed)


def test_an_old_key_stays_known(client: Client, settings: Any, tmp_path: Path, certificate: Document) -> None:
    """The key is changed; what the old one signed is genuine still, also for the offline check."""
    key = ec.generate_private_key(ec.SECP256R1())
    settings.SIGNING_KEY_FILE = write_key(tmp_path, key)
    settings.SIGNING_CERTIFICATE_FILE = write_certificate(tmp_path, key)
    assert "Genuine and in force" in dropped(client, services.read(certificate))
    known = client.get("/verify/certificates.pem").content
    assert known.count(b"BEGIN CERTIFICATE") == 3
    found = verification._examine(services.read(certificate))
    assert (found["verdict"], found["key"]) == ("genuine", certificate.signed_by)


@pytest.mark.parametrize(
    "data", [b"hello", b"%PDF-1.7\nrubbish", small_pdf()], ids=["text", "rubbish", "another PDF"]
)
def test_what_is_none_of_ours(client: Client, db: None, data: bytes) -> None:
    assert "Unknown: not issued here" in dropped(client, data)


def test_a_missing_empty_or_large_file_is_reported(client: Client, db: None) -> None:
    for given in ({}, {"document": SimpleUploadedFile("a.pdf", b"")}):
        answer = client.post("/verify/", given)
        assert answer.status_code == 422
        assert b"Choose a PDF" in answer.content
    large = SimpleUploadedFile("a.pdf", b"%PDF" + b"x" * (verification.MAX_BYTES + 10))
    assert client.post("/verify/", {"document": large}).status_code == 422


def test_an_address_that_sends_many_files_has_to_wait(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "_examine", lambda data: {"verdict": "unknown", "why": "Not a PDF."})
    for _ in range(10):
        dropped(client, b"x")
    answer = client.post("/verify/", {"document": SimpleUploadedFile("a.pdf", b"x")})
    assert answer.status_code == 429
    assert f"Wait {answer['Retry-After']} seconds" in answer.content.decode()
    assert client.get("/verify/?reference=NZ-2026-0001").status_code == 200
    dropped(Client(REMOTE_ADDR="192.0.2.7"), b"x")


def test_references(client: Client, certificate: Document) -> None:
    reference = certificate.submission.reference
    said = client.get("/verify/", {"reference": f" {reference.lower()} "}).content.decode()
    assert "Genuine and in force" in said
    assert certificate.sha256 in said
    assert b"no entry NZ-2020-0001" in client.get("/verify/", {"reference": "NZ-2020-0001"}).content
    answer = client.get("/verify/", {"reference": "<script>"})
    assert answer.status_code == 422
    assert b"<script>" not in answer.content


def test_an_undecided_case_is_not_betrayed(client: Client, house: House) -> None:
    from tests.factories import in_review

    case = in_review(house)
    workflow.open_query(
        actor=house.officer,
        reference=case.reference,
        text="Why?",
        due_on=timezone.now().date() + timedelta(days=9),
    )
    unknown = client.get("/verify/", {"reference": case.reference}).content.decode()
    assert "The register has no entry" in unknown


def test_a_form_from_elsewhere_is_turned_away(db: None) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/verify/", {"document": SimpleUploadedFile("a.pdf", b"x")}).status_code == 403


def test_the_program_is_served_unchanged(client: Client, db: None) -> None:
    assert client.get("/verify/verify_document.py").content == verification.PROGRAM.read_bytes()


def test_a_file_that_takes_for_ever_is_let_go(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "TIME_LIMIT", 0.01)
    monkeypatch.setattr(verification, "_limits", lambda: None)
    assert "takes too long" in dropped(client, small_pdf())
