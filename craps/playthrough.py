"""A run step by step, with the bets on the table after each step, for a drawn table.

>>> from craps import load_ruleset
>>> from craps.scenario import read_event
>>> events = [{"bet": "pass_line", "amount": "10"}, {"roll": [3, 1]}]
>>> shown = frames(load_ruleset({"edition": "nz-revised"}), [read_event(e, i) for i, e in enumerate(events)])
>>> shown[1].what, shown[1].step.point, shown[1].bets
('Roll 3-1', 4, ({'bet': 'pass_line', 'amount': '10'},))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from craps.codec import Json
from craps.errors import Refused
from craps.examples.comparison import event_words
from craps.games import game_of
from craps.money import Exact
from craps.placing import odds_limit
from craps.ruleset import RuleSet
from craps.runs import Stepped
from craps.scenario import Event
from craps.settlement import apply
from craps.table import Bet, Table
from craps.wagers import CATALOGUE, ODDS_OF, Spot


class Frame(NamedTuple):
    """One event in words, what came of it, and the bets then on the table as ``drawing.draw`` takes them."""

    what: str
    step: Stepped
    bets: tuple[dict[str, Json], ...]
    rolled: int | None = None  # the total, where the event is a roll
    shown: Mapping[str, Json] = MappingProxyType({})  # in other games: the cards or the space that lie open


def frames(ruleset: RuleSet, events: Iterable[Any]) -> list[Frame]:
    """Settle the events of any game one by one; a frame for each."""
    return game_of(ruleset.edition).frames(ruleset, events)


def craps_frames(ruleset: RuleSet, events: Iterable[Event]) -> list[Frame]:
    """The frames of craps."""
    state = CrapsState(ruleset)
    result = []
    for index, event in enumerate(events):
        step = state.apply(index, event)
        rolled = sum(event.roll) if event.verb == "roll" else None
        result.append(Frame(event_words(ruleset, event), step, state.bets_json(), rolled))
    return result


class CrapsState:
    """A craps table that is being played."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._table = Table(ruleset)

    def apply(self, index: int, event: Event) -> Stepped:
        return apply(self._table, index, event)

    def bets_json(self) -> tuple[dict[str, Json], ...]:
        return tuple(_bet_json(self._table, bet) for bet in self._table.bets.values())


class Up(NamedTuple):
    """A bet on the table and what may be done with it now. A refusal says why not, and by which clause."""

    wager: str
    spot: Spot
    name: str
    stake: Exact
    off: bool
    stay: bool
    adding: Refused | None
    removing: Refused | None
    calls: tuple[str, ...]  # of "on" and "off", those the player may choose
    odds: str  # the odds that may be taken behind it, "" for none
    most_odds: Exact | None  # how much of them; None for no limit


def bets_up(ruleset: RuleSet, events: Sequence[Event]) -> list[Up]:
    """What is on the table after these events. Whether something may be done is found out by trying it.

    >>> from craps import load_ruleset
    >>> rules = load_ruleset({"edition": "nz-revised"})
    >>> up = bets_up(rules, [Event("bet", "pass_line", None, 10), Event("roll", roll=(3, 1))])[0]
    >>> up.name, up.removing.clause, up.odds, up.most_odds
    ('Pass Bet', '4.7', 'pass_odds', 10)
    """
    table = _after(ruleset, events)

    def refusal(event: Event) -> Refused | None:
        return apply(_after(ruleset, events), len(events), event).error

    bets = []
    for bet in table.bets.values():
        wager, spot = bet.terms.wager, bet.terms.spot
        added = refusal(Event("bet", wager, spot, ruleset.chip_unit))
        removed = refusal(Event("remove", wager, spot))
        calls = tuple(
            state
            for state in ("on", "off")
            if (state == "off") != _is_off(table, bet)
            and not refusal(Event("turn", wager, spot, state=state))
        )
        odds = ODDS_OF.get(wager, "")
        taken = refusal(Event("bet", odds, spot, ruleset.chip_unit)) if odds else None
        is_open = bool(odds) and (odds, spot) not in table.bets and not _closed(taken)
        up = Up(
            wager,
            spot,
            bet.terms.name,
            bet.stake,
            _is_off(table, bet),
            bet.stay,
            added if _closed(added) else None,
            removed,
            calls,
            odds if is_open else "",
            _most_odds(ruleset, bet) if is_open else None,
        )
        bets.append(up)
    return bets


def same_bets(ruleset: RuleSet, events: Sequence[Event]) -> list[Event]:
    """The bets that came down at the last roll that took one down, as far as they may be made again now.

    A come bet is made anew, without its number; what is still up is left alone.

    >>> from craps import load_ruleset
    >>> run = [Event("bet", "field", None, 5), Event("roll", roll=(3, 4)), Event("roll", roll=(1, 1))]
    >>> [(bet.wager, bet.amount) for bet in same_bets(load_ruleset({"edition": "nz-revised"}), run)]
    [('field', 5)]
    """
    table, taken = Table(ruleset), list[Event]()
    for index, event in enumerate(events):
        were = {key: (bet.terms.wager, bet.terms.spot, bet.stake) for key, bet in table.bets.items()}
        settled = apply(table, index, event).settlements
        down = [were[key] for key in were if key not in table.bets]
        if settled and down:
            taken = [
                Event("bet", wager, None if CATALOGUE[wager].moves else spot, stake)
                for wager, spot, stake in down
            ]
    return [bet for bet in taken if _is_new(table, bet) and not apply(table, len(events), bet).error]


def _is_new(table: Table, bet: Event) -> bool:
    return (bet.wager, bet.spot) not in table.bets


def _after(ruleset: RuleSet, events: Iterable[Event]) -> Table:
    table = Table(ruleset)
    for index, event in enumerate(events):
        apply(table, index, event)
    return table


def _closed(refused: Refused | None) -> bool:
    """Refused for what it is, not for its amount: that can still be right."""
    return refused is not None and refused.code not in ("bad_unit", "under_minimum", "over_limit")


def _most_odds(ruleset: RuleSet, bet: Bet) -> Exact | None:
    """The most that is accepted: the payable amount above the limit where there is one, else whole chips."""
    if bet.terms.number is None:
        return None
    most, payable = odds_limit(ruleset, bet.terms.wager, bet.terms.number, bet.stake)
    if payable is not None or most is None:
        return payable
    return most - most % ruleset.chip_unit


def _is_off(table: Table, bet: Bet) -> bool:
    resting = table.point is None and bet.terms.off_on_come_out and bet.marker is None
    return bet.marker == "off" or resting


def _bet_json(table: Table, bet: Bet) -> dict[str, Json]:
    terms = bet.terms
    row: dict[str, Json] = {"bet": terms.wager, "amount": str(bet.stake)}
    if isinstance(terms.spot, tuple):
        row["dice"] = list(terms.spot)
    elif terms.spot is not None:
        row["number"] = terms.spot
    if _is_off(table, bet):
        row["off"] = True
    return row
