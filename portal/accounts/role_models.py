"""A change of roles that waits for a second administrator."""

from django.db import models
from django.utils import timezone


class RoleChange(models.Model):
    """Roles that one administrator proposed for a person of a regulator; another confirms or declines."""

    user = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="role_changes")
    roles = models.JSONField("the roles to be added", default=list)
    proposed_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField(default=timezone.now)
    # Confirmed, declined, taken back or replaced by another proposal.
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, null=True, related_name="+")
    confirmed = models.BooleanField(default=False)

    class Meta:
        ordering = ["proposed_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(closed_at=None), name="role_change_open_once"
            ),
            models.CheckConstraint(
                condition=~models.Q(proposed_by=models.F("user")), name="role_change_proposed_by_another"
            ),
            models.CheckConstraint(
                condition=models.Q(confirmed=False)
                | (
                    models.Q(closed_at__isnull=False, closed_by__isnull=False)
                    & ~models.Q(closed_by=models.F("proposed_by"))
                    & ~models.Q(closed_by=models.F("user"))
                ),
                name="role_change_takes_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{', '.join(self.role_names)} for {self.user}"

    @property
    def role_names(self) -> list[str]:
        from portal.accounts.models import Role  # which imports this module

        return [role.label for role in Role if role.value in self.roles]
