"""The public register: one append-only row for each decision and for each document issued."""

from django.db import models
from django.utils import timezone

from portal.accounts import jurisdictions
from portal.audit.append_only import AppendOnly


class Kind(models.TextChoices):
    DECISION = "decision", "Decision"
    DOCUMENT = "document", "Document issued"


class Entry(AppendOnly):
    """`leaf` is all that is public and what the hash is taken of; the columns repeat it for finding."""

    position = models.PositiveBigIntegerField(unique=True)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    leaf = models.JSONField()
    leaf_hash = models.CharField(max_length=64)
    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="register_entries"
    )
    reference = models.CharField(max_length=16)
    jurisdiction = models.CharField(max_length=8, choices=jurisdictions.CHOICES)
    outcome = models.CharField(max_length=30, blank=True)
    operator = models.CharField(max_length=120, blank=True)
    property = models.CharField(max_length=120, blank=True)
    edition_id = models.CharField(max_length=40, blank=True)
    edition_title = models.CharField(max_length=200, blank=True)
    decided_on = models.DateField(null=True)
    entered_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-position"]
        verbose_name_plural = "entries"
        indexes = [
            models.Index(fields=["reference", "kind"], name="register_by_reference"),
            models.Index(fields=["jurisdiction", "kind", "-position"], name="register_by_jurisdiction"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.kind} {self.reference}"
