"""A request id that connects a page, its audit rows and its log lines; and who sent the request."""

import logging
import re
import uuid
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import empty

# The ids accepted from a proxy; anything else could forge log lines.
ACCEPTABLE = re.compile(r"[A-Za-z0-9._-]{8,64}")

current_request_id: ContextVar[str] = ContextVar("current_request_id", default="-")
_current_request: ContextVar[HttpRequest | None] = ContextVar("current_request", default=None)


class RequestIdMiddleware:
    """Sets `request.id` and the X-Request-ID header of the response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        header = request.headers.get("X-Request-ID", "")
        request_id = header if ACCEPTABLE.fullmatch(header) else uuid.uuid4().hex
        request.id = request_id  # type: ignore[attr-defined]  # HttpRequest declares no id
        token, request_token = current_request_id.set(request_id), _current_request.set(request)
        try:
            response = self.get_response(request)
        finally:
            current_request_id.reset(token)
            _current_request.reset(request_token)
        response["X-Request-ID"] = request_id
        return response


class RequestIdFilter(logging.Filter):
    """Adds the request id, the id of the account and the network address to each log record; dashes outside
    a request. A record that names them itself keeps its own."""

    def filter(self, record: logging.LogRecord) -> bool:
        # Django logs refused requests after the last middleware; its record names the request itself.
        request = getattr(record, "request", None)
        for name, value in request_facts(request if isinstance(request, HttpRequest) else None).items():
            if not hasattr(record, name):
                setattr(record, name, value)
        return True


def request_facts(request: HttpRequest | None = None) -> dict[str, str]:
    """A request, or the current one, as log lines name it."""
    request = request or _current_request.get()
    return {
        "request_id": str(getattr(request, "id", None) or current_request_id.get()),
        "user": user_id(request) if request else "-",
        "address": loggable(client_address(request)) if request else "-",
    }


def user_id(request: HttpRequest) -> str:
    """The id of the account, if the request has already looked who it is: a log line asks no database."""
    user = request.__dict__.get("user")
    if user is None or getattr(user, "_wrapped", None) is empty:
        return "-"
    return str(user.pk or "-")


def loggable(address: str) -> str:
    """An address as it can stand in a log line: whatever else a client sends as one is left out."""
    return address if re.fullmatch(r"[0-9A-Fa-f.:]{2,45}", address) else "-"


_SECRETS = re.compile(r"(/calendar/|/invitation/|/password/reset/)(?!sent/)[^/\s?]+(/[^/\s?]+)?")
_CODES = re.compile(r"(/sign-in/with/[\w-]+/back/\?)\S+")  # what a provider sends back with a person


def without_secrets(text: str) -> str:
    """A text without the secrets of addresses in it: calendars, invitations, password resets."""
    return _CODES.sub(r"\1[hidden]", _SECRETS.sub(r"\1[hidden]", text))


class HideSecretsFilter(logging.Filter):
    """Takes secrets that are part of an address out of log lines."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        hidden = without_secrets(message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        return True


def client_address(request: HttpRequest) -> str:
    """The client's IP address. X-Forwarded-For is trusted only behind our proxy, and only its last entry."""
    if settings.BEHIND_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        if forwarded:
            return forwarded.rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def sign_in_username(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """The account of a sign-in attempt in its stored spelling, so that other spellings share its limit."""
    data = credentials if credentials is not None else request.POST
    return str(data.get("username") or "").strip().lower()
