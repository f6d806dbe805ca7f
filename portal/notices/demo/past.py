"""Lets the demonstration look back: what a service does under `at(moment)` it does at that moment.

Only what asks Django for the time is moved, which is all of the portal's services and the columns that
default to now. For the demonstration and for tests; nothing else may use it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from django.utils import timezone


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Until it is left, now is `moment`, and stays so."""

    class Moved(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return moment.astimezone(tz or UTC)

    real = timezone.datetime  # type: ignore[attr-defined]
    timezone.datetime = Moved  # type: ignore[attr-defined]
    try:
        yield
    finally:
        timezone.datetime = real  # type: ignore[attr-defined]


def afternoon(days_ago: int, hour: int = 15) -> datetime:
    """An afternoon in the past that is a working hour in most places."""
    day = datetime.now(UTC) - timedelta(days=days_ago)
    return day.replace(hour=hour, minute=10, second=0, microsecond=0)
