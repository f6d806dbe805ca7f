"""The one way out: a POST to an address that an outsider chose.

Only https, to a public address, on a usual port; in the demonstration also plain http to this machine.
The name is resolved once, every answer is judged, and the connection goes to the address that was judged,
so a name that changes its mind gains nothing. Redirects are not followed, proxies of the environment are
not used, and neither a slow nor an endless answer holds us.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import re
import socket
import ssl
import threading
import time
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

SECONDS = 10  # for the whole exchange, from connecting to the last byte we read
ANSWER_KEPT = 1024  # bytes
MOST_ADDRESSES = 4  # of one name that are tried, one after the other
LONGEST_URL = 500
PORTS = (443, 8443)

# Python's own `is_global` lets some of these through (3.11: 192.0.0.8, fec0::/10, 64:ff9b::/96).
_NOT_PUBLIC_4 = [
    ipaddress.IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # carriers' own
        "127.0.0.0/8",
        "169.254.0.0/16",  # link-local; clouds keep their metadata here
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",  # multicast, reserved, broadcast
    )
]
# Of IPv6 only what is given out to the public, less the ways to say an IPv4 address in it.
_PUBLIC_6 = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC_6 = [
    ipaddress.IPv6Network(block)
    for block in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
]
_HOST = re.compile(r"(?=.{1,253}\.?$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.?)+", re.IGNORECASE)
_NUMBERS = re.compile(r"(0x[0-9a-f]*|[0-9]+)(\.(0x[0-9a-f]*|[0-9]+))*\.?", re.IGNORECASE)


class AddressRefused(Exception):
    """This address may not be called; the message says why and what would be right."""


class NoAnswer(Exception):
    """Nothing usable came back; the message says what happened."""


class Target(NamedTuple):
    tls: bool
    host: str
    port: int
    path: str


class Answer(NamedTuple):
    status: int
    text: str
    milliseconds: int


def target(url: str) -> Target:
    """The parts of an address, if its form is one we call. Where it leads is judged when it is called."""
    if len(url) > LONGEST_URL:
        raise AddressRefused(f"Use an address of at most {LONGEST_URL} characters.")
    if re.search(r"[\x00-\x20\x7f\\]", url) or not url.isascii():
        raise AddressRefused(
            "Write the address without spaces, backslashes or letters beyond ASCII: as https://hooks.example.org/baize."
        )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressRefused("Write an address such as https://hooks.example.org/baize.") from None
    host = parts.hostname or ""
    if parts.scheme not in ("https", "http") or not host:
        raise AddressRefused("Write an address such as https://hooks.example.org/baize.")
    if parts.username is not None or parts.password is not None:
        raise AddressRefused("Leave the name and password out of the address: the signature says it is us.")
    if "#" in url:
        raise AddressRefused("Leave out what begins with #: it never reaches a server.")
    tls = parts.scheme == "https"
    literal = _literal(host)
    if literal is not None:
        _judged(host, [literal])
    elif not _HOST.fullmatch(host) or _NUMBERS.fullmatch(host):
        raise AddressRefused(f"{host} is not the name of a server.")
    if not tls and not (settings.DEMO and _is_this_machine(host, literal)):
        raise AddressRefused("Use https: what we tell you should reach nobody else on the way.")
    port = port if port is not None else (443 if tls else 80)
    if port not in PORTS and not settings.DEMO:
        allowed = " or ".join(str(one) for one in PORTS)
        raise AddressRefused(f"Use port {allowed}. The address has {port}.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(tls, host, port, path)


def post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Sends and reads the beginning of the answer. Any status is an answer; raises the two errors above."""
    to = target(url)
    began = time.monotonic()
    addresses = _judged(to.host, resolve(to.host, to.port))
    if not to.tls and not all(address.is_loopback for address in addresses):
        raise AddressRefused(f"{to.host} leads away from this machine, which takes https.")
    connection = _Pinned(to, addresses)
    try:
        connection.request("POST", to.path, body, {"Host": _host_header(to), **headers})
        with connection.getresponse() as reply:
            text = reply.read(ANSWER_KEPT)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoAnswer(_in_words(error, late=connection.late)) from None
    finally:
        connection.end()
    if connection.late:
        raise NoAnswer(_in_words(TimeoutError(), late=True))
    spent = round((time.monotonic() - began) * 1000)
    return Answer(reply.status, text.decode("utf-8", "replace").replace("\x00", "�"), spent)


