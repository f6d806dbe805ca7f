"""An officer or approver who is away, and the deputy: cases and notices, no roles, four eyes as ever."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from portal.accounts import absences, services
from portal.accounts.models import Absence, Role, User
from portal.audit.models import AuditEntry
from portal.calendars.selectors import days
from portal.demo.clock import freeze_time
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Mail, Notice
from portal.review import queue, workflow
from portal.submissions.models import Submission
from portal.text import format_day
from tests.factories import (
    House,
    close_account,
    create_user,
    digest,
    in_review,
    recommended,
    tick_off,
    today,
)
from tests.portal.doors import signed_in, text


@pytest.fixture
def deputy(house: House) -> User:
    return create_user(organisation=house.regulator, roles=[Role.REGULATOR_OFFICER], name="Wiremu Tane")


def until(days_on: int = 14) -> date:
    return today() + timedelta(days=days_on)


def away(house: House, deputy: User, person: User | None = None, **given: object) -> Absence:
    person = person or house.officer
    values = {"actor": person, "user_id": person.pk, "deputy_id": deputy.pk, "until": until()} | given
    return absences.name_deputy(**values)  # type: ignore[arg-type]  # built from a mapping


def mine(actor: User) -> set[Submission]:
    return set(queue.queue(actor, assignee="me"))


def test_the_cases_are_the_deputys_too_until_the_day_is_over(house: House, deputy: User) -> None:
    case = in_review(house)
    assert mine(deputy) == set()
    absence = away(house, deputy)
    assert mine(deputy) == {case} == mine(house.officer)
    page = text(signed_in(deputy).get("/regulator/queue/?officer=me"))
    assert f"for {house.officer}, away until {format_day(absence.until)}" in page
    assert f"away until {format_day(absence.until)}, deputy Wiremu Tane" in text(
        signed_in(house.officer_and_approver).get(f"/regulator/cases/{case.reference}/")
    )
    [due] = [day for day in days(deputy, own_cases_only=True) if day.uid.startswith("case-")]
    assert "you stand in" in due.summary
    with freeze_time(timezone.now() + timedelta(days=15)):
        assert mine(deputy) == set()
        assert absences.absence_of(house.officer) is None


def test_the_deputy_works_on_a_case_in_their_own_name(house: House, deputy: User) -> None:
    case = in_review(house)
    with pytest.raises(NotPossible, match="is reviewing this"):
        workflow.return_for_amendment(
            actor=deputy, reference=case.reference, digest=digest(case), reason="Amend the odds."
        )
    away(house, deputy)
    tick_off(deputy, case)
    made = workflow.recommend(
        actor=deputy, reference=case.reference, digest=digest(case), reason="Complies.", no_conflict=True
    )
    case.refresh_from_db()
    assert (made.made_by, case.assignee) == (deputy, house.officer)


def test_a_deputy_who_recommended_never_decides(house: House) -> None:
    both = create_user(organisation=house.regulator, roles=[Role.REGULATOR_OFFICER, Role.REGULATOR_APPROVER])
    case = in_review(house)
    away(house, both)
    away(house, both, person=house.approver)
    tick_off(both, case)
    Notice.objects.all().delete()
    workflow.recommend(
        actor=both, reference=case.reference, digest=digest(case), reason="Complies.", no_conflict=True
    )
    assert not Notice.objects.filter(user=both).exists(), "not told in place of the approver either"
    with pytest.raises(NotPossible, match="You recommended this version"):
        workflow.approve(actor=both, reference=case.reference, digest=digest(case), no_conflict=True)


def test_no_role_comes_with_it(house: House, deputy: User) -> None:
    with pytest.raises(BadValue) as refused:
        away(house, deputy, person=house.approver)
    assert refused.value.field == "deputy_id"
    away(house, house.officer_and_approver, person=house.approver)
    case = recommended(house)
    with pytest.raises(NotPermitted):
        workflow.approve(actor=deputy, reference=case.reference, digest=digest(case), no_conflict=True)


def test_notices_about_the_work_go_to_both_and_others_do_not(house: House, deputy: User) -> None:
    case = in_review(house)
    away(house, deputy)
    Notice.objects.all().delete()
    Mail.objects.all().delete()
    workflow.withdraw(actor=house.submitter, reference=case.reference)
    told = {notice.user: notice.text for notice in Notice.objects.all()}
    assert set(told) == {house.officer, deputy}
    assert told[deputy].startswith(f"For {house.officer}, away until ")
    assert Mail.objects.filter(to=deputy.email).count() == 1
    Notice.objects.all().delete()
    services.set_password(actor=house.officer, password="other words for a day")
    assert {notice.user for notice in Notice.objects.all()} == {house.officer}


def test_an_administrator_names_one_for_someone_who_fell_ill(house: House, deputy: User) -> None:
    Notice.objects.all().delete()
    reader = signed_in(house.regulator_admin)
    address = f"/team/{house.officer.pk}/away/"
    assert "Name a deputy" in text(reader.get(address))
    sent = {"deputy_id": str(deputy.pk), "until": until().isoformat()}
    assert reader.post(address, sent).status_code == 302
    assert {notice.user for notice in Notice.objects.all()} == {house.officer, deputy}
    assert "deputy Wiremu Tane" in text(reader.get("/team/"))
    assert reader.post(f"{address}end/").status_code == 302
    assert absences.absence_of(house.officer) is None
    trail = AuditEntry.objects.filter(actor=house.regulator_admin, action__in=("user.away", "user.back"))
    assert [entry.after or entry.before for entry in trail.order_by("pk")] == [
        {"until": until().isoformat(), "deputy": "Wiremu Tane"}
    ] * 2
    for other in (house.approver, deputy):
        with pytest.raises(NotPermitted):
            away(house, deputy, actor=other)
    with pytest.raises(NotFound):
        away(house, deputy, actor=house.operator_admin)


def test_ones_own_page_names_and_ends_it(house: House, deputy: User) -> None:
    reader = signed_in(house.officer)
    assert "Name a deputy until a day" in text(reader.get("/account/"))
    sent = {"deputy_id": str(deputy.pk), "until": until().isoformat()}
    assert reader.post("/account/away/", sent | {"until": "2001-01-01"}).status_code == 422
    assert reader.post("/account/away/", sent | {"deputy_id": str(house.approver.pk)}).status_code == 422
    assert reader.post("/account/away/", sent).status_code == 302
    assert "You are away until" in text(reader.get("/regulator/"))
    assert f"You stand in for {house.officer}" in text(signed_in(deputy).get("/regulator/"))
    assert reader.post("/account/away/end/").status_code == 302
    with pytest.raises(NotFound):
        absences.end_absence(actor=house.officer, user_id=house.officer.pk)
    assert signed_in(house.inspector).get("/account/away/").status_code == 404


def test_only_colleagues_with_the_same_roles_who_are_there_can_stand_in(house: House, deputy: User) -> None:
    assert set(absences.possible_deputies(house.officer)) == {deputy, house.officer_and_approver}
    assert set(absences.possible_deputies(house.officer_and_approver)) == set()
    page = text(signed_in(house.officer_and_approver).get("/account/away/"))
    assert "a deputy has the role reviewing officer and the role approver too, and is not away" in page
    away(house, deputy)
    assert house.officer not in absences.possible_deputies(deputy)


def test_a_deputy_who_goes_away_stands_in_no_more(house: House, deputy: User) -> None:
    away(house, deputy)
    Notice.objects.all().delete()
    away(house, house.officer_and_approver, person=deputy)
    assert absences.stands_in_for(deputy) == []
    told = Notice.objects.filter(text__contains="Name another deputy")
    assert {notice.user for notice in told} == {house.officer, house.regulator_admin}


def test_it_ends_with_the_account_of_either(house: House, deputy: User) -> None:
    away(house, deputy)
    close_account(deputy, house.regulator_admin)
    absence = Absence.objects.get()
    assert (absence.ended_by, absences.absence_of(house.officer)) == (house.regulator_admin, None)


def test_the_database_holds_a_deputy_to_the_same_regulator_and_one_at_a_time(
    house: House, deputy: User
) -> None:
    away(house, deputy)
    for person, other in (
        (house.approver, house.foreign_approver),
        (house.approver, house.approver),
        (house.officer, house.officer_and_approver),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Absence.objects.create(person=person, deputy=other, until=until(), named_by=person)
