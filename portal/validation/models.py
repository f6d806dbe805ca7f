"""What the core found in a version, stored with everything needed to repeat it."""

from typing import Any

from django.db import models
from django.utils import timezone

from craps.finding_words import report_sentence
from portal.audit.append_only import AppendOnly


class Verdict(models.TextChoices):
    OK = "ok", "No breaches found"
    REFER = "refer", "Points for the regulator’s judgement"
    BREACH = "breach", "Breaches found"


class Severity(models.TextChoices):
    BREACH = "breach", "Breach"
    REFER = "refer", "For judgement"
    INFO = "info", "For information"


class Run(AppendOnly):
    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, related_name="runs")
    verdict = models.CharField(max_length=8, choices=Verdict.choices)
    checked = models.PositiveIntegerField()
    breaches = models.PositiveIntegerField()
    refers = models.PositiveIntegerField()
    infos = models.PositiveIntegerField()
    edges = models.JSONField()
    core_version = models.CharField(max_length=40)
    edition_digest = models.CharField(max_length=64)
    ruleset_digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "core_version", "edition_digest"], name="run_once_per_core_and_edition"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.get_verdict_display()}"

    @property
    def examples(self) -> list[dict[str, Any]]:
        """The edition's worked examples under this version; empty until the version is submitted."""
        try:
            results: list[dict[str, Any]] = self.worked_examples.results
        except WorkedExamples.DoesNotExist:
            return []
        return results


class WorkedExamples(AppendOnly):
    """Separate from the run: they are large, and only a submitted version needs them."""

    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="worked_examples")
    results = models.JSONField()

    def __str__(self) -> str:
        return f"{self.run}: {len(self.results)} examples"


class Finding(AppendOnly):
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="findings")
    position = models.PositiveIntegerField()
    severity = models.CharField(max_length=8, choices=Severity.choices)
    rule = models.CharField(max_length=80)
    path = models.CharField(max_length=200)
    clause = models.CharField(max_length=80)
    message = models.TextField()
    submitted = models.JSONField(null=True)
    allowed = models.JSONField(null=True)
    nearest = models.JSONField(null=True)
    demonstration = models.JSONField(null=True)
    reading = models.CharField(max_length=80, blank=True)  # the id of the reading it rests on

    class Meta:
        ordering = ["run", "position"]
        indexes = [models.Index(fields=["severity", "clause"], name="finding_by_clause")]

    def __str__(self) -> str:
        return f"{self.severity} {self.rule}"

    @property
    def report_sentence(self) -> str:
        """The finding for officers, documents and the public; `message` speaks to the operator."""
        return report_sentence(self, self.run.version.rules.edition)
