"""The file itself, read back by another program and line by line."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from portal.calendars import ics

WHEN = datetime(2026, 11, 18, 5, 30, tzinfo=UTC)


def parsed(content: bytes) -> Any:
    """As another program reads it."""
    return Calendar.from_ical(content)


def event(**fields: object) -> ics.Event:
    values = {
        "uid": "case-1@baize.example",
        "day": date(2026, 12, 1),
        "summary": "NZ-2026-0001: decision due",
        "description": "",
        "url": "https://baize.example/regulator/cases/NZ-2026-0001/",
        "category": "Cases",
        "sequence": 0,
        "changed_at": WHEN,
    }
    return ics.Event(**values | fields)  # type: ignore[arg-type]  # one dictionary for fields of many types


texts = st.text(st.characters(codec="utf-8"), max_size=200)


@given(texts)
def test_lines_are_folded_between_characters_and_unfold_to_the_same(text: str) -> None:
    line = f"SUMMARY:{ics.escape(text)}"
    folded = ics.fold(line)
    assert folded.endswith(b"\r\n")
    parts = folded.removesuffix(b"\r\n").split(b"\r\n")
    assert all(len(part) <= 75 for part in parts)
    assert all(part.decode() for part in parts)  # each is whole UTF-8
    assert all(part.startswith(b" ") for part in parts[1:])
    assert folded.replace(b"\r\n ", b"").decode() == line + "\r\n"


@given(texts, texts)
def test_another_program_reads_what_was_written(summary: str, description: str) -> None:
    (read,) = parsed(ics.calendar("Baize", [event(summary=summary, description=description)])).walk("VEVENT")
    assert str(read["SUMMARY"]) == as_text(summary)
    assert str(read["DESCRIPTION"]) == as_text(description)


def as_text(text: str) -> str:
    """A TEXT value keeps everything but control characters, and has one kind of line break."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c for c in text if c in "\n\t" or not (ord(c) < 32 or 127 <= ord(c) < 160))


def test_an_event_of_a_day() -> None:
    written = ics.calendar("Baize, Kōwhai; and others", [event(sequence=3), event(uid="b", cancelled=True)])
    calendar = parsed(written)
    assert calendar["VERSION"] == "2.0"
    assert "\r\nNAME:Baize\\, Kōwhai\\; and others\r\n".encode() in written
    first, second = calendar.walk("VEVENT")
    assert first["DTSTART"].dt == date(2026, 12, 1)
    assert first["DTSTART"].params["VALUE"] == "DATE"
    assert first["DTEND"].dt == date(2026, 12, 2)
    assert first["DTSTAMP"].dt == first["LAST-MODIFIED"].dt == WHEN
    assert (first["SEQUENCE"], first["STATUS"], second["STATUS"]) == (3, "CONFIRMED", "CANCELLED")
    assert not [error for each in calendar.walk() for error in each.errors]
    assert b"\n" not in written.replace(b"\r\n", b"")


def test_a_calendar_without_events_still_has_a_component() -> None:
    calendar = parsed(ics.calendar("Baize", []))
    assert [each.name for each in calendar.subcomponents] == ["VTIMEZONE"]
