"""The working days of a jurisdiction in a year to come, for pages that show its calendar."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from portal.accounts.holiday_calendars import holidays_in
from portal.accounts.jurisdictions import Holiday, Jurisdiction

MONTHS = 12


@dataclass(frozen=True)
class DayOff:
    """A weekday that differs from others: a holiday, or with `working` one on which people work."""

    day: date
    name: str
    source: str
    working: bool = False


@dataclass(frozen=True)
class Month:
    first: date
    weeks: list[list[tuple[date | None, str]]]  # day and what it is: "", "weekend", "off" or "working"
    working_days: int


def months(row: Jurisdiction, start: date) -> list[Month]:
    """Twelve months from the month of `start` on."""
    special = {each.day: each for each in days_off(row, start)}
    result = []
    first = start.replace(day=1)
    for _ in range(MONTHS):
        weeks = [
            [(day if day.month == first.month else None, _kind(day, special)) for day in week]
            for week in Calendar().monthdatescalendar(first.year, first.month)
        ]
        days = [day for week in weeks for day, _kind_of_day in week if day]
        result.append(Month(first, weeks, sum(row.is_working_day(day) for day in days)))
        first = _next_month(first)
    return result


def days_off(row: Jurisdiction, start: date) -> list[DayOff]:
    """The weekdays of the same twelve months on which nobody works, and holidays on which people do."""
    return list(_days_off(row, start.replace(day=1)))


def own_days(row: Jurisdiction) -> list[Holiday]:
    """Its own days: those that return by month, then the others by date."""
    return sorted(row.holidays.all(), key=lambda each: (not each.yearly, each.day))


def _days_off(row: Jurisdiction, day: date) -> Iterator[DayOff]:
    own = {(each.day, each.yearly): each for each in row.holidays.all()} if row.pk else {}
    yearly = {(each.day.month, each.day.day): each for each in own.values() if each.yearly}
    end = day
    for _ in range(MONTHS):
        end = _next_month(end)
    for number in range((end - day).days):
        each = day + timedelta(days=number)
        if each.weekday() >= 5:
            continue
        named = holidays_in(row.calendar, each.year).get(each)
        chosen = own.get((each, False)) or yearly.get((each.month, each.day))
        if chosen is not None and (named or not chosen.working):
            source = "own day, every year" if chosen.yearly else "own day"
            yield DayOff(each, chosen.name, source, chosen.working)
        elif named and chosen is None:
            yield DayOff(each, named, f"calendar {row.calendar}")


def _kind(day: date, special: dict[date, DayOff]) -> str:
    if day.weekday() >= 5:
        return "weekend"
    found = special.get(day)
    return "" if found is None else "working" if found.working else "off"


def _next_month(first: date) -> date:
    return (first + timedelta(days=32)).replace(day=1)
