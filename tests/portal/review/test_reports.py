"""Reports: exact medians over months, breaches by clause, what waits; page and CSV say the same."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from portal.accounts.models import Role
from portal.demo.clock import freeze_time
from portal.errors import BadValue
from portal.review import reports, workflow
from portal.review.reports import Decided, Period
from tests.factories import (
    House,
    approved,
    create_regulator,
    create_user,
    digest,
    draft,
    odds,
    recommended,
    submitted,
)
from tests.portal.doors import signed_in, text


def row(
    month: int, day: int, working: int, calendar: int = 0, code: str = "nz", outcome: str = "approved"
) -> Decided:
    return Decided("X", code, date(2026, month, day), outcome, working, calendar)


@pytest.mark.parametrize(
    ("values", "middle"),
    [
        ([], None),
        ([4], 4),
        ([1, 2], Fraction(3, 2)),
        ([1, 3], 2),
        ([9, 1, 5], 5),
        ([1, 2, 3, 10], Fraction(5, 2)),
    ],
)
def test_a_median_is_exact(values: list[int], middle: int | Fraction | None) -> None:
    found = reports.median(values)
    assert found == middle and type(found) is type(middle)


def test_months_without_a_decision_have_no_median() -> None:
    asked = Period(date(2026, 1, 15), date(2026, 3, 2))
    assert asked.months == ["2026-01", "2026-02", "2026-03"]
    found = reports.by_month([row(1, 20, 3), row(1, 21, 4), row(3, 1, 7)], asked)
    assert [(m.month, m.decided, m.working_days) for m in found] == [
        ("2026-01", 2, Fraction(7, 2)),
        ("2026-02", 0, None),
        ("2026-03", 1, 7),
    ]


def test_jurisdictions_stand_apart() -> None:
    asked = Period(date(2026, 1, 1), date(2026, 1, 31))
    found = reports.by_month([row(1, 2, 3), row(1, 2, 9, code="md")], asked)
    assert {(m.jurisdiction, m.working_days) for m in found} == {("nz", 3), ("md", 9)}


def test_days_are_counted_by_the_clock_and_by_the_calendar(house: House) -> None:
    monday = datetime(2026, 6, 8, 1, 0, tzinfo=UTC)  # 13:00 in Auckland
    with freeze_time(monday):
        case = recommended(house)
    with freeze_time(monday + timedelta(days=9)):
        workflow.approve(
            actor=house.approver, reference=case.reference, digest=digest(case), no_conflict=True
        )
    [found] = reports.decided(house.officer, Period(date(2026, 6, 1), date(2026, 6, 30)))
    assert (found.calendar_days, found.working_days, found.day) == (9, 7, date(2026, 6, 17))
    assert reports.decided(house.officer, Period(date(2026, 7, 1), date(2026, 7, 31))) == []
    assert reports.decided(house.foreign_officer, Period(date(2026, 6, 1), date(2026, 6, 30))) == []


def test_breaches_are_counted_once_a_case_and_clause(house: House) -> None:
    submitted(house, odds(4))
    submitted(house, odds(5))
    draft(house, odds(6))  # not handed in: not counted
    today = reports.period(house.officer, None, None)
    found = reports.breaches_by_clause(house.officer, today)
    assert found and {breach.cases for breach in found} == {2}
    assert len({breach.clause for breach in found}) == len(found)
    assert reports.breaches_by_clause(house.foreign_officer, today) == []


def test_what_waits_is_sorted_by_age(house: House) -> None:
    with freeze_time(datetime.now(UTC) - timedelta(days=12)):
        submitted(house)
    submitted(house)
    ages = {age.label: age.cases for age in reports.open_by_age(house.officer)}
    assert (ages["0 to 5 days"], ages["11 to 20 days"], sum(ages.values())) == (1, 1, 2)


def test_the_usual_period_is_twelve_months(house: House) -> None:
    found = reports.period(house.officer, None, None)
    assert len(found.months) == 12 and found.since.day == 1
    with pytest.raises(BadValue, match="other way round"):
        reports.period(house.officer, date(2026, 2, 1), date(2026, 1, 1))
    with pytest.raises(BadValue, match="ten years"):
        reports.period(house.officer, date(2001, 1, 1), date(2026, 1, 1))
    with pytest.raises(BadValue, match="between 1990 and 2200"):
        reports.period(house.officer, date(1, 1, 1), date(2, 1, 1))
    with pytest.raises(BadValue, match="between 1990 and 2200"):
        reports.period(house.officer, None, date(1, 1, 1))


def test_the_page_draws_each_report_and_its_csv_says_the_same(house: House) -> None:
    approved(house)
    submitted(house, odds(4))
    client = signed_in(house.officer)
    page = client.get("/regulator/reports/")
    assert page.content.decode().count('class="chart"') == 4
    assert "1 decision. Half of them took 0 working days or less" in text(page)
    for slug in ("days-to-decision", "decisions", "breaches", "waiting"):
        answer: Any = client.get(f"/regulator/reports/{slug}.csv")
        table = list(csv.reader(io.StringIO(b"".join(answer.streaming_content).decode()[1:])))
        assert len(table) > 1
        for cell in table[1]:
            assert cell in text(page)
    assert client.get("/regulator/reports/nothing.csv").status_code == 404


def test_an_empty_report_says_so_and_a_wrong_day_is_named(house: House) -> None:
    client = signed_in(house.officer)
    page = text(client.get("/regulator/reports/?since=2001-01-01&until=2001-02-01"))
    assert "No decisions in this period" in page
    wrong = client.get("/regulator/reports/?since=yesterday")
    assert wrong.status_code == 422 and "is not a date" in text(wrong)


def test_a_regulator_of_two_places_may_choose_one(house: House) -> None:
    both = create_user(
        organisation=create_regulator(jurisdictions=["nz", "md"]), roles=[Role.REGULATOR_OFFICER]
    )
    approved(house)
    client = signed_in(both)
    assert "1 decision." in text(client.get("/regulator/reports/"))
    assert "No decisions in this period" in text(client.get("/regulator/reports/?jurisdiction=md"))
