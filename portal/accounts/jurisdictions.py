"""The jurisdictions Baize serves: one place for currency, time zone, calendar and reference prefix."""

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
    # Whose public holidays are not working days: a country, or country and province ("CA-BC").
    calendar: str
    # Working days from submission to decision: the regulator's target (REVIEW_DAYS sets another).
    review_days: int
    # The clause that lets posted limits change by notice to the regulator; "" if a change needs approval.
    limits_by_notice: str = ""

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def today(self, now: datetime | None = None) -> date:
        """The local calendar day, which dates decisions and references."""
        return (now or timezone.now()).astimezone(self.zone).date()


JURISDICTIONS: dict[str, Jurisdiction] = {
    j.code: j
    for j in (
        Jurisdiction("nz", "New Zealand", "NZD", "NZ$", "Pacific/Auckland", "NZ", "NZ", 20),
        Jurisdiction("sg", "Singapore", "SGD", "S$", "Asia/Singapore", "SG", "SG", 20),
        Jurisdiction("bc", "British Columbia", "CAD", "C$", "America/Vancouver", "BC", "CA-BC", 30),
        Jurisdiction(
            "md", "Maryland", "USD", "US$", "America/New_York", "MD", "US-MD", 30, limits_by_notice="3/C"
        ),
    )
}

CHOICES = [(j.code, j.name) for j in JURISDICTIONS.values()]


def jurisdiction(code: str) -> Jurisdiction:
    return JURISDICTIONS[code]


def currency_symbol(currency: str) -> str:
    """Return "NZ$" for NZD; a currency of no jurisdiction here is written by its letters."""
    symbols = {j.currency: j.symbol for j in JURISDICTIONS.values()}
    return symbols.get(currency, f"{currency} ")


def jurisdiction_of_edition(edition_id: str) -> str:
    """Edition ids start with their jurisdiction's code (`md-mini` is Maryland's)."""
    code = edition_id.split("-", 1)[0]
    if code not in JURISDICTIONS:
        raise KeyError(
            f"{edition_id}: no jurisdiction has the code {code!r}; known are {', '.join(JURISDICTIONS)}"
        )
    return code
