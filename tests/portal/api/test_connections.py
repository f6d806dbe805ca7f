"""A refused request is answered over a real connection, also while its body is still coming.

Django’s own server waits for the body by itself: what holds there is held against gunicorn as well, in
tests/faults/test_production_servers.py.
"""

import json
import socket
from typing import Any
from urllib.parse import urlsplit

import pytest

pytestmark = pytest.mark.slow

MEGABYTE = 1024 * 1024


def posted(url: str, path: str, size: int, *headers: str) -> tuple[int, dict[str, str], Any]:
    """The answer to a body that is sent as a whole before anything is read."""
    there = urlsplit(url)
    with socket.create_connection((str(there.hostname), there.port or 80), timeout=60) as connection:
        head = [f"POST {path} HTTP/1.1", f"Host: {there.netloc}", f"Content-Length: {size}", *headers]
        connection.sendall("\r\n".join([*head, "Connection: close", "", ""]).encode())
        for _ in range(size // MEGABYTE):
            connection.sendall(b"x" * MEGABYTE)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    top, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = top.decode().split("\r\n")
    fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return int(status.split()[1]), fields, json.loads(body)


REFUSED = (
    ("/api/v1/check", "application/json", "too_large", 413),
    ("/api/v1/verify", "application/pdf", "too_large", 413),
    ("/api/v1/verify", "text/plain", "unsupported_media_type", 415),
    ("/api/v1/submissions/NZ-2026-0001/uploads", "application/pdf", "not_signed_in", 401),
    ("/api/v1/nothing", "application/pdf", "not_found", 404),
)


@pytest.mark.parametrize(("path", "kind", "code", "status"), REFUSED)
def test_what_is_refused_says_why(
    live_server: Any, transactional_db: None, path: str, kind: str, code: str, status: int
) -> None:
    answered, _, problem = posted(live_server.url, path, 40 * MEGABYTE, f"Content-Type: {kind}")
    assert (answered, problem["code"]) == (status, code)


def test_every_answer_says_what_is_left(live_server: Any, transactional_db: None) -> None:
    _, first, _ = posted(live_server.url, "/api/v1/check", 0, "Content-Type: application/json")
    _, second, _ = posted(live_server.url, "/api/v1/check", 0, "Content-Type: application/json")
    assert first["ratelimit-policy"].startswith('"compute";q=') and first["ratelimit-policy"].endswith(
        ";w=60"
    )
    left = [int(fields["ratelimit"].split(";r=")[1].split(";")[0]) for fields in (first, second)]
    assert left[0] - left[1] == 1
    assert "RateLimit" in first["access-control-expose-headers"]


@pytest.mark.parametrize(
    ("path", "token", "kind", "status"),
    [
        ("/api/v1/submissions", "", "write", 401),
        ("/api/v1/submissions", "Authorization: Bearer baize_wrong", "write", 401),
        ("/api/v1/check", "Authorization: Bearer baize_wrong", "compute", 401),
        ("/api/v1/check", "Accept: text/html", "compute", 406),
        ("/api/v1/editions", "", "read", 405),
        ("/api/v1/nothing", "", "read", 404),
    ],
)
def test_what_is_refused_before_it_is_counted_says_what_is_left_as_well(
    live_server: Any, transactional_db: None, path: str, token: str, kind: str, status: int
) -> None:
    headers = ["Content-Type: application/json", *filter(None, [token])]
    answers = [posted(live_server.url, path, 0, *headers) for _ in range(2)]
    assert {answer[0] for answer in answers} == {status}
    assert [fields["ratelimit"].split(";t=")[0] for _, fields, _ in answers] == [
        answers[0][1]["ratelimit"].split(";t=")[0]
    ] * 2
    assert answers[0][1]["ratelimit-policy"].startswith(f'"{kind}";q=')
