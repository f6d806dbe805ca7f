"""Conditions of an approval: met, open again, due."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction

from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Notice
from portal.review import conditions, reminders, workflow
from portal.review.models import Condition, ConditionStep
from tests.factories import House, approved, digest, present, recommended, today
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow


def granted(house: House, *days: int | None) -> list[Condition]:
    terms = [
        {"text": f"Do thing {n}.", "due_on": None if d is None else today() + timedelta(days=d)}
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
    workflow.revoke(actor=house.approver, reference=reference, reason="Not kept.", urgency="Now.")
    with pytest.raises(NotPossible, match="Revoked"):
        conditions.meet_condition(actor=house.officer, condition_id=condition.pk, note="Done.")
    assert not conditions.conditions_due(house.officer).exists()


def test_the_database_wants_someone_who_says_so(house: House) -> None:
    condition = granted(house, 10)[0]
    with pytest.raises(IntegrityError, match="condition_met_by_someone"), transaction.atomic():
        Condition.objects.filter(pk=condition.pk).update(met_at=condition.decision.decided_at)


@pytest.mark.parametrize(
    ("text", "days_from_today", "message"), [(" ", 3, "no text"), ("Post it.", -1, "on or after")]
)
def test_a_condition_that_cannot_be_met(house: House, text: str, days_from_today: int, message: str) -> None:
    made = recommended(house)
    given = {"text": text, "due_on": today() + timedelta(days=days_from_today)}
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


# Reports of the operator ----------------------------------------------------------------------------------

PDF = b"%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def report(house: House, row: Condition, text: str = "The sign hangs.", **more: Any) -> Condition:
    return conditions.report_condition(actor=house.submitter, condition_id=row.pk, text=text, **more)


def test_reported_sent_back_reported_again_and_accepted(house: House) -> None:
    row = granted(house, 10)[0]
    Notice.objects.all().delete()
    report(house, row, files=[{"filename": "sign.pdf", "data": PDF}])
    row.refresh_from_db()
    assert row.state == "reported"
    assert list(conditions.conditions_to_judge(house.officer)) == [row]
    assert not conditions.conditions_to_meet(house.submitter).exists()
    assert "as met: Do thing 0." in Notice.objects.get(user=house.officer, topic="work").text
    with pytest.raises(NotPossible, match="Reported as met"):
        report(house, row, "Again.")

    later = today() + timedelta(days=20)
    conditions.send_back_condition(
        actor=house.officer, condition_id=row.pk, note="It hangs too high.", due_on=later
    )
    row.refresh_from_db()
    assert (row.state, row.due_on) == ("open", later)
    assert "sent back" in Notice.objects.get(user=house.submitter, topic="work").text

    report(house, row, "It hangs lower now.")
    conditions.meet_condition(actor=house.approver, condition_id=row.pk, note="Seen on the photograph.")
    row.refresh_from_db()
    assert (row.state, row.reported_at) == ("met", None)
    assert [(step.kind, step.text) for step in row.steps.all()] == [
        ("reported", "The sign hangs."),
        ("sent_back", "It hangs too high."),
        ("reported", "It hangs lower now."),
        ("met", "Seen on the photograph."),
    ]
    assert [file.filename for file in ConditionStep.objects.earliest("pk").files.all()] == ["sign.pdf"]
    acts = AuditEntry.objects.filter(action__startswith="condition.").order_by("pk")
    assert [entry.action.partition(".")[2] for entry in acts] == ["report", "send_back", "report", "meet"]


def test_only_the_operators_submitter_reports(house: House) -> None:
    row = granted(house, 10)[0]
    for who in ("viewer", "operator_admin", "officer"):
        with pytest.raises(NotPermitted):
            conditions.report_condition(actor=getattr(house, who), condition_id=row.pk, text="Done.")
    with pytest.raises(NotFound):
        conditions.report_condition(actor=house.outsider, condition_id=row.pk, text="Done.")
    with pytest.raises(NotPossible):  # nothing is reported yet
        conditions.send_back_condition(actor=house.officer, condition_id=row.pk, note="No.")
    report(house, row)
    with pytest.raises(NotPermitted):
        conditions.send_back_condition(actor=house.submitter, condition_id=row.pk, note="No.")
    with pytest.raises(BadValue) as refused:
        conditions.send_back_condition(actor=house.officer, condition_id=row.pk, note="No.", due_on=today())
    assert refused.value.field == "due_on"


def test_a_report_that_is_refused_leaves_nothing(house: House) -> None:
    row = granted(house, 10)[0]
    for bad in ({"text": " "}, {"files": [{"filename": "sign.exe", "data": b"MZ"}]}):
        with pytest.raises(BadValue):
            report(house, row, **bad)
    assert not ConditionStep.objects.exists()


def test_what_is_overdue_needs_both_sides_until_it_is_reported(house: House) -> None:
    row = granted(house, 10)[0]
    Condition.objects.update(due_on=today() - timedelta(days=1))
    assert conditions.conditions_overdue(house.officer) == [row]
    operator, regulator = signed_in(house.submitter), signed_in(house.officer)
    assert "Overdue Meet the condition: Do thing 0." in text(operator.get("/operator/"))
    dashboard = text(regulator.get("/regulator/"))
    assert "Conditions that need you Overdue Do thing 0." in dashboard
    report(house, row)
    assert "You have no tasks." in text(operator.get("/operator/"))
    dashboard = text(regulator.get("/regulator/"))
    assert "Conditions that need you Reported as met Do thing 0." in dashboard
    assert "0 overdue conditions" in dashboard
    assert reminders.remind() == 0  # it waits for the regulator


def test_report_and_judgement_by_their_pages(house: House) -> None:
    row = granted(house, 10)[0]
    reference = row.decision.submission.reference
    page = f"/operator/submissions/{reference}/conditions/{row.pk}/"
    operator, regulator = signed_in(house.submitter), signed_in(house.officer)
    assert operator.post(page, {"text": ""}).status_code == 422
    data = {"text": "The sign hangs.", "file": SimpleUploadedFile("sign.pdf", PDF)}
    assert "Your report is sent to the regulator." in text(operator.post(page, data, follow=True))
    listed = regulator.get("/regulator/conditions/")
    assert "The sign hangs." in text(listed) and "sign.pdf" in text(listed)
    file = ConditionStep.objects.get().files.get()
    for client, status in ((operator, 200), (regulator, 200), (signed_in(house.outsider), 404)):
        assert client.get(f"/condition-files/{file.pk}/").status_code == status
    judge = f"/regulator/conditions/{row.pk}/"
    assert regulator.post(judge, {"judgement": "send-back", "note": ""}).status_code == 422
    told = regulator.post(judge, {"judgement": "send-back", "note": "Too high."}, follow=True)
    assert "The report is sent back to the operator." in text(told)
    assert "Too high." in text(operator.get(page))
