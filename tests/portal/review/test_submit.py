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
from tests.factories import House, complete, digest, draft, in_review, make_house, odds, present, submitted
from tests.portal.doors import signed_in, text


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
    for blank in ({"text": "  "}, {"kind": "reason"}, {"finding": "elsewhere"}):
        with pytest.raises(NotPossible) as refusal:
            submit(house, made, explanations=[explained[0] | blank, *explained[1:]])
        assert [p["path"] for p in refusal.value.problems] == [points[0]["path"]]
    assert submit(house, made, explanations=explained).state == State.SUBMITTED


MD_CHOICES = {
    "wagers",
    *(
        f"odds.{flat}.{field}"
        for flat in ("pass_line", "dont_pass", "come", "dont_come")
        for field in ("multiples", "excess")
    ),
    "making.called_with_cash",
    *(f"vig.{wager}.{field}" for wager in ("buy", "lay") for field in ("collect", "rate", "base")),
    "paytables.fire",
    "paytables.bonus",
}


@pytest.mark.slow
def test_every_choice_the_document_leaves_is_stated_before_it_goes(db: None) -> None:
    """Rules that say only "md-craps" say nothing of what Maryland leaves to the operator."""
    house = make_house("md", "md-craps")
    made = draft(house, {"edition": "md-craps"})
    assert {p["path"] for p in workflow.unstated(made)} == MD_CHOICES
    assert {p["clause"] for p in workflow.unstated(made)} >= {"3/A", "6/E", "6/F", "4/C", "5/I", "5/F", "5/H"}
    with pytest.raises(NotPossible) as refusal:
        submit(house, made)
    assert {p["path"] for p in refusal.value.problems} == MD_CHOICES
    stated = complete({"edition": "md-craps"})
    save_draft(actor=house.submitter, reference=made.reference, ruleset=stated, expected_version=2)
    made.refresh_from_db()
    assert workflow.unstated(made) == []
    assert submit(house, made).state == State.SUBMITTED


def test_what_a_document_fixes_is_not_asked_for(db: None) -> None:
    for jurisdiction, edition in (("sg", "sg-mbs-v2"), ("bc", "bc-midi")):
        house = make_house(jurisdiction, edition)
        assert submit(house, draft(house, {"edition": edition})).state == State.SUBMITTED


@pytest.mark.slow
def test_the_page_lists_what_is_missing_and_leads_to_each_field(db: None) -> None:
    house = make_house("md", "md-craps")
    made = draft(house, {"edition": "md-craps"})
    client = signed_in(house.submitter)
    page = client.get(f"/operator/submissions/{made.reference}/submit/")
    assert {problem["path"] for problem in page.context["unstated"]} == MD_CHOICES
    for problem in page.context["unstated"]:
        address, _, place = problem["href"].partition("#")
        assert f'id="{place}"' in client.get(address).content.decode(), problem
    given = {"digest": digest(made), "name": "Ana Holt", "role": "Manager", "declared": "on"}
    refused = client.post(f"/operator/submissions/{made.reference}/submit/", given)
    assert refused.status_code == 422 and "18 points are still open" in text(refused)
    assert "Still to be stated. Our baseline: up to 1× on every point" in text(page)
    steps = text(client.get(f"/operator/submissions/{made.reference}/draft/vig/"))
    assert "6 choices to state" in steps and "1 choice to state" in steps and "To state here." in steps


def test_saving_each_step_states_its_choices(db: None) -> None:
    """The forms show the baseline: an operator who keeps it states it by saving. Yes or no is answered."""
    house = make_house("md", "md-craps")
    made = draft(house, {"edition": "md-craps"})
    client = signed_in(house.submitter)
    for slug in ("game", "wagers", "odds", "vig", "payouts"):
        address = f"/operator/submissions/{made.reference}/draft/{slug}/"
        page = client.get(address)
        posted = {"expected_version": page.context["base"].number, "save": "yes"}
        for group in page.context["groups"]:
            for field in group.fields:
                asked = field.path == "making.called_with_cash" or field.path.endswith(".excess")
                posted[field.path] = "no" if asked else field.value
        assert client.post(address, posted).status_code == 302
    made.refresh_from_db()
    assert workflow.unstated(made) == []


def test_an_imported_rule_set_says_what_is_missing(db: None) -> None:
    house = make_house("md", "md-craps")
    given = {"text": '{"edition": "md-craps"}', "property": house.property.pk}
    page = text(signed_in(house.submitter).post("/operator/submissions/import/", given))
    assert "18 choices to state before you can submit" in page


def test_the_api_refuses_with_the_paths(db: None) -> None:
    house = make_house("md", "md-craps")
    made = draft(house, {"edition": "md-craps"})
    client = signed_in(house.submitter)
    here = f"/api/v1/submissions/{made.reference}"
    unstated = client.get(f"{here}/gate").json()["unstated"]
    assert {(each["path"], each["clause"]) for each in unstated} >= {
        ("wagers", "3/A"),
        ("paytables.fire", "5/F"),
    }
    body = {"digest": digest(made), "name": "Ana Holt", "role": "Manager", "explanations": []}
    answer = client.post(f"{here}/submit", body, content_type="application/json")
    assert answer.status_code == 409
    assert {error["path"] for error in answer.json()["errors"]} == MD_CHOICES


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
    assert again.assignee == house.officer


def test_withdrawing(house: House) -> None:
    made = submitted(house)
    workflow.withdraw(actor=house.submitter, reference=made.reference, reason="Made in error.")
    made.refresh_from_db()
    assert made.state == State.WITHDRAWN
    with pytest.raises(NotPossible):
        workflow.withdraw(actor=house.submitter, reference=made.reference)
    with pytest.raises(NotPermitted):
        workflow.withdraw(actor=house.viewer, reference=submitted(house).reference)
