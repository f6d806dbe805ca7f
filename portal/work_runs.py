"""Long work that a worker does in parts, across crashes: what its rows have, and how a worker holds one.

A worker claims a run (portal/outbox.py), works for a while, stores what is done with each renewal of its
lease, and puts the run back. One that dies leaves whole parts behind it; the next one continues.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from portal.outbox import Outbox, OutboxRow

logger = logging.getLogger(__name__)

LONGEST = 45  # seconds; well within the time that a task may take
LEASE = timedelta(seconds=30)  # renewed with each save
MAX_FAILURES = 3
FIRST_PAUSE = timedelta(seconds=10)


class RunState(models.TextChoices):
    WAITING = "waiting", "Waiting"
    WORKING = "working", "Working"
    DONE = "done", "Finished"
    FAILED = "failed", "Failed"


class WorkRun(OutboxRow):
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    failure = models.CharField(max_length=500, blank=True)
    state = models.CharField(max_length=8, choices=RunState.choices, default=RunState.WAITING)

    class Meta(OutboxRow.Meta):
        abstract = True

    @property
    def is_working(self) -> bool:
        return self.state in (RunState.WAITING, RunState.WORKING)

    def wait_anew(self) -> None:
        """Due at once, as if nobody had worked on it. It is not saved yet."""
        self.state, self.claim, self.lease_until = RunState.WAITING, "", None
        self.attempts, self.failures, self.failure = 0, 0, ""
        self.next_attempt_at = timezone.now()


class Stopped(Exception):
    """A part of the work could not be done. The message names it."""


@dataclass(frozen=True)
class Runs:
    """The runs of one model. `stopped` is called, in the transaction, when one has failed for good."""

    model: type[WorkRun]
    stopped: Callable[[Any], None] | None = None

    @property
    def outbox(self) -> Outbox:
        return Outbox(
            model=self.model,
            waiting=RunState.WAITING,
            in_work=(RunState.WORKING,),
            lease=LEASE,
            max_attempts=10,
        )

    def work_on(self, run_id: int, work: Callable[[Any], bool]) -> bool:
        """Claim a run and work on it; `work` returns True if it is finished or somebody else has it.

        Return True if the rest has to be queued again.
        """
        run = self.outbox.claim(run_id)
        if run is None:
            return False
        try:
            if work(run):
                return False
        except SoftTimeLimitExceeded:
            logger.warning("%s: the task took too long and is continued.", run)
        except Stopped as problem:
            self.record_failure(run, str(problem))
            return False
        except Exception as error:
            logger.exception("%s, attempt %s", run, run.attempts)
            self.record_failure(run, f"{type(error).__name__}: {error}")
            return False
        put_back = {"state": RunState.WAITING, "claim": "", "lease_until": None}
        return bool(self.outbox.claimed(run).update(**put_back))

    def hold(self, run: WorkRun, **done: Any) -> bool:
        """Store what is done and hold the run for another while; False if someone else has it."""
        lease = {"lease_until": timezone.now() + LEASE, "attempts": 1}
        return bool(self.outbox.claimed(run).update(**lease, **done))

    def finish(self, run: WorkRun, **done: Any) -> bool:
        """Close the run; False if someone else has it."""
        closed = {"state": RunState.DONE, "finished_at": timezone.now(), "failures": 0, "failure": ""}
        return bool(self.outbox.claimed(run).update(**closed, claim="", lease_until=None, **done))

    @transaction.atomic
    def record_failure(self, run: WorkRun, reason: str) -> None:
        """Schedule the next attempt after a growing pause, or stop after the last one."""
        failures = run.failures + 1
        is_over = failures >= MAX_FAILURES
        held = self.outbox.claimed(run).update(
            state=RunState.FAILED if is_over else RunState.WAITING,
            failures=failures,
            failure=reason[:500],
            next_attempt_at=timezone.now() + FIRST_PAUSE * 2 ** (failures - 1),
            claim="",
            lease_until=None,
        )
        if held and is_over and self.stopped is not None:
            self.stopped(run)

    def overdue(self) -> "models.QuerySet[Any]":
        return self.outbox.due().order_by("pk")

    def fail_exhausted(self) -> None:
        """Stop runs whose workers died again and again. Asking again continues them."""
        for run in self.outbox.exhausted():
            self.record_failure(run, "The worker stopped in the middle of each attempt.")
