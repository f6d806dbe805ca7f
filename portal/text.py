"""Lists, days and moments in words, and whole numbers from text: the one place every part takes them from."""

import re
from collections.abc import Sequence
from datetime import date, datetime

from django.utils import dateformat
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from portal.errors import BadValue

_COUNTRIES = {"C": "CA", "S": "SG"}  # behind the sign of a dollar, where it is not the letters before it
LONGEST = 10_000  # characters of a text that people write about a case


def whole_number(text: str, *, digits: int = 9) -> int | None:
    """Return the number that a form or an address names; None if it names none.

    Of the characters that Python calls digits only 0 to 9 count: it cannot convert “²”.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def limited_text(text: str, *, field: str, longest: int = LONGEST) -> str:
    """Return the text without white space around it; refuse one that is too long."""
    text = text.strip()
    length = len(text.replace("\r\n", "\n"))
    if length > longest:
        raise BadValue(f"Use at most {longest:,} characters. There are {length:,}.", field=field)
    return text


def and_list(words: Sequence[object]) -> str:
    """Return "4, 5 and 6"; an empty string for no words."""
    return _joined(words, _("{most} and {last}"))


def or_list(words: Sequence[object]) -> str:
    """Return "4, 5 or 6"; an empty string for no words."""
    return _joined(words, _("{most} or {last}"))


def format_day(day: date) -> str:
    """Return "15 November 2026"; for a datetime, the day in its own time zone."""
    return dateformat.format(day, pgettext("date format", "j F Y"))


def format_moment(local: datetime) -> str:
    """Return "15 November 2026, 14:05 NZDT", in the time zone of the datetime."""
    pattern = pgettext("date format", "j F Y, H:i")
    return f"{dateformat.format(local, pattern)} {zone_name(local)}"


def zone_name(local: datetime) -> str:
    """Return "NZDT", or "UTC+8" for a zone without an abbreviation, such as Singapore's."""
    name = local.tzname() or ""
    return name if name.isalpha() else f"UTC{name[:1]}{name[1:].lstrip('0')}"


def money_text(amount: str, symbol: str) -> str:
    """An amount in a currency as the language writes it: US$2.50, or 2,50 $ US in French."""
    return pgettext("money", "{symbol}{amount}").format(amount=amount, symbol=written_symbol(symbol))


def written_symbol(symbol: str) -> str:
    """The symbol of a currency as it stands beside an amount: US$, in French $ US."""
    if get_language() in (None, "en"):
        return symbol
    country = re.fullmatch(r"([A-Z]+)\$", symbol)
    return f"$\u00a0{_COUNTRIES.get(country[1], country[1])}" if country else symbol.strip()


def duration(seconds: int) -> str:
    """A time to wait: 45 seconds, 2 minutes. Minutes are rounded up."""
    count, unit = (seconds, "second") if seconds < 60 else (-(-seconds // 60), "minute")
    return f"{count} {unit}{'s'[: count != 1]}"


def parse_day(text: str, field: str) -> date | None:
    """Return the day of an ISO date, None for no text. BadValue names the field."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        message = _("“{text}” is not a date. Enter year, month and day, such as 2026-11-30.")
        raise BadValue(message.format(text=text[:40]), field=field) from None


def _joined(words: Sequence[object], pattern: str) -> str:
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return pattern.format(most=", ".join(texts[:-1]), last=texts[-1])
