"""The outbox of bundles: one file for each order, whatever happens on the way."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.storage import storages
from django.utils import timezone

from portal import files
from portal.audit.models import AuditEntry
from portal.bundles import archive, outbox, selectors, services, tasks
from portal.bundles.models import Bundle
from portal.errors import NotFound, NotPossible
from portal.register import checkpoints
from tests.factories import House, approved, in_review
from tests.portal.bundles.making import data_of, made

pytestmark = pytest.mark.slow


@pytest.fixture
def bundle(house: House) -> Bundle:
    return services.order(actor=house.officer, reference=in_review(house).reference, kind="case_file")


def later(bundle: Bundle, **changes: Any) -> Bundle:
    Bundle.objects.filter(pk=bundle.pk).update(**changes)
    bundle.refresh_from_db()
    return bundle


def stored() -> list[str]:
    folder = Path(storages["default"].path("bundles"))
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def test_it_is_made_once_and_counts_its_files(bundle: Bundle) -> None:
    assert outbox.make(bundle.pk)
    assert not outbox.make(bundle.pk)
    bundle.refresh_from_db()
    assert bundle.is_ready
    assert bundle.files_done == bundle.files_total > 10
    assert AuditEntry.objects.filter(action="bundle.ready").count() == 1


def test_progress_is_stored_while_it_is_made(bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "PROGRESS_EVERY", 0)
    seen: list[tuple[int, int]] = []
    add = archive._add

    def watched(*args: Any) -> Any:
        row = Bundle.objects.get(pk=bundle.pk)
        seen.append((row.files_done, row.files_total))
        return add(*args)

    monkeypatch.setattr(archive, "_add", watched)
    outbox.make(bundle.pk)
    assert [done for done, _ in seen[1:4]] == [1, 2, 3]
    assert {total for _, total in seen[1:]} == {seen[-1][0]}


def test_another_worker_takes_over_from_a_dead_one(bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first dies after it stored its file and before it committed: that file is removed."""

    class Killed(BaseException):
        pass

    def killed(*args: Any, **kwargs: Any) -> None:
        raise Killed

    before = stored()
    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(outbox, "record", killed)
        outbox.make(bundle.pk)
    assert len(stored()) == len(before) + 1
    assert tasks.sweep() == 0, "its lease still runs"
    later(bundle, lease_until=timezone.now() - timedelta(seconds=1))
    assert list(outbox.overdue()) == [bundle]
    assert outbox.make(bundle.pk)
    bundle.refresh_from_db()
    assert bundle.is_ready
    assert len(stored()) == len(before) + 1
    assert not list((Path(settings.DATA) / "unfinished").iterdir())


def test_a_worker_that_lost_its_claim_leaves_nothing(bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    before, put = stored(), files.put_file

    def overtaken(*args: Any) -> None:
        put(*args)
        later(bundle, claim="another")

    monkeypatch.setattr(files, "put_file", overtaken)
    assert not outbox.make(bundle.pk)
    assert stored() == before


def test_a_damaged_file_of_the_case_is_never_packed(house: House, bundle: Bundle, monkeypatch: Any) -> None:
    def damaged(*args: Any) -> Any:
        raise files.FileProblem("uploads/1 no longer has the hash it was stored with")

    monkeypatch.setattr("portal.bundles.outbox.write", damaged)
    for _ in range(outbox.MAX_FAILURES):
        later(bundle, next_attempt_at=timezone.now())
        assert not outbox.make(bundle.pk)
    bundle.refresh_from_db()
    assert bundle.state == "failed"
    assert "no longer has the hash" in bundle.failure
    monkeypatch.undo()
    again = services.order(actor=house.officer, reference=bundle.submission.reference, kind="case_file")
    assert (again.pk, again.state) == (bundle.pk, "waiting")


def test_it_waits_for_documents_and_checkpoints_that_are_being_made(
    house: House, quick_documents: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "DOCUMENTS_PATIENCE", timedelta(hours=1))
    monkeypatch.setattr(outbox, "CHECKPOINT_PATIENCE", timedelta(minutes=3))
    case = approved(house).submission
    waiting = made(house.officer, case)
    assert (waiting.state, waiting.attempts) == ("waiting", 0)
    quick_documents()
    later(waiting, next_attempt_at=timezone.now())
    assert not outbox.make(waiting.pk), "no checkpoint covers the documents yet"
    checkpoints.sign()
    later(waiting, next_attempt_at=timezone.now())
    assert outbox.make(waiting.pk)


def test_a_finished_file_is_removed_after_its_time(house: House, bundle: Bundle) -> None:
    outbox.make(bundle.pk)
    bundle.refresh_from_db()
    count = len(stored())
    assert tasks.delete_expired() == 0
    later(bundle, expires_at=timezone.now() - timedelta(seconds=1))
    assert services.delete_expired() == 1
    assert not Bundle.objects.exists()
    assert AuditEntry.objects.filter(action="bundle.expire").count() == 1
    assert len(stored()) <= count


def test_downloads_are_recorded_and_an_altered_file_is_not_served(house: House, bundle: Bundle) -> None:
    with pytest.raises(NotPossible, match="not ready yet"):
        services.open_bundle(actor=house.officer, bundle=bundle)
    outbox.make(bundle.pk)
    bundle.refresh_from_db()
    with services.open_bundle(actor=house.approver, bundle=bundle) as file:
        assert file.read() == data_of(bundle)
    entry = AuditEntry.objects.get(action="bundle.download")
    assert (entry.actor, entry.after) == (house.approver, {"sha256": bundle.sha256})
    files.put(bundle.file, b"something else")
    with pytest.raises(NotPossible, match="Order it again"):
        services.open_bundle(actor=house.officer, bundle=bundle)


def test_another_house_does_not_find_it(house: House, bundle: Bundle) -> None:
    for stranger in (house.submitter, house.foreign_officer, house.outsider):
        with pytest.raises(NotFound):
            selectors.bundle(stranger, bundle.pk)
