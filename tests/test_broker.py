"""The embedded broker: a message that is not whole yet is not there."""

from __future__ import annotations

from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

MESSAGE = {"body": "42", "headers": {}, "properties": {"delivery_tag": "1"}}


@pytest.fixture
def channel(tmp_path: Path) -> Any:
    for name in ("messages", "control"):
        (tmp_path / name).mkdir()
    folders = {
        "data_folder_in": str(tmp_path / "messages"),
        "data_folder_out": str(tmp_path / "messages"),
        "control_folder": str(tmp_path / "control"),
    }
    with Connection("filesystem://localhost//", transport_options=folders) as connection:
        yield connection.channel()


def test_a_message_is_read_only_when_it_is_complete(channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []

    def replace(unfinished: Path, name: Path) -> None:
        with pytest.raises(Empty):
            channel._get("celery")
        looked.append(unfinished.read_bytes())
        unfinished.rename(name)

    monkeypatch.setattr(Path, "replace", replace)
    channel._put("celery", MESSAGE)
    assert looked and channel._get("celery") == MESSAGE


def test_messages_come_in_the_order_they_were_put_and_to_their_own_queue(channel: Any) -> None:
    for number in range(3):
        channel._put("celery", MESSAGE | {"body": str(number)})
    channel._put("webhooks", MESSAGE)
    assert [channel._get("celery")["body"] for _ in range(3)] == ["0", "1", "2"]
    assert channel._get("webhooks") == MESSAGE
    with pytest.raises(Empty):
        channel._get("celery")


def test_a_message_that_cannot_be_written_leaves_nothing_behind(
    channel: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Exception, match="No space left on device"):
        channel._put("celery", MESSAGE)
    assert list(Path(channel.data_folder_in).iterdir()) == []
