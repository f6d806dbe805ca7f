"""The single values of an edition, as a regulator changes them when it drafts the next edition.

``values`` lists them with their clauses, ``with_value`` and ``without_value`` return a changed copy of the
JSON form, ``differences`` compares two forms. A value is named by its path (``odds.pass_line.most.all``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from craps.codec import Codec, Entries, Fields, Json, OneOf
from craps.dice import TOTALS
from craps.edition import Edition
from craps.edition_codec import CLAUSE, CitedForm, FreeForm, RateForm, ReadingForm
from craps.errors import BadInput, nearest, quoted
from craps.games import game_called, game_of
from craps.money import odds_text
from craps.readings import JUDGEMENTS
from craps.wagers import CATALOGUE, winning_parts

Keys = tuple[str, ...]

# The edition's particulars. They are set once and are not among its values.
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
CITED, RATE, ONLY_CLAUSE, READING, PLAIN = "cited", "rate", "clause", "reading", "plain"


@dataclass(frozen=True)
class Value:
    """One value: its place, kind and JSON. ``codec`` reads what stands beside the clause or is chosen."""

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
        if self.kind == READING:
            return str(self.json["clauses"][0])
        return str(self.json) if self.kind == ONLY_CLAUSE else ""


@dataclass(frozen=True)
class Difference:
    """A value that differs between two forms; ``was`` or ``now`` is None where a form does not have it."""

    was: Value | None
    now: Value | None

    @property
    def value(self) -> Value:
        """The value as it is now, or as it was where it was dropped."""
        value = self.now or self.was
        assert value is not None  # noqa: S101 - one of the two is always there
        return value

    @property
    def keys(self) -> Keys:
        return self.value.keys

    @property
    def path(self) -> str:
        return self.value.path

    @property
    def clause(self) -> str:
        return self.value.clause


def values(data: Mapping[str, Json]) -> list[Value]:
    """Every value of an edition's JSON form that can be changed, in the form's order.

    >>> from craps import load_edition
    >>> odds = [v for v in values(load_edition("md-craps").to_json()) if v.path == "odds.pass_line.most.all"]
    >>> odds[0].json, odds[0].clause
    ([100, '6/E'], '6/E')
    """
    return [value for value in _walk(_form_of(data), data, ()) if value.keys[0] not in ASIDE]


def value_at(data: Mapping[str, Json], path: str) -> Value:
    """One value by its path; BadInput names the nearest where there is none."""
    known = {value.path: value for value in values(data)}
    if path not in known:
        raise BadInput(path, f"{quoted(path)} is not a value of this edition{nearest(path, known)}")
    return known[path]


def part_at(data: Mapping[str, Json], path: str) -> tuple[Keys, Json]:
    """A whole section (``vig``) or entry (``vig.buy``); None where the edition has none."""
    keys = tuple(path.split(".", 1))
    form = _form_of(data)
    sections = tuple(name for name in form.fields if name not in ASIDE)
    if keys[0] not in sections:
        raise BadInput(path, f"{quoted(keys[0])} is not a section of an edition{nearest(keys[0], sections)}")
    section = form.fields[keys[0]]
    if len(keys) == 2:
        names = (
            section.names
            if isinstance(section, Entries)
            else tuple(section.fields)
            if isinstance(section, Fields)
            else ()
        )
        if keys[1] not in names:
            raise BadInput(path, f"{quoted(keys[1])} is not an entry of {keys[0]}{nearest(keys[1], names)}")
    part: Any = data
    for key in keys:
        part = part.get(key) if isinstance(part, Mapping) else None
    return keys, part


def with_value(data: Mapping[str, Json], keys: Keys, json: Json) -> dict[str, Json]:
    """Return a copy with other JSON at a place; missing parents are added."""
    head, *rest = keys
    inner = with_value(_mapping(data.get(head)), tuple(rest), json) if rest else json
    return {**data, head: inner}


def without_value(data: Mapping[str, Json], keys: Keys) -> dict[str, Json]:
    """Return a copy without the JSON at a place, and without parents that this empties."""
    head, *rest = keys
    inner = without_value(_mapping(data.get(head)), tuple(rest)) if rest else None
    if inner:
        return {**data, head: inner}
    return {key: value for key, value in data.items() if key != head}


def differences(was: Mapping[str, Json], now: Mapping[str, Json]) -> list[Difference]:
    """Every value that was changed, added or dropped, in the form's order."""
    before, after = ({value.keys: value for value in values(data)} for data in (was, now))
    order = [*after, *(keys for keys in before if keys not in after)]
    sections = list(_form_of(now).fields)
    order.sort(key=lambda keys: sections.index(keys[0]))
    return [
        Difference(before.get(keys), after.get(keys))
        for keys in order
        if keys not in before or keys not in after or before[keys].json != after[keys].json
    ]


