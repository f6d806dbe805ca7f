"""Reading what a caller sends: the core's one JSON reader, and what no field of ours can hold.

A body is read with the core's codecs (craps/codec.py), which say what is wrong and where; those that only
the portal needs are here. The same codec writes the schema, so what is documented is what is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from craps import BadInput, load_ruleset
from craps.codec import Float, Json, join, kind, parse
from craps.errors import named, shown
from craps.ruleset import RULESET
from portal.api.problems import Problem, sentence

LARGEST = 256 * 1024
DEEPEST = 32
MOST_EVENTS = 2000  # settled in one request: more than a table sees in a day
LARGEST_ID = 2**63 - 1


def read_json(data: bytes) -> Json:
    """One JSON document. Problem `unreadable` names line and column, or the path of what cannot be kept."""
    if len(data) > LARGEST:
        raise Problem("too_large", f"At most {LARGEST // 1024} KB are read. A rule set takes a few.")
    try:
        value = parse(data)
        _examine(value)
    except BadInput as error:
        raise Problem("unreadable", sentence(error), places=[error.to_json()]) from None
    return value


def _examine(document: Json) -> None:
    """Walks the whole document, wherever a codec may look later. Not by recursion: depth is the question."""
    waiting: list[tuple[Json, str, int]] = [(document, "", 0)]
    while waiting:
        value, path, depth = waiting.pop()
        if depth > DEEPEST:
            raise BadInput(path, f"is nested more than {DEEPEST} deep")
        if isinstance(value, Float):
            message = 'is not exact; write a whole number, or a string such as "10", "2.50" or "35/3"'
            raise BadInput(path, f"{kind(value)} {message}")
        if isinstance(value, str):
            _no_odd_character(value, path)
        elif isinstance(value, list):
            waiting += [(entry, f"{path}[{place}]", depth + 1) for place, entry in enumerate(value)]
        elif isinstance(value, dict):
            for key, entry in value.items():
                _no_odd_character(key, join(path, named(key)))
                waiting.append((entry, join(path, named(key)), depth + 1))


def _no_odd_character(text: str, path: str) -> None:
    found = _ODD.search(text)
    if found:
        what = "a NUL" if found[0] == "\0" else "half of a surrogate pair"
        raise BadInput(path, f"holds {what}, which no text can")


_ODD = re.compile("[\0\ud800-\udfff]")


# Kinds of value -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prose:
    """What a person writes: several lines, if they like."""

    longest: int = 10_000

    def read(self, value: Json, path: str) -> str:
        if not isinstance(value, str):
            raise BadInput(path, f"should be text, not {kind(value)}")
        if not value.strip():
            raise BadInput(path, "is empty")
        if len(value) > self.longest:
            raise BadInput(path, f"is longer than {self.longest} characters")
        if any(ord(c) < 32 and c not in "\n\r\t" for c in value):
            raise BadInput(path, "holds a character that can not be shown")
        return value

    def write(self, value: Any) -> Json:
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "minLength": 1, "maxLength": self.longest, "pattern": r"\S"}


@dataclass(frozen=True)
class Day:
    """A calendar day, 2026-11-30."""

    def read(self, value: Json, path: str) -> date:
        if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            try:
                return date.fromisoformat(value)
            except ValueError:
                pass
        raise BadInput(path, f"should be a day such as 2026-11-30, not {kind(value)}")

    def write(self, value: Any) -> Json:
        return value.isoformat()

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "format": "date"}


@dataclass(frozen=True)
class Moment:
    """A moment with its zone, 2026-11-30T18:00:00+13:00."""

    def read(self, value: Json, path: str) -> datetime:
        if isinstance(value, str) and len(value) <= 40 and "T" in value:
            try:
                found = datetime.fromisoformat(value)
            except ValueError:
                found = None
            if found is not None and found.tzinfo is not None and 1900 < found.year < 9999:
                return found
        raise BadInput(path, f"should be a moment such as 2026-11-30T18:00:00+13:00, not {kind(value)}")

    def write(self, value: Any) -> Json:
        return value.isoformat()

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "format": "date-time", "maxLength": 40}


@dataclass(frozen=True)
class Whole:
    """A whole number; in an address it is written as text."""

    low: int = 1
    high: int = LARGEST_ID
    in_address: bool = False

    def read(self, value: Json, path: str) -> int:
        if self.in_address and isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,19}", value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadInput(path, f"should be a whole number, not {kind(value)}")
        if not self.low <= value <= self.high:
            raise BadInput(path, f"should be from {self.low} to {self.high}, not {shown(value)}")
        return value

    def write(self, value: Any) -> Json:
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True)
class Rules:
    """A rule set inside a body, kept as it was written: the services read it themselves."""

    def read(self, value: Json, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise BadInput(path, f"should be an object, not {kind(value)}")
        try:
            load_ruleset(value)
        except BadInput as error:
            raise BadInput(join(path, error.path) if error.path else path, error.message) from None
        return value

    def write(self, value: Any) -> Json:
        return value

    def schema(self) -> dict[str, Json]:
        return {"$ref": "#/components/schemas/RuleSet"}


@dataclass(frozen=True)
class Part:
    """A part of a rule set by itself, such as `layout`, kept as it was written."""

    field: str

    def read(self, value: Json, path: str) -> dict[str, Any]:
        RULESET.fields[self.field].read(value, path)
        return value

    def write(self, value: Any) -> Json:
        return value

    def schema(self) -> dict[str, Json]:
        return {"$ref": f"#/components/schemas/{self.field.capitalize()}Part"}


@dataclass(frozen=True)
class AsIs:
    """A body that another reader takes whole, under the name its schema has."""

    name: str

    def read(self, value: Json, path: str) -> Json:
        return value

    def write(self, value: Any) -> Json:
        return value

    def schema(self) -> dict[str, Json]:
        return {"$ref": f"#/components/schemas/{self.name}"}
