"""The jurisdictions Baize serves: one place for currency, time zone and reference prefix."""

from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.utils import timezone


@dataclass(frozen=True)
class Jurisdiction:
    code: str
    name: str
    currency: str
    symbol: str
    time_zone: str
    prefix: str
    # The clause under which posted limits change by notice to the regulator; "" where it takes an approval.
    limits_by_notice: str = ""

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def today(self, now: datetime | None = None) -> date:
        """The calendar day there, which is the day a decision or a reference bears."""
        return (now or timezone.now()).astimezone(self.zone).date()


JURISDICTIONS: dict[str, Jurisdiction] = {
    j.code: j
    for j in (
        Jurisdiction("nz", "New Zealand", "NZD", "NZ$", "Pacific/Auckland", "NZ"),
        Jurisdiction("sg", "Singapore", "SGD", "S$", "Asia/Singapore", "SG"),
        Jurisdiction("bc", "British Columbia", "CAD", "C$", "America/Vancouver", "BC"),
        Jurisdiction("md", "Maryland", "USD", "US$", "America/New_York", "MD", limits_by_notice="3/C"),
    )
}

CHOICES = [(j.code, j.name) for j in JURISDICTIONS.values()]


def jurisdiction(code: str) -> Jurisdiction:
    return JURISDICTIONS[code]


def jurisdiction_of_edition(edition_id: str) -> str:
    """Edition ids start with their jurisdiction's code (`md-mini` is Maryland's)."""
    code = edition_id.split("-", 1)[0]
    if code not in JURISDICTIONS:
        raise KeyError(
            f"{edition_id}: no jurisdiction has the code {code!r}; known are {', '.join(JURISDICTIONS)}"
        )
    return code
