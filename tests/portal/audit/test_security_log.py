"""Security events as log lines: who, from where, in which request; no secrets; as JSON if asked."""

from __future__ import annotations

import json
import logging

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from portal.audit.models import AuditEntry
from portal.audit.security_log import is_security_event
from portal.log_lines import JsonFormatter, logging_settings
from portal.middleware import HideSecretsFilter, RequestIdFilter
from tests.factories import PASSWORD, House
from tests.portal.doors import signed_in

SIGN_IN = "/sign-in/"


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "baize.security")
    caplog.handler.addFilter(RequestIdFilter())
    caplog.handler.addFilter(HideSecretsFilter())
    return caplog


def events(lines: pytest.LogCaptureFixture) -> list[tuple[str, str, str]]:
    found = [r for r in lines.records if r.name == "baize.security"]
    return [(getattr(r, "event", ""), getattr(r, "user", ""), getattr(r, "address", "")) for r in found]


def test_a_failed_sign_in_and_one_that_succeeds(
    house: House,
    lines: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    person = house.submitter
    with django_capture_on_commit_callbacks(execute=True):
        Client().post(SIGN_IN, {"username": person.email, "password": "a wrong one"})
        Client().post(SIGN_IN, {"username": "my secret phrase", "password": "x"})
        Client(REMOTE_ADDR="192.0.2.7").post(SIGN_IN, {"username": person.email, "password": PASSWORD})
    found = events(lines)
    assert ("sign_in.failed", "-", "127.0.0.1") in found
    assert ("sign_in", str(person.pk), "192.0.2.7") in found
    assert AuditEntry.objects.get(action="sign_in").after == {"by": "password"}
    assert "my secret phrase" not in lines.text and "a wrong one" not in lines.text


def test_a_token_is_logged_without_its_secret(
    house: House,
    lines: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    from portal.accounts import tokens

    with django_capture_on_commit_callbacks(execute=True):
        _, raw = tokens.create(actor=house.operator_admin, name="A program", scopes=["read"], days=30)
    assert [event for event, _, _ in events(lines)] == ["token.create"]
    assert raw not in lines.text


def test_what_is_undone_is_not_logged(
    house: House,
    lines: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    from django.db import transaction

    from portal.audit.services import record

    with django_capture_on_commit_callbacks(execute=True), pytest.raises(RuntimeError), transaction.atomic():
        record(actor=house.officer, action="user.roles", obj=house.viewer)
        raise RuntimeError
    assert events(lines) == []


def test_which_actions_are_events() -> None:
    for action in (
        "sign_in",
        "sign_in.failed",
        "user.roles",
        "token.revoke",
        "webhook.secret",
        "x.turned_away",
    ):
        assert is_security_event(action)
    for action in ("draft.save", "submission.submit", "comment.add"):
        assert not is_security_event(action)


def test_every_line_of_a_request_names_person_address_and_request(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.addFilter(RequestIdFilter())
    signed_in(house.submitter).get(
        "/operator/submissions/NZ-2026-9999/", headers={"X-Request-ID": "abcdefgh-1"}
    )
    record = next(r for r in caplog.records if r.name == "django.request")
    facts = tuple(getattr(record, name) for name in ("user", "address", "request_id"))
    assert facts == (str(house.submitter.pk), "127.0.0.1", "abcdefgh-1")


def test_a_line_as_json() -> None:
    record = logging.LogRecord("baize.security", logging.INFO, __file__, 1, "%s\nx", ("one",), None)
    record.user, record.address, record.event = "7", "192.0.2.1", "token.create"
    line = JsonFormatter().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["logger"], told["user"], told["event"]) == ("baize.security", "7", "token.create")
    assert told["message"] == "one\nx" and told["at"].endswith("+00:00")


def test_lines_go_where_the_setting_says() -> None:
    assert set(logging_settings("INFO", "json", "")["handlers"]) == {"stderr"}
    handler = logging_settings("INFO", "json", "udp://logs.example.org:1514")["handlers"]["syslog"]
    assert handler["address"] == ("logs.example.org", 1514) and handler["formatter"] == "json"
    assert logging_settings("INFO", "text", "/dev/log")["handlers"]["syslog"]["address"] == "/dev/log"
