"""A run over all approvals: in parts, by one worker after another, out of date, and notifying once."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import timedelta
from typing import Any

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal.editions import drafting
from portal.editions.models import Edition
from portal.errors import NotFound
from portal.notices.models import Notice
from portal.review import impact_runs, tasks
from portal.review.impact import EditionPair
from portal.review.impact_models import ImpactRun
from portal.review.impact_selectors import impact_counts, impact_of
from portal.review.workflow import surrender
from portal.submissions.models import Submission
from portal.work_runs import MAX_FAILURES, RunState
from tests.factories import House, approved, create_property, make_house
from tests.portal.doors import signed_in, text
from tests.portal.editions.drafts import a_draft, called_back, change, lower_odds, publish
from tests.portal.review.impacts import answer, finish_runs, many_approvals

pytestmark = pytest.mark.slow


@pytest.fixture
def md(db: None) -> House:
    return make_house("md", "md-craps")


@pytest.fixture
def by_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is done before the page answers, and each approval is a part of its own."""
    monkeypatch.setattr(impact_runs, "AT_ONCE", 0)
    monkeypatch.setattr(impact_runs, "CHUNK", 1)


def mine(md: House, most: int = 10) -> Edition:
    return lower_odds(a_draft("md-craps", actor=md.regulator_admin), most)


def one_more(md: House) -> Submission:
    elsewhere = replace(md, property=create_property(organisation=md.operator, jurisdiction="md"))
    return approved(elsewhere, {"edition": "md-craps"}).submission


def ask(md: House, row: Edition) -> ImpactRun:
    return impact_runs.ask(actor=md.officer, edition_id=row.pk)


