"""What an edition would change for the approvals under its parent, and how far looking at them is."""

from django.db import models

from portal.work_runs import RunState, WorkRun


class ImpactRun(WorkRun):
    """One for each edition that was looked at. `examined` says what both editions were."""

    edition = models.OneToOneField("editions.Edition", on_delete=models.CASCADE, related_name="impact_run")
    examined = models.CharField(max_length=64)
    looked_at = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    # The edition is published, and the people concerned are notified when the run is finished.
    has_to_notify = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=RunState.values), name="impact_state_known"),
            models.CheckConstraint(
                condition=~models.Q(state="done")
                | models.Q(finished_at__isnull=False, has_to_notify=False, claim=""),
                name="impact_done_is_finished",
            ),
        ]
        indexes = [models.Index(fields=["state", "next_attempt_at"], name="impact_due")]

    def __str__(self) -> str:
        return f"Impact of {self.edition_id}"


class ImpactRow(models.Model):
    """One approval under both editions. The figures repeat `changes`, to count and to sort by."""

    run = models.ForeignKey(ImpactRun, on_delete=models.CASCADE, related_name="rows")
    submission = models.ForeignKey("submissions.Submission", on_delete=models.CASCADE, related_name="+")
    version = models.ForeignKey("submissions.Version", on_delete=models.CASCADE, related_name="+")
    verdict_before = models.CharField(max_length=8, blank=True)
    verdict_after = models.CharField(max_length=8, blank=True)
    # Findings, examples and edges that differ (portal/review/impact_rows.py); null if nothing does.
    changes = models.JSONField(null=True, blank=True)
    breaches = models.PositiveIntegerField(default=0)
    refers = models.PositiveIntegerField(default=0)
    is_relieved = models.BooleanField(default=False)
    other_money = models.PositiveIntegerField(default=0)  # examples and edges that differ
    breached_clauses = models.JSONField(default=list)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["run", "submission"], name="impact_row_once")]
        indexes = [models.Index(fields=["run", "-breaches", "-refers", "-other_money"], name="impact_worst")]

    def __str__(self) -> str:
        return f"{self.run}: {self.submission_id}"
