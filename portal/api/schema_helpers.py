"""Building blocks for JSON Schemas: the kinds of value in bodies and answers."""

from collections.abc import Iterable
from typing import Any

from craps.games import games

Schema = dict[str, Any]


def any_of(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


def or_null(schema: Schema) -> Schema:
    if "type" in schema:
        enum = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
        return {**schema, "type": [schema["type"], "null"], **enum}
    return any_of(schema, {"type": "null"})


def one_of(values: Iterable[Any]) -> Schema:
    return {"type": "string", "enum": [str(value) for value in values]}


def array_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def or_nothing(text: str) -> str | None:
    """Nothing is null in an answer, never an empty text."""
    return text or None


def object_of(description: str = "", /, optional: Schema | None = None, **required: Schema) -> Schema:
    """An object with these properties and no others."""
    schema: Schema = {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }
    return {"description": description, **schema} if description else schema


TEXT: Schema = {"type": "string"}
TEXT_OR_NULL = or_null(TEXT)
INTEGER: Schema = {"type": "integer"}
BOOLEAN: Schema = {"type": "boolean"}
ANY: Schema = {}
OBJECT: Schema = {"type": "object"}
DATE: Schema = {"type": "string", "format": "date"}
DATETIME: Schema = {"type": "string", "format": "date-time"}
SHA256: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
REFERENCE: Schema = {"type": "string", "pattern": "^[A-Z]{2,4}-[0-9]{4}-[0-9]{4,}$"}
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
WAGER: Schema = one_of(wager for game in games() for wager in game.wagers)
# Not a list: the site administrator may add one at any time.
JURISDICTION: Schema = {"type": "string", "pattern": "^[a-z]{2,8}$", "description": "A code such as nz."}
ADDRESS: Schema = {"type": "string", "format": "uri-reference"}
