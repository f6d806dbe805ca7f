"""Rolls settled per second, exact and with clauses, beside crapssim's fixed_run on the same bets and rolls.

    python -m benchmarks.settle [--rolls 2000] [--rounds 7]

A busy table under British Columbia's rules (the same rules crapssim plays): pass and come with odds, place 6 and
8 left up, field, four hardways. One script of bets and rolls feeds both, so neither pays for deciding what to
bet. Rounds are interleaved; ratios are of medians. The money is compared at the end.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from crapssim.bet import Come, Field, HardWay, Odds, PassLine, Place
from crapssim.strategy import Strategy
from crapssim.table import Table as PeerTable

from craps import load_ruleset, settle
from craps.scenario import Event
from craps.settlement import apply
from craps.table import Table

RULES = {"edition": "bc-craps"}
BANKROLL = 10**9
COPIES = 20  # scenarios in one CLI call, so that starting Python does not drown the rest


def busy_script(rolls: int, seed: int) -> list[tuple[list[dict], tuple[int, int]]]:
    """For each roll, the bets that go down before it."""
    dice = random.Random(seed)
    table = Table(load_ruleset(RULES))
    script = []
    for _ in range(rolls):
        bets = _wanted(table)
        for bet in bets:
            step = apply(table, 0, _event(bet))
            assert step.error is None, step.error
        throw = (dice.randint(1, 6), dice.randint(1, 6))
        apply(table, 0, Event("roll", roll=throw))
        script.append((bets, throw))
    return script


def _wanted(table: Table) -> list[dict]:
    up = table.bets
    bets: list[dict] = []
    if table.point is None:
        if ("pass_line", None) not in up:
            bets.append({"bet": "pass_line", "amount": 10})
    else:
        if ("pass_line", None) in up and ("pass_odds", None) not in up:
            bets.append({"bet": "pass_odds", "amount": 20})
        bets.append({"bet": "come", "amount": 10})
    for wager, spot in list(up):
        if wager == "come" and spot is not None and ("come_odds", spot) not in up:
            bets.append({"bet": "come_odds", "number": spot, "amount": 20})
    bets += [
        {"bet": "place", "number": n, "amount": 12, "stay": True} for n in (6, 8) if ("place", n) not in up
    ]
    bets.append({"bet": "field", "amount": 5})
    bets += [{"bet": "hardway", "number": n, "amount": 5} for n in (4, 6, 8, 10) if ("hardway", n) not in up]
    return bets


def _event(bet: dict) -> Event:
    return Event("bet", bet["bet"], bet.get("number"), bet["amount"], bet.get("stay"))


def scenario(script: list) -> dict:
    events: list[dict] = []
    for bets, throw in script:
        events += bets
        events.append({"roll": list(throw)})
    return {"ruleset": RULES, "events": events}


class Scripted(Strategy):
    """A peer's player who puts down exactly the scripted bets."""

    def __init__(self, script: list) -> None:
        self.script = script
        self.at = 0

    def completed(self, player: object) -> bool:
        return False

    def update_bets(self, player) -> None:
        for make, args in self.script[self.at]:
            player.add_bet(make(*args))
        self.at += 1

    def __deepcopy__(self, memo: object) -> Scripted:
        return Scripted(self.script)


def peer_script(script: list) -> list:
    point: int | None = None
    found = []
    for bets, throw in script:
        found.append([_peer_bet(bet, point) for bet in bets])
        total = sum(throw)
        if point is None:
            point = total if total in (4, 5, 6, 8, 9, 10) else None
        elif total in (7, point):
            point = None
    return found


def _peer_bet(bet: dict, point: int | None) -> tuple:
    amount = float(bet["amount"])
    return {
        "pass_line": (PassLine, (amount,)),
        "come": (Come, (amount,)),
        "pass_odds": (Odds, (PassLine, point, amount)),
        "come_odds": (Odds, (Come, bet.get("number"), amount)),
        "place": (Place, (bet.get("number"), amount)),
        "field": (Field, (amount,)),
        "hardway": (HardWay, (bet.get("number"), amount)),
    }[bet["bet"]]


def play_peer(script: list, rolls: list) -> float:
    table = PeerTable()
    table.add_player(BANKROLL, Scripted(script))
    table.fixed_run(rolls)
    return table.players[0].bankroll - BANKROLL


def timed(call) -> tuple[float, object]:
    started = time.perf_counter()
    found = call()
    return time.perf_counter() - started, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rolls", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    script = busy_script(args.rolls, seed=11)
    ours, theirs = scenario(script), peer_script(script)
    rolls = [throw for _, throw in script]
    short, short_theirs, short_rolls = scenario(script[:20]), theirs[:20], rolls[:20]
    text = json.dumps(ours)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "lines.jsonl")
        file.write_text(f"{text}\n" * COPIES)
        command = [sys.executable, "-m", "craps", "settle", "--jsonl", str(file)]
        times: dict[str, list[float]] = {name: [] for name in ("peer", "api", "cli", "peer 20", "api 20")}
        for _ in range(args.rounds):
            took, money = timed(lambda: play_peer(theirs, rolls))
            times["peer"].append(took)
            took, run = timed(lambda: settle(ours))
            times["api"].append(took)
            assert float(run.balance) == money, (run.balance, money)  # type: ignore[attr-defined]
            took, done = timed(lambda: subprocess.run(command, capture_output=True, check=True))
            times["cli"].append(took / COPIES)
            last = json.loads(done.stdout.splitlines()[-1])  # type: ignore[attr-defined]
            assert float(last["balance"]) == money
            took, _ = timed(lambda: [play_peer(short_theirs, short_rolls) for _ in range(20)])
            times["peer 20"].append(took / 20)
            took, _ = timed(lambda: [settle(short) for _ in range(20)])
            times["api 20"].append(took / 20)
    middle = {name: statistics.median(found) for name, found in times.items()}
    print(f"busy table, {args.rolls} rolls, median of {args.rounds} interleaved rounds; both pay {money:g}")
    for name, label in (
        ("peer", "crapssim fixed_run"),
        ("api", "craps.settle"),
        ("cli", "craps settle --jsonl"),
    ):
        rate, ratio = args.rolls / middle[name], middle["peer"] / middle[name]
        print(f"  {label:22} {rate:10,.0f} rolls/s   {ratio:6.1f}x crapssim")
    share = middle["api 20"] / middle["peer 20"]
    print(
        f"  20 rolls with set-up: {middle['api 20'] * 1e3:.2f} ms against {middle['peer 20'] * 1e3:.2f} ms: {share:.2f}"
    )


if __name__ == "__main__":
    main()
