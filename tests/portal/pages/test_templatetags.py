"""Days and moments in words."""

from __future__ import annotations

from datetime import UTC, datetime

from portal.pages.templatetags.baize import day, moment


def test_a_moment_is_shown_with_its_zone() -> None:
    at = datetime(2026, 11, 15, 23, 5, tzinfo=UTC)
    assert (day(at), moment(at)) == ("15 November 2026", "15 November 2026, 23:05 UTC")
    assert (day(at, "nz"), moment(at, "nz")) == ("16 November 2026", "16 November 2026, 12:05 NZDT")
    assert moment(at, "sg") == "16 November 2026, 07:05 UTC+8"
    assert (day(None), moment(None)) == ("not stated", "not yet")
