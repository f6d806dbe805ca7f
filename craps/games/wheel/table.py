"""A spin of a wheel of fortune: bets until no more are taken, then the space that the dealer calls."""

from __future__ import annotations

from craps.codec import Json
from craps.errors import Refused
from craps.games.rounds import BETTING, Event, Settlements, Table
from craps.games.wheel.terms import pays
from craps.messages import say

CLOSED = "closed"


class WheelTable(Table):
    called = ""  # the space of the last spin

    def name(self, wager: str, space: str = "") -> str:
        return f"{self.ruleset.rule(wager).name} {space}".rstrip()

    def check_offered(self, wager: str, space: str) -> None:
        super().check_offered(wager, space)
        if space not in pays(self.ruleset):
            self._no_such_space(space)

    def check_time(self, event: Event) -> None:
        if self.state != BETTING:
            raise self.not_now("late", say("games.wheel.late"))

    def no_more_bets(self, event: Event) -> None:
        if self.state != BETTING:
            raise self.not_now("close", say("games.wheel.called_already"))
        self.state = CLOSED

    def spin(self, event: Event) -> Settlements:
        """The called space wins, whatever the indicator does afterwards."""
        if event.space not in pays(self.ruleset):
            self._no_such_space(event.space)
        self.state, self.called = BETTING, event.space
        why = say("games.wheel.on", space=event.space)
        return tuple(
            self.win(wager, pays(self.ruleset)[space], self.play["won"], why, space)
            if space == event.space
            else self.lose(wager, self.play["lost"], why, space)
            for wager, space in tuple(self.bets)
        )

    def shown(self) -> dict[str, Json]:
        """The space that was called last."""
        return {"called": self.called}

    def _no_such_space(self, space: str) -> None:
        clause = self.ruleset.rule("space").clause
        raise Refused("not_offered", clause, say("games.wheel.no_space", space=space))
