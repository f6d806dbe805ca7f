"""The public register: one append-only row for each decision and for each document issued.

Together the rows are a log that anyone can check: portal/register/log.py.
"""

from django.db import models
from django.utils import timezone

from portal.accounts import jurisdictions
from portal.audit.append_only import AppendOnly
from portal.register.public_fields import DECISION_OUTCOMES


class Kind(models.TextChoices):
    DECISION = "decision", "Decision"
    DOCUMENT = "document", "Document issued"


_DECIDED = models.Q(kind=Kind.DECISION, outcome__in=DECISION_OUTCOMES)


class Entry(AppendOnly):
    """`leaf` is everything public and what is hashed. The columns repeat parts of it for searching."""

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
            models.Index(fields=["entered_at"], name="register_by_time"),
            # What the list of decisions counts and shows, without reading the entries themselves.
            models.Index(fields=["jurisdiction", "-position"], condition=_DECIDED, name="register_decided"),
            models.Index(fields=["operator", "-position"], condition=_DECIDED, name="register_by_operator"),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.kind} {self.reference}"


class Place(AppendOnly):
    """The address of a casino's public page. Created with the first approval there, it never changes."""

    slug = models.SlugField(max_length=140, unique=True)
    property = models.OneToOneField("accounts.Property", on_delete=models.PROTECT, related_name="place")

    def __str__(self) -> str:
        return self.slug


class Checkpoint(AppendOnly):
    """A signed statement of the log's size and root hash. There is at most one for each size."""

    size = models.PositiveBigIntegerField(unique=True)
    root = models.CharField(max_length=64)
    note = models.TextField("the statement with its signature, as it is handed out")
    signed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-size"]

    def __str__(self) -> str:
        return f"Checkpoint over {self.size}"


class LogKey(AppendOnly):
    """Every public key that ever signed here, so that what it signed stays verifiable."""

    line = models.CharField("name, id and key, as handed out", max_length=300, unique=True)
    first_used_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.line


class LogState(models.Model):
    """One row: when the whole log was last checked, and the problems found."""

    examined_at = models.DateTimeField(null=True)
    problems = models.JSONField(default=list)

    def __str__(self) -> str:
        return "; ".join(self.problems) or "in order"
