"""This Baize as a witness: what it signs, what it refuses, and by which answer of the protocol."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from portal.audit.models import AuditEntry
from portal.note_keys import COSIGNATURE, Key
from portal.register import checkpoints, keys, log_client, merkle, notes, tiles, witnessing
from portal.register.models import WitnessedLog
from tests.factories import House
from tests.portal.register.entries import entered, signed
from tests.portal.register.witnesses import ADDRESS, ORIGIN, MemoryLog, pem, private_key, witness_key

pytestmark = pytest.mark.slow

NAME = "witness.example.org/one"
KEY = witness_key(NAME)


@pytest.fixture
def log(db: None, settings: Any, tmp_path: Path) -> MemoryLog:
    """A log of five entries that is witnessed here."""
    (tmp_path / "witness.pem").write_bytes(pem(private_key(NAME)))
    settings.WITNESS_KEY_FILE, settings.WITNESS_NAME = str(tmp_path / "witness.pem"), NAME
    log = MemoryLog().grow(5)
    settings.WITNESS_LOGS = [log.known()]
    return log


def cosigned(log: MemoryLog, line: str) -> notes.Cosignature:
    (found,) = notes.cosignatures(notes.split(log.note())[0], line, [KEY])
    return found


def test_a_cosignature_has_the_bytes_of_the_specification() -> None:
    """c2sp.org/tlog-cosignature, put together here by hand."""
    text = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
    line = notes.cosign(text, NAME, private_key(NAME), 1679315147)
    (found,) = notes.read_signatures(line)
    assert found.key_id == KEY.id != Key(NAME, KEY.public).id
    assert found.value[:8] == bytes.fromhex("00000000641850cb")
    message = f"cosignature/v1\ntime 1679315147\n{text}".encode()
    private_key(NAME).public_key().verify(found.value[8:], message)
    assert [one.time for one in notes.cosignatures(text, line, [KEY])] == [1679315147]
    assert str(KEY).split("+")[2].startswith("B")  # the first byte is 4
    assert notes.read_key(str(KEY), COSIGNATURE) == KEY
    with pytest.raises(notes.BadNote):
        notes.read_key(str(KEY))
    altered = str(found._replace(value=b"\x00" + found.value[1:-1] + b"\x00"))
    with pytest.raises(notes.BadNote, match="does not match"):
        notes.cosignatures(text, altered, [KEY])


def test_a_log_that_grows_is_signed_each_time(log: MemoryLog) -> None:
    first = witnessing.add_checkpoint(request=log.request(0))
    assert cosigned(log, first).key == KEY
    log.grow(300)
    assert cosigned(log, witnessing.add_checkpoint(request=log.request(5)))
    assert cosigned(log, witnessing.add_checkpoint(request=log.request(305)))  # the same once more
    row = WitnessedLog.objects.get()
    assert (row.origin, row.size, row.root, row.note) == (ORIGIN, 305, log.tree.root().hex(), log.note())
    assert AuditEntry.objects.filter(action="witness.cosign").count() == 2


def test_what_is_not_shown_to_add_to_the_last_checkpoint_is_refused(log: MemoryLog) -> None:
    witnessing.add_checkpoint(request=log.request(0))
    before = WitnessedLog.objects.values_list("size", "root", "note", "seen_at").get()
    longer, forked = MemoryLog(list(log.leaves)).grow(4), log.fork(2).grow(4)
    honest = longer.request(5)
    tries: list[tuple[witnessing.Request, type[witnessing.SigningRefused], str]] = [
        (forked.request(5), witnessing.NotGrown, "a fork, or a wrong proof"),
        (honest._replace(proof=forked.request(5).proof), witnessing.NotGrown, "not shown to add"),
        (honest._replace(proof=[]), witnessing.NotGrown, "not shown to add"),
        (honest._replace(proof=[*honest.proof, b"\x00" * 32]), witnessing.NotGrown, "not shown to add"),
        (longer.request(0), witnessing.OtherSize, "5 entries were last signed"),
        (longer.request(3), witnessing.OtherSize, "5 entries were last signed"),
        (log.request(3, 3), witnessing.OtherSize, "never becomes shorter"),
        (longer.request(9), witnessing.OtherSize, "5 entries were last signed"),
        (log.request(5, 3), witnessing.SigningRefused, "starts at 5 entries"),
        (log.fork(2).request(5), witnessing.Contradiction, "two checkpoints over 5 entries"),
    ]
    for request, kind, words in tries:
        with pytest.raises(kind, match=words):
            witnessing.add_checkpoint(request=request)
    assert WitnessedLog.objects.values_list("size", "root", "note", "seen_at").get() == before
    assert WitnessedLog.objects.get().contradiction == log.fork(2).note()
    assert AuditEntry.objects.get(action="witness.fork").after == {"checkpoint": log.fork(2).note()}
    witnessing.add_checkpoint(request=honest)


def test_every_change_of_a_note_is_refused(log: MemoryLog) -> None:
    note = log.note()
    for place in range(0, len(note), 3):
        changed = note[:place] + ("A" if note[place] != "A" else "B") + note[place + 1 :]
        with pytest.raises(witnessing.SigningRefused):
            witnessing.add_checkpoint(request=witnessing.Request(0, [], changed))
    assert not WitnessedLog.objects.exists()


def test_the_answers_are_those_of_the_protocol(log: MemoryLog, client: Client) -> None:
    def answer(body: bytes) -> tuple[int, str, str]:
        found = client.generic("POST", "/witness/add-checkpoint", body)
        return found.status_code, found["Content-Type"], found.content.decode()

    longer, forked = MemoryLog(list(log.leaves)).grow(2), log.fork(1)
    status, kind, line = answer(log.request(0).body())
    assert (status, kind) == (200, "text/plain; charset=utf-8")
    assert re.fullmatch(rf"— {NAME} [A-Za-z0-9+/=]+\n", line) and cosigned(log, line)
    assert answer(longer.request(0).body()) == (409, "text/x.tlog.size", "5\n")
    assert answer(forked.request(5).body())[:2] == (409, "text/plain; charset=utf-8")
    assert answer(forked.grow(3).request(5).body())[0] == 422
    assert answer(MemoryLog(seed="another").grow(5).request(0).body())[0] == 403
    assert answer(MemoryLog(origin="elsewhere.example.org").grow(5).request(0).body())[0] == 404
    proof = b"old 5\n" + b"AAAA\n" * 64 + b"\n" + longer.note().encode()
    for body in (
        b"",
        b"old 5",
        b"old 05\n\n" + log.note().encode(),
        b"\xff",
        proof,
        b"old 0\n\n",
        b"x" * 70_000,
    ):
        assert answer(body)[0] in (400, 404)
    assert client.get("/witness/add-checkpoint").status_code == 405
    assert answer(longer.request(5).body())[0] == 200


def test_a_witness_without_a_key_signs_nothing(log: MemoryLog, settings: Any, client: Client) -> None:
    settings.WITNESS_KEY_FILE = "/nowhere/witness.pem"
    answer = client.generic("POST", "/witness/add-checkpoint", log.request(0).body())
    assert answer.status_code == 503
    assert not WitnessedLog.objects.exists()


# -- manage.py witness: fetching from the addresses of the log -----------------------------------------------


@pytest.fixture
def served(
    house: House, log: MemoryLog, client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> House:
    """The register's own log of three entries, fetched from its own pages."""

    def get(url: str) -> bytes:
        answer = client.get(url.removeprefix("http://127.0.0.1:1"))
        if answer.status_code != 200:
            raise log_client.LogUnreachable(f"{url} answers with status {answer.status_code}.")
        return bytes(answer.content)

    monkeypatch.setattr(log_client, "get", get)
    settings.WITNESS_LOGS = [witnessing.Log(key, ADDRESS) for key in keys.public_keys()]
    for _ in range(3):
        entered(house)
    signed()
    return house


