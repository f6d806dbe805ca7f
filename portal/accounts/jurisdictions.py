"""The jurisdictions Baize serves: currency, time zone, calendar, review clock, prefix and letters' head.

They are rows of the database. Each process remembers them for settings.JURISDICTION_SECONDS, so that a page
asks at most once; a code that is not remembered is always looked up. Rows from here are shared by threads:
read them only. What changes them is in jurisdiction_services.py.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from portal.accounts import holiday_calendars

# Places that have another name in French.
_TRANSLATED = (gettext_noop("British Columbia"), gettext_noop("New Zealand"), gettext_noop("Singapore"))


class Paper(models.TextChoices):
    A4 = "a4", "A4"
    LETTER = "letter", "US Letter"


class Lengths(models.TextChoices):
    METRES = "metres", "Metres"
    FEET = "feet", "Feet"


class Jurisdiction(models.Model):
    code = models.CharField(max_length=8, unique=True)
    name = models.CharField(max_length=80, unique=True)
    currency = models.CharField("currency (ISO 4217)", max_length=3)
    symbol = models.CharField(max_length=6)
    time_zone = models.CharField(max_length=64)
    prefix = models.CharField("what reference numbers start with", max_length=4, unique=True)
    paper = models.CharField(max_length=6, choices=Paper.choices, default=Paper.A4)
    # In which unit pages show and take lengths; a rule set has feet.
    lengths = models.CharField(max_length=6, choices=Lengths.choices, default=Lengths.METRES)
    # Whose public holidays are not working days: a country, or country and province ("CA-BC"); "" for none.
    calendar = models.CharField(max_length=40, blank=True)
    # Working days from submission to decision: the regulator's target.
    review_days = models.PositiveSmallIntegerField()
    # The clause that lets posted limits change by notice to the regulator; "" if a change needs approval.
    limits_by_notice = models.CharField(max_length=40, blank=True)
    # The head of its letters and certificates; without an authority they name the regulator's organisation.
    authority = models.CharField(max_length=120, blank=True)
    postal_address = models.CharField(max_length=400, blank=True)
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=40, blank=True)
    under_signature = models.CharField(max_length=400, blank=True)
    # How and until when to appeal: in letters of refusal, suspension and revocation.
    appeal_text = models.CharField(max_length=1000, blank=True)
    # Why the public page of a refusal shows no reason: shown there.
    refusal_text = models.CharField(max_length=1000, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    # Its own days by date, and by month and day for those that return each year: whether people work on it.
    own_days: Mapping[date, bool] = {}
    yearly_days: Mapping[tuple[int, int], bool] = {}

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(review_days__gte=1), name="jurisdiction_review_takes_a_day"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def today(self, now: datetime | None = None) -> date:
        """The local calendar day, which dates decisions and references."""
        return (now or timezone.now()).astimezone(self.zone).date()

    def is_working_day(self, day: date) -> bool:
        """Whether the regulator works: not on weekends, its calendar's holidays and its own days off."""
        if day.weekday() >= 5:
            return False
        own = self.own_days.get(day, self.yearly_days.get((day.month, day.day)))
        return day not in holiday_calendars.holidays_in(self.calendar, day.year) if own is None else own

    def after_working_days(self, day: date, number: int) -> date:
        """The day on which that many working days have gone by; the day itself for none."""
        while number > 0:
            day += timedelta(days=1)
            number -= self.is_working_day(day)
        return day

    def set_own_days(self, days: list[Holiday]) -> None:
        self.own_days = {each.day: each.working for each in days if not each.yearly}
        self.yearly_days = {(each.day.month, each.day.day): each.working for each in days if each.yearly}


