"""A full check of a compliant rule set that states every field, beside json.loads of the same text.

    python -m benchmarks.check [--rounds 101]

The rule set has a layout of 40 areas. Measured are ``check`` alone and together with reading the rule set
from its text; notes on payable units are worked out anew each time. Calls are interleaved, over the editions
too; ratios are of medians. The goal is at most 50 times
json.loads for both together. Processor time is what is measured: a longer call is interrupted more often.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

from craps import check, edition_ids, load_ruleset
from craps.checks import units
from tests.craps.checks.stated import whole

AREAS = 40
GOAL = 50


def stated(edition: str) -> str:
    """Every field as the document has it; more pass line areas until there are 40."""
    ruleset = whole(edition)
    layout = ruleset["layout"]
    first = next(area for area in layout["areas"] if area["wager"] == "pass_line")
    for number in range(AREAS - len(layout["areas"])):
        layout["areas"].append(first | {"x": number * 12, "y": 60})
    layout |= {"width": 600, "height": 80}
    if len(layout["areas"]) != AREAS or check(load_ruleset(ruleset)).verdict != "ok":
        raise SystemExit(f"{edition}: not a compliant rule set with {AREAS} areas")
    return json.dumps(ruleset)


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def anew(work: Callable[[], object]) -> object:
    units.note.cache_clear()  # type: ignore[attr-defined]  # craps.messages.cached adds it
    return work()


def _load_and_check(text: str) -> object:
    return check(load_ruleset(text))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=101)
    args = parser.parse_args()
    texts = {edition: stated(edition) for edition in edition_ids()}
    taken: dict[str, list[tuple[float, float, float]]] = {edition: [] for edition in texts}
    for _ in range(args.rounds):
        for edition, text in texts.items():
            ruleset = load_ruleset(text)
            loads = seconds(partial(json.loads, text))
            alone = seconds(partial(anew, partial(check, ruleset)))
            both = seconds(partial(anew, partial(_load_and_check, text)))
            taken[edition].append((loads, alone, both))
    worst = 0.0
    for edition, rounds in taken.items():
        loads, alone, both = (statistics.median(column) for column in zip(*rounds, strict=True))
        checked = check(load_ruleset(texts[edition])).checked
        worst = max(worst, both / loads)
        print(
            f"  {edition:11} {len(texts[edition]):5} bytes, json.loads {loads * 1e6:4.0f} µs; {checked} "
            f"constraints in {alone / loads:4.1f} times that, {both / loads:4.1f} with reading"
        )
    print(f"worst {worst:.1f} times json.loads, goal at most {GOAL}; median of {args.rounds} rounds")
    return 1 if worst > GOAL else 0


if __name__ == "__main__":
    sys.exit(main())
