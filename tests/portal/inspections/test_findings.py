"""A finding goes to the operator, comes back with a remedy and is closed; each step by whom it is for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.audit.models import AuditEntry
from portal.demo.clock import freeze_time
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.inspections import findings, reminders, selectors
from portal.inspections.models import FindingState, InspectionFinding
from portal.notices.models import Delivery, Mail, Notice
from portal.notices.webhooks import services as webhooks
from portal.submissions.models import Coverage
from portal.submissions.tables import coverage_at
from tests.factories import House, create_table, present
from tests.inspecting import in_order, photo, started, table_in_force, with_finding

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Act = Callable[[House, InspectionFinding], Any]


def later(days: int = 7) -> date:
    return jurisdiction("nz").today() + timedelta(days=days)


def answer(house: House, finding: InspectionFinding) -> InspectionFinding:
    return findings.answer(
        actor=house.submitter, finding_id=finding.pk, text="A new layout.", files=[photo("blue")]
    )


def close(house: House, finding: InspectionFinding) -> InspectionFinding:
    return findings.close(actor=house.officer, finding_id=finding.pk, text="Seen on the photo.")


def send_back(house: House, finding: InspectionFinding) -> InspectionFinding:
    return findings.send_back(actor=house.officer, finding_id=finding.pk, text="Still worn.", due_on=later())


def reopen(house: House, finding: InspectionFinding) -> InspectionFinding:
    return findings.reopen(actor=house.approver, finding_id=finding.pk, text="A slip.", due_on=later())


def test_the_way_of_a_finding(house: House) -> None:
    finding = with_finding(house)
    assert answer(house, finding).state == FindingState.ANSWERED
    assert send_back(house, finding).due_on == later()
    assert answer(house, finding).state == FindingState.ANSWERED
    assert close(house, finding).closed_at
    assert reopen(house, finding).state == FindingState.OPEN
    assert [step.kind for step in finding.steps.all()] == [
        "answered", "sent_back", "answered", "closed", "reopened",
    ]  # fmt: skip
    assert AuditEntry.objects.filter(action__startswith="inspection.finding.").count() == 5


@pytest.mark.parametrize(
    ("before", "act"),
    [
        ([], send_back),
        ([], reopen),
        ([answer], answer),
        ([answer], reopen),
        ([close], answer),
        ([close], close),
        ([close], send_back),
    ],
)
def test_a_step_in_the_wrong_state_changes_nothing(house: House, before: list[Act], act: Act) -> None:
    finding = with_finding(house)
    for step in before:
        step(house, finding)
    state = InspectionFinding.objects.get().state
    with pytest.raises(NotPossible):
        act(house, finding)
    assert InspectionFinding.objects.get().state == state


def test_who_may_answer_and_who_may_judge(house: House) -> None:
    finding = with_finding(house)
    for who in ("viewer", "operator_admin", "officer", "inspector"):
        with pytest.raises(NotPermitted):
            findings.answer(actor=getattr(house, who), finding_id=finding.pk, text="Done.")
    for who in ("outsider", "foreign_officer", "site_admin"):
        with pytest.raises(NotFound):
            findings.answer(actor=getattr(house, who), finding_id=finding.pk, text="Done.")
        with pytest.raises(NotFound):
            findings.close(actor=getattr(house, who), finding_id=finding.pk, text="Done.")
    for who in ("submitter", "inspector", "regulator_admin"):
        with pytest.raises(NotPermitted):
            findings.close(actor=getattr(house, who), finding_id=finding.pk, text="Done.")


def test_words_and_days_are_required(house: House) -> None:
    finding = with_finding(house)
    with pytest.raises(BadValue, match="what was done"):
        findings.answer(actor=house.submitter, finding_id=finding.pk, text=" ")
    answer(house, finding)
    with pytest.raises(BadValue) as refused:
        findings.send_back(actor=house.officer, finding_id=finding.pk, text="More.", due_on=later(0))
    assert refused.value.field == "due_on"


def test_both_sides_are_told_by_notice_and_mail(house: House) -> None:
    finding = with_finding(house)
    assert "1 finding to remedy by" in told(house.submitter)
    assert Mail.objects.filter(to=house.submitter.email, body__contains="/operator/findings/").exists()
    answer(house, finding)
    assert "reports a remedy" in told(house.officer)
    send_back(house, finding)
    assert "sent back your remedy" in told(house.submitter)
    answer(house, finding)
    close(house, finding)
    assert "closed the finding" in told(house.submitter)
    for stranger in (house.outsider, house.foreign_officer):
        assert not Notice.objects.filter(user=stranger).exists()


def test_an_inspection_in_order_is_told_too(house: House) -> None:
    in_order(house)
    assert told(house.submitter).endswith("in order.")


def test_webhooks_name_things_and_no_people_or_remarks(house: House) -> None:
    webhooks.add(
        actor=house.operator_admin,
        url="https://hooks.example.org/",
        events=["inspection.finished", "finding.moved"],
    )
    finding = with_finding(house)
    answer(house, finding)
    bodies = list(Delivery.objects.order_by("pk").values_list("body", flat=True))
    assert len(bodies) == 2
    assert '"outcome":"not_in_order"' in bodies[0]
    assert '"state":"answered"' in bodies[1]
    for secret in (house.inspector.name, house.submitter.name, "worn away", "A new layout"):
        assert secret not in "".join(bodies)


def test_reminders_before_the_day_and_after_it_once_each(house: House) -> None:
    finding = with_finding(house)
    assert reminders.remind() == 0
    with freeze_time(timezone.now() + timedelta(days=12)):
        assert reminders.remind() == 1
        assert reminders.remind() == 0
        assert "is due on" in told(house.submitter)
        assert not selectors.findings_overdue(house.submitter)
    with freeze_time(timezone.now() + timedelta(days=16)):
        assert reminders.remind() == 1
        assert reminders.remind() == 0
        assert "was due on" in told(house.submitter)
        assert "was due on" in told(house.officer)
        for actor in (house.submitter, house.officer):
            assert selectors.findings_overdue(actor) == [finding]
        answer(house, finding)
        assert not selectors.findings_overdue(house.officer)
        assert selectors.findings_to_judge(house.officer).get() == finding


def test_a_finding_sent_back_is_reminded_of_again(house: House) -> None:
    finding = with_finding(house)
    with freeze_time(timezone.now() + timedelta(days=16)):
        reminders.remind()
        answer(house, finding)
        send_back(house, finding)
    with freeze_time(timezone.now() + timedelta(days=25)):
        assert reminders.remind() == 1


def test_a_finding_can_lead_to_suspension(house: House) -> None:
    table, other = table_in_force(house), create_table(property=house.property)
    finding = with_finding(house, table)
    with pytest.raises(NotPermitted):
        findings.suspend(actor=house.officer, finding_id=finding.pk, reason="Unsafe layout.")
    with pytest.raises(BadValue):
        findings.suspend(actor=house.approver, finding_id=finding.pk, reason=" ")
    findings.suspend(actor=house.approver, finding_id=finding.pk, reason="Unsafe layout.")
    finding.refresh_from_db()
    here, there = (present(coverage_at(each)) for each in (table, other))
    assert (here.state, there.state) == (Coverage.SUSPENDED, Coverage.IN_FORCE)
    assert finding.suspension == here.submission.moves.get(name="suspend")
    assert "suspended at this table" in started(house, table).items.get(number=1).expected
    assert finding.state == FindingState.OPEN
    with pytest.raises(NotPossible, match="none to suspend"):
        findings.suspend(actor=house.approver, finding_id=finding.pk, reason="Again.")


def told(person: Any) -> str:
    return Notice.objects.filter(user=person).latest("pk").text