def expire_lease(run: ImpactRun) -> None:
    ImpactRun.objects.filter(pk=run.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def looked_at_from_now_on(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    seen: list[str] = []
    look_at = EditionPair.look_at

    def watched(self: EditionPair, submission: Any) -> Any:
        seen.append(submission.reference)
        return look_at(self, submission)

    monkeypatch.setattr(EditionPair, "look_at", watched)
    return seen


def test_a_worker_shows_how_far_it_is_and_goes_on_in_parts(md: House, by_a_worker: None) -> None:
    many_approvals(md, 4)
    row = mine(md)
    officer, page = signed_in(md.officer), f"/regulator/editions/{row.pk}/impact/"
    officer.post(f"{page}run/")
    shown = officer.get(page)
    assert "0 of 4 approvals are checked" in text(shown) and 'hx-trigger="every 2s"' in shown.content.decode()
    assert officer.get(f"/regulator/editions/{row.pk}/impact.csv").status_code == 404
    run = ImpactRun.objects.get(edition=row)
    for count in range(1, 4):
        assert impact_runs.work_on(run.pk, seconds=0)
        assert f"{count} of 4 approvals are checked" in text(officer.get(page))
    assert f"3 of 4 approvals under {row.parent}" in text(officer.get(f"/regulator/editions/{row.pk}/"))
    impact_runs.work_on(run.pk)
    assert "4 current approvals under Maryland craps were checked" in text(officer.get(page))


def test_another_worker_goes_on_where_one_died_and_the_answer_is_the_same(
    md: House, by_a_worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    many_approvals(md, 5)
    row = change(mine(md), "wagers.any_seven.pays.all", "3:1", "5/H(15)")
    run = ask(md, row)
    finish_runs()
    undisturbed = answer(row)
    assert len(undisturbed) == 5 and all(each["other_money"] for each in undisturbed)
    ImpactRun.objects.all().delete()

    run, look_at = ask(md, row), EditionPair.look_at
    seen: list[str] = []

    def killed(self: EditionPair, submission: Any) -> Any:
        if len(seen) == 2:
            raise KeyboardInterrupt  # as sudden as kill -9: nothing is put back
        seen.append(submission.reference)
        return look_at(self, submission)

    monkeypatch.setattr(EditionPair, "look_at", killed)
    with pytest.raises(KeyboardInterrupt):
        impact_runs.work_on(run.pk)
    monkeypatch.setattr(EditionPair, "look_at", look_at)
    assert not impact_runs.work_on(run.pk) and tasks.sweep_impact() == 0  # its lease still runs
    expire_lease(run)
    later = looked_at_from_now_on(monkeypatch)
    assert list(impact_runs.RUNS.overdue()) == [run]
    impact_runs.work_on(run.pk)
    assert len(later) == 3 and not set(later) & set(seen)
    assert answer(row) == undisturbed


def test_a_worker_that_lost_its_claim_stores_nothing(md: House, by_a_worker: None) -> None:
    many_approvals(md, 2)
    run = ask(md, mine(md))
    slow = impact_runs.RUNS.outbox.claim(run.pk)
    expire_lease(run)
    impact_runs.work_on(run.pk)
    assert not impact_runs._save(slow, []) and not impact_runs._finish(slow)
    run.refresh_from_db()
    assert (run.state, run.rows.count()) == (RunState.DONE, 2)


def test_a_changed_draft_is_out_of_date_and_a_new_title_or_date_is_not(md: House) -> None:
    approved(md, {"edition": "md-craps"})
    row = mine(md)
    ask(md, row)
    assert impact_of(row).is_current
    drafting.change_head(
        actor=md.regulator_admin, edition_id=row.pk, title="Odds, lowered", in_force_from=None
    )
    row.refresh_from_db()
    assert impact_of(row).is_current
    lower_odds(row, 20)
    row.refresh_from_db()
    page = text(signed_in(md.officer).get(f"/regulator/editions/{row.pk}/impact/"))
    assert "Out of date." in page and "Run again" in page and "1 current approval" in page
    assert "Would breach it" not in page and "Download spreadsheet" not in page  # worded by another text
    assert signed_in(md.officer).get(f"/regulator/editions/{row.pk}/impact.csv").status_code == 404
    assert impact_counts(row) is None
    ask(md, row)
    assert impact_of(row).is_current


def test_only_approvals_added_since_are_looked_at(md: House, monkeypatch: pytest.MonkeyPatch) -> None:
    many_approvals(md, 3)
    row = mine(md)
    ask(md, row)
    seen = looked_at_from_now_on(monkeypatch)
    added = one_more(md)
    page = f"/regulator/editions/{row.pk}/impact/"
    assert "1 approval was added since" in text(signed_in(md.officer).get(page))
    ask(md, row)
    assert seen == [added.reference]
    surrender(actor=md.submitter, reference=added.reference, reason="The casino closes.")
    assert "1 in this list has ended since" in text(signed_in(md.officer).get(page))
    ask(md, row)
    assert seen == [added.reference] and impact_of(row).counts.looked_at == 3


def test_a_draft_changed_between_two_workers_begins_anew(md: House, by_a_worker: None) -> None:
    many_approvals(md, 2)
    row = mine(md)
    run = ask(md, row)
    impact_runs.work_on(run.pk, seconds=0)
    lower_odds(row, 200)
    finish_runs()
    row.refresh_from_db()
    counts = impact_counts(row)
    assert counts is not None and (counts.looked_at, counts.breaching) == (2, 0)


def test_an_approval_that_cannot_be_looked_at_is_named_and_tried_again(
    md: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = approved(md, {"edition": "md-craps"}).submission
    row = mine(md)

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("no reason")

    def fail(run: ImpactRun) -> None:
        for _ in range(MAX_FAILURES):
            ImpactRun.objects.update(next_attempt_at=timezone.now())
            impact_runs.work_on(run.pk)

    told = Notice.objects.filter(user=md.regulator_admin, text__contains="could be checked")
    with monkeypatch.context() as patched:
        patched.setattr(EditionPair, "look_at", broken)
        fail(ask(md, row))
        assert not told.exists()  # whoever asked sees it on the page
        row = publish(row)
        fail(ImpactRun.objects.get(edition=row))
    assert "operators are not notified" in told.get().text
    page = text(signed_in(md.officer).get(f"/regulator/editions/{row.pk}/impact/"))
    assert f"{case.reference} could not be checked: no reason" in page and "Try again" in page
    signed_in(md.officer).post(f"/regulator/editions/{row.pk}/impact/run/")
    assert impact_of(row).is_current
    assert Notice.objects.filter(user=md.submitter, text__contains="replaces").count() == 1


def test_publishing_notifies_once_and_after_all_are_looked_at(md: House, by_a_worker: None) -> None:
    approved(md, {"edition": "md-craps"})
    row = mine(md)
    run = ask(md, row)
    finish_runs()
    row = publish(row)
    told = Notice.objects.filter(text__contains="replaces")
    assert not told.exists()
    one_more(md)  # in between
    slow = impact_runs.RUNS.outbox.claim(run.pk)
    expire_lease(run)
    for _ in range(3):
        finish_runs()
        tasks.sweep_impact()
    assert not impact_runs._finish(slow)
    people = sorted(told.values_list("user_id", flat=True))
    assert people == sorted(set(people)) and md.submitter.pk in people and md.officer.pk in people
    assert "of 2 approvals" in told.get(user=md.officer).text
    assert impact_of(row).is_current  # the date that publishing has set changes nothing


def test_an_edition_that_is_a_draft_again_notifies_nobody(md: House, by_a_worker: None) -> None:
    approved(md, {"edition": "md-craps"})
    row = called_back(publish(mine(md)))
    finish_runs()
    assert impact_of(row).is_current
    assert not Notice.objects.filter(text__contains="replaces").exists()
    publish(row)
    finish_runs()
    assert Notice.objects.filter(text__contains="replaces", user=md.submitter).count() == 1


def test_the_workbook_has_every_approval_and_every_change(md: House) -> None:
    made = many_approvals(md, 3)
    row = mine(md)
    ask(md, row)
    response: Any = signed_in(md.officer).get(f"/regulator/editions/{row.pk}/impact.xlsx")
    book = openpyxl.load_workbook(io.BytesIO(b"".join(response.streaming_content)))
    approvals = list(book["Approvals"].values)
    assert {line[0] for line in approvals[1:]} == {case.reference for case in made}
    assert approvals[0][:3] == ("reference", "operator", "casino")
    assert {line[6] for line in list(book["Changes"].values)[1:]} <= {"appears", "vanishes"}


def test_another_jurisdiction_does_not_learn_of_it(md: House) -> None:
    row = mine(md)
    with pytest.raises(NotFound):
        impact_runs.ask(actor=md.foreign_officer, edition_id=row.pk)
    with pytest.raises(NotFound):
        impact_runs.ask(actor=md.submitter, edition_id=row.pk)


def test_queries_grow_with_chunks_and_not_with_approvals(md: House) -> None:
    def queries(row: Edition) -> int:
        with CaptureQueriesContext(connection) as found:
            ask(md, row)
        return len(found)

    many_approvals(md, 3)
    few = queries(mine(md))
    ImpactRun.objects.all().delete()
    for _ in range(6):
        one_more(md)
    assert queries(mine(md)) <= few + 1
