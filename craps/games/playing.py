"""Playing a game in rounds, for a page: what may be done now and what may not, and what comes by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple

from craps.errors import BadInput, Refused
from craps.games.rounds import BETTING, Event, Table, bet_event, remove_event
from craps.money import Exact

if TYPE_CHECKING:
    from craps.codec import Json
    from craps.games.round_game import RoundGame
    from craps.ruleset import RuleSet

AMOUNTS = ("bad_unit", "under_minimum", "over_limit")  # refused for the amount: another one may be right


class Call(NamedTuple):
    """What an event that is no bet is called: on its button, and where a person chooses its parts."""

    button: str
    choose: str = ""
    parts: tuple[str, ...] = ()


class Tried(NamedTuple):
    """An event, and why it would be refused now, if it would."""

    event: Event
    refused: Refused | None


class Held(NamedTuple):
    """A bet on the table, and why it may not be added to or taken back, if it may not."""

    wager: str
    space: str
    name: str
    stake: Exact
    adding: Refused | None
    removing: Refused | None


def table_after(game: RoundGame, ruleset: RuleSet, events: Iterable[Any]) -> Table:
    """The table as it stands after a run."""
    table = game.table(ruleset)
    for index, event in enumerate(events):
        table.apply(index, event)
    return table


def tried(
    game: RoundGame, ruleset: RuleSet, events: Iterable[Any], moves: Iterable[Event] | None = None
) -> list[Tried]:
    """Try each of these events, or one of every kind there is, after those of a run."""
    played = list(events)
    table = table_after(game, ruleset, played)
    shared = {id(table.ruleset): table.ruleset, id(table.play): table.play}

    def refused(event: Event) -> Refused | None:
        return deepcopy(table, dict(shared)).apply(len(played), event).error

    moves = game.moves(ruleset, played) if moves is None else moves
    return [Tried(event, refused(event)) for event in moves]


def held(game: RoundGame, ruleset: RuleSet, events: Sequence[Any]) -> list[Held]:
    """The bets on the table after a run."""
    table = table_after(game, ruleset, events)
    rows = []
    for (wager, space), stake in table.bets.items():
        add, remove = bet_event(wager, ruleset.chip_unit, space), remove_event(wager, space)
        (_, adding), (_, removing) = tried(game, ruleset, events, (add, remove))
        closed = adding if adding and adding.code not in AMOUNTS else None
        rows.append(Held(wager, space, table.name(wager, space), stake, closed, removing))
    return rows


def by_chance(
    game: RoundGame, ruleset: RuleSet, events: Iterable[Any], verb: str, below: Callable[[int], int]
) -> dict[str, Json]:
    """A deal, a draw or a spin as it comes: ``below(n)`` gives any number from 0 to n - 1 with equal chance.

    Each part is one of what is left, and is then gone for the parts after it.
    """
    left = dict(left_now(game, ruleset, events))
    form = game.events[verb]
    return form.of_parts([_taken(left, verb, below) for _ in form.parts])


def left_now(game: RoundGame, ruleset: RuleSet, events: Iterable[Any]) -> Mapping[str, int]:
    """What can come next, and how many there are of each."""
    table, dealt = game.table(ruleset), ()
    for index, event in enumerate(events):
        accepted = table.apply(index, event).error is None
        dealt = () if table.state == BETTING else (*dealt, *event.cards) if accepted else dealt
    return game.left(ruleset, dealt)


def _taken(left: dict[str, int], verb: str, below: Callable[[int], int]) -> str:
    total = sum(left.values())
    if not total:
        raise BadInput(verb, "nothing is left that could come")
    number = below(total)
    for value, count in left.items():
        if number < count:
            left[value] -= 1
            return value
        number -= count
    raise ValueError(f"a number below {total} was expected")
