"""The catalogue: reading the data files, and the clauses an example rests on.

An example names its subjects as paths of a rule set (``vig.buy``, ``payouts.hardway``). The clauses are
looked up there in the edition, so that a midi table or a drafted edition cites its own numbers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from craps.codec import Fields, Items, Json, Text, kind
from craps.edition import Edition
from craps.edition_codec import Cited
from craps.editions import edition_ids, load_edition, predecessor_of
from craps.errors import BadInput
from craps.scenario import Event, read_event


@dataclass(frozen=True)
class Example:
    """Bets and rolls that show a rule. ``events`` is contract JSON, ``read`` the same events, read."""

    id: str
    title: str
    why: str
    subjects: tuple[str, ...]
    clauses: tuple[str, ...]
    events: tuple[Mapping[str, Json], ...]
    read: tuple[Event, ...]

    @property
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

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "title": self.title,
            "why": self.why,
            "subjects": list(self.subjects),
            "clauses": list(self.clauses),
            "events": [dict(event) for event in self.events],
        }


def examples_of(edition: str | Edition) -> tuple[Example, ...]:
    """The worked examples of an edition.

    An edition that is not built in, such as a draft, takes those of the one it follows on, else those of its
    jurisdiction's first; where there is neither it has none. One that bets on a wager it dropped is left out.

    >>> len(examples_of("md-mini")) >= 12
    True
    """
    return _examples_of(load_edition(edition))


def example_from_json(data: Json, edition: Edition, path: str = "") -> Example:
    """Read one example; BadInput names the place. An operator's own needs only ``title`` and ``events``."""
    if not isinstance(data, dict):
        raise BadInput(path, f"should be an object with title and events, not {kind(data)}")
    fields = _FORM.read({key: value for key, value in data.items() if key != "events"}, path)
    events = data.get("events")
    if not isinstance(events, list) or not events:
        raise BadInput(f"{path}.events" if path else "events", "should be a list of bets and rolls")
    subjects = fields.get("subjects", ())
    return Example(
        id=fields.get("id", "own"),
        title=fields["title"],
        why=fields.get("why", ""),
        subjects=subjects,
        clauses=tuple(dict.fromkeys(clause for s in subjects for clause in clauses_of(edition, s))),
        events=tuple(events),
        read=tuple(read_event(event, index) for index, event in enumerate(events)),
    )


def clauses_of(edition: Edition, subject: str) -> tuple[str, ...]:
    """The edition's clauses behind a subject, ``vig.buy`` or, for one number, ``odds.come:4``; () if silent.

    >>> clauses_of(load_edition("bc-midi"), "vig.buy"), clauses_of(load_edition("bc-midi"), "odds.come:4")
    (('4/7.4.5',), ('4/7.1.2.a',))
    """
    path, _, slot = subject.partition(":")
    head, _, name = path.partition(".")
    return tuple(dict.fromkeys(_CITED[head](edition, name, slot))) if head in _CITED else ()


# Where the clauses stand ---------------------------------------------------------------------------------


def _odds(edition: Edition, flat: str, point: str) -> Iterator[str]:
    if rule := edition.odds.get(flat):
        if point:
            yield rule.most[int(point)].clause
        else:
            yield from (rule.basis.clause, *(most.clause for most in rule.most.values()), rule.excess.clause)


def _vig(edition: Edition, path: str, _: str) -> Iterator[str]:
    wager, _, part = path.partition(".")
    if rule := edition.vig.get(wager):
        if part != "refund_on_removal":
            yield from (rule.collect.clause, rule.rate.clause, rule.base.clause)
        elif rule.refund:
            yield rule.refund.clause


def _payouts(edition: Edition, wager: str, slot: str) -> Iterator[str]:
    rule = edition.wagers.get(wager)
    if rule and rule.shares:
        yield rule.shares
    elif rule:
        chosen = (choice.tables[choice.baseline].get(wager, {}) for choice in edition.paytables.values())
        for pays in (rule.pays, *chosen):
            yield from _slots(pays, slot)


def _paytables(edition: Edition, name: str, slot: str) -> Iterator[str]:
    if choice := edition.paytables.get(name):
        yield choice.clause
        for pays in choice.tables[choice.baseline].values():
            yield from _slots(pays, slot)


def _slots(pays: Mapping[str, Cited[Any]], slot: str) -> Iterator[str]:
    yield from (cited.clause for key, cited in pays.items() if slot in ("", key))


def _come_out(edition: Edition, wager: str, _: str) -> Iterator[str]:
    if rule := edition.come_out.get(wager):
        yield rule.state.clause


def _limits(edition: Edition, wager: str, _: str) -> Iterator[str]:
    """Least, most and step, and the units an edition asks for."""
    if rule := edition.wagers.get(wager):
        bounds = (rule.min, rule.max, rule.increment, rule.chips, rule.fewest_chips)
        yield from (bound.clause for bound in bounds if bound)
        yield from (unit.clause for units in (rule.multiple, rule.wrong_unit) for unit in units.values())


def _wagers(edition: Edition, wager: str, _: str) -> Iterator[str]:
    if rule := edition.wagers.get(wager):
        yield rule.clause


def _making(edition: Edition, name: str, _: str) -> Iterator[str]:
    yield getattr(edition.making, name).clause


_CITED = {
    "odds": _odds,
    "vig": _vig,
    "payouts": _payouts,
    "come_out": _come_out,
    "paytables": _paytables,
    "limits": _limits,
    "wagers": _wagers,
    "making": _making,
}

# The data files ------------------------------------------------------------------------------------------

_LINE = Text()
_FORM = Fields({"id": Text(60), "title": _LINE, "why": _LINE, "subjects": Items(Text(60))}, ("title",))


@cache
def _examples_of(edition: Edition) -> tuple[Example, ...]:
    source = _source_of(edition)
    examples = _read(_entries(source), edition) if source else ()
    if edition.id == source:
        return tuple(examples)
    return tuple(example for example in examples if example.wagers <= edition.wagers.keys())


def _source_of(edition: Edition) -> str:
    ids = edition_ids()
    if edition.id in ids:
        return edition.id
    if edition.supersedes:
        try:
            return _source_of(predecessor_of(edition))
        except BadInput:
            pass  # it follows on one that is not here
    return next((i for i in ids if load_edition(i).jurisdiction == edition.jurisdiction), "")


def _entries(source: str) -> list[dict[str, Any]]:
    data = tomllib.loads((files(__package__) / f"{source}.toml").read_text(encoding="utf-8"))
    without = data.get("without", ())
    base = _entries(data["base"]) if "base" in data else []
    own: list[dict[str, Any]] = data.get("example", [])
    return [entry for entry in base if entry["id"] not in without] + own


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
