"""The catalogue: reading the data files.

An example names its subjects (subjects.py), from which its clauses follow. One that needs a table other than
the edition's baseline, such as one with double odds, states its own ``terms`` and says so in ``given``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from craps.codec import Fields, Items, Json, Number, Text, join, kind
from craps.edition import Edition
from craps.editions import all_edition_ids, edition_ids, load_edition, predecessor_of
from craps.errors import BadInput
from craps.examples.subjects import clauses_of
from craps.games import game_of
from craps.money import Exact
from craps.readings import choose
from craps.ruleset import RuleSet


@dataclass(frozen=True)
class Example:
    """Bets and rolls that show a rule. ``events`` is contract JSON, ``read`` the same events, read.

    ``terms`` (``stated`` the same, read) and ``readings`` are what the example needs besides: they take the
    place of a rule set's own. ``given`` says so in words.
    """

    id: str
    title: str
    why: str
    subjects: tuple[str, ...]
    clauses: tuple[str, ...]
    events: tuple[Mapping[str, Json], ...]
    read: tuple[Any, ...]
    given: str
    terms: Mapping[str, Json]
    stated: Mapping[str, Any]
    readings: Mapping[str, str]
    end: Exact | None = None  # the player's balance at its end under the edition, where the example states it

    @cached_property
    def wagers(self) -> frozenset[str]:
        """The wagers it bets on."""
        return frozenset(event.wager for event in self.read if event.verb == "bet")

    def shows(self, path: str) -> bool:
        """Whether it has to do with the field at ``path``, or one inside or around it.

        >>> buy = next(e for e in examples_of("nz-1998") if e.id == "buy-taken-down")
        >>> buy.shows("vig.buy.rate"), buy.shows("vig"), buy.shows("vig.lay")
        (True, True, False)
        """
        return any(_meet(path, subject) for subject in self.subjects)

    @property
    def has_terms(self) -> bool:
        """Whether it is settled by terms or readings of its own."""
        return bool(self.terms or self.readings)

    def under(self, ruleset: RuleSet) -> RuleSet:
        """The rule set by which it is settled at this table: with its own terms in place of the table's."""
        if not self.has_terms:
            return ruleset
        stated = dict(ruleset.stated)
        for name, own in self.stated.items():
            stated[name] = {**stated.get(name, {}), **own} if isinstance(own, Mapping) else own
        return RuleSet(ruleset.edition, MappingProxyType(stated)).with_readings(self.readings)

    def applies_to(self, ruleset: RuleSet) -> bool:
        """Whether the rule set has the example's terms anyway, so that it tells what happens at this table.

        >>> from craps import load_ruleset
        >>> double = next(e for e in examples_of("nz-1998") if e.id == "double-odds")
        >>> single = load_ruleset({"edition": "nz-1998"})
        >>> double.applies_to(single), double.applies_to(double.under(single))
        (False, True)
        """
        if not self.has_terms:
            return True
        own = self.under(ruleset)
        terms = game_of(ruleset.edition).example_terms
        return own.edition == ruleset.edition and all(
            terms[name](own, key) == terms[name](ruleset, key)
            for name, value in self.stated.items()
            for key in (value if isinstance(value, Mapping) else ("",))
        )

    def to_json(self) -> dict[str, Json]:
        row: dict[str, Json] = {
            "id": self.id,
            "title": self.title,
            "why": self.why,
            "subjects": list(self.subjects),
            "clauses": list(self.clauses),
            "events": [dict(event) for event in self.events],
        }
        if self.has_terms:
            row |= {"given": self.given, "terms": dict(self.terms), "readings": dict(self.readings)}
        return row if self.end is None else row | {"end": str(self.end)}


def examples_of(edition: str | Edition) -> tuple[Example, ...]:
    """The worked examples of an edition.

    An edition that is not built in, such as a draft, has its own or takes those of the one it follows on,
    else those of its jurisdiction's first; where there is neither it has none. One that bets on a wager which
    the edition does not offer, or that it cannot read, is left out.

    >>> len(examples_of("md-mini")) >= 12
    True
    """
    return _examples_of(load_edition(edition))


def examples_data(edition: str | Edition) -> dict[str, Any]:
    """The data of an edition's worked examples, in the form of their file and without ``base``."""
    loaded = load_edition(edition)
    return {"example": _entries_of(loaded)}


