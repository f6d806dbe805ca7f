"""Craps in the command line's tables of text."""

from __future__ import annotations

from collections.abc import Sequence

from craps.edge import FIGURES, EdgeRow
from craps.money import amount_text as money
from craps.money import decimal_text
from craps.ruleset import RuleSet
from craps.scenario import Event
from craps.table import name_of

LONGEST = 16  # a longer fraction says less to a person than its decimals
MOST_NAMED = 6


def event_text(event: Event) -> str:
    """An event in a few words."""
    if event.verb == "roll":
        return f"roll {event.roll[0]}-{event.roll[1]}"
    if event.verb == "pass_dice":
        return "pass the dice"
    spot = event.spot
    on = f" {spot[0]}-{spot[1]}" if isinstance(spot, tuple) else f" {spot}" if spot is not None else ""
    amount = "" if event.amount is None else f" {money(event.amount)}"
    stay = " and stay" if event.stay else ""
    state = f" {event.state}" if event.state else ""
    return f"{event.verb} {event.wager}{on}{amount}{state}{stay}"


def edge_table(ruleset: RuleSet, rows: Sequence[EdgeRow]) -> tuple[list[list[str]], str]:
    """One line for each wager; numbers with the same figures share it."""
    alike: dict[tuple[object, ...], list[EdgeRow]] = {}
    for row in rows:
        alike.setdefault((row.bet, *(getattr(row, name) for name in FIGURES)), []).append(row)
    table = [["wager", "wins", "pushes", "edge", "edge, %", "without pushes, %", "rolls", "variance"]]
    table += [[_name(ruleset, same), *_figures(same[0])] for same in alike.values()]
    foot = (
        "edge: expected loss of the stake and any vigorish taken at placement; a push counts as a decision.\n"
        "variance: of the net result per unit staked. Fractions too long for the table are in the JSON form."
    )
    return table, foot


def _figures(row: EdgeRow) -> list[str]:
    return [
        f"{decimal_text(row.win * 100, 3)}%",
        f"{decimal_text(row.push * 100, 3)}%" if row.push else "-",
        str(row.edge) if len(str(row.edge)) <= LONGEST else "-",
        decimal_text(row.edge * 100, 4),
        decimal_text(row.edge_resolved * 100, 4),
        decimal_text(row.rolls, 2),
        decimal_text(row.variance, 3),
    ]


def _name(ruleset: RuleSet, same: list[EdgeRow]) -> str:
    first = name_of(ruleset, same[0].bet, same[0].spot)
    if len(same) > MOST_NAMED:
        return f"{first} and {len(same) - 1} like it"
    return ", ".join([first, *(_spot(row) for row in same[1:])])


def _spot(row: EdgeRow) -> str:
    return "-".join(map(str, row.dice)) if row.dice else str(row.number)
