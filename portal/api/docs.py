"""The API's description: as JSON for programs, and as a page for people, both from openapi.py."""

import hashlib
import json
from functools import cache, partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from portal.accounts.scopes import SCOPES
from portal.api.endpoint import PUBLIC, Endpoint, operation
from portal.api.media_types import JSON
from portal.api.openapi import METHODS, TAGS, as_text, openapi
from portal.api.problems import CODES
from portal.api.schemas import OPENAPI, START, STARTING_POINTS
from portal.pages.page_cache import cached_page

# Schemas with too many fields for the page: docs/contract.md describes them.
TOO_LONG = ("RuleSet", "CrapsRuleSet", "LayoutPart", "LimitsPart")
_TYPES = {"integer": "whole number", "boolean": "true or false"}
_FORMATS = {"date": "date", "date-time": "date and time", "uri-reference": "address"}
_LOCATIONS = {"path": "in the address", "query": "after ?", "header": "header"}

description_operation = partial(operation, permission=PUBLIC, tag="Description")


@cache
def openapi_etag(_: Any) -> str:
    return f'"{hashlib.sha256(as_text().encode()).hexdigest()}"'


class Start(Endpoint):
    @description_operation(
        "Where to begin", description="The addresses that lead to all others.", answer=START
    )
    def get(self) -> dict[str, str]:
        return {name: reverse(f"api:{name}") for name in STARTING_POINTS}


class OpenApi(Endpoint):
    @description_operation(
        "This description, for programs",
        description="OpenAPI 3.1. Its `ETag` changes when the interface does.",
        answer=OPENAPI,
        etag=lambda _: openapi_etag(None),
    )
    def get(self) -> dict[str, Any]:
        return openapi()


@cached_page()
def page(request: HttpRequest) -> HttpResponse:
    context = {
        "groups": _groups(),
        "schemas": _schemas(),
        "codes": [
            {"name": c.name, "status": c.status, "title": c.title, "advice": _marked(c.advice)}
            for c in CODES.values()
        ],
        "scopes": SCOPES.values(),
        "rates": settings.API_RATES,
    }
    return render(request, "api/docs.html", context)


@cache
def _groups() -> list[dict[str, Any]]:
    """The operations by tag."""
    operations: dict[str, list[dict[str, Any]]] = {name: [] for name in TAGS}
    for path, methods in openapi()["paths"].items():
        for method in METHODS:
            if method in methods:
                operations[methods[method]["tags"][0]].append(_operation(path, method, methods[method]))
    return [
        {"name": name, "description": TAGS[name], "operations": rows} for name, rows in operations.items()
    ]


def _operation(path: str, method: str, described: dict[str, Any]) -> dict[str, Any]:
    status, answer = next((s, a) for s, a in described["responses"].items() if s.startswith("2"))
    body = described.get("requestBody", {}).get("content", {})
    content = answer.get("content", {})
    return {
        "id": described["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": described["summary"],
        "description": _marked(described.get("description", "")),
        "scope": described.get("x-scope", ""),
        "is_public": not described.get("security"),
        "parameters": [
            {
                "name": p["name"],
                "location": _LOCATIONS[p["in"]],
                "required": p.get("required", False),
                "description": _marked(p.get("description", "")),
                "type": _type(p["schema"]),
            }
            for p in described.get("parameters", ())
        ],
        "body": [(media_type, _type(each["schema"])) for media_type, each in body.items()],
        "example": _example(body),
        "status": status,
        "answer": [(media_type, _type(each["schema"])) for media_type, each in content.items()],
        "answer_example": _example(content),
        "problems": described["x-problems"],
    }


@cache
def _schemas() -> list[dict[str, Any]]:
    rows = []
    for name, schema in openapi()["components"]["schemas"].items():
        properties = {} if name in TOO_LONG else schema.get("properties", {})
        rows.append(
            {
                "name": name,
                "description": _marked(schema.get("description", "")),
                "is_long": name in TOO_LONG,
                "type": "" if properties or name in TOO_LONG else _type(schema),
                "fields": [
                    {"name": field, "type": _type(inner), "required": field in schema.get("required", ())}
                    for field, inner in properties.items()
                ],
            }
        )
    return rows


def _type(schema: dict[str, Any]) -> SafeString:
    """A schema in a few words, with links to the schemas it names."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return format_html('<a href="#shape-{}">{}</a>', name, name)
    if "anyOf" in schema:
        return format_html_join(" or ", "{}", ((_type(inner),) for inner in schema["anyOf"]))
    if "enum" in schema:
        return format_html_join(", ", "<code>{}</code>", ((value,) for value in schema["enum"]))
    if schema.get("type") == "array":
        return format_html("list of {}", _type(schema.get("items", {})))
    if schema.get("type") == "object" and schema.get("properties"):
        rows = [(name, _type(inner)) for name, inner in schema["properties"].items()]
        return format_html_join("", "<span class='inner'><code>{}</code> {}</span>", rows)
    types = schema.get("type", "anything")
    names: list[str] = types if isinstance(types, list) else [types]
    words = _TYPES | {"string": _FORMATS.get(schema.get("format", ""), "text")}
    return format_html("{}", " or ".join(words.get(name, name) for name in names))


def _example(content: dict[str, Any]) -> str:
    for example in content.get(JSON, {}).get("examples", {}).values():
        return json.dumps(example["value"], ensure_ascii=False, indent=2)
    return ""


def _marked(text: str) -> SafeString:
    """Escapes a text of ours and sets its `names` as code."""
    return mark_safe(  # noqa: S308 - each part is escaped
        "".join(
            format_html("<code>{}</code>" if place % 2 else "{}", part)
            for place, part in enumerate(text.split("`"))
        )
    )
