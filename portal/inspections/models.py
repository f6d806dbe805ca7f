"""Inspections of tables: the checklist, what was seen, the findings and how they were remedied."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property

from portal.audit.append_only import AppendOnly
from portal.register import selectors as register
from portal.register.models import Kind


def _person(**options: Any) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", **options)


class InspectionOutcome(models.TextChoices):
    IN_ORDER = "in_order", "In order"
    NOT_IN_ORDER = "not_in_order", "Not in order"


class ItemResult(models.TextChoices):
    """What the inspector saw of one item."""

    IN_ORDER = "in_order", "In order"
    NOT_IN_ORDER = "not_in_order", "Not in order"
    NOT_LOOKED_AT = "not_looked_at", "Not looked at"


class FindingState(models.TextChoices):
    """Only portal/inspections/findings.py moves a finding from one of these to another."""

    OPEN = "open", "To be remedied"
    ANSWERED = "answered", "Remedy reported"
    CLOSED = "closed", "Closed"


class Inspection(models.Model):
    """A visit to one table. Only the regulator's inspectors see it until it is finished."""

    table = models.ForeignKey("accounts.Table", on_delete=models.PROTECT, related_name="inspections")
    # Copies of facts that never change, for lists and access.
    organisation = models.ForeignKey("accounts.Organisation", on_delete=models.PROTECT, related_name="+")
    regulator = models.ForeignKey("accounts.Organisation", on_delete=models.PROTECT, related_name="+")
    jurisdiction = models.CharField(max_length=8)
    # The rules the checklist was made from; none where no rules were in force at the table.
    version = models.ForeignKey(
        "submissions.Version", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    digest = models.CharField(max_length=64, blank=True)
    inspector = _person()
    started_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=12, choices=InspectionOutcome.choices, blank=True)
    remark = models.TextField(blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["regulator", "-finished_at"], name="inspection_of_regulator"),
            models.Index(fields=["table", "-finished_at"], name="inspection_of_table"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "regulator"],
                condition=Q(finished_at__isnull=True, cancelled_at__isnull=True),
                name="inspection_one_under_way",
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True, outcome="")
                | Q(
                    finished_at__isnull=False, cancelled_at__isnull=True, outcome__in=InspectionOutcome.values
                ),
                name="inspection_finished_has_outcome",
            ),
            models.CheckConstraint(
                condition=Q(version__isnull=True, digest="") | (Q(version__isnull=False) & ~Q(digest="")),
                name="inspection_digest_of_version",
            ),
        ]

    def __str__(self) -> str:
        return f"Inspection {self.pk} of {self.table}"

    @cached_property
    def log_position(self) -> int | None:
        """Where the register's log has its outcome; None if outcomes were not public then."""
        return register.position_of(Kind.INSPECTION, jurisdiction=self.jurisdiction, inspection=self.pk)

    @property
    def is_under_way(self) -> bool:
        return self.finished_at is None and self.cancelled_at is None


class ChecklistItem(AppendOnly):
    """One thing to look at, frozen when the inspection starts."""

    inspection = models.ForeignKey(Inspection, on_delete=models.PROTECT, related_name="items")
    number = models.PositiveSmallIntegerField()
    section = models.CharField(max_length=60)
    label = models.CharField(max_length=300)
    expected = models.TextField(blank=True)
    clause = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["inspection", "number"]
        constraints = [
            models.UniqueConstraint(fields=["inspection", "number"], name="checklist_number_once"),
        ]

    def __str__(self) -> str:
        return self.label


class Sending(AppendOnly):
    """What a device sent in one go, by the key that the device made: the same key is taken once."""

    key = models.UUIDField(unique=True)
    inspection = models.ForeignKey(Inspection, on_delete=models.PROTECT, related_name="sendings")
    sent_by = _person()
    at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return str(self.key)


class ItemAnswer(AppendOnly):
    """What was said of an item. The last one counts; earlier ones stay."""

    item = models.ForeignKey(ChecklistItem, on_delete=models.PROTECT, related_name="answers")
    sending = models.ForeignKey(Sending, on_delete=models.PROTECT, related_name="answers")
    result = models.CharField(max_length=14, choices=ItemResult.choices)
    remark = models.TextField(blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(result__in=ItemResult.values), name="item_answer_result_known"
            ),
            models.UniqueConstraint(fields=["item", "sending"], name="item_answer_once_per_sending"),
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.get_result_display()}"


class InspectionFinding(models.Model):
    """An item that was not in order: to be remedied by a day."""

    inspection = models.ForeignKey(Inspection, on_delete=models.PROTECT, related_name="findings")
    item = models.OneToOneField(ChecklistItem, on_delete=models.PROTECT, related_name="finding")
    remark = models.TextField()
    state = models.CharField(max_length=10, choices=FindingState.choices, default=FindingState.OPEN)
    due_on = models.DateField()
    closed_at = models.DateTimeField(null=True, blank=True)
    reminded_at = models.DateTimeField(null=True, blank=True)
    overdue_told_at = models.DateTimeField(null=True, blank=True)
    # The suspension that it led to.
    suspension = models.ForeignKey(
        "review.Move", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["state", "due_on"], name="inspection_finding_due")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=FindingState.values), name="inspection_finding_state_known"
            ),
            models.CheckConstraint(
                condition=Q(state=FindingState.CLOSED, closed_at__isnull=False)
                | (~Q(state=FindingState.CLOSED) & Q(closed_at__isnull=True)),
                name="inspection_finding_closed_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"Finding {self.pk}: {self.item.label}"


class FindingStep(AppendOnly):
    """What was said or done about a finding after the inspection."""

    class Kind(models.TextChoices):
        ANSWERED = "answered", "Remedy reported"
        SENT_BACK = "sent_back", "Sent back"
        CLOSED = "closed", "Closed"
        REOPENED = "reopened", "Reopened"
        SUSPENDED = "suspended", "Approval suspended"

    finding = models.ForeignKey(InspectionFinding, on_delete=models.PROTECT, related_name="steps")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    text = models.TextField()
    due_on = models.DateField(null=True, blank=True)
    by = _person()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.finding}: {self.get_kind_display()}"


class Photo(AppendOnly):
    """A picture of an item, or with a remedy. Stored without the place and time that a camera adds."""

    item = models.ForeignKey(
        ChecklistItem, on_delete=models.PROTECT, null=True, blank=True, related_name="photos"
    )
    step = models.ForeignKey(
        FindingStep, on_delete=models.PROTECT, null=True, blank=True, related_name="photos"
    )
    filename = models.CharField(max_length=120)
    content_type = models.CharField(max_length=40)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    file = models.CharField(max_length=80, unique=True)
    added_by = _person()
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(item__isnull=False, step__isnull=True) | Q(item__isnull=True, step__isnull=False),
                name="photo_of_item_or_step",
            ),
            models.UniqueConstraint(fields=["item", "sha256"], name="photo_once_per_item"),
        ]

    def __str__(self) -> str:
        return self.filename


class PublicationChoice(models.Model):
    """Whether a regulator shows the outcome of inspections on the public page of a table."""

    regulator = models.OneToOneField(
        "accounts.Organisation", on_delete=models.PROTECT, primary_key=True, related_name="+"
    )
    publishes_outcome = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.regulator}: {'published' if self.publishes_outcome else 'not published'}"
