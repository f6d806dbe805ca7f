"""Work in a child process: its answer comes back, its failures say what they were, its limits hold."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from portal.documents.limited_process import LimitReached, WorkFailed, run_limited


def test_the_answer_comes_back_however_long() -> None:
    assert run_limited(lambda size: b"x" * size, 3_000_000, seconds=20, megabytes=64) == b"x" * 3_000_000


def test_a_failure_says_what_it_was() -> None:
    with pytest.raises(WorkFailed, match=r"ZeroDivisionError: integer division"):
        run_limited(lambda: bytes(1 // 0), seconds=20, megabytes=64)


def test_time_runs_out() -> None:
    def sleep() -> bytes:
        time.sleep(60)
        return b""

    with pytest.raises(LimitReached, match=r"longer than 0\.3 seconds"):
        run_limited(sleep, seconds=0.3, megabytes=64)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)  # no child of ours is left, alive or dead


def test_memory_runs_out() -> None:
    with pytest.raises(LimitReached, match="more than 64 MB"):
        run_limited(lambda: b"x" * (400 * 1024 * 1024), seconds=30, megabytes=64)


def test_a_child_that_dies_is_noticed() -> None:
    def die() -> bytes:
        os.kill(os.getpid(), signal.SIGKILL)
        return b""

    with pytest.raises(LimitReached, match="without a result"):
        run_limited(die, seconds=20, megabytes=64)


def test_a_killed_worker_takes_its_child_along(tmp_path: Path) -> None:
    program = (
        "import os, sys, time; from portal.documents.limited_process import run_limited\n"
        f"def work():\n open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); time.sleep(60)\n"
        "run_limited(work, seconds=60, megabytes=64)"
    )
    worker = subprocess.Popen([sys.executable, "-c", program], env={**os.environ, "DEMO": "1"})
    written = tmp_path / "pid"
    end = time.monotonic() + 55
    while not (written.exists() and written.read_text()) and time.monotonic() < end:
        time.sleep(0.02)
    worker.kill()
    worker.wait()
    child = Path(f"/proc/{written.read_text()}/stat")
    while time.monotonic() < end and child.exists() and child.read_text().split()[2] != "Z":
        time.sleep(0.02)
    assert not child.exists() or child.read_text().split()[2] == "Z"
