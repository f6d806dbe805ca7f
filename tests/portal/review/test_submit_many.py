"""Several drafts with one declaration: which are ready, and one reason for the same finding in each."""

from __future__ import annotations

from typing import Any

import pytest

from portal.errors import NotPermitted
from portal.review import submit_many, workflow
from portal.review.models import Declaration, Explanation
from portal.submissions.models import State, Submission
from tests.factories import House, complete, digest, draft, in_review, odds, submitted
from tests.portal.doors import ClientResponse, signed_in, text

LIST = "/operator/submissions/submit/"
DECLARE = "/operator/submissions/submit/declaration/"
DECLARATION = {"name": "Ana Holt", "role": "Head of Compliance", "declared": "on", "confirmed": "yes"}


def breaching(house: House) -> Submission:
    return draft(house, complete(odds(4)))


def boxes(answer: ClientResponse) -> list[str]:
    return [str(row["shown"]) for row in answer.context["rows"] if row["state"].is_ready]


def test_drafts_say_whether_they_are_ready(house: House) -> None:
    ready, open_points = draft(house, complete(odds(2))), draft(house, {"edition": "nz-revised"})
    returned = in_review(house)
    workflow.return_for_amendment(
        actor=house.officer, reference=returned.reference, digest=digest(returned), reason="Amend it."
    )
    submitted(house)
    states = {row.reference: submit_many.state_of(row) for row in submit_many.drafts(house.submitter)}
    assert set(states) == {ready.reference, open_points.reference, returned.reference}
    assert states[ready.reference].is_ready
    missing = states[open_points.reference]
    assert missing.unstated == workflow.unstated(open_points) != []
    assert not missing.is_ready
    assert states[returned.reference].returned_unchanged and not states[returned.reference].is_ready
    with pytest.raises(NotPermitted):
        submit_many.drafts(house.viewer)


def test_the_same_finding_is_explained_once_for_all(house: House) -> None:
    one, two, clean = breaching(house), breaching(house), draft(house, complete(odds(2)))
    states = [submit_many.state_of(made) for made in (one, two, clean)]
    findings = submit_many.same_findings(states)
    assert findings
    assert len({finding.key for finding in findings}) == len(findings)
    assert all(finding.references == sorted([one.reference, two.reference]) for finding in findings)
    client = signed_in(house.submitter)
    chosen = boxes(client.get(LIST))
    assert len(chosen) == 3
    page = client.post(DECLARE, {"case": chosen})
    assert page.status_code == 200
    given: dict[str, Any] = {"case": chosen, **DECLARATION}
    refused = client.post(DECLARE, given)
    assert refused.status_code == 422
    assert "ask for a waiver of this finding" in text(refused)
    assert not Declaration.objects.exists()
    for finding in findings:
        given |= {f"waive-{finding.key}": "on", f"explain-{finding.key}": "The trial of 2024 went well."}
    done = client.post(DECLARE, given)
    assert "3 of 3 done" in text(done)
    assert set(Submission.objects.values_list("state", flat=True)) == {State.SUBMITTED}
    texts = Explanation.objects.values_list("version__submission__reference", "text").distinct()
    assert set(texts) == {(made.reference, "The trial of 2024 went well.") for made in (one, two)}
    again = client.post(DECLARE, given)
    assert "3 of 3 done" in text(again)
    assert Declaration.objects.count() == 3


def test_what_was_explained_before_a_return_is_there_again(house: House) -> None:
    made = submitted(house, odds(4))
    workflow.claim(actor=house.officer, reference=made.reference)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Say more."
    )
    made.refresh_from_db()
    findings = submit_many.same_findings([submit_many.state_of(made)])
    assert {finding.before for finding in findings} == {"Our floor plan calls for it."}


def test_rows_succeed_or_say_why(house: House) -> None:
    good, changed = draft(house, complete(odds(1))), draft(house, complete(odds(2)))
    client = signed_in(house.submitter)
    chosen = [value.replace(digest(changed), "0" * 64) for value in boxes(client.get(LIST))]
    answer = client.post(DECLARE, {"case": chosen, **DECLARATION})
    assert "1 of 2 done" in text(answer)
    assert "It changed after the list was shown" in text(answer)
    assert "Try 1 again" in text(answer)
    good.refresh_from_db()
    assert good.state == State.SUBMITTED
    retry = client.post(DECLARE, {"case": [changed.reference], "name": "Ana Holt"})
    assert digest(changed)[:16] in text(retry)


def test_open_points_are_linked_and_have_no_box(house: House) -> None:
    made = draft(house, {"edition": "nz-revised"})
    answer = signed_in(house.submitter).get(LIST)
    (row,) = answer.context["rows"]
    assert row["missing"]
    assert all(f"/operator/submissions/{made.reference}/draft/" in one["href"] for one in row["missing"])
    assert 'name="case"' not in answer.content.decode()
    assert "None of these drafts is ready." in text(answer)


def test_nothing_chosen_too_many_and_a_reload(house: House) -> None:
    client = signed_in(house.submitter)
    assert "Select at least one draft." in text(client.post(DECLARE))
    many = client.post(DECLARE, {"case": [f"NZ-2026-{n:04}" for n in range(51)]})
    assert (many.status_code, "Select at most 50" in text(many)) == (422, True)
    assert client.get(DECLARE)["Location"] == LIST
    assert signed_in(house.viewer).get(LIST).status_code == 403
    assert signed_in(house.viewer).post(DECLARE, {"case": ["NZ-2026-0001"]}).status_code == 403
