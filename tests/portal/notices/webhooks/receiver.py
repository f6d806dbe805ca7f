"""A receiver of webhooks on this machine, for tests: it answers as told and keeps what it got."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Receiver:
    port: int = 0
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    answer: bytes = b""
    drip: float = 0  # seconds between the bytes of the answer
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hooks?x=1"


@contextmanager
def receiving(tls: ssl.SSLContext | None = None, **given: Any) -> Iterator[Receiver]:
    receiver = Receiver(**given)
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()
            if not receiver.drip:
                self.wfile.write(receiver.answer)
                return
            for byte in receiver.answer:
                if over.wait(receiver.drip):
                    return
                try:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                except OSError:
                    return

        def log_message(self, *_: Any) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            pass  # a client that hangs up in the middle of a handshake is what some tests do

    server = Quiet(("127.0.0.1", 0), Handler)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()
