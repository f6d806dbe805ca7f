"""Where people are signed in, which browsers they trust, and who needs a second factor by when.

The second factors themselves are rows of allauth.mfa (`Authenticator`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone

from portal.accounts.models import Organisation, User
from portal.sign_in.browsers import browser_name
from portal.sign_in.oidc.providers import way_words


class BrowserSession(models.Model):
    """A browser in which somebody is signed in."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="browser_sessions")
    session_key = models.CharField(max_length=40, unique=True)
    address = models.CharField("network address", max_length=64, blank=True)
    user_agent = models.CharField(max_length=200, blank=True)
    way = models.CharField("way of signing in", max_length=40, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-last_used_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.browser}"

    @property
    def browser(self) -> str:
        return browser_name(self.user_agent)

    @property
    def way_words(self) -> str:
        return way_words(self.way)


class TrustedBrowser(models.Model):
    """A browser that is not asked for the second factor at sign-in. Its cookie has the secret of the hash."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="trusted_browsers")
    secret_hash = models.CharField(max_length=64, unique=True)
    user_agent = models.CharField(max_length=200, blank=True)
    address = models.CharField("network address", max_length=64, blank=True)
    trusted_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-trusted_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.user}: {self.browser}"

    @property
    def browser(self) -> str:
        return browser_name(self.user_agent)

    @property
    def ends_at(self) -> datetime:
        return self.trusted_at + timedelta(days=settings.TRUSTED_BROWSER_DAYS)


class SecondFactorPolicy(models.Model):
    """What an organisation demands beyond what everybody needs. Without a row: nothing more."""

    organisation = models.OneToOneField(
        Organisation, on_delete=models.CASCADE, related_name="second_factor_policy"
    )
    everybody_at_once = models.BooleanField(default=False)
    no_trusted_browsers = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"Second factor at {self.organisation}"


class EnrolmentDue(models.Model):
    """By when a person without a second factor has to set one up."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="enrolment_due")
    by = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user}, by {self.by:%Y-%m-%d}"


class FactorReset(models.Model):
    """The removal of somebody's lost second factor: one administrator asks, another one confirms."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="factor_resets")
    reason = models.CharField(max_length=500)
    asked_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    confirmed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    ended_at = models.DateTimeField("when it was confirmed or dropped", null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=models.Q(ended_at=None), name="factor_reset_one_open"
            ),
            models.CheckConstraint(
                condition=models.Q(confirmed_by=None) | ~models.Q(confirmed_by=models.F("asked_by")),
                name="factor_reset_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"Second factor of {self.person}, asked by {self.asked_by}"
