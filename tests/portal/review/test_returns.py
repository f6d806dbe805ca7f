"""A day by which a returned case should be submitted again: where it is shown, and reminders of it."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from portal.audit.models import AuditEntry
from portal.calendars.selectors import days
from portal.demo.clock import freeze_time
from portal.errors import BadValue
from portal.notices.models import Notice
from portal.review import reminders, selectors, workflow
from portal.review.models import Return
from portal.submissions.models import Submission
from portal.text import format_day
from portal.validation.drafts import save_draft
from tests.factories import House, complete, digest, in_review, odds, present, submit_draft, today

pytestmark = pytest.mark.slow
ZONE = ZoneInfo("Pacific/Auckland")


def returned(house: House, due_on: date | None) -> Submission:
    made = in_review(house)
    return workflow.return_for_amendment(
        actor=house.officer,
        reference=made.reference,
        digest=digest(made),
        reason="Single odds, please.",
        due_on=due_on,
    )


def texts(house: House) -> list[str]:
    return [notice.text for notice in Notice.objects.filter(user=house.submitter).order_by("pk")]


def test_the_operator_reads_the_day_wherever_the_case_is(house: House, client: Client) -> None:
    due = today() + timedelta(days=20)
    made = returned(house, due)
    assert texts(house)[-1].endswith(f"Submit it again by {format_day(due)}.")
    assert present(AuditEntry.objects.get(action="submission.return_for_amendment").after)["due_on"] == str(
        due
    )
    (row,) = selectors.waiting_for_operator(house.submitter)
    assert (row["due_on"], row["overdue"]) == (due, False)
    for who in (house.submitter, house.officer):
        assert [(d.day, d.category) for d in days(who) if d.uid.startswith("return-")] == [(due, "Returns")]
    client.force_login(house.submitter)
    for page in ("/operator/", f"/operator/submissions/{made.reference}/"):
        assert format_day(due) in client.get(page).content.decode()
    draft = client.get(f"/operator/submissions/{made.reference}/draft/", follow=True).content.decode()
    assert "Submit again by" in draft
    assert format_day(due) in draft


def test_a_return_without_a_day_has_none(house: House) -> None:
    returned(house, None)
    assert "again by" not in texts(house)[-1]
    (row,) = selectors.waiting_for_operator(house.submitter)
    assert (row["due_on"], row["overdue"]) == (None, False)
    assert reminders.remind() == 0


def test_the_day_gives_the_operator_time(house: House) -> None:
    with pytest.raises(BadValue) as refusal:
        returned(house, today())
    assert refusal.value.field == "due_on"
    assert not Return.objects.exists()


def test_reminders_before_the_day_and_after_it_until_it_is_submitted_again(house: House) -> None:
    with freeze_time(datetime(2026, 11, 2, 12, tzinfo=ZONE)):
        first, second = returned(house, date(2026, 11, 20)), returned(house, date(2026, 11, 20))
    for made in (first, second):
        made.refresh_from_db()
    with freeze_time(datetime(2026, 11, 3, 12, tzinfo=ZONE)):
        rules = complete(odds(1))
        save_draft(actor=house.submitter, reference=second.reference, ruleset=rules, expected_version=2)
        second.refresh_from_db()
        submit_draft(house, second)
    Notice.objects.all().delete()
    with freeze_time(datetime(2026, 11, 18, 12, tzinfo=ZONE)):
        assert (reminders.remind(), reminders.remind()) == (1, 0)
        (text,) = texts(house)
        assert text == f"{first.reference} was returned to you. Submit it again by 20 November 2026."
    with freeze_time(datetime(2026, 11, 21, 12, tzinfo=ZONE)):
        assert (reminders.remind(), reminders.remind()) == (1, 0)
        assert selectors.waiting_for_operator(house.submitter)[0]["overdue"]
    assert Notice.objects.filter(user=house.officer, text__contains="has not submitted").count() == 1
