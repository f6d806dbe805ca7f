"""The queue, the review page, and the moves made from it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import date
from typing import Any

import pytest

from portal.review import workflow
from portal.submissions.models import Submission
from portal.validation.drafts import save_draft
from tests.factories import House, digest, in_review, odds, recommended, submit_draft, submitted, tick_off
from tests.portal.doors import fields, signed_in, text

pytestmark = pytest.mark.slow


def case(made: Submission, move: str = "") -> str:
    return f"/regulator/cases/{made.reference}/{move}"


def test_the_queue_narrows_by_state_and_words(house: House) -> None:
    waiting, taken = submitted(house), in_review(house)
    client = signed_in(house.officer)
    everything = text(client.get("/regulator/queue/"))
    assert waiting.reference in everything
    assert taken.reference in everything
    only = text(client.get("/regulator/queue/?state=submitted"))
    assert waiting.reference in only
    assert taken.reference not in only
    assert "No cases match" in text(client.get("/regulator/queue/?q=nowhere"))
    assert taken.reference in text(client.get(f"/regulator/queue/?q={taken.reference}"))


@pytest.mark.parametrize("query", ["state=bogus", "page=99", "page=x", "assignee=-3", "q=%27%22%3C"])
def test_the_queue_bears_any_address(house: House, query: str) -> None:
    submitted(house)
    assert signed_in(house.officer).get(f"/regulator/queue/?{query}").status_code == 200


def test_the_queue_asks_the_database_no_more_for_more_rows(
    house: House, django_assert_max_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    client = signed_in(house.officer)
    for _ in range(6):
        submitted(house)
    with django_assert_max_num_queries(16):
        client.get("/regulator/queue/")


def test_the_review_page_shows_what_is_unusual(house: House) -> None:
    made = in_review(house, odds(3))
    page = text(signed_in(house.officer).get(case(made)))
    assert "Compared with the rulebook" in page and "4 depart" in page
    assert "4 breaches" in page
    assert "4.1(e)(i)" in page
    assert "Our floor plan calls for it." in page
    assert digest(made) in page


def test_taking_a_case(house: House) -> None:
    made = submitted(house)
    answer = signed_in(house.officer).post(case(made, "claim/"), follow=True)
    assert "You are now reviewing" in text(answer)
    made.refresh_from_db()
    assert made.assignee == house.officer


def test_the_page_offers_only_the_moves_that_are_open(house: House) -> None:
    made = recommended(house)
    officer, approver = (text(signed_in(user).get(case(made))) for user in (house.officer, house.approver))
    assert "An approver who did not recommend it has to decide" in officer
    assert "Approve" in approver
    assert "Send back to the officer" in approver


def test_recommending_needs_reasons_and_no_conflict_of_interest(house: House) -> None:
    made = in_review(house)
    answer = signed_in(house.officer).post(
        case(made, "recommend/"), {"digest": digest(made), "outcome": "approve"}
    )
    assert answer.status_code == 422
    assert "Enter the reasons for your recommendation." in text(answer)
    assert "no conflict of interest, or leave the case" in text(answer)


def test_recommending_and_approving_by_two_people(house: House) -> None:
    made = in_review(house)
    said = {"digest": digest(made), "reason": "Within the rulebook.", "no_conflict": "on"}
    signed_in(house.officer).post(case(made, "recommend/"), said | {"outcome": "approve"})
    answer = signed_in(house.approver).post(case(made, "approve/"), said | {"confirm": "yes"}, follow=True)
    assert "Approved. The certificate is being prepared." in text(answer)
    made.refresh_from_db()
    assert made.state == "in_force"


def test_the_recommender_cannot_decide(house: House) -> None:
    made = submitted(house)
    both = signed_in(house.officer_and_approver)
    both.post(case(made, "claim/"))
    said = {"digest": digest(made), "reason": "Within the rulebook.", "no_conflict": "on"}
    both.post(case(made, "recommend/"), said | {"outcome": "approve"})
    answer = both.post(case(made, "approve/"), said)
    assert "Another approver has to decide" in text(answer)
    made.refresh_from_db()
    assert made.state == "recommended"


def test_an_officer_cannot_approve(house: House) -> None:
    made = recommended(house)
    answer = signed_in(house.officer).post(
        case(made, "approve/"), {"digest": digest(made), "no_conflict": "on"}
    )
    assert answer.status_code == 403
    made.refresh_from_db()
    assert made.state == "recommended"


def test_a_decision_on_another_text_than_the_one_read_is_stopped_with_both_shown(house: House) -> None:
    made = in_review(house)
    seen = digest(made)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=seen, reason="Lower it."
    )
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2)
    made.refresh_from_db()
    workflow.submit(
        actor=house.submitter, reference=made.reference, digest=digest(made), name="Ana Holt", role="Manager"
    )
    workflow.claim(actor=house.officer, reference=made.reference)
    said = {"digest": seen, "outcome": "approve", "reason": "Fine.", "no_conflict": "on"}
    answer = signed_in(house.officer).post(case(made, "recommend/"), said)
    assert answer.status_code == 409
    assert "The rules changed while you were reading" in text(answer)
    assert "2× on every point" in text(answer)
    assert "1× on every point" in text(answer)
    made.refresh_from_db()
    assert made.state == "in_review"


def test_waivers_ticked_on_another_text_than_the_one_recommended_show_what_changed(house: House) -> None:
    made = recommended(house, odds(3))
    client = signed_in(house.approver)
    read = fields(client.get(case(made, "approve/")))
    assert made.current_version is not None
    asked = [str(pk) for pk in made.current_version.explanations.values_list("pk", flat=True)]
    given: dict[str, Any] = {"reference": made.reference, "reason": "Bring it nearer."}
    workflow.send_back(actor=house.approver, **given)
    workflow.return_for_amendment(actor=house.officer, digest=digest(made), **given)
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(4), expected_version=2)
    made.refresh_from_db()
    made = submit_draft(house, made)
    workflow.claim(actor=house.officer, reference=made.reference)
    tick_off(house.officer, made)
    workflow.recommend(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Yes.", no_conflict=True
    )
    answer = client.post(case(made, "approve/"), read | {"waivers": asked, "no_conflict": "on"})
    assert answer.status_code == 409
    assert "The rules changed while you were reading" in text(answer)
    assert "3× on every point" in text(answer) and "4× on every point" in text(answer)


def test_a_breach_is_approved_only_with_its_waiver_granted_by_name(house: House) -> None:
    made = recommended(house, odds(3))
    client = signed_in(house.approver)
    page = client.get(case(made, "approve/"))
    assert "Breaches to waive" in text(page)
    said = {"digest": digest(made), "no_conflict": "on"}
    refused = client.post(case(made, "approve/"), said)
    assert refused.status_code == 422
    assert "grant a waiver for each breach" in text(refused)
    assert made.current_version is not None
    requests = list(made.current_version.explanations.values_list("pk", flat=True))
    client.post(case(made, "approve/"), said | {"waivers": requests, "confirm": "yes"})
    made.refresh_from_db()
    assert made.state == "in_force"


def test_a_condition_is_kept_with_its_day(house: House) -> None:
    made = recommended(house)
    said = {
        "digest": digest(made),
        "no_conflict": "on",
        "condition": "Post a sign.",
        "condition_due_on": "2031-01-02",
    }
    signed_in(house.approver).post(case(made, "approve/"), said | {"confirm": "yes"})
    condition = made.decisions.get().conditions.get()
    assert (condition.text, condition.due_on) == ("Post a sign.", date(2031, 1, 2))


def test_refusing_needs_its_reasons(house: House) -> None:
    made = recommended(house)
    answer = signed_in(house.approver).post(
        case(made, "refuse/"), {"digest": digest(made), "no_conflict": "on"}
    )
    assert answer.status_code == 422
    assert "Enter the reasons for the refusal." in text(answer)


def test_a_query_has_a_day_in_the_future(house: House) -> None:
    made = in_review(house)
    client = signed_in(house.officer)
    assert fields(client.get(case(made, "open-query/")))["due_on"]
    answer = client.post(case(made, "open-query/"), {"text": "Which table?", "due_on": "2020-01-01"})
    assert answer.status_code == 422
    assert "at least until tomorrow" in text(answer)


def test_notes_stay_inside(house: House) -> None:
    made = in_review(house)
    signed_in(house.officer).post(case(made, "note/"), {"text": "Ask the inspector."})
    assert "Ask the inspector." in text(signed_in(house.approver).get(case(made)))
    assert "Ask the inspector." not in text(
        signed_in(house.submitter).get(f"/operator/submissions/{made.reference}/")
    )


def test_an_empty_note_has_a_message(house: House) -> None:
    answer = signed_in(house.officer).post(case(in_review(house), "note/"), {"text": " "})
    assert answer.status_code == 422
    assert "Enter a note." in text(answer)


def test_the_audit_page_shows_refused_attempts(house: House) -> None:
    made = recommended(house)
    signed_in(house.officer).post(case(made, "approve/"), {"digest": digest(made), "no_conflict": "on"})
    page = text(signed_in(house.regulator_admin).get(f"/audit/?thing={made.reference}"))
    assert "Submission: approve, refused" in page


def test_an_empty_dashboard_says_so(house: House) -> None:
    page = text(signed_in(house.officer).get("/regulator/"))
    assert "Every submitted case has an officer." in page
