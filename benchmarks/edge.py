"""All exact edges of one edition, nothing cached, beside the time crapssim takes for 500 busy rolls.

    python -m benchmarks.edge [--rounds 7]

Each round starts from a fresh rule set with the catalogue's tables of decisions thrown away. Rounds are
interleaved over the editions; ratios are of medians. The goal is a ratio of at most 1.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

from crapssim.table import Table

from benchmarks.settle import busy
from craps import edges, edition_ids, load_ruleset, ruleset, wagers

BANKROLL = 10**9
PEER_ROLLS = 500


def forget() -> None:
    for cached in (wagers.decisions, wagers.parts, wagers.winning_parts, ruleset.unlisted_rule):
        cached.cache_clear()  # type: ignore[union-attr]  # craps.messages.cached adds it


def peer_time(seed: int) -> float:
    table = Table(seed=seed)
    table.add_player(BANKROLL, busy())
    started = time.perf_counter()
    table.run(PEER_ROLLS, verbose=False)
    return time.perf_counter() - started


def our_time(edition: str) -> tuple[float, int]:
    rules = load_ruleset({"edition": edition})
    forget()
    started = time.perf_counter()
    rows = edges(rules)
    return time.perf_counter() - started, len(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    theirs: list[float] = []
    own: dict[str, list[float]] = {edition: [] for edition in edition_ids()}
    rows: dict[str, int] = {}
    for seed in range(args.rounds):
        theirs.append(peer_time(seed))
        for edition in own:
            took, rows[edition] = our_time(edition)
            own[edition].append(took)
    middle = statistics.median(theirs)
    print(f"crapssim, {PEER_ROLLS} busy rolls: {middle * 1e3:.1f} ms, median of {args.rounds} rounds")
    worst = 0.0
    for edition, times in own.items():
        took = statistics.median(times)
        worst = max(worst, took / middle)
        print(f"  {edition:11} {rows[edition]:3} rows {took * 1e3:6.1f} ms, {took / middle:.3f} of it")
    return 1 if worst > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
