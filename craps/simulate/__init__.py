"""Play many rolls at many tables and hold what each bet lost against its exact edge.

``simulate`` answers for the bets a caller names, ``verify`` for every wager of an edition. Rolls and outcomes
are this package's own (tables.py, outcomes.py); from edge.py comes only the figure they are compared with.
Rolling uses NumPy; every amount, edge and standard error is worked out exactly from the counts.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any, ClassVar

from craps.codec import Json
from craps.edge import edge_of
from craps.edition import Edition
from craps.editions import load_edition
from craps.errors import BadInput
from craps.games import game_of
from craps.money import Exact, decimal_text, whole_if_it_is
from craps.ruleset import RuleSet
from craps.simulate.bets import SimulatedBet, read_bets
from craps.simulate.outcomes import Ending, Spot, endings, needs_collected, needs_points
from craps.simulate.tables import play

MOST_ROLLS = 10**11
PLACES = 8  # decimals of an edge and of its standard error


def simulate(
    request: Mapping[str, Json] | str | bytes, *, rolls: int, seed: int, edition: Edition | None = None
) -> Simulation:
    """Put each bet down whenever it is allowed and not up, for so many rolls; odds follow their flat bet.

    Of another game so many rounds are played.

    >>> run = simulate({"ruleset": {"edition": "nz-1998"}, "bets": [{"bet": "field", "amount": "5"}]},
    ...                rolls=1000, seed=1)
    >>> run.bets[0].decisions, str(run.bets[0].exact)
    (1000, '1/18')
    """
    ruleset, bets = read_bets(request, edition)
    return simulate_bets(ruleset, bets, rolls=rolls, seed=seed)


def verify(edition: str | Edition, *, rolls: int, seed: int) -> Simulation:
    """Every wager of an edition's baseline, on every number, against its exact edge."""
    loaded = load_edition(edition)
    return simulate(
        {"ruleset": {"edition": loaded.id}, "bets": "all"}, rolls=rolls, seed=seed, edition=loaded
    )


def simulate_bets(ruleset: RuleSet, bets: Sequence[Any], *, rolls: int, seed: int) -> Simulation:
    """The same for bets that are already read."""
    return game_of(ruleset.edition).simulate(ruleset, bets, rolls=rolls, seed=seed)


def check_extent(rolls: int, seed: int) -> None:
    """BadInput for more rounds than can be played, or a seed that is none."""
    if not 1 <= rolls <= MOST_ROLLS:
        raise BadInput("rolls", f"should be from 1 to {MOST_ROLLS}, not {rolls}")
    if seed < 0:
        raise BadInput("seed", f"should be 0 or more, not {seed}")


