"""Working days: each jurisdiction's own calendar, its own midnight, and the times that do not count."""

from datetime import UTC, date, datetime
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from portal.accounts.jurisdictions import jurisdiction
from portal.demo.clock import freeze_time
from portal.review import workflow
from portal.review.clock import (
    add_working_days,
    clock_of,
    clocks,
    reading,
    recount_due_days,
    spans,
    working_days,
)
from portal.submissions.models import Submission
from tests.factories import (
    House,
    change_jurisdiction,
    digest,
    draft,
    in_review,
    make_house,
    odds,
    recommended,
    submitted,
)

AUCKLAND = ZoneInfo("Pacific/Auckland")


def on(day: str, hour: int = 12, zone: str = "Pacific/Auckland") -> datetime:
    return datetime.fromisoformat(f"{day}T{hour:02d}:00").replace(tzinfo=ZoneInfo(zone))


@pytest.mark.parametrize(
    ("code", "day", "why"),
    [
        ("nz", "2026-02-06", "Waitangi Day"),
        ("nz", "2026-04-03", "Good Friday"),
        ("nz", "2026-04-06", "Easter Monday"),
        ("nz", "2026-04-27", "Anzac Day, kept on the Monday after its Saturday"),
        ("nz", "2026-07-10", "Matariki"),
        ("nz", "2026-12-28", "Boxing Day, kept on the Monday after its Saturday"),
        ("sg", "2026-02-17", "Lunar New Year"),
        ("sg", "2026-02-18", "its second day"),
        ("sg", "2026-08-10", "National Day, kept on the Monday after its Sunday"),
        ("bc", "2026-02-16", "Family Day"),
        ("bc", "2026-08-03", "British Columbia Day"),
        ("md", "2026-11-26", "Thanksgiving"),
        ("md", "2026-11-27", "the day after it"),
        ("md", "2026-07-03", "Independence Day, kept on the Friday before its Saturday"),
        ("md", "2027-12-31", "New Year’s Day of 2028, kept in the year before"),
        ("nz", "2026-11-14", "a Saturday"),
        ("sg", "2026-11-15", "a Sunday"),
    ],
)
def test_a_day_off(code: str, day: str, why: str) -> None:
    assert not jurisdiction(code).is_working_day(date.fromisoformat(day)), why


@pytest.mark.parametrize(
    ("code", "day"),
    [
        ("sg", "2026-02-06"),
        ("sg", "2026-04-06"),
        ("md", "2026-04-03"),
        ("bc", "2026-04-06"),
        ("nz", "2026-02-17"),
        ("bc", "2026-11-26"),
    ],
)
def test_another_countrys_holiday_is_a_working_day(code: str, day: str) -> None:
    assert jurisdiction(code).is_working_day(date.fromisoformat(day))


@pytest.mark.parametrize(
    ("code", "start", "number", "end"),
    [
        ("nz", "2026-11-16", 1, "2026-11-17"),
        ("nz", "2026-11-13", 1, "2026-11-16"),  # over a weekend
        ("nz", "2026-11-14", 1, "2026-11-16"),  # handed in on a Saturday
        ("nz", "2026-12-24", 1, "2026-12-29"),  # Christmas, and Boxing Day kept on the Monday
        ("nz", "2026-12-24", 4, "2027-01-05"),  # and two days of New Year, the second kept on the Monday
        ("nz", "2026-04-02", 2, "2026-04-08"),  # Easter
        ("nz", "2026-02-05", 1, "2026-02-09"),  # Waitangi Day makes a long weekend
        ("sg", "2026-02-16", 1, "2026-02-19"),  # Lunar New Year
        ("nz", "2026-11-16", 0, "2026-11-16"),
        ("nz", "2026-11-02", 20, "2026-11-30"),
    ],
)
def test_counting_forward_and_back(code: str, start: str, number: int, end: str) -> None:
    first, last = date.fromisoformat(start), date.fromisoformat(end)
    assert add_working_days(code, first, number) == last
    assert working_days(code, first, last) == number


def test_spans_that_meet_count_each_day_once() -> None:
    days = [date(2026, 12, 1), date(2026, 12, 9), date(2026, 12, 27), date(2027, 1, 20)]
    parts = sum(working_days("nz", a, b) for a, b in pairwise(days))
    assert parts == working_days("nz", days[0], days[-1])


def test_it_runs_between_the_moves() -> None:
    moves = [
        (on("2026-11-02"), "submitted"),
        (on("2026-11-03"), "in_review"),
        (on("2026-11-05"), "query_open"),
        (on("2026-11-16"), "in_review"),
        (on("2026-11-17"), "returned"),
        (on("2026-11-23"), "submitted"),
        (on("2026-11-24"), "in_review"),
        (on("2026-11-25"), "recommended"),
    ]
    ran = spans(moves, AUCKLAND)
    assert ran == [
        (date(2026, 11, 2), date(2026, 11, 5)),
        (date(2026, 11, 16), date(2026, 11, 17)),
        (date(2026, 11, 23), None),
    ]
    clock = reading("nz", ran, date(2026, 11, 25), 20)
    assert (clock.used, clock.left, clock.late, clock.due_on) == (6, 14, False, date(2026, 12, 15))
    ended = spans([*moves, (on("2026-11-27"), "approved"), (on("2026-11-27"), "in_force")], AUCKLAND)
    clock = reading("nz", ended, date(2027, 3, 1), 20)
    assert (clock.used, clock.ended, clock.due_on) == (8, True, None)
    assert clock.words == "took 8 working days"


