"""Renewing an approval that has an end date: the draft, the proposed days, what officers see, reminders."""

from datetime import date, timedelta

import pytest
from django.test import Client

from portal.accounts.jurisdictions import jurisdiction
from portal.errors import NotPossible
from portal.notices.models import Notice
from portal.regulator.forms import ApproveForm
from portal.review import reminders, variation, workflow
from portal.submissions.models import Submission
from portal.validation.drafts import save_draft
from tests.factories import House, approved, odds
from tests.portal.doors import text


def today() -> date:
    return jurisdiction("nz").today()


def trial(house: House, days: int) -> Submission:
    """An approval from today for this many days."""
    return approved(house, ends_on=today() + timedelta(days=days - 1)).submission


def renew(house: House, case: Submission) -> Submission:
    return variation.vary(actor=house.submitter, reference=case.reference, renewal=True)


def signed_in(house: House, who: str) -> Client:
    client = Client()
    client.force_login(getattr(house, who))
    return client


def test_the_draft_follows_the_approval(house: House) -> None:
    case = trial(house, 20)
    page = text(signed_in(house, "submitter").get(f"/operator/submissions/{case.reference}/"))
    assert "Renew the approval , which ends on" in page
    draft = renew(house, case)
    assert (draft.varies, draft.renewal, variation.renews_unchanged(draft)) == (case, True, True)
    start = today() + timedelta(days=20)
    assert variation.period_of_renewal(draft) == (start, start + timedelta(days=19))
    form = ApproveForm(draft, [])
    assert (form.initial["effective_on"], form.initial["ends_on"]) == (start, start + timedelta(days=19))


def test_the_page_asks_first_and_opens_the_draft(house: House) -> None:
    case, client = trial(house, 20), signed_in(house, "submitter")
    where = f"/operator/submissions/{case.reference}/renew/"
    assert "Renew the approval" in text(client.get(where))
    assert "Renew" in text(client.get("/operator/"))
    answer = client.post(where)
    made = Submission.objects.get(varies=case)
    assert answer["Location"] == f"/operator/submissions/{made.reference}/draft/"
    assert "Renewal, no change" in text(client.get(f"/operator/submissions/{made.reference}/"))


def test_the_officer_sees_whether_anything_changed(house: House) -> None:
    case = trial(house, 20)
    draft = renew(house, case)
    assert variation.renews_unchanged(draft)
    save_draft(actor=house.submitter, reference=draft.reference, ruleset=odds(1), expected_version=1)
    draft.refresh_from_db()
    assert not variation.renews_unchanged(draft)


def test_what_has_no_end_or_is_given_up_is_not_renewed(house: House) -> None:
    case = approved(house).submission
    with pytest.raises(NotPossible, match="no end date"):
        renew(house, case)
    case = trial(house, 20)
    workflow.plan_surrender(actor=house.submitter, reference=case.reference, reason="x", last_day=today())
    case.refresh_from_db()
    assert not variation.can_renew(house.submitter, case)
    with pytest.raises(NotPossible, match="surrendered"):
        renew(house, case)


def test_the_operator_is_reminded_once_before_the_last_day(house: House) -> None:
    trial(house, 40)
    assert reminders.remind() == 0
    case = trial(house, 20)
    assert (reminders.remind(), reminders.remind()) == (1, 0)
    told = Notice.objects.filter(user=house.submitter).latest("pk").text
    assert case.reference in told and "renew it on its page" in told


def test_one_that_is_surrendered_is_not_reminded_of(house: House) -> None:
    case = trial(house, 20)
    workflow.plan_surrender(actor=house.submitter, reference=case.reference, reason="x", last_day=today())
    assert reminders.remind() == 0
