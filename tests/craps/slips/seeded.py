"""Slips of the pen, seeded: one value of an edition changed as people change one by mistake."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from craps import BadInput, edition_from_json
from craps.codec import Flag, Json, Number, Odds, OneOf
from craps.edition import Edition
from craps.edition_values import (
    CITED,
    ONLY_CLAUSE,
    PLAIN,
    RATE,
    READING,
    Value,
    contradictions,
    values,
    with_value,
)
from craps.money import exact

# What a unit mistaken for another makes of a figure, by the last key of its path or the one before.
UNITS: Mapping[str, tuple[Fraction, ...]] = {
    "length_ft": (Fraction(12), Fraction(3048, 10000)),  # inches, metres
    "dice_change_hours": (Fraction(60), Fraction(1, 24)),  # minutes, days
    "min": (Fraction(100), Fraction(1, 100)),  # cents
    "max": (Fraction(100), Fraction(1, 100)),
    "increment": (Fraction(100), Fraction(1, 100)),
    "rate": (Fraction(100), Fraction(1, 100)),  # a percentage as a number, a fraction as a percentage
    "most": (Fraction(100), Fraction(1, 100)),
    "least": (Fraction(100), Fraction(1, 100)),
    "baseline": (Fraction(100), Fraction(1, 100)),
    "chips": (Fraction(5), Fraction(1, 5)),  # money of five-dollar chips
    "dice": (Fraction(1, 2),),  # pairs
    "positions": (Fraction(1, 2),),  # a table's end
}
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


@dataclass(frozen=True)
class Seeded:
    """A slip: its kind, the value it is made in, and the JSON of the whole edition with it."""

    kind: str
    value: Value
    now: Json
    data: Mapping[str, Json]

    def __str__(self) -> str:
        return f"{self.kind}: {self.value.path} from {self.value.json} to {self.now}"

    def edition(self) -> Edition | None:
        """The edition with the slip; None if its form or what it says of itself refuses it."""
        try:
            edition = edition_from_json(self.data)
        except BadInput:
            return None
        return None if contradictions(edition) else edition


Make = Callable[[random.Random, Value], Json]


def seeded(edition: Edition, count: int, seed: int = 17) -> Iterator[Seeded]:
    """Different slips, the kinds in turn, each in a value drawn from those it can befall."""
    rng = random.Random(seed)
    known = values(edition.data)
    made: set[str] = set()
    spent: set[str] = set()
    while len(made) < count and len(spent) < len(KINDS):
        for kind, make in KINDS.items():
            for _ in range(200 if kind not in spent else 0):
                value = rng.choice(known)
                now = make(rng, value)
                if now is None or _same(value, now) or f"{value.path} {now}" in made:
                    continue
                made.add(f"{value.path} {now}")
                yield Seeded(kind, value, now, with_value(edition.data, value.keys, now))
                break
            else:
                spent.add(kind)
            if len(made) == count:
                return


def other_options(edition: Edition) -> Iterator[Seeded]:
    """Every choice and every yes or no of an edition, with each other option."""
    for value in values(edition.data):
        if value.kind == READING:
            options = [o for o in value.codec.names if o != value.json["chosen"]]  # type: ignore[attr-defined]
            for option in options:
                now: Json = {**value.json, "chosen": option}
                yield Seeded("other option", value, now, with_value(edition.data, value.keys, now))
        elif value.kind in (CITED, PLAIN) and isinstance(value.codec, OneOf | Flag):
            bare = value.json[0] if value.kind == CITED else value.json
            known = [True, False] if isinstance(value.codec, Flag) else value.codec.names
            for option in known:
                if option != bare:
                    now = [option, value.json[1]] if value.kind == CITED else option
                    yield Seeded("other option", value, now, with_value(edition.data, value.keys, now))


# The kinds -----------------------------------------------------------------------------------------------


def _digit_added(rng: random.Random, value: Value) -> Json:
    def add(text: str) -> str:
        at = rng.choice([match.start() for match in re.finditer(r"\d", text)]) + rng.randint(0, 1)
        return f"{text[:at]}{rng.randint(0, 9)}{text[at:]}"

    return _in_text(rng, value, add, r"\d")


def _digit_dropped(rng: random.Random, value: Value) -> Json:
    def drop(text: str) -> str:
        at = rng.choice([match.start() for match in re.finditer(r"\d", text)])
        return text[:at] + text[at + 1 :]

    return _in_text(rng, value, drop, r"\d")


def _digits_swapped(rng: random.Random, value: Value) -> Json:
    """Two digits of one number, or of the two numbers of a payout: 175 to 157, 9:5 to 5:9."""

    def swap(text: str) -> str:
        at = rng.choice([m.start() for m in re.finditer(r"(?=\d\D?\d)", text)])
        end = at + 1 if text[at + 1].isdigit() else at + 2
        return text[:at] + text[end] + text[at + 1 : end] + text[at] + text[end + 1 :]

    return _in_text(rng, value, swap, r"\d\D?\d")


def _ratio_reversed(rng: random.Random, value: Value) -> Json:
    figure = _figure(value)
    match = re.fullmatch(r"(\d+)(:|/| for )(\d+)", figure or "")
    return None if match is None else _with_figure(value, f"{match[3]}{match[2]}{match[1]}")


def _clause_off_by_one(rng: random.Random, value: Value) -> Json:
    if not _clause(value):
        return None

    def shift(text: str) -> str:
        parts = list(re.finditer(r"\d+|(?<=\()[a-z]+(?=\))|(?<=/)[A-Z](?=\(|$)", text))
        part = rng.choice(parts)
        return text[: part.start()] + _next(part[0], rng.choice((1, -1))) + text[part.end() :]

    return _with_clause(value, shift(_clause(value)))


def _sign(rng: random.Random, value: Value) -> Json:
    figure = _figure(value)
    return None if figure is None else _with_figure(value, f"-{figure}")


def _unit(rng: random.Random, value: Value) -> Json:
    figure = _figure(value)
    if figure is None:
        return None
    if isinstance(value.codec, Odds):  # "30 to 1" and "30 for 1"
        read = value.codec.read(figure, "")
        return _with_figure(value, f"{read.numerator} for {read.denominator}") if read > 1 else None
    factors = UNITS.get(value.keys[-1]) or (UNITS.get(value.keys[-2]) if len(value.keys) > 1 else None)
    return _with_figure(value, str(exact(figure) * rng.choice(factors))) if factors else None


KINDS: Mapping[str, Make] = {
    "digit added": _digit_added,
    "digit dropped": _digit_dropped,
    "two digits swapped": _digits_swapped,
    "ratio reversed": _ratio_reversed,
    "clause off by one": _clause_off_by_one,
    "sign": _sign,
    "unit": _unit,
}


# Parts ---------------------------------------------------------------------------------------------------


def _figure(value: Value) -> str | None:
    """The figure of a value as it is written; None where it has none."""
    if value.kind == RATE:
        return str(value.json[1])
    if value.kind in (CITED, PLAIN) and isinstance(value.codec, Odds | Number):
        return str(value.json[0] if value.kind == CITED else value.json)
    return None


def _clause(value: Value) -> str:
    return value.clause


def _with_figure(value: Value, figure: str) -> Json:
    if value.kind == RATE:
        return [value.json[0], figure, value.json[2]]
    return [figure, value.json[1]] if value.kind == CITED else figure


def _with_clause(value: Value, clause: str) -> Json:
    if value.kind == READING:
        return {**value.json, "clauses": [clause, *value.json["clauses"][1:]]}
    return clause if value.kind == ONLY_CLAUSE else [*value.json[:-1], clause]


def _in_text(rng: random.Random, value: Value, change: Callable[[str], str], needs: str) -> Json:
    """The change made in the figure or in the clause, whichever has digits; in a name if that has some."""
    places: list[tuple[str, Callable[[Value, str], Json]]] = []
    figure = _figure(value)
    if figure is not None:
        places.append((figure, _with_figure))
    if _clause(value):
        places.append((_clause(value), _with_clause))
    if value.kind == PLAIN and isinstance(value.json, str):
        places.append((value.json, lambda _, text: text))
    fit = [place for place in places if re.search(needs, place[0])]
    if not fit:
        return None
    text, put = rng.choice(fit)
    return put(value, change(text))


def _next(part: str, step: int) -> str:
    if part.isdigit():
        return str(int(part) + step)
    if part in _ROMAN:
        return _ROMAN[(_ROMAN.index(part) + step) % len(_ROMAN)]
    return chr(ord(part[0]) + step)


def _same(value: Value, now: Json) -> bool:
    """Whether the value means the same as before: 3:2 and 6:4, 100 and 0100."""
    if value.kind == RATE:
        return bool(now[0] == value.json[0] and now[2] == value.json[2]) and _equal(
            value, value.json[1], now[1]
        )
    if value.kind == CITED:
        return bool(now[1] == value.json[1]) and _equal(value, value.json[0], now[0])
    return bool(now == value.json) or (value.kind == PLAIN and _equal(value, value.json, now))


def _equal(value: Value, was: Json, now: Json) -> bool:
    try:
        return bool(value.codec.read(was, "") == value.codec.read(now, ""))
    except BadInput:
        return False
