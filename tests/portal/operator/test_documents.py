"""Documents beside the rules: what is taken and what is refused, who reads them, and what freezes them."""

from __future__ import annotations

import io
import zlib
from typing import Any

import pytest
from django.core.files.storage import storages
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotFound, NotPossible
from portal.review import workflow
from portal.submissions import uploads
from portal.submissions.models import Submission, Upload
from portal.submissions.upload_types import checked
from tests.factories import House, digest, draft, in_review, submitted
from tests.portal.doors import ClientResponse, signed_in, text

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def picture(kind: str = "PNG", size: tuple[int, int] = (8, 4), **more: Any) -> bytes:
    kept = io.BytesIO()
    Image.new("RGB", size, "green").save(kept, kind, **more)
    return kept.getvalue()


def add(house: House, made: Submission, data: bytes = PDF, **changes: Any) -> Upload:
    given: dict[str, Any] = {
        "kind": "laboratory",
        "confidential": True,
        "filename": "report.pdf",
        "data": data,
    } | changes
    return uploads.add(actor=house.submitter, reference=made.reference, **given)


def send(house: House, made: Submission, name: str, data: bytes, **changes: str) -> ClientResponse:
    given = {"kind": "layout", "confidential": "no", "file": SimpleUploadedFile(name, data)} | changes
    return signed_in(house.submitter).post(
        f"/operator/submissions/{made.reference}/documents/", given, follow=True
    )


# What is taken -------------------------------------------------------------------------------------------


def test_a_pdf_is_attached_and_listed(house: House) -> None:
    made = draft(house)
    page = send(house, made, "plan.pdf", PDF)
    assert "plan.pdf is attached" in text(page)
    assert "Layout drawing" in text(page)
    row = Upload.objects.get()
    assert (row.content_type, row.confidential, row.added_by) == ("application/pdf", False, house.submitter)
    assert uploads.read(row) == PDF


@pytest.mark.parametrize(
    ("name", "data", "kept"),
    [
        ("photo.PDF", picture("PNG"), "photo.png"),
        ("drawing.svg", picture("JPEG"), "drawing.jpg"),
        ("../../etc/pass\x00wd\r\n.exe", PDF, "pass wd.pdf"),
        ("C:\\plans\\table 2.png", PDF, "table 2.pdf"),
        ("....", PDF, "document.pdf"),
        ("ā" * 300 + ".pdf", PDF, "ā" * 100 + ".pdf"),
    ],
)
def test_the_content_decides_the_type_and_the_name_is_cleaned(name: str, data: bytes, kept: str) -> None:
    assert checked(data, name).filename == kept


def test_a_picture_is_kept_without_what_came_with_it() -> None:
    place = Image.Exif()
    place[0x010E] = "taken at home"
    data = picture("JPEG", exif=place, comment=b"secret") + b"<script>alert(1)</script>"
    kept = checked(data, "a.jpg").data
    assert b"taken at home" not in kept
    assert b"secret" not in kept
    assert b"script" not in kept
    assert Image.open(io.BytesIO(kept)).size == (8, 4)


def test_a_photograph_taken_sideways_is_turned_upright() -> None:
    sideways = Image.Exif()
    sideways[0x0112] = 6
    kept = checked(picture("JPEG", exif=sideways), "a.jpg").data
    assert Image.open(io.BytesIO(kept)).size == (4, 8)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "The file is empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "can carry programs"),
        (b'\xef\xbb\xbf <?xml version="1.0"?><!-- a --><svg/>', "can carry programs"),
        (b"PK\x03\x04rest", "an Office or ZIP file"),
        (b"GIF89a", "a GIF picture"),
        (b"\x00\x00\x00\x18ftypheic", "an HEIC or AVIF picture"),
        (b"<!DOCTYPE html><html>", "a web page"),
        (b"MZ\x90\x00", "is not PDF, PNG or JPEG"),
        (PDF[:20], "The PDF is incomplete"),
        (picture("PNG")[:40], "cannot be opened"),
        (picture("JPEG")[:200], "cannot be opened"),
        (b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, "cannot be opened"),
    ],
)
def test_what_is_refused_is_refused_with_the_reason(data: bytes, said: str) -> None:
    with pytest.raises(BadValue, match=said) as refused:
        checked(data, "report.pdf")
    assert refused.value.field == "file"


@pytest.mark.parametrize("side", [7_000, 60_000])
def test_a_picture_of_very_many_points_is_refused_before_it_is_decoded(side: int) -> None:
    header = bytearray(picture("PNG"))
    header[16:24] = side.to_bytes(4, "big") * 2
    header[29:33] = zlib.crc32(bytes(header[12:29])).to_bytes(4, "big")
    with pytest.raises(BadValue, match="at most 25 million pixels"):
        checked(bytes(header), "bomb.png")


def test_a_refusal_stands_beside_the_field(house: House) -> None:
    page = send(house, draft(house), "drawing.svg", b"<svg/>")
    assert page.status_code == 422
    assert "Save the drawing as PDF or PNG" in text(page)
    assert 'href="#id_file"' in page.content.decode()


def test_a_file_over_the_limit_is_dropped_while_it_arrives(house: House, settings: Any) -> None:
    settings.UPLOAD_MAX_MB = 1
    page = send(house, draft(house), "large.pdf", PDF + b"x" * 3_000_000)
    assert page.status_code == 422
    assert "larger than the limit of 1 MB" in text(page)
    assert not Upload.objects.exists()


def test_what_is_missing_is_named(house: House) -> None:
    page = signed_in(house.submitter).post(f"/operator/submissions/{draft(house).reference}/documents/")
    for said in ("kind of document", "confidential or public", "Choose the file"):
        assert said in text(page)


