"""Comparisons of a case, standard texts and the move to a newer edition, over the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from portal.review import standards, workflow
from portal.review.models import StandardKind
from portal.submissions.models import State
from tests.factories import House, approved, digest, draft, in_review, odds, submitted, today
from tests.portal.api.callers import Caller
from tests.portal.editions.drafts import published_draft


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content.decode()
    return answer.json()


def test_a_case_is_compared_with_the_rulebook_and_what_was_approved(house: House) -> None:
    first = approved(house, odds(1)).submission
    case = in_review(house, odds(2))
    told = ok(Caller(house.officer).get(f"/submissions/{case.reference}/comparison"))
    assert (told["edition"], told["returned"]) == ("nz-revised", None)
    stands = {row["path"]: row["standing"] for row in told["rules"]}
    assert stands["odds.pass_line"] == "chosen"
    assert told["approved"]["reference"] == first.reference
    [change] = [row for row in told["approved"]["values"] if row["path"].startswith("odds.pass_line")]
    assert change["was"] != change["now"]
    assert change["clause"]


def test_a_resubmitted_case_is_compared_with_what_was_returned(house: House) -> None:
    case = in_review(house, odds(1))
    due = today() + timedelta(days=9)
    workflow.return_for_amendment(
        actor=house.officer, reference=case.reference, digest=digest(case), reason="Odds?", due_on=due
    )
    told = ok(Caller(house.officer).get(f"/submissions/{case.reference}/comparison"))
    assert told["returned"] is None  # nothing was submitted since
    assert Caller(house.outsider).get(f"/submissions/{case.reference}/comparison").status_code == 404


def test_standard_texts_are_the_regulators_own(house: House) -> None:
    made = standards.add_standard(
        actor=house.regulator_admin, kind=StandardKind.CONDITION, title="A sign", text="Post a sign."
    )
    [row] = ok(Caller(house.officer).get("/standard-texts"))["items"]
    assert (row["id"], row["version"], row["title"], row["text"]) == (made.pk, 1, "A sign", "Post a sign.")
    assert ok(Caller(house.foreign_officer).get("/standard-texts"))["items"] == []
    assert Caller(house.submitter).get("/standard-texts").status_code == 403
    standards.retire_standard(actor=house.regulator_admin, standard_id=made.pk)
    assert ok(Caller(house.officer).get("/standard-texts"))["items"] == []


def test_a_draft_moves_to_the_newer_edition(house: House) -> None:
    made, sent = draft(house, odds(2)), submitted(house, odds(2))
    operator = Caller(house.submitter)
    where = f"/submissions/{made.reference}/newer-edition"
    assert operator.post(where).status_code == 409  # nothing has replaced it
    later = published_draft("nz-revised", days=0, edition_id="nz-later")
    moved = ok(operator.post(where), 201)
    assert moved["edition"] == later.pk
    made.refresh_from_db()
    assert made.state == State.WITHDRAWN
    assert operator.post(f"/submissions/{sent.reference}/newer-edition").status_code == 409
