"""How many requests a minute a caller may make: by token, else by account, else by network address."""

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from portal.accounts.models import Token
from portal.rate_limiter import RateLimiter, address_of


class CallerThrottle(BaseThrottle):
    """The limit of one kind of request in settings.API_RATES."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.seconds = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        limiter = RateLimiter(f"api-{self.kind}", settings.API_RATES[self.kind])
        self.seconds = limiter.wait(caller_of(request))
        return not self.seconds

    def wait(self) -> float:
        return self.seconds


def caller_of(request: Request) -> str:
    if isinstance(request.auth, Token):
        return f"token-{request.auth.pk}"
    if request.user and request.user.is_authenticated:
        return f"account-{request.user.pk}"
    return address_of(request._request)
