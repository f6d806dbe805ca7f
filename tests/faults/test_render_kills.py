"""`kill -9` of the worker at every moment of a document's making, and a broker that forgets.

Whatever is hit, every decision ends with exactly one valid signed PDF: one file, one register entry.
The short version is part of `make test`. `make render-kills` runs 200 rounds, with the broker wiped in 20.
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.product import ROOT, until

pytestmark = [pytest.mark.faults, pytest.mark.slow]

ROUNDS = int(os.environ.get("RENDER_KILLS", "6"))  # for each broker half of them
WIPED = max(1, ROUNDS // 10)
SECONDS = int(os.environ.get("RENDER_KILLS_SECONDS", "86400"))  # no new round after so long
WHOLE = 4  # every fourth kill hits the whole worker, the others its process that does the work
MOMENTS = (
    "starting",
    "claiming",
    "claimed",
    "rendering",
    "rendered",
    "signing",
    "signed",
    "finishing",
    "storing",
    "stored",
    "before commit",
    "committed",
)
PATIENCE = 180  # seconds for one document on a machine that does much else


class Works:
    """A worker and the process that makes decisions, on one throw-away data folder."""

    def __init__(self, data: Path, broker: str) -> None:
        self.data, self.broker = data, broker
        self.moment = data.with_suffix(".moment")
        self.log = data.with_suffix(".log")
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(data),
            "DEMO": "1",
            "BAIZE_DATA": str(data),
            "BAIZE_MOMENT": str(self.moment),
            "RENDER_TIME_LIMIT": "40",
            "DJANGO_SETTINGS_MODULE": "portal.settings",
            **({"CELERY_BROKER_URL": broker} if broker else {}),
        }
        self.worker: subprocess.Popen[bytes] | None = None
        self.cases = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.render_cases"],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log.open("ab"),
            text=True,
        )
        assert self.cases.stdout and self.cases.stdout.readline() == "ready\n", self.log.read_text()

    def ask(self, word: str) -> str:
        assert self.cases.stdin and self.cases.stdout
        print(word, file=self.cases.stdin, flush=True)
        answer: str = self.cases.stdout.readline().strip()
        assert answer, self.log.read_text()[-3000:]
        return answer

    def start(self) -> None:
        self.moment.write_text("starting")
        with self.log.open("ab") as log:
            self.worker = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "celery",
                    "-A",
                    "tests.faults.render_worker",
                    "worker",
                    "-c",
                    "1",
                    "-l",
                    "ERROR",
                ],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill_hands(self) -> None:
        """Only the process that renders: the worker sees it gone and starts another."""
        assert self.worker
        children = Path(f"/proc/{self.worker.pid}/task/{self.worker.pid}/children").read_text().split()
        for child in children:
            os.kill(int(child), signal.SIGKILL)

    def kill(self) -> None:
        if self.worker:
            os.killpg(self.worker.pid, signal.SIGKILL)
            self.worker.wait()
            self.worker = None

    def wipe(self) -> None:
        """The broker forgets everything it was told."""
        if self.broker:
            port = self.broker.split(":")[2].partition("/")[0]
            subprocess.run(["redis-cli", "-p", port, "flushall"], check=True, stdout=subprocess.DEVNULL)
        else:
            for message in (self.data / "broker" / "messages").glob("*"):
                message.unlink(missing_ok=True)

    def end(self) -> None:
        self.kill()
        self.cases.kill()
        self.cases.wait()


@pytest.fixture(params=["embedded", "redis"])
def works(request: pytest.FixtureRequest, migrated: Path, tmp_path: Path) -> Iterator[Works]:
    broker = ""
    if request.param == "redis":
        if not shutil.which("redis-cli"):
            pytest.skip("SKIPPED, no redis-cli (apt-get install redis-tools)")
        broker = request.getfixturevalue("redis_url")
    running = Works(Path(shutil.copytree(migrated, tmp_path / "data")), broker)
    yield running
    running.end()


def test_every_decision_ends_with_one_signed_document(works: Works) -> None:
    rng = random.Random(os.environ.get("RENDER_KILLS_SEED", "baize"))
    rounds = max(1, ROUNDS // 2)
    wiped = set(rng.sample(range(rounds), max(1, WIPED // 2)))
    hit: dict[str, int] = {}
    works.start()
    until_when = time.monotonic() + SECONDS / 2
    for number in range(rounds):
        if time.monotonic() > until_when:
            rounds = number
            break
        works.ask("approve")
        if number in wiped:
            works.wipe()
        target = MOMENTS[number % len(MOMENTS)]
        end = time.monotonic() + (5 if target == "starting" else PATIENCE / 2)
        while time.monotonic() < end and works.moment.read_text() != target:
            if rng.random() < 0.002:
                works.ask("sweep")
            time.sleep(0.003)
        if target == "rendering":
            time.sleep(rng.uniform(0, 2.5))
        moment = works.moment.read_text() or "between two moments"
        hit[moment] = hit.get(moment, 0) + 1
        if number % WHOLE == 0 or target == "starting":
            works.kill()
            works.start()
        else:
            works.kill_hands()
            works.moment.write_text("hands killed")

    def done() -> bool:
        works.ask("sweep")
        return works.ask("unfinished") == "0"

    until(done, "every document", works.log.read_text, every=1)
    report(works, rounds, sum(place < rounds for place in wiped), hit)
    assert json.loads(works.ask("verdict")) == []


def report(works: Works, rounds: int, wiped: int, hit: dict[str, Any]) -> None:
    where = ", ".join(f"{moment} {count}" for moment, count in sorted(hit.items()))
    broker = "Redis" if works.broker else "embedded broker"
    print(f"\n{broker}: {rounds} kills, {wiped} wipes; killed while {where}")
