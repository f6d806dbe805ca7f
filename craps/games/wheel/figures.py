"""The exact edge of a wheel of fortune: each kind of space has its share of the wheel."""

from __future__ import annotations

from fractions import Fraction

from craps.games.figures import Ending, RoundEdge, edge_row
from craps.games.wheel.terms import SPACE, pays, spaces
from craps.ruleset import RuleSet


def edges(ruleset: RuleSet) -> list[RoundEdge]:
    """A row for each kind of space."""
    if SPACE not in ruleset.offered:
        return []
    counts = spaces(ruleset)
    size = sum(counts.values())
    rows = []
    for kind, count in counts.items():
        share = Fraction(count, size)
        endings = (Ending(share, "win", pays(ruleset)[kind]), Ending(1 - share, "lose", -1))
        rows.append(edge_row(SPACE, endings, space=kind))
    return rows
