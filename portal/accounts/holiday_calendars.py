"""Public holidays by country and province, from the package `holidays`."""

from datetime import date
from functools import cache

import holidays


@cache
def holidays_in(calendar: str, year: int) -> dict[date, str]:
    """The holidays of a year with their names, as they are kept; none without a calendar.

    Complete before anybody reads it: the package's own object fills itself while it is asked.
    """
    if not calendar:
        return {}
    country, _, part = calendar.partition("-")
    years = (year - 1, year, year + 1)  # a holiday may be kept in the year before or after its own
    known = holidays.country_holidays(country, subdiv=part or None, years=years, expand=False)
    return {day: known[day] for day in sorted(known) if day.year == year}


@cache
def known_calendars() -> tuple[str, ...]:
    """Every country and country with province, such as NZ or CA-BC."""
    supported = holidays.list_supported_countries(include_aliases=False)
    return tuple(
        calendar
        for country in sorted(supported)
        for calendar in (country, *(f"{country}-{part}" for part in sorted(supported[country])))
    )
