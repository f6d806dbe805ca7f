"""The calendar feed of a person, and what it last said."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class Feed(models.Model):
    """The address is a secret of which only the SHA-256 is stored. No row: the feed is switched off."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="calendar_feed"
    )
    secret_hash = models.CharField(max_length=64, unique=True)
    # For a regulator's people: without cases that nobody or a colleague has.
    own_cases_only = models.BooleanField(default=False)
    created_at = models.DateTimeField("when the address was made", default=timezone.now, editable=False)
    read_at = models.DateTimeField("when a program last read it", null=True, blank=True)

    def __str__(self) -> str:
        return f"Calendar of {self.user}"


class Entry(models.Model):
    """One day as the feed last showed it: what changes counts up, what is over stays as cancelled."""

    feed = models.ForeignKey(Feed, on_delete=models.CASCADE, related_name="entries")
    uid = models.CharField(max_length=60)
    content = models.JSONField()
    sequence = models.PositiveIntegerField(default=0)
    cancelled = models.BooleanField(default=False)
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["feed", "uid"], name="calendar_entry_once")]

    def __str__(self) -> str:
        return self.uid
