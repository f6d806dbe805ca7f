"""What the regulator asks of the operator while it reviews: questions with their answers, and amendments."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.review.condition_models import FrozenFile


def _person(**options: Any) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", **options)


# Of a question that waits for an answer.
OPEN_QUESTION: dict[str, None] = {"answered_at": None, "withdrawn_at": None}


class Query(models.Model):
    """A question to the operator. The clock is paused while one is open.

    Questions that were asked together have one letter and one day.
    """

    submission = models.ForeignKey("submissions.Submission", on_delete=models.PROTECT, related_name="queries")
    letter = models.PositiveSmallIntegerField(default=1)  # the first, second … of the case
    number = models.PositiveSmallIntegerField(default=1)  # in its letter
    text = models.TextField()
    due_on = models.DateField()
    extended_from = models.DateField(null=True, blank=True)  # the day it had before
    asked_by = _person()
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    answer = models.TextField(blank=True)
    answered_by = _person(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = _person(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = models.TextField(blank=True)
    # When the operator was reminded before the day, and notified that it has passed: once each.
    reminded_at = models.DateTimeField(null=True, blank=True)
    overdue_told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "queries"
        indexes = [
            models.Index(
                fields=["due_on"],
                condition=models.Q(answered_at=None, withdrawn_at=None),
                name="query_open_by_due",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["submission", "letter", "number"], name="query_once"),
            models.CheckConstraint(
                condition=models.Q(answered_at__isnull=True) | models.Q(withdrawn_at__isnull=True),
                name="query_answered_or_withdrawn",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_at__isnull=True, answered_by__isnull=True, answer="")
                | (models.Q(answered_at__isnull=False, answered_by__isnull=False) & ~models.Q(answer="")),
                name="query_answer_has_author_and_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.submission}: {self.text[:60]}"

    @property
    def is_late(self) -> bool:
        """Still open, and its day has passed where the case is decided."""
        today = jurisdiction(self.submission.jurisdiction).today()
        return self.is_open and self.due_on < today

    @property
    def is_open(self) -> bool:
        return self.answered_at is None and self.withdrawn_at is None

    @property
    def question_files(self) -> "list[AnswerFile]":
        return [file for file in self.files.all() if file.with_question]

    @property
    def answer_files(self) -> "list[AnswerFile]":
        return [file for file in self.files.all() if not file.with_question]


class AnswerFile(FrozenFile):
    """With the answer to a question, or with the question itself."""

    query = models.ForeignKey(Query, on_delete=models.PROTECT, related_name="files")
    with_question = models.BooleanField(default=False)

    class Meta(FrozenFile.Meta):
        constraints = [
            models.UniqueConstraint(fields=["query", "sha256", "with_question"], name="answer_file_once"),
        ]


class Return(models.Model):
    """A submission returned for amendment, with the day by which the operator should submit it again."""

    submission = models.ForeignKey("submissions.Submission", on_delete=models.PROTECT, related_name="returns")
    due_on = models.DateField(null=True, blank=True)
    returned_by = _person()
    returned_at = models.DateTimeField(default=timezone.now, editable=False)
    resubmitted_at = models.DateTimeField(null=True, blank=True)
    # When the operator was reminded before the day, and notified that it has passed: once each.
    reminded_at = models.DateTimeField(null=True, blank=True)
    overdue_told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["due_on"], condition=models.Q(resubmitted_at=None), name="return_open_by_due"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["submission"], condition=models.Q(resubmitted_at__isnull=True), name="return_one_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.submission}: returned"

    @property
    def is_late(self) -> bool:
        """Not submitted again, and its day has passed where the case is decided."""
        today = jurisdiction(self.submission.jurisdiction).today()
        return self.resubmitted_at is None and self.due_on is not None and self.due_on < today
