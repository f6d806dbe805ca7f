"""Handing in: the gate, the declaration, and what is frozen."""

from typing import Any

import pytest

from portal.audit.models import AuditEntry
from portal.errors import BadValue, Conflict, NotFound, NotPermitted, NotPossible
from portal.review import workflow
from portal.review.models import Declaration, Explanation, Move
from portal.review.queue import queue
from portal.submissions.models import State, Submission
from portal.validation.drafts import save_draft
from tests.factories import House, digest, draft, in_review, make_house, odds, present, submitted


def submit(house: House, made: Submission, **given: Any) -> Submission:
    return workflow.submit(
        **{
            "actor": house.submitter,
            "reference": made.reference,
            "digest": digest(made),
            "name": "Ana Holt",
            "role": "Compliance manager",
            **given,
        }
    )


def test_a_clean_draft_goes_to_the_regulator(house: House) -> None:
    made = submit(house, draft(house))
    assert (made.state, made.submitted_version) == (State.SUBMITTED, made.current_version)
    assert made.submitted_at is not None
    assert made in queue(house.officer)
    assert Declaration.objects.get(version=made.current_version).name == "Ana Holt"
    move = Move.objects.get(submission=made)
    assert (move.name, move.from_state, move.to_state, move.actor) == (
        "submit",
        "draft",
        "submitted",
        house.submitter,
    )
    row = AuditEntry.objects.get(action="submission.submit")
    assert (row.before, present(row.after)["state"], present(row.after)["digest"]) == (
        {"state": "draft"},
        "submitted",
        digest(made),
    )


def test_a_breach_needs_a_waiver_request(house: House) -> None:
    made = draft(house, odds(4))
    points = workflow.submit_gate(made)
    assert points
    assert {p["needs"] for p in points if p["severity"] == "breach"} == {"waiver"}
    with pytest.raises(NotPossible) as refusal:
        submit(house, made)
    assert len(refusal.value.problems) == len(points)
    made.refresh_from_db()
    assert made.state == State.DRAFT
    assert not Declaration.objects.exists()


def test_with_every_point_explained_it_goes(house: House) -> None:
    made = submitted(house, odds(4))
    rows = Explanation.objects.filter(version=made.current_version)
    assert {row.kind for row in rows} >= {"waiver"}
    assert all(row.text and row.clause and row.message for row in rows)


def test_one_point_left_open_stops_it(house: House) -> None:
    made = draft(house, odds(4))
    points = workflow.submit_gate(made)
    explained = [{**p, "kind": p["needs"], "text": "Because."} for p in points]
    for blank in ({"text": "  "}, {"kind": "reason"}, {"path": "elsewhere"}):
        with pytest.raises(NotPossible) as refusal:
            submit(house, made, explanations=[explained[0] | blank, *explained[1:]])
        assert [p["path"] for p in refusal.value.problems] == [points[0]["path"]]
    assert submit(house, made, explanations=explained).state == State.SUBMITTED


def test_a_choice_the_edition_requires_must_be_stated(db: None) -> None:
    """Maryland lets the operator choose when vigorish is taken and wants to know which (5/I)."""
    house = make_house("md", "md-craps")
    made = draft(house, odds(3, "md-craps"))
    assert {p["path"] for p in workflow.unstated(made)} == {"vig.buy.collect", "vig.lay.collect"}
    with pytest.raises(NotPossible) as refusal:
        submit(house, made)
    assert {p["path"] for p in refusal.value.problems} == {"vig.buy.collect", "vig.lay.collect"}
    said = odds(3, "md-craps") | {"vig": {"buy": {"collect": "placement"}, "lay": {"collect": "win"}}}
    save_draft(actor=house.submitter, reference=made.reference, ruleset=said, expected_version=2)
    made.refresh_from_db()
    assert workflow.unstated(made) == []


def test_a_declaration_has_name_and_role(house: House) -> None:
    made = draft(house)
    for field in ("name", "role"):
        with pytest.raises(BadValue) as refusal:
            submit(house, made, **{field: " "})
        assert refusal.value.field == field
    made.refresh_from_db()
    assert made.state == State.DRAFT


def test_it_binds_to_the_text_on_the_page(house: House) -> None:
    made = draft(house)
    seen = digest(made)
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2)
    with pytest.raises(Conflict) as conflict:
        submit(house, made, digest=seen)
    assert getattr(conflict.value.theirs, "number", None) == 3
    made.refresh_from_db()
    assert made.state == State.DRAFT


@pytest.mark.parametrize("who", ["viewer", "operator_admin"])
def test_it_takes_a_submitter(house: House, who: str) -> None:
    with pytest.raises(NotPermitted):
        submit(house, draft(house), actor=getattr(house, who))


@pytest.mark.parametrize("who", ["outsider", "officer", "foreign_officer", "site_admin"])
def test_for_others_there_is_no_such_draft(house: House, who: str) -> None:
    with pytest.raises(NotFound):
        submit(house, draft(house), actor=getattr(house, who))


def test_twice_is_once(house: House) -> None:
    made = submit(house, draft(house))
    with pytest.raises(NotPossible, match="“Submitted”"):
        submit(house, made)
    assert Move.objects.filter(submission=made).count() == 1
    turned_away = AuditEntry.objects.get(action="submission.submit.turned_away")
    assert turned_away.actor == house.submitter
    assert "“Submitted”" in present(turned_away.after)["because"]


def test_a_returned_one_comes_back_only_changed(house: House) -> None:
    made = in_review(house)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Single odds, please."
    )
    with pytest.raises(NotPossible, match="Amend it"):
        submit(house, made)
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2)
    made.refresh_from_db()
    again = submit(house, made)
    assert (again.state, present(again.submitted_version).number) == (State.SUBMITTED, 3)
    assert again.assignee is None


def test_withdrawing(house: House) -> None:
    made = submitted(house)
    workflow.withdraw(actor=house.submitter, reference=made.reference, reason="Made in error.")
    made.refresh_from_db()
    assert made.state == State.WITHDRAWN
    with pytest.raises(NotPossible):
        workflow.withdraw(actor=house.submitter, reference=made.reference)
    with pytest.raises(NotPermitted):
        workflow.withdraw(actor=house.viewer, reference=submitted(house).reference)
