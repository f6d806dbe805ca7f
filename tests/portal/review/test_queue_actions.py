"""Who has a case, marks on it, and views of the queue that people keep."""

import pytest

from portal.accounts.models import Role
from portal.audit.models import AuditEntry
from portal.errors import BadValue, NotFound, NotPermitted, NotPossible
from portal.notices.models import Mail, Notice
from portal.review import queue_actions, workflow
from portal.review.models import Flag, SavedFilter
from portal.submissions.models import State
from tests.factories import House, approved, create_user, in_review, present, recommended, submitted


def test_a_case_is_given_to_an_officer_who_then_takes_it_up(house: House) -> None:
    made = submitted(house)
    Notice.objects.all().delete()
    queue_actions.assign(actor=house.approver, reference=made.reference, assignee_id=house.officer.pk)
    made.refresh_from_db()
    assert (made.assignee, made.state) == (house.officer, State.SUBMITTED)
    told = Notice.objects.get()
    assert (told.user, made.reference in told.text) == (house.officer, True)
    assert Mail.objects.filter(to=house.officer.email, subject__contains=made.reference).exists()
    row = AuditEntry.objects.get(action="submission.assign")
    assert (row.before, row.after) == ({"assignee": None}, {"assignee": house.officer.name})
    assert "claim" in workflow.moves_open_to(house.officer, made)
    workflow.claim(actor=house.officer, reference=made.reference)
    made.refresh_from_db()
    assert made.state == State.IN_REVIEW
    assert "claim" not in workflow.moves_open_to(house.officer, made)


def test_a_case_changes_hands_or_goes_back_to_all(house: House) -> None:
    made = in_review(house)
    other = house.officer_and_approver
    queue_actions.assign(actor=house.regulator_admin, reference=made.reference, assignee_id=other.pk)
    made.refresh_from_db()
    assert "recommend" in workflow.moves_open_to(other, made)
    assert "recommend" not in workflow.moves_open_to(house.officer, made)
    queue_actions.assign(actor=other, reference=made.reference, assignee_id=None)
    made.refresh_from_db()
    assert made.assignee is None
    before = AuditEntry.objects.filter(action="submission.assign").count()
    queue_actions.assign(actor=other, reference=made.reference, assignee_id=None)
    assert AuditEntry.objects.filter(action="submission.assign").count() == before


def test_whoever_gives_it_to_themselves_needs_no_notice(house: House) -> None:
    made = submitted(house)
    Notice.objects.all().delete()
    queue_actions.assign(actor=house.officer, reference=made.reference, assignee_id=house.officer.pk)
    assert not Notice.objects.exists()


@pytest.mark.parametrize("who", ["approver", "regulator_admin", "submitter", "foreign_officer", "site_admin"])
def test_a_case_is_given_to_officers_of_the_jurisdiction_only(house: House, who: str) -> None:
    made = submitted(house)
    with pytest.raises(BadValue) as refusal:
        queue_actions.assign(
            actor=house.officer, reference=made.reference, assignee_id=getattr(house, who).pk
        )
    assert refusal.value.field == "assignee_id"
    left = create_user(organisation=house.regulator, roles=[Role.REGULATOR_OFFICER], is_active=False)
    with pytest.raises(BadValue):
        queue_actions.assign(actor=house.officer, reference=made.reference, assignee_id=left.pk)


def test_who_may_assign_and_when(house: House) -> None:
    made = submitted(house)
    with pytest.raises(NotPermitted):
        queue_actions.assign(actor=house.submitter, reference=made.reference, assignee_id=house.officer.pk)
    for who in ("foreign_officer", "outsider", "site_admin"):
        with pytest.raises(NotFound):
            queue_actions.assign(
                actor=getattr(house, who), reference=made.reference, assignee_id=house.officer.pk
            )
    closed = approved(house).submission
    with pytest.raises(NotPossible, match="In force"):
        queue_actions.assign(actor=house.officer, reference=closed.reference, assignee_id=house.officer.pk)


def test_marks(house: House) -> None:
    made = recommended(house)
    for mark in ("urgent", "urgent", "legal"):
        queue_actions.flag(actor=house.approver, reference=made.reference, flag=mark)
    assert [row.flag for row in made.flags.all()] == ["urgent", "legal"]
    for _ in range(2):
        queue_actions.unflag(actor=house.officer, reference=made.reference, flag="urgent")
    assert [str(row) for row in made.flags.all()] == ["Legal question"]
    trail = AuditEntry.objects.filter(action__in=["review.flag", "review.unflag"]).order_by("pk")
    assert [(row.action, present(row.after)["flag"]) for row in trail] == [
        ("review.flag", "urgent"),
        ("review.flag", "legal"),
        ("review.unflag", "urgent"),
    ]
    with pytest.raises(BadValue, match="urgent, complex, legal, policy"):
        queue_actions.flag(actor=house.officer, reference=made.reference, flag="purple")
    with pytest.raises(NotPermitted):
        queue_actions.flag(actor=house.submitter, reference=made.reference, flag="urgent")
    with pytest.raises(NotFound):
        queue_actions.flag(actor=house.foreign_approver, reference=made.reference, flag="urgent")
    assert Flag.objects.count() == 1


def test_views_are_kept_by_name_without_the_place_on_the_page(house: House) -> None:
    kept = queue_actions.save_filter(
        actor=house.officer, name=" Late ones ", query_string="?clock=late&q=kōwhai lakes&after=xyz&page=3"
    )
    assert (kept.name, kept.query_string) == ("Late ones", "clock=late&q=k%C5%8Dwhai+lakes")
    again = queue_actions.save_filter(actor=house.officer, name="Late ones", query_string="clock=late")
    assert (again.pk, again.query_string) == (kept.pk, "clock=late")
    queue_actions.save_filter(actor=house.officer, name="Fire bets", query_string="q=fire")
    assert [row.name for row in queue_actions.filters(house.officer)] == ["Fire bets", "Late ones"]
    assert not queue_actions.filters(house.approver).exists()


def test_a_view_is_its_owners(house: House) -> None:
    kept = queue_actions.save_filter(actor=house.officer, name="Mine", query_string="assignee=me")
    for who in ("approver", "submitter", "foreign_officer"):
        with pytest.raises(NotFound):
            queue_actions.delete_filter(actor=getattr(house, who), filter_id=kept.pk)
    queue_actions.delete_filter(actor=house.officer, filter_id=kept.pk)
    assert not SavedFilter.objects.exists()
    assert AuditEntry.objects.filter(action__startswith="filter.").count() == 2


def test_what_cannot_be_kept(house: House) -> None:
    for name, query, field in (("", "q=x", "name"), ("Long", f"q={'x' * 600}", "query_string")):
        with pytest.raises(BadValue) as refusal:
            queue_actions.save_filter(actor=house.officer, name=name, query_string=query)
        assert refusal.value.field == field
    for number in range(queue_actions.MOST_FILTERS):
        queue_actions.save_filter(actor=house.officer, name=f"View {number}", query_string="q=x")
    with pytest.raises(BadValue, match="Delete one"):
        queue_actions.save_filter(actor=house.officer, name="One more", query_string="q=x")
    queue_actions.save_filter(actor=house.officer, name="View 1", query_string="q=y")
    with pytest.raises(NotPermitted):
        queue_actions.save_filter(actor=house.submitter, name="Mine", query_string="q=x")
