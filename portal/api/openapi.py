"""The OpenAPI description: drf-spectacular makes it from the declared operations, and it is completed here.

docs/openapi.json is a copy, so that a review shows every change of the interface: `make openapi`.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from craps.codec import Fields
from portal.accounts.scopes import SCOPES, scope_for
from portal.api.components import COMPONENTS
from portal.api.endpoint import PATH_PARAMETERS, SIGNED_IN, Operation
from portal.api.media_types import PROBLEM
from portal.api.problems import CODES, problem_json

FILE = settings.BASE_DIR / "docs" / "openapi.json"
METHODS = ("get", "put", "post", "delete")
TAGS = {
    "Rules": "Editions, their rulebooks and their checks.",
    "Compute": "The rules core for everybody: the same JSON as `craps` prints, no account needed.",
    "Register": "What was decided, and whether a document is genuine.",
    "Log": "Proofs that the register only grows.",
    "Submissions": "Drafts, versions, layouts, examples and documents of your own cases.",
    "Review": "What people do with a case.",
    "Account": "Your account, your casinos, and the audit trail.",
    "Description": "The source of this page.",
}
_COMMON_PROBLEMS = ("bad_value", "unknown_parameter", "not_acceptable", "too_many_requests", "server_error")


@cache
def openapi() -> dict[str, Any]:
    """The whole description, as it is served."""
    description: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call] # drf-spectacular
    return description


def as_text() -> str:
    """The content of docs/openapi.json."""
    return json.dumps(openapi(), ensure_ascii=False, indent=1) + "\n"


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """drf-spectacular's postprocessing hook: adds what operations share, and the components."""
    for path, methods in result["paths"].items():
        for method, described in methods.items():
            _complete(path, method, described)
    statuses = sorted({code.status for code in CODES.values()})
    result["components"] = {
        "schemas": {name: COMPONENTS[name].schema for name in sorted(COMPONENTS)},
        "responses": {str(status): _problem_response(status) for status in statuses},
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "A token made on your account’s page: `Authorization: Bearer baize_…`.",
            },
            "signedIn": {
                "type": "apiKey",
                "in": "cookie",
                "name": "sessionid",
                "description": "A signed-in browser; its writes need the header `X-CSRFToken`.",
            },
        },
    }
    result["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    return result


def _complete(path: str, method: str, described: dict[str, Any]) -> None:
    declared: Operation = described.pop("x-operation")
    if not described.get("description"):
        described.pop("description", None)
    described["operationId"] = operation_id(path, method)
    for parameter in described.get("parameters", ()):
        if parameter["in"] == "path":
            parameter["description"], parameter["schema"] = PATH_PARAMETERS[parameter["name"]]
    if declared.body is not None and not (isinstance(declared.body, Fields) and not declared.body.required):
        described["requestBody"]["required"] = True
    if not declared.is_public and declared.permission != SIGNED_IN:
        described["x-permission"] = declared.permission
        described["x-scope"] = scope_for(declared.permission)
        if described["x-scope"] not in SCOPES:
            raise ValueError(f"No scope allows {declared.permission}.")
    answer = described["responses"][str(declared.status)]
    answer["description"] = answer.get("description") or declared.summary
    answer["headers"] = _headers()
    if declared.has_etag:
        answer["headers"] |= _headers(ETag="Its version, for If-None-Match and If-Match.")
        if method == "get":
            described["responses"]["304"] = {"description": "You have it already."}
    if declared.location:
        answer["headers"] |= _headers(Location="The address of what was created.")
    problems = problems_of(declared, method)
    for status in sorted({CODES[code].status for code in problems}):
        described["responses"][str(status)] = {"$ref": f"#/components/responses/{status}"}
    described["x-problems"] = list(problems)


def problems_of(declared: Operation, method: str) -> tuple[str, ...]:
    """Every problem code an operation can answer with."""
    codes = [*_COMMON_PROBLEMS, *declared.problems]
    if declared.if_match:
        codes += ["stale", "version_not_named"]
    if not declared.is_public:
        codes += ["not_signed_in", "token_refused", "not_permitted"]
        if method == "post":
            codes.append("key_reused")
    elif declared.rate != "read":
        codes.append("token_refused")
    if declared.body is not None:
        codes += ["unreadable", "too_large", "unsupported_media_type"]
    return tuple(code for code in CODES if code in codes)


def operation_id(path: str, method: str) -> str:
    """get /api/v1/submissions/{reference}/ruleset -> get_submissions_reference_ruleset"""
    parts = path.removeprefix("/api/v1/").replace("{", "").replace("}", "").replace("-", "_").split("/")
    return "_".join([method, *parts])


def _problem_response(status: int) -> dict[str, Any]:
    codes = [code for code in CODES.values() if code.status == status]
    headers = _headers()
    if status in (429, 503):
        headers |= _headers(**{"Retry-After": "How many seconds to wait."})
    if status == 401:
        headers |= _headers(**{"WWW-Authenticate": "Bearer"})
    return {
        "description": " ".join(f"`{code.name}`: {code.advice}" for code in codes),
        "headers": headers,
        "content": {
            PROBLEM: {
                "schema": COMPONENTS["Problem"].ref,
                "examples": {code.name: {"value": _problem_example(code.name)} for code in codes},
            }
        },
    }


def _problem_example(name: str) -> dict[str, Any]:
    detail, errors = CODES[name].advice, None
    if name in ("unreadable", "bad_value"):
        message = '0.06 is not exact; write a whole number, or a string such as "10", "2.50" or "35/3"'
        detail, errors = f"vig.buy.rate: {message}.", [{"path": "vig.buy.rate", "message": message}]
    return problem_json(
        name,
        detail,
        errors,
        site="https://baize.example",
        instance="/api/v1/check",
        request_id="6f2d0b8e4c1f4a7b9d3e5f60718293a4",
    )


def _headers(**descriptions: str) -> dict[str, Any]:
    descriptions = descriptions or {"X-Request-ID": "The id of this request, also in our logs."}
    return {name: {"description": text, "schema": {"type": "string"}} for name, text in descriptions.items()}
