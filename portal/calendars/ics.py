"""Writes a calendar as RFC 5545 has it: CRLF, lines of at most 75 octets, escaped text, all-day events."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

LONGEST = 75  # octets of a line, without its CRLF
_CONTINUED = b"\r\n "
# A calendar must have a component (RFC 5545, 3.6): this one stands in while there is no event.
_NO_EVENT = (
    "BEGIN:VTIMEZONE",
    "TZID:UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
)


@dataclass(frozen=True)
class Event:
    """An all-day event. `changed_at` is when its content last changed, which `sequence` counts."""

    uid: str
    day: date
    summary: str
    description: str
    url: str
    category: str
    sequence: int
    changed_at: datetime
    cancelled: bool = False


def calendar(name: str, events: Iterable[Event]) -> bytes:
    """The whole file. The same events give the same bytes."""
    body = [line for event in events for line in _event(event)]
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Baize//Calendar//EN",
        "CALSCALE:GREGORIAN",
        f"NAME:{escape(name)}",
        f"X-WR-CALNAME:{escape(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        "X-PUBLISHED-TTL:PT6H",
        *(body or _NO_EVENT),
        "END:VCALENDAR",
    ]
    return b"".join(fold(line) for line in lines)


def escape(text: str) -> str:
    """A TEXT value: backslash, semicolon, comma and line break escaped, other control characters dropped."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cs"))
    for plain, escaped in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\n", "\\n")):
        text = text.replace(plain, escaped)
    return text


def fold(line: str) -> bytes:
    """The line with its CRLF, folded between characters so that no part is longer than 75 octets."""
    parts: list[bytes] = []
    part = b""
    for character in line:
        encoded = character.encode()
        # A continued part begins with a space, which counts.
        if len(part) + len(encoded) > LONGEST - (1 if parts else 0):
            parts.append(part)
            part = b""
        part += encoded
    return _CONTINUED.join([*parts, part]) + b"\r\n"


def _event(event: Event) -> Iterator[str]:
    changed = event.changed_at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    # Without METHOD, DTSTAMP is when the event was last revised (RFC 5545, 3.8.7.2).
    yield f"DTSTAMP:{changed}"
    yield f"LAST-MODIFIED:{changed}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTART;VALUE=DATE:{event.day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{event.day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{escape(event.summary)}"
    yield f"DESCRIPTION:{escape(event.description)}"
    yield f"URL:{event.url}"
    yield f"CATEGORIES:{escape(event.category)}"
    yield f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"