def test_the_clock_does_not_run_before_submission() -> None:
    assert spans([(on("2026-11-02"), "withdrawn")], AUCKLAND) == []


def test_late_is_the_day_after_the_last() -> None:
    ran = [(date(2026, 11, 2), None)]
    words = {
        date(2026, 11, 6): (1, False, "1 working day left"),
        date(2026, 11, 9): (0, False, "due today"),
        date(2026, 11, 10): (-1, True, "1 working day late"),
        date(2026, 11, 12): (-3, True, "3 working days late"),
    }
    for today, said in words.items():
        clock = reading("nz", ran, today, 5)
        assert (clock.left, clock.late, clock.words) == said
        assert clock.due_on == date(2026, 11, 9)
    # Due on a Friday: on Saturday it is late, though no working day has passed.
    weekend = reading("nz", ran, date(2026, 11, 7), 4)
    assert (weekend.left, weekend.late, weekend.words) == (0, True, "late since the last working day")


def test_what_was_late_before_it_was_stopped_stays_late() -> None:
    ran = [(date(2026, 11, 2), date(2026, 11, 12))]
    clock = reading("nz", ran, date(2026, 12, 1), 5, stopped=True)
    assert (clock.late, clock.left, clock.words) == (True, -3, "paused, 3 working days late")
    again = reading("nz", [*ran, (date(2026, 12, 1), None)], date(2026, 12, 1), 5)
    assert (again.late, again.left, again.due_on) == (True, -3, date(2026, 11, 9))
    ended = reading("nz", ran, date(2026, 12, 1), 5)
    assert ended.words == "took 8 working days, 3 more than the target"


def test_the_day_is_the_regulators_own(db: None) -> None:
    """One moment: Monday evening in Maryland, Tuesday in New Zealand."""
    moment = datetime(2026, 11, 17, 1, 30, tzinfo=UTC)
    found = {}
    for code, edition in (("nz", "nz-revised"), ("md", "md-craps")):
        house = make_house(code, edition)
        said = {"vig": {"buy": {"collect": "placement"}, "lay": {"collect": "win"}}} if code == "md" else {}
        with freeze_time(moment):
            found[code] = submitted(house, odds(1, edition) | said).due_on
    assert found["nz"] == add_working_days("nz", date(2026, 11, 17), 20)
    assert found["md"] == add_working_days("md", date(2026, 11, 16), 30)


def test_a_case_knows_its_day_from_handing_in_to_the_decision(house: House) -> None:
    with freeze_time(on("2026-11-02")):
        made = submitted(house)
        assert made.due_on == date(2026, 11, 30)
        workflow.claim(actor=house.officer, reference=made.reference)
    with freeze_time(on("2026-11-04")):
        workflow.open_query(
            actor=house.officer, reference=made.reference, text="Why?", due_on=date(2026, 11, 20)
        )
        assert stored(made).due_on is None
    with freeze_time(on("2026-11-11")):
        clock = clock_of(made)
        assert clock is not None
        assert (clock.stopped, clock.used, clock.left, clock.words) == (
            True, 2, 18, "paused, 18 working days left",
        )  # fmt: skip
        workflow.answer_query(actor=house.submitter, reference=made.reference, text="So.")
        assert stored(made).due_on == date(2026, 12, 7)
    with freeze_time(on("2026-11-12")):
        workflow.recommend(
            actor=house.officer, reference=made.reference, digest=digest(made), reason="Ok.", no_conflict=True
        )
        assert stored(made).due_on == date(2026, 12, 7)
        workflow.approve(
            actor=house.approver, reference=made.reference, digest=digest(made), no_conflict=True
        )
    assert stored(made).due_on is None
    ended = clock_of(made)
    assert ended is not None
    assert (ended.used, ended.ended, ended.target) == (3, True, 20)


def test_a_returned_case_goes_on_where_its_clock_stopped(house: House) -> None:
    with freeze_time(on("2026-11-02")):
        made = in_review(house)
    with freeze_time(on("2026-11-05")):
        workflow.return_for_amendment(
            actor=house.officer, reference=made.reference, digest=digest(made), reason="Lower."
        )
    with freeze_time(on("2026-12-01")):
        from portal.validation.drafts import save_draft

        save_draft(actor=house.submitter, reference=made.reference, ruleset=odds(1), expected_version=2)
        made.refresh_from_db()
        workflow.submit(
            actor=house.submitter, reference=made.reference, digest=digest(made), name="Ana", role="Manager"
        )
    assert stored(made).due_on == add_working_days("nz", date(2026, 12, 1), 17)


def test_a_draft_has_no_clock(house: House) -> None:
    made = draft(house)
    assert (made.due_on, clock_of(made)) == (None, None)
    workflow.withdraw(actor=house.submitter, reference=made.reference)
    assert clock_of(stored(made)) is None


def test_many_clocks_cost_one_query(house: House, django_assert_num_queries: Any) -> None:
    cases = [submitted(house), in_review(house), recommended(house), draft(house)]
    with django_assert_num_queries(1):
        found = clocks(cases)
    assert set(found) == {case.pk for case in cases[:3]}


def test_the_target_is_the_regulators_own(house: House) -> None:
    made = submitted(house)
    change_jurisdiction("nz", review_days=3)
    clock = clock_of(made)
    assert clock is not None
    assert clock.target == 3
    assert recount_due_days() == 1
    assert stored(made).due_on == clock.due_on == add_working_days("nz", jurisdiction("nz").today(), 3)
    assert recount_due_days() == 0


def stored(made: Submission) -> Submission:
    return Submission.objects.get(pk=made.pk)
