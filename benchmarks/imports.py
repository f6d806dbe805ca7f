"""What importing ``craps`` takes, beside starting Python alone.

    python -m benchmarks.imports [--rounds 21]

Whole processes, in processor time, interleaved; ratios are of medians. A name of ``craps`` is loaded when it
is first used, so the package alone costs next to nothing.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys

PROGRAMS = {
    "python": "pass",
    "import craps": "import craps",
    "settle": "from craps import settle",
    "check": "from craps import check",
    "dataclasses, typing, json, fractions": "import dataclasses, typing, json, fractions",
}
GOAL = 1.2  # of ``import craps``


def seconds(program: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=21)
    args = parser.parse_args()
    taken: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(args.rounds):
        for name, program in PROGRAMS.items():
            taken[name].append(seconds(program))
    medians = {name: statistics.median(times) for name, times in taken.items()}
    for name, median in medians.items():
        print(f"  {name:36} {median * 1000:5.1f} ms, {median / medians['python']:.2f} times Python alone")
    ratio = medians["import craps"] / medians["python"]
    print(f"import craps {ratio:.2f} times Python alone, goal at most {GOAL}; median of {args.rounds} rounds")
    return 1 if ratio > GOAL else 0


if __name__ == "__main__":
    sys.exit(main())
