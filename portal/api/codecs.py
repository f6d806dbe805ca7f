"""Codecs for request bodies and query parameters, beside those of craps/codec.py.

A codec reads a value, says what is wrong with it and where, and writes its JSON Schema, so the documentation
always matches what is accepted.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from craps import BadInput, RuleSet
from craps.codec import Codec, Fields, Json, join, kind, text_of
from craps.errors import path_key, quoted
from craps.ruleset_form import RULESET
from portal.accounts.jurisdictions import find_jurisdiction, known_codes
from portal.editions.rulesets import parse_ruleset
from portal.editions.selectors import published

MAX_EVENTS = 2000  # settled in one request: more than a table sees in a day
MAX_ID = 2**63 - 1


class InputCodec:
    """Base of the codecs here. They read input only; `write` completes the protocol of craps/codec.py."""

    def write(self, value: Any) -> Json:
        return value


def body(optional: Mapping[str, Codec] | None = None, **required: Codec) -> Fields:
    """A JSON object with these fields."""
    return Fields({**required, **(optional or {})}, required=tuple(required))


@dataclass(frozen=True)
class Prose(InputCodec):
    """Text of one or more lines."""

    longest: int = 10_000

    def read(self, value: Json, path: str) -> str:
        text = text_of(value, path, self.longest)
        if any(ord(c) < 32 and c not in "\n\r\t" for c in text):
            raise BadInput(path, "contains a control character")
        return text

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "minLength": 1, "maxLength": self.longest, "pattern": r"\S"}


@dataclass(frozen=True)
class Date(InputCodec):
    """A calendar date, 2026-11-30."""

    def read(self, value: Json, path: str) -> date:
        if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            try:
                return date.fromisoformat(value)
            except ValueError:
                pass
        raise BadInput(path, f"should be a date such as 2026-11-30, not {kind(value)}")

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "format": "date"}


@dataclass(frozen=True)
class DateTime(InputCodec):
    """A date and time with its zone, 2026-11-30T18:00:00+13:00."""

    def read(self, value: Json, path: str) -> datetime:
        if isinstance(value, str) and len(value) <= 40 and "T" in value:
            try:
                moment = datetime.fromisoformat(value)
            except ValueError:
                pass
            else:
                if moment.tzinfo is not None and 1900 < moment.year < 9999:
                    return moment
        raise BadInput(
            path, f"should be a date and time such as 2026-11-30T18:00:00+13:00, not {kind(value)}"
        )

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "format": "date-time", "maxLength": 40}


@dataclass(frozen=True)
class Integer(InputCodec):
    """A whole number; in a query string it is written as text."""

    low: int = 1
    high: int = MAX_ID
    in_query: bool = False

    def read(self, value: Json, path: str) -> int:
        if self.in_query and isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,19}", value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadInput(path, f"should be a whole number, not {kind(value)}")
        if not self.low <= value <= self.high:
            raise BadInput(path, f"should be from {self.low} to {self.high}, not {quoted(value)}")
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class JurisdictionCode(InputCodec):
    """The code of a jurisdiction that Baize serves at the moment."""

    def read(self, value: Json, path: str) -> str:
        if isinstance(value, str) and find_jurisdiction(value):
            return value
        raise BadInput(path, f"should be one of {', '.join(known_codes())}, not {quoted(value)}")

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "pattern": "^[a-z]{2,8}$", "example": "nz"}


@dataclass(frozen=True)
class RuleSetJson(InputCodec):
    """A whole rule set. It is checked here and passed on as JSON: the services parse it themselves."""

    def read(self, value: Json, path: str) -> dict[str, Any]:
        _parsed(value, path)
        json: dict[str, Any] = value
        return json

    def schema(self) -> dict[str, Json]:
        return {"$ref": "#/components/schemas/RuleSet"}


class ReadRuleSet(NamedTuple):
    """A rule set and the readings it is to be seen under; `path` is where they stand in the body."""

    ruleset: RuleSet
    readings: Json
    path: str

    @property
    def as_read(self) -> RuleSet:
        """The rule set under its edition with these readings; BadInput names one that the edition has not."""
        return self.ruleset.with_readings(self.readings, self.path)


@dataclass(frozen=True)
class RuleSetWithReadings(InputCodec):
    """A rule set, or an object with `ruleset` and `readings`."""

    def read(self, value: Json, path: str) -> ReadRuleSet:
        place = join(path, "readings")
        if not isinstance(value, dict) or "ruleset" not in value:
            return ReadRuleSet(_parsed(value, path), {}, place)
        for key in value:
            if key not in ("ruleset", "readings"):
                raise BadInput(
                    join(path, path_key(key)), "does not belong here; there are ruleset and readings"
                )
        ruleset = _parsed(value["ruleset"], join(path, "ruleset"))
        return ReadRuleSet(ruleset, value.get("readings", {}), place)

    def schema(self) -> dict[str, Json]:
        return {"$ref": "#/components/schemas/RuleSetWithReadings"}


def _parsed(value: Json, path: str) -> RuleSet:
    if not isinstance(value, dict):
        raise BadInput(path, f"should be an object, not {kind(value)}")
    try:
        return parse_ruleset(value)
    except BadInput as error:
        raise BadInput(join(path, error.path) if error.path else path, error.message) from None


@dataclass(frozen=True)
class RuleSetPart(InputCodec):
    """One part of a rule set, such as `layout`, passed on as JSON."""

    field: str

    def read(self, value: Json, path: str) -> Json:
        RULESET.fields[self.field].read(value, path)
        return value

    def schema(self) -> dict[str, Json]:
        return {"$ref": f"#/components/schemas/{self.field.capitalize()}Part"}


@dataclass(frozen=True)
class Unchecked(InputCodec):
    """A value that the core or a service checks itself; `name` is its schema component."""

    name: str

    def read(self, value: Json, path: str) -> Json:
        return value

    def schema(self) -> dict[str, Json]:
        return {"$ref": f"#/components/schemas/{self.name}"}


@dataclass(frozen=True)
class EditionIds(InputCodec):
    """The values of a repeated query parameter: ids of published editions."""

    many = True

    def read(self, value: list[str], path: str) -> list[str]:
        known = set(published().values_list("pk", flat=True))
        for edition_id in value:
            if edition_id not in known:
                raise BadInput(path, f"{edition_id[:40]} is not a published edition")
        return list(dict.fromkeys(value))

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string", "pattern": "^[a-z0-9-]{1,40}$"}, "maxItems": 40}
