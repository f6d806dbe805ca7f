"""`make run`: prepares the database, then runs web server, Celery worker and Celery beat until Ctrl-C.

All three are children in one process group. When one of them ends, the others are stopped too and the
reason is shown: nothing is restarted behind your back. Work that was cut off is taken up by the next start.
"""

import ctypes
import errno
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
HOST = os.environ.get("HOST", "127.0.0.1")
GRACE_SECONDS = 20

stop_asked = False


def main() -> int:
    if "DEBUG" not in os.environ:
        os.environ.setdefault("DEMO", "1")
    os.environ["BAIZE_SUPERVISED"] = "1"
    port = chosen_port()
    check_port_is_free(port)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ask_to_stop)
    end_with_parent()

    prepared = subprocess.run([BIN / "python", "manage.py", "prepare"], cwd=ROOT, preexec_fn=end_with_parent)
    if stop_asked:
        return 0
    if prepared.returncode:
        return 1
    children = {
        name: subprocess.Popen(command, cwd=ROOT, preexec_fn=as_part) for name, command in commands().items()
    }
    try:
        return watch(children, port)
    finally:
        stop(children)


def commands() -> dict[str, list[str | Path]]:
    celery: list[str | Path] = [BIN / "celery", "-A", "portal", "--quiet"]
    return {
        "web server": [BIN / "gunicorn", "--config=scripts/gunicorn.conf.py", "portal.wsgi"],
        "worker": [
            *celery, "worker", "--concurrency=2", "--loglevel=WARNING",
            "--without-gossip", "--without-mingle", "--without-heartbeat",
        ],
        "scheduler": [*celery, "beat", "--loglevel=WARNING", "--pidfile="],
    }  # fmt: skip


def watch(children: dict[str, "subprocess.Popen[bytes]"], port: int) -> int:
    """Until somebody stops us (0) or a part ends by itself (1)."""
    announced = False
    while not stop_asked:
        for name, child in children.items():
            if child.poll() is not None and not stop_asked:
                print(f"The {name} ended by itself, code {child.returncode}. Stopping all.", file=sys.stderr)
                return 1
        if not announced and answers(port):
            announced = True
            announce(port)
        time.sleep(0.2)
    print("\nStopping …", flush=True)
    return 0


def stop(children: dict[str, "subprocess.Popen[bytes]"]) -> None:
    for child in children.values():
        if child.poll() is None:
            child.terminate()
    until = time.monotonic() + GRACE_SECONDS
    for name, child in children.items():
        try:
            child.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            print(f"The {name} did not stop within {GRACE_SECONDS} seconds and was killed.", file=sys.stderr)
            child.kill()
            child.wait()


def ask_to_stop(number: int, frame: FrameType | None) -> None:
    global stop_asked
    stop_asked = True


def end_with_parent() -> None:
    """Whoever is left alone ends too: a killed `make` or supervisor must not leave the port taken."""
    set_signal_at_parents_death = 1
    ctypes.CDLL(None).prctl(set_signal_at_parents_death, signal.SIGTERM)


def as_part() -> None:
    """Ctrl-C is for the supervisor to pass on; a part that hears it while it starts ends in noise."""
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def chosen_port() -> int:
    given = os.environ.setdefault("PORT", "8000")
    if given.isdecimal() and 0 < int(given) < 65536:
        return int(given)
    sys.exit(f"PORT is {given!r}; give a number from 1 to 65535, for example: PORT=9000 make run")


def check_port_is_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as problem:
            taken = problem.errno == errno.EADDRINUSE
            reason = "is in use by another program" if taken else f"cannot be used ({problem.strerror})"
            sys.exit(f"Port {port} {reason}. Choose another, for example: PORT={port % 65535 + 1} make run")


def answers(port: int) -> bool:
    try:
        here = "127.0.0.1" if HOST == "0.0.0.0" else HOST  # noqa: S104  # nosec B104
        with urllib.request.urlopen(f"http://{here}:{port}/healthz", timeout=2) as answer:  # nosec B310
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def announce(port: int) -> None:
    print(f"\nBaize is running: http://{HOST}:{port}/   (Ctrl-C stops it)", flush=True)


if __name__ == "__main__":
    sys.exit(main())
