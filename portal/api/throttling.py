"""How many requests a minute a caller may make: by token, else by account, else by network address."""

from django.conf import settings
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from portal.accounts.models import Token
from portal.rate_limiter import Quota, RateLimiter, address_of


class CallerThrottle(BaseThrottle):
    """The limit of one kind of request in settings.API_RATES."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.quota: Quota | None = None

    def allow_request(self, request: Request, view: APIView) -> bool:
        self.quota = self._limiter.count(caller_of(request))
        return self.quota.allowed

    def look(self, request: Request) -> None:
        """For an answer that was refused before it was counted, such as one without a valid token."""
        if self.quota is None:
            self.quota = self._limiter.look(caller_of(request))

    @property
    def _limiter(self) -> RateLimiter:
        return RateLimiter(f"api-{self.kind}", settings.API_RATES[self.kind])

    def wait(self) -> float | None:
        return self.quota.seconds if self.quota else None

    def headers(self) -> dict[str, str]:
        """The quota of this kind of request, and what is left of it, as structured fields."""
        if self.quota is None:
            return {}
        limit, left, seconds = self.quota
        return {
            "RateLimit-Policy": f'"{self.kind}";q={limit};w=60',
            "RateLimit": f'"{self.kind}";r={max(0, left)};t={seconds}',
        }


def caller_of(request: Request) -> str:
    try:
        token, user = request.auth, request.user
    except APIException:  # what was shown is not accepted
        token = user = None
    if isinstance(token, Token):
        return f"token-{token.pk}"
    if user and user.is_authenticated:
        return f"account-{user.pk}"
    return address_of(request._request)
