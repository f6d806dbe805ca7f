"""An operator's dashboard, properties, and the life of a submission outside the editor."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from portal.accounts.models import Property
from portal.review import workflow
from tests.factories import House, approved, draft, in_review, submitted
from tests.portal.doors import signed_in, text
from tests.portal.operator.versions import current_version

pytestmark = pytest.mark.slow


def test_an_empty_dashboard_says_what_will_stand_there(house: House) -> None:
    page = text(signed_in(house.submitter).get("/operator/"))
    assert "You have no tasks" in page
    assert "You have no drafts" in page


def test_the_dashboard_sorts_by_what_each_needs(house: House) -> None:
    asked, waiting = in_review(house), submitted(house)
    due = timezone.now().date() + timedelta(days=10)
    workflow.open_query(actor=house.officer, reference=asked.reference, text="Which table?", due_on=due)
    page = text(signed_in(house.submitter).get("/operator/"))
    needs, under_review = page.index("Your tasks"), page.index("Under review")
    assert needs < page.index(asked.reference) < under_review
    assert page.index(waiting.reference, under_review) > under_review


def test_a_new_submission_starts_from_casino_and_rulebook(house: House) -> None:
    client = signed_in(house.submitter)
    offered = text(client.get("/operator/submissions/new/"))
    assert "New Zealand craps, revised" in offered
    assert "Maryland" not in offered
    answer = client.post(
        "/operator/submissions/new/", {"choice": f"{house.property.pk}:nz-revised"}, follow=True
    )
    assert "Odds multiples" in text(answer)


def test_a_new_submission_for_another_operators_casino_is_not_offered(house: House) -> None:
    other = Property.objects.get(organisation=house.outsider.organisation)
    answer = signed_in(house.submitter).post(
        "/operator/submissions/new/", {"choice": f"{other.pk}:nz-revised"}
    )
    assert answer.status_code == 422


def test_choosing_nothing_has_a_message(house: House) -> None:
    answer = signed_in(house.submitter).post("/operator/submissions/new/", {"choice": ""})
    assert answer.status_code == 422
    assert "Choose a casino and the rulebook" in text(answer)


def test_answering_a_query_sends_the_review_on(house: House) -> None:
    made = in_review(house)
    due = timezone.now().date() + timedelta(days=10)
    workflow.open_query(actor=house.officer, reference=made.reference, text="Which table?", due_on=due)
    client = signed_in(house.submitter)
    assert "Which table?" in text(client.get(f"/operator/submissions/{made.reference}/"))
    empty = client.post(f"/operator/submissions/{made.reference}/answer/", {"text": ""})
    assert empty.status_code == 422
    assert "Enter your answer" in text(empty)
    client.post(f"/operator/submissions/{made.reference}/answer/", {"text": "CR-01"})
    made.refresh_from_db()
    assert made.state == "in_review"


def test_withdrawing_asks_first(house: House) -> None:
    client, made = signed_in(house.submitter), submitted(house)
    assert "cannot be reopened" in text(client.get(f"/operator/submissions/{made.reference}/withdraw/"))
    client.post(f"/operator/submissions/{made.reference}/withdraw/", {"reason": "Plans changed."})
    made.refresh_from_db()
    assert made.state == "withdrawn"


def test_withdrawing_a_draft_is_called_deleting_it(house: House) -> None:
    client, made = signed_in(house.submitter), draft(house)
    assert "Delete this draft" in text(client.get(f"/operator/submissions/{made.reference}/"))
    page = text(client.get(f"/operator/submissions/{made.reference}/withdraw/"))
    assert "Delete this draft" in page
    assert "The review ends" not in page


def test_what_was_returned_shows_why(house: House) -> None:
    made = in_review(house)
    workflow.return_for_amendment(
        actor=house.officer,
        reference=made.reference,
        digest=current_version(made).digest,
        reason="State the limits.",
    )
    page = text(signed_in(house.submitter).get(f"/operator/submissions/{made.reference}/"))
    assert "Returned for amendment State the limits." in page
    assert "Amend the rules" in page


def test_an_approved_submission_leads_to_its_public_entry(house: House) -> None:
    decision = approved(house)
    reference = decision.submission.reference
    page = signed_in(house.submitter).get(f"/operator/submissions/{reference}/")
    assert f"/register/{reference}/" in page.content.decode()
    assert house.approver.name not in text(page)


def test_a_property_and_its_tables(house: House) -> None:
    client = signed_in(house.operator_admin)
    answer = client.post(
        "/operator/properties/new/",
        {"name": "Tui Rooms", "jurisdiction": "nz", "address": "1 Quay"},
        follow=True,
    )
    assert "Tui Rooms is added" in text(answer)
    where = answer.redirect_chain[-1][0]
    client.post(f"{where}tables/", {"label": "Craps 1", "game": "craps"})
    again = client.post(f"{where}tables/", {"label": "craps 1", "game": "craps"})
    assert again.status_code == 422
    assert "already" in text(again)


def test_a_submitter_does_not_manage_properties(house: House) -> None:
    client = signed_in(house.submitter)
    assert client.get("/operator/properties/new/").status_code == 403
    assert "Add a table" not in text(client.get(f"/operator/properties/{house.property.pk}/"))


def test_the_page_of_a_draft_offers_to_go_on(house: House) -> None:
    page = signed_in(house.submitter).get(f"/operator/submissions/{draft(house).reference}/")
    assert "Continue the draft" in text(page)
