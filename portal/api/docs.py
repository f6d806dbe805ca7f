"""The description of the API: as JSON for programs, as a page for people. Both are made from one source."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from rest_framework.request import Request
from rest_framework.response import Response

from portal.accounts.scopes import SCOPES
from portal.api.endpoint import PUBLIC, Endpoint, operation, tagged
from portal.api.media_types import JSON
from portal.api.openapi import METHODS, TAGS, as_text, openapi
from portal.api.problems import CODES
from portal.pages.page_cache import cached_page

STARTS = ("docs", "openapi", "editions", "matrix", "register", "log", "submissions")
# Shapes whose every field would fill pages: the contract is their description.
TOO_LONG = ("RuleSet", "LayoutPart", "LimitsPart")
_WORDS = {
    "string": "text",
    "integer": "whole number",
    "boolean": "true or false",
    "object": "object",
    "null": "null",
    "array": "list",
}
_FORMATS = {"date": "day", "date-time": "moment", "uri-reference": "address"}


class Start(Endpoint):
    @operation(
        "Where to begin",
        to=PUBLIC,
        tag="Description",
        about="The addresses that everything else is reached from.",
        answer="Start",
    )
    def get(self, request: Request, given: Any) -> Response:
        return Response({name: reverse(f"api:{name}") for name in STARTS})


class OpenApi(Endpoint):
    @operation(
        "This description, for programs",
        to=PUBLIC,
        tag="Description",
        about="OpenAPI 3.1. Its `ETag` changes when the interface does.",
        answer="OpenApi",
        etag=True,
    )
    def get(self, request: Request, given: Any) -> Response:
        return tagged(openapi(), f'"{_digest()}"')


@cache
def _digest() -> str:
    return hashlib.sha256(as_text().encode()).hexdigest()


@cached_page()
def page(request: HttpRequest) -> HttpResponse:
    context = {
        "groups": _groups(),
        "shapes": _shapes(),
        "codes": [
            {"name": c.name, "status": c.status, "title": c.title, "said": _marked(c.advice)}
            for c in CODES.values()
        ],
        "scopes": SCOPES.values(),
        "rates": settings.API_RATES,
    }
    return render(request, "api/docs.html", context)


@cache
def _groups() -> list[dict[str, Any]]:
    """The operations by what they are about, as the page shows them."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in TAGS}
    for path, methods in openapi()["paths"].items():
        for method in METHODS:
            if method in methods:
                found[methods[method]["tags"][0]].append(_operation(path, method, methods[method]))
    return [
        {"name": name, "about": TAGS[name], "operations": operations} for name, operations in found.items()
    ]


def _operation(path: str, method: str, described: dict[str, Any]) -> dict[str, Any]:
    status, answer = next((s, a) for s, a in described["responses"].items() if s.startswith("2"))
    body = described.get("requestBody", {}).get("content", {})
    return {
        "id": described["operationId"],
        "method": method.upper(),
        "path": path,
        "summary": described["summary"],
        "about": _marked(described.get("description", "")),
        "scope": described.get("x-scope", ""),
        "is_public": not described.get("security"),
        "parameters": [
            {
                "name": p["name"],
                "where": {"path": "in the address", "query": "after ?", "header": "header"}[p["in"]],
                "required": p.get("required", False),
                "about": _marked(p.get("description", "")),
                "kind": _kind(p["schema"]),
            }
            for p in described.get("parameters", ())
        ],
        "body": [(media, _kind(content["schema"])) for media, content in body.items()],
        "example": _example(body.get(JSON, {})),
        "status": status,
        "answer": [(media, _kind(content["schema"])) for media, content in answer.get("content", {}).items()],
        "gives": _example(answer.get("content", {}).get(JSON, {})),
        "problems": described["x-problems"],
    }


@cache
def _shapes() -> list[dict[str, Any]]:
    found = []
    for name, schema in sorted(openapi()["components"]["schemas"].items()):
        properties = {} if name in TOO_LONG else schema.get("properties", {})
        found.append(
            {
                "name": name,
                "about": _marked(schema.get("description", "")),
                "is_long": name in TOO_LONG,
                "kind": "" if properties or name in TOO_LONG else _kind(schema),
                "fields": [
                    {"name": field, "kind": _kind(inner), "required": field in schema.get("required", ())}
                    for field, inner in properties.items()
                ],
            }
        )
    return found


def _kind(schema: dict[str, Any]) -> SafeString:
    """A schema in a few words, with links to the shapes it names."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return format_html('<a href="#shape-{}">{}</a>', name, name)
    if "anyOf" in schema:
        return format_html_join(" or ", "{}", ((_kind(inner),) for inner in schema["anyOf"]))
    if "enum" in schema:
        return format_html_join(", ", "<code>{}</code>", ((value,) for value in schema["enum"]))
    if schema.get("type") == "array":
        return format_html("list of {}", _kind(schema.get("items", {})))
    if schema.get("type") == "object" and schema.get("properties"):
        return format_html_join(
            "", "<span class='inner'><code>{}</code> {}</span>", _inner(schema["properties"])
        )
    kinds = schema.get("type", "anything")
    words = [_FORMATS.get(schema.get("format", ""), _WORDS.get(kind, kind)) if kind != "null" else "null"
             for kind in (kinds if isinstance(kinds, list) else [kinds])]  # fmt: skip
    return format_html("{}", " or ".join(words))


def _inner(properties: dict[str, Any]) -> list[tuple[str, SafeString]]:
    return [(name, _kind(schema)) for name, schema in properties.items()]


def _example(content: dict[str, Any]) -> str:
    for example in content.get("examples", {}).values():
        return json.dumps(example["value"], ensure_ascii=False, indent=2)
    return ""


def _marked(text: str) -> SafeString:
    """Our own words, with `names` set as code."""
    parts = text.split("`")
    return mark_safe(  # noqa: S308 - each part is escaped
        "".join(
            format_html("<code>{}</code>" if place % 2 else "{}", part) for place, part in enumerate(parts)
        )
    )
