"""The exact figures of one bet in a game played in rounds, made from every way in which a round can end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from craps.codec import Json
from craps.edge import EdgeRow
from craps.money import Exact, decimal_text
from craps.record import record

FIGURES = ("win", "lose", "push", "edge", "edge_resolved", "wagered", "variance")
LONGEST = 24  # a longer fraction says less to a person than its decimals
FOOT = (
    "edge: expected loss for each unit of the first bet; a push counts as a decision.\n"
    "wagered: what is staked on average for each unit of it. variance: of the net result.\n"
    "Fractions too long for the table are in the JSON form."
)


class Ending(NamedTuple):
    """One way a round can end, for a first bet of one: its chance, what it is called, the player's net result
    and what was staked in all."""

    chance: Fraction
    outcome: str
    net: Exact
    staked: Exact = 1


@record
class RoundEdge(EdgeRow):
    """The figures of a first bet of one, played in one way. ``wagered`` is what is staked on average in all.

    A round decides it, so ``rolls`` is 1.
    """

    space: str = ""
    play: str = ""
    wagered: Fraction = Fraction(1)

    @property
    def key(self) -> tuple[object, ...]:
        return (self.bet, self.space, self.play)

    @property
    def which(self) -> Mapping[str, str]:
        return {name: text for name, text in (("space", self.space), ("play", self.play)) if text}

    def to_json(self) -> dict[str, Json]:
        return {"bet": self.bet, **self.which} | {name: str(getattr(self, name)) for name in FIGURES}


def edge_row(bet: str, endings: Iterable[Ending], *, space: str = "", play: str = "") -> RoundEdge:
    """The row of a bet from every way in which its round can end."""
    chance_of = dict.fromkeys(("win", "lose", "push"), Fraction(0))
    mean = square = wagered = Fraction(0)
    for chance, outcome, net, staked in endings:
        chance_of[outcome] += chance
        mean += chance * net
        square += chance * net * net
        wagered += chance * staked
    push = chance_of["push"]
    return RoundEdge(
        bet=bet,
        number=None,
        dice=None,
        win=chance_of["win"],
        lose=chance_of["lose"],
        push=push,
        edge=-mean,
        edge_resolved=-mean / (1 - push) if push != 1 else -mean,
        rolls=Fraction(1),
        variance=square - mean * mean,
        space=space,
        play=play,
        wagered=wagered,
    )


def figures_text(row: EdgeRow) -> list[str]:
    """The figures as columns of a table of text."""
    wagered = row.wagered if isinstance(row, RoundEdge) else Fraction(1)
    return [
        f"{decimal_text(row.win * 100, 3)}%",
        f"{decimal_text(row.push * 100, 3)}%" if row.push else "-",
        str(row.edge) if len(str(row.edge)) <= LONGEST else "-",
        decimal_text(row.edge * 100, 4),
        decimal_text(wagered, 4),
        decimal_text(row.variance, 3),
    ]


HEADINGS = ["wins", "pushes", "edge", "edge, %", "wagered", "variance"]
