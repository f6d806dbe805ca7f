"""The one way out: what may be called, and that nothing else is, whatever a name or a server tries."""

from __future__ import annotations

import datetime
import ipaddress
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from portal.notices.webhooks import request
from portal.notices.webhooks.request import AddressRefused, NoResponse, is_public, post, target
from tests.portal.notices.webhooks.receiver import receiving

PRIVATE = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "169.254.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.0.170",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "192.168.255.255",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "64:ff9b::7f00:1",
    "64:ff9b::808:808",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2001:10::1",
    "2002:7f00:1::",
    "2002:a00:1::",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "ff0e::1",
]
PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.1",
    "172.32.0.1",
    "192.0.1.1",
    "2606:4700::1",
    "2a00:1450::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_these_are_never_called(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_these_may_be_called(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """A resolver of our own: name -> addresses. It counts nothing but what it is told."""
    known: dict[str, list[str]] = {}

    def resolve(host: str, port: int) -> list[Any]:
        return [ipaddress.ip_address(address) for address in known.get(host, [])]

    monkeypatch.setattr(request, "resolve", resolve)
    return known


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Where a connection was tried; none is made."""
    tried: list[Any] = []

    def connect(where: Any, **_: Any) -> socket.socket:
        tried.append(where)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", connect)
    return tried


@pytest.mark.parametrize("address", PRIVATE)
def test_a_name_that_leads_inside_is_refused_before_any_connection(
    address: str, names: dict[str, list[str]], connections: list[Any], settings: Any
) -> None:
    settings.DEMO = False
    names["hooks.example.org"] = [address]
    with pytest.raises(AddressRefused, match="public internet"):
        post("https://hooks.example.org/", b"{}", {})
    assert connections == []


def test_one_bad_answer_among_good_ones_is_enough(
    names: dict[str, list[str]], connections: list[Any], settings: Any
) -> None:
    for demo in (False, True):
        settings.DEMO = demo
        names["hooks.example.org"] = ["8.8.8.8", "127.0.0.1"]
        with pytest.raises(AddressRefused):
            post("https://hooks.example.org/", b"{}", {})
    assert connections == []


def test_the_connection_goes_to_the_address_that_was_judged(
    monkeypatch: pytest.MonkeyPatch, connections: list[Any], settings: Any
) -> None:
    """A name that says one thing when judged and another when called is asked once."""
    settings.DEMO = False
    answers = iter([["8.8.8.8"], ["127.0.0.1"]])

    def resolve(host: str, *_: Any, **__: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, 443)) for address in next(answers)]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    with pytest.raises(NoResponse, match="refused"):
        post("https://rebind.example.org/", b"{}", {})
    assert connections == [("8.8.8.8", 443)]
    assert list(answers) == [["127.0.0.1"]]


def test_of_several_addresses_the_next_is_tried(
    names: dict[str, list[str]], connections: list[Any], settings: Any
) -> None:
    settings.DEMO = False
    names["hooks.example.org"] = ["2606:4700::1", "8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1"]
    with pytest.raises(NoResponse):
        post("https://hooks.example.org/", b"{}", {})
    assert [where[0] for where in connections] == names["hooks.example.org"][: request.MAX_ADDRESSES]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hooks.example.org",
        "ftp://hooks.example.org/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_x",
        "https://",
        "https:///path",
        "https://user:secret@hooks.example.org/",
        "https://user@hooks.example.org/",
        "https://hooks.example.org/#part",
        "https://hooks.example.org:22/",
        "https://hooks.example.org:6379/",
        "https://hooks.example.org:0/",
        "https://hooks.example.org:99999/",
        "https://hooks.example.org:x/",
        "https://hooks.example.org/a b",
        "https://hooks.example.org/\r\nX: 1",
        "https://hooks.example.org\\@127.0.0.1/",
        "https://hooks.example.org/\x00",
        "https://bücher.example/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fe80::1%25eth0]/",
        "https://[not-an-address]/",
        "https://127.0.0.1/",
        "https://0.0.0.0/",
        "https://169.254.169.254/latest/meta-data/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://017700000001/",
        "https://-x.example/",
        "https://a..example/",
        f"https://{'a' * 64}.example/",
        f"https://{'.'.join(['abcdefg'] * 32)}/",
        "http://hooks.example.org/",
        "http://localhost/",
        "http://127.0.0.1/",
        "https://hooks.example.org/" + "x" * 500,
    ],
)
def test_forms_of_address_that_are_refused_when_they_are_entered(url: str, settings: Any) -> None:
    settings.DEMO = False
    with pytest.raises(AddressRefused) as refusal:
        target(url)
    assert str(refusal.value).endswith(".")


