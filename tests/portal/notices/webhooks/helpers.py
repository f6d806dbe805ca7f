"""What the tests of webhooks share: a webhook to listen with, receivers that answer as told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from portal.accounts.models import User
from portal.notices.models import Delivery, Endpoint, WebhookEvent
from portal.notices.webhooks import request, services
from portal.notices.webhooks.request import WebhookResponse
from tests.factories import create_user

ALL = list(WebhookEvent.values)
URL = "https://hooks.example.org/baize"


def listen(actor: User, url: str = URL, events: list[str] | None = None) -> Endpoint:
    return services.add(actor=actor, url=url, events=ALL if events is None else events)[0]


def told(endpoint: Endpoint) -> list[tuple[str, dict[str, Any]]]:
    rows = Delivery.objects.filter(endpoint=endpoint).order_by("pk")
    return [(row.event, json.loads(row.body)["data"]) for row in rows]


def answering(monkeypatch: pytest.MonkeyPatch, *answers: Any) -> list[tuple[str, bytes, dict[str, str]]]:
    """Receivers that answer in turn, the last for good; an exception is what happens instead."""
    sent: list[Any] = []
    left = list(answers)

    def post(url: str, body: bytes, headers: dict[str, str]) -> WebhookResponse:
        sent.append((url, body, headers))
        answer = left.pop(0) if len(left) > 1 else left[0]
        if isinstance(answer, Exception):
            raise answer
        return WebhookResponse(answer, "their words", 12)

    monkeypatch.setattr(request, "post", post)
    return sent


def person_of(organisation: Any, role: str) -> User:
    return create_user(organisation=organisation, roles=[role])
