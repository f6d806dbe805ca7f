"""Request ids, headers every answer carries, and whose address we believe."""

import logging

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from portal.middleware import RequestIdFilter, client_address, current_request_id


def test_every_answer_has_an_id(client: Client) -> None:
    first, second = client.get("/healthz"), client.get("/healthz")
    assert len(first["X-Request-ID"]) == 32
    assert first["X-Request-ID"] != second["X-Request-ID"]
    assert current_request_id.get() == "-"


def test_an_id_from_the_proxy_is_kept(client: Client) -> None:
    assert (
        client.get("/healthz", headers={"X-Request-ID": "proxy-12345678"})["X-Request-ID"] == "proxy-12345678"
    )


@pytest.mark.parametrize("forged", ["short", "x" * 65, "two words and more", "line\tbreak-here"])
def test_an_id_that_could_forge_a_log_line_is_not(client: Client, forged: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": forged})["X-Request-ID"] != forged


def test_log_lines_carry_the_id() -> None:
    record = logging.LogRecord("baize", logging.INFO, __file__, 1, "hello", None, None)
    token = current_request_id.set("abc")
    RequestIdFilter().filter(record)
    current_request_id.reset(token)
    assert record.request_id == "abc"  # type: ignore[attr-defined]


def test_security_headers_restrict_the_browser(client: Client) -> None:
    answer = client.get("/healthz")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


def test_a_forwarded_address_is_believed_only_behind_a_proxy(rf: RequestFactory, settings: Settings) -> None:
    request = rf.get("/", headers={"X-Forwarded-For": "203.0.113.9, 198.51.100.7"})
    assert client_address(request) == "127.0.0.1"
    settings.BEHIND_PROXY = True
    assert client_address(request) == "198.51.100.7"
