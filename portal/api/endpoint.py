"""What every address of the API shares: who may call, what is read, what is answered, and its schema.

An operation is declared once, by the decorator on its method: the same declaration checks the caller,
reads body and parameters, and writes the OpenAPI description.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated, NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from craps.codec import Codec
from portal.accounts.permissions import require
from portal.api import idempotency
from portal.api.authentication import BearerToken, SignedInSession
from portal.api.media_types import JSON, PDF
from portal.api.pagination import query_parameters
from portal.api.parsers import FileParser, JSONParser
from portal.api.problems import Problem
from portal.api.renderers import FileRenderer, JSONRenderer
from portal.api.throttling import CallerThrottle
from portal.pages.downloads import attachment_response
from portal.submissions.models import Version

PUBLIC = "public"  # in place of a permission: everybody
SIGNED_IN = "signed in"  # anybody with an account
CASES = "Submissions"  # the tag of what belongs to a case
FRESH_FOR = 60  # seconds that a public answer may be kept
# What a page of another site may use of the public parts: no cookie and no token come along.
SHARED = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Allow, ETag, Retry-After, X-Request-ID",
}
PREFLIGHT_FOR = 24 * 60 * 60  # seconds that a browser need not ask again

SECURITY: list[Any] = [{"token": []}, {"signedIn": []}]

# What stands in addresses, told once.
PATHS: dict[str, tuple[str, dict[str, Any]]] = {
    "reference": (
        "The reference of a submission.",
        {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}-[0-9]{4,8}$", "example": "NZ-2026-0001"},
    ),
    "edition_id": ("An edition, such as nz-revised.", {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"}),
    "clause_id": (
        "The number of a clause as the rulebook prints it; write a slash in it as %2F.",
        {"type": "string", "minLength": 1, "maxLength": 40, "pattern": r"^[A-Za-z0-9./()-]+$"},
    ),
    "rule": ("A check, such as md.vig.rate.", {"type": "string", "pattern": "^[a-z0-9_.]{1,80}$"}),
    "number": ("The number of a version.", {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}),
    "kind": ("Which document.", {"type": "string", "enum": ["certificate", "guide", "sign"]}),
    "document_id": ("A document.", {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}),
    "example_id": ("A worked example.", {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}),
    "file_id": ("A file of an answer.", {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}),
    "upload_id": ("An attached file.", {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}),
}


@dataclass(frozen=True)
class Operation:
    """One method of one address. `to` is a permission, PUBLIC or SIGNED_IN."""

    summary: str
    to: str
    answer: str = ""  # the name of its schema
    tag: str = ""
    about: str = ""
    status: int = 200
    body: Codec | None = None
    filters: Mapping[str, Codec] = field(default_factory=dict)
    rate: str = "read"
    problems: tuple[str, ...] = ()
    if_match: bool = False
    etag: bool = False
    sends: tuple[str, ...] = (JSON,)
    takes: tuple[str, ...] = (JSON,)
    example: Any = None
    gives: Any = None

    @property
    def is_public(self) -> bool:
        return self.to == PUBLIC


class Endpoint(APIView):
    """An address. Each of its methods is an operation."""

    permission_classes: list[Any] = []  # each operation names its own
    parser_classes = [JSONParser]
    renderer_classes = [JSONRenderer]
    metadata_class = None
    http_method_names = ["get", "head", "put", "post", "delete", "options"]

    def operation(self) -> Operation | None:
        request = getattr(self, "request", None)  # none while the schema is made
        name = (request.method or "").lower() if request else ""
        return (
            getattr(getattr(self, "get" if name == "head" else name, None), "operation", None)
            if name
            else None
        )

    def get_authenticators(self) -> list[Any]:
        operation = self.operation()
        if operation is None or not operation.is_public:
            return [BearerToken(), SignedInSession()]
        # A token is not needed to compute, but it counts its own requests.
        return [] if operation.rate == "read" else [BearerToken()]

    def get_parsers(self) -> list[Any]:
        operation = self.operation()
        if operation is None or operation.takes == (JSON,):
            return [JSONParser()]
        return [FileParser(media_type) for media_type in operation.takes]

    def get_renderers(self) -> list[Any]:
        operation = self.operation()
        if operation is None or operation.sends == (JSON,):
            return [JSONRenderer()]
        return [*(FileRenderer(media_type) for media_type in operation.sends), JSONRenderer()]

    def options(self, request: Any, *args: Any, **places: Any) -> Response:
        """What a browser asks before a page of another site may call: what is public may be."""
        shared = self._shared()
        if not shared:
            raise MethodNotAllowed("OPTIONS")
        return Response(
            status=204,
            headers={
                **SHARED,
                "Access-Control-Allow-Methods": ", ".join(shared),
                "Access-Control-Allow-Headers": "Content-Type, If-None-Match, X-Request-ID",
                "Access-Control-Max-Age": str(PREFLIGHT_FOR),
            },
        )

    def _shared(self) -> list[str]:
        found = {name: getattr(getattr(self, name, None), "operation", None) for name in ("get", "post")}
        return [name.upper() for name, declared in found.items() if declared and declared.is_public]

    def _allowed_methods(self) -> list[str]:
        names: list[str] = super()._allowed_methods()
        return names if self._shared() else [name for name in names if name != "OPTIONS"]

    def check_permissions(self, request: Request) -> None:
        operation = self.operation()
        if operation is None or operation.is_public:
            return
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if operation.to != SIGNED_IN:
            require(request.user, operation.to)

    def get_throttles(self) -> list[Any]:
        operation = self.operation()
        return [CallerThrottle(operation.rate)] if operation else []

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        operation = self.operation()
        if operation is not None and operation.is_public:
            for name, value in SHARED.items():
                response[name] = value
        if operation is not None and operation.is_public and operation.rate == "read":
            if response.status_code in (200, 304):
                patch_cache_control(response, public=True, max_age=FRESH_FOR)
        else:
            patch_cache_control(response, private=True, no_cache=True)
            patch_vary_headers(response, ["Authorization", "Cookie"])
        return response


class NotFoundView(Endpoint):
    """Every address under /api/ that leads to nothing."""

    schema = None

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        self.headers = self.default_response_headers
        self.request = self.initialize_request(request, *args, **kwargs)
        return self.finalize_response(self.request, self.handle_exception(NotFound()))


def operation(summary: str, *, to: str, **details: Any) -> Callable[[Any], Any]:
    """Declares a method of an Endpoint. It is called with what was read: the body, or the parameters of the
    address; where there are both, the parameters with the body among them."""
    declared = Operation(summary, to, **details)

    def decorate(method: Any) -> Any:
        @functools.wraps(method)
        def run(self: Endpoint, request: Request, **places: Any) -> Any:
            if any("\0" in place for place in places.values() if isinstance(place, str)):
                raise NotFound
            asked = query_parameters(request, declared.filters)
            if declared.body is None:
                return _conditional(request, method(self, request, asked, **places))
            given = declared.body.read(request.data, "")
            if declared.filters:
                given = {**asked, "body": given}

            def act() -> Response:
                return method(self, request, given, **places)

            if declared.is_public or request.method != "POST":
                return act()
            return idempotency.once(request, act)

        run.operation = declared  # type: ignore[attr-defined]
        return _described(declared, run)

    return decorate


def case_read(
    summary: str,
    *,
    to: str = "submission.view",
    tag: str = CASES,
    problems: tuple[str, ...] = (),
    **details: Any,
) -> Callable[[Any], Any]:
    """Declares what is read of a case: to whom may not see it, it is not there."""
    return operation(summary, to=to, tag=tag, problems=("not_found", *problems), **details)


def case_write(
    summary: str, *, to: str = "submission.edit", tag: str = CASES, **details: Any
) -> Callable[[Any], Any]:
    """Declares what is done to a case; the service says whether it is possible now."""
    problems = ("not_found", "not_possible", "conflict")
    return operation(summary, to=to, tag=tag, rate="write", problems=problems, **details)


# Versions of a thing ---------------------------------------------------------------------------------------


def tag_of(version: Version) -> str:
    """The ETag of a version: its number, which the services compare, and the start of its digest."""
    return f'"{version.number}-{version.digest[:16]}"'


def tagged(data: Any, etag: str, status: int = 200, **headers: str) -> Response:
    return Response(data, status=status, headers={"ETag": etag, **headers})


def named_in_if_match(request: Request) -> list[str]:
    """The ETags that If-Match names: a change is made to something that was read."""
    named: list[str] = parse_etags(request.headers.get("If-Match", ""))
    if not named or named == ["*"]:
        raise Problem("version_not_named", "Send the ETag of what you changed in the header If-Match.")
    return named


def expected_version(request: Request, current: Version) -> int:
    """The number of the version that If-Match names, if it is the one there now."""
    if tag_of(current) not in named_in_if_match(request):
        raise stale(current)
    return current.number


def stale(current: Version) -> Problem:
    return Problem(
        "stale",
        f"{current.submission.reference} is at version {current.number}, saved by {current.author}. "
        "Nothing of yours was stored.",
    )


def file(data: bytes, filename: str, sha256: str, content_type: str = PDF) -> HttpResponse:
    """A file to keep, with its hash as its ETag."""
    response = attachment_response(data, filename, content_type)
    del response["Cache-Control"]  # said for every answer alike, in finalize_response
    response["ETag"] = f'"{sha256}"'
    return response


def _conditional(request: Request, response: Any) -> Any:
    """304 where the caller has it already."""
    etag = response.headers.get("ETag")
    if etag and response.status_code == 200 and etag in parse_etags(request.headers.get("If-None-Match", "")):
        return Response(status=304, headers={"ETag": etag})
    return response


# Its description -------------------------------------------------------------------------------------------


def _described(declared: Operation, run: Any) -> Any:
    """drf-spectacular's part. What many operations share is added by portal/api/openapi.py."""
    headers = []
    if declared.if_match:
        what = "The ETag you got when you read it. Someone else’s change in between is answered with 412."
        headers.append(_header("If-Match", what, {"type": "string", "pattern": '^"[^"]+"$'}, required=True))
    if run.__name__ == "post" and not declared.is_public:
        what = "A key of your choice: sent again with the same body within a week, nothing is done twice."
        schema = {"type": "string", "pattern": f"^{idempotency.PATTERN}$", "maxLength": 200}
        headers.append(_header(idempotency.HEADER, what, schema))
    answer: dict[Any, Any] = {(declared.status, kind): _ref(declared, kind) for kind in declared.sends}
    if declared.status == 204:
        answer = {204: None}
    return extend_schema(
        summary=declared.summary,
        description=declared.about,
        tags=[declared.tag],
        auth=[] if declared.is_public else SECURITY,
        parameters=[*headers, *(_asked(name, codec) for name, codec in declared.filters.items())],
        request={kind: declared.body.schema() for kind in declared.takes} if declared.body else None,
        responses=answer,
        examples=_examples(declared),
        extensions={"x-operation": declared},
    )(run)


