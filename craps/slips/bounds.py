"""How far a value may move before it has to be explained: each bound with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class EdgeBound:
    """A bound for the change of a house edge: so much of the stake, or such a share of the edge itself."""

    of_stake: Fraction
    of_edge: Fraction
    words: str
    reason: str

    def of(self, edge: Fraction) -> Fraction:
        """The smaller of both; a bet without an edge, such as odds, has only the first."""
        return min(self.of_stake, abs(edge) * self.of_edge) if edge else self.of_stake


@dataclass(frozen=True)
class Scale:
    """A value may grow or shrink to less than ``times`` what it was. ``last`` are last keys of paths."""

    section: str
    last: tuple[str, ...]
    times: int
    reason: str


EDGE = EdgeBound(
    Fraction(1, 100),
    Fraction(1, 2),
    "one percentage point or half of what it was",
    "The built-in editions of craps agree on every edge but those of buy and lay bets, which lie at most "
    "2.2 points apart. One unit more or less in any payout of md-craps up to 15:1 moves an edge by more "
    "than a point.",
)
SCALES = (
    Scale(
        "wagers",
        ("min", "max", "increment"),
        10,
        "Limits double or halve with the value of money. A factor of ten is a digit too many or too few.",
    ),
    Scale(
        "wagers",
        ("chips", "fewest_chips", "multiple", "wrong_unit"),
        2,
        "Units follow from payouts and from the parts of a bet, and no edition has units twice another's.",
    ),
    Scale(
        "odds",
        ("most", "least", "baseline"),
        10,
        "Odds multiples go from 1× to 100× between editions, and no regulator moved one tenfold.",
    ),
    Scale(
        "vig",
        ("rate",),
        2,
        "Every edition has 5%. Twice or half of that is a percentage read as a fraction, or a digit.",
    ),
    Scale(
        "table",
        (),
        3,
        "Tables, dice and hours differ by a factor of two at most. Inches for feet, or minutes for hours, "
        "are a factor of twelve or more.",
    ),
    Scale("layout", ("positions", "positions_per_end"), 3, "As for the table: one position for each player."),
    Scale("cards", ("least", "most", "baseline"), 3, "A shoe has four to eight decks."),
)
YEARS_AHEAD = 10  # an edition that comes into force later than that has a wrong digit in its year
