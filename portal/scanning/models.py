"""Uploaded files that a scanner has to look at before anybody may download them."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from portal.accounts.models import Organisation


class ScanState(models.TextChoices):
    WAITING = "waiting", "Waiting"
    SCANNING = "scanning", "Being scanned"
    CLEAN = "clean", "Clean"
    INFECTED = "infected", "Refused"


class Scan(models.Model):
    """One stored file. Until it is clean its content is under another name: portal/scanning/quarantine.py."""

    file = models.CharField(max_length=80, unique=True)
    sha256 = models.CharField(max_length=64)
    filename = models.CharField(max_length=120)
    about_type = models.CharField("what it belongs to", max_length=60)
    about_id = models.CharField(max_length=40)
    about_label = models.CharField(max_length=200)
    in_draft = models.BooleanField("added to a draft, which is the operator's alone")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, null=True, related_name="+")
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(max_length=10, choices=ScanState.choices, default=ScanState.WAITING)
    signature = models.CharField("what was found", max_length=200, blank=True)
    problem = models.CharField("why the last try failed", max_length=300, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    next_attempt_at = models.DateTimeField(default=timezone.now)
    claim = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["about_type", "about_id"]),
            models.Index(
                fields=["next_attempt_at"],
                condition=models.Q(state__in=["waiting", "scanning"]),
                name="scan_to_do",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(state="infected") ^ models.Q(signature=""),
                name="scan_names_what_was_found",
            )
        ]

    def __str__(self) -> str:
        return f"{self.filename}: {self.get_state_display()}"
