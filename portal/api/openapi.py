"""The OpenAPI description: made by drf-spectacular from the declarations of the operations, completed here.

docs/openapi.json is the same, kept so that a change of the interface is seen in review: `make openapi`.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from portal.accounts.scopes import SCOPES, scope_for
from portal.api.endpoint import PATHS, SIGNED_IN, Operation
from portal.api.problems import CODES, MEDIA_TYPE
from portal.api.schemas import schemas

FILE = settings.BASE_DIR / "docs" / "openapi.json"
METHODS = ("get", "put", "post", "delete")
TAGS = {
    "Rules": "Editions, their rulebooks and their checks.",
    "Compute": "The rules core for everybody: the same JSON as `python -m craps`, no account needed.",
    "Register": "What was decided, and whether a document is genuine.",
    "Log": "Proofs that the register only grows.",
    "Submissions": "Drafts, versions, layouts, examples and documents of your own cases.",
    "Review": "What people do with a case.",
    "Account": "Who you are, your casinos, and the audit trail.",
    "Description": "What this page is made from.",
}
_EVERYWHERE = ("bad_value", "unknown_parameter", "not_acceptable", "too_many_requests", "server_error")


@cache
def openapi() -> dict[str, Any]:
    """The whole description, as it is served."""
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return found


def as_text() -> str:
    """As docs/openapi.json keeps it."""
    return json.dumps(openapi(), ensure_ascii=False, indent=1) + "\n"


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """drf-spectacular's postprocessing hook: what every operation shares, and the named schemas."""
    for path, methods in result["paths"].items():
        for method, described in methods.items():
            _complete(path, method, described)
    result["components"] = {
        "schemas": schemas(),
        "responses": {
            str(status): _response(status) for status in sorted({c.status for c in CODES.values()})
        },
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
                "description": "A signed-in browser; what it writes carries the header `X-CSRFToken`.",
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
            parameter["description"], parameter["schema"] = PATHS[parameter["name"]]
    if declared.body is not None and not _all_optional(declared):
        described["requestBody"]["required"] = True
    if not declared.is_public and declared.to != SIGNED_IN:
        described["x-permission"] = declared.to
        described["x-scope"] = scope_for(declared.to)
        assert described["x-scope"] in SCOPES, declared.to  # noqa: S101 - a mistake of ours, seen at once
    answer = described["responses"][str(declared.status)]
    answer["description"] = answer.get("description") or declared.summary
    answer["headers"] = {"X-Request-ID": _header("The name of this request, also in our logs.")}
    if declared.etag:
        answer["headers"]["ETag"] = _header("Its version, for If-None-Match and If-Match.")
        if method == "get":
            described["responses"]["304"] = {"description": "You have it already."}
    if declared.status == 201 and declared.answer not in ("Comment", "LimitNotice"):
        answer["headers"]["Location"] = _header("Where the new thing is.")
    problems = problems_of(declared, method)
    for status in sorted({CODES[code].status for code in problems}):
        described["responses"][str(status)] = {"$ref": f"#/components/responses/{status}"}
    described["x-problems"] = list(problems)


def problems_of(declared: Operation, method: str) -> tuple[str, ...]:
    """Every code an operation can answer with: its own, and those of what it takes."""
    found = [*_EVERYWHERE, *declared.problems]
    if declared.if_match:
        found += ["stale", "version_not_named"]
    if not declared.is_public:
        found += ["not_signed_in", "token_refused", "not_permitted"]
        if method == "post":
            found.append("key_reused")
    elif declared.rate != "read":
        found.append("token_refused")
    if declared.body is not None:
        found += ["unreadable", "too_large", "unsupported_media_type"]
    return tuple(code for code in CODES if code in found)


def operation_id(path: str, method: str) -> str:
    """get /api/v1/submissions/{reference}/ruleset -> get_submissions_reference_ruleset"""
    parts = path.removeprefix("/api/v1/").replace("{", "").replace("}", "").replace("-", "_").split("/")
    return "_".join([method, *parts])


def _all_optional(declared: Operation) -> bool:
    return hasattr(declared.body, "fields") and not declared.body.required


def _response(status: int) -> dict[str, Any]:
    codes = [code for code in CODES.values() if code.status == status]
    headers = {"X-Request-ID": _header("The name of this request, also in our logs.")}
    if status in (429, 503):
        headers["Retry-After"] = _header("How many seconds to wait.")
    if status == 401:
        headers["WWW-Authenticate"] = _header("Bearer")
    return {
        "description": " ".join(f"`{code.name}`: {code.advice}" for code in codes),
        "headers": headers,
        "content": {
            MEDIA_TYPE: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {code.name: {"value": _example(code.name)} for code in codes},
            }
        },
    }


def _example(name: str) -> dict[str, Any]:
    code = CODES[name]
    found = {
        "type": f"https://baize.example/api/#problem-{name}",
        "title": code.title,
        "status": code.status,
        "code": name,
        "detail": code.advice,
        "instance": "/api/v1/check",
        "request_id": "6f2d0b8e4c1f4a7b9d3e5f60718293a4",
    }
    if name in ("unreadable", "bad_value"):
        message = '0.06 is not exact; write a whole number, or a string such as "10", "2.50" or "35/3"'
        found |= {
            "detail": f"vig.buy.rate: {message}.",
            "errors": [{"path": "vig.buy.rate", "message": message}],
        }
    return found


def _header(what: str) -> dict[str, Any]:
    return {"description": what, "schema": {"type": "string"}}
