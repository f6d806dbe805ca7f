"""Rolls simulated per second, beside crapssim on the same bets; simulated edges are checked in the same run.

    python -m benchmarks.simulate [--rolls 20000000] [--peer-rolls 1000] [--rounds 5]

Two tables. "busy": pass and come with odds, place 6 and 8, field, four hardways. "everything": every wager
that both know, on every number and pair. crapssim also has a put bet, which no edition lists as a wager of
its own; it is left out on both sides. Rounds are interleaved; ratios are of medians. An edge more than
four standard errors from the exact one makes the run fail.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

from crapssim.bet import AnyCraps, CAndE
from crapssim.strategy.odds import (
    ComeOddsMultiplier,
    DontComeOddsMultiplier,
    DontPassOddsMultiplier,
    PassLineOddsMultiplier,
)
from crapssim.strategy.single_bet import (
    BetAll,
    BetAny7,
    BetBig6,
    BetBig8,
    BetBoxcars,
    BetBuy,
    BetCome,
    BetDontCome,
    BetDontPass,
    BetField,
    BetFire,
    BetHardWay,
    BetHop,
    BetHorn,
    BetLay,
    BetPassLine,
    BetPlace,
    BetSingle,
    BetSmall,
    BetTall,
    BetThree,
    BetTwo,
    BetWorld,
    BetYo,
    StrategyMode,
)
from crapssim.strategy.tools import Strategy
from crapssim.table import Table

from craps.codec import Json
from craps.simulate import Simulation, simulate

BANKROLL = 10**9
GOALS = {"busy": 1_000, "everything": 10_000}
POINTS = (4, 5, 6, 8, 9, 10)
HARD = (4, 6, 8, 10)
HOPS = [(a, b) for a in range(1, 7) for b in range(a, 7) if a + b not in (2, 3, 11, 12)]
LINE = ["pass_line", "dont_pass", "come", "dont_come"]
ODDS = ["pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds"]
NUMBER = ["place", "buy", "lay", "hardway", "big_6", "big_8"]
ONE_ROLL = ["field", "any_seven", "any_craps", "craps_2", "craps_3", "craps_12", "eleven", "hop"]
COMBINED = ["horn", "world", "c_and_e"]
SIDE = ["fire", "all_small", "all_tall", "all_or_nothing"]
WAGERS = [*LINE, *ODDS, *NUMBER, *ONE_ROLL, *COMBINED, *SIDE]


class BetAnyCraps(BetSingle):
    bet_type = AnyCraps


class BetCAndE(BetSingle):
    bet_type = CAndE


def places(amounts: dict[int, float]) -> Strategy:
    return BetPlace(amounts, mode=StrategyMode.ADD_IF_NOT_BET, skip_point=False)


def peer_busy() -> Strategy:
    strategy = (
        BetPassLine(10)
        + PassLineOddsMultiplier(2)
        + BetCome(10)
        + ComeOddsMultiplier(2)
        + places({6: 12, 8: 12})
        + BetField(5)
    )
    for number in HARD:
        strategy += BetHardWay(number, 5)  # type: ignore[arg-type]  # annotated tuple[int], takes an int
    return strategy


def peer_everything() -> Strategy:
    strategy = (
        BetPassLine(10)
        + BetDontPass(10)
        + BetCome(10)
        + BetDontCome(10)
        + PassLineOddsMultiplier(2)
        + DontPassOddsMultiplier(2)
        + ComeOddsMultiplier(2)
        + DontComeOddsMultiplier(2)
        + places({4: 10, 5: 10, 6: 12, 8: 12, 9: 10, 10: 10})
    )
    for number in POINTS:
        strategy = strategy + BetBuy(number, 20) + BetLay(number, 40)
    for number in HARD:
        strategy += BetHardWay(number, 5)  # type: ignore[arg-type]  # annotated tuple[int], takes an int
    for pair in HOPS:
        strategy += BetHop(pair, 5)
    for one_roll in (BetField, BetAny7, BetAnyCraps, BetTwo, BetThree, BetYo, BetBoxcars, BetHorn, BetCAndE):
        strategy += one_roll(5)
    for other in (BetWorld, BetBig6, BetBig8, BetFire, BetAll, BetTall, BetSmall):
        strategy += other(5)
    return strategy


def our_busy() -> Json:
    bets: list[Json] = [
        {"bet": "pass_line", "amount": 10},
        {"bet": "pass_odds", "amount": 20},
        {"bet": "come", "amount": 10},
        {"bet": "come_odds", "amount": 20},
        {"bet": "place", "number": 6, "amount": 12},
        {"bet": "place", "number": 8, "amount": 12},
        {"bet": "field", "amount": 5},
    ]
    bets += [{"bet": "hardway", "number": number, "amount": 5} for number in HARD]
    return {"ruleset": {"edition": "bc-craps"}, "bets": bets}


def our_everything() -> Json:
    return {"ruleset": {"edition": "bc-craps", "wagers": WAGERS}, "bets": "all"}


TABLES = {"busy": (peer_busy, our_busy), "everything": (peer_everything, our_everything)}


def peer_rate(strategy: Strategy, rolls: int, seed: int) -> float:
    table = Table(seed=seed)
    table.add_player(BANKROLL, strategy)
    started = time.perf_counter()
    table.run(rolls, verbose=False)
    return rolls / (time.perf_counter() - started)


def our_rate(request: Json, rolls: int, seed: int) -> tuple[float, Simulation]:
    started = time.perf_counter()
    found = simulate(request, rolls=rolls, seed=seed)
    return rolls / (time.perf_counter() - started), found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=20_000_000)
    parser.add_argument("--peer-rolls", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    missed = False
    for name, (peer, ours) in TABLES.items():
        theirs, own, worst = [], [], 0.0
        for seed in range(args.rounds):
            theirs.append(peer_rate(peer(), args.peer_rolls, seed))
            rate, found = our_rate(ours(), args.rolls, seed)
            own.append(rate)
            worst = max(worst, *(abs(float(bet.z)) for bet in found.bets if bet.z is not None))
        ratio = statistics.median(own) / statistics.median(theirs)
        print(
            f"{name:11} {len(found.bets):3} bets: crapssim {statistics.median(theirs):8,.0f} rolls/s, "
            f"Baize {statistics.median(own):13,.0f} rolls/s, {ratio:9,.0f} times "
            f"(goal {GOALS[name]:,}); furthest edge {worst:.2f} standard errors"
        )
        missed |= ratio < GOALS[name] or worst > 4
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
