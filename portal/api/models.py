"""Stored answers to requests with an Idempotency-Key."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone


class AnsweredRequest(models.Model):
    """The answer to a request with an Idempotency-Key, kept for a week."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    request_hash = models.CharField("SHA-256 of method, address and body", max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.JSONField(null=True)
    headers = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["actor", "key"], name="idempotency_key_once")]
        indexes = [models.Index(fields=["at"], name="answered_request_age")]

    def __str__(self) -> str:
        return f"{self.key}: {self.status}"
