"""Playing many evenings of one bet each, to hold the exact evening of craps/swing.py against.

What a roll does to a bet is read from this package's own outcomes, one roll at a time. A bet that no number
moves goes by how often each roll fell in an evening; a line or come bet is followed from roll to roll.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from craps.money import Exact
from craps.ruleset import RuleSet
from craps.simulate import vig_of
from craps.simulate.outcomes import Spot, endings
from craps.simulate.tables import POINTS, Counts, Ints

BLOCK = 2**14  # evenings taken in one go
MOVING = ("pass_line", "dont_pass", "come", "dont_come")

Bet = tuple[str, Spot, Exact]


def play_evenings(
    ruleset: RuleSet, bets: Sequence[Bet], *, evenings: int, rolls: int, seed: int
) -> list[Mapping[Fraction, int]]:
    """How many of so many evenings each bet ended at each net result; all bets see the same rolls."""
    rng = np.random.Generator(np.random.SFC64(seed))
    courses = [_course(ruleset, bet) for bet in bets]
    scales = [lcm(*(net.denominator for row in course for net, _ in row)) for course in courses]
    tables = [_tables(course, scale) for course, scale in zip(courses, scales, strict=True)]
    found: list[Counter[int]] = [Counter() for _ in bets]
    left = evenings
    while left:
        height = min(BLOCK, left)
        left -= height
        fallen = rng.integers(0, 36, (height, rolls), dtype=np.uint8).astype(np.intp)
        cells = (fallen + 36 * np.arange(height)[:, None]).ravel()
        times = np.bincount(cells, minlength=36 * height).reshape(height, 36)
        for (nets, states), counted in zip(tables, found, strict=True):
            ends = times @ nets if len(nets) == 36 else _followed(fallen, nets, states)
            values, counts = np.unique(ends, return_counts=True)
            counted.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
    return [
        {Fraction(end, scale): count for end, count in counted.items()}
        for counted, scale in zip(found, scales, strict=True)
    ]


def _followed(fallen: Ints, nets: Ints, states: Ints) -> Ints:
    state = np.zeros(len(fallen), np.intp)
    ends = np.zeros(len(fallen), np.intp)
    for roll in fallen.T:
        cell = state + roll
        ends += nets[cell]
        state = states[cell]
    return ends


def _tables(course: list[list[tuple[Fraction, int]]], scale: int) -> tuple[Ints, Ints]:
    """By state and roll: the net result in whole units, and 36 times the next state."""
    nets = [int(net * scale) for row in course for net, _ in row]
    return np.array(nets, np.intp), np.array([36 * after for row in course for _, after in row], np.intp)


def _course(ruleset: RuleSet, bet: Bet) -> list[list[tuple[Fraction, int]]]:
    """What each roll brings in each state, and the state after it."""
    states = range(len(POINTS) + 1 if bet[0] in MOVING else 1)
    return [[_one_roll(ruleset, bet, state, letter) for letter in range(36)] for state in states]


def _one_roll(ruleset: RuleSet, bet: Bet, state: int, letter: int) -> tuple[Fraction, int]:
    wager, spot, amount = bet
    dice = np.zeros((7, 7, 6, 6), np.intp)
    dice[*_stands(wager, spot, state), letter // 6, letter % 6] = 1
    nothing = np.zeros(0, np.intp)
    ended = [
        each for each in endings(ruleset, wager, spot, amount, Counts(1, dice, nothing, nothing)) if each[0]
    ]
    total = letter // 6 + letter % 6 + 2
    if not ended:
        moved = wager in MOVING and not state and total in POINTS
        return Fraction(0), POINTS.index(total) + 1 if moved else state
    (_, outcome, pays, back) = ended[0]
    at_placement, on_win = vig_of(ruleset, wager, spot)
    charged = on_win if outcome == "win" else 0
    return Fraction(amount * (pays - charged + back - 1 - at_placement)), 0


def _stands(wager: str, spot: Spot, state: int) -> tuple[int, int]:
    """Where the point and the come bet stand while a bet is up and on, in the counts of tables.py."""
    number = POINTS.index(spot) + 1 if isinstance(spot, int) and spot in POINTS else 0
    if wager in ("pass_line", "dont_pass"):
        return state, 0
    if wager in ("come", "dont_come"):
        return 1, state
    if wager in ("come_odds", "dont_come_odds"):
        return 1, number
    return number or 1, 0
