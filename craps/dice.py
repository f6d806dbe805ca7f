"""The 36 ways two dice can fall."""

from __future__ import annotations

POINTS = (4, 5, 6, 8, 9, 10)

# Index (first-1)*6 + (second-1) of a roll, used for every precomputed table.
ROLLS: tuple[tuple[int, int], ...] = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
TOTALS: tuple[int, ...] = tuple(a + b for a, b in ROLLS)

# Ways to throw each total: 6 ways to a 7, 1 way to a 12.
WAYS: dict[int, int] = {total: TOTALS.count(total) for total in range(2, 13)}


def roll_index(first: int, second: int) -> int:
    """Where a roll stands in ROLLS.

    >>> ROLLS[roll_index(3, 1)]
    (3, 1)
    """
    return first * 6 + second - 7
