"""The named components of the OpenAPI description.

A Serializer declares each field of an answer once: its schema and where its value comes from. The JSON and
the documented schema are both made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from django.db import models
from rest_framework.request import Request

from portal.accounts.models import User
from portal.api.authentication import signed_in_user
from portal.api.schema_helpers import (
    ADDRESS,
    ANY,
    BOOLEAN,
    DATE,
    DATETIME,
    INTEGER,
    OBJECT,
    REFERENCE,
    SHA256,
    TEXT,
    TEXT_OR_NULL,
    Schema,
    array_of,
    object_of,
    one_of,
    or_null,
    ref,
)

COMPONENTS: dict[str, Component] = {}


@dataclass(frozen=True)
class Context:
    """The request that is answered: its user and the arguments of its address."""

    request: Request
    kwargs: Mapping[str, Any]
    cache: dict[str, Any] = field(default_factory=dict)

    @property
    def actor(self) -> User:
        return signed_in_user(self.request)

    @property
    def reference(self) -> str:
        return str(self.kwargs["reference"])


Getter = Callable[[Any, Context], Any]


class Component:
    """A schema with a name. Without `write` a value is JSON already, such as the core's."""

    def __init__(self, name: str, schema: Schema, write: Getter | None = None) -> None:
        if name in COMPONENTS:
            raise ValueError(f"Two components are named {name}.")
        self.name, self.schema, self._write = name, schema, write
        if name:
            COMPONENTS[name] = self

    @property
    def ref(self) -> Schema:
        return ref(self.name) if self.name else self.schema

    def serialize(self, value: Any, context: Context) -> Any:
        return self._write(value, context) if self._write else value


class Field:
    """One field of an answer: `kind` is its schema or the serializer of what is in it.

    `source` is the attribute to read (by default the one of the field's name; dots follow relations) or a
    function of the row and the context. Dates and times become ISO 8601.
    """

    def __init__(
        self,
        kind: Schema | Component,
        source: str | Getter = "",
        *,
        many: bool = False,
        null: bool = False,
        optional: bool = False,
    ) -> None:
        self.kind, self.source, self.many, self.optional = kind, source, many, optional
        schema = kind.ref if isinstance(kind, Component) else kind
        schema = array_of(schema) if many else schema
        self.schema = or_null(schema) if null else schema

    def getter(self, name: str) -> Getter:
        read = self._reader(name)
        if isinstance(self.kind, Component):
            serialize = self.kind.serialize
            if self.many:
                return lambda row, context: [serialize(item, context) for item in read(row, context)]
            return lambda row, context: (
                None if (value := read(row, context)) is None else serialize(value, context)
            )
        if self.schema.get("format") == "date-time":
            return lambda row, context: utc_text(value) if (value := read(row, context)) else None
        if self.schema.get("format") == "date":
            return lambda row, context: value.isoformat() if (value := read(row, context)) else None
        if self.schema.get("type") == TEXT_OR_NULL["type"]:
            return lambda row, context: None if (value := read(row, context)) == "" else value
        return read

    def _reader(self, name: str) -> Getter:
        if callable(self.source):
            return self.source
        read = attrgetter(self.source or name)
        return lambda row, _: read(row)


def utc_text(moment: datetime) -> str:
    """A time in the one form of all answers: 2026-11-30T05:00:00.123456Z."""
    return moment.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"


class Serializer(Component):
    """An object made from a row. Without a name its schema is written where it is used."""

    def __init__(
        self,
        name: str = "",
        description: str = "",
        /,
        *,
        base: Serializer | None = None,
        **fields: Schema | Component | Field,
    ) -> None:
        declared = {key: kind if isinstance(kind, Field) else Field(kind) for key, kind in fields.items()}
        self.fields: dict[str, Field] = {**(base.fields if base else {}), **declared}
        self._getters = [(key, kind.getter(key), kind.optional) for key, kind in self.fields.items()]
        required = {key: kind.schema for key, kind in self.fields.items() if not kind.optional}
        optional = {key: kind.schema for key, kind in self.fields.items() if kind.optional}
        super().__init__(name, object_of(description, optional=optional, **required))

    def serialize(self, value: Any, context: Context) -> Any:
        if isinstance(value, dict):  # JSON already
            return value
        answer = {}
        for key, getter, optional in self._getters:
            item = getter(value, context)
            if not (optional and item is None):
                answer[key] = item
        return answer


def columns(model: type[models.Model], names: str) -> Serializer:
    """A base with these columns of a model; type, choices and null come from the model."""
    return Serializer(base=None, **{name: _column_schema(model, name) for name in names.split()})


def _column_schema(model: type[models.Model], name: str) -> Schema:
    column: Any = model._meta.get_field(name)
    if isinstance(column, models.JSONField):
        return ANY if column.null else OBJECT
    schema = next((schema for kind, schema in _COLUMN_SCHEMAS if isinstance(column, kind)), TEXT)
    if name == "reference":
        schema = REFERENCE
    elif column.choices and schema is TEXT:
        schema = one_of(value for value, _ in column.flatchoices if value)
    elif column.max_length == 64:
        schema = SHA256
    can_be_empty = column.blank and schema.get("type") == "string" and "format" not in schema
    return or_null(schema) if column.null or can_be_empty else schema


_COLUMN_SCHEMAS = (
    (models.DateTimeField, DATETIME),
    (models.DateField, DATE),
    (models.BooleanField, BOOLEAN),
    (models.IntegerField, INTEGER),
)


class ListOf(Component):
    """An object with every row of a list."""

    def __init__(self, name: str, item: Component, description: str = "", *, key: str = "items") -> None:
        super().__init__(name, object_of(description, **{key: array_of(item.ref)}))
        self.item, self.key = item, key

    def serialize(self, value: Any, context: Context) -> Any:
        return {self.key: [self.item.serialize(row, context) for row in value]}


class PageOf(Component):
    """One page of a list, ordered by a unique column."""

    def __init__(self, item: Component, *, order_by: str = "pk", newest_first: bool = True) -> None:
        description = "One page. `next` is the address of the following one, null on the last."
        schema = object_of(description, items=array_of(item.ref), next=or_null(ADDRESS))
        super().__init__(f"{item.name}Page", schema)
        self.item, self.order_by, self.newest_first = item, order_by, newest_first
