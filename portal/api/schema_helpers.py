"""Words for writing JSON Schemas: the kinds of value that answers are made of."""

from __future__ import annotations

from typing import Any

from craps.wagers import CATALOGUE
from portal.accounts.jurisdictions import JURISDICTIONS

Schema = dict[str, Any]


def either(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


def or_null(schema: Schema) -> Schema:
    return (
        {**schema, "type": [schema["type"], "null"]} if "type" in schema else either(schema, {"type": "null"})
    )


def one_of(names: Any) -> Schema:
    return {"type": "string", "enum": [str(name) for name in names]}


def listed(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def fields(description: str = "", *, optional: dict[str, Schema] | None = None, **required: Schema) -> Schema:
    found: Schema = {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }
    return {"description": description, **found} if description else found


TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
ANY: Schema = {}
OBJECT: Schema = {"type": "object"}
DAY: Schema = {"type": "string", "format": "date"}
MOMENT: Schema = {"type": "string", "format": "date-time"}
SHA256: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
REFERENCE: Schema = {"type": "string", "pattern": "^[A-Z]{2}-[0-9]{4}-[0-9]{4,}$"}
EXACT: Schema = {
    "type": "string",
    "pattern": "^-?[0-9]+(/[1-9][0-9]*)?$",
    "description": "Exact: 40 or 35/3.",
}
FACES: Schema = {
    "type": "array",
    "items": {"type": "integer", "minimum": 1, "maximum": 6},
    "minItems": 2,
    "maxItems": 2,
}
WAGER: Schema = one_of(CATALOGUE)
JURISDICTION: Schema = one_of(JURISDICTIONS)
ADDRESS: Schema = {"type": "string", "format": "uri-reference"}


def paged(item: str) -> Schema:
    return fields(
        "One page. `next` is the address of the following one, null on the last.",
        items=listed(ref(item)),
        next=or_null(ADDRESS),
    )
