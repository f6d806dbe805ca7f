"""The witnesses of this log: asked after each checkpoint, their signatures verified, kept and published."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from portal.audit.models import AuditEntry
from portal.note_keys import Key
from portal.register import checkpoints, keys, log_client, notes, tasks, witnesses, witnessing
from portal.register.models import Checkpoint, Cosignature, LogWitness, WitnessedLog
from tests.factories import House
from tests.portal.doors import text
from tests.portal.register.entries import entered, signed, three_entries
from tests.portal.register.test_verify_log import verify
from tests.portal.register.witnesses import MemoryLog, pem, private_key, witness_key

pytestmark = pytest.mark.slow

NAME = "witness.example.org/one"
KEY = witness_key(NAME)
AWAY = witness_key("witness.example.org/away")


@pytest.fixture
def witnessed(
    house: House, settings: Any, tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> House:
    """A log of three entries with two witnesses: one answers (this Baize itself), one is never there."""
    (tmp_path / "witness.pem").write_bytes(pem(private_key(NAME)))
    settings.WITNESS_KEY_FILE, settings.WITNESS_NAME = str(tmp_path / "witness.pem"), NAME
    settings.WITNESS_LOGS = [witnessing.Log(key, "http://here/") for key in keys.public_keys()]
    settings.LOG_WITNESSES = [(KEY, "http://here/witness/"), (AWAY, "http://away/witness/")]

    def post(url: str, body: bytes) -> log_client.LogAnswer:
        if not url.startswith("http://here/"):
            raise log_client.LogUnreachable(f"{url} cannot be reached: refused.")
        answer = client.generic("POST", url.removeprefix("http://here"), body)
        kind = answer["Content-Type"].partition(";")[0]
        return log_client.LogAnswer(answer.status_code, kind, answer.content)

    monkeypatch.setattr(log_client, "post", post)
    monkeypatch.setattr(tasks.ask_witnesses, "delay", tasks.ask_witnesses)
    monkeypatch.setattr(tasks.ask_witness, "delay", tasks.ask_witness)
    three_entries(house)
    return house


def test_signing_is_followed_by_the_witnesses_that_answer(witnessed: House, client: Client) -> None:
    tasks.sign_checkpoint()
    entered(witnessed)
    tasks.sign_checkpoint()
    assert list(Cosignature.objects.values_list("checkpoint__size", "witness")) == [
        (3, str(KEY)),
        (4, str(KEY)),
    ]
    assert AuditEntry.objects.filter(action="log.cosign").count() == 2
    assert witnesses.due() == [str(AWAY)]
    assert witnesses.health() == "not signed by witness.example.org/away"
    away, one = witnesses.statuses()
    assert (one.name, one.size, one.problem) == (NAME, 4, "")
    assert (away.size, away.refused, "no usable answer" in away.problem) == (None, False, True)
    note = client.get("/register/log/checkpoint").content.decode()
    assert note == client.get("/register/log/checkpoints/4.txt").content.decode()
    assert notes.signed_text(note, keys.public_keys())
    own = client.get("/register/log/keys.txt").content.decode()
    theirs = client.get("/register/log/witnesses.txt").content.decode()
    assert list(verify.check_witnesses(note, theirs)) == [NAME]
    whole = b"".join(client.get("/register/log/entries.jsonl"))
    assert verify.check_whole(whole, note, own) == 4
    for address in ("0.proof.json", "consistency/3-4.json"):
        proof = client.get(f"/register/log/{address}").json()
        assert list(verify.check_witnesses(proof.get("checkpoint") or proof["new_checkpoint"], theirs)) == [
            NAME
        ]


def test_the_page_and_the_api_say_who_signed_what(witnessed: House, client: Client) -> None:
    assert "Has not signed yet" in text(client.get("/register/log/"))
    tasks.sign_checkpoint()
    page = text(client.get("/register/log/"))
    assert "Signed the last checkpoint" in page and "Signed 3 entries, 0 minutes ago" in page
    assert "also signed by witness.example.org/one" in page and "no usable answer" in page
    assert "Logs witnessed here" in page
    entered(witnessed)
    signed()
    assert "Signed an earlier checkpoint" in text(client.get("/register/log/"))
    state = client.get("/api/v1/log").json()
    found = {one["name"]: one for one in state["witnesses"]}
    assert (found[NAME]["size"], found[NAME]["key"], found[AWAY.name]["size"]) == (3, str(KEY), None)
    shown = client.get("/api/v1/log/checkpoint?size=3").json()
    assert [one["name"] for one in shown["cosignatures"]] == [NAME]
    assert shown["note"] == Checkpoint.objects.get(size=3).cosigned_note


def test_a_witness_that_saw_another_log_refuses_and_it_is_recorded(witnessed: House) -> None:
    """The key was used for a fork: the witness has seen five other entries."""
    other = notes.TreeHead(keys.origin(), 5, MemoryLog().grow(5).tree.root())
    note = notes.sign(other.text(), keys.origin(), keys.current_key())
    witnessing.add_checkpoint(request=witnessing.Request(0, [], note))
    tasks.sign_checkpoint()
    assert not witnesses.ask(str(KEY))  # asked again, recorded once
    (_, one) = witnesses.statuses()
    assert one.refused and "has signed 5 entries, this log has 3" in one.problem
    for count in (2, 1):
        for _ in range(count):
            entered(witnessed)
        tasks.sign_checkpoint()
    assert "does not accept that the log adds to what it signed" in witnesses.statuses()[1].problem
    assert not Cosignature.objects.exists()
    assert AuditEntry.objects.filter(action="log.refused_by_witness").count() == 3
    assert WitnessedLog.objects.get().contradiction == Checkpoint.objects.get(size=5).note


def test_a_witness_that_was_restored_from_a_backup_is_asked_from_where_it_is(witnessed: House) -> None:
    tasks.sign_checkpoint()
    LogWitness.objects.update(size=2)  # or that we were
    entered(witnessed)
    tasks.sign_checkpoint()
    assert witnesses.statuses()[1].size == 4


def cosign(key: str = NAME, at: float | None = None, *, note: str = "") -> str:
    text, _ = notes.split(note or signed().note)
    return notes.cosign(text, key, private_key(key), int(at or time.time()))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (lambda: "nonsense\n", "is not base64|not a signature"),
        (lambda: "", "not a signature"),
        (lambda: cosign("witness.example.org/unknown"), "None of these lines"),
        (lambda: notes.sign("x\n", NAME, private_key(NAME)).rpartition("\n\n")[2], "None of these lines"),
        (lambda: cosign(note=MemoryLog().grow(3).note()), "does not match"),
        (lambda: cosign(at=time.time() + 3600), "in the future"),
        (lambda: cosign() + cosign(AWAY.name, note=MemoryLog().grow(3).note()), "does not match"),
    ],
)
def test_unknown_and_false_signatures_are_refused(
    witnessed: House, lines: Callable[[], str], words: str
) -> None:
    signed()
    with pytest.raises(witnesses.BadCosignature, match=words):
        witnesses.add_cosignatures(checkpoint=signed(), lines=lines())
    assert not Cosignature.objects.exists()


def test_signatures_brought_by_hand(witnessed: House, settings: Any, tmp_path: Path) -> None:
    settings.LOG_WITNESSES = [(KEY, "")]  # it cannot be reached, and is not asked
    tasks.sign_checkpoint()
    assert (witnesses.due(), LogWitness.objects.count()) == ([], 0)
    given = tmp_path / "lines.txt"
    given.write_text(cosign(at=1_700_000_000) + cosign("witness.example.org/unknown"))
    call_command("add_cosignatures", str(given))
    given.write_text(cosign())
    call_command("add_cosignatures", str(given), "--size", "3")  # the first one stays
    row = Cosignature.objects.get()
    assert row.cosigned_at == datetime.fromtimestamp(1_700_000_000, UTC)
    assert checkpoints.latest().cosigned_note.count("\n— ") == 2  # type: ignore[union-attr]  # it was signed above
    for arguments in (["/nowhere"], [str(given), "--size", "9"]):
        with pytest.raises(CommandError):
            call_command("add_cosignatures", *arguments)


def test_the_demonstration_has_a_witness_of_its_own(house: House, settings: Any) -> None:
    assert settings.DEMO and not settings.LOG_WITNESSES
    (own,) = witnesses.configured()
    assert (own.key, own.address) == (witnessing.public_key(), f"{settings.SITE_URL}/witness/")
    assert isinstance(own.key, Key) and own.key.public != keys.public_keys()[0].public
    assert [log.key for log in witnessing.logs()] == keys.public_keys()
