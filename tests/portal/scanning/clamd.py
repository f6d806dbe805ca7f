"""A scanner that speaks clamd's protocol, on loopback or a socket file: it finds the EICAR test string."""

from __future__ import annotations

import socketserver
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# In two parts, so that no scanner finds it in this file.
EICAR = rb"X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-" + rb"STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
SIGNATURE = "Eicar-Test-Signature"


class Scanner:
    """`mode`: works, dies after the file, hangs until it is let go, or answers with an error."""

    def __init__(self) -> None:
        self.mode = "works"
        self.seen: list[bytes] = []
        self.let_go = threading.Event()
        self.address = ""

    def answer(self, data: bytes) -> bytes:
        self.seen.append(data)
        if self.mode == "hangs":
            self.let_go.wait(20)
        if self.mode in ("hangs", "dies"):
            return b"stream: O"
        if self.mode == "errs":
            return b"INSTREAM size limit exceeded. ERROR\0"
        return b"stream: %s FOUND\0" % SIGNATURE.encode() if EICAR in data else b"stream: OK\0"


@contextmanager
def running(socket_file: Path | None = None) -> Iterator[Scanner]:
    scanner = Scanner()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            assert self.rfile.read(10) == b"zINSTREAM\0"
            data = b""
            while size := struct.unpack(">I", self.rfile.read(4))[0]:
                data += self.rfile.read(size)
            self.wfile.write(scanner.answer(data))

    kind: Any = socketserver.ThreadingUnixStreamServer if socket_file else socketserver.ThreadingTCPServer
    with kind(str(socket_file) if socket_file else ("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        port = "" if socket_file else server.server_address[1]
        scanner.address = f"unix://{socket_file}" if socket_file else f"tcp://127.0.0.1:{port}"
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield scanner
        finally:
            scanner.let_go.set()
            server.shutdown()
