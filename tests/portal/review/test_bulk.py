"""One act on many cases: each on its own, bound to what was shown, never twice, and never a decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from portal.accounts.jurisdictions import jurisdiction
from portal.accounts.models import User
from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotPermitted
from portal.review import bulk, document_orders, queue_actions, workflow
from portal.review.models import Declaration, Flag, Move, Query
from portal.review.transitions import TRANSITIONS
from portal.submissions.models import DECIDED, State, Submission
from portal.validation.drafts import save_draft
from tests.factories import House, complete, draft, in_review, odds, recommended, submitted

pytestmark = pytest.mark.slow


def due() -> date:
    return jurisdiction("nz").today() + timedelta(days=10)


def shown(actor: User, *cases: Submission) -> list[bulk.ListedCase]:
    return [bulk.ListedCase.to(actor, Submission.objects.get(pk=case.pk)) for case in cases]


def run(actor: User, name: str, cases: list[bulk.ListedCase], **given: Any) -> list[bulk.ActResult]:
    return bulk.run(actor=actor, act=bulk.QUEUE_ACTS[name], cases=cases, given=given)


GIVEN: dict[str, Callable[[House], dict[str, Any]]] = {
    "claim": lambda house: {},
    "assign": lambda house: {"assignee_id": house.officer_and_approver.pk},
    "flag": lambda house: {"flag": "urgent"},
    "unflag": lambda house: {"flag": "urgent"},
    "ask": lambda house: {"text": "Which dice are in use?", "due_on": due()},
    "return": lambda house: {"reason": "State when vigorish is taken."},
}


def start(house: House, name: str) -> Submission:
    made = submitted(house) if name == "claim" else in_review(house)
    if name == "unflag":
        queue_actions.flag(actor=house.officer, reference=made.reference, flag="urgent")
    return made


def test_deciding_stays_one_by_one() -> None:
    """No act on many moves a case to a recommendation or decision, nor needs a permission that does."""
    deciding = {
        transition.permission
        for transition in TRANSITIONS.values()
        if transition.permission is not None
        and transition.permission.startswith("review.")
        and transition.target in {State.RECOMMENDED, *DECIDED}
    }
    assert {"review.recommend", "review.decide", "review.suspend"} <= deciding
    for act in [*bulk.QUEUE_ACTS.values(), bulk.SUBMIT]:
        assert act.permission not in deciding
        if act.move:
            assert TRANSITIONS[act.move].target not in {State.RECOMMENDED, *DECIDED}


@pytest.mark.parametrize("name", bulk.QUEUE_ACTS)
def test_each_case_is_acted_on_once_however_often_it_is_sent(house: House, name: str) -> None:
    cases = [start(house, name), start(house, name)]
    chosen, given = shown(house.officer, *cases), GIVEN[name](house)
    first = run(house.officer, name, chosen, **given)
    assert [result.done for result in first] == [True, True], first
    trail, moves, queries = AuditEntry.objects.count(), Move.objects.count(), Query.objects.count()
    again = run(house.officer, name, chosen, **given)
    assert again == first
    assert (AuditEntry.objects.count(), Move.objects.count(), Query.objects.count()) == (
        trail,
        moves,
        queries,
    )


@pytest.mark.parametrize("name", bulk.QUEUE_ACTS)
def test_a_case_with_other_rules_than_shown_is_left_alone(house: House, name: str) -> None:
    made, other = start(house, name), start(house, name)
    chosen = shown(house.officer, made, other)
    results = run(house.officer, name, [replace(chosen[0], digest="0" * 64), chosen[1]], **GIVEN[name](house))
    assert [result.done for result in results] == [False, True]
    assert "It changed after the list was shown" in results[0].message
    made.refresh_from_db()
    assert shown(house.officer, made) == chosen[:1]


def test_a_case_that_a_colleague_took_since_is_not_taken_over(house: House) -> None:
    made, free = submitted(house), submitted(house)
    chosen = shown(house.officer, made, free)
    workflow.claim(actor=house.officer_and_approver, reference=made.reference)
    taken, done = run(house.officer, "claim", chosen)
    assert (taken.done, done.done) == (False, True)
    assert f"with {house.officer_and_approver}" in taken.message
    made.refresh_from_db()
    assert made.assignee == house.officer_and_approver
    refusal = AuditEntry.objects.get(action="submission.claim.turned_away")
    assert refusal.object_label == made.reference


def test_an_amended_case_is_not_returned_again(house: House) -> None:
    made = in_review(house)
    chosen = shown(house.officer, made)
    run(house.officer, "return", chosen, reason="State the vigorish.")
    save_draft(actor=house.submitter, reference=made.reference, ruleset=complete(odds(3)), expected_version=2)
    again = run(house.officer, "return", chosen, reason="Another reason.")
    assert [result.done for result in again] == [False]


def test_each_refusal_has_its_own_reason_and_keeps_no_other_case_back(house: House) -> None:
    mine, closed, theirs = in_review(house), recommended(house), in_review(house)
    queue_actions.assign(
        actor=house.approver, reference=theirs.reference, assignee_id=house.officer_and_approver.pk
    )
    cases = [
        *shown(house.officer, closed, theirs),
        bulk.ListedCase("NZ-2026-9999"),
        *shown(house.officer, mine),
    ]
    results = run(house.officer, "ask", cases, text="Why?", due_on=due())
    assert [result.done for result in results] == [False, False, False, True]
    assert "“Recommended”" in results[0].message
    assert f"{house.officer_and_approver} is reviewing this" in results[1].message
    assert results[2].message == "There is no submission NZ-2026-9999."
    assert Query.objects.get().submission == mine


def test_a_failure_in_one_case_undoes_that_case_only(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    cases = [in_review(house), in_review(house), in_review(house)]
    order = document_orders.order_query_letter

    def fail_at_the_second(queries: list[Query], version: Any) -> Any:
        if queries[0].submission_id == cases[1].pk:
            raise RuntimeError("killed")
        return order(queries, version)

    monkeypatch.setattr(document_orders, "order_query_letter", fail_at_the_second)
    chosen = shown(house.officer, *cases)
    results = run(house.officer, "ask", chosen, text="Why?", due_on=due())
    assert [result.done for result in results] == [True, False, True]
    assert "nothing was changed" in results[1].message
    cases[1].refresh_from_db()
    assert (cases[1].state, cases[1].queries.count()) == (State.IN_REVIEW, 0)
    monkeypatch.undo()
    repeated = run(house.officer, "ask", chosen, text="Why?", due_on=due())
    assert [result.done for result in repeated] == [True, True, True]
    assert Query.objects.count() == 3


def test_after_the_end_of_the_process_the_same_request_finishes_the_rest(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = shown(house.officer, *[submitted(house) for _ in range(3)])
    claim, calls = workflow.claim, []

    def killed(**given: Any) -> Submission:
        calls.append(given)
        if len(calls) == 2:
            raise SystemExit
        return claim(**given)

    act = replace(bulk.QUEUE_ACTS["claim"], service=killed)
    with pytest.raises(SystemExit):
        bulk.run(actor=house.officer, act=act, cases=chosen, given={})
    assert Submission.objects.filter(state=State.IN_REVIEW).count() == 1
    results = run(house.officer, "claim", chosen)
    assert [result.done for result in results] == [True, True, True]
    assert Move.objects.filter(name="claim").count() == 3


def test_how_many_and_by_whom(house: House) -> None:
    made = submitted(house)
    with pytest.raises(BadValue, match="Select at least one case"):
        run(house.officer, "claim", [])
    with pytest.raises(BadValue, match="You selected 51 cases"):
        run(house.officer, "claim", [bulk.ListedCase(f"NZ-2026-{n:04}") for n in range(51)])
    with pytest.raises(NotPermitted):
        run(house.approver, "claim", shown(house.officer, made))
    foreign = run(house.foreign_officer, "claim", shown(house.officer, made))
    assert [(result.done, result.message) for result in foreign] == [
        (False, f"There is no submission {made.reference}.")
    ]
    assert {act.name for act in bulk.acts_open_to(house.officer)} == set(bulk.QUEUE_ACTS)
    assert {act.name for act in bulk.acts_open_to(house.approver)} == {"assign", "flag", "unflag"}
    assert bulk.acts_open_to(house.submitter) == []


def test_a_preview_binds_what_came_without_a_digest_and_leaves_out_what_cannot_be_done(house: House) -> None:
    free, closed = in_review(house), recommended(house)
    rows = bulk.preview(
        house.officer,
        bulk.QUEUE_ACTS["return"],
        [bulk.ListedCase(free.reference), bulk.ListedCase(closed.reference), bulk.ListedCase("NZ-2026-9999")],
    )
    assert [row.shown for row in rows[:1]] == shown(house.officer, free)
    assert [bool(row.problem) for row in rows] == [False, True, True]


def test_an_operators_list_tells_nothing_of_officers(house: House) -> None:
    made = in_review(house)
    assert shown(house.officer, made)[0].assignee == str(house.officer.pk)
    assert shown(house.submitter, made)[0].assignee == ""


def test_several_drafts_are_submitted_with_one_declaration_once(house: House) -> None:
    cases = [draft(house, complete(odds(multiple))) for multiple in (1, 2)]
    chosen = shown(house.submitter, *cases)
    given = {"name": "Ana Holt", "role": "Compliance manager", "explanations": []}
    first = bulk.run(actor=house.submitter, act=bulk.SUBMIT, cases=chosen, given=given)
    assert [result.done for result in first] == [True, True], first
    again = bulk.run(actor=house.submitter, act=bulk.SUBMIT, cases=chosen, given=given)
    assert again == first
    assert Declaration.objects.count() == Move.objects.filter(name="submit").count() == 2
    workflow.claim(actor=house.officer, reference=cases[0].reference)
    later = bulk.run(actor=house.submitter, act=bulk.SUBMIT, cases=chosen, given=given)
    assert later == first


def test_a_draft_saved_since_it_was_shown_is_not_submitted(house: House) -> None:
    made = draft(house, complete(odds(1)))
    chosen = shown(house.submitter, made)
    save_draft(actor=house.submitter, reference=made.reference, ruleset=complete(odds(2)), expected_version=2)
    given = {"name": "Ana Holt", "role": "Compliance manager", "explanations": []}
    (result,) = bulk.run(actor=house.submitter, act=bulk.SUBMIT, cases=chosen, given=given)
    assert not result.done and "changed" in result.message
    assert not Declaration.objects.exists()


def test_marks_are_the_regulators_own(house: House) -> None:
    made = submitted(house)
    with pytest.raises(NotPermitted):
        run(house.submitter, "flag", shown(house.submitter, made), flag="urgent")
    assert not Flag.objects.exists()
