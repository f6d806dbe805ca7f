"""What settling comes to in every game: a run, its steps, their settlements. Each game has its own kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from craps.codec import Json
from craps.errors import Refused
from craps.messages import say
from craps.money import Exact, amount_text

if TYPE_CHECKING:
    from craps.ruleset import RuleSet


class Settled(Protocol):
    """What one event did to one bet. ``paid`` is without the stake, ``returned`` the part that comes back."""

    @property
    def bet(self) -> str: ...
    @property
    def place(self) -> object: ...  # the number, pair or space it stands on; None where it needs none
    @property
    def outcome(self) -> str: ...
    @property
    def stake(self) -> Exact: ...
    @property
    def paid(self) -> Exact: ...
    @property
    def returned(self) -> Exact: ...
    @property
    def vig(self) -> Exact | None: ...
    @property
    def clause(self) -> str: ...
    @property
    def reading(self) -> str: ...
    @property
    def message(self) -> str: ...
    def to_json(self) -> dict[str, Json]: ...


class Stepped(Protocol):
    """The table after one event. ``settlements`` is None for an event that decides no bet."""

    @property
    def event(self) -> int: ...
    @property
    def balance(self) -> Exact: ...
    @property
    def on_table(self) -> Exact: ...
    @property
    def point(self) -> int | None: ...  # None in a game without points
    @property
    def settlements(self) -> Sequence[Settled] | None: ...
    @property
    def vig(self) -> Exact | None: ...
    @property
    def error(self) -> Refused | None: ...
    @property
    def reading(self) -> str: ...
    def to_json(self) -> dict[str, Json]: ...


class Played(Protocol):
    """A settled scenario: every event's step, and the totals at the end."""

    @property
    def ruleset(self) -> RuleSet: ...
    @property
    def steps(self) -> Sequence[Stepped]: ...
    @property
    def balance(self) -> Exact: ...
    @property
    def on_table(self) -> Exact: ...
    @property
    def vig_paid(self) -> Exact: ...
    def to_json(self) -> dict[str, Json]: ...


def worth(run: Played) -> Exact:
    """What the player has gained, bets still up counted as the player's."""
    return run.balance + run.on_table


def outcome(run: Played) -> dict[str, Json]:
    """The end of a run, and in plain sentences how it came to it."""
    told: list[str] = []
    for step in run.steps:
        if step.error:
            told.append(say("settlement.refused", message=step.error.message))
        elif step.vig:
            moved = "settlement.vigorish_taken" if step.vig > 0 else "settlement.vigorish_refunded"
            told.append(say(moved, vig=amount_text(step.vig if step.vig > 0 else -step.vig)))
        told += [settled.message for settled in step.settlements or ()]
    return {
        "balance": str(run.balance),
        "on_table": str(run.on_table),
        "vig_paid": str(run.vig_paid),
        "told": told,
    }
