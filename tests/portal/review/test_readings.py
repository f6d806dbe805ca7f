"""The reading that a finding rests on: stored with it, named on pages and in documents, given by the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.documents.models import Document
from portal.documents.render_context import render_html
from portal.review import workflow
from portal.review.models import Explanation
from portal.validation.selectors import run_of
from tests.factories import House, approved, digest, draft, in_review, make_house, recommended, submitted
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow

QUESTION = "How high may vigorish be that is taken only on a win?"
SENTENCE = f"Depends on the reading “{QUESTION}” (md.vig.rate): for the regulator’s judgement."
PLACE = "/rulebook/md-craps/5/G(3)(a)/#reading-md.vig.rate"


@pytest.fixture
def md(db: None) -> House:
    return make_house("md", "md-craps")


def on_a_win(rate: str = "3/50") -> dict[str, Any]:
    """Vigorish of 6% on a win only, for which Maryland's document names no rate."""
    terms = {"collect": "win", "rate": rate, "base": "wager"}
    flats = ("pass_line", "come", "dont_pass", "dont_come")
    return {
        "edition": "md-craps",
        "odds": {flat: {"multiples": 3} for flat in flats},
        "vig": {"buy": terms, "lay": terms},
    }


def test_a_stored_finding_and_its_explanation_keep_the_reading(md: House) -> None:
    made = submitted(md, on_a_win())
    run = run_of(made.submitted_version)
    assert run is not None
    assert {finding.reading for finding in run.findings.all() if finding.severity == "refer"} == {
        "md.vig.rate"
    }
    assert {row.reading for row in Explanation.objects.all()} == {"md.vig.rate"}


def test_a_finding_without_a_question_behind_it_names_none(house: House) -> None:
    made = in_review(house)
    page = signed_in(house.officer).get(f"/regulator/cases/{made.reference}/")
    assert "Depends on" not in page.content.decode()


def test_case_draft_and_submit_page_name_it_and_lead_to_its_clause(md: House) -> None:
    made = draft(md, on_a_win())
    operator = signed_in(md.submitter)
    for address in ("submit/", "draft/vig/", ""):
        page = operator.get(f"/operator/submissions/{made.reference}/{address}")
        assert page.status_code == 200, address
        assert PLACE in page.content.decode(), address
        assert f"“{QUESTION}” ( md.vig.rate ): for the regulator’s judgement." in text(page), address
    case = in_review(md, on_a_win())
    page = signed_in(md.officer).get(f"/regulator/cases/{case.reference}/")
    assert PLACE in page.content.decode() and QUESTION in text(page)


def test_the_certificate_names_it(md: House) -> None:
    approved(md, on_a_win())
    certificate = Document.objects.get(kind="certificate")
    assert {finding["reading"] for finding in certificate.snapshot["findings"]} >= {SENTENCE}
    assert SENTENCE in render_html("certificate", certificate.snapshot)


def test_letters_of_query_and_refusal_name_it(md: House) -> None:
    case = in_review(md, on_a_win())
    due = timezone.now().date() + timedelta(days=9)
    workflow.open_query(actor=md.officer, reference=case.reference, text="Why 6%?", due_on=due)
    assert SENTENCE in render_html("query", Document.objects.get(kind="query").snapshot)
    made = recommended(md, on_a_win())
    workflow.refuse(
        actor=md.approver, reference=made.reference, digest=digest(made), reason="Too high.", no_conflict=True
    )
    snapshot = Document.objects.get(kind="refusal").snapshot
    assert SENTENCE in render_html("refusal", snapshot)
    del snapshot["points"]  # a letter ordered before letters listed findings
    assert "Too high." in render_html("refusal", snapshot)


def test_the_api_gives_it_with_stored_and_live_findings(md: House) -> None:
    made = draft(md, on_a_win())
    client = signed_in(md.submitter)
    version = f"/api/v1/submissions/{made.reference}/versions/2"
    stored = client.get(f"{version}/report").json()["findings"]
    live = client.post("/api/v1/check", on_a_win(), content_type="application/json").json()["findings"]
    for findings in (stored, live):
        assert {f["reading"] for f in findings if f["severity"] == "refer"} == {"md.vig.rate"}
    gate = client.get(f"/api/v1/submissions/{made.reference}/gate").json()
    assert {point["reading"] for point in gate["points"]} == {"md.vig.rate"}
