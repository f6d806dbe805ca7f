"""`kill -9` of the worker in the middle of a run over all approvals: the answer stays the same.

`make test` has 60 approvals and one kill. `make impact-kills` has 2,000 and five.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.product import ROOT, until

pytestmark = [pytest.mark.faults, pytest.mark.slow]

APPROVALS = int(os.environ.get("IMPACT_APPROVALS", "60"))
KILLS = int(os.environ.get("IMPACT_KILLS", "5" if APPROVALS > 500 else "1"))
CHUNK = 50 if APPROVALS > 500 else 5


class Works:
    """A worker, and the process that publishes, on one throw-away data folder."""

    def __init__(self, data: Path) -> None:
        self.log = data.with_suffix(".log")
        self.gate = data / "gate"
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(data),
            "DEMO": "1",
            "BAIZE_DATA": str(data),
            "DJANGO_SETTINGS_MODULE": "portal.settings",
            "IMPACT_CHUNK": str(CHUNK),
        }
        self.worker: subprocess.Popen[bytes] | None = None
        self.cases = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.impact_cases"],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log.open("ab"),
            text=True,
        )
        assert self.cases.stdout and self.cases.stdout.readline() == "ready\n", self.log.read_text()

    def ask(self, words: str) -> str:
        assert self.cases.stdin and self.cases.stdout
        print(words, file=self.cases.stdin, flush=True)
        answer: str = self.cases.stdout.readline().strip()
        assert answer, self.log.read_text()[-3000:]
        return answer

    def start(self) -> None:
        command = [sys.executable, "-m", "celery", "-A", "tests.faults.impact_worker", "worker", "-c", "1"]
        with self.log.open("ab") as log:
            self.worker = subprocess.Popen(
                [*command, "-l", "ERROR"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        if self.worker:
            os.killpg(self.worker.pid, signal.SIGKILL)
            self.worker.wait()
            self.worker = None

    def stop_at(self, count: int) -> None:
        """Let no worker look at more than about this many."""
        new = self.gate.with_suffix(".new")
        new.write_text(str(count))
        new.rename(self.gate)

    def looked_at(self) -> int:
        self.ask("sweep")
        return int(self.ask("progress").split()[1])

    def is_done(self) -> bool:
        self.ask("sweep")
        return self.ask("progress") == f"done {APPROVALS} {APPROVALS}"


@pytest.fixture
def works(migrated: Path, tmp_path: Path) -> Iterator[Works]:
    running = Works(Path(shutil.copytree(migrated, tmp_path / "data")))
    yield running
    running.kill()
    running.cases.kill()
    running.cases.wait()


def test_a_killed_run_ends_with_the_same_answer_and_one_notice_each(works: Works) -> None:
    rng = random.Random(os.environ.get("IMPACT_KILLS_SEED", "baize"))
    works.ask(f"make {APPROVALS}")
    assert works.ask("publish") == "scheduled"
    began = time.monotonic()
    works.stop_at(APPROVALS // (KILLS + 1))
    works.start()
    seen: list[int] = []
    for number in range(KILLS):
        # Somewhere in the part of the run that belongs to this kill, always after some progress.
        least = APPROVALS * (number + rng.uniform(0.3, 0.7)) // (KILLS + 1)
        until(
            lambda least=least: works.looked_at() >= least,
            "progress",
            works.log.read_text,
            every=0.1,
        )
        time.sleep(rng.uniform(0, 0.5))
        works.kill()
        seen.append(works.looked_at())
        works.stop_at(APPROVALS * (number + 2) // (KILLS + 1))
        works.start()
    works.gate.unlink()
    until(works.is_done, "the end of the run", works.log.read_text, every=0.5)
    took = time.monotonic() - began
    assert all(0 < count < APPROVALS for count in seen) and seen == sorted(set(seen)), seen
    answer = works.ask("answer")
    works.kill()
    assert answer == works.ask("undisturbed")
    assert not answer.startswith("0 notices")
    print(f"\n{APPROVALS} approvals, killed at {seen}: {took:.0f} s with {KILLS} leases of 30 s; {answer}")
    print(works.log.read_text()[-200:])
