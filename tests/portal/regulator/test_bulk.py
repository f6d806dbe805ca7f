"""Several cases of the queue at once: choosing them, what the act needs, and the page of results."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from portal.accounts.jurisdictions import jurisdiction
from portal.review.models import Query
from portal.submissions.models import State, Submission
from tests.factories import House, in_review, recommended, submitted
from tests.portal.doors import signed_in, text

pytestmark = pytest.mark.slow

QUEUE = "/regulator/queue/"
HERE = "/regulator/queue/selected/"


def boxes(client: Client, query: str = "") -> list[str]:
    return [str(row.shown) for row in client.get(f"{QUEUE}{query}").context["rows"]]


def test_all_on_the_page_are_selected_without_a_script(house: House) -> None:
    submitted(house)
    submitted(house)
    client = signed_in(house.officer)
    plain, ticked = client.get(QUEUE).content.decode(), client.get(f"{QUEUE}?select=all").content.decode()
    assert (plain.count('name="case"'), plain.count("checked>")) == (2, 0)
    assert ticked.count("checked>") == 2
    assert 'href="?select=all"' in plain
    admin = signed_in(house.regulator_admin).get(QUEUE).content.decode()
    assert '<option value="assign">' in admin and '<option value="claim">' not in admin


def test_the_walk_of_asking_several(house: House) -> None:
    first, second, closed = in_review(house), in_review(house), recommended(house)
    client = signed_in(house.officer)
    chosen = boxes(client)
    page = client.post(HERE, {"act": "ask", "case": chosen, "next": f"{QUEUE}?state=in_review"})
    assert "Ask the operators of 2 cases" in text(page)
    assert "Left out." in text(page)
    form = {"act": "ask", "case": chosen, "confirmed": "yes", "text": "Which dice?"}
    today = jurisdiction("nz").today()
    refused = client.post(HERE, {**form, "due_on": today.isoformat()})
    assert (refused.status_code, "at least until tomorrow" in text(refused)) == (422, True)
    assert not Query.objects.exists()
    answer = client.post(HERE, {**form, "due_on": (today + timedelta(days=9)).isoformat()})
    assert "2 of 3 done" in text(answer)
    assert {query.submission for query in Query.objects.all()} == {first, second}
    assert f'<input type="hidden" name="case" value="{closed.reference}">' in answer.content.decode()
    assert '<input type="hidden" name="text" value="Which dice?">' in answer.content.decode()
    retry = client.post(HERE, {"act": "ask", "case": [closed.reference], "text": "Which dice?"})
    assert "None of these cases can be processed together" in text(retry)


def test_assigning_several_and_back_to_all(house: House) -> None:
    submitted(house)
    submitted(house)
    client = signed_in(house.regulator_admin)
    form = {"act": "assign", "case": boxes(client), "confirmed": "yes"}
    answer = client.post(HERE, {**form, "assignee_id": house.officer.pk})
    assert f"Assigned to {house.officer}." in text(answer)
    assert set(Submission.objects.values_list("assignee", flat=True)) == {house.officer.pk}
    stale = client.post(HERE, {**form, "assignee_id": ""})
    assert "None done" in text(stale)
    client.post(HERE, {**form, "case": boxes(client), "assignee_id": ""})
    assert set(Submission.objects.values_list("assignee", flat=True)) == {None}
    unknown = client.post(HERE, {**form, "assignee_id": house.submitter.pk})
    assert (unknown.status_code, "Choose an officer from the list." in text(unknown)) == (422, True)


@pytest.mark.parametrize("act", ["approve", "refuse", "recommend", "suspend", "revoke", "", "nonsense"])
def test_there_is_no_other_act_on_several(house: House, act: str) -> None:
    made = recommended(house)
    answer = signed_in(house.approver).post(
        HERE,
        {"act": act, "case": [made.reference], "confirmed": "yes", "no_conflict": "on", "reason": "All."},
    )
    assert answer.status_code == 404
    made.refresh_from_db()
    assert made.state == State.RECOMMENDED


def test_nothing_chosen_too_many_not_allowed_and_a_reload(house: House) -> None:
    client = signed_in(house.officer)
    assert "Select at least one case." in text(client.post(HERE, {"act": "claim"}))
    many = {"act": "claim", "case": [f"NZ-2026-{n:04}" for n in range(51)], "confirmed": "yes"}
    assert "Select at most 50" in text(client.post(HERE, many))
    assert client.get(HERE)["Location"] == QUEUE
    refused = signed_in(house.approver).post(HERE, {"act": "claim", "case": ["NZ-2026-0001"]})
    assert refused.status_code == 403