def ordered_like(data: Json, base: Json) -> Json:
    """The same JSON with its keys in the order of another, new ones last, for stores that lose the order."""
    if not isinstance(data, Mapping) or not isinstance(base, Mapping):
        return data
    keys = [*(key for key in base if key in data), *(key for key in data if key not in base)]
    return {key: ordered_like(data[key], base.get(key)) for key in keys}


def in_form_order(data: Mapping[str, Json]) -> dict[str, Json]:
    """The same JSON with its keys in the order of the edition's form, free ones in the order of their
    numbers: the one order of an edition that follows on none."""
    ordered: dict[str, Json] = _in_order(_form_of(data), data)
    return ordered


def contradictions(edition: Edition) -> list[tuple[str, str]]:
    """Where an edition contradicts itself: path and message. An edition with any must not be published."""
    problems = []
    for flat, rule in edition.odds.items():
        for point, most in rule.most.items():
            least, default = rule.least[point].value, rule.baseline[point]
            if least > most.value:
                problems.append(
                    (f"odds.{flat}", f"asks for {least}× or more on {point}, and allows {most.value}×")
                )
            elif not least <= default <= most.value:
                message = (
                    f"takes {default}× on {point} where the operator states none, and allows {most.value}×"
                )
                problems.append((f"odds.{flat}.baseline", message))
            else:
                continue
            break  # the other points of the bet say the same
    for wager, terms in edition.wagers.items():
        if terms.min and terms.max and terms.min.value > terms.max.value:
            message = f"has a minimum of {terms.min.value} and a maximum of {terms.max.value}"
            problems.append((f"wagers.{wager}", message))
        problems += _misprinted(edition, wager)
    return [*problems, *game_of(edition).contradictions(edition)]


def _misprinted(edition: Edition, wager: str) -> Iterator[tuple[str, str]]:
    """Printed payouts of a whole combined wager that its shares do not come to."""
    printed = edition.wagers[wager].printed
    won = dict(zip(map(str, TOTALS), winning_parts(wager, None), strict=True)) if printed else {}
    for total, cited in printed.items():
        if all(part in edition.wagers for part in won[total]):
            paid = sum((1 + edition.wagers[part].pays[""].value for part in won[total]), Fraction(0))
            due = paid / len(CATALOGUE[wager].parts) - 1
            if due != cited.value:
                message = f"pays {odds_text(cited.value)} on {total}, and its shares come to {odds_text(due)}"
                yield f"wagers.{wager}.printed", message


def _form_of(data: Mapping[str, Json]) -> Fields:
    """The form of the edition's game."""
    return game_called(data.get("game")).edition_form


def _walk(codec: Codec, json: Json, keys: Keys) -> Iterator[Value]:
    if isinstance(codec, ReadingForm):
        yield Value(keys, READING, OneOf(tuple(json.get("options") or JUDGEMENTS)), json)
    elif isinstance(codec, Fields | Entries) and isinstance(json, Mapping):
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


def _in_order(codec: Codec | None, json: Json) -> Json:
    if not isinstance(json, Mapping):
        return json
    inner: Mapping[str, Codec] = {}
    if isinstance(codec, Fields):
        inner = codec.fields
    elif isinstance(codec, Entries):
        inner = dict.fromkeys(codec.names, codec.value)
    free = codec.value if isinstance(codec, FreeForm) else None
    keys = [
        *(key for key in inner if key in json),
        *sorted((k for k in json if k not in inner), key=_natural),
    ]
    return {key: _in_order(inner.get(key, free), json[key]) for key in keys}


def _natural(key: str) -> list[tuple[int, str]]:
    """Numbers by their size, 9 before 10."""
    parts = re.findall(r"\d+|\D+", key)
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def _mapping(json: Json) -> Mapping[str, Json]:
    return json if isinstance(json, Mapping) else {}
