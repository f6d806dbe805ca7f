"""Three witnesses as servers on loopback: they sign every honest growth of a log and refuse every fork.

`make witnesses` does it 1,000 times; the tests a few times.
"""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
from django.db import connection

from portal.note_keys import Key
from portal.register import log_client, notes
from portal.register.witnessing import Request
from tests.portal.register.witnesses import MemoryLog, pem, private_key, witness_key
from tests.product import ROOT, until
from tests.services import free_port

TIMES = int(os.environ.get("WITNESS_TIMES", 12))
RACES = 10
NAMES = [f"witness.example.org/{name}" for name in ("one", "two", "three")]

pytestmark = pytest.mark.slow


class Server(NamedTuple):
    key: Key
    address: str

    def ask(self, request: Request) -> log_client.LogAnswer:
        return log_client.post(f"{self.address}add-checkpoint", request.body())

    def signs(self, request: Request) -> bool:
        """Whether it answers with a signature that holds for the checkpoint."""
        answer = self.ask(request)
        if answer.status != 200:
            return False
        text, _ = notes.split(request.note)
        return len(notes.cosignatures(text, answer.body.decode(), [self.key])) == 1

    def refuses(self, request: Request) -> bool:
        return self.ask(request).status in (409, 422)


@pytest.fixture
def log() -> MemoryLog:
    return MemoryLog().grow(3)


@pytest.fixture
def servers(db: None, tmp_path: Path, log: MemoryLog) -> Iterator[list[Server]]:
    """Three processes, each with a key and a database of its own."""
    if connection.vendor != "sqlite":
        pytest.skip("each witness gets a copy of the SQLite database")
    processes, found = [], []
    try:
        for name in NAMES:
            data, port = tmp_path / name.rpartition("/")[2], free_port()
            data.mkdir()
            (data / "witness.pem").write_bytes(pem(private_key(name)))
            _copy_database(data / "baize.sqlite3")
            environment = {
                "PATH": os.environ["PATH"],
                "DEMO": "1",
                "LOG_LEVEL": "ERROR",
                "BAIZE_DATA": str(data),
                "WITNESS_NAME": name,
                "WITNESS_KEY_FILE": str(data / "witness.pem"),
                "WITNESS_LOGS": f"{log.key} http://127.0.0.1:1/",
            }
            command = [sys.executable, "-m", "gunicorn", "portal.wsgi", f"--bind=127.0.0.1:{port}"]
            command += ["--threads=4", "--log-level=error"]
            processes.append(subprocess.Popen(command, cwd=ROOT, env=environment))
            found.append(Server(witness_key(name), f"http://127.0.0.1:{port}/witness/"))
        for server in found:
            until(lambda server=server: _is_up(server), server.address)
        yield found
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(300)


def test_every_growth_is_signed_and_every_fork_refused(
    servers: list[Server], log: MemoryLog, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(17)
    assert all(server.signs(log.request(0)) for server in servers)
    signed, refused, kinds = 0, 0, Counter[str]()
    for number in range(TIMES):
        old = len(log.tree)
        log.grow(chance.randint(1, 8))
        signed += sum(server.signs(log.request(old)) for server in servers) == len(servers)
        kind, requests = forked(log, number, chance)
        refused += all(server.refuses(request) for server in servers for request in requests)
        kinds[kind] += 1
    raced = [count for server in servers for count in races(server, log)]
    with capsys.disabled():
        ways = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        print(
            f"\n{len(servers)} witnesses: {signed} of {TIMES} growths signed by all, {refused} of {TIMES} "
            f"forks refused by all ({ways}); {raced.count(1)} of {len(raced)} races signed exactly once"
        )
    assert (signed, refused) == (TIMES, TIMES)
    assert raced == [1] * len(raced)


def forked(log: MemoryLog, number: int, chance: random.Random) -> tuple[str, list[Request]]:
    """A fork of what the witnesses have just signed, under the log's own key, and how it is shown to them."""
    size = len(log.tree)
    place = chance.randrange(size)
    other = log.fork(place, f"forked {number}")
    same = other.request(size)
    longer = MemoryLog(list(other.leaves)).grow(chance.randint(1, 8), "forked")
    honest = MemoryLog(list(log.leaves)).grow(len(longer.tree) - size).request(size).proof
    ways: dict[str, Callable[[], list[Request]]] = {
        "rewritten and grown": lambda: [longer.request(size)],
        "rewritten in place": lambda: [same],
        "from the start": lambda: [longer.request(0)],
        "from before the fork": lambda: [longer.request(place)],
        "with the proof of an honest log": lambda: [longer.request(size)._replace(proof=honest)],
        "taken back": lambda: [log.request(old, size - 1) for old in (0, size - 1)],
    }
    kind = list(ways)[number % len(ways)]
    return kind, ways[kind]()


def races(server: Server, log: MemoryLog) -> list[int]:
    """Two continuations of the same log at once, several times: how many of them are signed each time."""
    counts = []
    for number in range(RACES):
        old = len(log.tree)
        ways = [MemoryLog(list(log.leaves)).grow(1, f"{what} {number}") for what in ("first", "second")]
        with ThreadPoolExecutor(2) as pool:
            signs = list(pool.map(lambda way, old=old: server.signs(way.request(old)), ways))
        counts.append(sum(signs))
        log = ways[signs.index(True)]
    return counts


def _copy_database(path: Path) -> None:
    with (
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as source,
        closing(sqlite3.connect(path)) as copy,
    ):
        source.backup(copy)


def _is_up(server: Server) -> bool:
    try:
        return server.ask(Request(0, [], "")).status == 404
    except log_client.LogUnreachable:
        return False
