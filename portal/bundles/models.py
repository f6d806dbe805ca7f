"""Bundles: everything about a case in one zip file, and the outbox behind them."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_noop

from portal.outbox import OutboxRow


class BundleKind(models.TextChoices):
    CASE_FILE = "case_file", gettext_noop("Case file")
    PUBLICATION = "publication", gettext_noop("Copy for publication")


class BundleState(models.TextChoices):
    WAITING = "waiting", gettext_noop("Waiting to be made")
    MAKING = "making", gettext_noop("Being made")
    READY = "ready", gettext_noop("Ready")
    REFUSED = "refused", gettext_noop("Not released")
    FAILED = "failed", gettext_noop("Could not be made")


class Bundle(OutboxRow):
    """One zip of a case for one organisation. Ordering it again uses the same row."""

    kind = models.CharField(max_length=12, choices=BundleKind.choices)
    submission = models.ForeignKey("submissions.Submission", on_delete=models.PROTECT, related_name="bundles")
    # The organisation that reads it: a regulator's case file has more in it than the operator's.
    organisation = models.ForeignKey("accounts.Organisation", on_delete=models.PROTECT, related_name="+")
    ordered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    ordered_at = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(max_length=10, choices=BundleState.choices, default=BundleState.WAITING)
    failures = models.PositiveIntegerField("attempts that ended in an error", default=0)
    failure = models.TextField("why it failed or is not released", blank=True)
    files_done = models.PositiveIntegerField(default=0)
    files_total = models.PositiveIntegerField(default=0)
    # The state of the case that was read (portal/bundles/contents.py), to tell whether it has changed since.
    stamp = models.CharField(max_length=64, blank=True)
    file = models.CharField(max_length=200, blank=True)
    # A file that is being stored, so that the next worker can remove it if this one dies.
    unfinished = models.CharField(max_length=200, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    size = models.PositiveBigIntegerField(null=True, blank=True)
    ready_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "kind", "organisation"], name="bundle_once_for_an_organisation"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=BundleState.values), name="bundle_state_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(state=BundleState.READY)
                | (
                    ~models.Q(file="")
                    & ~models.Q(sha256="")
                    & models.Q(size__isnull=False, ready_at__isnull=False, expires_at__isnull=False)
                ),
                name="bundle_ready_has_file",
            ),
            models.CheckConstraint(
                condition=~models.Q(state=BundleState.MAKING)
                | (~models.Q(claim="") & models.Q(lease_until__isnull=False)),
                name="bundle_in_work_has_lease",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "next_attempt_at"], name="bundle_outbox"),
            models.Index(fields=["expires_at"], name="bundle_by_expiry"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.submission.reference}"

    @property
    def is_ready(self) -> bool:
        return self.state == BundleState.READY

    @property
    def is_pending(self) -> bool:
        return self.state in (BundleState.WAITING, BundleState.MAKING)

    @property
    def filename(self) -> str:
        return f"{self.submission.reference}-{self.kind.replace('_', '-')}.zip"