def test_the_command_fetches_checks_and_signs(served: House, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        call_command("witness")
        entered(served)
        signed()
    assert WitnessedLog.objects.get().size == 4
    call_command("witness", f"{keys.public_keys()[0]} {ADDRESS}", "--cosignatures")
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == [f"{keys.origin()}: {size} entries, signed." for size in (3, 4)]
    text = notes.split(checkpoints.sign().note)[0]  # type: ignore[union-attr]  # it was signed above
    assert notes.cosignatures(text, f"{out[2]}\n", [KEY])
    call_command("witness", "--key")
    assert capsys.readouterr().out == f"{KEY}\n"


def test_the_command_refuses_a_fork(served: House, monkeypatch: pytest.MonkeyPatch) -> None:
    call_command("witness")
    mine, get = keys.current_key(), log_client.get
    forked = MemoryLog(origin=keys.origin()).grow(7, "forked")
    builder = tiles.Builder(merkle.Frontier())
    for leaf in forked.leaves:
        builder.append(leaf)
    head = notes.TreeHead(forked.origin, 7, forked.tree.root())
    pages = {"checkpoint": notes.sign(head.text(), forked.origin, mine).encode()}
    pages["tile/0/000.p/7"] = builder.take()[tiles.Tile(0, 0)]
    monkeypatch.setattr(log_client, "get", lambda url: pages[url.removeprefix(ADDRESS)])
    with pytest.raises(CommandError, match=r"REFUSED.*a fork, or a wrong proof") as refused:
        call_command("witness")
    assert refused.value.returncode == 1
    pages["tile/0/000.p/7"] = pages["tile/0/000.p/7"][::-1]
    with pytest.raises(CommandError, match="do not have the root it signed"):
        call_command("witness")
    pages["tile/0/000.p/7"] = b""
    with pytest.raises(CommandError, match="does not serve the hashes"):
        call_command("witness")
    short = notes.TreeHead(forked.origin, 2, forked.tree.root(2))
    pages["checkpoint"] = notes.sign(short.text(), forked.origin, mine).encode()
    with pytest.raises(CommandError, match="never becomes shorter"):
        call_command("witness")
    assert WitnessedLog.objects.get().size == 3
    monkeypatch.setattr(log_client, "get", get)
    entered(served)
    signed()
    call_command("witness")
    assert WitnessedLog.objects.get().size == 4


def test_a_log_that_does_not_answer_is_no_fork(log: MemoryLog) -> None:
    with pytest.raises(CommandError, match="cannot be reached") as found:
        call_command("witness")
    assert found.value.returncode == 2
    for wrong in ("nonsense", f"{log.key}", f"{log.key} ftp://x/"):
        with pytest.raises(CommandError):
            call_command("witness", wrong)
