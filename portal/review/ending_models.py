"""How approvals end: notices of intent before a revocation, and ends that take effect on a later day."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.review.condition_models import FrozenFile
from portal.text import and_list


def _person(**options: Any) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", **options)


class IntentNotice(models.Model):
    """The regulator intends to revoke an approval, and hears the operator first."""

    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="intent_notices"
    )
    reasons = models.TextField()
    due_on = models.DateField("day until which the operator may reply")
    # Code and label of each table, if it concerns only some: [{"code": …, "label": …}].
    tables = models.JSONField(default=list, blank=True)
    given_by = _person()
    given_at = models.DateTimeField(default=timezone.now, editable=False)
    reply = models.TextField(blank=True)
    replied_by = _person(null=True, blank=True)
    replied_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = _person(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = models.TextField(blank=True)
    # When the approval was revoked on it, or ended in another way.
    concluded_at = models.DateTimeField(null=True, blank=True)
    # When the operator was reminded before the day, and notified that it has passed: once each.
    reminded_at = models.DateTimeField(null=True, blank=True)
    overdue_told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["submission"],
                condition=models.Q(withdrawn_at__isnull=True, concluded_at__isnull=True),
                name="intent_notice_one_open",
            ),
            models.CheckConstraint(
                condition=models.Q(replied_at__isnull=True, replied_by__isnull=True, reply="")
                | (models.Q(replied_at__isnull=False, replied_by__isnull=False) & ~models.Q(reply="")),
                name="intent_reply_has_author_and_time",
            ),
            models.CheckConstraint(
                condition=models.Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True)
                | models.Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False),
                name="intent_withdrawn_by_someone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.submission}: intent to revoke"

    @property
    def is_open(self) -> bool:
        return self.withdrawn_at is None and self.concluded_at is None

    @property
    def is_past(self) -> bool:
        """The day until which the operator may reply is over where the case is decided."""
        return self.due_on < jurisdiction(self.submission.jurisdiction).today()

    @property
    def has_heard(self) -> bool:
        """The operator has replied, or has let the day pass."""
        return self.replied_at is not None or self.is_past

    @property
    def table_words(self) -> str:
        return and_list([table["label"] for table in self.tables])


class IntentFile(FrozenFile):
    """With the reply to a notice of intent."""

    notice = models.ForeignKey(IntentNotice, on_delete=models.PROTECT, related_name="files")

    class Meta(FrozenFile.Meta):
        constraints = [
            models.UniqueConstraint(fields=["notice", "sha256"], name="intent_file_once"),
        ]


class PlannedEnd(models.Model):
    """A surrender or revocation that takes effect after a later day. portal/review/endings.py writes it."""

    class Kind(models.TextChoices):
        SURRENDER = "surrender", "Surrender"
        REVOKE = "revoke", "Revocation"

    class Closed(models.TextChoices):
        TAKEN_BACK = "taken_back", "Taken back"
        CARRIED_OUT = "carried_out", "Took effect"
        LAPSED = "lapsed", "The approval ended before"

    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="planned_ends"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    last_day = models.DateField("last day in force")
    reason = models.TextField()
    # Code and label of each table, if it ends only at some: [{"code": …, "label": …}].
    tables = models.JSONField(default=list, blank=True)
    decided_by = _person()
    decided_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_as = models.CharField(max_length=12, choices=Closed.choices, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = _person(null=True, blank=True)
    decided_label = ""  # who decided it, for one reader: set by the page

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["last_day"], condition=models.Q(closed_at=None), name="planned_end_open_by_day"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "kind"],
                condition=models.Q(closed_at__isnull=True),
                name="planned_end_one_open",
            ),
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=True, closed_as="")
                | (models.Q(closed_at__isnull=False) & ~models.Q(closed_as="")),
                name="planned_end_closed_somehow",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.submission}: {self.get_kind_display()} after {self.last_day}"

    @property
    def table_words(self) -> str:
        return and_list([table["label"] for table in self.tables])

    def covers(self, code: str) -> bool:
        return not self.tables or any(table["code"] == code for table in self.tables)
