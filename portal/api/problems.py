"""Every error as RFC 9457 problem details, with a code that stays.

A service's refusal keeps its own words; what a caller's program can act on is `code`, and `errors`, which
names each place at fault.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response

from craps import BadInput
from portal import errors

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True)
class Code:
    """A kind of problem: the status it comes with and what a caller should do about it."""

    name: str
    status: int
    title: str
    advice: str


CODES: dict[str, Code] = {
    code.name: code
    for code in (
        Code(
            "unreadable",
            400,
            "The body cannot be read",
            "Send one JSON document in UTF-8, without duplicate keys, floats or NaN. `errors` names where.",
        ),
        Code(
            "bad_value",
            400,
            "A value cannot be used",
            "Each entry of `errors` names a place in the body or a parameter, and what would be right there.",
        ),
        Code(
            "unknown_parameter",
            400,
            "A parameter is not known",
            "The detail lists the parameters that this address knows.",
        ),
        Code("not_signed_in", 401, "Not signed in", "Send `Authorization: Bearer` with a token of yours."),
        Code(
            "token_refused",
            401,
            "The token is not accepted",
            "It is unknown, revoked or expired. Make a new one on your account’s page.",
        ),
        Code(
            "not_permitted",
            403,
            "Not permitted",
            "The account’s roles or the token’s scopes do not allow this. The detail says what it takes.",
        ),
        Code(
            "not_found",
            404,
            "Not found",
            "It does not exist, or you may not know that it does. Addresses do not end with a slash.",
        ),
        Code("method_not_allowed", 405, "Method not allowed", "The header `Allow` lists what can be done."),
        Code(
            "not_acceptable",
            406,
            "Not acceptable",
            "The detail lists what can be sent: `application/json`, and for a file the kind it is of.",
        ),
        Code(
            "not_possible",
            409,
            "Not possible now",
            "The thing is in a state that rules this out, or lacks something. `errors`, where there is one, "
            "lists what is open.",
        ),
        Code(
            "conflict",
            409,
            "Someone was faster",
            "What you read has changed. Nothing was stored. Read it again and decide anew.",
        ),
        Code(
            "stale",
            412,
            "You did not change the latest version",
            "Nothing was stored. Read it again, apply your change, and send the new `ETag` in `If-Match`.",
        ),
        Code("too_large", 413, "The body is too large", "The detail says how much is read."),
        Code(
            "unsupported_media_type",
            415,
            "Unsupported media type",
            "The detail lists what is read: `application/json`, or a file where one is asked for.",
        ),
        Code(
            "key_reused",
            422,
            "The Idempotency-Key was used for something else",
            "Use a new key for each request that is meant to do something of its own.",
        ),
        Code(
            "version_not_named",
            428,
            "Say which version you changed",
            "Send the `ETag` you got when you read it in `If-Match`.",
        ),
        Code("too_many_requests", 429, "Too many requests", "Wait as many seconds as `Retry-After` says."),
        Code(
            "server_error",
            500,
            "Something is wrong here",
            "It is not your request. Give `request_id` to the people who run the portal.",
        ),
        Code("busy", 503, "Busy at this moment", "Try again after as many seconds as `Retry-After` says."),
    )
}


class Problem(Exception):
    """Raised by the API itself where no service refuses."""

    def __init__(
        self, code: str, detail: str, *, places: list[dict[str, str]] | None = None, wait: int | None = None
    ) -> None:
        super().__init__(detail)
        self.code, self.detail, self.places, self.wait = code, detail, places, wait


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """Django REST framework's exception handler."""
    request = context["request"]
    problem = _as_problem(error, context["view"], request)
    if problem is None:
        logger.exception("%s %s failed", request.method, request.path, exc_info=error)
        problem = Problem("server_error", "Nothing was changed by this request unless its answer said so.")
    response = Response(body(problem, request), status=CODES[problem.code].status, content_type=MEDIA_TYPE)
    if problem.wait is not None:
        response["Retry-After"] = str(problem.wait)
    if isinstance(error, exceptions.AuthenticationFailed | exceptions.NotAuthenticated):
        response["WWW-Authenticate"] = 'Bearer realm="Baize"'
    return response


def body(problem: Problem, request: Any) -> dict[str, Any]:
    code = CODES[problem.code]
    found: dict[str, Any] = {
        "type": f"{settings.SITE_URL}/api/#problem-{code.name}",
        "title": code.title,
        "status": code.status,
        "code": code.name,
        "detail": problem.detail,
        "instance": request.get_full_path(),
        "request_id": getattr(request, "id", ""),
    }
    if problem.places is not None:
        found["errors"] = problem.places
    return found


def sentence(error: BadInput) -> str:
    """The core's line ends without a full stop, or with the question mark of a guess."""
    said = str(error)
    return said if said.endswith(("?", ".")) else f"{said}."


def _as_problem(error: Exception, view: Any, request: Any) -> Problem | None:
    if isinstance(error, Problem):
        return error
    if isinstance(error, BadInput):
        return Problem("bad_value", sentence(error), places=[error.to_json()])
    if isinstance(error, errors.DomainError):
        return _refused(error)
    return _from_framework(error, view, request)


def _refused(error: errors.DomainError) -> Problem:
    places = list(getattr(error, "problems", ()))
    if error.field or isinstance(error, errors.BadValue):
        places.append({"path": error.field, "message": error.message})
    return Problem(error.code, error.message, places=places or None)


def _from_framework(error: Exception, view: Any, request: Any) -> Problem | None:
    """Each says what would be right here: what the view allows, sends and reads."""
    if isinstance(error, exceptions.NotAuthenticated):
        return Problem(
            "not_signed_in", "This address needs a token. Send it as Authorization: Bearer baize_…."
        )
    if isinstance(error, exceptions.AuthenticationFailed):
        return Problem("token_refused", str(error.detail))
    if isinstance(error, exceptions.PermissionDenied | PermissionDenied):
        detail = str(getattr(error, "detail", error))
        return Problem("not_permitted", f"{detail} With a token no CSRF token is needed.".strip())
    if isinstance(error, exceptions.NotFound | Http404):
        slash = " Addresses do not end with a slash." if request.path.endswith("/") else ""
        return Problem(
            "not_found", f"There is nothing at this address.{slash} The list of addresses is at /api/."
        )
    if isinstance(error, exceptions.MethodNotAllowed):
        allowed = ", ".join(view.allowed_methods)
        return Problem("method_not_allowed", f"{request.method} is not possible here, but {allowed}.")
    if isinstance(error, exceptions.NotAcceptable):
        sent = " or ".join(view.operation().sends)
        return Problem("not_acceptable", f"From here comes {sent}. Name it in Accept, or leave Accept out.")
    if isinstance(error, exceptions.UnsupportedMediaType):
        read = " or ".join(parser.media_type for parser in view.get_parsers())
        return Problem("unsupported_media_type", f"Send {read} and say so in Content-Type.")
    if isinstance(error, exceptions.Throttled):
        wait = int(error.wait or 1)
        return Problem("too_many_requests", f"That was one too many. Try again in {wait} s.", wait=wait)
    return None
