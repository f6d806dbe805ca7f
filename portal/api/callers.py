"""Who calls, and how often they may: tokens, signed-in browsers, and the rates of each kind of request."""

from __future__ import annotations

import hashlib
import time
from typing import Any

from django.conf import settings
from django.core.cache import caches
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from portal.accounts import tokens
from portal.accounts.models import Token, User
from portal.middleware import client_address

WINDOW = 60  # seconds


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer baize_…`. The account carries the token, which narrows what it may do."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _, raw = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        found = tokens.authenticate(raw.strip())
        if found is None:
            raise AuthenticationFailed("This token is unknown, revoked or expired, or its account is closed.")
        return found

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Baize"'


class SignedIn(SessionAuthentication):
    """A browser that is signed in; what it writes must carry the CSRF token, as a form's post does."""


class Rate(BaseThrottle):
    """So many requests of a kind a minute, counted by token, else by account, else by address."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.ends = 0

    def allow_request(self, request: Request, view: Any) -> bool:
        allowed: int = settings.API_RATES[self.kind]
        now = int(time.time())
        window = now // WINDOW
        self.ends = (window + 1) * WINDOW - now
        key = f"api-rate:{self.kind}:{caller(request)}:{window}"
        counts = caches["rates"]
        if counts.add(key, 1, timeout=2 * WINDOW):
            return allowed > 0
        try:
            return counts.incr(key) <= allowed
        except ValueError:  # it was dropped in between: a full store forgets
            return True

    def wait(self) -> float:
        return self.ends


def caller(request: Request) -> str:
    if isinstance(request.auth, Token):
        return f"token-{request.auth.pk}"
    if request.user and request.user.is_authenticated:
        return f"account-{request.user.pk}"
    # A proxy writes the address; whatever it wrote becomes a plain key.
    return f"address-{hashlib.sha256(client_address(request._request).encode()).hexdigest()[:32]}"
