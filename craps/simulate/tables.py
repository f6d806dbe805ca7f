"""Rolling the dice at many tables at once, and counting what each roll met.

A table is three finite machines fed by the same rolls. The first follows the point and a come bet that is
put down whenever it may be; the second the points a shooter makes; the third the totals thrown since a new
shooter took the dice. All tables take two rolls a step: the state and the two rolls are one number, and a
look-up gives the next state. Every number that occurs is counted; each bet's result is read from the counts
afterwards, because for a bet that is up at a roll nothing else matters.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.intp]

POINTS = (4, 5, 6, 8, 9, 10)
COLLECTED = (
    2,
    3,
    4,
    5,
    6,
    8,
    9,
    10,
    11,
    12,
)  # the totals a bonus bet can ask for, in the order of their bits
MOST_POINTS = 10  # sharpshooter: more points made count as so many
DONE = 2 ** len(COLLECTED)  # bonus bets are decided and wait for a new shooter
MOST_TABLES = 4096
BLOCK = 2**16  # rolls taken in one go; what fits the processor's cache

SEVEN_OUT, NOTHING = 7, 0


@dataclass(frozen=True)
class Counts:
    """What happened in all rolls of all tables.

    ``dice[p, c, a, b]``: rolls of faces a+1 and b+1 while point p was on (0: come-out) and the come bet stood
    on c (0: none, which with a point on means one in the box). ``points[m, n]``: seven-outs of shooters who
    had made the set m of points and n points in all. ``collected[m]``: shooters whose first 7 found the set m
    of totals. The last two are empty where they were not asked for.
    """

    tables: int
    dice: Ints
    points: Ints
    collected: Ints


def play(rolls: int, seed: int, *, points: bool = False, collected: bool = False) -> Counts:
    """Roll the dice so many times; the same seed gives the same rolls."""
    tables = table_count(rolls)
    rng = np.random.Generator(np.random.SFC64(seed))
    table = _Machine(_table_steps(), tables)
    followers = []
    if points:
        followers.append((_Machine(_shooter_steps(), tables), _shooter_letters(table.step)))
    if collected:
        followers.append((_Machine(_bonus_steps(), tables), _bonus_letters(table.step)))
    looks = [machine.symbols_from(table, letters) for machine, letters in followers]
    pairs, rest = divmod(rolls, 2 * tables)
    rows = max(1, BLOCK // (2 * tables))
    while pairs:
        height = min(rows, pairs)
        pairs -= height
        drawn = rng.integers(0, 1296, (height, tables), dtype=np.uint16).astype(np.intp)
        cells = table.walk(drawn)
        for (machine, _), look in zip(followers, looks, strict=True):
            machine.walk(look.take(cells))
    while rest:  # fewer rolls are left than two a table: the first tables roll once more
        width = min(rest, tables)
        rest -= width
        state, letter = table.single(rng.integers(0, 36, width, dtype=np.uint16).astype(np.intp))
        for machine, letters in followers:
            machine.single(letters[state, letter])
    nothing = np.zeros(0, np.intp)
    tallied = [machine.tally() for machine, _ in followers]
    return Counts(
        tables,
        table.tally().reshape(7, 7, 6, 6),
        tallied[0].reshape(64, MOST_POINTS + 1, 8)[:, :, SEVEN_OUT] if points else nothing,
        tallied[-1][:DONE, [5, 11]].sum(axis=1) if collected else nothing,
    )


def table_count(rolls: int) -> int:
    """How many tables share the rolls.

    A bet that is still up when the rolls run out is left out, and such a bet tends to be a long one. With the
    sixteenth of the square root of the rolls this stays far below the standard error.
    """
    return min(MOST_TABLES, max(1, isqrt(rolls) // 16))


class _Machine:
    """A finite machine at every table: ``step[state, letter]`` is the next state, one letter a roll."""

    def __init__(self, step: Ints, tables: int) -> None:
        self.step = step
        self.states, self.letters = step.shape
        self.symbols = self.letters**2  # two letters are one symbol
        self.next = np.ascontiguousarray((step[step] * self.symbols).ravel())
        self.at = np.zeros(tables, np.intp)  # state × symbols
        self.seen = np.zeros(self.states * self.symbols, np.intp)
        self.seen_once = np.zeros(step.shape, np.intp)

    def walk(self, symbols: Ints) -> Ints:
        """Take one row of symbols after the other; gives the cells (state and symbol) met."""
        cells = symbols
        at = self.at
        for row in cells:
            row += at
            np.take(self.next, row, out=at, mode="clip")
        self.seen += np.bincount(cells.ravel(), minlength=self.seen.size)
        return cells

    def single(self, letters: Ints) -> tuple[Ints, Ints]:
        """One letter at each of the first tables; gives the states they were in, and the letters."""
        width = len(letters)
        state = self.at[:width] // self.symbols
        np.add.at(self.seen_once, (state, letters), 1)
        self.at[:width] = self.step[state, letters] * self.symbols
        return state, letters

    def tally(self) -> Ints:
        """How often each letter was met in each state."""
        pairs = self.seen.reshape(self.states, self.letters, self.letters)
        counts: Ints = self.seen_once + pairs.sum(axis=2)
        second = np.zeros_like(counts)
        np.add.at(second, self.step, pairs)
        return counts + second

    def symbols_from(self, other: _Machine, letters: Ints) -> Ints:
        """For each cell of the machine that is followed, the symbol it is here."""
        first = letters[:, :, None]
        second = letters[other.step]
        symbols: Ints = (first * self.letters + second).ravel()
        return symbols


# The three machines --------------------------------------------------------------------------------------


def _table_steps() -> Ints:
    """States: 7 × point + come bet, each 0 or the place of its number. Letters: the 36 rolls."""
    step = np.zeros((49, 36), np.intp)
    for state in range(49):
        point, come = divmod(state, 7)
        for letter in range(36):
            total = letter // 6 + letter % 6 + 2
            number = POINTS.index(total) + 1 if total in POINTS else 0
            next_point, next_come = point, come
            if point == 0:
                next_point = number
            elif total == 7 or number == point:
                next_point = 0
            if come == 0:
                next_come = number if point else 0
            elif total == 7 or number == come:
                next_come = 0
            step[state, letter] = 7 * next_point + next_come
    return step


def _shooter_letters(table: Ints) -> Ints:
    """What a roll in a state of the table is to the shooter: a point made (1 to 6), a seven-out, nothing."""
    letters = np.full(table.shape, NOTHING, np.intp)
    for state, letter in np.ndindex(letters.shape):
        point = state // 7
        total = letter // 6 + letter % 6 + 2
        if point and total == 7:
            letters[state, letter] = SEVEN_OUT
        elif point and total == POINTS[point - 1]:
            letters[state, letter] = point
    return letters


def _shooter_steps() -> Ints:
    """States: set of points made × count of points made."""
    high = MOST_POINTS + 1
    step = np.zeros((64 * high, 8), np.intp)
    for state in range(64 * high):
        made, count = divmod(state, high)
        step[state, NOTHING] = state
        for point in range(1, 7):
            step[state, point] = (made | 1 << point - 1) * high + min(count + 1, MOST_POINTS)
    return step  # after a seven-out: nothing made, state 0


def _bonus_letters(table: Ints) -> Ints:
    """The total of each roll less 2; a seven-out is 11."""
    letters = np.zeros(table.shape, np.intp)
    for state, letter in np.ndindex(letters.shape):
        total = letter // 6 + letter % 6 + 2
        letters[state, letter] = 11 if total == 7 and state >= 7 else total - 2
    return letters


def _bonus_steps() -> Ints:
    """States: the set of totals thrown, or DONE from a come-out 7 until the seven-out."""
    step = np.full((DONE + 1, 12), DONE, np.intp)
    sets = np.arange(DONE)
    for bit, total in enumerate(COLLECTED):
        step[:DONE, total - 2] = sets | 1 << bit
    step[:, 11] = 0
    return step
