"""`make test`, `make test-fast`, `make lint`: runs every step, also after a failure, and sums up."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scripts.setup import has_postgresql

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

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
FAULTS = "the whole product, started and killed"
FAULTS_AT_ONCE = "4"  # each waits most of its time, for a lease to end or a browser to load
SUITES = {
    "tests on SQLite, browser, Redis": [*PYTEST, "--share", "sqlite"],
    "tests on PostgreSQL": ["TEST_DATABASE=postgres", *PYTEST, "--share", "postgres"],
    FAULTS: ["pytest", "-q", "-n", FAULTS_AT_ONCE, "--dist", "worksteal", "tests/faults"],
}
STEPS = {"lint": LINT, "fast": FAST, "all": {**LINT, **SUITES}}


def main(which: str) -> int:
    """0 when nothing failed. A step this machine cannot run is skipped, and the sum at the end says so."""
    steps = dict(STEPS[which])
    with ThreadPoolExecutor(1) as beside:
        # The fault tests wait a lot: the type checker uses that time.
        types = steps.pop("types") if FAULTS in steps else None
        outcomes = []
        for name, command in steps.items():
            if name == FAULTS and types:
                checked = beside.submit(run, "types", types)
            outcomes.append(run(name, command))
        if types:
            outcomes.append(checked.result())
    print("\n" + "\n".join(outcomes))
    return 1 if any("FAILED" in outcome for outcome in outcomes) else 0


def run(name: str, command: list[str]) -> str:
    print(f"\n== {name}", flush=True)
    if "PostgreSQL" in name and not has_postgresql():
        return f"SKIPPED         {name}: not installed (apt-get install postgresql)"
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # compiled tests are collected in half the time
    while "=" in command[0]:
        variable, _, value = command[0].partition("=")
        environment[variable] = value
        command = command[1:]
    if name == "types":
        environment["DEMO"] = "1"  # the Django plugin of mypy reads the settings
    began = time.monotonic()
    code = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT, env=environment).returncode
    return f"{'passed' if code == 0 else 'FAILED'}  {time.monotonic() - began:6.1f} s  {name}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "all"))
