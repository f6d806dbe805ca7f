"""A frozen Edition: what one rule document says, every value with the clause it comes from.

``edition_from_json`` reads the JSON form that built-in files and drafted editions share; ``Edition.to_json``
writes it. A value with its clause is ``[value, clause]`` there and ``Cited(value, clause)`` here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from craps.codec import (
    Json,
    canonical_bytes,
    digest_of,
    join,
)
from craps.edition_codec import Cited, Rate
from craps.errors import BadInput
from craps.games import game_called, game_of
from craps.money import Exact
from craps.readings import Reading, choose, reading_from_data
from craps.record import record, replace

if TYPE_CHECKING:
    from datetime import date


@record
class WagerRule:
    """What an edition says of one wager."""

    id: str
    name: str
    clause: str
    pays: Mapping[str, Cited[Fraction]]  # by payout slot; empty where a chosen paytable or its shares pay it
    pays_clauses: Mapping[str, str]  # by pair, where the document numbers each pair
    loses: Mapping[str, str]  # by slot or pair, "" for all others
    loses_point: str
    wins_point: str
    pushes: str
    moves: str
    shares: str
    printed: Mapping[str, Cited[Fraction]]  # by total thrown, of the whole wager: where shares are printed so
    when: str
    not_on: str
    offering: Cited[str]  # "yes", or "refer" where offering it is left to judgement
    left_out: Cited[str]  # what leaving it out is: "fine", "refer" or "breach"
    chips: Cited[int] | None  # only in multiples of so many chip units
    fewest_chips: Cited[int] | None
    multiple: Mapping[str, Cited[int]]  # by number: only in multiples of so much money
    wrong_unit: Mapping[str, Cited[int]]  # by number: the part above a multiple of this is paid even money
    needs: Cited[tuple[str, ...]] | None
    in_addition_to: Cited[tuple[str, ...]] | None  # offered only beside these
    min: Cited[Exact] | None
    max: Cited[Exact] | None
    increment: Cited[Exact] | None
    narrower: Cited[str] | None  # what limits inside the printed ones are; None: fine
    raises: Cited[bool] | None
    stays: Cited[bool] | None  # left up after a win unless the player says otherwise
    remove: Cited[str] | None
    reduce: str  # clause on reducing it, where removing has another

    def lost_clause(self, spot_key: str) -> str:
        return self.loses.get(spot_key) or self.loses.get("") or self.clause


@record
class OddsRule:
    """What an edition lets the operator set for the odds on one flat bet."""

    basis: Cited[str]
    most: Mapping[int, Cited[Exact]]
    least: Mapping[int, Cited[Exact]]
    below: str  # what a multiple under the least is: "refer" or "breach"
    baseline: Mapping[int, Exact]
    excess: Cited[str]  # "none", "at single odds" or "always"
    without_excess: Cited[str]  # what refusing it is: "fine", "refer" or "breach"


@record
class VigRule:
    collect: Cited[tuple[str, ...]]  # the allowed ways, the baseline first
    rate: Rate
    base: Cited[str]
    refund: Cited[bool] | None  # None: the document does not say
    open_on_win: str  # clause that allows taking it on a win without naming rate and base, or ""

    @property
    def citation(self) -> str:
        """The clauses on its rate, what it is calculated on, when it is taken and whether it is refunded."""
        clauses = [self.rate.clause, self.base.clause, self.collect.clause]
        clauses += [self.refund.clause] if self.refund else []
        return ", ".join(dict.fromkeys(clauses))


@record
class ComeOutRule:
    state: Cited[str]
    call: Cited[tuple[str, ...]]
    clauses: Mapping[str, str]  # by number, or by what is called ("on"), where each has its own

    def call_clause(self, spot: object, state: str) -> str:
        """The clause on turning a bet on this number on or off."""
        return self.clauses.get(str(spot)) or self.clauses.get(state) or self.call.clause


@record
class Making:
    """Making, raising and taking down line and come bets."""

    pass_after_point: Cited[str]  # "no", "raise" an existing one, or "make" a new one
    come_raise: Cited[bool]
    contract: Cited[str]  # from "placement" or from the "point"
    contract_come: str
    dont_raise: Cited[str]  # "before the point" or "never"
    dont_come_raise: Cited[str]
    after_point: Mapping[str, str]  # clause on raising a bet after its point; of a don't bet, if unreduced
    no_call: str  # clause cited where a wager may not be turned on or off
    no_call_on_point: str  # the same with a point on, where another clause is about that
    limits: str  # clause on posted limits, or ""
    posted: Mapping[str, str]  # of them the clause on the "min", the "max" and the "odds" above that
    called_with_cash: Cited[str] | None  # what taking a called bet with cash is; None: not spoken of
    without_cash: Cited[str] | None  # what taking it with chips only is; None: not spoken of

    @property
    def cash_is_a_choice(self) -> bool:
        """Whether the operator may take called bets with cash or leave it."""
        return all(judged and judged.value == "fine" for judged in (self.called_with_cash, self.without_cash))


@record
class Paytable:
    clause: str
    tables: Mapping[str, Mapping[str, Mapping[str, Cited[Fraction]]]]  # table -> wager -> slot

    @property
    def baseline(self) -> str:
        return next(iter(self.tables))


@record
class Edition:
    """One rule document as data. ``digest`` names its values, ``contents_digest`` all that it consists of.

    For every game alike, but ``no_other_fee`` to ``making`` are about craps: another game leaves them empty
    and has its own sections in ``own``.
    """

    id: str
    title: str
    jurisdiction: str
    authority: str
    game: str
    source: str
    in_force_from: date | None
    supersedes: str
    currency: str
    listed: str
    no_other_fee: str
    two_vig_ways: Cited[str] | None  # what vigorish taken in two ways is, where there is a way to choose
    wagers: Mapping[str, WagerRule]
    odds: Mapping[str, OddsRule]
    vig: Mapping[str, VigRule]
    paytables: Mapping[str, Paytable]
    come_out: Mapping[str, ComeOutRule]
    making: Making
    table: Mapping[str, Any]
    layout: Mapping[str, Any]
    readings: Mapping[str, Reading]
    slips: tuple[Mapping[str, str], ...]
    data: Mapping[str, Json]
    # The edition named by `supersedes`, where that one is not built in and so cannot be loaded by its id.
    predecessor: Edition | None = None
    own: Mapping[str, Any] = MappingProxyType({})
    # Its own rulebook and worked examples, in the form of the files in craps/rulebook and craps/examples;
    # None where those of the built-in files or of the edition it supersedes apply.
    book: Mapping[str, Json] | None = None
    examples: Mapping[str, Json] | None = None

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the canonical JSON form, in hex: of its values, without rulebook and examples."""
        return digest_of(canonical_bytes(dict(self.data)))

    @cached_property
    def contents_digest(self) -> str:
        """SHA-256 of all it consists of: its values, its own rulebook and its own worked examples."""
        return contents_digest(self.data, self.book, self.examples)

    @cached_property
    def _identity(self) -> str:
        own = self.digest if self.book is None and self.examples is None else self.contents_digest
        # Its rulebook or its examples may be those of the edition it supersedes.
        return own if self.predecessor is None else f"{own} {self.predecessor._identity}"

    @cached_property
    def baseline_wagers(self) -> tuple[str, ...]:
        """The wagers a rule set offers that does not say: all whose offering is not left to judgement."""
        return tuple(w for w in self.catalogue if w in self.wagers and self.wagers[w].offering.value == "yes")

    @cached_property
    def catalogue(self) -> tuple[str, ...]:
        """Every wager of its game, listed or not, in the order of pages and of canonical rule sets."""
        return tuple(game_of(self).wagers)

    def name_of(self, wager: str) -> str:
        """The document's own name of a wager where it prints one, else ours."""
        return self.wagers[wager].name if wager in self.wagers else game_of(self).wagers[wager]

    def limits_clause(self, wager: str) -> str:
        """What a wager's limits rest on: the clauses that print amounts, else the one on posted limits."""
        rule = self.wagers.get(wager)
        amounts: Iterable[Cited[Any] | None] = ()
        if rule:
            units = (*rule.multiple.values(), *rule.wrong_unit.values())
            amounts = (rule.min, rule.max, rule.increment, rule.chips, *units)
        own = dict.fromkeys(amount.clause for amount in amounts if amount is not None)
        return ", ".join(own) or self.making.limits

    def reads(self, question: str) -> str:
        """How the edition reads one of the questions that its game goes by: the chosen option."""
        reading = self.readings.get(question)
        return reading.chosen if reading else game_of(self).modelled[question][0]

    def with_readings(self, chosen: Mapping[str, str], path: str = "readings") -> Edition:
        """The same edition with other options of its readings; BadInput names an id or option it has not.

        >>> from craps.editions import load_edition
        >>> load_edition("nz-1998").with_readings({"on-marker": "one"}).reads("on-marker")
        'one'
        """
        readings = choose(self.readings, chosen, self.id, path)
        if readings == self.readings:
            return self
        entries = dict(self.data["readings"])
        for name in chosen:
            entries[name] = {**entries[name], "chosen": readings[name].chosen}
        data = {**self.data, "readings": entries}
        return replace(self, readings=MappingProxyType(readings), data=MappingProxyType(data))

    def to_json(self) -> dict[str, Json]:
        """The JSON form, as a copy: the edition stays as it is whatever becomes of it."""
        from copy import deepcopy  # slow to import, and only needed here

        return deepcopy(dict(self.data))

    def __hash__(self) -> int:
        return hash(self._identity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Edition) and other._identity == self._identity