def test_a_long_name_with_a_bad_end_is_refused_at_once(settings: Any) -> None:
    """One pattern for the whole name took twice as long with every letter: 36 s for 26 of them."""
    settings.DEMO = False
    before = time.process_time()
    with pytest.raises(AddressRefused):
        target(f"https://{'a' * 60}!/")
    assert time.process_time() - before < 1


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("https://hooks.example.org", (True, "hooks.example.org", 443, "/")),
        ("https://hooks.example.org:8443/a?b=c", (True, "hooks.example.org", 8443, "/a?b=c")),
        ("https://xn--bcher-kva.example/", (True, "xn--bcher-kva.example", 443, "/")),
        ("https://HOOKS.example.org./x", (True, "hooks.example.org.", 443, "/x")),
        ("https://[2606:4700::1]/", (True, "2606:4700::1", 443, "/")),
        ("https://8.8.8.8/", (True, "8.8.8.8", 443, "/")),
    ],
)
def test_addresses_that_can_be_entered(url: str, parts: Any, settings: Any) -> None:
    settings.DEMO = False
    assert tuple(target(url)) == parts


def test_the_demonstration_may_call_this_machine_and_no_other_inside(settings: Any) -> None:
    settings.DEMO = True
    assert target("http://127.0.0.1:9000/").port == 9000
    assert target("http://localhost:9000/").host == "localhost"
    assert target("http://[::1]:9000/").host == "::1"
    for url in ("http://10.0.0.1/", "https://192.168.1.1/", "http://hooks.example.org/", "http://127.1/"):
        with pytest.raises(AddressRefused):
            target(url)


def test_localhost_that_leads_elsewhere_takes_https(
    names: dict[str, list[str]], connections: list[Any]
) -> None:
    names["localhost"] = ["8.8.8.8"]
    with pytest.raises(AddressRefused, match="https"):
        post("http://localhost/", b"{}", {})
    assert connections == []


def test_an_unknown_host_name_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: Any, **__: Any) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(NoResponse, match=r"nowhere\.example"):
        post("https://nowhere.example/", b"{}", {})


# -- the exchange, with a real server -----------------------------------------------------------------------


def test_an_address_out_of_reach_does_not_keep_the_message_back(
    monkeypatch: pytest.MonkeyPatch, names: dict[str, list[str]]
) -> None:
    with receiving() as receiver:
        names["localhost"] = ["::1", "127.0.0.1"]  # it listens on the second only
        assert post(f"http://localhost:{receiver.port}/", b"{}", {}).status == 204


def test_what_is_sent_and_what_is_kept() -> None:
    with receiving(status=201, answer=b"x" * 5000) as receiver:
        answer = post(receiver.url, b'{"a":1}', {"Content-Type": "application/json", "webhook-id": "m1"})
    assert (answer.status, len(answer.text)) == (201, 1024)
    assert 0 <= answer.milliseconds < 5000
    path, headers, body = receiver.got[0]
    assert (path, body) == ("/hooks?x=1", b'{"a":1}')
    assert headers["host"] == f"127.0.0.1:{receiver.port}"
    assert headers["webhook-id"] == "m1" and headers["content-length"] == "7"


