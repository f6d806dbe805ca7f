"""The facts of a jurisdiction: which there are, what is wrong with them, and as a file.

The file is TOML: the facts by their names, and its own days as [[holiday]]. `tests/data/province` has one.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from difflib import get_close_matches
from typing import Any
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from craps.codec import canonical_bytes
from craps.edition_files import toml
from portal.accounts.currencies import CURRENCIES
from portal.accounts.holiday_calendars import known_calendars
from portal.accounts.jurisdictions import Holiday, Jurisdiction, Lengths, Paper
from portal.errors import BadValue, BadValues

Facts = dict[str, Any]

# What the regulator's own administrator changes; the rest is the site administrator's.
REGULATORS_FACTS = (
    "review_days",
    "calendar",
    "limits_by_notice",
    "paper",
    "lengths",
    "authority",
    "postal_address",
    "email",
    "phone",
    "under_signature",
    "appeal_text",
    "refusal_text",
)
FACTS = ("code", "name", "currency", "symbol", "time_zone", "prefix", *REGULATORS_FACTS)
# Changing one of these changes the day on which an open case is due.
CLOCK_FACTS = frozenset({"review_days", "calendar", "time_zone"})
MOST_REVIEW_DAYS = 250  # about a year
FIRST_DAY, LAST_DAY = date(1990, 1, 1), date(2200, 12, 31)
LARGEST_FILE = 64 * 1024
YEARLY = 2000  # the year in which days that return are stored: a leap year


@dataclass(frozen=True)
class OwnDay:
    """A day of its own: once, or every year on the date."""

    day: date
    name: str
    yearly: bool = False
    working: bool = False


def facts_of(row: Jurisdiction) -> Facts:
    return {name: getattr(row, name) for name in FACTS}


def digest_of(row: Jurisdiction) -> str:
    """Changes with every fact: a form that carries another one was read before a change."""
    return hashlib.sha256(canonical_bytes(facts_of(row))).hexdigest()[:16]


def clean_facts(given: Mapping[str, Any], row: Jurisdiction | None = None) -> Facts:
    """The facts as they are stored. BadValues names every one that is wrong or missing.

    `row` is the jurisdiction that has them, if it is there already: its own code is not taken.
    """
    cleaned, problems = {}, {}
    for name in FACTS:
        try:
            cleaned[name] = _CLEAN[name](given.get(name, ""))
        except ValueError as error:
            problems[name] = str(error)
    others = Jurisdiction.objects.exclude(pk=row.pk if row else 0)
    for name, what in (("code", "the code"), ("name", "the name"), ("prefix", "the prefix")):
        taken = others.filter(**{f"{name}__iexact": cleaned[name]}).first() if name in cleaned else None
        if taken:
            problems[name] = f"{taken.name} has {what} {getattr(taken, name)} already. Choose another."
    if {"currency", "symbol"} <= set(cleaned) and (row is None or row.currency != cleaned["currency"]):
        same = others.filter(currency=cleaned["currency"]).exclude(symbol=cleaned["symbol"]).first()
        if same:
            problems["symbol"] = (
                f"{same.name} writes {same.currency} as {same.symbol}. Use the same: amounts in one currency "
                "look alike everywhere."
            )
    if problems:
        raise BadValues(problems)
    return cleaned


def clean_day(given: OwnDay) -> OwnDay:
    """The day as it is stored; BadValue if it is none."""
    name = " ".join(given.name.split())
    if not name:
        raise BadValue("Enter a name for the day, such as Harbour Day.", field="name")
    if len(name) > 80:
        raise BadValue("Use at most 80 characters for the name of a day.", field="name")
    if given.yearly:
        return OwnDay(given.day.replace(year=YEARLY), name, True, given.working)
    if not FIRST_DAY <= given.day <= LAST_DAY:
        raise BadValue("Enter a day from 1990 to 2200.", field="day")
    if given.working and given.day.weekday() >= 5:
        raise BadValue(
            f"{given.day:%d %B %Y} is a {given.day:%A}. Weekends are already days off.", field="day"
        )
    return OwnDay(given.day, name, False, given.working)


def as_toml(row: Jurisdiction, days: Sequence[Holiday]) -> bytes:
    """The file of a jurisdiction with its own days."""
    facts: Facts = facts_of(row) | {"paper": row.get_paper_display()}
    listed = [
        {"day": f"{each.day:%m-%d}" if each.yearly else each.day.isoformat(), "name": each.name}
        | ({"working": True} if each.working else {})
        for each in days
    ]
    return toml(facts | ({"holiday": listed} if listed else {}), f"{row.name}, as a jurisdiction in Baize.")


def read_toml(data: bytes) -> tuple[Facts, list[OwnDay]]:
    """The facts and own days of a file, each day cleaned. BadValue with everything that cannot be read."""
    if len(data) > LARGEST_FILE:
        raise BadValue(f"The file is larger than {LARGEST_FILE // 1024} KB.", field="file")
    try:
        read = tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise BadValue("The file is not UTF-8 text.", field="file") from None
    except tomllib.TOMLDecodeError as error:
        raise BadValue(f"The file is not valid TOML: {error}.", field="file") from None
    listed = read.pop("holiday", [])
    problems = [f"{name}: this field is not known" for name in sorted(set(read) - set(FACTS))]
    days: list[OwnDay] = []
    for place, entry in enumerate(listed if isinstance(listed, list) else [listed], start=1):
        try:
            days.append(_day_of(entry))
        except (ValueError, BadValue) as error:
            problems.append(f"holiday {place}: {error}")
    keys = [(each.day, each.yearly) for each in days]
    problems += [
        f"holiday {place}: {days[place - 1].name} is on the same day as one before it"
        for place, key in enumerate(keys, start=1)
        if key in keys[: place - 1]
    ]
    if problems:
        raise BadValue(f"The file cannot be used: {'; '.join(problems)}.", field="file")
    return read, days


def changed_facts(before: Facts, after: Facts) -> tuple[Facts, Facts]:
    """What differs, before and after."""
    names = [name for name in FACTS if before[name] != after[name]]
    return {name: before[name] for name in names}, {name: after[name] for name in names}


def day_facts(day: OwnDay | Holiday) -> Facts:
    """A day for the audit trail."""
    when = f"{day.day:%d %B}, every year" if day.yearly else day.day.isoformat()
    return {"day": when, "name": day.name, "working": day.working}


def stored(day: OwnDay) -> dict[str, Any]:
    return asdict(day)


def _day_of(entry: Any) -> OwnDay:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        raise ValueError("it needs a day and a name")
    unknown = sorted(set(entry) - {"day", "name", "working"})
    if unknown:
        raise ValueError(f"{', '.join(unknown)} is not known; use day, name and working")
    if not isinstance(entry.get("working", False), bool):
        raise ValueError("working is true or false")
    text = str(entry.get("day", ""))
    yearly = re.fullmatch(r"\d\d-\d\d", text) is not None
    try:
        day = date.fromisoformat(f"{YEARLY}-{text}" if yearly else text)
    except ValueError:
        raise ValueError(f"{text!r} is not a day; write 2027-03-26, or 03-26 for every year") from None
    return clean_day(OwnDay(day, entry["name"], yearly, entry.get("working", False)))


def _text(most: int, missing: str = "", *, lines: bool = False) -> Callable[[Any], str]:
    def clean(value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError("Write it as text.")
        if lines:
            text = "\n".join(" ".join(line.split()) for line in value.strip().splitlines())
        else:
            text = " ".join(value.split())
        if missing and not text:
            raise ValueError(missing)
        if len(text) > most:
            raise ValueError(f"Use at most {most} characters.")
        return text

    return clean


def _pattern(pattern: str, message: str, change: Callable[[str], str] = str) -> Callable[[Any], str]:
    def clean(value: Any) -> str:
        text = change(str(value).strip())
        if not re.fullmatch(pattern, text):
            raise ValueError(message)
        return text

    return clean


def _currency(value: Any) -> str:
    code = str(value).strip().upper()
    if code not in CURRENCIES:
        raise ValueError("Enter the three letters of a currency in ISO 4217, such as AUD or EUR.")
    return code


def _time_zone(value: Any) -> str:
    return _one_of(str(value).strip(), available_timezones(), "time zone", "America/Halifax")


def _calendar(value: Any) -> str:
    text = str(value).strip().upper()
    return _one_of(text, known_calendars(), "calendar", "NZ or CA-BC") if text else ""


def _one_of(text: str, known: Sequence[str] | set[str], what: str, example: str) -> str:
    if text in known:
        return text
    close = [
        name for name in sorted(known) if text and name.upper().endswith((f"/{text.upper()}", f"-{text}"))
    ]
    close = close or get_close_matches(text, known, n=3)
    if not text:
        raise ValueError(f"Enter the {what}, such as {example}.")
    hint = f"Did you mean {' or '.join(close[:3])}?" if close else f"Enter one such as {example}."
    raise ValueError(f"There is no {what} named {text}. {hint}")


def _review_days(value: Any) -> int:
    text = str(value).strip()
    if isinstance(value, bool) or not re.fullmatch(r"\d{1,6}", text):
        raise ValueError("Enter the working days for a decision as a whole number, such as 20.")
    if not 1 <= int(text) <= MOST_REVIEW_DAYS:
        raise ValueError(f"Enter from 1 to {MOST_REVIEW_DAYS} working days.")
    return int(text)


def _paper(value: Any) -> str:
    text = str(value).strip().lower()
    for paper in Paper:
        if text in (paper.value, paper.label.lower()):
            return paper.value
    raise ValueError("Choose A4 or US Letter.")


def _lengths(value: Any) -> str:
    """Metres where nothing is said: files of older versions do not name them."""
    text = str(value).strip().lower() or Lengths.METRES.value
    if text not in Lengths.values:
        raise ValueError("Choose metres or feet.")
    return text


def _email(value: Any) -> str:
    text = str(value).strip()
    try:
        if text:
            validate_email(text)
    except ValidationError:
        raise ValueError("Enter an e-mail address such as tables@example.org.") from None
    return text


_CLEAN: dict[str, Callable[[Any], Any]] = {
    "code": _pattern(r"[a-z]{2,8}", "Use two to eight lower-case letters, such as tw."),
    "name": _text(80, "Enter the name, such as Province of Tidewater."),
    "currency": _currency,
    "symbol": _text(6, "Enter the symbol written before an amount, such as A$ or €."),
    "time_zone": _time_zone,
    "prefix": _pattern(r"[A-Z]{2,4}", "Use two to four letters, such as TW.", str.upper),
    "review_days": _review_days,
    "calendar": _calendar,
    "limits_by_notice": _text(40),
    "paper": _paper,
    "lengths": _lengths,
    "authority": _text(120),
    "postal_address": _text(400, lines=True),
    "email": _email,
    "phone": _text(40),
    "under_signature": _text(400, lines=True),
    "appeal_text": _text(1000, lines=True),
    "refusal_text": _text(1000, lines=True),
}
