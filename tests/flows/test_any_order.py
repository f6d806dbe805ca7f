"""Anybody tries anything in any order: no illegal state, no self-approval, no approval of an unread text."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from portal.accounts.jurisdictions import JURISDICTIONS
from portal.accounts.models import User
from portal.accounts.permissions import can
from portal.documents.models import Document
from portal.errors import DomainError
from portal.register.models import Entry as Registered
from portal.review import selectors, workflow
from portal.review.models import Decision, Recommendation
from portal.review.transitions import TRANSITIONS
from portal.submissions.models import State, Submission
from portal.submissions.services import save_draft
from tests.factories import House, draft, make_house, odds

PEOPLE = (
    "submitter",
    "viewer",
    "operator_admin",
    "officer",
    "approver",
    "officer_and_approver",
    "regulator_admin",
    "outsider",
    "foreign_officer",
    "foreign_approver",
    "site_admin",
)
REASON = {"reason": "Because."}
SEEN: dict[str, dict[str, Any]] = {
    "submit": {"name": "Ana Holt", "role": "Compliance manager"},
    "return_for_amendment": REASON,
    "recommend": REASON | {"no_conflict": True},
    "approve": REASON | {"no_conflict": True},
    "refuse": REASON | {"no_conflict": True},
}  # these bind to the text the person had before them
BLIND: dict[str, dict[str, Any]] = {
    "withdraw": {},
    "claim": {},
    "open_query": {"text": "Why?", "due_on": JURISDICTIONS["nz"].today() + timedelta(days=9)},
    "answer_query": {"text": "So."},
    "send_back": REASON,
    "suspend": REASON,
    "lift_suspension": {},
    "revoke": REASON,
    "surrender": REASON,
}

ENDS = set(State) - {source for transition in TRANSITIONS.values() for source in transition.sources}


class AnyOrder(RuleBasedStateMachine):
    house: House

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.reference = draft(self.house).reference

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    def case(self) -> Submission:
        return Submission.objects.select_related("current_version").get(reference=self.reference)

    @rule(who=st.sampled_from(PEOPLE), name=st.sampled_from(sorted(BLIND)))
    def move(self, who: str, name: str) -> None:
        self.try_it(who, name, BLIND[name])

    @rule(
        who=st.sampled_from(PEOPLE),
        name=st.sampled_from(sorted(SEEN)),
        stale=st.booleans(),
        waive=st.booleans(),
    )
    def move_on_a_text(self, who: str, name: str, stale: bool, waive: bool) -> None:
        case = self.case()
        version = case.current_version
        assert version is not None
        given = SEEN[name] | {"digest": "0" * 64 if stale else version.digest}
        if waive and name == "approve":
            given["waivers"] = [e.pk for e in selectors.explanations(version) if e.kind == "waiver"]
        if waive and name == "submit":
            given["explanations"] = [
                {**point, "kind": point["needs"], "text": "Because."} for point in workflow.submit_gate(case)
            ]
        assert not (self.try_it(who, name, given) and stale)

    @rule(data=st.data(), who=st.sampled_from(["submitter", "officer", "approver", "officer_and_approver"]))
    def take_what_the_page_offers(self, data: st.DataObject, who: str) -> None:
        offered = sorted(workflow.moves_open_to(getattr(self.house, who), self.case()) - {"withdraw"})
        if not offered:
            return
        name = data.draw(st.sampled_from(offered))
        if name in SEEN:
            self.move_on_a_text(who, name, False, True)
        else:
            self.move(who, name)

    @rule()
    def begin_anew_after_the_end(self) -> None:
        if self.case().state in ENDS:
            self.reference = draft(self.house).reference

    # The likely way, so that runs also get far.
    @rule(steps=st.integers(1, 2))
    def go_on_as_usual(self, steps: int) -> None:
        usual: dict[str, Callable[[], None]] = {
            State.DRAFT: lambda: self.move_on_a_text("submitter", "submit", False, True),
            State.SUBMITTED: lambda: self.move("officer_and_approver", "claim"),
            State.IN_REVIEW: lambda: self.move_on_a_text(self.assignee(), "recommend", False, False),
            State.RECOMMENDED: lambda: self.move_on_a_text("approver", "approve", False, True),
        }
        for _ in range(steps):
            usual.get(self.case().state, lambda: None)()

    @rule(multiple=st.integers(1, 5))
    def edit(self, multiple: int) -> None:
        before = self.case()
        try:
            save_draft(
                actor=self.house.submitter,
                reference=self.reference,
                ruleset=odds(multiple),
                expected_version=before.current_version.number,  # type: ignore[union-attr]
            )
        except DomainError:
            assert before.state not in (State.DRAFT, State.RETURNED)
        else:
            assert before.state in (State.DRAFT, State.RETURNED)

    def assignee(self) -> str:
        assignee = self.case().assignee
        return next(name for name in PEOPLE if getattr(self.house, name) == assignee)

    def try_it(self, who: str, name: str, given: dict[str, Any]) -> bool:
        actor: User = getattr(self.house, who)
        before = self.case()
        try:
            getattr(workflow, name)(actor=actor, reference=self.reference, **given)
        except DomainError:
            assert self.case().state == before.state
            return False
        after, transition = self.case(), TRANSITIONS[name]
        assert before.state in transition.sources
        assert after.state == transition.target or (name, after.state) == ("approve", State.IN_FORCE)
        assert can(actor, str(transition.permission))
        assert actor.organisation in (self.house.operator, self.house.regulator)
        return True

    @invariant()
    def four_eyes_on_one_text(self) -> None:
        for decision in Decision.objects.filter(submission__reference=self.reference):
            assert decision.decided_by_id != decision.recommended_by_id
            assert decision.digest == decision.version.digest
            assert Recommendation.objects.filter(
                version=decision.version, digest=decision.digest, made_by=decision.recommended_by
            ).exists()

    @invariant()
    def a_decision_has_all_that_belongs_to_it(self) -> None:
        case = self.case()
        decisions = list(Decision.objects.filter(submission=case))
        granted = [d for d in decisions if d.is_approval]
        assert len(decisions) <= 1
        assert Document.objects.filter(submission=case, kind="certificate").count() == len(granted)
        published = Registered.objects.filter(submission=case, outcome__in=("approved", "refused"))
        assert published.count() == len(decisions)
        beyond = {State.APPROVED, State.IN_FORCE, State.SUSPENDED, State.SURRENDERED, State.REVOKED}
        assert (case.state in beyond) == bool(granted)
        assert (case.state == State.REFUSED) == bool(decisions and not granted)


@pytest.mark.slow
def test_anybody_tries_anything(db: None) -> None:
    AnyOrder.house = make_house()
    run_state_machine_as_test(
        AnyOrder,
        settings=settings(
            max_examples=20,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        ),
    )
