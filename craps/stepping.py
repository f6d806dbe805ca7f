"""One table, event by event, with a way back: for programs that play as they go.

>>> from craps import Table
>>> table = Table({"edition": "nz-revised"})
>>> table.play({"bet": "pass_line", "amount": "10"}).error, table.play({"roll": [3, 1]}).point
(None, 4)
>>> table.play({"remove": "pass_line"}).error.clause
'4.7'
>>> table.take_back(2), table.point, table.bets
(1, None, ({'bet': 'pass_line', 'amount': '10'},))
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from craps.codec import Json
from craps.games import game_of
from craps.ruleset import RuleSet, load_ruleset

if TYPE_CHECKING:
    from craps.games.game import State
    from craps.money import Exact
    from craps.runs import Stepped


class Table:
    """A table of any game under a rule set, empty at first. ``events`` are all that was played on it, refused
    ones too: they are a scenario's."""

    def __init__(self, ruleset: RuleSet | Mapping[str, Json]) -> None:
        self.ruleset = ruleset if isinstance(ruleset, RuleSet) else load_ruleset(ruleset)
        self._game = game_of(self.ruleset.edition)
        self._start(())

    def play(self, event: Mapping[str, Json]) -> Stepped:
        """Play one event, written as in a scenario. A refusal is the step's ``error`` and changes nothing;
        BadInput names what cannot be read."""
        read = self._game.read_event(dict(event), len(self._read), self.ruleset)
        return self._apply(read)

    def take_back(self, events: int = 1) -> int:
        """Go back so many events, at most to the empty table; return how many are left."""
        if events < 0:
            raise ValueError(f"take back 0 or more events, not {events}")
        self._start(self._read[: max(0, len(self._read) - events)])
        return len(self._read)

    @property
    def events(self) -> tuple[dict[str, Json], ...]:
        return tuple(read.to_json() for read in self._read)

    @property
    def steps(self) -> tuple[Stepped, ...]:
        """What came of each event, as ``settle`` has it."""
        return tuple(self._steps)

    @property
    def bets(self) -> tuple[dict[str, Json], ...]:
        """The bets on the table, each with its amount; ``off`` where it is."""
        return self._state.bets_json()

    @property
    def point(self) -> int | None:
        return self._steps[-1].point if self._steps else None

    @property
    def balance(self) -> Exact:
        """What the player has gained; chips on the table count as spent."""
        return self._steps[-1].balance if self._steps else 0

    @property
    def on_table(self) -> Exact:
        return self._steps[-1].on_table if self._steps else 0

    def _start(self, events: Any) -> None:
        self._state: State = self._game.begin(self.ruleset)
        self._read: list[Any] = []
        self._steps: list[Stepped] = []
        for event in events:
            self._apply(event)

    def _apply(self, event: Any) -> Stepped:
        step = self._state.apply(len(self._read), event)
        self._read.append(event)
        self._steps.append(step)
        return step
