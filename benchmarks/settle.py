"""Rolls settled per second, exact and with clauses, beside crapssim's fixed_run on the same bets and rolls.

    python -m benchmarks.settle [--rolls 3000] [--rounds 5]

A busy table: pass and come with odds, place 6 and 8 left up, field, four hardways, under British Columbia's
rules, which are the ones crapssim plays. crapssim's own strategies decide the bets; a first pass writes down
what they bet before each roll, and that script is what Baize settles. "scripted" runs crapssim on the script
too, so that neither side pays for deciding what to bet. The command line is measured whole, from the start of
Python to its last byte, once with one scenario and once with many. Rounds are interleaved; ratios are of
medians of processor time. The money must be the same in every round.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from crapssim.bet import Bet, Come, Field, HardWay, Odds, PassLine, Place
from crapssim.strategy.odds import ComeOddsMultiplier, PassLineOddsMultiplier
from crapssim.strategy.single_bet import BetCome, BetField, BetHardWay, BetPassLine, BetPlace, StrategyMode
from crapssim.strategy.tools import Player, Strategy
from crapssim.table import Table as PeerTable

from craps import settle

T = TypeVar("T")
RULES = {"edition": "bc-craps"}
BANKROLL = 10**9
COPIES = 20  # scenarios in one call with --jsonl, so that starting Python does not drown the rest
GOALS = {"craps.settle": 10, "craps settle FILE": 5}  # times fixed_run


def busy() -> Strategy:
    """The busy table in crapssim's own words."""
    place = BetPlace({6: 12, 8: 12}, mode=StrategyMode.ADD_IF_NOT_BET, skip_point=False)
    strategy = (
        BetPassLine(10)
        + PassLineOddsMultiplier(2)
        + BetCome(10)
        + ComeOddsMultiplier(2)
        + place
        + BetField(5)
    )
    for number in (4, 6, 8, 10):
        strategy += BetHardWay(number, 5)  # type: ignore[arg-type]  # annotated tuple[int], takes an int
    return strategy


class Recorded(Strategy):
    """Writes down what another strategy bets before each roll."""

    def __init__(self, inner: Strategy, script: list[list[Bet]]) -> None:
        self.inner, self.script = inner, script

    def completed(self, player: Player) -> bool:
        return False

    def update_bets(self, player: Player) -> None:
        before = list(player.bets)
        self.inner.update_bets(player)
        assert all(bet in player.bets for bet in before), "a bet was taken down or raised"
        self.script.append([bet.copy() for bet in player.bets if bet not in before])

    def __deepcopy__(self, memo: object) -> Recorded:
        return self


class Scripted(Strategy):
    """Makes exactly the scripted bets."""

    def __init__(self, script: list[list[Bet]]) -> None:
        self.script, self.at = script, 0

    def completed(self, player: Player) -> bool:
        return False

    def update_bets(self, player: Player) -> None:
        for bet in self.script[self.at]:
            player.add_bet(bet.copy())
        self.at += 1

    def __deepcopy__(self, memo: object) -> Scripted:
        return self


def play_peer(strategy: Strategy, rolls: list[tuple[int, int]]) -> float:
    table = PeerTable()
    table.add_player(BANKROLL, strategy)
    table.fixed_run(rolls)
    return table.players[0].bankroll - BANKROLL


def scenario(script: list[list[Bet]], rolls: list[tuple[int, int]]) -> dict[str, Any]:
    events: list[dict[str, Any]] = []
    for bets, throw in zip(script, rolls, strict=True):
        events += [_event(bet) for bet in bets]
        events.append({"roll": list(throw)})
    return {"ruleset": RULES, "events": events}


def _event(bet: Bet) -> dict[str, Any]:
    amount = int(bet.amount)
    if isinstance(bet, Odds):
        if bet.base_type is PassLine:
            return {"bet": "pass_odds", "amount": amount}
        return {"bet": "come_odds", "number": bet.number, "amount": amount}
    if isinstance(bet, Place):
        return {"bet": "place", "number": bet.number, "amount": amount, "stay": True}
    if isinstance(bet, HardWay):
        return {"bet": "hardway", "number": bet.number, "amount": amount}
    return {"bet": {PassLine: "pass_line", Come: "come", Field: "field"}[type(bet)], "amount": amount}


def timed(call: Callable[[], T], times: list[float], count: int = 1) -> T:
    """The last answer of a call; the mean of its processor time is added to ``times``."""
    gc.collect()
    started = processor_time()
    for _ in range(count):
        answer = call()
    times.append((processor_time() - started) / count)
    return answer


def processor_time() -> float:
    """Seconds used by this process and those it has started: what else the machine does drops out."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    dice = random.Random(11)
    rolls = [(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(args.rolls)]
    script: list[list[Bet]] = []
    play_peer(Recorded(busy(), script), rolls)
    ours, short = scenario(script, rolls), scenario(script[:20], rolls[:20])
    peer, scripted, api, single, lines = names = (
        "crapssim fixed_run",
        "crapssim, scripted",
        "craps.settle",
        "craps settle FILE",
        "craps settle --jsonl",
    )
    times: dict[str, list[float]] = {name: [] for name in (*names, "peer 20", "ours 20")}
    with tempfile.TemporaryDirectory() as folder:
        one, many, out = (Path(folder, name) for name in ("one.json", "many.jsonl", "out.json"))
        one.write_text(json.dumps(ours))
        many.write_text(f"{json.dumps(ours)}\n" * COPIES)
        # As installed: the core's bytecode is cached, which PYTHONDONTWRITEBYTECODE would prevent.
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def command(*args: str) -> None:
            line = [sys.executable, "-m", "craps", "settle", *args]
            with out.open("wb") as file:
                subprocess.run(line, stdout=file, check=True, env=environment)

        command(str(one))
        for _ in range(args.rounds):
            money = timed(lambda: play_peer(busy(), rolls), times[peer])
            money_scripted = timed(lambda: play_peer(Scripted(script), rolls), times[scripted])
            balance = timed(lambda: settle(ours).balance, times[api])
            assert money == money_scripted == float(balance), (money, money_scripted, balance)
            for name, options in ((single, [str(one)]), (lines, ["--jsonl", str(many)])):
                timed(lambda options=options: command(*options), times[name])  # type: ignore[misc]
                answers = out.read_text().splitlines()
                assert all(json.loads(answer)["balance"] == str(balance) for answer in answers)
            timed(lambda: play_peer(busy(), rolls[:20]), times["peer 20"], 20)
            timed(lambda: settle(short), times["ours 20"], 20)
    middle = {name: statistics.median(measured) for name, measured in times.items()}
    middle[lines] /= COPIES
    print(f"busy table, {args.rolls} rolls, median of {args.rounds} interleaved rounds; all pay {money:g}")
    ratios = {name: middle[peer] / middle[name] for name in names}
    for name in names:
        goal = f"  (goal: {GOALS[name]})" if name in GOALS else ""
        print(f"  {name:21} {args.rolls / middle[name]:9,.0f} rolls/s {ratios[name]:6.1f}x fixed_run{goal}")
    ours_20, peer_20 = middle["ours 20"] * 1e3, middle["peer 20"] * 1e3
    print(f"  20 rolls and set-up:  {ours_20:.2f} ms, {ours_20 / peer_20:.3f} of crapssim's {peer_20:.2f} ms")
    if any(ratios[name] < goal for name, goal in GOALS.items()):
        sys.exit(1)


if __name__ == "__main__":
    main()
