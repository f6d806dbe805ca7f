"""`make test`, `make test-fast`, `make lint`: runs every step, also after a failure, and sums up."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
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
PYTEST = ["pytest", "-q", "-n", "auto", "--dist", "worksteal"]
FAST = {
    "fast tests": [
        "HYPOTHESIS_PROFILE=quick",
        *PYTEST,
        "-m",
        "not (slow or browser or postgres or redis or faults)",
    ],
}
SQLITE = "tests on SQLite, browser, Redis"
POSTGRES = "tests on PostgreSQL"
FAULTS = "the whole product, started and killed"
FAULTS_AT_ONCE = "3"  # each waits most of its time, for a lease to end or a browser to load
SUITES = {
    SQLITE: [*PYTEST, "--share", "sqlite", "--ignore", "tests/faults"],
    POSTGRES: [
        "TEST_DATABASE=postgres",
        *PYTEST,
        *("-o", "cache_dir=.pytest_cache/postgres"),
        *("--share", "postgres"),
        "tests/portal",
        "tests/flows",
    ],
    FAULTS: [
        *("pytest", "-q", "-n", FAULTS_AT_ONCE, "--dist", "worksteal"),
        *("-o", "cache_dir=.pytest_cache/faults"),
        "tests/faults",
    ],
}
STEPS = {"lint": LINT, "fast": FAST, "all": {**LINT, **SUITES}}
# `make test` runs these lanes at the same time, because each waits now and then: for a server, a browser or a
# lease. The first speaks; the others are told when they end. PostgreSQL's comes after the types: by then the
# tests are compiled.
LANES = ((SQLITE,), ("types", POSTGRES), (FAULTS,))

LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
MOST_RUN_AGAIN = 3


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
    print("\n" + "\n".join(outcomes))
    return 1 if any(outcome.startswith("FAILED") for outcome in outcomes) else 0


def run_lane(names: tuple[str, ...]) -> list[str]:
    return [run(name, STEPS["all"][name], aloud=name == SQLITE) for name in names]


def run(name: str, command: list[str], aloud: bool = True) -> str:
    """Runs a step and says how it went. Without `aloud` its output is printed in one piece at the end."""
    heading = f"\n== {name}"
    if aloud:
        print(heading, flush=True)
    if name == POSTGRES and not has_postgresql():
        return f"SKIPPED         {name}: not installed (apt-get install postgresql)"
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # compiled tests are collected in half the time
    while "=" in command[0]:
        variable, _, value = command[0].partition("=")
        environment[variable] = value
        command = command[1:]
    if name == "types":
        environment["DEMO"] = "1"  # the Django plugin of mypy reads the settings
    if name == SQLITE:
        LAST_FAILED.unlink(missing_ok=True)
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
    flaky = passed_alone(environment) if name == SQLITE and done.returncode == TESTS_FAILED else []
    passed = done.returncode == 0 or flaky
    outcome = f"{'passed' if passed else 'FAILED'}  {time.monotonic() - began:6.1f} s  {name}"
    return "\n".join([outcome, *(f"FLAKY, passed when run again alone: {test}" for test in flaky)])


def passed_alone(environment: dict[str, str]) -> list[str]:
    """The tests that failed, where that is no failure: a few of the browser's that pass when run again alone.

    A browser on a busy machine may miss a moment. Nothing else is ever repeated.
    """
    failed = sorted(json.loads(LAST_FAILED.read_text())) if LAST_FAILED.exists() else []
    if not failed or len(failed) > MOST_RUN_AGAIN:
        return []
    if not all(test.startswith("tests/browser/") for test in failed):
        return []
    print("\n== again, alone: " + ", ".join(failed), flush=True)
    again = subprocess.run([str(BIN / "pytest"), "-q", "-n", "0", *failed], cwd=ROOT, env=environment)
    return failed if again.returncode == 0 else []


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "all"))
