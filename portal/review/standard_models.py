"""A regulator's standard conditions and paragraphs. A change adds a version; every version stays readable."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from portal.audit.append_only import AppendOnly


class StandardKind(models.TextChoices):
    """In which forms a standard text is offered."""

    CONDITION = "condition", "Conditions of an approval"
    QUESTION = "question", "Questions to the operator"
    RETURN = "return", "Returns for amendment"
    REFUSAL = "refusal", "Reasons of a refusal"
    SUSPENSION = "suspension", "Reasons of a suspension"
    REVOCATION = "revocation", "Reasons of a revocation or a notice of intent"


class StandardText(models.Model):
    """What people choose from. Forms copy its text, so nothing that was sent depends on it."""

    organisation = models.ForeignKey(
        "accounts.Organisation", on_delete=models.PROTECT, related_name="standard_texts"
    )
    kind = models.CharField(max_length=12, choices=StandardKind.choices)
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.current.title

    @property
    def current(self) -> "StandardTextVersion":
        """The newest version, from `versions` as they are prefetched."""
        return max(self.versions.all(), key=lambda version: version.number)


class StandardTextVersion(AppendOnly):
    """The title and the text from one change to the next."""

    standard = models.ForeignKey(StandardText, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=120)
    text = models.TextField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["standard", "number"], name="standard_text_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.title}, version {self.number}"
