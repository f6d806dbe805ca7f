"""An edition's values one by one: what a regulator changes when it drafts the next edition from this one.

``values`` lists them with their clauses, ``replaced`` and ``without`` give a changed copy of the JSON form,
``differences`` says what two forms do not share. A value is named by its path (``odds.pass_line.most.all``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from craps.codec import Codec, Entries, Fields, Json
from craps.edition import Edition
from craps.edition_codec import CLAUSE, EDITION, CitedForm, FreeForm, RateForm
from craps.errors import BadInput, nearest, shown

Keys = tuple[str, ...]

# What an edition is rather than what it says: these are given once, and not as a change of a value.
HEAD = (
    "id",
    "title",
    "jurisdiction",
    "authority",
    "game",
    "source",
    "in_force_from",
    "supersedes",
    "currency",
)
ASIDE = (*HEAD, "slips")
CITED, RATE, ONLY_CLAUSE, PLAIN = "cited", "rate", "clause", "plain"


@dataclass(frozen=True)
class Value:
    """One value: where it stands, its form, and its JSON. ``codec`` reads what stands beside the clause."""

    keys: Keys
    kind: str
    codec: Codec
    json: Json

    @property
    def path(self) -> str:
        return ".".join(self.keys)

    @property
    def clause(self) -> str:
        """The clause it follows from; "" for the few that are our reading and cite none."""
        if self.kind in (CITED, RATE):
            return str(self.json[-1])
        return str(self.json) if self.kind == ONLY_CLAUSE else ""


@dataclass(frozen=True)
class Difference:
    """A value that two forms do not share; ``was`` or ``now`` is None where it is not there at all."""

    was: Value | None
    now: Value | None

    @property
    def there(self) -> Value:
        found = self.now or self.was
        assert found is not None  # noqa: S101 - one of the two is always there
        return found

    @property
    def keys(self) -> Keys:
        return self.there.keys

    @property
    def path(self) -> str:
        return self.there.path

    @property
    def clause(self) -> str:
        return self.there.clause


def values(data: Mapping[str, Json]) -> list[Value]:
    """Every value of an edition's JSON form that can be changed, in the form's order.

    >>> from craps import load_edition
    >>> odds = [v for v in values(load_edition("md-craps").to_json()) if v.path == "odds.pass_line.most.all"]
    >>> odds[0].json, odds[0].clause
    ([100, '6/E'], '6/E')
    """
    return [value for value in _walk(EDITION, data, ()) if value.keys[0] not in ASIDE]


def value_at(data: Mapping[str, Json], path: str) -> Value:
    """One value by its path; BadInput names the nearest where there is none."""
    known = {value.path: value for value in values(data)}
    if path not in known:
        raise BadInput(path, f"{shown(path)} is not a value of this edition{nearest(path, known)}")
    return known[path]


def part_at(data: Mapping[str, Json], path: str) -> tuple[Keys, Json]:
    """A section (``vig``) or one of its entries (``vig.buy``), whole; None where the edition has none."""
    keys = tuple(path.split(".", 1))
    sections = tuple(name for name in EDITION.fields if name not in ASIDE)
    if keys[0] not in sections:
        raise BadInput(path, f"{shown(keys[0])} is not a section of an edition{nearest(keys[0], sections)}")
    section = EDITION.fields[keys[0]]
    if len(keys) == 2:
        names = (
            section.names
            if isinstance(section, Entries)
            else tuple(section.fields)
            if isinstance(section, Fields)
            else ()
        )
        if keys[1] not in names:
            raise BadInput(path, f"{shown(keys[1])} is not an entry of {keys[0]}{nearest(keys[1], names)}")
    found: Any = data
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return keys, found


def replaced(data: Mapping[str, Json], keys: Keys, json: Json) -> dict[str, Json]:
    """A copy with other JSON at a place; what leads there is made where it is missing."""
    head, *rest = keys
    inner = replaced(_mapping(data.get(head)), tuple(rest), json) if rest else json
    return {**data, head: inner}


def without(data: Mapping[str, Json], keys: Keys) -> dict[str, Json]:
    """A copy without what stands at a place, and without what it leaves empty."""
    head, *rest = keys
    inner = without(_mapping(data.get(head)), tuple(rest)) if rest else None
    if inner:
        return {**data, head: inner}
    return {key: value for key, value in data.items() if key != head}


def differences(was: Mapping[str, Json], now: Mapping[str, Json]) -> list[Difference]:
    """Every value that was changed, added or dropped, in the form's order."""
    before, after = ({value.keys: value for value in values(data)} for data in (was, now))
    order = [*after, *(keys for keys in before if keys not in after)]
    sections = list(EDITION.fields)
    order.sort(key=lambda keys: sections.index(keys[0]))
    return [
        Difference(before.get(keys), after.get(keys))
        for keys in order
        if keys not in before or keys not in after or before[keys].json != after[keys].json
    ]


def ordered_like(data: Json, base: Json) -> Json:
    """The same JSON with its keys in the order of another, new ones last: for stores that keep no order."""
    if not isinstance(data, Mapping) or not isinstance(base, Mapping):
        return data
    keys = [*(key for key in base if key in data), *(key for key in data if key not in base)]
    return {key: ordered_like(data[key], base.get(key)) for key in keys}


def contradictions(edition: Edition) -> list[tuple[str, str]]:
    """Where an edition speaks against itself: path and message. It is not fit to be published with any."""
    found = []
    for flat, rule in edition.odds.items():
        for point, most in rule.most.items():
            least, default = rule.least[point].value, rule.baseline[point]
            if least > most.value:
                found.append(
                    (f"odds.{flat}", f"asks for {least}× or more on {point}, and allows {most.value}×")
                )
            elif not least <= default <= most.value:
                message = (
                    f"takes {default}× on {point} where the operator states none, and allows {most.value}×"
                )
                found.append((f"odds.{flat}.baseline", message))
            else:
                continue
            break  # the other points of the bet say the same
    for wager, terms in edition.wagers.items():
        if terms.min and terms.max and terms.min.value > terms.max.value:
            message = f"has a minimum of {terms.min.value} and a maximum of {terms.max.value}"
            found.append((f"wagers.{wager}", message))
    return found


def _walk(codec: Codec, json: Json, keys: Keys) -> Iterator[Value]:
    if isinstance(codec, Fields | Entries) and isinstance(json, Mapping):
        known = codec.fields if isinstance(codec, Fields) else dict.fromkeys(codec.names, codec.value)
        for key, inner in known.items():
            if key in json:
                yield from _walk(inner, json[key], (*keys, key))
    elif isinstance(codec, FreeForm) and isinstance(json, Mapping):
        for key, entry in json.items():
            yield from _walk(codec.value, entry, (*keys, key))
    elif isinstance(codec, CitedForm):
        yield Value(keys, CITED, codec.value, json)
    elif isinstance(codec, RateForm):
        yield Value(keys, RATE, codec.value, json)
    elif codec is CLAUSE or isinstance(codec, FreeForm):
        yield Value(keys, ONLY_CLAUSE, CLAUSE, json)
    else:
        yield Value(keys, PLAIN, codec, json)


def _mapping(json: Json) -> Mapping[str, Json]:
    return json if isinstance(json, Mapping) else {}
