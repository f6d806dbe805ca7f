"""Every error as RFC 9457 problem details.

Programs act on `code`, which never changes, and on `errors`, which names each place at fault. A service's
refusal keeps its own words as `detail`.
"""

import logging
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response

from craps import BadInput
from portal import errors
from portal.api.media_types import PROBLEM

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Code:
    """A kind of problem: its status, and what a caller should do about it."""

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
            "A value is not valid",
            "Each entry of `errors` names a place in the body or a parameter, and what is valid there.",
        ),
        Code(
            "unknown_parameter",
            400,
            "Unknown parameter",
            "The detail lists the parameters of this address.",
        ),
        Code("not_signed_in", 401, "Not signed in", "Send `Authorization: Bearer` with one of your tokens."),
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
            "The account’s roles or the token’s scopes do not allow this. The detail says what is required.",
        ),
        Code(
            "second_factor_needed",
            403,
            "A second factor is needed",
            "No token does this. A person signs in, shows a second factor at `/account/confirm/`, and "
            "sends it again within five minutes.",
        ),
        Code(
            "not_found",
            404,
            "Not found",
            "It does not exist, or you may not see it. Addresses do not end with a slash.",
        ),
        Code("method_not_allowed", 405, "Method not allowed", "The header `Allow` lists what is allowed."),
        Code(
            "not_acceptable",
            406,
            "Not acceptable",
            "The detail lists the available types: `application/json`, or the type of a file.",
        ),
        Code(
            "not_possible",
            409,
            "Not possible now",
            "Its state does not allow this, or something is missing. `errors`, if present, lists what.",
        ),
        Code(
            "conflict",
            409,
            "Changed by someone else",
            "It has changed since you read it. Nothing was saved. Read it again and decide again.",
        ),
        Code(
            "stale",
            412,
            "You did not change the latest version",
            "Nothing was saved. Read it again, apply your change, and send the new `ETag` in `If-Match`.",
        ),
        Code(
            "https_only",
            403,
            "Use https",
            "The request was not encrypted and was not answered. Revoke a token that was sent with it.",
        ),
        Code("too_large", 413, "The body is too large", "The detail names the limit."),
        Code(
            "unsupported_media_type",
            415,
            "Unsupported media type",
            "The detail lists the accepted types: `application/json`, or those of a file.",
        ),
        Code(
            "key_reused",
            422,
            "The Idempotency-Key was used for something else",
            "Use a new key for each new request.",
        ),
        Code(
            "version_not_named",
            428,
            "If-Match is missing",
            "Send the `ETag` you got when you read it in `If-Match`.",
        ),
        Code("too_many_requests", 429, "Too many requests", "Wait the number of seconds in `Retry-After`."),
        Code(
            "server_error",
            500,
            "Server error",
            "Your request is not the cause. Give `request_id` to the people who run the portal.",
        ),
        Code("busy", 503, "Busy", "Try again after the number of seconds in `Retry-After`."),
    )
}


class Problem(Exception):
    """Raised by the API itself, where no service refuses."""

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
        problem = Problem(
            "server_error",
            "The request failed. Check whether your change was saved before you send it again.",
        )
    response = Response(body(problem, request), status=CODES[problem.code].status, content_type=PROBLEM)
    if problem.wait is not None:
        response["Retry-After"] = str(problem.wait)
    if isinstance(error, exceptions.AuthenticationFailed | exceptions.NotAuthenticated):
        response["WWW-Authenticate"] = 'Bearer realm="Baize"'
    return response


def body(problem: Problem, request: Request | HttpRequest) -> dict[str, Any]:
    return problem_json(
        problem.code,
        problem.detail,
        problem.places,
        site=settings.SITE_URL,
        instance=request.get_full_path(),
        request_id=getattr(request, "id", ""),
    )


def problem_json(
    code: str, detail: str, places: list[dict[str, str]] | None, *, site: str, instance: str, request_id: str
) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "type": f"{site}/api/#problem-{code}",
        "title": CODES[code].title,
        "status": CODES[code].status,
        "code": code,
        "detail": detail,
        "instance": instance,
        "request_id": request_id,
    }
    return answer if places is None else answer | {"errors": places}


def sentence(error: BadInput) -> str:
    """The core's message with a full stop, unless it ends with a question mark."""
    text = str(error)
    return text if text.endswith(("?", ".")) else f"{text}."


def _as_problem(error: Exception, view: Any, request: Any) -> Problem | None:
    """The problem of an error of the API, the core, a service or the framework; None for any other."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, BadInput):
        return Problem("bad_value", sentence(error), places=[error.to_json()])
    if isinstance(error, errors.DomainError):
        places = list(getattr(error, "problems", ()))
        if error.field or isinstance(error, errors.BadValue):
            places.append({"path": error.field, "message": error.message})
        return Problem(error.code, error.message, places=places or None)
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
        return Problem("method_not_allowed", f"{request.method} is not allowed here. Allowed: {allowed}.")
    if isinstance(error, exceptions.NotAcceptable):
        types = " or ".join(view.operation().produces)
        return Problem("not_acceptable", f"Available here: {types}. Name it in Accept, or leave Accept out.")
    if isinstance(error, exceptions.UnsupportedMediaType):
        types = " or ".join(parser.media_type for parser in view.get_parsers())
        return Problem("unsupported_media_type", f"Send {types} and name it in Content-Type.")
    if isinstance(error, exceptions.Throttled):
        wait = int(getattr(error, "wait", None) or 1)
        return Problem("too_many_requests", f"The rate limit is reached. Try again in {wait} s.", wait=wait)
    return None
