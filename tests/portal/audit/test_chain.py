"""The chain over the trail: what is changed, removed or slipped in is named; racing writers and sealers."""

from __future__ import annotations

import contextlib
from datetime import timedelta
from threading import Thread

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from portal.audit import chain
from portal.audit.append_only import guard_tables, unguard_tables
from portal.audit.models import AuditEntry, AuditLink
from portal.audit.services import record
from tests.factories import House


@pytest.fixture
def three(house: House) -> list[AuditEntry]:
    rows = [
        record(actor=house.officer, action=f"test.{n}", obj=house.property, after={"n": n}) for n in "abc"
    ]
    chain.seal()
    return rows


def tampered(statement: str, *values: int) -> None:
    """As somebody with the database in hand would."""
    unguard_tables()
    with connection.cursor() as sql:
        sql.execute(statement, values)
    guard_tables()


def test_every_entry_is_in_the_chain_once(three: list[AuditEntry]) -> None:
    numbers = list(AuditLink.objects.values_list("number", flat=True))
    assert numbers == list(range(1, AuditEntry.objects.count() + 1))
    assert chain.seal() == 0
    report = chain.verify()
    assert (report.problem, report.waiting, report.head.number) == ("", 0, len(numbers))


def test_more_entries_than_one_batch(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "BATCH", 2)
    for n in range(5):
        record(actor=house.officer, action=f"test.{n}")
    assert chain.seal() >= 5
    assert not chain.verify().problem


@pytest.mark.parametrize("change", ["action = 'x'", "actor_name = 'x'", "after = '{}'", "request_id = 'x'"])
def test_a_changed_entry_is_named(three: list[AuditEntry], change: str) -> None:
    tampered(f"UPDATE audit_entry SET {change} WHERE id = %s", three[1].pk)
    assert f"Entry {three[1].pk} was changed" in chain.verify().problem


def test_a_removed_entry_is_named(three: list[AuditEntry]) -> None:
    tampered("DELETE FROM audit_entry WHERE id = %s", three[1].pk)
    assert f"Entry {three[1].pk} was removed" in chain.verify().problem


def test_an_entry_removed_with_its_link_is_noticed(three: list[AuditEntry]) -> None:
    link = AuditLink.objects.get(entry_id=three[1].pk)
    tampered("DELETE FROM audit_link WHERE number = %s", link.number)
    tampered("DELETE FROM audit_entry WHERE id = %s", three[1].pk)
    assert f"Link {link.number} is missing" in chain.verify().problem


def test_a_shortened_or_rewritten_chain_is_noticed_by_a_head_noted_elsewhere(three: list[AuditEntry]) -> None:
    noted = chain.head()
    assert not chain.verify(noted).problem
    tampered("DELETE FROM audit_link WHERE number = %s", noted.number)
    tampered("DELETE FROM audit_entry WHERE id = %s", three[2].pk)
    assert not chain.verify().problem
    assert f"link {noted.number} was noted" in chain.verify(noted).problem
    tampered("DELETE FROM audit_link")
    chain.seal()
    other = chain.ChainHead(1, "f" * 64)
    assert "written anew" in chain.verify(other).problem


def test_an_entry_slipped_in_with_an_old_time_is_noticed(house: House, three: list[AuditEntry]) -> None:
    AuditEntry.objects.create(action="forged", at=timezone.now() - timedelta(days=3))
    chain.seal()
    assert "is not in the chain and is older than an hour" in chain.verify().problem


def test_the_command_names_the_place(three: list[AuditEntry], capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_audit", head=str(chain.head()))
    assert f"Its head is {chain.head()}" in capsys.readouterr().out
    tampered("UPDATE audit_entry SET action = 'x' WHERE id = %s", three[0].pk)
    with pytest.raises(CommandError, match=f"Entry {three[0].pk} was changed"):
        call_command("verify_audit")
    with pytest.raises(CommandError, match="is not a head"):
        call_command("verify_audit", head="12")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_racing_writers_and_sealers_make_one_chain() -> None:
    """Every entry is sealed once, however many write and seal at a time; losing a race costs nothing."""

    def work() -> None:
        try:
            for n in range(6):
                with transaction.atomic():
                    record(actor=None, action=f"race.{n}")
                with contextlib.suppress(Exception):  # another was quicker: the next minute seals again
                    chain.seal()
        finally:
            connection.close()

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    chain.seal()
    assert AuditEntry.objects.filter(action__startswith="race.").count() == 24
    assert AuditLink.objects.count() == AuditEntry.objects.count()
    assert not chain.verify().problem
