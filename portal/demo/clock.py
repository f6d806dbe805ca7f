"""Sets the clock back, so that the demonstration and tests can make cases with a past.

Only for the demonstration and for tests. Moves what reads the time through Django: every service of the
portal, and columns that default to now.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction

Story = Iterator[datetime]  # yields the moment of its next step, then takes that step when resumed


@contextmanager
def freeze_time(moment: datetime) -> Iterator[None]:
    """Inside the block, now is `moment`."""

    class FrozenDatetime(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Any:
            return moment.astimezone(tz or UTC)

    real = timezone.datetime  # type: ignore[attr-defined]
    timezone.datetime = FrozenDatetime  # type: ignore[attr-defined]
    try:
        yield
    finally:
        timezone.datetime = real  # type: ignore[attr-defined]


def afternoon(days_ago: int, place: str, hour: int = 14) -> datetime:
    """A working afternoon in that jurisdiction: the Friday before, if the day falls on a weekend."""
    today = datetime.now(jurisdiction(place).zone)
    day = today - timedelta(days=days_ago)
    day -= timedelta(days=max(day.weekday() - 4, 0))
    return day.replace(hour=hour, minute=10, second=0, microsecond=0)
