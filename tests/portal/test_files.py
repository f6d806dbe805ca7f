"""Stored files in a bucket: the real S3 client against a small store on loopback."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from django.core.files.storage import storages

from portal import files
from portal.environment import Environment

pytestmark = pytest.mark.slow

NAME = "documents/1/MD-2026-0001.pdf"


class Bucket(ThreadingHTTPServer):
    """Keeps objects in memory. `broken` makes it answer every request with 500."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.objects: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.broken = False


class Answer(BaseHTTPRequestHandler):
    server: Bucket
    protocol_version = "HTTP/1.1"

    def do_PUT(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.server.broken:
            self.server.objects[self.key] = data
        self.say(500 if self.server.broken else 200)

    def do_GET(self) -> None:
        found = self.server.objects.get(self.key)
        self.say(500 if self.server.broken else 200 if found is not None else 404, found or b"")

    do_HEAD = do_GET  # noqa: N815 - the name http.server calls

    def do_DELETE(self) -> None:
        self.server.objects.pop(self.key, None)
        self.say(204)

    @property
    def key(self) -> str:
        return unquote(urlsplit(self.path).path)

    def say(self, status: int, body: bytes = b"") -> None:
        self.server.asked.append(f"{self.command} {self.key}")
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"one"')
        self.send_header("Last-Modified", "Mon, 16 Nov 2026 06:00:00 GMT")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def bucket(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("AWS_MAX_ATTEMPTS", "1")
    server = Bucket()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    url = f"s3://rules/kept?endpoint=http://127.0.0.1:{server.server_port}&region=eu-1"
    default = Environment({"STORAGE_URL": url}).storage("STORAGE_URL", Path("unused"))
    settings.STORAGES = {**settings.STORAGES, "default": default}
    yield server
    server.shutdown()
    server.server_close()


def test_a_file_comes_back_as_it_was_stored(bucket: Bucket) -> None:
    digest = files.put(NAME, b"%PDF-1.7 first")
    assert bucket.objects == {f"/rules/kept/{NAME}": b"%PDF-1.7 first"}
    assert files.get(NAME, digest) == b"%PDF-1.7 first"


def test_a_file_stored_again_takes_the_place_of_the_first_in_one_step(bucket: Bucket) -> None:
    files.put(NAME, b"first")
    digest = files.put(NAME, b"second")
    assert files.get(NAME, digest) == b"second"
    assert len(bucket.objects) == 1
    assert not any(asked.startswith("DELETE") for asked in bucket.asked)


def test_a_changed_file_is_not_served(bucket: Bucket) -> None:
    digest = files.put(NAME, b"first")
    bucket.objects[f"/rules/kept/{NAME}"] = b"fjrst"
    with pytest.raises(files.FileProblem, match="no longer has the hash"):
        files.get(NAME, digest)


def test_a_missing_file_and_a_failing_store_have_plain_messages(bucket: Bucket) -> None:
    with pytest.raises(files.FileProblem, match="cannot be read"):
        files.get(NAME, "0" * 64)
    bucket.broken = True
    with pytest.raises(files.FileProblem, match="cannot be read"):
        files.get(NAME, "0" * 64)
    with pytest.raises(Exception, match="500"):
        files.put(NAME, b"never stored")
    assert bucket.objects == {}


def test_taking_away_what_is_not_there_is_harmless(bucket: Bucket) -> None:
    files.put(NAME, b"first")
    files.delete(NAME)
    files.delete(NAME)
    assert not storages["default"].exists(NAME)
