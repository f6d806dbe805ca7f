"""Closing an account: what is open is shown first, goes over at once, and is told once."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from portal import handover
from portal.accounts.closing import reactivate_user
from portal.accounts.models import Role
from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.inspections.models import Inspection
from portal.notices.models import Mail, Notice
from portal.review import workflow
from tests.experts import asked as expert_asked
from tests.factories import House, create_table, create_user, draft, in_review
from tests.inspecting import started
from tests.portal.doors import signed_in


def close(house: House, **given: Any) -> None:
    user_id = given.pop("user_id", house.officer.pk)
    actor = given.get("actor", house.regulator_admin)
    seen = handover.fingerprint(handover.open_work(actor, user_id))
    handover.close_account(**{"actor": actor, "user_id": user_id, "receiver_id": None, "seen": seen, **given})


def titles(house: House, user_id: int) -> list[str]:
    return [kind.title for kind in handover.open_work(house.regulator_admin, user_id)]


def asked(house: House) -> Any:
    case = in_review(house)
    workflow.open_query(
        actor=house.officer,
        reference=case.reference,
        text="Which dice?",
        due_on=timezone.now().date() + timedelta(days=20),
    )
    return case


def test_everything_goes_to_one_colleague_with_one_notice(house: House) -> None:
    first, second = in_review(house), asked(house)
    expert_asked(house, first)
    assert titles(house, house.officer.pk) == ["Cases", "Questions to operators", "Questions to experts"]
    Notice.objects.all().delete()
    Mail.objects.all().delete()
    close(house, receiver_id=house.officer_and_approver.pk)
    for case in (first, second):
        case.refresh_from_db()
        assert case.assignee == house.officer_and_approver
    house.officer.refresh_from_db()
    assert not house.officer.is_active
    notice = Notice.objects.get()
    assert notice.user == house.officer_and_approver
    assert first.reference in notice.text
    assert second.reference in notice.text
    assert Mail.objects.count() == 1
    actions = set(AuditEntry.objects.filter(actor=house.regulator_admin).values_list("action", flat=True))
    assert {"submission.assign", "user.hand_over", "user.deactivate"} <= actions


def test_left_to_nobody_the_cases_are_unassigned_and_the_officers_told(house: House) -> None:
    case = in_review(house)
    Notice.objects.all().delete()
    close(house)
    case.refresh_from_db()
    assert case.assignee is None
    assert [notice.user for notice in Notice.objects.all()] == [house.officer_and_approver]


def test_an_inspection_goes_to_another_inspector_only(house: House) -> None:
    visit = started(house, create_table(property=house.property))
    other = create_user(organisation=house.regulator, roles=[Role.REGULATOR_INSPECTOR])
    close(house, user_id=house.inspector.pk, receiver_id=other.pk)
    assert Inspection.objects.get(pk=visit.pk).inspector == other
    reactivate_user(actor=house.regulator_admin, user_id=house.inspector.pk)
    close(house, user_id=other.pk, receiver_id=house.officer.pk)
    assert Inspection.objects.get(pk=visit.pk).inspector == other, "an officer cannot take it"


def test_an_operators_drafts_are_named_and_stay_with_it(house: House) -> None:
    row = draft(house)
    [kind] = handover.open_work(house.operator_admin, house.submitter.pk)
    assert (kind.title, row.reference in kind.lines[0]) == ("Drafts and returned submissions", True)


def test_what_the_regulator_waits_for_is_named_and_the_other_submitters_told(house: House) -> None:
    case = asked(house)
    colleague = create_user(organisation=house.operator, roles=[Role.OPERATOR_SUBMITTER])
    [kind] = handover.open_work(house.operator_admin, house.submitter.pk)
    assert (kind.title, case.reference in kind.lines[0]) == ("Questions from the regulator", True)
    Notice.objects.all().delete()
    close(house, actor=house.operator_admin, user_id=house.submitter.pk)
    [notice] = Notice.objects.all()
    assert (notice.user, "questions from the regulator: 1" in notice.text) == (colleague, True)


def test_cases_go_to_an_officer_of_the_team_or_nowhere(house: House) -> None:
    case = in_review(house)
    for other in (house.inspector, house.foreign_officer, house.submitter):
        with pytest.raises(BadValue) as refusal:
            close(house, receiver_id=other.pk)
        assert refusal.value.field == "receiver_id"
    case.refresh_from_db()
    house.officer.refresh_from_db()
    assert (case.assignee, house.officer.is_active) == (house.officer, True)


def test_what_changed_since_the_check_page_is_shown_again(house: House) -> None:
    seen = handover.fingerprint(handover.open_work(house.regulator_admin, house.officer.pk))
    in_review(house)
    with pytest.raises(NotPossible, match="has changed"):
        close(house, seen=seen)
    house.officer.refresh_from_db()
    assert house.officer.is_active


def test_only_the_teams_administrator_closes_an_account(house: House) -> None:
    for actor, refusal in ((house.approver, NotPermitted), (house.operator_admin, NotFound)):
        with pytest.raises(refusal):
            handover.open_work(actor, house.officer.pk)
        with pytest.raises(refusal):
            handover.close_account(actor=actor, user_id=house.officer.pk, receiver_id=None, seen="")


def test_the_last_administrator_stays_and_nothing_is_handed_over(house: House) -> None:
    case = in_review(house)
    case.assignee = house.regulator_admin
    case.save()
    with pytest.raises(NotPossible, match="only active"):
        close(house, actor=house.site_admin, user_id=house.regulator_admin.pk)
    case.refresh_from_db()
    assert case.assignee == house.regulator_admin


def test_the_page_changes_nothing_before_it_is_confirmed(house: House) -> None:
    case = in_review(house)
    client = signed_in(house.regulator_admin)
    page = f"/team/{house.officer.pk}/close/"
    answer = client.post(f"/team/{house.officer.pk}/access/", {"access": "closed"})
    assert answer["Location"] == page
    shown = client.get(page)
    assert case.reference in shown.content.decode()
    house.officer.refresh_from_db()
    assert house.officer.is_active
    refused = client.post(page, {"receiver_id": house.inspector.pk, "seen": shown.context["seen"]})
    assert (refused.status_code, "not a reviewing officer" in refused.content.decode()) == (422, True)
    client.post(page, {"receiver_id": house.officer_and_approver.pk, "seen": shown.context["seen"]})
    case.refresh_from_db()
    house.officer.refresh_from_db()
    assert (case.assignee, house.officer.is_active) == (house.officer_and_approver, False)
