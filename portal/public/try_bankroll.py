"""How the player of a table to try stands after each event: a line, with its highest and lowest figure."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from craps.money import Exact

WIDTH, HEIGHT = 300, 60  # of the drawing, which stretches to its column


def bankroll(nets: Sequence[Exact]) -> dict[str, Any]:
    """Return the points of the line from 0 before the first event, and its figures; nothing for no events."""
    if not nets:
        return {}
    values = [0, *nets]
    high, low = max(values), min(values)
    span = (high - low) or 1

    def y(value: Exact) -> int:
        return round(Fraction(high - value) / span * HEIGHT) if high > low else HEIGHT // 2

    points = [f"{place * WIDTH // (len(values) - 1)},{y(value)}" for place, value in enumerate(values)]
    return {
        "points": " ".join(points),
        "even": y(0),
        "high": high,
        "low": low,
        "width": WIDTH,
        "height": HEIGHT,
    }
