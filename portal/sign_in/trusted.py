"""Browsers that a person trusts: for 30 days they are asked for the password only.

The browser has a random secret in a cookie, the row its hash. A trusted browser never counts as a fresh
second factor.
"""

import hashlib
import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from portal.accounts.events import send_changed
from portal.accounts.models import User
from portal.errors import NotFound
from portal.middleware import client_address
from portal.sign_in.browsers import clean_user_agent
from portal.sign_in.models import SecondFactorPolicy, TrustedBrowser

MOST = 10  # of one person; the oldest is dropped


def may_trust(user: User) -> bool:
    """Whether the person's organisation lets browsers be trusted."""
    rows = SecondFactorPolicy.objects.filter(organisation=user.organisation_id or 0)
    return not rows.filter(no_trusted_browsers=True).exists()


def trusted_browsers(actor: User) -> QuerySet[TrustedBrowser]:
    since = timezone.now() - timedelta(days=settings.TRUSTED_BROWSER_DAYS)
    return TrustedBrowser.objects.filter(user=actor, trusted_at__gt=since)


def is_trusted(request: HttpRequest, user: User) -> bool:
    secret = request.COOKIES.get(settings.TRUSTED_COOKIE_NAME, "")
    rows = trusted_browsers(user).filter(secret_hash=_hash(secret)) if secret else None
    if rows is None or not may_trust(user):
        return False
    return bool(rows.update(last_used_at=timezone.now(), address=client_address(request)[:64]))


def is_known(request: HttpRequest, email: str) -> bool:
    """Whether the person of this address trusted the browser. It says nothing of what may be left out."""
    secret = request.COOKIES.get(settings.TRUSTED_COOKIE_NAME, "")
    since = timezone.now() - timedelta(days=settings.TRUSTED_BROWSER_DAYS)
    rows = TrustedBrowser.objects.filter(secret_hash=_hash(secret), user__email=email, trusted_at__gt=since)
    return rows.exists()


@transaction.atomic
def trust(*, actor: User, request: HttpRequest, response: HttpResponse) -> None:
    """Trust the browser of this request from now on. Its cookie is set on the response."""
    if not may_trust(actor):
        return
    secret = secrets.token_urlsafe(32)
    row = TrustedBrowser.objects.create(
        user=actor,
        secret_hash=_hash(secret),
        user_agent=clean_user_agent(request.headers.get("User-Agent", "")),
        address=client_address(request)[:64],
    )
    old = TrustedBrowser.objects.filter(user=actor).values_list("pk", flat=True)[MOST:]
    TrustedBrowser.objects.filter(pk__in=list(old)).delete()
    send_changed(actor, "browser.trust", actor, after={"browser": row.browser})
    response.set_cookie(
        settings.TRUSTED_COOKIE_NAME,
        secret,
        max_age=timedelta(days=settings.TRUSTED_BROWSER_DAYS),
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


@transaction.atomic
def distrust(*, actor: User, browser_id: int) -> TrustedBrowser:
    row = TrustedBrowser.objects.filter(user=actor, pk=browser_id).first()
    if row is None:
        raise NotFound("You no longer trust this browser.")
    row.delete()
    send_changed(actor, "browser.distrust", actor, before={"browser": row.browser})
    return row


def forget_trusted(user: User) -> None:
    """Trust none of a person's browsers any more: called by services that record why."""
    TrustedBrowser.objects.filter(user=user).delete()


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
