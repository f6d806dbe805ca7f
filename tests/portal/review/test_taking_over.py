"""One rule set takes over from another: never a moment with two, never one with none."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError

from portal.documents.models import Document
from portal.register import services as register
from portal.register.models import Entry as Registered
from portal.review import events, workflow
from portal.review.models import Decision, Move
from portal.review.tasks import keep_dates
from portal.submissions.models import HOLDS_FORCE, State, Submission
from tests.factories import House, approved, create_property, digest, odds, recommended, today

pytestmark = pytest.mark.slow


def holding(house: House) -> list[Submission]:
    return list(Submission.objects.filter(property=house.property, state__in=HOLDS_FORCE))


def approve(house: House, made: Submission, **terms: Any) -> Decision:
    return workflow.approve(
        actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True, **terms
    )


def test_end_and_beginning_are_the_same_moment(house: House) -> None:
    first = approved(house, odds(1)).submission
    second = approved(house, odds(2)).submission
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.in_force_to == second.in_force_from == today()
    ended = Move.objects.get(submission=first, name="supersede")
    begun = Move.objects.get(submission=second, name="come_into_force")
    assert ended.reason == f"Superseded by {second.reference}."
    assert (begun.at - ended.at) < timedelta(minutes=1)
    assert ended.pk < begun.pk


def test_at_no_step_of_it_are_there_two(house: House) -> None:
    approved(house, odds(1))
    counted: list[int] = []

    def count(**_: Any) -> None:
        counted.append(len(holding(house)))

    events.moved.connect(count, weak=False, dispatch_uid="test.count")
    try:
        approved(house, odds(2))
    finally:
        events.moved.disconnect(dispatch_uid="test.count")
    assert max(counted) == 1
    assert len(holding(house)) == 1


@pytest.mark.parametrize("fails_at", ["superseded", "certificate"])
def test_a_failure_on_the_way_leaves_the_former_in_force(
    house: House, monkeypatch: pytest.MonkeyPatch, fails_at: str
) -> None:
    former = approved(house, odds(1)).submission
    made = recommended(house, odds(2))
    entries, documents = Registered.objects.count(), Document.objects.count()
    enter = register.enter_decision

    def fail(*, submission: Submission, facts: dict[str, Any]) -> Any:
        if facts["outcome"] == "superseded":
            raise OSError("The connection is gone.")
        return enter(submission=submission, facts=facts)

    if fails_at == "superseded":
        monkeypatch.setattr("portal.review.moving.register.enter_decision", fail)
    else:
        monkeypatch.setattr(
            "portal.review.document_orders.order",
            lambda **_: fail(submission=made, facts={"outcome": "superseded"}),
        )
    with pytest.raises(OSError, match="gone"):
        approve(house, made)
    made.refresh_from_db()
    assert holding(house) == [former]
    assert made.state == State.RECOMMENDED
    assert (Registered.objects.count(), Document.objects.count()) == (entries, documents)
    assert not Decision.objects.filter(submission=made).exists()


def test_when_the_day_comes_the_calendar_does_the_same(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    former = approved(house, odds(1)).submission
    day = today() + timedelta(days=3)
    later = approved(house, odds(2), effective_on=day).submission
    assert holding(house) == [former]
    monkeypatch.setattr("portal.accounts.jurisdictions.Jurisdiction.today", lambda self, now=None: day)
    keep_dates()
    assert holding(house) == [later]
    former.refresh_from_db()
    assert (former.state, former.in_force_to) == (State.SUPERSEDED, day)


def test_one_that_cannot_take_force_holds_up_no_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    day = today() + timedelta(days=1)
    elsewhere = create_property(organisation=house.operator, jurisdiction="nz")
    broken = approved(house, odds(1), effective_on=day).submission
    sound = approved(House(**{**vars(house), "property": elsewhere}), odds(2), effective_on=day).submission
    take_force = workflow.come_into_force

    def fail(*, submission: Submission, on: Any) -> Submission:
        if submission == broken:
            raise IntegrityError("Something is wrong with this one.")
        return take_force(submission=submission, on=on)

    monkeypatch.setattr("portal.review.workflow.come_into_force", fail)
    monkeypatch.setattr("portal.accounts.jurisdictions.Jurisdiction.today", lambda self, now=None: day)
    keep_dates()
    for case in (broken, sound):
        case.refresh_from_db()
    assert (broken.state, sound.state) == (State.APPROVED, State.IN_FORCE)


def test_what_is_suspended_is_taken_over_from_too(house: House) -> None:
    former = approved(house, odds(1)).submission
    workflow.suspend(actor=house.approver, reference=former.reference, reason="No sign.")
    later = approved(house, odds(2)).submission
    assert holding(house) == [later]


def test_another_casino_and_another_game_are_left_alone(house: House) -> None:
    here = approved(house, odds(1)).submission
    elsewhere = create_property(organisation=house.operator, jurisdiction="nz")
    other = House(**{**vars(house), "property": elsewhere})
    there = approved(other, odds(2)).submission
    for case in (here, there):
        case.refresh_from_db()
        assert case.state == State.IN_FORCE
