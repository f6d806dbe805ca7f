"""Questions to outside experts, such as a test laboratory, about one case."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from portal.accounts.jurisdictions import jurisdiction
from portal.audit.append_only import AppendOnly
from portal.review.models import FrozenFile
from portal.submissions.models import EDITABLE, WAITING, State

# While the case is in one of these the expert can work; a decision or a withdrawal ends every request.
UNDER_REVIEW = (*WAITING, *(state for state in EDITABLE if state != State.DRAFT))


def _person(**options: Any) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", **options)


class RequestState(models.TextChoices):
    OPEN = "open", "Waiting for the expert"
    ANSWERED = "answered", "Answered"
    WITHDRAWN = "withdrawn", "Withdrawn"
    CLOSED = "closed", "Ended with the case"


class ExpertRequest(models.Model):
    """One question to one organisation of experts. Only portal/experts/services.py writes it."""

    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="expert_requests"
    )
    # The rules the question is about: the expert sees these, also if others are submitted later.
    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, related_name="+")
    organisation = models.ForeignKey(
        "accounts.Organisation", on_delete=models.PROTECT, related_name="expert_requests"
    )
    regulator = models.ForeignKey("accounts.Organisation", on_delete=models.PROTECT, related_name="+")
    jurisdiction = models.CharField(max_length=8)  # a copy of the case's, which never changes
    question = models.TextField()
    due_on = models.DateField()
    asked_by = _person()
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    answer = models.TextField(blank=True)
    answered_by = _person(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = _person(null=True, blank=True)
    withdrawal_reason = models.TextField(blank=True)
    # When the expert was reminded before the day, and both sides were told that it has passed: once each.
    reminded_at = models.DateTimeField(null=True, blank=True)
    overdue_told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["organisation", "due_on"], name="expert_request_of_expert")]
        constraints = [
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, answered_by__isnull=True, answer="")
                | (Q(answered_at__isnull=False, answered_by__isnull=False) & ~Q(answer="")),
                name="expert_answer_has_author_and_time",
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_by__isnull=True)
                | Q(withdrawn_at__isnull=False, withdrawn_by__isnull=False),
                name="expert_request_withdrawn_by_someone",
            ),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True) | Q(withdrawn_at__isnull=True),
                name="expert_request_ends_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.submission}: question to {self.organisation}"

    @property
    def state(self) -> RequestState:
        if self.answered_at is not None:
            return RequestState.ANSWERED
        if self.withdrawn_at is not None:
            return RequestState.WITHDRAWN
        return RequestState.OPEN if self.submission.state in UNDER_REVIEW else RequestState.CLOSED

    @property
    def is_late(self) -> bool:
        """Still open, and its day has passed where the case is decided."""
        return self.state == RequestState.OPEN and self.due_on < jurisdiction(self.jurisdiction).today()


class SharedUpload(AppendOnly):
    """A document of the case that the expert may open for one request."""

    request = models.ForeignKey(ExpertRequest, on_delete=models.PROTECT, related_name="shared")
    upload = models.ForeignKey("submissions.Upload", on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["request", "upload"], name="shared_upload_once")]

    def __str__(self) -> str:
        return f"{self.request}: {self.upload}"


class ExpertFile(FrozenFile):
    """With an expert's answer; only the regulator reads it."""

    request = models.ForeignKey(ExpertRequest, on_delete=models.PROTECT, related_name="files")

    class Meta(FrozenFile.Meta):
        constraints = [models.UniqueConstraint(fields=["request", "sha256"], name="expert_file_once")]
