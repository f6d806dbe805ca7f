"""The decision form and the conditions that come of it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from portal.accounts.jurisdictions import jurisdiction
from portal.submissions.models import Submission
from tests.factories import House, approved, digest, odds, recommended
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow

HERE = "/regulator/conditions/"


def approving(made: Submission) -> str:
    return f"/regulator/cases/{made.reference}/approve/"


def test_several_conditions_each_with_its_day_or_without(house: House) -> None:
    made = recommended(house)
    sent = {
        "digest": digest(made),
        "no_conflict": "on",
        "condition": ["Post a sign.", "Send a photograph.", ""],
        "condition_due_on": ["2031-01-02", "", ""],
        "confirm": "yes",
    }
    signed_in(house.approver).post(approving(made), sent)
    decision = made.decisions.get()
    assert decision.outcome == "approved_with_conditions"
    assert [(c.text, str(c.due_on)) for c in decision.conditions.all()] == [
        ("Post a sign.", "2031-01-02"),
        ("Send a photograph.", "None"),
    ]


def test_one_more_row_without_scripts_keeps_what_was_written_and_decides_nothing(house: House) -> None:
    made = recommended(house, odds(3))
    assert made.current_version is not None
    waiver = made.current_version.explanations.earliest("pk").pk
    sent = {
        "digest": digest(made),
        "reason": "A trial.",
        "condition": ["Post a sign."],
        "condition_due_on": ["2031-01-02"],
        "waivers": [waiver],
        "more": "condition",
    }
    answer = signed_in(house.approver).post(approving(made), sent)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Condition 2" in text(answer)
    assert "There is a problem" not in text(answer)
    assert "Post a sign." in page
    assert 'value="2031-01-02"' in page
    assert "A trial." in page
    assert page.count(" checked>") == 1
    assert digest(made) in page
    made.refresh_from_db()
    assert made.state == "recommended"


def test_a_day_without_its_condition_and_a_day_that_is_none(house: House) -> None:
    made = recommended(house)
    sent = {
        "digest": digest(made),
        "no_conflict": "on",
        "condition": ["", "Post a sign."],
        "condition_due_on": ["2031-01-02", "soon"],
    }
    answer = signed_in(house.approver).post(approving(made), sent)
    assert answer.status_code == 422
    assert "Condition 1: enter what has to be done, or clear the date." in text(answer)
    assert "Condition 2: enter the date as 2026-11-30." in text(answer)
    made.refresh_from_db()
    assert made.state == "recommended"


def test_each_waiver_is_named_with_what_the_operator_asks(house: House) -> None:
    made = recommended(house, odds(3))
    page = signed_in(house.approver).get(approving(made))
    assert page.content.decode().count('name="waivers"') == 4
    assert "The operator’s reasons: Our floor plan calls for it." in text(page)
    said = {"digest": digest(made), "no_conflict": "on"}
    assert made.current_version is not None
    some = list(made.current_version.explanations.values_list("pk", flat=True))[:3]
    refused = signed_in(house.approver).post(approving(made), said | {"waivers": some})
    assert refused.status_code == 422
    assert "grant a waiver for each breach by name. Not granted: 1 of 4." in text(refused)


def test_a_condition_is_recorded_as_met_with_what_shows_it_and_opened_again(house: House) -> None:
    decision = approved(house, conditions=[{"text": "Post a sign.", "due_on": None}])
    condition = decision.conditions.get()
    client = signed_in(house.officer)
    assert "Post a sign." in text(client.get(HERE))
    empty = client.post(f"{HERE}{condition.pk}/", {"judgement": "met", "note": " "})
    assert empty.status_code == 422
    assert "Enter the evidence" in text(empty)
    client.post(f"{HERE}{condition.pk}/", {"judgement": "met", "note": "Seen on 3 December."})
    assert "No current approval has an unmet condition." in text(client.get(HERE))
    met = text(client.get(f"{HERE}?state=met"))
    assert "Seen on 3 December." in met
    client.post(f"{HERE}{condition.pk}/", {"judgement": "open", "note": "The sign is gone."})
    assert "Post a sign." in text(client.get(HERE))


def test_an_overdue_condition_stands_out(house: House) -> None:
    decision = approved(house, conditions=[{"text": "Post a sign.", "due_on": None}])
    yesterday = jurisdiction("nz").today() - timedelta(days=1)
    decision.conditions.update(due_on=yesterday)
    client = signed_in(house.approver)
    assert "Overdue." in text(client.get(HERE))
    dashboard = text(client.get("/regulator/"))
    assert "1 overdue condition" in dashboard and "overdue conditions" not in dashboard
    assert "Overdue Post a sign." in dashboard


def test_another_regulators_conditions_are_not_there(house: House) -> None:
    approved(house, conditions=[{"text": "Post a sign.", "due_on": None}])
    page = text(signed_in(house.foreign_officer).get(HERE))
    assert "Post a sign." not in page
    assert "No current approval has an unmet condition." in page
