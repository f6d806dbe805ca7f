"""The people of one house and all that they can try with a case, as a model-based test drives them."""

from __future__ import annotations

from collections import Counter, deque
from contextlib import ExitStack
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from portal.accounts.models import User
from portal.audit.models import AuditEntry
from portal.demo.clock import freeze_time
from portal.errors import DomainError, NotFound
from portal.review import queue_actions, selectors, ticks, workflow
from portal.review.guards import open_notice
from portal.review.last_days import open_ends
from portal.review.tasks import keep_dates
from portal.review.transitions import TRANSITIONS
from portal.submissions.models import EDITABLE, State, Submission, Version
from portal.validation.drafts import save_draft
from tests.factories import House, draft, odds, tick_off

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
# The moves that bind to the text the person had before them.
BINDING = ("submit", "return_for_amendment", "recommend", "approve", "refuse")
ENDS = set(State) - {source for transition in TRANSITIONS.values() for source in transition.sources}
START = datetime(2026, 3, 2, 9, tzinfo=ZoneInfo("Pacific/Auckland"))


class Casework:
    """One casino's cases, and a calendar that moves only when told to."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.made: Counter[str] = Counter()  # moves that were made
        self.refused: Counter[str] = Counter()
        self.moment = START
        self._calendar = ExitStack()
        self._calendar.enter_context(freeze_time(self.moment))
        self.references = [draft(house).reference]

    def close(self) -> None:
        self._calendar.close()

    @property
    def today(self) -> date:
        return self.moment.date()

    def case(self, which: int = -1) -> Submission:
        reference = self.references[which % len(self.references)]
        return Submission.objects.select_related("current_version", "submitted_version", "assignee").get(
            reference=reference
        )

    def begin(self) -> None:
        """A new draft for the same game at the same casino."""
        self.references.append(draft(self.house).reference)

    def days_pass(self, days: int) -> None:
        """Time goes by, and Baize does what the calendar asks of it."""
        self.moment += timedelta(days=days)
        self._calendar.close()
        self._calendar.enter_context(freeze_time(self.moment))
        before = self._moves()
        keep_dates()
        self.made.update(self._moves() - before)

    def attempt(self, who: str, name: str, case: Submission, *, stale: bool = False, **given: Any) -> bool:
        """Anybody tries a move. True if it was made; one that is not leaves no trace but in the trail."""
        actor: User = getattr(self.house, who)
        given = self.said(name, case) | given
        if name in BINDING:
            given["digest"] = "0" * 64 if stale else version_of(case).digest
        turned_away, before = self._turned_away(), self._moves()
        try:
            getattr(workflow, name)(actor=actor, reference=case.reference, **given)
        except DomainError as refusal:
            now = Submission.objects.get(pk=case.pk)
            assert (now.state, now.current_version_id) == (case.state, case.current_version_id)
            assert self._turned_away() == turned_away + (not isinstance(refusal, NotFound))
            assert self._moves() == before
            self.refused[name] += 1
            return False
        self.made.update(self._moves() - before)
        return True

    def said(self, name: str, case: Submission) -> dict[str, Any]:
        """What a careful person says with a move."""
        reason: dict[str, Any] = {"reason": "For good reasons."}
        if name == "submit":
            points = workflow.submit_gate(case) if case.current_version else []
            explained = [{**point, "kind": point["needs"], "text": "Because."} for point in points]
            return {"name": "Ana Holt", "role": "Compliance manager", "explanations": explained}
        if name == "open_query":
            return {"text": "Why?", "due_on": self.today + timedelta(days=9)}
        if name == "answer_query":
            return {"text": "So."}
        if name in ("recommend", "refuse"):
            return reason | {"no_conflict": True}
        if name == "approve":
            wanted = [e.pk for e in selectors.explanations(version_of(case)) if e.kind == "waiver"]
            return reason | {"no_conflict": True, "waivers": wanted}
        if name == "give_notice_of_intent":
            return reason | {"due_on": self.today + timedelta(days=9)}
        if name == "reply_to_notice":
            return {"text": "It was not so."}
        if name in ("plan_surrender", "plan_revocation"):
            reason |= {"last_day": self.today}
        if name in ("revoke", "plan_revocation"):
            reason |= {"urgency": "Players lose money."}
        return {} if name in ("withdraw", "claim", "lift_suspension", "take_back_surrender") else reason

    def edit(self, who: str, case: Submission, multiple: int, *, stale: bool = False) -> bool:
        number = version_of(case).number - stale
        try:
            save_draft(
                actor=getattr(self.house, who),
                reference=case.reference,
                ruleset=odds(multiple),
                expected_version=number,
            )
        except DomainError:
            return False
        assert case.state in EDITABLE
        assert (who, stale) == ("submitter", False)
        return True

    def tick(self, who: str, case: Submission) -> None:
        if case.submitted_version is None:  # there is nothing to mark yet
            return
        try:
            tick_off(getattr(self.house, who), case)
        except DomainError:
            return

    def untick(self, who: str, case: Submission) -> None:
        for key in ticks.ticks(version_of(case)):
            try:
                ticks.untick(actor=getattr(self.house, who), reference=case.reference, finding_key=key)
            except DomainError:
                return

    def assign(self, who: str, to: str, case: Submission) -> None:
        try:
            queue_actions.assign(
                actor=getattr(self.house, who),
                reference=case.reference,
                assignee_id=getattr(self.house, to).pk,
            )
        except DomainError:
            assert Submission.objects.get(pk=case.pk).assignee == case.assignee

    def bring_about(self, name: str) -> None:
        """Makes this move with the newest case, after all that has to come before it."""
        if self.case().state in ENDS:
            self.begin()
        path = _path(State(self.case().state), name)
        if path is None:  # this case is past it
            self.begin()
            path = _path(State.DRAFT, name) or []
        for step in path:
            self._do(step)

    def _do(self, name: str) -> None:
        """One move, by the person whose move it is. Approvals are trials from tomorrow on."""
        case = self.case()
        if name == "come_into_force":
            return self.days_pass(1)
        if name == "expire":
            for kind in ("surrender", "revocation"):
                if f"take_back_{kind}" in self._offered(case):
                    self._do(f"take_back_{kind}")
            return self.days_pass(40)
        if name == "supersede":
            self.begin()
            return self.bring_about("come_into_force")
        for before in self._before(name, case):
            self._do(before)
            case = self.case()
        if name.endswith("_takes_effect"):
            return self.days_pass(1)
        given: dict[str, Any] = {}
        if name == "submit" and case.state == State.RETURNED:
            other = 1 if version_of(case).ruleset["odds"]["come"]["multiples"] != "1" else 2
            assert self.edit("submitter", case, other)
            case = self.case()
        if name == "approve":
            given = {
                "effective_on": self.today + timedelta(days=1),
                "ends_on": self.today + timedelta(days=30),
            }
        if name == "recommend":
            self.tick(self._hand("recommend", case), case)
        assert self.attempt(self._hand(name, case), name, case, **given), (name, case.state)
        return None

    def _before(self, name: str, case: Submission) -> list[str]:
        """What else has to be done before this move, which the states do not tell."""
        notice, ends = open_notice(case), {end.kind for end in open_ends(case)}
        if name in ("reply_to_notice", "withdraw_notice") and notice is None:
            return ["give_notice_of_intent"]
        if (name == "give_notice_of_intent" and notice) or (
            name == "reply_to_notice" and notice and notice.replied_at
        ):
            again = ["give_notice_of_intent"] if name == "reply_to_notice" else []
            return ["withdraw_notice", *again]
        if name in ("take_back_surrender", "surrender_takes_effect") and "surrender" not in ends:
            return ["plan_surrender"]
        if name in ("take_back_revocation", "revocation_takes_effect") and "revoke" not in ends:
            return ["plan_revocation"]
        if name == "plan_surrender" and "surrender" in ends:
            return ["take_back_surrender"]
        if name == "plan_revocation" and "revoke" in ends:
            return ["take_back_revocation"]
        return []

    def _hand(self, name: str, case: Submission) -> str:
        """Whoever the table lets make this move now."""
        hands = ("submitter", "officer", "officer_and_approver", "approver")
        assigned = [who for who in hands if getattr(self.house, who) == case.assignee]
        for who in (*assigned, *hands):
            offered = workflow.moves_open_to(getattr(self.house, who), case)
            if name in offered or (name == "recommend" and who in assigned):
                return who
        raise AssertionError(f"nobody can {name} {case} ({case.state})")

    def _offered(self, case: Submission) -> set[str]:
        hands = (self.house.submitter, self.house.officer_and_approver, self.house.approver)
        return set().union(*(workflow.moves_open_to(who, case) for who in hands))

    def _moves(self) -> Counter[str]:
        rows = Submission.objects.filter(reference__in=self.references)
        return Counter(rows.exclude(moves=None).values_list("moves__name", flat=True))

    def _turned_away(self) -> int:
        return AuditEntry.objects.filter(action__endswith=".turned_away").count()


def version_of(case: Submission) -> Version:
    assert case.current_version is not None
    return case.current_version


def _path(state: State, name: str) -> list[str] | None:
    """The shortest way through the table from a state to this move, with the move at its end."""
    reached: dict[State, list[str]] = {state: []}
    waiting = deque([state])
    while waiting:
        here = waiting.popleft()
        if here in TRANSITIONS[name].sources:
            return [*reached[here], name]
        for step in TRANSITIONS.values():
            if here in step.sources and step.target is not None and step.target not in reached:
                reached[step.target] = [*reached[here], step.name]
                waiting.append(step.target)
    return None