def simulate_craps(ruleset: RuleSet, bets: Sequence[SimulatedBet], *, rolls: int, seed: int) -> Simulation:
    """So many rolls of the dice."""
    check_extent(rolls, seed)
    started = time.perf_counter_ns()
    counts = play(
        rolls,
        seed,
        points=any(needs_points(bet.wager) for bet in bets),
        collected=any(needs_collected(bet.wager) for bet in bets),
    )
    ended = [
        {spot: endings(ruleset, bet.wager, spot, bet.amount, counts) for spot in bet.spots} for bet in bets
    ]
    took = time.perf_counter_ns() - started
    results = tuple(_result(ruleset, bet, by_spot) for bet, by_spot in zip(bets, ended, strict=True))
    return Simulation(rolls, seed, counts.tables, rolls * 10**9 // max(took, 1), results)


@dataclass(frozen=True)
class Simulation:
    """What so many rolls brought. ``rolls_per_second`` alone differs from run to run."""

    rolls: int
    seed: int
    tables: int
    rolls_per_second: int
    bets: tuple[Result, ...]

    @property
    def rounds_text(self) -> str:
        """What was counted, in words."""
        return f"rolls at {self.tables:,} tables"

    def to_json(self) -> dict[str, Json]:
        return {
            "rolls": self.rolls,
            "seed": self.seed,
            "tables": self.tables,
            "rolls_per_second": self.rolls_per_second,
            "bets": [bet.to_json() for bet in self.bets],
        }


@dataclass(frozen=True)
class Result:
    """One bet over all its decisions.

    ``paid`` is winnings after any vigorish taken on the win, ``returned`` stakes that came back, ``vig`` all
    vigorish. ``edge`` is what was lost, divided by stakes and vigorish at placement; None without a decision.
    ``exact`` is the edge it should approach; where the points that odds stand on differ, theirs by decisions.
    """

    bet: SimulatedBet
    decisions: int
    wins: int
    losses: int
    pushes: int
    staked: Exact
    paid: Exact
    returned: Exact
    vig: Exact
    edge: Fraction | None
    error_squared: Fraction  # the square of the standard error
    exact: Fraction | None
    variance: Fraction | None = None  # of the net results, per unit of stake
    variance_error_squared: Fraction = Fraction(0)

    sums: ClassVar[tuple[str, ...]] = ("staked", "paid", "returned", "vig")  # of money, in this order

    @property
    def which(self) -> Mapping[str, str]:
        """What a bet of another game names besides: the space, the way of playing."""
        return {}

    @property
    def stderr(self) -> Fraction:
        """The standard error of ``edge``, to the last decimal shown."""
        return _root(self.error_squared, PLACES)

    @property
    def z(self) -> Fraction | None:
        """How many standard errors the simulated edge lies above the exact one; None where there is none."""
        if self.edge is None or self.exact is None or not self.error_squared:
            return None
        off = self.edge - self.exact
        distance = _root(off * off / self.error_squared, 4)
        return distance if off >= 0 else -distance

    @property
    def place(self) -> dict[str, Json]:
        """What the bet stands on."""
        spot = self.bet.spots[0]
        if isinstance(spot, tuple):
            return {"dice": list(spot)}
        return {"number": spot} if spot is not None and len(self.bet.spots) == 1 else {}

    def to_json(self) -> dict[str, Json]:
        z = self.z
        return {
            "bet": self.bet.wager,
            **self.place,
            "amount": str(self.bet.amount),
            "decisions": self.decisions,
            "wins": self.wins,
            "losses": self.losses,
            "pushes": self.pushes,
            **{name: str(getattr(self, name)) for name in self.sums},
            "edge": None if self.edge is None else decimal_text(self.edge, PLACES),
            "stderr": None if self.edge is None else decimal_text(self.stderr, PLACES),
            "exact": None if self.exact is None else str(self.exact),
            "z": None if z is None else decimal_text(z, 2),
        }


def _result(ruleset: RuleSet, bet: SimulatedBet, endings: Mapping[Spot, list[Ending]]) -> Result:
    total = dict.fromkeys(("win", "lose", "push"), 0)
    # Sums over all decisions, per unit of stake.
    paid = returned = vig = cost = net = square = Fraction(0)
    results: list[tuple[int, Fraction]] = []
    for spot, ended in endings.items():
        at_placement, on_win = vig_of(ruleset, bet.wager, spot)
        for count, outcome, pays, back in ended:
            charged = on_win if outcome == "win" else 0
            got = pays - charged + back - 1 - at_placement
            total[outcome] += count
            paid += count * (pays - charged)
            returned += count * back
            vig += count * (at_placement + charged)
            cost += count * (1 + at_placement)
            net += count * got
            square += count * got * got
            results.append((count, Fraction(got)))
    decisions = sum(total.values())
    # Vigorish at placement is the same for every decision of a bet: the edge is a mean, with a mean's error.
    error_squared = Fraction(0)
    if decisions > 1:
        spread = square - net * net / decisions
        error_squared = spread / (decisions - 1) / decisions / (cost / decisions) ** 2
    variance, variance_error = _spread(results, decisions)
    return Result(
        bet=bet,
        variance=variance,
        variance_error_squared=variance_error,
        decisions=decisions,
        wins=total["win"],
        losses=total["lose"],
        pushes=total["push"],
        staked=bet.amount * decisions,
        paid=whole_if_it_is(bet.amount * paid),
        returned=whole_if_it_is(bet.amount * returned),
        vig=whole_if_it_is(bet.amount * vig),
        edge=-net / cost if decisions else None,
        error_squared=error_squared,
        exact=_exact(
            ruleset, bet, {spot: sum(ending.bets for ending in ended) for spot, ended in endings.items()}
        ),
    )


def _spread(results: Sequence[tuple[int, Fraction]], decisions: int) -> tuple[Fraction | None, Fraction]:
    """The variance of so many results, and the square of its standard error."""
    if decisions < 2:
        return None, Fraction(0)
    mean = sum((count * net for count, net in results), Fraction(0)) / decisions
    second, fourth = (
        sum((count * (net - mean) ** power for count, net in results), Fraction(0)) / decisions
        for power in (2, 4)
    )
    return second * decisions / (decisions - 1), (fourth - second * second) / decisions


def _exact(ruleset: RuleSet, bet: SimulatedBet, decisions: Mapping[Spot, int]) -> Fraction | None:
    """The exact edge; where the points of odds differ, theirs by decisions on each."""
    edge_at = {spot: edge_of(ruleset, bet.wager, spot, bet.amount).edge for spot in bet.spots}
    if len(set(edge_at.values())) == 1:
        return edge_at[bet.spots[0]]
    every = sum(decisions.values())
    return sum((n * edge_at[spot] for spot, n in decisions.items()), Fraction(0)) / every if every else None


def vig_of(ruleset: RuleSet, wager: str, spot: Spot) -> tuple[Exact, Exact]:
    """Vigorish on a stake of one, at placement and on a win."""
    if wager not in ("buy", "lay"):
        return 0, 0
    terms = ruleset.vig(wager)
    vig = terms.rate * (1 if terms.base == "wager" else ruleset.payout(wager, str(spot)))
    paid = vig if ruleset.edition.reads("vig-coming-down") == "placed-and-paid" else 0
    return {"placement": (vig, 0), "win": (0, vig), "placement_and_payment": (vig, paid)}[terms.collect]


def _root(value: Fraction, places: int) -> Fraction:
    """The square root, cut off after so many decimals."""
    scale = 10**places
    return Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale)
