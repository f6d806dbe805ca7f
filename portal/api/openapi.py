"""The OpenAPI description: drf-spectacular lists the operations, and their declarations describe them.

docs/openapi.json is a copy, so that a review shows every change of the interface: `make openapi`.
"""

import json
import re
from functools import cache
from typing import Any

from django.conf import settings
from drf_spectacular.generators import SchemaGenerator

from craps.codec import Fields
from portal.accounts.scopes import scope_for
from portal.api import idempotency
from portal.api.components import COMPONENTS, ListOf, PageOf
from portal.api.descriptions import PARAMETERS, with_descriptions
from portal.api.endpoint import PUBLIC, SIGNED_IN, Operation
from portal.api.media_types import PROBLEM
from portal.api.problems import CODES, problem_json

FILE = settings.BASE_DIR / "docs" / "openapi.json"
METHODS = ("get", "put", "post", "delete")
TAGS = {
    "Rules": "Editions, their rulebooks and their checks.",
    "Drafts": "Editions that your regulator drafts, and the moves that take two people, signed in.",
    "Consultations": "Drafts that are or were open for public comment, the comments and the answers.",
    "Compute": "The rules core for everybody: the same JSON as `craps` prints, no account needed.",
    "Register": "What was decided, and whether a document is genuine.",
    "Log": "Proofs that the register only grows.",
    "Submissions": "Drafts, versions, layouts, examples and documents of your own cases.",
    "Review": "What people do with a case.",
    "Inspections": "Inspections of tables and their findings.",
    "Account": "Your account, your casinos, and the audit trail.",
    "Description": "The source of this page.",
}
_COMMON_PROBLEMS = ("bad_value", "unknown_parameter", "not_acceptable", "too_many_requests", "server_error")
_ROW_ID = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}

