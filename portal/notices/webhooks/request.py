"""POST to an address that a user chose, without letting it reach our own network (SSRF).

Only https, to a public address, on a usual port; in demo mode also plain http to this machine. The host name
is resolved once, every address is checked, and the connection goes to a checked address, so DNS rebinding
has no effect. Redirects are not followed, proxies of the environment are not used, and a time limit covers
the whole exchange.
"""

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

TIMEOUT = 10  # seconds, for the whole exchange from connecting to the last byte read
ANSWER_BYTES = 1024  # read and stored
MAX_ADDRESSES = 4  # of one host, tried one after the other
MAX_URL_LENGTH = 500
PORTS = (443, 8443)

# Python's own `is_global` lets some of these through (3.11: 192.0.0.8, fec0::/10, 64:ff9b::/96).
_NOT_PUBLIC_4 = [
    ipaddress.IPv4Network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",
        "169.254.0.0/16",  # link-local, cloud metadata
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
# IPv6: global unicast, except ranges that are reserved or embed an IPv4 address.
_PUBLIC_6 = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC_6 = [
    ipaddress.IPv6Network(block)
    for block in ("2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20")
]
# Labels are matched one by one: one pattern for a whole name would try every way of cutting it up.
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?", re.IGNORECASE)
_NUMERIC_LABEL = re.compile(r"0x[0-9a-f]*|[0-9]+", re.IGNORECASE)
LONGEST_NAME = 253


class AddressRefused(Exception):
    """The address may not be called. The message says why, and what to enter instead."""


class NoResponse(Exception):
    """No usable response. The message says what happened."""


class Target(NamedTuple):
    tls: bool
    host: str
    port: int
    path: str


class WebhookResponse(NamedTuple):
    status: int
    text: str
    milliseconds: int


def target(url: str) -> Target:
    """Split a URL of an allowed form. The addresses its host resolves to are checked when it is called."""
    if len(url) > MAX_URL_LENGTH:
        raise AddressRefused(f"Use an address of at most {MAX_URL_LENGTH} characters.")
    if re.search(r"[\x00-\x20\x7f\\]", url) or not url.isascii():
        raise AddressRefused(
            "Enter the address without spaces, backslashes or letters beyond ASCII: as https://hooks.example.org/baize."
        )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressRefused("Enter an address such as https://hooks.example.org/baize.") from None
    host = parts.hostname or ""
    if parts.scheme not in ("https", "http") or not host:
        raise AddressRefused("Enter an address such as https://hooks.example.org/baize.")
    if parts.username is not None or parts.password is not None:
        raise AddressRefused(
            "Leave the name and password out of the address. The signature shows who sent the message."
        )
    if "#" in url:
        raise AddressRefused("Leave out the part that begins with #. It is never sent to a server.")
    tls = parts.scheme == "https"
    literal = _literal(host)
    if literal is not None:
        _check_addresses(host, [literal])
    elif not _is_server_name(host):
        raise AddressRefused(f"{host} is not the name of a server.")
    if not tls and not (settings.DEMO and _is_this_machine(host, literal)):
        raise AddressRefused("Use https, so that nobody else can read the messages.")
    port = port if port is not None else (443 if tls else 80)
    if port not in PORTS and not settings.DEMO:
        allowed = " or ".join(str(one) for one in PORTS)
        raise AddressRefused(f"Use port {allowed}. The address has {port}.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(tls, host, port, path)


def _is_server_name(host: str) -> bool:
    """Whether it is a name of the domain name system; one of numbers alone is a way to write an address."""
    name = host.removesuffix(".")
    labels = name.split(".")
    return (
        len(name) <= LONGEST_NAME
        and all(map(_LABEL.fullmatch, labels))
        and not all(map(_NUMERIC_LABEL.fullmatch, labels))
    )


def post(url: str, body: bytes, headers: dict[str, str]) -> WebhookResponse:
    """Send the body and read the start of the response. Any status is a response."""
    to = target(url)
    start = time.monotonic()
    addresses = _check_addresses(to.host, resolve(to.host, to.port))
    if not to.tls and not all(address.is_loopback for address in addresses):
        raise AddressRefused(f"{to.host} is not on this machine. Use https.")
    connection = _PinnedConnection(to, addresses)
    try:
        connection.request("POST", to.path, body, {"Host": _host_header(to), **headers})
        with connection.getresponse() as reply:
            text = reply.read(ANSWER_BYTES)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoResponse(_describe(error, late=connection.late)) from None
    finally:
        connection.end()
    if connection.late:
        raise NoResponse(_describe(TimeoutError(), late=True))
    milliseconds = round((time.monotonic() - start) * 1000)
    return WebhookResponse(reply.status, text.decode("utf-8", "replace").replace("\x00", "�"), milliseconds)


def resolve(host: str, port: int) -> list[Address]:
    """Every address of a host name."""
    try:
        results = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NoResponse(f"There is no server named {host}.") from None
    # Only link-local addresses have a zone (fe80::1%eth0), and they are refused with or without it.
    return [ipaddress.ip_address(str(result[4][0]).partition("%")[0]) for result in results]


def is_public(address: Address) -> bool:
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in block for block in _NOT_PUBLIC_4)
    return address in _PUBLIC_6 and not any(address in block for block in _NOT_PUBLIC_6)


def _check_addresses(host: str, addresses: list[Address]) -> list[Address]:
    """Return the addresses, or refuse the host if any of them may not be called."""
    if not addresses:
        raise NoResponse(f"There is no server named {host}.")
    if settings.DEMO and all(address.is_loopback for address in addresses):
        return addresses
    for address in addresses:
        if not is_public(address):
            raise AddressRefused(
                f"{host} resolves to {address}, which is not a public internet address. "
                "Enter an address that can be reached from the internet."
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


def _describe(error: Exception, *, late: bool) -> str:
    if late or isinstance(error, TimeoutError):
        return f"No complete response within {TIMEOUT} seconds."
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"The server’s certificate could not be verified: {error.verify_message}."
    if isinstance(error, ssl.SSLError):
        return "No secure connection could be made."
    if isinstance(error, ConnectionRefusedError):
        return "Nothing is listening at this address: the connection was refused."
    if isinstance(error, http.client.HTTPException | ValueError):
        return "The response is not HTTP."
    return f"The connection failed: {error.strerror or type(error).__name__}."  # type: ignore[attr-defined]


class _PinnedConnection(http.client.HTTPConnection):
    """Connects to a checked address; the certificate must still match the host name."""

    def __init__(self, to: Target, addresses: list[Address]) -> None:
        super().__init__(to.host, to.port, timeout=TIMEOUT)
        self.to, self.addresses = to, addresses
        self.open_socket: socket.socket | None = None
        self.late = False
        self.timer = threading.Timer(TIMEOUT, self._cut)
        self.timer.daemon = True

    def connect(self) -> None:
        self.timer.start()
        self.sock = self.open_socket = self._connect_to_first()
        if self.late:
            raise TimeoutError
        self.sock.settimeout(TIMEOUT)
        if self.to.tls:
            # The handshake comes after wrapping, so that the time limit can cut a slow one too.
            wrapped = tls_context().wrap_socket(
                self.sock, server_hostname=self.to.host, do_handshake_on_connect=False
            )
            self.sock = self.open_socket = wrapped
            wrapped.do_handshake()

    def _connect_to_first(self) -> socket.socket:
        """Connect to the first address that answers: a host may have IPv6 and IPv4, and only one may work."""
        *others, last = self.addresses[:MAX_ADDRESSES]
        for address in others:
            with contextlib.suppress(OSError):
                return socket.create_connection((str(address), self.to.port), timeout=TIMEOUT / MAX_ADDRESSES)
        return socket.create_connection((str(last), self.to.port), timeout=TIMEOUT / MAX_ADDRESSES)

    def end(self) -> None:
        self.timer.cancel()
        self.close()

    def _cut(self) -> None:
        """End the exchange at the time limit: a socket's own timeout restarts with every byte."""
        self.late = True
        if self.open_socket is not None:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self.open_socket, socket.SHUT_RDWR)


def tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()