def test_the_same_file_is_not_attached_twice_and_leaves_nothing_behind(house: House) -> None:
    made = draft(house)
    first = add(house, made)
    with pytest.raises(BadValue, match="attached already, as report"):
        add(house, made, filename="again.pdf")
    _, names = storages["default"].listdir("uploads")
    assert first.file.removeprefix("uploads/") in names
    assert Upload.objects.count() == 1


def test_an_unknown_kind_is_refused(house: House) -> None:
    with pytest.raises(BadValue, match="laboratory report"):
        add(house, draft(house), kind="novel")


# Who reads them ------------------------------------------------------------------------------------------


def test_a_file_is_served_so_that_it_cannot_run(house: House) -> None:
    row = add(house, draft(house), filename='a "b".pdf')
    answer = signed_in(house.viewer).get(f"/uploads/{row.pk}/")
    assert answer.content == PDF
    assert answer["Content-Disposition"].startswith("attachment;")
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "private, no-store"


def test_others_get_404_as_for_a_file_that_never_was(house: House) -> None:
    row = add(house, draft(house))
    for person in (house.outsider, house.officer, house.foreign_officer):
        client = signed_in(person)
        assert client.get(f"/uploads/{row.pk}/").status_code == 404
        assert client.get("/uploads/999999/").status_code == 404


def test_the_regulator_reads_the_submitted_version_and_nothing_later(house: House) -> None:
    made = draft(house)
    first = add(house, made)
    workflow.submit(
        actor=house.submitter, reference=made.reference, digest=digest(made), name="Ana Holt", role="Manager"
    )
    made.refresh_from_db()
    assert list(uploads.uploads(house.officer, made)) == [first]
    assert signed_in(house.officer).get(f"/uploads/{first.pk}/").status_code == 200
    case = signed_in(house.officer).get(f"/regulator/cases/{made.reference}/")
    assert "submitted no documents" not in text(case)
    assert f'href="/uploads/{first.pk}/"' in case.content.decode()
    assert signed_in(house.foreign_officer).get(f"/uploads/{first.pk}/").status_code == 404
    workflow.claim(actor=house.officer, reference=made.reference)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Send the plan again."
    )
    made.refresh_from_db()
    later = add(house, made, data=PDF + b"\n%%EOF")
    uploads.remove(actor=house.submitter, reference=made.reference, upload_id=first.pk)
    assert list(uploads.uploads(house.submitter, made)) == [later]
    assert list(uploads.uploads(house.officer, made)) == [first]
    assert uploads.read(first) == PDF
    assert signed_in(house.officer).get(f"/uploads/{later.pk}/").status_code == 404


# Changing them -------------------------------------------------------------------------------------------


def test_removing_asks_first_and_deletes_what_was_never_submitted(
    house: House, django_capture_on_commit_callbacks: Any
) -> None:
    made = draft(house)
    row = add(house, made)
    client, address = signed_in(house.submitter), f"/operator/submissions/{made.reference}/documents/"
    assert "cannot be restored" in text(client.get(f"{address}{row.pk}/remove/"))
    assert storages["default"].exists(row.file)
    with django_capture_on_commit_callbacks(execute=True):
        page = client.post(f"{address}{row.pk}/remove/", follow=True)
    assert "report.pdf is removed" in text(page)
    assert "No documents are attached yet" in text(page)
    assert not storages["default"].exists(row.file)
    row.refresh_from_db()
    assert row.removed_by == house.submitter


def test_adding_and_removing_are_in_the_trail(house: House) -> None:
    made = draft(house)
    row = add(house, made)
    uploads.remove(actor=house.submitter, reference=made.reference, upload_id=row.pk)
    trail = {entry.action: entry for entry in AuditEntry.objects.filter(action__startswith="document.")}
    attached, removed = trail["document.attach"].after, trail["document.remove"].before
    assert attached and attached["sha256"] == row.sha256
    assert removed and removed["file"] == "report.pdf"


def test_nothing_can_be_added_or_removed_after_submission(house: House) -> None:
    made = submitted(house)
    with pytest.raises(NotPossible, match="frozen"):
        add(house, made)
    page = signed_in(house.submitter).get(f"/operator/submissions/{made.reference}/documents/")
    assert "cannot be changed after the rules are submitted" in text(page)
    assert "Attach the document" not in text(page)


def test_a_file_of_another_submission_is_not_removed_through_this_one(house: House) -> None:
    one, other = draft(house), draft(house)
    row = add(house, one)
    with pytest.raises(NotFound):
        uploads.remove(actor=house.submitter, reference=other.reference, upload_id=row.pk)


def test_an_altered_file_is_not_served(house: House) -> None:
    row = add(house, draft(house))
    with storages["default"].open(row.file, "wb") as file:
        file.write(b"%PDF-1.7 something else %%EOF")
    answer = signed_in(house.submitter).get(f"/uploads/{row.pk}/")
    assert answer.status_code == 409
    assert "is missing or was altered" in text(answer)


def test_a_viewer_sees_the_documents_without_the_form(house: House) -> None:
    made = draft(house)
    add(house, made)
    page = signed_in(house.viewer).get(f"/operator/submissions/{made.reference}/documents/")
    assert "report.pdf" in text(page)
    assert "Attach the document" not in text(page)


def test_the_step_says_how_many_are_attached(house: House) -> None:
    made = draft(house)
    add(house, made)
    page = signed_in(house.submitter).get(f"/operator/submissions/{made.reference}/draft/odds/")
    assert "Documents 1 attached" in text(page)


def test_a_case_in_review_keeps_its_documents(house: House) -> None:
    made = in_review(house)
    assert list(uploads.uploads(house.officer, made)) == []
