"""An invitation to join an organisation."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class InvitationState(models.TextChoices):
    WAITING = "waiting", "Waiting for a second administrator"
    SENT = "sent", "Sent"
    EXPIRED = "expired", "Expired"
    ACCEPTED = "accepted", "Accepted"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Invitation(models.Model):
    """An invitation to join an organisation. Only a hash of the link's token is stored."""

    email = models.EmailField()
    name = models.CharField(max_length=120, blank=True)
    organisation = models.ForeignKey(
        "accounts.Organisation", on_delete=models.PROTECT, related_name="invitations"
    )
    roles = models.JSONField(default=list)
    token_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    # Roles that decide: nothing is sent before another administrator confirms it.
    waits = models.BooleanField(default=False)
    confirmed_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    # When its link was last sent, and how often: each link ends the one before.
    sent_at = models.DateTimeField(default=timezone.now)
    times_sent = models.PositiveSmallIntegerField(default=1)
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        "accounts.User", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(accepted_at__isnull=True, accepted_by__isnull=True)
                | models.Q(accepted_at__isnull=False, accepted_by__isnull=False),
                name="invitation_accepted_by_someone",
            ),
            models.CheckConstraint(
                condition=~models.Q(confirmed_by=models.F("invited_by")), name="invitation_takes_two"
            ),
            models.CheckConstraint(
                condition=models.Q(waits=False) | models.Q(accepted_at=None),
                name="invitation_waiting_is_not_accepted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email} to {self.organisation}"

    @property
    def is_open(self) -> bool:
        if self.waits or self.accepted_at is not None or self.cancelled_at is not None:
            return False
        return self.expires_at > timezone.now()

    @property
    def role_names(self) -> list[str]:
        from portal.accounts.models import Role  # which imports this module

        return [role.label for role in Role if role.value in self.roles]

    @property
    def state(self) -> InvitationState:
        if self.accepted_at is not None:
            return InvitationState.ACCEPTED
        if self.cancelled_at is not None:
            return InvitationState.WITHDRAWN
        if self.waits:
            return InvitationState.WAITING
        return InvitationState.SENT if self.is_open else InvitationState.EXPIRED
