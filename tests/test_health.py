"""/healthz and /readyz."""

import pytest
from django.test import Client, override_settings

from portal import health, tasks
from portal.celery import app as celery_app

pytestmark = pytest.mark.django_db


def test_alive_answers_without_anything_else_working(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.content == b"alive\n"


def test_not_ready_before_the_worker_was_seen(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {
        "ready": False,
        "database": "ok",
        "broker": "ok",
        "worker": "not seen yet",
        "log": "ok",
        "witnesses": "ok",
    }


def test_ready_once_the_worker_ran_its_task(client: Client) -> None:
    tasks.worker_seen.apply()
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json()["ready"] is True


def test_a_worker_seen_long_ago_is_lost(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks.worker_seen.apply()
    monkeypatch.setattr(health, "HEARTBEAT_TIMEOUT", -1)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["worker"].startswith("last seen ")


def test_a_broker_that_is_away_is_named(client: Client) -> None:
    tasks.worker_seen.apply()
    with override_settings(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(celery_app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["broker"] == "does not answer"
