"""Readers for JSON, one per kind of value: ``read`` parses or says what is wrong, ``write`` gives the output
form, ``schema`` the JSON Schema. Rule sets and editions are both described with them, once."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Protocol

from craps.errors import BadInput, nearest, path_key, quoted
from craps.money import MAX_DIGITS, Exact, exact
from craps.record import record

Json = Any
MAX_TEXT = 500
UNSHOWN = "has a character that cannot be displayed, or that reverses the direction of the text"
# Controls, line separators, halves of pairs; and the marks by which a name could be made to read backwards.
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class Codec(Protocol):
    def read(self, value: Json, path: str) -> Any: ...
    def write(self, value: Any) -> Json: ...
    def schema(self) -> dict[str, Json]: ...


def parse(text: str | bytes) -> Json:
    """JSON text to plain values; duplicate keys, NaN, too deep nesting and unreadable text are BadInput."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise BadInput("", f"the text is not UTF-8 (byte {error.start})") from None
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise BadInput("", f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise BadInput("", "nested too deeply") from None
    except BadInput:
        raise
    except ValueError:
        raise BadInput("", f"has a number of more than {MAX_DIGITS} digits") from None


def canonical_bytes(value: Json) -> bytes:
    """The one text form used for digests: UTF-8, keys sorted, no white space."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def digest_of(canonical: bytes) -> str:
    """SHA-256 in hex."""
    import hashlib  # loads OpenSSL, which settling does not need

    return hashlib.sha256(canonical).hexdigest()


def join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


class Float(float):
    """A number that JSON wrote with a decimal point: kept so that a message can quote it."""

    def __new__(cls, text: str) -> Float:
        number = super().__new__(cls, text)
        number.text = text
        return number

    text: str


def _no_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise BadInput(path_key(twice), f"the key {quoted(twice)} appears twice")
    return entries


def _no_constant(name: str) -> Json:
    raise BadInput("", f"{name} is not a valid JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_float=Float)


# The kinds of value --------------------------------------------------------------------------------------


@record
class Number:
    """An exact number: a JSON integer or a string such as "10", "2.50", "35/3"; never a JSON float."""

    low: int | None = None
    above: int | None = None
    whole: bool = False
    description: str = ""

    def read(self, value: Json, path: str) -> Any:
        if isinstance(value, int) and value is not True and value is not False:
            if not -_TOO_LARGE < value < _TOO_LARGE:
                raise BadInput(path, f"is too large a number; the limit is {MAX_DIGITS} digits")
            number: Exact = value
        elif isinstance(value, str):
            try:
                number = exact(value)
            except ValueError as error:
                raise BadInput(path, f"{quoted(value)} {error}") from None
        elif isinstance(value, float):
            message = 'is not exact; write a whole number, or a string such as "10", "2.50" or "35/3"'
            raise BadInput(path, f"{kind(value)} {message}")
        else:
            raise BadInput(path, f'should be a number such as 10 or "2.50", not {kind(value)}')
        if (number is not value or number < 0) and len(self.write(number)) > MAX_DIGITS:
            # What is written has to be read again. The digits of a whole number were looked at above.
            raise BadInput(
                path, f"is too long a number; as a fraction it has more than {MAX_DIGITS} characters"
            )
        if self.whole and not isinstance(number, int):
            raise BadInput(path, f"should be a whole number, not {number}")
        if self.low is not None and number < self.low:
            raise BadInput(path, f"should be {self.low} or more, not {number}")
        if self.above is not None and number <= self.above:
            raise BadInput(path, f"should be above {self.above}, not {number}")
        return number

    def write(self, value: Any) -> Json:
        return str(value)

    def schema(self) -> dict[str, Json]:
        """What ``read`` accepts is valid here too. The schema cannot check a string for wholeness or size."""
        integer: dict[str, Json] = {"type": "integer"}
        if self.low is not None:
            integer["minimum"] = self.low
            pattern = rf"(-?{_ZERO}|{_NUMERAL})" if self.low == 0 else rf"-?{_NUMERAL}"
        elif self.above is not None:
            integer["exclusiveMinimum"] = self.above
            pattern = rf"(?!{_ZERO}$){_NUMERAL}" if self.above == 0 else rf"-?{_NUMERAL}"
        else:
            pattern = rf"-?{_NUMERAL}"
        string = {"type": "string", "pattern": f"^{pattern}$", "maxLength": MAX_DIGITS}
        schema: dict[str, Json] = {"anyOf": [integer, string]}
        return schema | ({"description": self.description} if self.description else {})


_TOO_LARGE = 10**MAX_DIGITS
_NUMERAL = r"[0-9]+(\.[0-9]+|/0*[1-9][0-9]*)?"
_ZERO = r"0+(\.0+|/0*[1-9][0-9]*)?"


def text_of(value: Json, path: str, longest: int) -> str:
    """Some text of at most so many characters; which characters it may have, its codec says."""
    if not isinstance(value, str):
        raise BadInput(path, f"should be text, not {kind(value)}")
    if not value.strip():
        raise BadInput(path, "is empty")
    if len(value) > longest:
        raise BadInput(path, f"is longer than {longest:,} characters")
    return value


@record
class Text:
    """A line of text, trimmed of nothing: what was written is what is kept."""

    longest: int = MAX_TEXT
    pattern: str = ""
    like: str = ""

    def read(self, value: Json, path: str) -> str:
        text = text_of(value, path, self.longest)
        if _UNSHOWN.search(text):
            raise BadInput(path, UNSHOWN)
        if self.pattern and not re.fullmatch(self.pattern, text):
            raise BadInput(path, f"{quoted(text)} should be like {self.like}")
        return text

    def write(self, value: Any) -> Json:
        return value

    def schema(self) -> dict[str, Json]:
        pattern = f"^(?:{self.pattern})$" if self.pattern else r"\S"
        return {"type": "string", "minLength": 1, "maxLength": self.longest, "pattern": pattern}


class Flag:
    def read(self, value: Json, path: str) -> bool:
        if not isinstance(value, bool):
            raise BadInput(path, f"should be true or false, not {kind(value)}")
        return value

    def write(self, value: Any) -> Json:
        return value

    def schema(self) -> dict[str, Json]:
        return {"type": "boolean"}


@record
class OneOf:
    """One of a fixed list of names."""

    names: tuple[str, ...]
    what: str = "value"

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.names)

    def read(self, value: Json, path: str) -> str:
        if not isinstance(value, str):
            raise BadInput(path, f"should be the name of a {self.what}, not {kind(value)}")
        if value not in self._known:
            raise BadInput(path, f"{quoted(value)} is not a known {self.what}{_instead(value, self.names)}")
        return value

    def write(self, value: Any) -> Json:
        return value

    def schema(self) -> dict[str, Json]:
        return {"enum": list(self.names)}


class Odds:
    """A payout: "7:6" is 7 to 6, "25 for 1" is read as 24 to 1."""

    def read(self, value: Json, path: str) -> Fraction:
        match = _PAYOUT.fullmatch(value) if isinstance(value, str) else None
        if not match:
            raise BadInput(path, f'should be a payout such as "7:6" or "25 for 1", not {quoted(value)}')
        top, bottom = int(match[1]), int(match[3])
        if match[2] == " for ":
            top -= bottom
        if bottom == 0 or top < 0:
            raise BadInput(path, f"{quoted(value)} is not a payout; write it like 7:6 or 25 for 1")
        return _payout(top, bottom)

    def write(self, value: Any) -> Json:
        return f"{value.numerator}:{value.denominator}"

    def schema(self) -> dict[str, Json]:
        return {"type": "string", "pattern": "^[0-9]{1,12}(:| for )0*[1-9][0-9]*$", "maxLength": 29}


_PAYOUT = re.compile(r"([0-9]{1,12})(:| for )([0-9]{1,12})")
# One object for each payout: that a stated one is the document's is then seen without arithmetic.
_payout = lru_cache(maxsize=1024)(Fraction)


@record
class Items:
    """A list; with ``unique`` no entry may appear twice."""

    item: Codec
    unique: bool = False
    longest: int = 400

    def read(self, value: Json, path: str) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise BadInput(path, f"should be a list, not {kind(value)}")
        if len(value) > self.longest:
            raise BadInput(path, f"has more than {self.longest} entries")
        items: list[Any] = []
        for place, entry in enumerate(value):
            got = self.item.read(entry, f"{path}[{place}]")
            if self.unique and got in items:
                raise BadInput(f"{path}[{place}]", f"{quoted(got)} appears twice")
            items.append(got)
        return tuple(items)

    def write(self, value: Any) -> Json:
        return [self.item.write(entry) for entry in value]

    def schema(self) -> dict[str, Json]:
        schema = {"type": "array", "items": self.item.schema(), "maxItems": self.longest}
        return schema | ({"uniqueItems": True} if self.unique else {})


@record
class Entries:
    """An object whose keys are names from a fixed list, all with the same kind of value."""

    names: tuple[str, ...]
    value: Codec
    what: str = "name"

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.names)

    def read(self, value: Json, path: str) -> Mapping[str, Any]:
        _object(value, path)
        for key in value:
            if key not in self._known:
                raise BadInput(
                    join(path, path_key(key)),
                    f"{quoted(key)} is not a known {self.what}{_instead(key, self.names)}",
                )
        return MappingProxyType({key: self.value.read(value[key], join(path, key)) for key in value})

    def write(self, value: Any) -> Json:
        return {key: self.value.write(entry) for key, entry in value.items()}

    def schema(self) -> dict[str, Json]:
        one = self.value.schema()
        return {"type": "object", "properties": dict.fromkeys(self.names, one), "additionalProperties": False}


@record
class Named:
    """An object whose keys are names that the writer chooses, all with the same kind of value."""

    name: Codec
    value: Codec
    longest: int = 60

    def read(self, value: Json, path: str) -> Mapping[str, Any]:
        _object(value, path)
        if not value:
            raise BadInput(path, "is empty")
        if len(value) > self.longest:
            raise BadInput(path, f"has more than {self.longest} entries")
        places = {key: join(path, path_key(key)) for key in value}
        for key, place in places.items():
            self.name.read(key, place)
        return MappingProxyType({key: self.value.read(value[key], place) for key, place in places.items()})

    def write(self, value: Any) -> Json:
        return {key: self.value.write(entry) for key, entry in value.items()}

    def schema(self) -> dict[str, Json]:
        return {
            "type": "object",
            "propertyNames": self.name.schema(),
            "additionalProperties": self.value.schema(),
            "minProperties": 1,
            "maxProperties": self.longest,
        }


@record
class Fields:
    """An object with path_key fields; unknown ones are refused with the nearest known name."""

    fields: Mapping[str, Codec]
    required: tuple[str, ...] = ()

    def read(self, value: Json, path: str) -> Mapping[str, Any]:
        _object(value, path)
        for key in value:
            if key not in self.fields:
                raise BadInput(
                    join(path, path_key(key)),
                    f"{quoted(key)} is not a known field{nearest(key, self.fields)}",
                )
        for key in self.required:
            if key not in value:
                raise BadInput(join(path, key), "is missing")
        return MappingProxyType({k: self.fields[k].read(v, join(path, k)) for k, v in value.items()})

    def write(self, value: Any) -> Json:
        return {key: self.fields[key].write(entry) for key, entry in value.items()}

    def schema(self) -> dict[str, Json]:
        schema: dict[str, Json] = {
            "type": "object",
            "properties": {key: codec.schema() for key, codec in self.fields.items()},
            "additionalProperties": False,
        }
        return schema | ({"required": list(self.required)} if self.required else {})


@record
class OneOrEach:
    """Either one number for all, or an object with one a name: odds multiples."""

    one: Codec
    each: Codec

    def read(self, value: Json, path: str) -> Any:
        return self.each.read(value, path) if isinstance(value, dict) else self.one.read(value, path)

    def write(self, value: Any) -> Json:
        return self.each.write(value) if isinstance(value, Mapping) else self.one.write(value)

    def schema(self) -> dict[str, Json]:
        return {"anyOf": [self.one.schema(), self.each.schema()]}


def kind(value: Json) -> str:
    """What a JSON value is, in words a person would use."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, Float):
        return value.text if len(value.text) <= 60 else value.text[:57] + "..."
    return quoted(value)


def _instead(name: str, known: tuple[str, ...]) -> str:
    """What would be valid: every name if they are few, else the nearest."""
    return f"; it can be {', '.join(known)}" if len(known) <= 8 else nearest(name, known)


def _object(value: Json, path: str) -> None:
    if not isinstance(value, dict):
        raise BadInput(path, f"should be an object, not {kind(value)}")
