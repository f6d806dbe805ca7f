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

from portal.accounts.jurisdictions import jurisdiction


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


def afternoon(days_ago: int, place: str, hour: int = 14) -> datetime:
    """An afternoon at work there: so many days ago, or on the Friday before if that was a weekend."""
    today = datetime.now(jurisdiction(place).zone)
    day = today - timedelta(days=days_ago)
    day -= timedelta(days=max(day.weekday() - 4, 0))
    return day.replace(hour=hour, minute=10, second=0, microsecond=0)
