"""The receiver that docs/webhooks.md prints takes what Baize sends, and nothing else."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from portal.accounts.scopes import SCOPES
from portal.demo.integrations import RECEIVER
from portal.notices.models import WEBHOOK_TEST, Endpoint, WebhookEvent
from portal.notices.webhooks import outbox, request, services
from tests.factories import House

ROOT = Path(__file__).resolve().parents[4]
TEXT = (ROOT / "docs" / "webhooks.md").read_text()


def code() -> str:
    (block,) = re.finditer(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    return block.group(1)


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def webhook(house: House, port: int) -> tuple[Endpoint, str]:
    url = f"http://127.0.0.1:{port}/baize"
    return services.add(actor=house.operator_admin, url=url, events=["decision.made"])


@pytest.fixture
def receiver(tmp_path: Path, port: int, webhook: tuple[Endpoint, str]) -> Iterator[Any]:
    """The program as printed, started as the page says."""
    (tmp_path / "receiver.py").write_text(code())
    running = subprocess.Popen(
        [sys.executable, "-S", tmp_path / "receiver.py"],
        env={"WEBHOOK_SECRET": webhook[1], "PORT": str(port)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield running
    running.kill()
    running.wait()


def test_it_takes_ours_once_and_turns_others_away(
    house: House, webhook: tuple[Endpoint, str], receiver: Any
) -> None:
    endpoint, _ = webhook
    sent = services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk)
    assert outbox.deliver(sent.pk)
    again = services.redeliver(actor=house.operator_admin, delivery_id=sent.pk)
    assert outbox.deliver(again.pk)
    services.rotate_secret(actor=house.operator_admin, endpoint_id=endpoint.pk)
    other = services.send_test(actor=house.operator_admin, endpoint_id=endpoint.pk)
    assert outbox.deliver(other.pk), "for a day the former secret signs too"

    other.refresh_from_db()
    body, headers = other.body.encode(), outbox.headers_of(other)
    for wrong_body, wrong_headers in (
        (body.replace(b"test", b"made"), {}),
        (body, {"webhook-id": "msg_other"}),
        (body, {"webhook-timestamp": str(int(time.time()) + 1)}),
        (body, outbox.headers_of(other, timestamp=int(time.time()) - 600)),
        (body, {"webhook-signature": "v1,AAAA"}),
        (body, {"webhook-signature": "v1,\xfc"}),
        (body, {"webhook-timestamp": "soon"}),
    ):
        assert request.post(endpoint.url, wrong_body, headers | wrong_headers).status == 401
    assert request.post(endpoint.url, body, {}).status == 401, "a stranger who signs nothing"
    receiver.kill()
    assert receiver.stdout.read().split() == ["webhook.test", "webhook.test"]


def test_the_tables_name_every_event_and_scope() -> None:
    for name in (*WebhookEvent.values, WEBHOOK_TEST, *SCOPES):
        assert f"`{name}`" in TEXT
    assert f'"PORT", "{RECEIVER.split(":")[2].partition("/")[0]}"' in code()
