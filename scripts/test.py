"""`make test`, `make test-fast`, `make lint`: runs every step, also after a failure, and sums up."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from scripts.setup import has_postgresql

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
TESTS_FAILED = 1  # what pytest returns then; more than that is trouble of another kind

TEMPLATES = [str(path) for path in sorted((ROOT / "templates").rglob("*.html"))]
LINT = {
    "style": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "direction of imports": ["lint-imports"],
    "template format": ["djade", "--check", "--target-version", "5.2", *TEMPLATES],
    "template lint": ["djlint", "--lint", "--quiet", "templates"],
}
PYTEST = ["pytest", "-q", "--dist", "worksteal", "--durations", "20", "--durations-min", "2"]
FAST = {"fast tests": ["HYPOTHESIS_PROFILE=quick", *PYTEST, "-n", "auto", "--share", "fast"]}
SQLITE = "tests on SQLite, Redis"
POSTGRES = "tests on PostgreSQL"
BROWSER = "tests in the browser"
FAULTS = "the whole product, started and killed"
FAULTS_AT_ONCE = 2  # each waits most of its time, for a lease to end or a browser to load
# Each process reads all tests of its suite and sets up a database: one a lane, more from four cores on, and
# two for PostgreSQL, whose lane is the longest.
AT_ONCE = (os.cpu_count() or 1) // 2


def suite(cache: str, *arguments: str, at_once: int = AT_ONCE) -> list[str]:
    """pytest with a cache of its own, because suites run side by side."""
    processes = str(at_once) if at_once > 1 else "0"  # 0: no process but pytest's own
    return [*PYTEST, "-n", processes, "-o", f"cache_dir=.pytest_cache/{cache}", *arguments]


SUITES = {
    SQLITE: suite("sqlite", "--share", "sqlite", "--ignore", "tests/faults", "--ignore", "tests/browser"),
    POSTGRES: [
        "TEST_DATABASE=postgres",
        *suite("postgres", "--share", "postgres", "tests/portal", "tests/flows", at_once=max(2, AT_ONCE)),
    ],
    BROWSER: suite("browser", "tests/browser"),
    FAULTS: suite("faults", "tests/faults", at_once=FAULTS_AT_ONCE),
}
STEPS = {"lint": LINT, "fast": FAST, "all": {**LINT, **SUITES}}
# `make test` runs these lanes at the same time, because each waits now and then: for a server, a browser or a
# lease. The first speaks; the others are told when they end. PostgreSQL's comes after the types: by then the
# tests are compiled.
LANES = ((SQLITE,), ("types", POSTGRES), (BROWSER,), (FAULTS,))

# Their tests watch programs that share the machine with everything else: a browser, the product's processes.
# A few that failed are run again when all else has ended, and the sum names them. Nothing else is repeated.
RUN_AGAIN = {
    BROWSER: ("tests/browser/", ROOT / ".pytest_cache/browser/v/cache/lastfailed"),
    FAULTS: ("tests/faults/", ROOT / ".pytest_cache/faults/v/cache/lastfailed"),
}
MOST_RUN_AGAIN = 3


@dataclass
class Outcome:
    """How a step went."""

    name: str
    seconds: float = 0
    code: int = 0
    skipped: str = ""
    flaky: list[str] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        return self.code != 0 and not self.flaky

    def __str__(self) -> str:
        if self.skipped:
            return f"SKIPPED         {self.name}: {self.skipped}"
        line = f"{'FAILED' if self.failed else 'passed'}  {self.seconds:6.1f} s  {self.name}"
        return "\n".join([line, *(f"FLAKY, passed when run again alone: {test}" for test in self.flaky)])


def main(which: str) -> int:
    """0 when nothing failed. A step this machine cannot run is skipped, and the sum at the end says so."""
    steps = STEPS[which]
    lanes = LANES if which == "all" else ()
    in_lanes = [name for lane in lanes for name in lane]
    # What is cheap comes first, alone.
    outcomes = [run(name, command) for name, command in steps.items() if name not in in_lanes]
    with ThreadPoolExecutor(len(LANES)) as pool:
        for lane in pool.map(run_lane, lanes):
            outcomes += lane
    for outcome in outcomes:
        outcome.flaky = passed_alone(outcome)
    print("\n" + "\n".join(map(str, outcomes)))
    return 1 if any(outcome.failed for outcome in outcomes) else 0


def run_lane(names: tuple[str, ...]) -> list[Outcome]:
    return [run(name, STEPS["all"][name], aloud=name == SQLITE) for name in names]


def run(name: str, command: list[str], aloud: bool = True) -> Outcome:
    """Runs a step and says how it went. Without `aloud` its output is printed in one piece at the end."""
    heading = f"\n== {name}"
    if aloud:
        print(heading, flush=True)
    if name == POSTGRES and not has_postgresql():
        return Outcome(name, skipped="not installed (apt-get install postgresql)")
    environment = environment_of_tests()
    while "=" in command[0]:
        variable, _, value = command[0].partition("=")
        environment[variable] = value
        command = command[1:]
    if name == "types":
        environment["DEMO"] = "1"  # the Django plugin of mypy reads the settings
    if name in RUN_AGAIN:
        RUN_AGAIN[name][1].unlink(missing_ok=True)
    began = time.monotonic()
    done = subprocess.run(
        [str(BIN / command[0]), *command[1:]],
        cwd=ROOT,
        env=environment,
        stdout=None if aloud else subprocess.PIPE,
        stderr=None if aloud else subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if not aloud:
        print(f"{heading}\n{done.stdout}", flush=True)
    return Outcome(name, time.monotonic() - began, done.returncode)


def environment_of_tests() -> dict[str, str]:
    """Ours, but that Python may write compiled modules: with them tests are collected in half the time."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def passed_alone(outcome: Outcome) -> list[str]:
    """The tests that failed, where that is no failure: a few of RUN_AGAIN that pass when run again alone."""
    if outcome.code != TESTS_FAILED or outcome.name not in RUN_AGAIN:
        return []
    folder, last_failed = RUN_AGAIN[outcome.name]
    failed = sorted(json.loads(last_failed.read_text())) if last_failed.exists() else []
    if not failed or len(failed) > MOST_RUN_AGAIN or not all(test.startswith(folder) for test in failed):
        return []
    print("\n== again, alone: " + ", ".join(failed), flush=True)
    command = [str(BIN / "pytest"), "-q", "-n", "0", *failed]
    again = subprocess.run(command, cwd=ROOT, env=environment_of_tests())
    return failed if again.returncode == 0 else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "all"))
