"""The queue: narrowing, searching, ordering, paging, and what is done from a row."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from portal.accounts.services import change_property
from portal.demo.clock import freeze_time
from portal.editions.models import Edition
from portal.review import queue, queue_actions, search, workflow
from portal.submissions.models import CaseWords, State, Submission
from tests.factories import (
    House,
    answered,
    create_operator,
    create_property,
    create_user,
    in_review,
    recommended,
    submitted,
)
from tests.portal.doors import signed_in, text
from tests.portal.round_games import PLAIN, WRONG, house_of

pytestmark = pytest.mark.slow

HERE = "/regulator/queue/"


def shown(client: Client, query: str = "") -> str:
    answer = client.get(f"{HERE}{query}")
    assert answer.status_code == 200
    return text(answer)


def copies(made: Submission, number: int) -> list[Submission]:
    """More cases like a submitted one, for pages that need many."""
    assert made.submitted_at and made.due_on
    rows = []
    for n in range(number):
        row = Submission.objects.get(pk=made.pk)
        row.pk, row.reference = None, f"NZ-2031-{n:04d}"
        row.submitted_at = made.submitted_at + timedelta(hours=n)
        row.due_on = None if n % 5 == 0 else made.due_on + timedelta(days=n)
        rows.append(row)
    return Submission.objects.bulk_create(rows)


def test_words_of_the_case_lead_to_it(house: House) -> None:
    made, other = in_review(house), submitted(house)
    due = timezone.now().date() + timedelta(days=20)
    workflow.open_query(
        actor=house.officer, reference=made.reference, text="Who watches the stickman?", due_on=due
    )
    found = queue.queue(house.officer, query="STICKMAN")
    assert list(found) == [made]
    assert not queue.queue(house.officer, query="stickman nowhere").exists()
    assert set(queue.queue(house.officer, query="odds 2×")) == {made, other}
    assert list(queue.queue(house.officer, query=other.reference.lower())) == [other]
    workflow.answer_query(actor=house.submitter, reference=made.reference, text="Our pit boss Wiremu.")
    assert list(queue.queue(house.officer, query="wiremu")) == [made]


def test_a_renamed_casino_is_found_by_its_new_name_with_or_without_accents(house: House) -> None:
    made = submitted(house)
    change_property(actor=house.operator_admin, property_id=house.property.pk, name="Kōwhai Wharf")
    assert list(queue.queue(house.officer, query="kowhai wharf")) == [made]
    assert list(queue.queue(house.officer, query="Kōwhai")) == [made]


def test_cases_from_before_the_words_were_kept_are_taken_up(house: House) -> None:
    made = submitted(house)
    CaseWords.objects.all().delete()
    assert not queue.queue(house.officer, query=made.reference).exists()
    assert search.keep_missing() == 1
    assert search.keep_missing() == 0
    assert list(queue.queue(house.officer, query=made.reference)) == [made]


def test_internal_remarks_are_not_among_the_words(house: House) -> None:
    made = in_review(house)
    signed_in(house.officer).post(f"/regulator/cases/{made.reference}/note/", {"text": "Dubious."})
    search.keep(made)
    assert not queue.queue(house.officer, query="dubious").exists()


def test_filters_by_clock_age_operator_and_mark(house: House) -> None:
    late, early = in_review(house), submitted(house)
    today = timezone.now().date()
    Submission.objects.filter(pk=late.pk).update(
        due_on=today - timedelta(days=3), submitted_at=timezone.now() - timedelta(days=40)
    )
    queue_actions.flag(actor=house.officer, reference=early.reference, flag="urgent")

    def rows(**wanted: str) -> list[Submission]:
        return list(queue.queue(house.officer, **wanted))

    assert rows(clock="late") == [late]
    assert rows(age="30") == [late]
    assert rows(age="7", clock="soon") == []
    assert rows(flag="urgent") == [early]
    assert rows(operator=str(house.operator.pk)) == [late, early]
    assert rows(operator="999999") == []
    assert rows(clock="bogus", age="bogus", operator="x", assignee="y", order="z") == [late, early]
    assert rows(order="newest") == [early, late]


def test_what_stands_still_comes_after_what_is_due(house: House) -> None:
    stopped, running = in_review(house), submitted(house)
    due = timezone.now().date() + timedelta(days=20)
    workflow.open_query(actor=house.officer, reference=stopped.reference, text="Why?", due_on=due)
    assert list(queue.queue(house.officer)) == [running, stopped]
    assert list(queue.queue(house.officer, clock="stopped")) == [stopped]


def test_a_page_walks_through_all_of_them(house: House) -> None:
    made = submitted(house)
    copies(made, 60)
    client = signed_in(house.officer)
    seen: list[str] = []
    where = "?state=submitted"
    while where:
        answer = client.get(f"{HERE}{where}")
        seen += [row.submission.reference for row in answer.context["rows"]]
        where = answer.context["page"].next
    assert len(seen) == len(set(seen)) == 61
    assert "state=submitted" in answer.context["page"].previous


def test_counts_stop_at_the_shown_maximum(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    copies(submitted(house), 5)
    assert queue.queue_counts(house.officer)[State.SUBMITTED] == 6
    monkeypatch.setattr(queue, "MOST_COUNTED", 3)
    assert queue.queue_counts(house.officer)[State.SUBMITTED] == 4
    page = shown(signed_in(house.officer))
    assert "More than 3 cases are waiting for us." in page
    assert "Submitted (more than 3)" in page
    assert queue.queue_counts(house.submitter) == dict.fromkeys(State.values, 0)


def test_the_page_asks_as_often_for_one_row_as_for_many(
    house: House, django_assert_num_queries: Any, django_assert_max_num_queries: Any
) -> None:
    made = submitted(house)
    client = signed_in(house.officer)
    client.get(HERE)
    with django_assert_max_num_queries(18) as few:
        client.get(HERE)
    copies(made, 40)
    with django_assert_num_queries(len(few)):
        client.get(HERE)


def test_an_answer_brings_the_case_back_to_the_officers_eye(house: House) -> None:
    made = answered(house).submission
    page = shown(signed_in(house.officer))
    assert "In review Questions answered" in page
    assert made.reference in page


def test_late_ones_stand_out(house: House) -> None:
    submitted(house)
    client = signed_in(house.officer)
    assert "20 working days left" in shown(client)
    assert "data-late" not in client.get(HERE).content.decode()
    with freeze_time(timezone.now() - timedelta(days=60)):
        late = submitted(house)
    page = client.get(HERE)
    assert "data-late" in page.content.decode()
    assert page.context["rows"][0].submission == late
    assert list(queue.queue(house.officer, clock="late")) == [late]
    assert "1 late" in text(client.get("/regulator/"))


def test_taking_a_case_from_its_row_leads_back_to_the_same_view(house: House) -> None:
    made = submitted(house)
    client = signed_in(house.officer)
    where = f"{HERE}?state=submitted"
    answer = client.post(f"/regulator/cases/{made.reference}/claim/", {"next": where})
    assert answer["Location"] == where
    made.refresh_from_db()
    assert (made.state, made.assignee) == ("in_review", house.officer)


def test_a_way_back_to_elsewhere_is_not_taken(house: House) -> None:
    made = submitted(house)
    answer = signed_in(house.officer).post(
        f"/regulator/cases/{made.reference}/claim/", {"next": "https://elsewhere.example/"}
    )
    assert answer["Location"] == f"/regulator/cases/{made.reference}/"


def test_giving_a_case_to_a_colleague_and_back_to_all(house: House) -> None:
    made = in_review(house)
    colleague = create_user(organisation=house.regulator, roles=["regulator_officer"])
    client = signed_in(house.officer)
    where = f"/regulator/cases/{made.reference}/assign/"
    said = text(client.post(where, {"assignee": colleague.pk, "next": HERE}, follow=True))
    assert f"is now assigned to {colleague.name}" in said
    made.refresh_from_db()
    assert made.assignee == colleague
    client.post(where, {"assignee": ""})
    made.refresh_from_db()
    assert made.assignee is None
    refused = client.post(where, {"assignee": house.foreign_officer.pk})
    assert refused.status_code == 409
    assert "Choose an officer" in text(refused)


def test_a_view_is_saved_shown_and_deleted(house: House) -> None:
    client = signed_in(house.officer)
    page = client.get(f"{HERE}?state=recommended&order=newest")
    assert "Save this view" in text(page)
    kept = {"name": "To decide", "query_string": page.context["query_string"]}
    answer = client.post(f"{HERE}views/", kept)
    assert answer["Location"] == f"{HERE}?state=recommended&order=newest"
    assert "To decide" in shown(client)
    assert "To decide" not in shown(signed_in(house.approver))
    view = queue_actions.filters(house.officer).get()
    client.post(f"{HERE}views/{view.pk}/delete/")
    assert "To decide" not in shown(client).replace("The saved view is deleted", "")
    refused = client.post(f"{HERE}views/", {"name": " ", "query_string": "state=all"})
    assert refused.status_code == 422
    assert "Enter a name for the view." in text(refused)


def test_only_what_is_there_can_be_chosen(house: House) -> None:
    create_property(jurisdiction="sg", organisation=create_operator(name="Elsewhere Resorts"))
    submitted(house)
    page = shown(signed_in(house.officer))
    assert house.operator.name in page
    assert "Elsewhere Resorts" not in page
    assert house.foreign_officer.name not in page


def test_the_dashboard_says_what_needs_this_person(house: House) -> None:
    mine, free, waiting = in_review(house), submitted(house), recommended(house)
    officer, approver = (text(signed_in(who).get("/regulator/")) for who in (house.officer, house.approver))
    assert "Your cases" in officer
    assert mine.reference in officer
    assert free.reference in officer
    assert "1 unassigned" in officer
    assert "To decide" in approver
    assert waiting.reference in approver
    assert "1 recommended, to decide" in approver


def test_cases_of_one_game(db: None) -> None:
    house = house_of("bc-wheel")
    wheel = submitted(house, WRONG["bc-wheel"])
    war = submitted(replace(house, edition=Edition.objects.get(pk="bc-war")), PLAIN["bc-war"])
    client = signed_in(house.officer)
    page = client.get(HERE)
    options = [label for _, label in page.context["choices"]["game"]]
    assert options == ["Any", "Casino war", "Craps", "Midi craps", "Red dog", "Wheel of fortune"]
    found = shown(client, "?game=casino+war")
    assert war.reference in found and wheel.reference not in found
    assert "No cases match" in shown(client, "?game=red+dog")
    assert "No cases match" in shown(client, "?game=nothing")


def test_what_games_played_in_rounds_state_is_searched(db: None) -> None:
    house = house_of("bc-wheel")
    made = submitted(house, WRONG["bc-wheel"])
    for words in ("wheel of fortune", "joker", "space joker 40", "5/2.9"):
        assert list(queue.queue(house.officer, query=words)) == [made], words
    assert not queue.queue(house.officer, query="vigorish").exists()


def test_one_game_needs_no_filter(house: House) -> None:
    assert 'name="game"' not in signed_in(house.officer).get(HERE).content.decode()