def example_from_json(data: Json, edition: Edition, path: str = "") -> Example:
    """Read one example; BadInput names the place. An operator's own needs only ``title`` and ``events``."""
    if not isinstance(data, dict):
        raise BadInput(path, f"should be an object with title and events, not {kind(data)}")
    fields = FORM.read({key: value for key, value in data.items() if key not in READ_HERE}, path)
    events, terms, readings = data.get("events"), data.get("terms", {}), data.get("readings", {})
    stated = stated_form(edition).read(terms, join(path, "terms"))
    choose(edition.readings, readings, edition.id, join(path, "readings"))
    if (terms or readings) and "given" not in fields:
        raise BadInput(join(path, "given"), "is missing: describe in words what terms the example has")
    if not isinstance(events, list) or not events:
        raise BadInput(f"{path}.events" if path else "events", "should be a list of bets and rolls")
    subjects = fields.get("subjects", ())
    rules = RuleSet(edition, MappingProxyType({"edition": edition.id, **stated}))
    return Example(
        id=fields.get("id", "own"),
        title=fields["title"],
        why=fields.get("why", ""),
        subjects=subjects,
        clauses=tuple(dict.fromkeys(clause for s in subjects for clause in clauses_of(edition, s))),
        events=tuple(events),
        read=tuple(game_of(edition).read_events(events, rules)),
        given=fields.get("given", ""),
        terms=MappingProxyType(terms),
        stated=stated,
        readings=MappingProxyType(readings),
        end=fields.get("end"),
    )


def resolved(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of worked examples from their file: with those of its ``base``, which is a built-in edition,
    and what all of a file share (``given``, ``terms``) written in each."""
    without = data.get("without", ())
    base = _built_in(load_edition(data["base"], "base").id) if "base" in data else []
    shared = {key: data[key] for key in ("given", "terms") if key in data}
    own: list[dict[str, Any]] = [shared | entry for entry in data.get("example", [])]
    return {"example": [entry for entry in base if entry["id"] not in without] + own}


# The data files ------------------------------------------------------------------------------------------

_LINE = Text()
FORM = Fields(
    {
        "id": Text(60),
        "title": _LINE,
        "why": _LINE,
        "given": _LINE,
        "subjects": Items(Text(60)),
        "end": Number(),
    },
    ("title",),
)
READ_HERE = ("events", "terms", "readings")


def stated_form(edition: Edition) -> Fields:
    """The fields of a rule set that an example may state."""
    game = game_of(edition)
    return Fields({name: game.ruleset_form.fields[name] for name in game.example_terms})


@lru_cache(maxsize=256)
def _examples_of(edition: Edition) -> tuple[Example, ...]:
    if edition.examples is None and edition.id in all_edition_ids():
        return tuple(_read(_built_in(edition.id), edition))
    return tuple(_readable(_entries_of(edition), edition))


def _entries_of(edition: Edition) -> list[dict[str, Any]]:
    if edition.examples is not None:
        return list(resolved(edition.examples)["example"])
    if edition.id in all_edition_ids():
        return _built_in(edition.id)
    try:
        before = predecessor_of(edition)
    except BadInput:
        before = None  # it follows on one that is not here
    if before is not None:
        return _entries_of(before)
    kin = map(load_edition, edition_ids(game_of(edition).id))
    first = next((each.id for each in kin if each.jurisdiction == edition.jurisdiction), "")
    return _built_in(first) if first else []


def _built_in(source: str) -> list[dict[str, Any]]:
    data = tomllib.loads((files(__package__) / f"{source}.toml").read_text(encoding="utf-8"))
    return list(resolved(data)["example"])


def _readable(entries: Iterable[dict[str, Any]], edition: Edition) -> Iterator[Example]:
    for entry in entries:
        try:
            example = example_from_json(entry, edition)
        except BadInput:
            continue  # craps/contents.py says why
        if example.wagers <= edition.wagers.keys():
            yield example


def _read(entries: Iterable[dict[str, Any]], edition: Edition) -> Iterator[Example]:
    for entry in entries:
        yield example_from_json(entry, edition, entry["id"])


def _meet(path: str, subject: str) -> bool:
    """Whether one path lies on the way to the other; a number or pair counts only where both name one."""
    (path, _, slot), (subject, _, own) = path.partition(":"), subject.partition(":")
    if slot and own and slot != own:
        return False
    short, long = sorted((path, subject), key=len)
    return long == short or long.startswith(f"{short}.")
