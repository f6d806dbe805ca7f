"""Conditions of an approval, what was done about each, and the files that came with a report."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from portal.audit.append_only import AppendOnly


class FrozenFile(AppendOnly):
    """A file that came with what the operator wrote, frozen with it; only operator and regulator read it."""

    filename = models.CharField(max_length=120)
    content_type = models.CharField(max_length=40)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    file = models.CharField(max_length=80, unique=True)

    class Meta:
        abstract = True
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.filename


class ConditionState(models.TextChoices):
    OPEN = "open", "To be met"
    REPORTED = "reported", "Reported as met"
    MET = "met", "Met"


class Condition(models.Model):
    """What an approval depends on. Whether it is met is written by portal/review/conditions.py."""

    decision = models.ForeignKey("review.Decision", on_delete=models.PROTECT, related_name="conditions")
    text = models.TextField()
    due_on = models.DateField(null=True, blank=True)
    met_at = models.DateTimeField(null=True, blank=True)
    met_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    met_note = models.TextField(blank=True)
    # When the operator reported it as met, while the regulator has not judged the report.
    reported_at = models.DateTimeField(null=True, blank=True)
    # When the operator was reminded before the day, and notified that it has passed: once each.
    reminded_at = models.DateTimeField(null=True, blank=True)
    overdue_told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["due_on"], condition=models.Q(met_at=None), name="condition_unmet_by_due"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(met_at__isnull=True, met_by__isnull=True, met_note="")
                | models.Q(met_at__isnull=False, met_by__isnull=False),
                name="condition_met_by_someone",
            ),
            models.CheckConstraint(
                condition=models.Q(met_at__isnull=True) | models.Q(reported_at__isnull=True),
                name="condition_met_waits_for_nobody",
            ),
        ]

    def __str__(self) -> str:
        return self.text

    @property
    def state(self) -> ConditionState:
        if self.met_at is not None:
            return ConditionState.MET
        return ConditionState.OPEN if self.reported_at is None else ConditionState.REPORTED


class ConditionStep(AppendOnly):
    """One thing done about a condition, as operator and regulator may both read it."""

    class Kind(models.TextChoices):
        REPORTED = "reported", "Reported as met"
        SENT_BACK = "sent_back", "Sent back"
        MET = "met", "Recorded as met"
        REOPENED = "reopened", "Opened again"

    condition = models.ForeignKey(Condition, on_delete=models.PROTECT, related_name="steps")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    text = models.TextField()
    due_on = models.DateField(null=True, blank=True)  # the new day, if it was given one
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.condition}: {self.get_kind_display()}"


class ConditionFile(FrozenFile):
    """With the report that a condition is met."""

    step = models.ForeignKey(ConditionStep, on_delete=models.PROTECT, related_name="files")

    class Meta(FrozenFile.Meta):
        constraints = [
            models.UniqueConstraint(fields=["step", "sha256"], name="condition_file_once"),
        ]
