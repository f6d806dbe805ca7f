"""Conditions of an approval: met, open again, due."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from portal.accounts.jurisdictions import JURISDICTIONS
from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Notice
from portal.review import conditions, workflow
from portal.review.models import Condition
from tests.factories import House, approved, digest, present, recommended

pytestmark = pytest.mark.slow

TODAY = JURISDICTIONS["nz"].today


def granted(house: House, *days: int | None) -> list[Condition]:
    terms = [
        {"text": f"Do thing {n}.", "due_on": None if d is None else TODAY() + timedelta(days=d)}
        for n, d in enumerate(days)
    ]
    return list(approved(house, conditions=terms).conditions.order_by("pk"))


def test_met_and_open_again(house: House) -> None:
    condition = granted(house, 10)[0]
    Notice.objects.all().delete()
    conditions.meet_condition(actor=house.officer, condition_id=condition.pk, note="Photograph seen.")
    condition.refresh_from_db()
    assert (condition.met_by, condition.met_note) == (house.officer, "Photograph seen.")
    assert condition.met_at is not None
    assert not conditions.conditions_due(house.officer).exists()
    assert "recorded as met" in Notice.objects.filter(user=house.submitter).get().text
    with pytest.raises(NotPossible, match="met already"):
        conditions.meet_condition(actor=house.officer, condition_id=condition.pk, note="Again.")
    conditions.reopen_condition(actor=house.approver, condition_id=condition.pk, note="The sign is gone.")
    condition.refresh_from_db()
    assert not any((condition.met_at, condition.met_by, condition.met_note))
    assert list(conditions.conditions_due(house.officer)) == [condition]
    with pytest.raises(NotPossible, match="is open"):
        conditions.reopen_condition(actor=house.approver, condition_id=condition.pk, note="Again.")
    met, reopened = AuditEntry.objects.filter(action__startswith="condition.").order_by("pk")
    assert (present(met.before)["met_at"], present(met.after)["note"]) == (None, "Photograph seen.")
    assert (present(reopened.before)["note"], present(reopened.after)["note"]) == (
        "Photograph seen.",
        "The sign is gone.",
    )


def test_the_earliest_comes_first_and_those_without_a_day_last(house: House) -> None:
    made = granted(house, None, 20, 5)
    assert list(conditions.conditions_due(house.approver)) == [made[2], made[1], made[0]]
    assert not conditions.conditions_due(house.foreign_officer).exists()
    assert not conditions.conditions_due(house.outsider).exists()
    assert conditions.conditions_due(house.submitter).count() == 3


def test_who_may(house: House) -> None:
    condition = granted(house, 10)[0]
    for who in ("submitter", "viewer", "regulator_admin"):
        with pytest.raises(NotPermitted):
            conditions.meet_condition(actor=getattr(house, who), condition_id=condition.pk, note="Done.")
    for who in ("foreign_officer", "outsider", "site_admin"):
        with pytest.raises(NotFound):
            conditions.meet_condition(actor=getattr(house, who), condition_id=condition.pk, note="Done.")
    for act in (conditions.meet_condition, conditions.reopen_condition):
        with pytest.raises(NotFound):
            act(actor=house.officer, condition_id=999_999, note="Done.")
    with pytest.raises(BadValue) as refusal:
        conditions.meet_condition(actor=house.officer, condition_id=condition.pk, note=" ")
    assert refusal.value.field == "note"


def test_what_ended_keeps_its_conditions_as_they_were(house: House) -> None:
    condition = granted(house, 10)[0]
    reference = condition.decision.submission.reference
    workflow.revoke(actor=house.approver, reference=reference, reason="Not kept.")
    with pytest.raises(NotPossible, match="Revoked"):
        conditions.meet_condition(actor=house.officer, condition_id=condition.pk, note="Done.")
    assert not conditions.conditions_due(house.officer).exists()


def test_the_database_wants_someone_who_says_so(house: House) -> None:
    condition = granted(house, 10)[0]
    with pytest.raises(IntegrityError, match="condition_met_by_someone"), transaction.atomic():
        Condition.objects.filter(pk=condition.pk).update(met_at=condition.decision.decided_at)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"text": " ", "due_on": TODAY() + timedelta(days=3)}, "no text"),
        ({"text": "Post it.", "due_on": TODAY() - timedelta(days=1)}, "or later"),
    ],
)
def test_a_condition_that_cannot_be_met(house: House, given: dict[str, Any], message: str) -> None:
    made = recommended(house)
    with pytest.raises(BadValue, match=message) as refusal:
        workflow.approve(
            actor=house.approver,
            reference=made.reference,
            digest=digest(made),
            no_conflict=True,
            conditions=[given],
        )
    assert refusal.value.field == "conditions"


def test_empty_rows_are_no_conditions(house: House) -> None:
    decision = approved(house, conditions=[{"text": " ", "due_on": None}, {"text": None}])
    assert (decision.outcome, decision.conditions.count()) == ("approved", 0)
    assert granted(house, 4)[0].decision.outcome == "approved_with_conditions"
