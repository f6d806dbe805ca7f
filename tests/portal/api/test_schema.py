"""The description is what is served, what is kept, and what OpenAPI 3.1 allows."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest
from django.test import Client

from portal.api import descriptions
from portal.api.docs import _schemas
from portal.api.openapi import FILE, as_text, openapi
from portal.api.problems import CODES
from tests.portal.api.operations import operations

pytestmark = pytest.mark.slow


def test_the_kept_description_has_not_drifted() -> None:
    assert FILE.read_text(encoding="utf-8") == as_text(), "run make openapi and look at the difference"


def test_what_is_served_is_what_is_kept(client: Client, db: None) -> None:
    answer = client.get("/api/v1/openapi.json")
    assert answer.json() == json.loads(FILE.read_text(encoding="utf-8"))
    assert answer.json()["openapi"].startswith("3.1")


def test_the_first_address_leads_to_each_part(client: Client, db: None) -> None:
    starts = client.get("/api/v1", follow=True).json()
    assert starts["register"] == "/api/v1/register"
    for name, address in starts.items():
        assert client.get(address).status_code == (401 if name == "submissions" else 200), name


@pytest.mark.parametrize("name", sorted(openapi()["components"]["schemas"]))
def test_every_shape_is_a_schema_and_is_used(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(openapi()["components"]["schemas"][name])
    assert f'"#/components/schemas/{name}"' in as_text()


def test_every_reference_leads_somewhere() -> None:
    for target in set(re.findall(r'"#/components/(\w+/\w+)"', as_text())):
        kind, name = target.split("/")
        assert name in openapi()["components"][kind], target


def test_every_operation_is_described_with_its_errors_and_an_example() -> None:
    for op in operations():
        described = openapi()["paths"]["/api/v1" + op.template][op.method]
        assert described["summary"], op
        assert {"400", "406", "429", "500"} <= set(described["responses"]), op
        if not op.declared.is_public:
            assert {"401", "403"} <= set(described["responses"]), op
            assert described["security"], op
        if op.takes_json:
            assert described["requestBody"]["content"]["application/json"]["examples"], op
        for parameter in described.get("parameters", ()):
            assert parameter["schema"] and parameter["description"], f"{op}: {parameter['name']}"
        for answer in described["responses"].values():
            if "headers" in answer:
                assert {"RateLimit", "RateLimit-Policy", "X-Request-ID"} <= set(answer["headers"]), op


def test_every_schema_says_what_it_is_and_nothing_else_is_described() -> None:
    schemas = openapi()["components"]["schemas"]
    assert [name for name, schema in schemas.items() if not schema.get("description")] == []
    fields = {field for schema in schemas.values() for field in schema.get("properties", ())}
    assert set(descriptions.SCHEMAS) <= set(schemas) and set(descriptions.FIELDS) <= fields


def test_examples_fit_their_schemas() -> None:
    """Of bodies and of answers, and the example of every code."""
    root = {"$id": "urn:baize", "components": openapi()["components"]}
    for methods in openapi()["paths"].values():
        for described in methods.values():
            contents = [described.get("requestBody", {}), *described["responses"].values()]
            for content in contents:
                _assert_examples(root, content)
    for response in openapi()["components"]["responses"].values():
        _assert_examples(root, response)


def _assert_examples(root: dict[str, Any], content: dict[str, Any]) -> None:
    for described in content.get("content", {}).values():
        for example in described.get("examples", {}).values():
            jsonschema.Draft202012Validator({**root, **described["schema"]}).validate(example["value"])


def test_the_page_shows_every_operation_shape_and_code(client: Client, db: None) -> None:
    page = client.get("/api/")
    text = page.content.decode()
    for methods in openapi()["paths"].values():
        for described in methods.values():
            assert f'id="{described["operationId"]}"' in text
    for schema in _schemas():
        assert f'id="shape-{schema["name"]}"' in text
    for code in CODES:
        assert f'id="problem-{code}"' in text
    assert "<script" not in text.partition("<main")[2]
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    for target in set(re.findall(r'href="#([^"]+)"', text)):
        assert target in ids, target
