"""Deciding with four eyes, and all that has to be written with a decision."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from portal.accounts.models import Role, UserRole
from portal.audit.append_only import guard_tables, unguard_tables
from portal.audit.models import AuditEntry
from portal.documents.models import Document
from portal.errors import BadValue, Conflict, NotFound, NotPermitted, NotPossible
from portal.register.models import Entry
from portal.review import selectors, workflow
from portal.review.models import Decision
from portal.review.tasks import keep_dates
from portal.submissions.models import State, Submission
from tests.factories import House, approved, digest, odds, present, recommended, submitted, today

pytestmark = pytest.mark.slow


def approve(house: House, made: Submission, **given: Any) -> Decision:
    return workflow.approve(
        **{
            "actor": house.approver,
            "reference": made.reference,
            "digest": digest(made),
            "no_conflict": True,
            **given,
        }
    )


def nothing_was_decided(made: Submission) -> bool:
    made.refresh_from_db()
    return (
        made.state == State.RECOMMENDED
        and not Decision.objects.exists()
        and not Document.objects.exclude(kind="receipt").exists()
        and not Entry.objects.exists()
    )


def test_an_approval_writes_everything_at_once(house: House) -> None:
    made = recommended(house)
    decision = approve(house, made)
    made.refresh_from_db()
    assert (made.state, made.in_force_from, made.in_force_to) == (State.IN_FORCE, today(), None)
    assert (decision.outcome, decision.digest) == ("approved", digest(made))
    assert (decision.decided_by, decision.recommended_by) == (house.approver, house.officer)
    document = Document.objects.get(submission=made, kind="certificate")
    assert (document.state, document.version) == ("waiting", made.current_version)
    assert document.snapshot["ruleset_digest"] == digest(made)
    assert document.snapshot["ruleset"] == present(made.current_version).ruleset
    entry = Entry.objects.get(submission=made)
    assert (entry.kind, entry.outcome, entry.position) == ("decision", "approved", 0)
    assert AuditEntry.objects.filter(action="submission.approve", actor=house.approver).count() == 1


def test_whoever_recommended_cannot_decide(house: House) -> None:
    """Not even with both roles: refused by the service, and by the database if the service were wrong."""
    made = submitted(house)
    both = house.officer_and_approver
    workflow.claim(actor=both, reference=made.reference)
    workflow.recommend(
        actor=both, reference=made.reference, digest=digest(made), reason="Fine.", no_conflict=True
    )
    made.refresh_from_db()
    assert "approve" not in workflow.moves_open_to(both, made)
    with pytest.raises(NotPossible, match="Another approver"):
        approve(house, made, actor=both)
    with pytest.raises(NotPossible, match="Another approver"):
        workflow.refuse(
            actor=both, reference=made.reference, digest=digest(made), reason="No.", no_conflict=True
        )
    assert nothing_was_decided(made)
    with pytest.raises(IntegrityError, match="four_eyes"), transaction.atomic():
        Decision.objects.create(
            submission=made,
            version=present(made.current_version),
            outcome="approved",
            digest=digest(made),
            recommended_by=both,
            decided_by=both,
            effective_on=today(),
            no_conflict=True,
        )
    assert approve(house, made).decided_by == house.approver


@pytest.mark.parametrize(
    "wrong",
    [
        {"outcome": "approved", "effective_on": None},
        {"outcome": "refused", "reason": "", "effective_on": None},
        {"digest": ""},
        {"no_conflict": False},
    ],
)
def test_the_database_holds_a_decision_together(house: House, wrong: dict[str, Any]) -> None:
    made = recommended(house)
    whole = {
        "submission": made,
        "version": made.current_version,
        "outcome": "approved",
        "reason": "Fine.",
        "digest": digest(made),
        "recommended_by": house.officer,
        "decided_by": house.approver,
        "effective_on": today(),
        "no_conflict": True,
    }
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.create(**{**whole, **wrong})
    Decision.objects.create(**whole)
    with pytest.raises(IntegrityError), transaction.atomic():
        Decision.objects.create(**whole)  # one decision on a version


@pytest.mark.parametrize("who", ["officer", "regulator_admin", "submitter"])
def test_deciding_takes_an_approver(house: House, who: str) -> None:
    made = recommended(house)
    with pytest.raises(NotPermitted):
        approve(house, made, actor=getattr(house, who))
    assert nothing_was_decided(made)


@pytest.mark.parametrize("who", ["foreign_approver", "outsider", "site_admin"])
def test_elsewhere_there_is_no_such_case(house: House, who: str) -> None:
    made = recommended(house)
    with pytest.raises(NotFound):
        approve(house, made, actor=getattr(house, who))
    with pytest.raises(NotFound):
        approve(house, made, reference="NZ-2026-9999")


def test_a_decision_binds_to_the_text_that_was_read(house: House) -> None:
    made = recommended(house)
    with pytest.raises(Conflict) as conflict:
        approve(house, made, digest="0" * 64)
    assert conflict.value.theirs == made.current_version
    assert nothing_was_decided(made)
    assert AuditEntry.objects.filter(action="submission.approve.turned_away").count() == 1


def test_only_what_is_recommended_is_decided(house: House) -> None:
    made = submitted(house)
    with pytest.raises(NotPossible, match="“Recommended”"):
        approve(house, made)


def test_a_second_approval_finds_it_decided(house: House) -> None:
    made = recommended(house)
    approve(house, made)
    with pytest.raises(NotPossible):
        approve(house, made)
    assert (Decision.objects.count(), Entry.objects.count()) == (1, 1)
    assert Document.objects.exclude(kind="receipt").count() == 3


def test_a_clear_conscience_and_sound_dates(house: House) -> None:
    made = recommended(house)
    for wrong, field in (
        ({"no_conflict": False}, "no_conflict"),
        ({"effective_on": today() - timedelta(days=1)}, "effective_on"),
        ({"ends_on": today()}, "ends_on"),
    ):
        with pytest.raises(BadValue) as refusal:
            approve(house, made, **wrong)
        assert refusal.value.field == field
    assert nothing_was_decided(made)


def test_conditions_and_a_trial(house: House) -> None:
    ends = today() + timedelta(days=90)
    decision = approved(
        house,
        conditions=[{"text": "Post the limits.", "due_on": today()}, {"text": "  "}],
        ends_on=ends,
    )
    assert decision.outcome == "approved_with_conditions"
    assert [c.text for c in decision.conditions.all()] == ["Post the limits."]
    decision.submission.refresh_from_db()
    assert decision.submission.in_force_to == ends
    assert Entry.objects.get().leaf["conditions"] == [
        {"text": "Post the limits.", "due_on": today().isoformat()}
    ]


def test_a_breach_is_approved_only_with_its_waiver_by_name(house: House) -> None:
    made = recommended(house, odds(4))
    requests = [e.pk for e in selectors.explanations(present(made.current_version)) if e.kind == "waiver"]
    with pytest.raises(NotPossible) as refusal:
        approve(house, made)
    assert len(refusal.value.problems) == len(requests)
    with pytest.raises(NotPossible):
        approve(house, made, waivers=requests[:-1])
    with pytest.raises(NotPossible, match="not asked for"):
        approve(house, made, waivers=[*requests, 999_999])
    assert nothing_was_decided(made)
    decision = approve(house, made, waivers=requests)
    assert decision.waivers.count() == len(requests)
    assert len(Entry.objects.get().leaf["waivers"]) == len(requests)


def test_deciding_against_the_officer_needs_a_reason(house: House) -> None:
    made = submitted(house)
    workflow.claim(actor=house.officer, reference=made.reference)
    workflow.recommend(
        actor=house.officer,
        reference=made.reference,
        digest=digest(made),
        outcome="refuse",
        reason="Too high.",
        no_conflict=True,
    )
    with pytest.raises(BadValue) as refusal:
        approve(house, made)
    assert refusal.value.field == "reason"
    assert approve(house, made, reason="4.1(e) allows it.").reason == "4.1(e) allows it."


def test_a_refusal_has_reasons_and_a_letter_for_the_operator_only(house: House) -> None:
    made = recommended(house)
    given: dict[str, Any] = {
        "actor": house.approver,
        "reference": made.reference,
        "digest": digest(made),
        "no_conflict": True,
    }
    with pytest.raises(BadValue):
        workflow.refuse(**given, reason=" ")
    workflow.refuse(**given, reason="No ground was shown.")
    made.refresh_from_db()
    assert made.state == State.REFUSED
    letter = Document.objects.get(kind="refusal")
    assert (letter.kind, letter.snapshot["text"], letter.is_public) == (
        "refusal",
        "No ground was shown.",
        False,
    )
    assert Entry.objects.get().leaf == {
        "kind": "decision",
        "reference": made.reference,
        "jurisdiction": "nz",
        "outcome": "refused",
    }


def test_a_later_day_waits_for_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    day = today() + timedelta(days=3)
    first = approved(house).submission
    second = approved(house, effective_on=day).submission
    for one in (first, second):
        one.refresh_from_db()
    assert (first.state, second.state) == (State.IN_FORCE, State.APPROVED)
    keep_dates()
    second.refresh_from_db()
    assert second.state == State.APPROVED
    monkeypatch.setattr("portal.accounts.jurisdictions.Jurisdiction.today", lambda self, now=None: day)
    keep_dates()
    keep_dates()
    for one in (first, second):
        one.refresh_from_db()
    assert (second.state, second.in_force_from) == (State.IN_FORCE, day)
    assert (first.state, first.in_force_to) == (State.SUPERSEDED, day)
    assert [e.outcome for e in Entry.objects.order_by("position")] == [
        "approved",
        "approved",
        "superseded",
    ]


def test_the_new_takes_over_from_the_old_in_one_step(house: House) -> None:
    first = approved(house, odds(1)).submission
    second = approved(house, odds(2)).submission
    for one in (first, second):
        one.refresh_from_db()
    assert (first.state, second.state) == (State.SUPERSEDED, State.IN_FORCE)
    assert selectors.last_approved(second) == first.submitted_version


def test_the_database_allows_one_in_force(house: House) -> None:
    first = approved(house).submission
    twin = Submission.objects.get(pk=first.pk)
    twin.pk, twin.reference = None, "MD-2020-0001"
    unguard_tables()  # which would refuse a case without a decision before
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        twin.save(force_insert=True)
    guard_tables()
    assert "property" in str(refused.value)  # one for a casino and a game
    first.refresh_from_db()
    assert first.state == State.IN_FORCE


def test_a_trial_ends_when_its_last_day_has_passed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ends = today() + timedelta(days=5)
    made = approved(house, ends_on=ends).submission
    with pytest.raises(NotPossible, match="has not passed"):
        workflow.expire(submission=made)
    after = ends + timedelta(days=1)
    monkeypatch.setattr("portal.accounts.jurisdictions.Jurisdiction.today", lambda self, now=None: after)
    keep_dates()
    made.refresh_from_db()
    assert (made.state, made.in_force_to) == (State.EXPIRED, ends)


def test_suspend_lift_revoke(house: House) -> None:
    made = approved(house).submission
    reference = made.reference
    with pytest.raises(BadValue):
        workflow.suspend(actor=house.approver, reference=reference, reason="")
    workflow.suspend(actor=house.approver, reference=reference, reason="No schedule on the table.")
    workflow.lift_suspension(actor=house.approver, reference=reference)
    workflow.revoke(actor=house.approver, reference=reference, reason="It happened again.", urgency="Now.")
    made.refresh_from_db()
    assert (made.state, made.in_force_to) == (State.REVOKED, today())
    outcomes = [e.outcome for e in Entry.objects.order_by("position")]
    assert outcomes == ["approved", "suspended", "reinstated", "revoked"]
    assert "It happened again." not in str([e.leaf for e in Entry.objects.all()])


def test_only_the_operator_surrenders(house: House) -> None:
    made = approved(house).submission
    UserRole.objects.create(user=house.outsider, role=Role.OPERATOR_ADMIN)
    with pytest.raises(NotFound):
        workflow.surrender(actor=house.outsider, reference=made.reference, reason="x")
    with pytest.raises(NotPermitted):
        workflow.surrender(actor=house.approver, reference=made.reference, reason="x")
    done = workflow.surrender(actor=house.submitter, reference=made.reference, reason="The pit closes.")
    assert done.state == State.SURRENDERED
