"""How the values of an edition are entered in the portal: what is added like that of which edition, and which
values are then changed, added or removed one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from craps.codec import Flag, Items, OneOf
from craps.edition import Edition
from craps.edition_start import entry_like, form_at, smallest
from craps.edition_values import ASIDE, CITED, ONLY_CLAUSE, RATE, Value, values, with_value
from portal.editions.adding import SECTIONS

Keys = tuple[str, ...]
Typed = dict[str, str | list[str]]


class Way(NamedTuple):
    """How a part is entered. `source` is the edition it is like, "" for none, None if it is there already."""

    keys: Keys
    source: str | None
    clause: str
    change: list[Value]
    add: list[Value]
    remove: list[Keys]

    @property
    def cost(self) -> int:
        return len(self.change) + 2 * len(self.add) + len(self.remove) + (self.source is not None)


def parts_of(edition: Edition) -> Iterator[Keys]:
    """The parts that are added one by one, in the order of the file."""
    for section, entries in edition.data.items():
        if section in SECTIONS:
            yield from ((section, name) for name in entries)
        elif section not in (*ASIDE, "readings"):
            yield (section,)


def values_in(data: Any, keys: Keys) -> dict[Keys, Value]:
    return {value.keys: value for value in values(data) if value.keys[: len(keys)] == keys}


def way_to(target: Edition, now: Any, keys: Keys, sources: list[Edition]) -> Way:
    """The way with the fewest forms; `now` is the draft's document."""
    wanted = values_in(target.data, keys)
    clauses = Counter(value.clause for value in wanted.values() if value.clause)
    clause = clauses.most_common(1)[0][0] if clauses else "1"
    there = values_in(now, keys)
    if there:
        return _way(wanted, there, keys, None, clause)
    form = form_at(target.data, keys)
    assert form is not None
    ways = []
    for source in sources:
        theirs: Any = source.data
        for key in keys:
            theirs = theirs.get(key, {})
        if theirs:
            begun = with_value(now, keys, entry_like(form, theirs, clause))
            ways.append(_way(wanted, values_in(begun, keys), keys, source.id, clause))
    begun = with_value(now, keys, smallest(form, clause, keys[-1]))
    ways.append(_way(wanted, values_in(begun, keys), keys, "", clause))
    return min(ways, key=lambda way: way.cost)


def typed_value(value: Value) -> Typed:
    """What a person enters in the form of a value."""
    typed: Typed = {}
    bare = value.json[0] if value.kind == CITED else value.json
    if value.kind == RATE:
        typed = {"kind": value.json[0], "value": value.json[1]}
    elif isinstance(value.codec, Flag):
        typed = {"value": "yes" if bare else "no"}
    elif isinstance(value.codec, Items) and isinstance(value.codec.item, OneOf):
        typed = {"value": list(bare)}
    elif isinstance(value.codec, Items):
        typed = {"value": " ".join(map(str, bare))}
    elif value.kind != ONLY_CLAUSE:
        typed = {"value": str(bare)}
    return typed | ({"clause": value.clause} if value.clause else {})


def _way(
    wanted: dict[Keys, Value], there: dict[Keys, Value], keys: Keys, source: str | None, clause: str
) -> Way:
    change = [v for at, v in wanted.items() if at in there and there[at].json != v.json]
    add = [v for at, v in wanted.items() if at not in there]
    gone = dict.fromkeys(_whole(at, wanted) for at in there if at not in wanted)
    return Way(keys, source, clause, change, add, list(gone))


def _whole(keys: Keys, wanted: dict[Keys, Value]) -> Keys:
    """The largest part around a value that is not wanted: all payouts, where none of them is."""
    sizes = range(3, len(keys))
    unwanted = (keys[:size] for size in sizes if not any(at[:size] == keys[:size] for at in wanted))
    return next(unwanted, keys)
