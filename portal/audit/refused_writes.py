"""Refused writes of people who are signed in: who tried what where. Read in the trail as `write.refused`.

A write on what is another's, or does not exist, answers 404, one that the roles do not allow 403. Both leave
an entry, of which one person makes only so many in an hour; log lines have every one.
"""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from portal.accounts.models import User
from portal.audit.models import AuditEntry
from portal.audit.services import record
from portal.middleware import client_address, current_request_id, without_secrets
from portal.rate_limiter import RateLimiter

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
REFUSED = (403, 404)
MOST_IN_AN_HOUR = 30  # entries of one person

_entries = RateLimiter("refused-writes", limit=MOST_IN_AN_HOUR, seconds=3600)


class RefusedWritesMiddleware:
    """Adds an entry to the trail for each refused write of somebody who is signed in or uses a token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        refused = request.method not in SAFE and response.status_code in REFUSED and request.resolver_match
        if refused and request.user.is_authenticated:
            _keep(request, request.user, response.status_code)
        return response


def _keep(request: HttpRequest, user: User, status: int) -> None:
    address = client_address(request)[:64]
    if _entries.wait(f"user-{user.pk}") or _is_in_trail(request):
        return
    path = without_secrets(request.path)
    record(
        actor=user,
        action="write.refused",
        label=path[:200],
        organisation=user.organisation,
        after={"method": request.method, "path": path[:500], "status": status, "address": address},
    )


def _is_in_trail(request: HttpRequest) -> bool:
    """Whether the service that refused it has said so: a move of a case, with the reason."""
    entries = AuditEntry.objects.filter(request_id=current_request_id.get())
    return entries.filter(action__endswith=".turned_away").exists()
