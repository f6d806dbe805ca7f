"""Play many rounds of a game and hold what each bet lost against its exact edge.

Cards and spins come from draws.py. Every different round is settled once, by the game's own settlement, and
counted as often as it came; from the exact figures comes only the edge they are compared with.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from craps.codec import Json, kind
from craps.edge import EdgeRow
from craps.errors import BadInput, nearest, path_key
from craps.games.rounds import RoundBet, smallest_bet
from craps.money import Exact, whole_if_it_is
from craps.ruleset import RuleSet
from craps.simulate import Result, Simulation, check_extent
from craps.simulate.bets import EVERY, SimulatedBet

if TYPE_CHECKING:
    from craps.games.round_game import RoundGame

FIELDS = ("bet", "space", "play", "amount")


def read_round_bets(game: RoundGame, bets: Json, ruleset: RuleSet) -> list[RoundBet]:
    """The bets of a simulation; BadInput names the place, also of a bet that the rules would refuse."""
    rows = {row.key: row for row in game.edges(ruleset)}
    if bets == EVERY:
        return [RoundBet(*_which(row), smallest_bet(ruleset, row.bet)) for row in rows.values()]
    read: list[RoundBet] = []
    for place, bet in enumerate(bets):
        try:
            read.append(_read(game, bet, place, ruleset, rows))
        except BadInput as error:
            raise BadInput(error.path.replace("events", "bets", 1), error.message) from None
        if any(read[-1][:3] == other[:3] for other in read[:-1]):
            raise BadInput(f"bets[{place}]", f"{read[-1].wager} appears twice; give it one amount")
    return read


def _which(row: EdgeRow) -> tuple[str, str, str]:
    return row.bet, row.which.get("space", ""), row.which.get("play", "")


def _read(
    game: RoundGame, bet: Json, place: int, ruleset: RuleSet, rows: Mapping[tuple[object, ...], EdgeRow]
) -> RoundBet:
    where = f"bets[{place}]"
    if not isinstance(bet, dict):
        raise BadInput(where, f"should be an object, not {kind(bet)}")
    for key in bet:
        if key not in FIELDS:
            raise BadInput(f"{where}.{path_key(key)}", f"does not belong here{nearest(key, FIELDS)}")
    if "bet" not in bet:
        raise BadInput(f"{where}.bet", "is missing: which wager is bet")
    event = game.read_event({key: value for key, value in bet.items() if key != "play"}, place, ruleset)
    first = {row.bet for row in rows.values()}
    if event.wager not in first and event.wager in ruleset.offered:
        message = f"{event.wager} follows from the way of playing; bet on {', '.join(sorted(first))}"
        raise BadInput(f"{where}.bet", message)
    plays = [row.which["play"] for row in rows.values() if row.bet == event.wager and "play" in row.which]
    play = bet.get("play", plays[0] if plays else "")
    if play not in (plays or [""]):
        known = f"one of {', '.join(plays)}" if plays else "left out: there is one way of playing it"
        raise BadInput(f"{where}.play", f"should be {known}")
    refused = game.settle(ruleset, [event]).steps[0].error
    if refused:
        raise BadInput(where, f"{refused.message} ({refused.clause})")
    return RoundBet(event.wager, event.space, play, event.amount or 0)


def simulate_rounds(
    game: RoundGame, ruleset: RuleSet, bets: Sequence[RoundBet], *, rounds: int, seed: int
) -> RoundSimulation:
    """So many rounds, each bet on its own in every one of them."""
    check_extent(rounds, seed)
    started = time.perf_counter_ns()
    outcomes = list(game.outcomes(ruleset, rounds, seed))
    took = time.perf_counter_ns() - started
    exact = {row.key: row.edge for row in game.edges(ruleset)}
    results = tuple(
        _result(game, ruleset, bet, outcomes, exact[bet.wager, bet.space, bet.play]) for bet in bets
    )
    return RoundSimulation(rounds, seed, 1, rounds * 10**9 // max(took, 1), results, game.round)


@dataclass(frozen=True)
class RoundSimulation(Simulation):
    """What so many rounds brought; ``rolls`` counts rounds, or spins."""

    round: str = "round"

    @property
    def rounds_text(self) -> str:
        return f"{self.round}s"

    def to_json(self) -> dict[str, Json]:
        return {
            f"{self.round}s": self.rolls,
            "seed": self.seed,
            f"{self.round}s_per_second": self.rolls_per_second,
            "bets": [bet.to_json() for bet in self.bets],
        }


@dataclass(frozen=True)
class RoundResult(Result):
    """One bet over all rounds. ``staked`` is the first bet, ``wagered`` all that was staked with it."""

    space: str = ""
    play: str = ""
    wagered: Exact = 0

    sums: ClassVar[tuple[str, ...]] = ("staked", "wagered", "paid", "returned")

    @property
    def which(self) -> Mapping[str, str]:
        return {name: text for name, text in (("space", self.space), ("play", self.play)) if text}

    @property
    def place(self) -> dict[str, Json]:
        return dict(self.which)


def _result(
    game: RoundGame, ruleset: RuleSet, bet: RoundBet, outcomes: Sequence[tuple[int, object]], exact: Fraction
) -> RoundResult:
    counted = dict.fromkeys(("win", "lose", "push"), 0)
    paid = returned = wagered = net = square = Fraction(0)
    for count, outcome in outcomes:
        run = game.settle(ruleset, game.round_events(ruleset, bet, outcome))
        settled = [each for step in run.steps for each in step.settlements or ()]
        counted["win" if run.balance > 0 else "lose" if run.balance < 0 else "push"] += count
        paid += count * sum(each.paid for each in settled)
        returned += count * sum(each.returned for each in settled)
        wagered += count * sum(each.stake for each in settled)
        net += count * run.balance
        square += count * run.balance * run.balance
    decisions = sum(counted.values())
    staked = bet.amount * decisions
    error_squared = Fraction(0)
    if decisions > 1:
        spread = square - net * net / decisions
        error_squared = spread / (decisions - 1) / decisions / (Fraction(bet.amount) ** 2)
    return RoundResult(
        bet=SimulatedBet(bet.wager, (None,), bet.amount),
        decisions=decisions,
        wins=counted["win"],
        losses=counted["lose"],
        pushes=counted["push"],
        staked=staked,
        paid=whole_if_it_is(paid),
        returned=whole_if_it_is(returned),
        vig=0,
        edge=-net / staked,
        error_squared=error_squared,
        exact=exact,
        space=bet.space,
        play=bet.play,
        wagered=whole_if_it_is(wagered),
    )