_NOT_CRAPS = Making(
    Cited("no", ""),
    Cited(False, ""),
    Cited("placement", ""),
    "",
    Cited("never", ""),
    Cited("never", ""),
    MappingProxyType({}),
    "",
    "",
    "",
    MappingProxyType({}),
    None,
    None,
)


# Reading the JSON form -----------------------------------------------------------------------------------


def edition_from_json(
    data: Mapping[str, Json],
    predecessor: Edition | None = None,
    *,
    book: Mapping[str, Json] | None = None,
    examples: Mapping[str, Json] | None = None,
) -> Edition:
    """Read the JSON form of an edition; BadInput names what is unknown or missing.

    Give the edition it supersedes as ``predecessor`` where that one is not built in. ``book`` and
    ``examples`` are its own rulebook and worked examples; craps/contents.py says what is wrong with them.
    """
    game = game_called(data.get("game"))
    edition = game.edition(game.edition_form.read(dict(data), ""), data, predecessor)
    return edition if book is None and examples is None else replace(edition, book=book, examples=examples)


def contents_digest(
    data: Mapping[str, Json], book: Mapping[str, Json] | None, examples: Mapping[str, Json] | None
) -> str:
    """SHA-256 of an edition's values, rulebook and worked examples together, in hex."""
    own = {"document": dict(data), "book": book, "examples": examples}
    return digest_of(canonical_bytes(own))