def resolve(host: str, port: int) -> list[Address]:
    """Every address of a name, asked for once."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NoAnswer(f"No server of the name {host} is known.") from None
    # A zone (fe80::1%eth0) belongs to link-local addresses only, which are refused with or without it.
    return [ipaddress.ip_address(str(answer[4][0]).partition("%")[0]) for answer in found]


def is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in block for block in _NOT_PUBLIC_4)
    return address in _PUBLIC_6 and not any(address in block for block in _NOT_PUBLIC_6)


# -- the small print --------------------------------------------------------------------------------------


def _judged(host: str, addresses: list[Address]) -> list[Address]:
    """The addresses to connect to, if every one the name leads to may be called."""
    if not addresses:
        raise NoAnswer(f"No server of the name {host} is known.")
    if settings.DEMO and all(address.is_loopback for address in addresses):
        return addresses
    for address in addresses:
        if not is_public(address):
            raise AddressRefused(
                f"{host} leads to {address}, which is not an address of the public internet. "
                "Give one that we can reach from outside."
            )
    return addresses


def _literal(host: str) -> Address | None:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host)
    return None


def _is_this_machine(host: str, literal: Address | None) -> bool:
    return literal.is_loopback if literal is not None else host.rstrip(".") == "localhost"


def _host_header(to: Target) -> str:
    host = f"[{to.host}]" if ":" in to.host else to.host
    return host if to.port == (443 if to.tls else 80) else f"{host}:{to.port}"


def _in_words(error: Exception, *, late: bool) -> str:
    if late or isinstance(error, TimeoutError):
        return f"No complete answer within {SECONDS} seconds."
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"The server’s certificate could not be verified: {error.verify_message}."
    if isinstance(error, ssl.SSLError):
        return "No secure connection could be made."
    if isinstance(error, ConnectionRefusedError):
        return "Nothing listens there: the connection was refused."
    if isinstance(error, http.client.HTTPException | ValueError):
        return "What came back is not an HTTP answer."
    return f"The connection failed: {error.strerror or type(error).__name__}."  # type: ignore[attr-defined]


class _Pinned(http.client.HTTPConnection):
    """Connects to an address that was judged; the certificate must still be for the name."""

    def __init__(self, to: Target, addresses: list[Address]) -> None:
        super().__init__(to.host, to.port, timeout=SECONDS)
        self.to, self.addresses = to, addresses
        self.wire: socket.socket | None = None
        self.late = False
        self.clock = threading.Timer(SECONDS, self._cut)
        self.clock.daemon = True

    def connect(self) -> None:
        self.clock.start()
        self.sock = self.wire = self._reached()
        if self.late:
            raise TimeoutError
        self.sock.settimeout(SECONDS)
        if self.to.tls:
            # Wrapped first and greeted after, so that a slow greeting can be cut as well.
            wrapped = tls_context().wrap_socket(
                self.sock, server_hostname=self.to.host, do_handshake_on_connect=False
            )
            self.sock = self.wire = wrapped
            wrapped.do_handshake()

    def _reached(self) -> socket.socket:
        """The first address that answers: of a name with IPv6 and IPv4 only one may be within reach."""
        *others, last = self.addresses[:MOST_ADDRESSES]
        for address in others:
            with contextlib.suppress(OSError):
                return socket.create_connection(
                    (str(address), self.to.port), timeout=SECONDS / MOST_ADDRESSES
                )
        return socket.create_connection((str(last), self.to.port), timeout=SECONDS / MOST_ADDRESSES)

    def end(self) -> None:
        self.clock.cancel()
        self.close()

    def _cut(self) -> None:
        """Ends the exchange under the reader's hands: a socket's own limit starts anew with every byte."""
        self.late = True
        if self.wire is not None:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self.wire, socket.SHUT_RDWR)


def tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()
