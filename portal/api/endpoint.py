"""Endpoint and @operation: the base of every view of the API.

An operation is declared once, by the decorator on its method. The declaration checks the caller, reads body
and query, serializes the answer and describes the operation in OpenAPI.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import MethodNotAllowed, NotFound
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from craps.codec import Codec
from portal.accounts.models import User
from portal.accounts.permissions import require
from portal.api import idempotency
from portal.api.authentication import BearerToken, SignedInSession, signed_in_user
from portal.api.components import Component, Context, PageOf
from portal.api.media_types import JSON, PDF
from portal.api.pagination import PAGE_PARAMETERS, paginate, query_parameters
from portal.api.parsers import FileParser, JSONParser, read_to_its_end
from portal.api.problems import Problem
from portal.api.renderers import FileRenderer, JSONRenderer
from portal.api.throttling import CallerThrottle
from portal.browser import PERSONAL
from portal.errors import SecondFactorNeeded
from portal.pages.downloads import attachment_response
from portal.submissions.models import Version

PUBLIC = "public"  # in place of a permission: everybody
SIGNED_IN = "signed in"  # anybody with an account
CASES = "Submissions"  # the tag of operations on a case
PUBLIC_MAX_AGE = 60  # seconds that a public answer may be cached
# Pages of other sites may call public operations: neither cookie nor token is sent along.
CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Allow, ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-ID",
}
PREFLIGHT_MAX_AGE = 24 * 60 * 60  # seconds


@dataclass(frozen=True)
class Operation:
    """One method of one address. `permission` may be PUBLIC or SIGNED_IN."""

    summary: str
    permission: str
    answer: Component | None = None  # None: a file, or nothing
    tag: str = ""
    description: str = ""
    status: int = 200
    body: Codec | None = None
    filters: Mapping[str, Codec] = field(default_factory=dict)
    rate: str = "read"
    problems: tuple[str, ...] = ()
    if_match: bool = False
    etag: Callable[[Any], str] | None = None
    location: Callable[[Any], str] | None = None
    accepts: tuple[str, ...] = (JSON,)
    produces: tuple[str, ...] = (JSON,)
    example: Any = None
    answer_example: Any = None

    @property
    def is_public(self) -> bool:
        return self.permission == PUBLIC

    @property
    def is_cacheable(self) -> bool:
        return self.is_public and self.rate == "read"

    @property
    def has_etag(self) -> bool:
        return self.etag is not None or self.produces != (JSON,)

    @property
    def query(self) -> dict[str, Codec]:
        return {**self.filters, **(PAGE_PARAMETERS if isinstance(self.answer, PageOf) else {})}


class Endpoint(APIView):
    """An address. Each of its methods is an operation."""

    throttles: Sequence[CallerThrottle] = ()  # of this request
    permission_classes = []  # each operation names its own
    parser_classes = [JSONParser]
    renderer_classes = [JSONRenderer]
    metadata_class = None
    http_method_names = ["get", "head", "put", "post", "delete", "options"]

    @property
    def actor(self) -> User:
        return signed_in_user(self.request)

    def operation(self) -> Operation | None:
        request = getattr(self, "request", None)  # none while the schema is made
        name = (request.method or "").lower() if request else ""
        return self._operation("get" if name == "head" else name)

    def _operation(self, method: str) -> Operation | None:
        return getattr(getattr(self, method, None), "operation", None) if method else None

    def get_authenticators(self) -> list[BaseAuthentication]:
        operation = self.operation()
        if operation is None or not operation.is_public:
            return [BearerToken(), SignedInSession()]
        # Computing needs no token, but requests with one are counted by token.
        return [] if operation.is_cacheable else [BearerToken()]

    def get_parsers(self) -> list[BaseParser]:
        operation = self.operation()
        if operation is None or operation.accepts == (JSON,):
            return [JSONParser()]
        return [FileParser(media_type) for media_type in operation.accepts]

    def get_renderers(self) -> list[BaseRenderer]:
        operation = self.operation()
        if operation is None or operation.produces == (JSON,):
            return [JSONRenderer()]
        return [*(FileRenderer(media_type) for media_type in operation.produces), JSONRenderer()]

    def options(self, request: HttpRequest | Request, *args: Any, **kwargs: Any) -> Response:
        """Answers a browser's preflight request: pages of other sites may call public operations."""
        methods = self._public_methods()
        if not methods:
            raise MethodNotAllowed("OPTIONS")
        return Response(
            status=204,
            headers={
                **CORS_HEADERS,
                "Access-Control-Allow-Methods": ", ".join(methods),
                "Access-Control-Allow-Headers": "Content-Type, If-None-Match, X-Request-ID",
                "Access-Control-Max-Age": str(PREFLIGHT_MAX_AGE),
            },
        )

    def _public_methods(self) -> list[str]:
        declared = {name: self._operation(name) for name in ("get", "post")}
        return [name.upper() for name, operation in declared.items() if operation and operation.is_public]

    def _allowed_methods(self) -> list[str]:
        names: list[str] = super()._allowed_methods()  # type: ignore[misc] # the stubs leave it out
        return names if self._public_methods() else [name for name in names if name != "OPTIONS"]

    def check_permissions(self, request: Request) -> None:
        operation = self.operation()
        if operation is None or operation.is_public:
            return
        user = signed_in_user(request)
        if user.second_factor is not None and user.second_factor.must_enrol:
            raise SecondFactorNeeded("Your role needs a second factor. Sign in to a page and set one up.")
        if operation.permission != SIGNED_IN:
            require(user, operation.permission)

    def get_throttles(self) -> list[BaseThrottle]:
        operation = self.operation()
        self.throttles = [CallerThrottle(operation.rate)] if operation else []
        return list(self.throttles)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        read_to_its_end(request)
        operation = self.operation()
        for throttle in self.throttles or [CallerThrottle(operation.rate if operation else "read")]:
            throttle.look(request)
            for name, value in throttle.headers().items():
                response[name] = value
        if operation is not None and operation.is_public:
            for name, value in CORS_HEADERS.items():
                response[name] = value
        if operation is not None and operation.is_cacheable:
            if response.status_code in (200, 304):
                patch_cache_control(response, public=True, max_age=PUBLIC_MAX_AGE)
        else:
            response["Cache-Control"] = PERSONAL
            patch_vary_headers(response, ["Authorization", "Cookie"])
        return response


