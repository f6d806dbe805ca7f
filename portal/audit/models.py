"""The audit trail: who did what to which object, when, and the values before and after."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from portal.audit.append_only import AppendOnly


class AuditEntry(AppendOnly):
    at = models.DateTimeField(default=timezone.now, editable=False)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    # The name at the time: a later change of name must not rewrite the trail.
    actor_name = models.CharField(max_length=260, blank=True)
    action = models.CharField(max_length=60)
    object_type = models.CharField(max_length=60, blank=True)
    object_id = models.CharField(max_length=60, blank=True)
    object_label = models.CharField(max_length=200, blank=True)
    # Organisation and jurisdiction decide who may read the entry.
    organisation = models.ForeignKey(
        "accounts.Organisation", on_delete=models.PROTECT, null=True, related_name="+"
    )
    jurisdiction = models.CharField(max_length=8, blank=True)
    before = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    request_id = models.CharField(max_length=64, blank=True)

    class Meta:
        db_table = "audit_entry"
        ordering = ["-pk"]
        verbose_name_plural = "entries"
        indexes = [
            models.Index(fields=["object_type", "object_id"], name="audit_of_object"),
            models.Index(fields=["jurisdiction", "-id"], name="audit_of_jurisdiction"),
            models.Index(fields=["organisation", "-id"], name="audit_of_organisation"),
            models.Index(fields=["request_id"], name="audit_of_request"),
            models.Index(fields=["at"], name="audit_of_time"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor_name or 'Baize'}: {self.action} {self.object_label}"


class AuditLink(AppendOnly):
    """An entry's place in the chain: its digest covers the entry and the link before it."""

    number = models.BigIntegerField(primary_key=True)  # from 1 without gaps
    # No foreign key: the link outlives an entry that somebody took out, and names it.
    entry_id = models.BigIntegerField(unique=True)
    digest = models.CharField(max_length=64)

    class Meta:
        db_table = "audit_link"
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}:{self.digest}"