class Holiday(models.Model):
    """A day off that the calendar does not have, or one of the calendar's on which the regulator works."""

    jurisdiction = models.ForeignKey(Jurisdiction, on_delete=models.CASCADE, related_name="holidays")
    day = models.DateField()
    name = models.CharField(max_length=80)
    yearly = models.BooleanField("every year on this date", default=False)
    working = models.BooleanField("a working day, although the calendar has it as a holiday", default=False)

    class Meta:
        ordering = ["day", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["jurisdiction", "day", "yearly"], name="holiday_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.day}"


class UnknownJurisdiction(KeyError):
    """No jurisdiction has the code. The message names those that are known."""

    def __str__(self) -> str:
        return str(self.args[0])


def jurisdiction(code: str) -> Jurisdiction:
    """The jurisdiction with this code; UnknownJurisdiction if there is none."""
    found = find_jurisdiction(code)
    if found is None:
        raise UnknownJurisdiction(
            f"No jurisdiction has the code {code!r}; the known codes are {', '.join(known_codes())}."
        )
    return found


def find_jurisdiction(code: str) -> Jurisdiction | None:
    """The jurisdiction with this code, or None."""
    return _remembered().get(code) or (_load().get(code) if code else None)


def all_jurisdictions() -> list[Jurisdiction]:
    """All of them, in the order in which they were created."""
    return list(_remembered().values())


def latest_today() -> date:
    """The calendar day where it is furthest on: no day anywhere is later."""
    return max((each.today() for each in all_jurisdictions()), default=timezone.localdate())


def known_codes() -> list[str]:
    return list(_remembered())


def jurisdiction_choices() -> list[tuple[str, str]]:
    """Code and name of each, for a form."""
    return [(each.code, _in_words(each.name)) for each in all_jurisdictions()]


def jurisdiction_name(code: str) -> str:
    """The name; the code itself if nobody knows it any more."""
    found = find_jurisdiction(code)
    return _in_words(found.name) if found else code


def _in_words(name: str) -> str:
    """A name in the language of the page, if the catalogue has it; else as it was entered."""
    return _(name) if name in _TRANSLATED else name


def currency_symbol(currency: str) -> str:
    """Return "NZ$" for NZD; a currency of no jurisdiction here is written by its letters."""
    for each in all_jurisdictions():
        if each.currency == currency:
            return each.symbol
    return f"{currency} "


def with_symbol(words: str, currency: str) -> str:
    """A sentence of the rules core, which writes USD 40, with money as everywhere else: US$40."""
    return words.replace(f"{currency} ", currency_symbol(currency)) if currency else words


def stamp() -> str:
    """Changes when a jurisdiction is added, or anything that public pages show of one is changed."""
    return " ".join(
        ",".join(str(getattr(each, name)) for name in _ON_PUBLIC_PAGES) for each in all_jurisdictions()
    )


def jurisdiction_of_edition(edition_id: str) -> str:
    """Edition ids start with their jurisdiction's code (`md-mini` is Maryland's)."""
    code = edition_id.split("-", 1)[0]
    if find_jurisdiction(code) is None:
        raise UnknownJurisdiction(
            f"{edition_id}: no jurisdiction has the code {code!r}; "
            f"the known codes are {', '.join(known_codes())}"
        )
    return code


def remember(rows: list[Jurisdiction]) -> dict[str, Jurisdiction]:
    """Use these rows until they are too old or forgotten."""
    global _memory
    by_code = {row.code: row for row in rows}
    _memory = (time.monotonic(), by_code)
    return by_code


def forget() -> None:
    """Ask the database next time."""
    global _memory, _changes
    _changes += 1
    _memory = None


_ON_PUBLIC_PAGES = (
    "code",
    "name",
    "currency",
    "symbol",
    "authority",
    "postal_address",
    "email",
    "phone",
    "appeal_text",
    "refusal_text",
)
_memory: tuple[float, dict[str, Jurisdiction]] | None = None
_changes = 0


def _remembered() -> dict[str, Jurisdiction]:
    memory = _memory
    if memory is None or time.monotonic() - memory[0] > settings.JURISDICTION_SECONDS:
        return _load()
    return memory[1]


def _load() -> dict[str, Jurisdiction]:
    changes = _changes
    rows = list(Jurisdiction.objects.prefetch_related("holidays"))
    for row in rows:
        row.set_own_days(list(row.holidays.all()))
    by_code = remember(rows)
    if _changes != changes:  # another thread changed one while this one was reading
        forget()
    return by_code
