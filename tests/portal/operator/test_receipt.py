"""The receipt: page, e-mail and PDF of what was sent; and the same on the operator's own page."""

from __future__ import annotations

import hashlib

import pytest

from portal.documents import pdf
from portal.documents.models import Document
from portal.documents.render_context import render_html
from portal.documents.selectors import public_document
from portal.errors import NotFound
from portal.notices.models import Mail, Notice
from portal.review import workflow
from portal.submissions import uploads
from portal.submissions.models import Submission
from portal.text import format_day
from portal.validation.drafts import save_draft
from tests.factories import House, complete, digest, draft, in_review, odds, submit_draft, submitted
from tests.portal.doors import signed_in, text
from tests.portal.routes import PDF

pytestmark = pytest.mark.slow


def where(made: Submission, *more: str) -> str:
    return "/".join(["/operator/submissions", made.reference, *more, ""])


def with_a_file(house: House) -> Submission:
    """Submitted with a waiver request for each breach and a confidential report."""
    made = draft(house, complete(odds(3, house.edition.pk)))
    uploads.add(
        actor=house.submitter,
        reference=made.reference,
        kind="laboratory",
        confidential=True,
        filename="report.pdf",
        data=PDF,
    )
    submit_draft(house, made)
    made.refresh_from_db()
    return made


def test_submitting_leads_to_the_receipt(house: House) -> None:
    made = draft(house, complete(odds(2, house.edition.pk)))
    given = {"digest": digest(made), "name": "Ana Holt", "role": "Compliance", "declared": "on"}
    given |= {f"explain-{n}": "Our plan." for n in range(len(workflow.submit_gate(made)))}
    answer = signed_in(house.submitter).post(where(made, "submit"), given)
    assert answer["Location"] == where(made, "receipt")


@pytest.mark.parametrize("page", ["receipt", ""])
def test_the_operator_reads_what_was_sent(house: House, page: str) -> None:
    made = with_a_file(house)
    shown = text(signed_in(house.viewer).get(where(made, page) if page else where(made)))
    assert "Ana Holt, Compliance manager" in shown
    assert shown.count("Our floor plan calls for it.") == len(workflow.submit_gate(made))
    assert "report.pdf" in shown
    assert hashlib.sha256(PDF).hexdigest() in shown
    assert made.due_on is not None
    assert format_day(made.due_on) in shown
    assert "standard layout" in shown


def test_there_is_no_receipt_before_and_none_for_strangers(house: House) -> None:
    made = draft(house)
    assert signed_in(house.submitter).get(where(made, "receipt")).status_code == 404
    made = submitted(house)
    assert signed_in(house.outsider).get(where(made, "receipt")).status_code == 404
    assert public_document(made.reference, "receipt-2") is None


def test_the_pdf_says_what_was_sent(house: House) -> None:
    made = with_a_file(house)
    paper = Document.objects.get(submission=made, kind="receipt")
    assert paper.title == "Receipt for version 2"
    assert not paper.is_public
    said = " ".join(render_html("receipt", paper.snapshot).split())
    for part in ("Ana Holt, Compliance manager", "report.pdf", "Laboratory report", "confidential", "NZDT"):
        assert part in said
    assert made.due_on is not None
    assert format_day(made.due_on) in said
    assert hashlib.sha256(PDF).hexdigest()[:8] in said
    assert digest(made)[:8] in said
    assert "Our floor plan calls for it." in said
    assert pdf.render("receipt", paper.snapshot).startswith(b"%PDF")


def test_each_submission_has_its_own_receipt_with_the_reply(house: House) -> None:
    made = in_review(house)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="State the limits."
    )
    made.refresh_from_db()
    assert made.current_version is not None
    save_draft(
        actor=house.submitter,
        reference=made.reference,
        ruleset=made.current_version.ruleset | {"limits": {"pass_line": {"min": "5", "max": "500"}}},
        expected_version=made.current_version.number,
    )
    made.refresh_from_db()
    workflow.submit(
        actor=house.submitter,
        reference=made.reference,
        digest=digest(made),
        name="Ana Holt",
        role="Compliance",
        explanations=[
            {**point, "kind": point["needs"], "text": "Our plan."} for point in workflow.submit_gate(made)
        ],
        reply="They are stated.",
    )
    first, second = Document.objects.filter(submission=made, kind="receipt").order_by("pk")
    assert (first.snapshot["reply"], second.snapshot["reply"]) == ("", "They are stated.")
    assert second.snapshot["returned"] == "State the limits."
    assert first.filename != second.filename


def test_the_operators_people_get_the_receipt_by_mail(house: House) -> None:
    made = submitted(house)
    made.refresh_from_db()
    mails = Mail.objects.filter(subject__contains="receipt")
    assert {mail.to for mail in mails} == {house.submitter.email, house.operator_admin.email}
    assert made.due_on is not None
    for mail in mails:
        assert format_day(made.due_on) in mail.body
        assert where(made, "receipt") in mail.body
    assert Notice.objects.filter(user=house.submitter, text__contains="was submitted on").exists()


def test_a_file_that_was_submitted_stays_readable_after_it_is_removed(house: House) -> None:
    made = with_a_file(house)
    row = made.uploads.get()
    workflow.claim(actor=house.officer, reference=made.reference)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Measure again."
    )
    uploads.remove(actor=house.submitter, reference=made.reference, upload_id=row.pk)
    assert uploads.upload(house.submitter, row.pk) == row
    assert uploads.upload(house.officer, row.pk) == row
    with pytest.raises(NotFound):
        uploads.remove(actor=house.submitter, reference=made.reference, upload_id=row.pk)
    assert not uploads.uploads(house.submitter, made).exists()
