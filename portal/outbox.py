"""A transactional outbox: work survives a crash because its row is written in the transaction that needs it.

A worker claims a row by a conditional UPDATE, for a lease that is longer than the task's time limit. Only the
holder of the claim can finish the row or put it back. A row whose lease expired or whose message was lost is
due again, and the sweeper queues it.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery import Task
from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils import timezone

SWEEP_LIMIT = 100


class OutboxRow(models.Model):
    """What every model with an outbox has, besides a `state` of its own."""

    attempts = models.PositiveIntegerField(default=0)
    # The worker that holds the row, and until when. After the lease another worker may take over.
    claim = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    next_attempt_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


@dataclass(frozen=True)
class Outbox:
    """The outbox of one model."""

    model: type[models.Model]  # an OutboxRow with a state
    waiting: str
    in_work: tuple[str, ...]  # a claimed row starts in the first of them
    lease: timedelta
    max_attempts: int

    def claim(self, row_id: int, only: Q | None = None) -> Any:
        """Claim the row for this worker; None if it is finished, failed, not due or claimed by another."""
        now = timezone.now()
        token = uuid.uuid4().hex
        claimed = (
            self.due(now)
            .filter(only or Q(), pk=row_id)
            .update(
                state=self.in_work[0],
                claim=token,
                lease_until=now + self.lease,
                attempts=F("attempts") + 1,
            )
        )
        return self.model._default_manager.get(pk=row_id, claim=token) if claimed else None

    def claimed(self, row: Any) -> QuerySet[Any]:
        """The row while its claim is still valid. All updates of a claimed row go through this queryset."""
        return self.model._default_manager.filter(pk=row.pk, claim=row.claim, state__in=self.in_work)

    def due(self, now: datetime | None = None) -> QuerySet[Any]:
        """Rows that are due and that no worker holds."""
        now = now or timezone.now()
        waiting = Q(state=self.waiting, next_attempt_at__lte=now)
        expired = Q(state__in=self.in_work, lease_until__lt=now, attempts__lt=self.max_attempts)
        return self.model._default_manager.filter(waiting | expired)

    def exhausted(self) -> QuerySet[Any]:
        """Rows whose worker died on the last attempt."""
        return self.model._default_manager.filter(
            state__in=self.in_work, lease_until__lt=timezone.now(), attempts__gte=self.max_attempts
        )


def queue_again(rows: QuerySet[Any], task: Task[..., Any]) -> int:
    """Queue the oldest rows and return how many. A message not consumed in time expires."""
    row_ids = list(rows.order_by("pk").values_list("pk", flat=True)[:SWEEP_LIMIT])
    for row_id in row_ids:
        task.apply_async((row_id,), expires=60)
    return len(row_ids)