class NotFoundView(Endpoint):
    """Every address under /api/ that has no view."""

    schema = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        self.headers = self.default_response_headers
        self.request = self.initialize_request(request, *args, **kwargs)
        return self.finalize_response(self.request, self.handle_exception(NotFound()))


Method = Callable[..., Any]


def operation(summary: str, *, permission: str, **details: Any) -> Callable[[Method], Method]:
    """Declares a method of an Endpoint.

    The method gets the parameters of the path, and `query` and `body` if they are declared. It returns what
    `answer` serializes; for a page a queryset; or a whole response.
    """
    declared = Operation(summary, permission, **details)

    def decorate(method: Method) -> Method:
        @functools.wraps(method)
        def run(self: Endpoint, request: Request, **kwargs: Any) -> Any:
            if any("\0" in value for value in kwargs.values() if isinstance(value, str)):
                raise NotFound
            inputs = dict(kwargs)
            query = query_parameters(request, declared.query)
            if declared.filters:
                inputs["query"] = {name: query[name] for name in declared.filters if name in query}
            if declared.body is not None:
                inputs["body"] = declared.body.read(request.data, "")

            def act() -> Any:
                return _respond(declared, request, kwargs, query, method(self, **inputs))

            if request.method == "POST" and not declared.is_public:
                return idempotency.once(request, act)
            return act()

        run.operation = declared  # type: ignore[attr-defined] # read by Endpoint.operation
        return extend_schema(auth=[], request=None, responses=None, extensions={"x-operation": declared})(run)

    return decorate


def _respond(
    declared: Operation, request: Request, kwargs: dict[str, Any], query: dict[str, Any], result: Any
) -> Any:
    """The result of a method as JSON, unless it is a whole response; 304 where the caller has it already."""
    if isinstance(result, HttpResponseBase):
        etag = result.headers.get("ETag")
    else:
        etag = declared.etag(result) if declared.etag else None
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if etag in known and request.method in ("GET", "HEAD"):
        return Response(status=304, headers={"ETag": str(etag)})
    if isinstance(result, HttpResponseBase):
        return result
    headers = {"ETag": etag} if etag else {}
    if declared.location:
        headers["Location"] = declared.location(result)
    context = Context(request, kwargs)
    data = None
    if isinstance(declared.answer, PageOf):
        page = declared.answer
        position = {name: query[name] for name in PAGE_PARAMETERS if name in query}
        rows, next_page = paginate(
            request, result, key=page.order_by, newest_first=page.newest_first, **position
        )
        data = {"items": [page.item.serialize(row, context) for row in rows], "next": next_page}
    elif declared.answer:
        data = declared.answer.serialize(result, context)
    return Response(data, status=declared.status, headers=headers)


def case_read(
    summary: str, *, permission: str = "submission.view", tag: str = CASES, **details: Any
) -> Callable[[Method], Method]:
    """Declares a read of a case; 404 for anyone who may not see the case."""
    return operation(summary, permission=permission, tag=tag, **details)


def case_write(
    summary: str, *, permission: str = "submission.edit", tag: str = CASES, **details: Any
) -> Callable[[Method], Method]:
    """Declares a change of a case; the service decides whether it is possible now."""
    problems = ("not_found", "not_possible", "conflict")
    return operation(summary, permission=permission, tag=tag, rate="write", problems=problems, **details)


# ETags and files -------------------------------------------------------------------------------------------


def version_etag(version: Version) -> str:
    """The version's number, which the services compare, and the start of its digest."""
    return f'"{version.number}-{version.digest[:16]}"'


def if_match(request: Request) -> list[str]:
    """The ETags in If-Match. A change has to say what it changes."""
    etags = parse_etags(request.headers.get("If-Match", ""))
    if not etags or etags == ["*"]:
        raise Problem("version_not_named", "Send the ETag of what you changed in the header If-Match.")
    return etags


def expected_version(request: Request, current: Version) -> int:
    """The number of the current version, if If-Match names it."""
    if version_etag(current) not in if_match(request):
        raise stale(current)
    return current.number


def stale(current: Version) -> Problem:
    return Problem(
        "stale",
        f"{current.submission.reference} is at version {current.number}, saved by {current.author}. "
        "Your change was not saved.",
    )


def file_response(data: bytes, filename: str, sha256: str, content_type: str = PDF) -> HttpResponse:
    """A download with its hash as its ETag."""
    response = attachment_response(data, filename, content_type)
    del response["Cache-Control"]  # set for every answer in finalize_response
    response["ETag"] = f'"{sha256}"'
    return response
