"""Letters: for the operator and its regulator, and for nobody else."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from portal.accounts.models import User
from portal.documents import outbox
from portal.documents.models import Document
from portal.documents.signing import Signer
from portal.register.models import Entry
from portal.review import workflow
from tests.factories import House, approved, in_review

pytestmark = pytest.mark.slow

BYTES = b"%PDF-1.7 a letter"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def letter(house: House, monkeypatch: pytest.MonkeyPatch) -> Document:
    monkeypatch.setattr("portal.documents.pdf.render", lambda *args: BYTES)
    signer = Signer("5" * 64, "A signer", "a chain")
    monkeypatch.setattr("portal.documents.signing.sign", lambda data, **about: (data, signer))
    case = in_review(house)
    ask(house, case.reference)
    return Document.objects.get(kind="query")


def ask(house: House, reference: str) -> None:
    due = timezone.now().date() + timedelta(days=9)
    workflow.open_query(actor=house.officer, reference=reference, text="Why two?", due_on=due)


def as_(user: User | None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def test_it_is_for_those_the_case_concerns(house: House, letter: Document) -> None:
    address = f"/documents/{letter.pk}/"
    assert as_(house.submitter).get(address).status_code == 404  # not ready yet
    outbox.produce(letter.pk)
    for person in (house.submitter, house.viewer, house.officer, house.approver):
        answer = as_(person).get(address)
        assert (answer.status_code, answer.content) == (200, BYTES)
        assert "no-store" in answer["Cache-Control"]
    for stranger in (house.outsider, house.foreign_officer, house.foreign_approver):
        assert as_(stranger).get(address).status_code == 404
        assert as_(stranger).get(f"/documents/of/{letter.submission.reference}/").status_code == 404
    assert as_(None).get(address).status_code == 302
    assert not Entry.objects.exists()


def test_no_public_address_leads_to_it(house: House, letter: Document) -> None:
    outbox.produce(letter.pk)
    reference = approved(house).submission.reference
    workflow.revoke(actor=house.approver, reference=reference, reason="Loaded dice.", urgency="Now.")
    for paper in Document.objects.filter(kind="revocation"):
        assert outbox.produce(paper.pk)
    for kind in ("revocation", "query", "refusal", "nothing"):
        assert as_(None).get(f"/register/{reference}/{kind}.pdf").status_code == 404
    assert b"Loaded dice" not in as_(None).get(f"/register/{reference}/").content


def test_the_pages_show_how_far_it_is(house: House, letter: Document) -> None:
    reference = letter.submission.reference
    for person, page in ((house.submitter, "operator/submissions"), (house.officer, "regulator/cases")):
        said = as_(person).get(f"/{page}/{reference}/").content.decode()
        assert "Letter of query" in said
        assert "waiting to be prepared" in said
        assert 'hx-trigger="every 2s"' in said
    for row in Document.objects.filter(submission=letter.submission):
        outbox.produce(row.pk)
    part = as_(house.submitter).get(f"/documents/of/{reference}/", headers=HTMX).content.decode()
    assert f'href="/documents/{letter.pk}/"' in part
    assert "hx-trigger" not in part


def test_each_question_has_its_own_letter(house: House, letter: Document) -> None:
    reference = letter.submission.reference
    workflow.answer_query(actor=house.submitter, reference=reference, text="Because.")
    ask(house, reference)
    letters = Document.objects.filter(kind="query").order_by("pk")
    assert [d.occasion for d in letters] == ["1", "2"]
    assert len({d.filename for d in letters}) == 2


def test_why_it_failed_is_for_the_regulator(house: House, letter: Document) -> None:
    Document.objects.filter(pk=letter.pk).update(state="failed", failure="No signing key.")
    reference = letter.submission.reference

    def said(person: Any) -> str:
        return str(as_(person).get(f"/documents/of/{reference}/", headers=HTMX).content.decode())

    assert "could not be prepared" in said(house.submitter)
    assert "No signing key" not in said(house.submitter)
    assert "No signing key" in said(house.approver)
    assert "Prepare the failed documents again" in said(house.approver)
    answer = as_(house.approver).post(f"/regulator/cases/{reference}/document/")
    assert answer.status_code == 302
    letter.refresh_from_db()
    assert letter.state == "waiting"
