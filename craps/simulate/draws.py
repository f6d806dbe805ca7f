"""Cards drawn from shoes and spaces called by wheels, many times over: how often each came. NumPy does it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np

from craps.errors import BadInput

CHUNK = 1_000_000
MOST_CARDS = 10**9  # a shoe or wheel larger than that is no table's


def hands(
    ranks: int, copies: int, cards: int, rounds: int, seed: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """How often each sequence of so many ranks came from fresh shoes with ``copies`` cards of each rank.

    Every card of a shoe is as likely as any other: the k-th draw picks one of those left, which is found by
    stepping over the ones drawn before, lowest first.
    """
    size = ranks * copies
    if size > MOST_CARDS:
        raise BadInput("ruleset.decks", f"makes a shoe of {size} cards; at most {MOST_CARDS} are simulated")
    counts = np.zeros(ranks**cards, dtype=np.int64)
    for rng, count in _chunks(rounds, seed):
        drawn = np.empty((0, count), dtype=np.int64)
        hand = np.zeros(count, dtype=np.int64)
        for number in range(cards):
            card = rng.integers(0, size - number, size=count)
            for earlier in np.sort(drawn, axis=0):
                card += card >= earlier
            drawn = np.vstack([drawn, card])
            hand = hand * ranks + card // copies
        counts += np.bincount(hand, minlength=ranks**cards)
    for sequence, count in zip(product(range(ranks), repeat=cards), counts.tolist(), strict=True):
        if count:
            yield count, sequence


def spins(spaces: Sequence[int], rounds: int, seed: int) -> list[int]:
    """How often each kind of space came on a wheel with so many of each."""
    size = sum(spaces)
    if size > MOST_CARDS:
        raise BadInput("ruleset.wheel.spaces", f"has {size} spaces; at most {MOST_CARDS} are simulated")
    ends = np.cumsum(spaces)
    counts = np.zeros(len(spaces), dtype=np.int64)
    for rng, count in _chunks(rounds, seed):
        kind = np.searchsorted(ends, rng.integers(0, size, size=count), side="right")
        counts += np.bincount(kind, minlength=len(spaces))
    return [int(count) for count in counts]


def _chunks(rounds: int, seed: int) -> Iterator[tuple[np.random.Generator, int]]:
    rng = np.random.default_rng(seed)
    for start in range(0, rounds, CHUNK):
        yield rng, min(CHUNK, rounds - start)