def test_redirects_are_not_followed() -> None:
    with receiving() as inside, receiving(status=302, headers={"Location": inside.url}) as receiver:
        assert post(receiver.url, b"{}", {}).status == 302
    assert inside.got == []


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as proxy, receiving() as receiver:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert post(receiver.url, b"{}", {}).status == 204
    assert proxy.got == []


def test_a_slow_answer_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes well within a socket's own limit; together they would take minutes."""
    monkeypatch.setattr(request, "TIMEOUT", 0.3)
    headers = {"Content-Length": "1000"}
    with (
        receiving(status=200, headers=headers, answer=b"y" * 1000, drip=0.05) as receiver,
        pytest.raises(NoResponse, match="within"),
    ):
        post(receiver.url, b"{}", {})


@pytest.mark.parametrize(
    "said",
    [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 banana\r\n\r\n", b"\xff\xfe" * 100],
)
def test_an_answer_that_is_not_http_is_an_error(said: bytes) -> None:
    with talking(said) as port, pytest.raises(NoResponse):
        post(f"http://127.0.0.1:{port}/", b"{}", {})


def test_an_answer_of_any_bytes_can_be_kept() -> None:
    with receiving(status=200, answer=b"\x00\xff\xc3(") as receiver:
        assert "\x00" not in post(receiver.url, b"{}", {}).text


def test_nothing_listens_there() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(NoResponse, match="Nothing is listening"):
        post(f"http://127.0.0.1:{port}/", b"{}", {})


# -- TLS ----------------------------------------------------------------------------------------------------


def test_the_certificate_must_be_for_the_name_though_the_address_was_fixed(
    tmp_path: Path, names: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, client = certificate_for("hooks.example.org", tmp_path)
    monkeypatch.setattr(request, "tls_context", lambda: client)
    names["hooks.example.org"] = names["other.example.org"] = ["127.0.0.1"]
    with receiving(tls=server) as receiver:
        assert post(f"https://hooks.example.org:{receiver.port}/", b"{}", {}).status == 204
        assert receiver.got[0][1]["host"] == f"hooks.example.org:{receiver.port}"
        with pytest.raises(NoResponse, match="certificate"):
            post(f"https://other.example.org:{receiver.port}/", b"{}", {})
    assert len(receiver.got) == 1


def test_a_certificate_of_an_unknown_authority_is_refused(
    tmp_path: Path, names: dict[str, list[str]]
) -> None:
    server, _ = certificate_for("hooks.example.org", tmp_path)
    names["hooks.example.org"] = ["127.0.0.1"]
    with receiving(tls=server) as receiver, pytest.raises(NoResponse, match="certificate"):
        post(f"https://hooks.example.org:{receiver.port}/", b"{}", {})
    assert receiver.got == []


def test_a_server_that_never_greets_is_cut(
    names: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request, "TIMEOUT", 0.3)
    names["hooks.example.org"] = ["127.0.0.1"]
    with talking(b"") as port, pytest.raises(NoResponse):
        post(f"https://hooks.example.org:{port}/", b"{}", {})


class talking:  # noqa: N801  # reads as a verb where it is used
    """A server that says one thing to whoever connects, then hangs up."""

    def __init__(self, said: bytes) -> None:
        self.said = said

    def __enter__(self) -> int:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(target=self._talk, daemon=True)
        self.thread.start()
        return int(self.listener.getsockname()[1])

    def _talk(self) -> None:
        try:
            caller, _ = self.listener.accept()
        except OSError:
            return
        with caller:
            caller.settimeout(1)
            caller.recv(100)
            caller.sendall(self.said)

    def __exit__(self, *_: Any) -> None:
        self.listener.close()
        self.thread.join(2)


def certificate_for(name: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """A self-signed certificate: the server's side, and a client's that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    kept = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "server.pem").write_bytes(made.public_bytes(pem) + kept)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(folder / "server.pem")
    return server, ssl.create_default_context(cadata=made.public_bytes(pem).decode())


@pytest.fixture(autouse=True)
def _no_thread_stays() -> Iterator[None]:
    before = threading.active_count()
    yield
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join(1)
    assert threading.active_count() <= before + 1
