"""Anybody tries anything in any order: no illegal state, no self-approval, no approval of an unread text.

MODEL_EXAMPLES=500 (`make model`) runs it longer.
"""

from __future__ import annotations

import os
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from portal.accounts.permissions import can
from portal.audit.models import AuditEntry
from portal.documents.models import Document
from portal.register.models import Entry
from portal.review import ticks, workflow
from portal.review.clock import clock_of
from portal.review.guards import open_notice
from portal.review.last_days import open_ends
from portal.review.models import Decision, Move, Query, Recommendation
from portal.review.transitions import TRANSITIONS
from portal.submissions.models import CLOCK_RUNS, HOLDS_FORCE, State, Submission
from tests.factories import House
from tests.flows.casework import BINDING, PEOPLE, Casework

pytestmark = pytest.mark.slow

FEW = 5
EXAMPLES = int(os.environ.get("MODEL_EXAMPLES", FEW))
BY_PEOPLE = sorted(name for name, transition in TRANSITIONS.items() if transition.permission)
ANYBODY = st.sampled_from(PEOPLE)
AFTER_APPROVAL = {
    name
    for name, transition in TRANSITIONS.items()
    if set(transition.sources) & {State.APPROVED, *HOLDS_FORCE}
}
WHICH = st.integers(0, 2)
STATES_SEEN: set[str] = set()
MADE: Counter[str] = Counter()
REFUSED: Counter[str] = Counter()


