"""Throw-away servers for tests: PostgreSQL and Redis from Debian's packages, on free ports."""

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SHARED_POSTGRES = "TEST_POSTGRES_URL"
# Nothing here has to survive a crash, and no query is so large that compiling it pays.
UNSAFE_AND_FAST = (
    "synchronous_commit=off",
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_wal_size=4GB",
    "autovacuum=off",
    "jit=off",
)


class Unavailable(Exception):
    """The server cannot be started on this machine; the message says what is missing."""


def shared_postgres() -> str:
    """One PostgreSQL for a whole test run: started by the first process, found by its children."""
    if SHARED_POSTGRES not in os.environ:
        running = postgres(*UNSAFE_AND_FAST)
        os.environ[SHARED_POSTGRES] = running.__enter__()
        atexit.register(_stop_in, os.getpid(), running)
    return os.environ[SHARED_POSTGRES]


@contextmanager
def postgres(*settings: str) -> Iterator[str]:
    """A PostgreSQL with an empty database and these settings; gives its URL."""
    binaries = _postgres_binaries()
    folder = Path(tempfile.mkdtemp(prefix="baize-pg-"))
    as_user: list[str] = []
    if os.geteuid() == 0:  # initdb refuses root
        as_user = ["runuser", "-u", "postgres", "--"]
        shutil.chown(folder, "postgres", "postgres")
    port = free_port()
    data = folder / "data"
    initdb: list[str | Path] = [
        binaries / "initdb",
        "-D",
        data,
        "-U",
        "baize",
        "-A",
        "trust",
        "--no-sync",
        "-E",
        "UTF8",
    ]
    settings = ("listen_addresses=127.0.0.1", f"unix_socket_directories={folder}", "fsync=off", *settings)
    options = " ".join([f"-p {port}", *(f"-c {setting}" for setting in settings)])
    pg_ctl: list[str | Path] = [binaries / "pg_ctl", "-w", "-D", data]
    try:
        _run([*as_user, *initdb, "--locale=C.UTF-8"], folder)
        _run([*as_user, *pg_ctl, "-o", options, "-l", folder / "log", "start"], folder)
        try:
            yield f"postgresql://baize@127.0.0.1:{port}/postgres"
        finally:
            _run([*as_user, *pg_ctl, "-m", "immediate", "stop"], folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def redis() -> Iterator[str]:
    """A Redis that keeps nothing; gives its URL."""
    binary = shutil.which("redis-server")
    if not binary:
        raise Unavailable("redis-server is not installed (apt-get install redis-server)")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="baize-redis-") as folder:
        command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        server = subprocess.Popen([*command, "--dir", folder], stdout=subprocess.DEVNULL)
        try:
            wait_for_port(port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait(120)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for_port(port: int, seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise Unavailable(f"nothing listens on port {port} after {seconds} seconds")


def _postgres_binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    raise Unavailable("PostgreSQL is not installed (apt-get install postgresql)")


def _run(command: list[str | Path], folder: Path) -> None:
    done = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise Unavailable(f"{command[-1]} failed:\n{done.stdout}{done.stderr}")


def _stop_in(owner: int, running: object) -> None:
    """A forked child runs its parent's exit handlers too; only who started the server stops it."""
    if os.getpid() == owner:
        running.__exit__(None, None, None)  # type: ignore[attr-defined]