def plain_edition(
    read: Mapping[str, Any], data: Mapping[str, Json], predecessor: Edition | None, own: Iterable[str]
) -> Edition:
    """An edition of another game than craps; ``own`` names the sections that only its game has."""
    left_out = read["left_out"]
    wagers = {wager: wager_rule(wager, terms, left_out) for wager, terms in read["wagers"].items()}
    return Edition(
        **head_of(read, data, predecessor),
        no_other_fee="",
        two_vig_ways=None,
        wagers=MappingProxyType(wagers),
        odds=MappingProxyType({}),
        vig=MappingProxyType({}),
        paytables=MappingProxyType({}),
        come_out=MappingProxyType({}),
        making=_NOT_CRAPS,
        own=MappingProxyType({name: read[name] for name in own if name in read}),
    )


def head_of(read: Mapping[str, Any], data: Mapping[str, Json], predecessor: Edition | None) -> dict[str, Any]:
    """What the editions of all games have alike."""
    started = read.get("in_force_from")
    game = game_called(read["game"])
    readings = {
        name: reading_from_data(name, entry, join("readings", name), game)
        for name, entry in read.get("readings", {}).items()
    }
    return {
        "id": read["id"],
        "title": read["title"],
        "jurisdiction": read["jurisdiction"],
        "authority": read["authority"],
        "game": read["game"],
        "source": read["source"],
        "in_force_from": _day(started, "in_force_from") if started else None,
        "supersedes": read.get("supersedes", ""),
        "currency": read["currency"],
        "listed": read["listed"],
        "table": read.get("table", MappingProxyType({})),
        "layout": read.get("layout", MappingProxyType({})),
        "readings": MappingProxyType(readings),
        "slips": read.get("slips", ()),
        "data": MappingProxyType(dict(data)),
        "predecessor": predecessor,
    }


def _day(text: str, path: str) -> date:
    from datetime import date

    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput(path, f"{text} is not a day of the calendar") from None


def wager_rule(
    wager: str,
    read: Mapping[str, Any],
    left_out: Cited[str],
    pays: Mapping[str, Cited[Fraction]] = MappingProxyType({}),
    multiple: Mapping[str, Cited[int]] = MappingProxyType({}),
    wrong_unit: Mapping[str, Cited[int]] = MappingProxyType({}),
    printed: Mapping[str, Cited[Fraction]] = MappingProxyType({}),
) -> WagerRule:
    return WagerRule(
        id=wager,
        name=read["name"],
        clause=read["clause"],
        pays=pays,
        pays_clauses=read.get("pays_clauses", MappingProxyType({})),
        loses=read.get("loses", MappingProxyType({})),
        loses_point=read.get("loses_point", ""),
        wins_point=read.get("wins_point", ""),
        pushes=read.get("pushes", read["clause"]),
        moves=read.get("moves", read["clause"]),
        shares=read.get("shares", ""),
        printed=printed,
        when=read.get("when", read["clause"]),
        not_on=read.get("not_on", read["clause"]),
        offering=read.get("offering", Cited("yes", read["clause"])),
        left_out=read.get("left_out", left_out),
        chips=read.get("chips"),
        fewest_chips=read.get("fewest_chips"),
        multiple=multiple,
        wrong_unit=wrong_unit,
        needs=read.get("needs"),
        in_addition_to=read.get("in_addition_to"),
        min=read.get("min"),
        max=read.get("max"),
        increment=read.get("increment"),
        narrower=read.get("narrower"),
        raises=read.get("raise"),
        stays=read.get("stays"),
        remove=read.get("remove"),
        reduce=read.get("reduce", ""),
    )