# Path parameters: description and schema.
PATH_PARAMETERS: dict[str, tuple[str, dict[str, Any]]] = {
    "reference": (
        "The reference of a submission.",
        {"type": "string", "pattern": "^[A-Z]{2,4}-[0-9]{4}-[0-9]{4,8}$", "example": "NZ-2026-0001"},
    ),
    "edition_id": ("An edition, such as nz-revised.", {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"}),
    "clause_id": (
        "The number of a clause as the rulebook prints it; write a slash in it as %2F.",
        {"type": "string", "minLength": 1, "maxLength": 40, "pattern": r"^[A-Za-z0-9./()-]+$"},
    ),
    "rule": ("A check, such as md.vig.rate.", {"type": "string", "pattern": "^[a-z0-9_.]{1,80}$"}),
    "number": ("The number of a version.", _ROW_ID),
    "kind": (
        "Which document: certificate, guide, sign, or the sign of one table with its code.",
        {
            "type": "string",
            "pattern": "^(certificate|guide|sign|sign-[2-9a-z]{8})$",
            "example": "certificate",
        },
    ),
    "slug": ("A consultation, such as md-craps-2027.", {"type": "string", "pattern": "^[a-z0-9-]{1,50}$"}),
    "code": ("The code of a table, printed on its sign.", {"type": "string", "pattern": "^[2-9a-z]{8}$"}),
    "document_id": ("A document.", _ROW_ID),
    "example_id": ("A worked example.", _ROW_ID),
    "file_id": ("A file of an answer.", _ROW_ID),
    "upload_id": ("An attached file.", _ROW_ID),
    "inspection_id": ("An inspection.", _ROW_ID),
    "condition_id": ("A condition of an approval.", _ROW_ID),
    "reply_file_id": ("A file of a reply to a notice of intent.", _ROW_ID),
    "report_file_id": ("A file of a report that a condition is met.", _ROW_ID),
    "finding_id": ("A finding of an inspection.", _ROW_ID),
}


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
            declared = described["x-operation"]
            methods[method] = _describe(path, method, declared)
            methods[method]["operationId"] = operation_id(path, method, declared, has_list="get" in methods)
    statuses = sorted({code.status for code in CODES.values()})
    result["components"] = {
        "schemas": {name: with_descriptions(name, COMPONENTS[name].schema) for name in sorted(COMPONENTS)},
        "responses": {str(status): _problem_response(status) for status in statuses},
        "headers": _EVERYWHERE,
        "securitySchemes": {
            "token": {
                "type": "http",
                "scheme": "bearer",
                "description": "A token made on your account’s page: `Authorization: Bearer baize_…`.",
            },
            "signedIn": {
                "type": "apiKey",
                "in": "cookie",
                "name": settings.SESSION_COOKIE_NAME,
                "description": "A signed-in browser; its writes need the header `X-CSRFToken`.",
            },
        },
    }
    result["tags"] = [{"name": name, "description": text} for name, text in TAGS.items()]
    return result


def _describe(path: str, method: str, declared: Operation) -> dict[str, Any]:
    """One operation, from its declaration."""
    problems = problems_of(declared, path, method)
    described: dict[str, Any] = {
        "summary": declared.summary,
        "tags": [declared.tag],
        "responses": _responses(declared, method, problems),
        "x-problems": list(problems),
    }
    described["description"] = " ".join([declared.description or f"{declared.summary}.", *_needs(declared)])
    if parameters := _parameters(declared, path, method):
        described["parameters"] = parameters
    if declared.body is not None:
        content = _content(declared.accepts, declared.body.schema(), "Request", declared.example)
        described["requestBody"] = {"content": content}
        if not isinstance(declared.body, Fields) or declared.body.required:
            described["requestBody"]["required"] = True
    if not declared.is_public:
        described["security"] = [{"token": []}, {"signedIn": []}]
    if declared.permission not in (PUBLIC, SIGNED_IN):
        described["x-permission"] = declared.permission
        if scope := scope_for(declared.permission):
            described["x-scope"] = scope
        else:  # what no token may do
            described["security"] = [{"signedIn": []}]
    return described


def _parameters(declared: Operation, path: str, method: str) -> list[dict[str, Any]]:
    rows: list[tuple[str, str, str, dict[str, Any], bool]] = []
    if declared.if_match:
        text = "The ETag you got when you read it. If it has changed since, the answer is 412."
        rows.append(("header", "If-Match", text, {"type": "string", "pattern": '^"[^"]+"$'}, True))
    if method == "post" and not declared.is_public:
        text = "A key of your choice. Sent again with the same body within a week, it changes nothing."
        schema = {"type": "string", "pattern": f"^{idempotency.PATTERN}$", "maxLength": 200}
        rows.append(("header", idempotency.HEADER, text, schema, False))
    for name in re.findall(r"{(\w+)}", path):
        rows.append(("path", name, *PATH_PARAMETERS[name], True))
    for name, codec in declared.query.items():
        rows.append(("query", name, PARAMETERS[name], codec.schema(), False))
    return [
        {"in": where, "name": name, "schema": schema}
        | ({"description": text} if text else {})
        | ({"required": True} if required else {})
        | ({"explode": True} if schema.get("type") == "array" else {})
        for where, name, text, schema, required in rows
    ]


def _responses(declared: Operation, method: str, problems: tuple[str, ...]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": declared.summary, "headers": _common_headers()}
    if declared.answer:
        schema, example = declared.answer.ref, declared.answer_example
        answer["content"] = _content(declared.produces, schema, "Answer", example)
    elif declared.status != 204:
        answer["content"] = {
            kind: {"schema": {"type": "string", "format": "binary", "contentMediaType": kind}}
            for kind in declared.produces
        }
    responses = {str(declared.status): answer}
    if declared.has_etag:
        answer["headers"] |= _headers(ETag="Its version, for If-None-Match and If-Match.")
        if method == "get":
            responses["304"] = {"description": "You have it already."}
    if declared.location:
        answer["headers"] |= _headers(Location="The address of what was created.")
    for status in sorted({CODES[code].status for code in problems}):
        responses[str(status)] = {"$ref": f"#/components/responses/{status}"}
    return responses


def _content(types: tuple[str, ...], schema: dict[str, Any], name: str, example: Any) -> dict[str, Any]:
    examples = {} if example is None else {"examples": {name: {"value": example}}}
    return {kind: {"schema": schema} | examples for kind in types}


def problems_of(declared: Operation, path: str, method: str) -> tuple[str, ...]:
    """Every problem code an operation can answer with."""
    codes = [*_COMMON_PROBLEMS, *declared.problems]
    if "{" in path:
        codes.append("not_found")
    if declared.if_match:
        codes += ["stale", "version_not_named"]
    if not declared.is_public:
        codes += ["not_signed_in", "token_refused", "not_permitted", "second_factor_needed"]
        if method == "post":
            codes.append("key_reused")
    elif declared.rate != "read":
        codes.append("token_refused")
    if declared.body is not None:
        codes += ["unreadable", "too_large", "unsupported_media_type"]
    return tuple(code for code in CODES if code in codes)


_IDS = {
    ("get", "/api/v1/"): "get_start",
    ("get", "/api/v1/openapi.json"): "get_openapi",
    ("get", "/api/v1/verify"): "verify_reference",
    ("post", "/api/v1/verify"): "verify_file",
}


def operation_id(path: str, method: str, declared: Operation, *, has_list: bool) -> str:
    """What a generated client calls an operation, such as get_submission_ruleset or submit_submission.

    A read is a `get_` or, of several things, a `list_`. A POST adds to the list at its address, or else does
    what the last part of the address says.
    """
    if name := _IDS.get((method, path)):
        return name
    parts = path.removeprefix("/api/v1/").replace("-", "_").split("/")
    words = [
        _singular(part) if place + 1 < len(parts) and parts[place + 1].startswith("{") else part
        for place, part in enumerate(parts)
        if not part.startswith("{")
    ]
    if method == "get":
        verb = "list" if isinstance(declared.answer, PageOf | ListOf) else "get"
        return "_".join([verb, *words])
    if method == "post" and has_list:
        return "_".join(["add", *words[:-1], _singular(words[-1])])
    if method == "post":
        return "_".join([words[-1], *words[:-1]])
    return "_".join([{"put": "save", "delete": "remove"}[method], *words])


def _singular(word: str) -> str:
    return f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")


def _needs(declared: Operation) -> list[str]:
    """Who may call it, in words."""
    if declared.is_public:
        return ["No account is needed."]
    if declared.permission == SIGNED_IN:
        return ["For everybody with an account."]
    if scope := scope_for(declared.permission):
        return [f"A token needs the scope `{scope}`."]
    return ["Only for people who are signed in, not for tokens."]


def _problem_response(status: int) -> dict[str, Any]:
    codes = [code for code in CODES.values() if code.status == status]
    headers = _common_headers()
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
    return {name: {"description": text, "schema": {"type": "string"}} for name, text in descriptions.items()}


def _common_headers() -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in _EVERYWHERE}


_EVERYWHERE = _headers(
    **{
        "X-Request-ID": "The id of this request, also in our logs.",
        "RateLimit-Policy": 'The quota of this kind of request and its window in seconds: "read";q=600;w=60.',
        "RateLimit": 'What is left of it, and in how many seconds it begins anew: "read";r=599;t=60.',
    }
)
