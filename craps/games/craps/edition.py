"""Reading the JSON form of an edition of craps."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from craps.codec import Json, join
from craps.dice import POINTS, TOTALS
from craps.edition import (
    ComeOutRule,
    Edition,
    Making,
    OddsRule,
    Paytable,
    VigRule,
    WagerRule,
    head_of,
    wager_rule,
)
from craps.edition_codec import Cited
from craps.errors import BadInput
from craps.money import Exact
from craps.wagers import CATALOGUE, COME_OUT_STATES, winning_parts


def craps_edition(read: Mapping[str, Any], data: Mapping[str, Json], predecessor: Edition | None) -> Edition:
    """An edition of craps."""
    paytables = {name: _paytable(name, table) for name, table in read.get("paytables", {}).items()}
    left_out = read["left_out"]
    wagers = {
        wager: _craps_wager(wager, terms, left_out, paytables) for wager, terms in read["wagers"].items()
    }
    for odds in (w for w in wagers if CATALOGUE[w].flat):
        if CATALOGUE[odds].flat not in read["odds"]:
            raise BadInput(f"odds.{CATALOGUE[odds].flat}", f"is missing, while {odds} is listed")
    for wager in ("buy", "lay"):
        if wager in wagers and wager not in read["vig"]:
            raise BadInput(f"vig.{wager}", f"is missing, while {wager} is listed")
    for wager in COME_OUT_STATES:
        if wager in wagers and wager not in read["come_out"]:
            raise BadInput(f"come_out.{wager}", f"is missing, while {wager} is listed")
    making = read["making"]
    return Edition(
        **head_of(read, data, predecessor),
        no_other_fee=read.get("no_other_fee", ""),
        two_vig_ways=read.get("two_vig_ways"),
        wagers=MappingProxyType(wagers),
        odds=MappingProxyType(
            {flat: _odds_rule(f"odds.{flat}", rule) for flat, rule in read["odds"].items()}
        ),
        vig=MappingProxyType(
            {
                w: VigRule(v["collect"], v["rate"], v["base"], v.get("refund"), v.get("open_on_win", ""))
                for w, v in read["vig"].items()
            }
        ),
        paytables=MappingProxyType(paytables),
        come_out=MappingProxyType(
            {
                w: ComeOutRule(c["state"], c["call"], c.get("clauses", MappingProxyType({})))
                for w, c in read["come_out"].items()
            }
        ),
        making=Making(
            making["pass_after_point"],
            making["come_raise"],
            making["contract"],
            making.get("contract_come", making["contract"].clause),
            making["dont_raise"],
            making["dont_come_raise"],
            making.get("after_point", MappingProxyType({})),
            making["no_call"],
            making.get("no_call_on_point", making["no_call"]),
            making.get("limits", ""),
            making.get("posted", MappingProxyType({})),
            making.get("called_with_cash"),
            making.get("without_cash"),
        ),
    )


def _spread(grouped: Mapping[str, Any], names: tuple[str, ...], path: str) -> dict[str, Any]:
    """``{"4 10": a, "all": b}`` to one entry a name."""
    values = {name: value for key, value in grouped.items() if key != "all" for name in key.split()}
    for name in values:
        if name not in names:
            raise BadInput(join(path, name), f"is not one of {', '.join(n or 'all' for n in names)}")
    if "all" in grouped:
        values = {name: values.get(name, grouped["all"]) for name in names}
    return values


def _pays(wager: str, grouped: Mapping[str, Any], path: str) -> Mapping[str, Cited[Fraction]]:
    slots = CATALOGUE[wager].slots
    payouts = _spread(grouped, slots, path)
    for slot in slots:
        if slot not in payouts:
            raise BadInput(path, f"has no payout for {slot or 'all'}")
    return MappingProxyType({slot: payouts[slot] for slot in slots})


def _craps_wager(
    wager: str, read: Mapping[str, Any], left_out: Cited[str], paytables: Mapping[str, Paytable]
) -> WagerRule:
    path = f"wagers.{wager}"
    item = CATALOGUE[wager]
    numbers = tuple(str(n) for n in item.numbers)
    chosen = any(wager in table for choice in paytables.values() for table in choice.tables.values())
    if item.parts and "shares" not in read:
        raise BadInput(f"{path}.shares", "is missing: the clause that pays it share by share")
    if not item.parts and "pays" not in read and not chosen:
        raise BadInput(f"{path}.pays", "is missing")
    return wager_rule(
        wager,
        read,
        left_out,
        pays=_pays(wager, read["pays"], f"{path}.pays") if "pays" in read else MappingProxyType({}),
        multiple=MappingProxyType(_spread(read.get("multiple", {}), numbers, f"{path}.multiple")),
        wrong_unit=MappingProxyType(_spread(read.get("wrong_unit", {}), numbers, f"{path}.wrong_unit")),
        printed=MappingProxyType(_spread(read.get("printed", {}), _totals(wager), f"{path}.printed")),
    )


def _totals(wager: str) -> tuple[str, ...]:
    """The totals by which a combined wager can win; none for one whose shares depend on a chosen number."""
    item = CATALOGUE[wager]
    won = zip(TOTALS, winning_parts(wager, None), strict=True) if item.parts and not item.numbers else ()
    return tuple(str(total) for total in sorted({total for total, parts in won if parts}))


def _odds_rule(path: str, read: Mapping[str, Any]) -> OddsRule:
    names = tuple(str(p) for p in POINTS)
    bounds: dict[str, Mapping[int, Cited[Exact]]] = {}
    for bound in ("most", "least"):
        values = _spread(read[bound], names, f"{path}.{bound}")
        if len(values) < len(names):
            raise BadInput(
                f"{path}.{bound}", f"has no multiple for {next(n for n in names if n not in values)}"
            )
        bounds[bound] = MappingProxyType({p: values[str(p)] for p in POINTS})
    baseline = {p: read.get("baseline", bounds["most"][p].value) for p in POINTS}
    return OddsRule(
        read["basis"],
        bounds["most"],
        bounds["least"],
        read["below"],
        MappingProxyType(baseline),
        read["excess"],
        read.get("without_excess", Cited("refer", read["excess"].clause)),
    )


def _paytable(name: str, read: Mapping[str, Any]) -> Paytable:
    tables = {
        letter: {w: _pays(w, slots, f"paytables.{name}.{letter}.{w}") for w, slots in table.items()}
        for letter, table in read.items()
        if letter != "clause"
    }
    if not tables:
        raise BadInput(f"paytables.{name}", "lists no table")
    return Paytable(read["clause"], MappingProxyType(tables))
