"""The officer's work: claiming, asking, returning, recommending."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from portal.errors import BadValue, Conflict, NotFound, NotPermitted, NotPossible
from portal.notices.models import Notice
from portal.review import comments, queue, selectors, workflow
from portal.review.models import Query
from portal.submissions.models import State, Submission
from portal.submissions.selectors import version_shown_to
from portal.validation.drafts import save_draft
from tests.factories import (
    House,
    close_account,
    complete,
    digest,
    draft,
    in_review,
    odds,
    present,
    recommended,
    submit_draft,
    submitted,
    today,
)

pytestmark = pytest.mark.slow


def test_an_officer_takes_a_case_and_a_colleague_takes_it_over(house: House) -> None:
    made = workflow.claim(actor=house.officer, reference=submitted(house).reference)
    assert (made.state, made.assignee) == (State.IN_REVIEW, house.officer)
    moves = made.moves.count()
    assert workflow.claim(actor=house.officer, reference=made.reference).moves.count() == moves
    assert "claim" not in workflow.moves_open_to(house.officer, made)
    taken = workflow.claim(actor=house.officer_and_approver, reference=made.reference)
    assert taken.assignee == house.officer_and_approver
    with pytest.raises(NotPossible, match="Take the case over"):
        workflow.return_for_amendment(
            actor=house.officer, reference=made.reference, digest=digest(made), reason="x"
        )


@pytest.mark.parametrize("who", ["foreign_officer", "outsider"])
def test_a_case_elsewhere_does_not_exist(house: House, who: str) -> None:
    made = submitted(house)
    with pytest.raises(NotFound):
        workflow.claim(actor=getattr(house, who), reference=made.reference)
    with pytest.raises(NotFound):
        selectors.case(getattr(house, who), made.reference)


@pytest.mark.parametrize("who", ["approver", "regulator_admin", "submitter"])
def test_claiming_takes_an_officer(house: House, who: str) -> None:
    with pytest.raises(NotPermitted):
        workflow.claim(actor=getattr(house, who), reference=submitted(house).reference)


def test_a_query_goes_out_and_comes_back(house: House) -> None:
    made = in_review(house)
    due = today() + timedelta(days=10)
    asked = workflow.open_query(
        actor=house.officer, reference=made.reference, text="How many tables?", due_on=due
    )
    assert asked.state == State.QUERY_OPEN
    assert made in selectors.dashboard(house.submitter)["needs_me"]
    with pytest.raises(NotPermitted):
        workflow.answer_query(actor=house.viewer, reference=made.reference, text="Two.")
    with pytest.raises(BadValue):
        workflow.answer_query(actor=house.submitter, reference=made.reference, text=" ")
    back = workflow.answer_query(actor=house.submitter, reference=made.reference, text="Two.")
    assert back.state == State.IN_REVIEW
    query = selectors.queries(made).get()
    assert (query.answer, query.answered_by) == ("Two.", house.submitter)


def test_a_query_gives_time_to_answer(house: House) -> None:
    made = in_review(house)
    with pytest.raises(BadValue) as refusal:
        workflow.open_query(actor=house.officer, reference=made.reference, text="Why?", due_on=today())
    assert refusal.value.field == "due_on"
    assert not Query.objects.exists()


def test_the_database_allows_one_question_at_each_place_of_a_letter(house: House) -> None:
    made = in_review(house)
    rows = [Query(submission=made, text="?", due_on=today(), asked_by=house.officer) for _ in range(2)]
    with pytest.raises(IntegrityError), transaction.atomic():
        Query.objects.bulk_create(rows)


def test_during_amendment_the_regulator_reads_the_submitted_version(house: House) -> None:
    made = in_review(house)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Single odds, please."
    )
    save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2)
    made.refresh_from_db()
    assert version_shown_to(house.officer, made).number == 2
    assert version_shown_to(house.submitter, made).number == 3


def returned_and_amended(house: House) -> Submission:
    made = in_review(house)
    workflow.return_for_amendment(
        actor=house.officer, reference=made.reference, digest=digest(made), reason="Single odds, please."
    )
    save_draft(actor=house.submitter, reference=made.reference, ruleset=complete(odds(1)), expected_version=2)
    made.refresh_from_db()
    Notice.objects.all().delete()
    return made


def test_a_resubmitted_case_goes_back_to_its_officer(house: House) -> None:
    made = submit_draft(house, returned_and_amended(house))
    assert (made.state, made.assignee) == (State.SUBMITTED, house.officer)
    assert [
        (n.user, "again" in n.text) for n in Notice.objects.filter(user__organisation=house.regulator)
    ] == [(house.officer, True)]
    assert queue.news_of([made]) == {made.pk: "Submitted again"}
    taken = workflow.claim(actor=house.officer, reference=made.reference)
    assert (taken.state, taken.assignee) == (State.IN_REVIEW, house.officer)


@pytest.mark.parametrize("gone", ["closed", "another role"])
def test_a_resubmitted_case_whose_officer_is_gone_waits_for_another(house: House, gone: str) -> None:
    made = returned_and_amended(house)
    if gone == "closed":
        close_account(house.officer, house.regulator_admin)
    else:
        house.officer.role_rows.all().delete()
    made = submit_draft(house, made)
    assert made.assignee is None
    told = {notice.user for notice in Notice.objects.all()}
    assert house.officer_and_approver in told
    assert house.officer not in told


def test_a_recommendation_binds_to_text_reason_and_clear_conscience(house: House) -> None:
    made = in_review(house)
    given: dict[str, Any] = {"actor": house.officer, "reference": made.reference, "digest": digest(made)}
    given["reason"] = "Fine."
    for wrong, field in (({"reason": " "}, "reason"), ({"outcome": "maybe"}, "outcome"), ({}, "no_conflict")):
        conscience = {"no_conflict": bool(wrong)}
        with pytest.raises(BadValue) as refusal:
            workflow.recommend(**{**given, **conscience, **wrong})
        assert refusal.value.field == field
    with pytest.raises(Conflict):
        workflow.recommend(**{**given, "no_conflict": True, "digest": "0" * 64})
    done = workflow.recommend(**given, no_conflict=True)
    made.refresh_from_db()
    assert (made.state, done.digest, done.made_by) == (State.RECOMMENDED, digest(made), house.officer)


def test_an_approver_sends_it_back(house: House) -> None:
    made = recommended(house)
    with pytest.raises(BadValue):
        workflow.send_back(actor=house.approver, reference=made.reference, reason="")
    back = workflow.send_back(actor=house.approver, reference=made.reference, reason="Look at 4.10 again.")
    assert (back.state, back.assignee) == (State.IN_REVIEW, house.officer)


def test_what_the_regulator_says_to_itself_stays_there(house: House) -> None:
    made = recommended(house)
    workflow.send_back(actor=house.approver, reference=made.reference, reason="Look at 4.10 again.")
    comments.comment(actor=house.officer, reference=made.reference, text="Between us.")
    assert [n.text for n in selectors.notes(house.approver, made)] == ["Between us."]
    assert not selectors.notes(house.submitter, made).exists()
    with pytest.raises(NotPermitted):
        comments.comment(actor=house.submitter, reference=made.reference, text="Me too.")
    with pytest.raises(NotFound):
        comments.comment(actor=house.foreign_officer, reference=made.reference, text="Hello.")
    ours = selectors.timeline(house.officer, made)
    theirs = selectors.timeline(house.submitter, made)
    assert [m.reason for m in ours if m.name == "send_back"] == ["Look at 4.10 again."]
    assert all(not m.reason for m in theirs)
    assert {m.actor_label for m in theirs} == {house.submitter.name, house.regulator.name}
    assert theirs[0].label == "Submitted"


def test_the_queue_is_the_regulators_own_and_can_be_searched(house: House) -> None:
    draft(house)
    waiting, taken = submitted(house), in_review(house)
    assert list(queue.queue(house.officer)) == [waiting, taken]
    assert list(queue.queue(house.officer, assignee="me")) == [taken]
    assert list(queue.queue(house.officer, assignee="none")) == [waiting]
    assert list(queue.queue(house.officer, state="submitted")) == [waiting]
    assert list(queue.queue(house.officer, query=f"{waiting.reference[-4:]} casino")) == [waiting]
    assert not queue.queue(house.officer, query="nowhere").exists()
    assert not queue.queue(house.officer, jurisdiction="sg").exists()
    assert not queue.queue(house.foreign_officer, state="all").exists()
    assert not queue.queue(house.submitter).exists()
    counts = queue.queue_counts(house.officer)
    assert (counts["submitted"], counts["in_review"], counts["draft"]) == (1, 1, 0)


def test_the_queue_costs_one_query(house: House, django_assert_num_queries: Any) -> None:
    for _ in range(3):
        submitted(house)
    house.officer.roles, present(house.officer.organisation).jurisdiction_codes  # read once a request
    with django_assert_num_queries(1):
        for row in queue.queue(house.officer):
            assert (row.organisation.name, row.property.name, row.edition.title, row.assignee) is not None


def test_differences_from_the_edition(house: House) -> None:
    made = submitted(house, odds(2))
    found = selectors.differences(house.officer, made)
    assert {row["path"] for row in found["edition"]} == {
        "odds.pass_line",
        "odds.come",
        "odds.dont_pass",
        "odds.dont_come",
    }
    assert found["last_approved"] == []
