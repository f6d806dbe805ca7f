"""The whole product as `make run` starts it, on a throw-away data folder and a free port."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.services import free_port

ROOT = Path(__file__).resolve().parent.parent
# How long a wait goes on before it counts as stuck. A busy machine makes a wait longer, not wrong; what has
# ended, or is there, ends it at once.
PATIENCE = 900


class Product:
    """Starts and ends the supervisor in a process group of its own."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.port = free_port()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(data),
            "BAIZE_DATA": str(data),
            "PORT": str(self.port),
            **environment,
        }
        self.log = data.with_suffix(".log")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "scripts/run.py"],
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        """`kill -9` of everything at once: nobody has time to tidy up."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            until(lambda: not self.survivors(), "the process group to be gone")
            self.process = None

    def interrupt(self) -> int:
        """Ctrl-C, as a terminal sends it: to the whole group. Gives the exit code."""
        assert self.process
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(PATIENCE)

    def survivors(self) -> list[int]:
        """Processes still in the group that can still do something."""
        assert self.process
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, group = stat.read_text().rpartition(")")[2].split()[:3]
            except (FileNotFoundError, ProcessLookupError):
                continue
            if int(group) == self.process.pid and state != "Z":
                found.append(int(stat.parent.name))
        return found

    def status(self, path: str) -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as answer:
            return answer.code
        except OSError:
            return 0

    def wait_until_up(self) -> None:
        until(lambda: self._answers("/healthz"), "/healthz", self.output, every=0.2)

    def wait_until_ready(self) -> None:
        until(lambda: self._answers("/readyz"), "/readyz", self.output, every=0.5)

    def _answers(self, path: str) -> bool:
        assert self.process
        assert self.process.poll() is None, f"the product ended\n{self.output()[-6000:]}"
        return self.status(path) == 200

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Reads the product's own database from outside; nothing before its first migration."""
        try:
            connection = sqlite3.connect(f"file:{self.data}/baize.sqlite3?mode=ro", uri=True, timeout=5)
        except sqlite3.OperationalError:
            return []
        try:
            return connection.execute(query).fetchall()
        except sqlite3.OperationalError as problem:
            if "no such table" in str(problem):
                return []
            raise
        finally:
            connection.close()


def until(reached: Any, what: str, explain: Any = lambda: "", every: float = 0.02) -> Any:
    """Waits for something true and gives it back."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := reached():
            return found
        time.sleep(every)
    raise AssertionError(f"waited {PATIENCE} seconds for {what}\n{explain()[-6000:]}")
