"""Runs one function in a child process that may use so much time and memory and no more.

A fork keeps what the worker has loaded, so it costs milliseconds. A document that cannot be typeset takes
the child with it, never the worker; a worker that is killed takes its child with it.
"""

from __future__ import annotations

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
_PIECE = 1 << 16
_DONE, _ERROR, _LIMIT = b"=", b"!", b"#"


class LimitReached(Exception):
    """The work took too long or too much memory. The message says which."""


class WorkFailed(Exception):
    """The work raised an exception: its name and message."""


def run_limited(work: Callable[..., bytes], *args: Any, seconds: float, megabytes: int) -> bytes:
    """The bytes that `work(*args)` returns; LimitReached, or WorkFailed with what it raised."""
    reading, writing = os.pipe()
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _run(work, args, writing, parent, megabytes)  # does not come back
    os.close(writing)
    try:
        answer = _read(reading, time.monotonic() + seconds)
    finally:
        os.close(reading)
        _end(child)
    if answer is None:
        raise LimitReached(f"It took longer than {seconds:g} seconds.")
    if not answer:
        raise LimitReached(f"It ended without an answer: most likely it needed more than {megabytes} MB.")
    kind, value = answer[:1], answer[1:]
    if kind == _DONE:
        return value
    raise (LimitReached if kind == _LIMIT else WorkFailed)(value.decode(errors="replace"))


def _run(work: Callable[..., Any], args: tuple[Any, ...], writing: int, parent: int, megabytes: int) -> None:
    """Never returns, and never runs what the parent would do at its end."""
    code = 1
    try:
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
            signal.signal(name, signal.SIG_DFL)
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(code)
        gc.disable()  # it does one thing and ends: looking for garbage only costs time
        most = _address_space() + megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        _write(writing, _outcome(work, args, megabytes))
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


def _write(writing: int, answer: bytes) -> None:
    view = memoryview(answer)
    while view:
        view = view[os.write(writing, view[:_PIECE]) :]


def _read(reading: int, until: float) -> bytes | None:
    """All that the child wrote until it closed its end; None if the time ran out first."""
    pieces = []
    while (left := until - time.monotonic()) > 0:
        if not select.select([reading], [], [], left)[0]:
            break
        piece = os.read(reading, _PIECE)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)
    return None


def _end(child: int) -> None:
    try:
        os.kill(child, signal.SIGKILL)
    except ProcessLookupError:
        return
    os.waitpid(child, 0)