class AnyOrder(RuleBasedStateMachine):
    house: House

    def __init__(self) -> None:
        super().__init__()
        self.transaction = transaction.atomic()
        self.transaction.__enter__()
        self.work = Casework(self.house)
        self.looked_at = 0

    def teardown(self) -> None:
        self.work.close()
        MADE.update(self.work.made)
        REFUSED.update(self.work.refused)
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    # -- what people try ------------------------------------------------------------------------------------

    @rule(
        who=ANYBODY,
        names=st.lists(st.sampled_from(BY_PEOPLE), min_size=1, max_size=4, unique=True),
        which=WHICH,
        stale=st.booleans(),
    )
    def anybody_tries_anything(self, who: str, names: list[str], which: int, stale: bool) -> None:
        for name in names:
            case = self.work.case(which)
            may = name in workflow.moves_open_to(getattr(self.house, who), case)
            made = self.work.attempt(who, name, case, stale=stale)
            assert not made or may or self.repeats_a_claim(name, who, case)
            assert not (made and stale and name in BINDING)

    @rule(who=ANYBODY, which=WHICH, later=st.integers(0, 3), trial=st.booleans(), waive=st.booleans())
    def decide(self, who: str, which: int, later: int, trial: bool, waive: bool) -> None:
        case, start = self.work.case(which), self.work.today + timedelta(days=later)
        terms: dict[str, Any] = {"effective_on": start}
        terms["ends_on"] = start + timedelta(days=5) if trial else None
        if not waive:
            terms["waivers"] = []
        self.work.attempt(who, "approve", case, **terms)

    @rule(data=st.data(), which=WHICH, who=st.sampled_from(["submitter", "officer", "officer_and_approver"]))
    def take_what_the_page_offers(self, data: st.DataObject, which: int, who: str) -> None:
        case = self.work.case(which)
        offered = sorted(workflow.moves_open_to(getattr(self.house, who), case) - {"withdraw"})
        if offered:
            name = data.draw(st.sampled_from(offered))
            made = self.work.attempt(who, name, case)
            assert made or name in ("submit", "approve")  # a gate may hold these up, and says why

    @rule(name=st.sampled_from(sorted(TRANSITIONS)))
    def things_go_on_until(self, name: str) -> None:
        self.work.bring_about(name)

    @rule(name=st.sampled_from(sorted(AFTER_APPROVAL)))
    def an_approval_is_given_and_then(self, name: str) -> None:
        self.work.bring_about(name)

    @rule(who=ANYBODY, which=WHICH, multiple=st.integers(1, 4), stale=st.booleans())
    def edit(self, who: str, which: int, multiple: int, stale: bool) -> None:
        self.work.edit(who, self.work.case(which), multiple, stale=stale)

    @rule(who=ANYBODY, which=WHICH, off=st.booleans())
    def tick(self, who: str, which: int, off: bool) -> None:
        case = self.work.case(which)
        (self.work.untick if off else self.work.tick)(who, case)

    @rule(who=ANYBODY, to=ANYBODY, which=WHICH)
    def assign(self, who: str, to: str, which: int) -> None:
        self.work.assign(who, to, self.work.case(which))

    @rule(days=st.sampled_from([1, 2, 7, 60]))
    def days_pass(self, days: int) -> None:
        self.work.days_pass(days)

    def repeats_a_claim(self, name: str, who: str, case: Submission) -> bool:
        return name == "claim" and case.assignee == getattr(self.house, who)

    # -- what always holds ----------------------------------------------------------------------------------

    @invariant()
    def all_that_must_hold(self) -> None:
        """Looked at again after every act that was not turned away."""
        acts = AuditEntry.objects.exclude(action__endswith=".turned_away")
        latest = acts.order_by("-pk").values_list("pk", flat=True)[0]
        if latest == self.looked_at:
            return
        self.looked_at = latest
        self.every_state_was_reached_by_the_table()
        self.four_eyes_on_one_text()
        self.a_decision_has_all_that_belongs_to_it()
        self.one_rule_set_holds_at_a_time_without_gap_or_overlap()
        self.a_query_is_open_where_the_state_says_so_and_the_clock_stands_still()

    def every_state_was_reached_by_the_table(self) -> None:
        for case in self.cases():
            here: str = State.DRAFT
            for move in Move.objects.filter(submission=case).select_related("actor").order_by("pk"):
                transition = TRANSITIONS[move.name]
                assert move.from_state == here
                assert (here in transition.sources, move.to_state) == (True, transition.target or here)
                assert (move.actor is None) == (transition.permission is None)
                if move.actor is not None and transition.permission is not None:
                    assert can(move.actor, transition.permission)
                    assert move.actor.organisation in (self.house.operator, self.house.regulator)
                here = move.to_state
                STATES_SEEN.update((move.from_state, here))
            assert case.state == here
            assert (
                AuditEntry.objects.filter(
                    action__in=[f"submission.{name}" for name in TRANSITIONS], object_id=str(case.pk)
                ).count()
                == Move.objects.filter(submission=case).count()
            )

    def four_eyes_on_one_text(self) -> None:
        for decision in Decision.objects.filter(submission__in=self.cases()).select_related("version"):
            assert decision.decided_by_id != decision.recommended_by_id
            assert decision.digest == decision.version.digest
            assert Recommendation.objects.filter(
                version=decision.version, digest=decision.digest, made_by=decision.recommended_by
            ).exists()
            assert not ticks.unticked(decision.version)

    def a_decision_has_all_that_belongs_to_it(self) -> None:
        for case in self.cases():
            decisions = list(Decision.objects.filter(submission=case))
            granted = [d for d in decisions if d.is_approval]
            assert len(decisions) <= 1
            assert Document.objects.filter(submission=case, kind="certificate").count() == len(granted)
            published = Entry.objects.filter(submission=case, outcome__in=("approved", "refused"))
            assert published.count() == len(decisions)
            undecided = (State.DRAFT, State.WITHDRAWN, State.RETURNED, State.QUERY_OPEN, *CLOCK_RUNS)
            assert (case.state in undecided) == (not decisions)
            assert (case.state == State.REFUSED) == bool(decisions and not granted)

    def one_rule_set_holds_at_a_time_without_gap_or_overlap(self) -> None:
        cases = self.cases()
        assert sum(case.state in HOLDS_FORCE for case in cases) <= 1
        begun = {case.in_force_from for case in cases if case.in_force_from}
        for case in cases:
            if case.state == State.SUPERSEDED:
                assert case.in_force_to in begun
            if case.state in HOLDS_FORCE:
                days = [end.last_day for end in open_ends(case)]
                given = case.decisions.get().ends_on
                assert case.in_force_to == min([*days, given] if given else days, default=None)
                assert case.in_force_to is None or case.in_force_to >= self.work.today
            else:
                assert not open_ends(case)
            if case.state not in (State.APPROVED, *HOLDS_FORCE):
                assert open_notice(case) is None

    def a_query_is_open_where_the_state_says_so_and_the_clock_stands_still(self) -> None:
        for case in self.cases():
            waiting = Query.objects.filter(submission=case, answered_at=None, withdrawn_at=None).exists()
            assert waiting or case.state != State.QUERY_OPEN
            assert not waiting or case.state in (State.QUERY_OPEN, State.WITHDRAWN)
            clock = clock_of(case)
            assert case.due_on == (clock.due_on if clock else None)
            assert (case.due_on is not None) == (case.state in CLOCK_RUNS)

    def cases(self) -> list[Submission]:
        return list(Submission.objects.filter(reference__in=self.work.references[-3:]))


@pytest.fixture
def machine(house: House) -> type[AnyOrder]:
    for seen in (STATES_SEEN, MADE, REFUSED):
        seen.clear()
    AnyOrder.house = house
    return AnyOrder


@pytest.mark.slow
def test_it_can_go_everywhere(machine: type[AnyOrder]) -> None:
    """The machine reaches every state by every move, and what must hold holds there."""
    running = machine()
    try:
        for name in TRANSITIONS:  # in the order of a case's life
            running.things_go_on_until(name)
            running.all_that_must_hold()
    finally:
        running.teardown()
    assert set(State) == STATES_SEEN
    assert set(TRANSITIONS) == set(MADE)


@pytest.mark.slow
def test_anybody_tries_anything(machine: type[AnyOrder]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=25,
            deadline=None,
            derandomize=EXAMPLES == FEW,
            suppress_health_check=list(HealthCheck),
            database=None,
        ),
    )
    if EXAMPLES >= 100:  # enough for chance to have tried everything, and to have been refused everywhere
        assert set(State) == STATES_SEEN
        assert set(TRANSITIONS) == set(MADE)
        assert len(REFUSED) > len(BY_PEOPLE) / 2
