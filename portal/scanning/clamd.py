"""Asks clamd, or whatever speaks its protocol, whether bytes are malware: INSTREAM over a socket."""

import socket
import struct
import time
from urllib.parse import unquote, urlsplit

from django.conf import settings

_CHUNK = 1 << 16
_LONGEST_ANSWER = 4096


class ScannerProblem(Exception):
    """The scanner gave no verdict: it cannot be reached, is too slow, or could not read the file."""


def is_set() -> bool:
    return bool(settings.FILE_SCANNER)


def signature_in(data: bytes, seconds: float = 60) -> str:
    """The name of the malware in the bytes; "" if there is none. What is no clear verdict is a problem."""
    deadline = time.monotonic() + seconds
    try:
        with _connected(deadline) as scanner:
            scanner.sendall(b"zINSTREAM\0")
            for start in range(0, len(data), _CHUNK):
                part = data[start : start + _CHUNK]
                scanner.settimeout(_left(deadline))
                scanner.sendall(struct.pack(">I", len(part)) + part)
            scanner.sendall(struct.pack(">I", 0))
            answer = _answer(scanner, deadline)
    except OSError as error:  # time outs are among them
        raise ScannerProblem(f"{settings.FILE_SCANNER}: {error}") from error
    if answer == "stream: OK":
        return ""
    if answer.startswith("stream: ") and answer.endswith(" FOUND"):
        return answer.removeprefix("stream: ").removesuffix(" FOUND")[:200] or "unnamed"
    raise ScannerProblem(f"{settings.FILE_SCANNER} answered {answer[:200]!r}")


def _connected(deadline: float) -> socket.socket:
    url = urlsplit(settings.FILE_SCANNER)
    if url.scheme == "tcp":
        return socket.create_connection((url.hostname or "", url.port or 3310), timeout=_left(deadline))
    found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        found.settimeout(_left(deadline))
        found.connect(unquote(url.path))
    except BaseException:
        found.close()
        raise
    return found


def _answer(scanner: socket.socket, deadline: float) -> str:
    """Everything up to the zero byte. An answer that breaks off before it is none."""
    said = b""
    while not said.endswith(b"\0"):
        scanner.settimeout(_left(deadline))
        part = scanner.recv(_LONGEST_ANSWER)
        said += part
        if not part or len(said) > _LONGEST_ANSWER:
            raise ConnectionError(f"the answer broke off after {said[:100]!r}")
    return said.rstrip(b"\0\n").decode(errors="replace")


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("no answer in time")
    return left
