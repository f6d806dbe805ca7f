"""An uploaded sheet and its rows: what was entered, what the check found, and the drafts made from it."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from portal.outbox import OutboxRow
from portal.sheets.checking import BROKEN, OK, REFER
from portal.submissions.models import State


class SheetState(models.TextChoices):
    """Whether a worker has something to do: rows to check, or drafts to create."""

    WAITING = "waiting", "Waiting"
    WORKING = "working", "Working"
    DONE = "done", "Done"
    FAILED = "failed", "Stopped"


class RowOutcome(models.TextChoices):
    UNCHECKED = "", "Not checked yet"
    OK = OK, "No breaches"
    REFER = REFER, "For the regulator’s judgement"
    BROKEN = BROKEN, "To be corrected"


GOOD = (RowOutcome.OK, RowOutcome.REFER)


class Sheet(OutboxRow):
    """A file of rule sets. The same bytes are one sheet: an operator who uploads them again gets it back."""

    organisation = models.ForeignKey("accounts.Organisation", on_delete=models.PROTECT, related_name="sheets")
    edition = models.ForeignKey("editions.Edition", on_delete=models.PROTECT, related_name="+")
    filename = models.CharField(max_length=120)
    kind = models.CharField(max_length=8)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    columns = models.JSONField()  # the letters of each column, by path
    semicolons = models.BooleanField(default=False)
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(max_length=8, choices=SheetState.choices, default=SheetState.WAITING)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["organisation", "sha256"], name="sheet_once_per_operator"),
            models.CheckConstraint(condition=models.Q(state__in=SheetState.values), name="sheet_state_known"),
        ]
        indexes = [models.Index(fields=["state", "next_attempt_at"], name="sheet_due")]

    def __str__(self) -> str:
        return self.filename

    @property
    def is_working(self) -> bool:
        return self.state in (SheetState.WAITING, SheetState.WORKING)


class SheetRow(models.Model):
    sheet = models.ForeignKey(Sheet, on_delete=models.CASCADE, related_name="rows")
    number = models.PositiveIntegerField()  # as in the file
    entered = models.JSONField()  # cells by path, cells that cannot be taken, or the rule set of a JSONL line
    # What the check found
    outcome = models.CharField(
        max_length=8, choices=RowOutcome.choices, default=RowOutcome.UNCHECKED, blank=True
    )
    problems = models.JSONField(default=list)
    property = models.ForeignKey(
        "accounts.Property", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    all_tables = models.BooleanField(default=True)
    tables = models.JSONField(default=list)  # their codes
    ruleset = models.JSONField(null=True, blank=True)
    digest = models.CharField(max_length=64, blank=True)
    owed = models.PositiveIntegerField(default=0)
    # The draft made from it. `together`: one draft for all rows of the same casino and rules.
    wanted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    together = models.BooleanField(default=False)
    refusal = models.CharField(max_length=500, blank=True)
    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, null=True, blank=True, related_name="sheet_rows"
    )
    created_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["sheet", "number"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "number"], name="sheet_row_once"),
            models.CheckConstraint(
                condition=models.Q(submission__isnull=True, created_at__isnull=True)
                | models.Q(submission__isnull=False, created_at__isnull=False),
                name="sheet_row_created_has_time",
            ),
            models.CheckConstraint(
                condition=models.Q(wanted_by__isnull=True) | models.Q(outcome__in=GOOD),
                name="sheet_row_only_good_ones_wanted",
            ),
        ]
        indexes = [
            models.Index(fields=["sheet", "outcome"], name="sheet_row_by_outcome"),
            models.Index(fields=["digest"], name="sheet_row_by_digest"),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, row {self.number}"


def without_draft() -> models.Q:
    """Rows that have no draft. One that was withdrawn no longer counts: the row can be used again."""
    return models.Q(submission__isnull=True) | models.Q(submission__state=State.WITHDRAWN)
