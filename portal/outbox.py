"""Work that outlives a crash: a row is written with the act that calls for it, and done after the commit.

A worker claims a row by a conditional UPDATE and holds it for a lease that outlives the task's time limit.
Only the holder of the claim can finish the row or put it back. A row whose lease ran out, or whose message
was lost, is due again and found by the sweeper.

A model that is worked on this way has `state`, `attempts`, `next_attempt_at`, `claim` and `lease_until`.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery import Task
from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone

SWEEP_AT_MOST = 100


@dataclass(frozen=True)
class Outbox:
    """How the rows of one model are worked on."""

    model: type[Model]
    waiting: str
    in_work: tuple[str, ...]  # a claimed row is in the first of them
    lease: timedelta
    max_attempts: int

    def claim(self, row_id: int, only: Q | None = None) -> Any:
        """Takes the row for this worker, or None if it is done, failed, not due or held by another."""
        now = timezone.now()
        token = uuid.uuid4().hex
        taken = (
            self.due(now)
            .filter(only or Q(), pk=row_id)
            .update(
                state=self.in_work[0],
                claim=token,
                lease_until=now + self.lease,
                attempts=F("attempts") + 1,
            )
        )
        return self.model._default_manager.get(pk=row_id, claim=token) if taken else None

    def claimed(self, row: Any) -> QuerySet[Any]:
        """The row, as long as the claim it was taken with still stands. Updates go through here."""
        return self.model._default_manager.filter(pk=row.pk, claim=row.claim, state__in=self.in_work)

    def due(self, now: datetime | None = None) -> QuerySet[Any]:
        """Rows that should be in a worker's hands and are not."""
        now = now or timezone.now()
        waiting = Q(state=self.waiting, next_attempt_at__lte=now)
        dropped = Q(state__in=self.in_work, lease_until__lt=now, attempts__lt=self.max_attempts)
        return self.model._default_manager.filter(waiting | dropped)

    def exhausted(self) -> QuerySet[Any]:
        """Rows whose worker died on the last attempt: nobody is left to say so."""
        return self.model._default_manager.filter(
            state__in=self.in_work, lease_until__lt=timezone.now(), attempts__gte=self.max_attempts
        )


def queue_again(rows: QuerySet[Any], task: Task) -> int:
    """Queues what is due, the oldest first, and says how many. A message nobody takes in time is dropped."""
    overdue = list(rows.order_by("pk").values_list("pk", flat=True)[:SWEEP_AT_MOST])
    for row_id in overdue:
        task.apply_async((row_id,), expires=60)
    return len(overdue)
