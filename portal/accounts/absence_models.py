"""An officer or approver who is away, and the colleague who stands in."""

from __future__ import annotations

from datetime import date

from django.db import models
from django.utils import timezone

from portal.text import format_day


class Absence(models.Model):
    """From when it is stored until the end of its last day, or until somebody ends it."""

    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="absences")
    deputy = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="deputyships")
    until = models.DateField("last day away")
    named_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    named_at = models.DateTimeField(default=timezone.now)
    # Before its last day, or by the next absence of the same person.
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(deputy=models.F("person")), name="absence_deputy_is_another"
            ),
            models.UniqueConstraint(
                fields=["person"], condition=models.Q(ended_at=None), name="absence_one_of_a_person"
            ),
            models.CheckConstraint(
                condition=models.Q(ended_at=None, ended_by=None)
                | models.Q(ended_at__isnull=False, ended_by__isnull=False),
                name="absence_ended_by_someone",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}, {self.words}"

    @property
    def words(self) -> str:
        return f"away until {format_day(self.until)}"

    @property
    def is_in_effect(self) -> bool:
        """While both have access: the last day is a day where their regulator works."""
        if self.ended_at is not None or not self.person.has_access or not self.deputy.has_access:
            return False
        return self.until >= today_of(self.person)


def today_of(person: models.Model) -> date:
    zone = person.organisation.zone if person.organisation else None  # type: ignore[attr-defined]
    return timezone.now().astimezone(zone).date()
