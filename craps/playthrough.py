"""A run told step by step, with the bets that are up after each: what a drawn table shows.

>>> from craps import load_ruleset
>>> from craps.scenario import read_event
>>> events = [{"bet": "pass_line", "amount": "10"}, {"roll": [3, 1]}]
>>> told = frames(load_ruleset({"edition": "nz-revised"}), [read_event(e, i) for i, e in enumerate(events)])
>>> told[1].what, told[1].step.point, told[1].bets
('Roll 3-1', 4, ({'bet': 'pass_line', 'amount': '10'},))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from craps.codec import Json
from craps.examples.comparison import event_words
from craps.ruleset import RuleSet
from craps.scenario import Event
from craps.settlement import Step, apply
from craps.table import Bet, Table


class Frame(NamedTuple):
    """One event in words, what came of it, and the bets then on the table as ``drawing.draw`` takes them."""

    what: str
    step: Step
    bets: tuple[dict[str, Json], ...]


def frames(ruleset: RuleSet, events: Iterable[Event]) -> list[Frame]:
    """Settle the events one by one and keep the table as it stands after each."""
    table = Table(ruleset)
    found = []
    for index, event in enumerate(events):
        step = apply(table, index, event)
        bets = tuple(_shown(table, bet) for bet in table.bets.values())
        found.append(Frame(event_words(ruleset, event), step, bets))
    return found


def _shown(table: Table, bet: Bet) -> dict[str, Json]:
    terms = bet.terms
    shown: dict[str, Json] = {"bet": terms.wager, "amount": str(bet.stake)}
    if isinstance(terms.spot, tuple):
        shown["dice"] = list(terms.spot)
    elif terms.spot is not None:
        shown["number"] = terms.spot
    resting = table.point is None and terms.off_on_come_out and bet.marker is None
    if bet.marker == "off" or resting:
        shown["off"] = True
    return shown
