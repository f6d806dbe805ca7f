"""Runs one function in a child process with a time limit and a memory limit.

A fork keeps what the worker has loaded, so it costs milliseconds. A document that cannot be rendered ends the
child, never the worker; a worker that is killed takes its child with it.
"""

import ctypes
import gc
import os
import resource
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None, use_errno=True)
_CHUNK = 1 << 16
_DONE, _ERROR, _LIMIT = b"=", b"!", b"#"


class LimitReached(Exception):
    """The work took too long or too much memory. The message says which."""


class WorkFailed(Exception):
    """The work raised an exception: its name and message."""


def run_limited(work: Callable[..., bytes], *args: Any, seconds: float, megabytes: int) -> bytes:
    """Return the bytes that `work(*args)` returns. Raise LimitReached, or WorkFailed with its exception."""
    read_end, write_end = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        _run(work, args, write_end, parent, megabytes)  # never returns
    os.close(write_end)
    try:
        result = _read(read_end, time.monotonic() + seconds)
    finally:
        os.close(read_end)
        _kill(child)
    if result is None:
        raise LimitReached(f"It took longer than {seconds:g} seconds.")
    if not result:
        raise LimitReached(f"It ended without a result: most likely it needed more than {megabytes} MB.")
    kind, value = result[:1], result[1:]
    if kind == _DONE:
        return value
    raise (LimitReached if kind == _LIMIT else WorkFailed)(value.decode(errors="replace"))


def _run(
    work: Callable[..., Any], args: tuple[Any, ...], write_end: int, parent: int, megabytes: int
) -> None:
    """Run the work in the child. Ends with os._exit, so the parent's exit handlers never run here."""
    code = 1
    try:
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
            signal.signal(name, signal.SIG_DFL)
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(code)
        gc.disable()  # the process is short-lived
        limit = _address_space() + megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        _write(write_end, _outcome(work, args, megabytes))
        code = 0
    finally:
        os._exit(code)


def _outcome(work: Callable[..., bytes], args: tuple[Any, ...], megabytes: int) -> bytes:
    try:
        return _DONE + work(*args)
    except MemoryError:
        return _LIMIT + f"It needed more than {megabytes} MB.".encode()
    except Exception as error:
        return _ERROR + f"{type(error).__name__}: {error}".encode()


def _address_space() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def _write(write_end: int, result: bytes) -> None:
    view = memoryview(result)
    while view:
        view = view[os.write(write_end, view[:_CHUNK]) :]


def _read(read_end: int, deadline: float) -> bytes | None:
    """Return everything the child wrote before it closed its end; None if the deadline passed first."""
    chunks: list[bytes] = []
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([read_end], [], [], left)[0]:
            break
        chunk = os.read(read_end, _CHUNK)
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
    return None


def _kill(child: int) -> None:
    try:
        os.kill(child, signal.SIGKILL)
    except ProcessLookupError:
        return
    os.waitpid(child, 0)