def _ref(declared: Operation, kind: str) -> dict[str, Any]:
    if kind != JSON:
        return {"type": "string", "contentMediaType": kind}
    return {"$ref": f"#/components/schemas/{declared.answer}"}


def _header(name: str, what: str, schema: dict[str, Any], required: bool = False) -> OpenApiParameter:
    return OpenApiParameter(name, schema, OpenApiParameter.HEADER, required=required, description=what)


def _asked(name: str, codec: Codec) -> OpenApiParameter:
    schema = codec.schema()
    explode = True if schema.get("type") == "array" else None
    return OpenApiParameter(
        name, schema, OpenApiParameter.QUERY, explode=explode, description=_WORDS.get(name, "")
    )


def _examples(declared: Operation) -> list[OpenApiExample]:
    found = []
    if declared.example is not None:
        found.append(OpenApiExample("Request", declared.example, request_only=True))
    if declared.gives is not None:
        found.append(
            OpenApiExample("Answer", declared.gives, response_only=True, status_codes=[str(declared.status)])
        )
    return found


_WORDS = {
    "limit": "How many at most on one page; 25 unless you say.",
    "cursor": "Where the page before ended: take the address in `next` as it is.",
    "q": "Words to look for in reference, operator and property.",
    "on": "A day, such as 2026-11-30.",
    "place": "The last part of the address of a casino’s public page.",
}
