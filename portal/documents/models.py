"""Documents and the outbox behind them: one row from the decision to the file."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_noop

from portal.accounts.models import Organisation
from portal.audit.append_only import AppendOnly
from portal.outbox import OutboxRow


class DocumentKind(models.TextChoices):
    CERTIFICATE = "certificate", gettext_noop("Approval certificate and rule book")
    GUIDE = "guide", gettext_noop("Player’s guide")
    SIGN = "sign", gettext_noop("Table sign")
    REFUSAL = "refusal", gettext_noop("Letter of refusal")
    REVOCATION = "revocation", gettext_noop("Letter of revocation")
    QUERY = "query", gettext_noop("Letter of query")
    RECEIPT = "receipt", gettext_noop("Receipt")
    SUSPENSION = "suspension", gettext_noop("Letter of suspension")
    INTENT = "intent", gettext_noop("Notice of intent to revoke")


# Issued with an approval and public. Letters and receipts are between the regulator and the operator.
PUBLIC_KINDS = (DocumentKind.CERTIFICATE, DocumentKind.GUIDE, DocumentKind.SIGN)


class DocumentState(models.TextChoices):
    WAITING = "waiting", gettext_noop("Waiting to be prepared")
    RENDERING = "rendering", gettext_noop("Being typeset")
    SIGNING = "signing", gettext_noop("Being signed")
    READY = "ready", gettext_noop("Ready")
    FAILED = "failed", gettext_noop("Could not be prepared")


class Document(OutboxRow):
    """Created in the transaction of the decision with all its data (`snapshot`); the worker adds the file."""

    kind = models.CharField(max_length=20, choices=DocumentKind.choices)
    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="documents"
    )
    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, related_name="documents")
    occasion = models.CharField("which of several of its kind", max_length=20, blank=True)
    snapshot = models.JSONField()
    snapshot_digest = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=DocumentState.choices, default=DocumentState.WAITING)
    failures = models.PositiveIntegerField("attempts that ended in an error", default=0)
    failure = models.TextField(blank=True)
    file = models.CharField(max_length=200, blank=True)
    sha256 = models.CharField(max_length=64, blank=True)
    signed_by = models.CharField("SHA-256 of the signing certificate", max_length=64, blank=True)
    size = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ready_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["version", "kind", "occasion"], name="document_once_per_occasion"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=DocumentState.values), name="document_state_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(state=DocumentState.READY)
                | (
                    ~models.Q(file="")
                    & ~models.Q(sha256="")
                    & ~models.Q(signed_by="")
                    & models.Q(ready_at__isnull=False)
                ),
                name="document_ready_has_file",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=[DocumentState.RENDERING, DocumentState.SIGNING])
                | (~models.Q(claim="") & models.Q(lease_until__isnull=False)),
                name="document_in_work_has_lease",
            ),
        ]
        indexes = [models.Index(fields=["state", "next_attempt_at"], name="document_outbox")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.snapshot.get('reference', '')}"

    @property
    def organisation(self) -> Organisation:
        return self.submission.organisation

    @property
    def jurisdiction(self) -> str:
        return self.submission.jurisdiction

    @property
    def state_label(self) -> str:
        return self.get_state_display()

    @property
    def is_ready(self) -> bool:
        return self.state == DocumentState.READY

    @property
    def is_failed(self) -> bool:
        return self.state == DocumentState.FAILED

    @property
    def is_public(self) -> bool:
        return self.kind in PUBLIC_KINDS

    @property
    def name(self) -> str:
        """Tells the documents of an approval apart in addresses: guide, or sign-7k2m9xqe."""
        return f"{self.kind}-{self.occasion}" if self.occasion else self.kind

    @property
    def title(self) -> str:
        """In a list of documents: Table sign: CR-01, Letter of query 2, Receipt for version 3."""
        if self.kind == DocumentKind.RECEIPT:
            return f"{self.get_kind_display()} for version {self.occasion}"
        if self.table_label:
            return f"{self.get_kind_display()}: {self.table_label}"
        return f"{self.get_kind_display()} {self.occasion}".strip()

    @property
    def table_code(self) -> str:
        """The code of that table. A sign that replaces another has its number behind the code."""
        return self.occasion.partition("-")[0] if self.kind == DocumentKind.SIGN else ""

    @property
    def table_label(self) -> str:
        """The table that a sign is for; a sign for any table of its casino has none."""
        return str(self.snapshot.get("table", {}).get("label", ""))

    @property
    def filename(self) -> str:
        return f"{self.snapshot.get('reference', 'document')}-{self.name}.pdf"


class SigningCertificate(AppendOnly):
    """Every certificate that ever signed a document here, so earlier documents stay verifiable."""

    sha256 = models.CharField(max_length=64, unique=True)
    subject = models.CharField(max_length=200)
    chain = models.TextField("the certificate and its chain, PEM")
    first_used_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.subject
