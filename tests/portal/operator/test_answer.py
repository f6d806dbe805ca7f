"""Answering a query: words and files, and who can open them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from portal.accounts.jurisdictions import jurisdiction
from portal.review import workflow
from portal.submissions.models import Submission
from tests.factories import House, in_review
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


@pytest.fixture
def asked(house: House) -> Submission:
    made = in_review(house)
    due = jurisdiction("nz").today() + timedelta(days=10)
    workflow.open_query(actor=house.officer, reference=made.reference, text="Which table?", due_on=due)
    made.refresh_from_db()
    return made


def here(made: Submission) -> str:
    return f"/operator/submissions/{made.reference}/"


def test_an_answer_with_files_reaches_the_regulator_and_nobody_else(house: House, asked: Submission) -> None:
    files = [
        SimpleUploadedFile("plan.pdf", PDF),
        SimpleUploadedFile("letter.pdf", PDF.replace(b"1.7", b"1.4")),
    ]
    sent = {"text": "The first one.", "file": files}
    answer = signed_in(house.submitter).post(f"{here(asked)}answer/", sent, follow=True)
    assert "Your answer is sent." in text(answer)
    assert "plan.pdf" in text(answer)
    page = text(signed_in(house.officer).get(f"/regulator/cases/{asked.reference}/"))
    assert "The first one." in page
    assert "letter.pdf" in page
    stored = asked.queries.get().files.all()[0]
    where = f"/answers/{stored.pk}/"
    assert signed_in(house.officer).get(where).content == PDF
    assert signed_in(house.viewer).get(where)["Content-Disposition"].startswith("attachment")
    for stranger in (house.outsider, house.foreign_officer):
        assert signed_in(stranger).get(where).status_code == 404


def test_a_refused_file_is_reported_beside_the_field_and_nothing_is_sent(
    house: House, asked: Submission
) -> None:
    given = [SimpleUploadedFile("letter.pdf", PDF), SimpleUploadedFile("plan.svg", b"<svg></svg>")]
    sent = {"text": "The first one.", "file": given}
    answer = signed_in(house.submitter).post(f"{here(asked)}answer/", sent)
    assert answer.status_code == 422
    assert "plan.svg: SVG drawings are not accepted" in text(answer)
    assert "The first one." in answer.content.decode()
    asked.refresh_from_db()
    assert asked.state == "query_open"
    assert not asked.queries.get().files.exists()


def test_a_file_that_is_too_large(house: House, asked: Submission, settings: object) -> None:
    settings.UPLOAD_MAX_MB = 0  # type: ignore[attr-defined]
    sent = {"text": "The first one.", "file": SimpleUploadedFile("plan.pdf", PDF)}
    answer = signed_in(house.submitter).post(f"{here(asked)}answer/", sent)
    assert answer.status_code == 422
    assert "The file is larger than" in text(answer)
    asked.refresh_from_db()
    assert asked.state == "query_open"


def test_words_alone_will_do_and_no_words_will_not(house: House, asked: Submission) -> None:
    client = signed_in(house.submitter)
    empty = client.post(f"{here(asked)}answer/", {"text": ""})
    assert empty.status_code == 422
    assert "Enter your answer to the query." in text(empty)
    client.post(f"{here(asked)}answer/", {"text": "The first one."})
    asked.refresh_from_db()
    assert asked.state == "in_review"
