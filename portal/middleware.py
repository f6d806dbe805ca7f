"""A name for every request, so that a page, an audit row and a log line can be told to belong together."""

import logging
import re
import uuid
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

# What a proxy may hand us as an id; anything else could forge log lines.
ACCEPTABLE = re.compile(r"[A-Za-z0-9._-]{8,64}")

current_request_id: ContextVar[str] = ContextVar("current_request_id", default="-")


class RequestIdMiddleware:
    """Puts `request.id` on the request and X-Request-ID on the answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request.id = given if ACCEPTABLE.fullmatch(given) else uuid.uuid4().hex  # type: ignore[attr-defined]
        token = current_request_id.set(request.id)  # type: ignore[attr-defined]
        try:
            response = self.get_response(request)
        finally:
            current_request_id.reset(token)
        response["X-Request-ID"] = request.id  # type: ignore[attr-defined]
        return response


class RequestIdFilter(logging.Filter):
    """Gives each log record the id of the request it was written in, or a dash outside of one."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current_request_id.get()
        return True


def client_address(request: HttpRequest) -> str:
    """The address the request came from. Only a proxy we were told of is believed, and only its own entry."""
    if settings.BEHIND_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        if forwarded:
            return forwarded.rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def sign_in_username(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """The account somebody tries to open, spelled as it is stored: another spelling is no fresh start."""
    given = credentials if credentials is not None else request.POST
    return str(given.get("username") or "").strip().lower()
